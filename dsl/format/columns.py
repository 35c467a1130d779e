"""What stands below one another: the cells of tables, and comments at the ends of lines."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from attrs import evolve, frozen

from cubedsl.dsl.format.breaking import LIMIT
from cubedsl.dsl.format.gaps import columns, sentence
from cubedsl.dsl.format.pieces import Block, Part, Statement, Word, first

# Where comments at the ends of lines begin, unless a line is longer.
COMMENTS = 49
COUNT = re.compile("x[0-9]+")


@frozen
class TableRow:
    """A declaration as the row of a table.

    Neighbours with the same `kind` make one table.  If the statements in their braces begin with
    the same words, too (`inner`), these are cells (`statements`); otherwise they are one.
    """

    kind: tuple[str, ...]
    cells: tuple[str, ...]
    inner: tuple[str, ...]
    statements: tuple[str, ...]


@frozen
class Line:
    """A line: its text without indentation, and the comment at its end."""

    indent: int
    text: str
    note: str = ""
    row: TableRow | None = None

    @property
    def code(self) -> str:
        """What stands before the comment."""
        return " " * self.indent + self.text if self.text else ""

    @property
    def width(self) -> int:
        """How long the text is; of a drawing the last line counts."""
        return columns(self.code.rpartition("\n")[2])


def joined(lines: Sequence[Line]) -> str:
    """Return the text of all lines."""
    tables = _in_runs(lines, lambda line: line.row and (line.indent, line.row.kind), _table)
    noted = _in_runs(tables, lambda line: bool(line.note), _comments)
    return "".join(f"{line.code}{line.note}\n" for line in noted)


def _in_runs(
    lines: Sequence[Line],
    key: Callable[[Line], object],
    change: Callable[[list[Line]], list[Line]],
) -> list[Line]:
    """Change each run of neighbours with the same key, if it is none that says no."""
    changed: list[Line] = []
    for found, group in groupby(lines, key):
        run = list(group)
        changed += change(run) if found else run
    return changed


# ------------------------------------------------------------------ tables


def table_row(statement: Statement) -> TableRow:
    """Return a declaration, written on one line, as the row of a table."""
    parts = statement.parts
    places = [0, *_cells(parts), len(parts)]
    cells = [parts[start:end] for start, end in pairwise(places)]
    block = parts[-1]
    if not isinstance(block, Block):
        return TableRow(_kind(cells), tuple(map(sentence, cells)), (), ())
    statements = block.body.statements
    return TableRow(
        _kind(cells),
        tuple(map(sentence, cells[:-1])),
        tuple(one.first.text for one in statements),
        tuple(_statements(statements)) if statements else ("{ }",),
    )


def _cells(parts: Sequence[Part]) -> Iterator[int]:
    """Yield where cells begin: at a title, a count and a brace, or behind the number of a stop."""
    if first(parts[0]).kind == "INT":
        yield from [2] if len(parts) > 2 else []
        return
    for place, part in enumerate(parts):
        match part:
            case Block():
                yield place
            case Word(kind="STRING") if place == 2:
                yield place
            case Word(text=text) if place in (2, 3) and COUNT.fullmatch(text):
                yield place


def _kind(cells: Sequence[Sequence[Part]]) -> tuple[str, ...]:
    noun = first(cells[0][0])
    kinds = ("{" if isinstance(cell[0], Block) else cell[0].kind for cell in cells[1:])
    return ("" if noun.kind == "INT" else noun.text, *kinds)


def _statements(statements: Sequence[Statement]) -> Iterator[str]:
    last = len(statements) - 1
    for place, statement in enumerate(statements):
        opening, end = "" if place else "{ ", " }" if place == last else ";"
        yield opening + sentence(statement.parts) + end


def _table(run: list[Line]) -> list[Line]:
    """Set the rows of a table, as far as none gets too long."""
    for grid in _grids([line.row for line in run if line.row]):
        widths = [max(map(columns, column)) for column in zip(*grid, strict=True)]
        texts = [" ".join(map(_padded, cells, widths)).rstrip() for cells in grid]
        table = [evolve(line, text=text) for line, text in zip(run, texts, strict=True)]
        if all(line.width <= LIMIT for line in table):
            return table
    return run


def _grids(table: Sequence[TableRow]) -> Iterator[list[tuple[str, ...]]]:
    """Yield the cells of all rows: with a column for each statement, if they are alike, and not."""
    if len({row.inner for row in table}) == 1:
        yield [row.cells + row.statements for row in table]
    yield [(*row.cells, " ".join(row.statements)) for row in table]


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - columns(cell))


# ------------------------------------------------------------------ comments


def _comments(run: list[Line]) -> list[Line]:
    """Set comments below one another, if no line gets too long by it."""
    own = [max(COMMENTS, line.width + 2) for line in run]
    shared = max(own)
    fits = all(shared + columns(line.note) <= LIMIT for line in run)
    return [
        evolve(line, note=" " * ((shared if fits else start) - line.width) + line.note)
        for line, start in zip(run, own, strict=True)
    ]
