"""Statements become lines, at last with their comments and blank lines."""

from attrs import Factory, define, evolve

from cubedsl.dsl.format.breaking import Row, rows
from cubedsl.dsl.format.columns import Line, table_row
from cubedsl.dsl.format.pieces import Body, Note, Statement, Word


@define
class Writer:
    """Collects lines; `tables` are the places of statements that are rows of a table."""

    tables: frozenset[int]
    lines: list[Line] = Factory(list)

    def body(self, body: Body, indent: int) -> None:
        """Write statements; at most one blank line between two, none before the first one."""
        begun = len(self.lines)
        for statement in body.statements:
            self._before(statement.first, indent, begun)
            self._blank(statement.first.blank, begun)
            self._statement(statement, indent)
        self._before(body.closing, indent, begun)

    def _before(self, word: Word, indent: int, begun: int) -> None:
        """Write the comments before a word that begins a line."""
        for note in word.notes:
            self._blank(note.own_line and note.blank, begun)
            self._note(note, indent)

    def _blank(self, wanted: bool, begun: int) -> None:
        if wanted and len(self.lines) > begun:
            self.lines.append(Line(0, ""))

    def _note(self, note: Note, indent: int) -> None:
        if note.own_line:
            self.lines.append(Line(indent, note.text))
        else:
            self.lines[-1] = evolve(self.lines[-1], note=note.text)

    def _statement(self, statement: Statement, indent: int) -> None:
        written = rows(statement, indent)
        for row in written:
            self._row(row)
        if len(written) == 1 and statement.first.start in self.tables:
            self.lines[-1] = evolve(self.lines[-1], row=table_row(statement))

    def _row(self, row: Row) -> None:
        self.lines.append(Line(row.indent, row.text))
        if row.block:
            self.body(row.block.body, row.inside)
        for note in row.notes:
            self._note(note, row.inside)
