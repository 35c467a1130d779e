"""From text to the syntax tree, item by item.

A mistake in one item says nothing about the others: each is parsed for itself.
"""

from bisect import bisect_left

from attrs import Factory, define
from lark import Token

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.diagnostic import Diagnostics, Fix
from cubedsl.dsl.parse.indents import check_indents
from cubedsl.dsl.parse.layout import Chunk, cut, cut_at_margin, is_at_margin, lay_out
from cubedsl.dsl.parse.lexing import MOST_MISTAKES, scan, span_of
from cubedsl.dsl.parse.machine import Machine
from cubedsl.dsl.parse.mistakes import Finding, explain
from cubedsl.dsl.parse.nodes import build_item
from cubedsl.dsl.parse.situation import Situation
from cubedsl.dsl.parse.tables import Tables, load
from cubedsl.dsl.parse.wording import quoted
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree import File, Item

# So many lines that begin with the wrong word mean that the item is no such item at all.
MOST_BAD_STARTS = 2


def parse(source: Source, out: Diagnostics) -> File:
    """Parse one file; what cannot be parsed is reported to `out` and left out of the file."""
    tables = load()
    scanned = scan(source, tables, out)
    check_indents(source, scanned.tokens, out)
    tokens = lay_out(scanned, source, tables, out)
    parser = _Parser(source, tables, out, sorted(scanned.reported))
    parser.parse(cut(tokens, source))
    return File(source, tuple(parser.items), scanned.comments)


@define
class _Parser:
    source: Source
    tables: Tables
    out: Diagnostics
    reported: list[int]
    items: list[Item] = Factory(list)
    mistakes: int = 0
    # After a mistake one `}` too many belongs to it; after an item that is lost, what is indented.
    after_mistake: bool = False
    after_loss: bool = False

    def parse(self, chunks: list[Chunk]) -> None:
        """Parse item after item."""
        for chunk in chunks:
            if self.mistakes >= MOST_MISTAKES:
                self._stop(chunk)
                break
            if chunk.stray:
                self._stray(chunk)
            elif not self.after_loss or is_at_margin(chunk.tokens[0], self.source):
                self._parse_item(chunk)

    def _stop(self, chunk: Chunk) -> None:
        start = chunk.tokens[0].start_pos or 0
        place = Span(self.source, start, start)
        self.out.add(syntax.TOO_MANY, place, "from here on the text is not read")

    def _stray(self, chunk: Chunk) -> None:
        if not self.after_mistake:
            place = span_of(chunk.tokens[0], self.source)
            self.out.add(syntax.NOTHING_TO_CLOSE, place, "this `}` closes nothing")
            self._count(1)

    def _count(self, mistakes: int) -> None:
        self.mistakes += mistakes
        self.after_mistake = mistakes > 0

    # -------------------------------------------------------------- one item

    def _parse_item(self, chunk: Chunk) -> None:
        found = Diagnostics()
        item = _ItemParser(self, chunk, found).parse()
        parts = self._parts(chunk) if found.has_errors else []
        if len(parts) > 1:
            self.parse(parts)
            return
        self.out.extend(found)
        self._count(len(found.all))
        self.after_loss = item is None or chunk.overclosed
        self.items.extend([] if item is None else [item])

    def _parts(self, chunk: Chunk) -> list[Chunk]:
        """The items in a chunk whose braces pair by chance, if its text is indented at all."""
        places = [place for place, one in enumerate(chunk.tokens) if one.type == "LBRACE"]
        if chunk.unclosed or not places or self._at_margin(chunk, places[0] + 1):
            return []
        return cut_at_margin(chunk, self.source)

    def _at_margin(self, chunk: Chunk, place: int) -> bool:
        return is_at_margin(chunk.tokens[place], self.source)


@define
class _ItemParser:
    file: _Parser
    chunk: Chunk
    found: Diagnostics
    bad_starts: int = 0

    def parse(self) -> Item | None:
        """The item, or None if it is lost."""
        if self.chunk.headless:
            self._report_headless()
            return None
        if self.chunk.unclosed:
            self._report_unclosed(self.chunk.unclosed)
        tree = self._machine().run()
        if self.chunk.overclosed and not self.found.has_errors:
            self._report_overclosed()
        return build_item(tree, self.file.source, self.found) if tree else None

    def _machine(self) -> Machine:
        return Machine(self.file.source, self.file.tables, self._tokens(), self._report)

    def _tokens(self) -> list[Token]:
        tokens = self.chunk.completed
        end = tokens[-1].end_pos
        return [*tokens, Token("$END", "", end, None, None, None, None, end)]

    def _report_headless(self) -> None:
        token = self.chunk.tokens[-1]
        end = token.end_pos or 0
        message = f"a `{{` is missing after {quoted(token)}"
        self.found.add(syntax.MISSING_BRACE, Span(self.file.source, end, end), message)

    def _report_overclosed(self) -> None:
        place = span_of(self.chunk.tokens[-1], self.file.source)
        message = "this `}` ends the declaration before its last lines"
        self.found.add(syntax.NOTHING_TO_CLOSE, place, message)

    def _report_unclosed(self, brace: Token) -> None:
        place = span_of(brace, self.file.source)
        last = span_of(self.chunk.tokens[-1], self.file.source)
        help = f"a `}}` is missing, at the latest after line {last.position[0]}"
        self.found.add(syntax.UNCLOSED_BRACE, place, "this `{` is never closed", help=help)

    def _report(self, situation: Situation) -> bool:
        """Report a mistake, unless it comes of another; False if there is no going on."""
        finding = explain(situation)
        if not self._is_known(situation):
            place = self._place(finding, situation)
            fix = None if finding.instead is None else Fix(place, finding.instead)
            self.found.add(finding.code, place, finding.message, help=finding.help, fix=fix)
        self.bad_starts += situation.place == situation.start
        hopeless = self.bad_starts > MOST_BAD_STARTS
        return not (finding.fatal or self.chunk.overclosed or hopeless)

    def _is_known(self, situation: Situation) -> bool:
        """Whether the mistake comes of one that is reported already."""
        unclosed, start = self.chunk.unclosed, situation.token.start_pos or 0
        if unclosed and start >= (unclosed.start_pos or 0):
            return True
        known = self.file.reported
        line_end = self.file.source.text.find("\n", start)
        first = bisect_left(known, situation.first.start_pos or 0)
        return first < len(known) and (line_end < 0 or known[first] <= line_end)

    def _place(self, finding: Finding, situation: Situation) -> Span:
        if finding.first is situation.token and situation.at_line_end:
            end = situation.before.end_pos or 0
            return Span(self.file.source, end, end)
        source = self.file.source
        return span_of(finding.first, source).to(span_of(finding.last, source))
