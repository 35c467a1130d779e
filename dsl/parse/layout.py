"""Which line ends count, and where the items of a file begin and end."""

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from attrs import Factory, define, evolve, frozen
from lark import Token

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse.lexing import MOST_MISTAKES, Scan, span_of
from cubedsl.dsl.parse.tables import Tables
from cubedsl.dsl.source import Source

# Behind these nothing can end, so that a line end says nothing.
OPEN_ENDED_KINDS = "LBRACE COMMA SEMICOLON COLON EQUALS PLUS MINUS TIMES SLASH AND OR _NL"
OPEN_ENDED = frozenset(OPEN_ENDED_KINDS.split())
# Before these the line before goes on.
GOES_ON = frozenset({"ELSE", "LBRACE", "RBRACE", "_NL", "$END"})
# No pair of parentheses reaches over these: they only stand between statements.
WALLS = frozenset(
    ["LBRACE", "RBRACE", "SET", "LET", "CHOOSE", "WHILE", "REPEAT", "MAY", "MUST", "LATER"]
)
END = Token("$END", "")
LONE = {
    "LPAR": (syntax.UNCLOSED_PARENTHESIS, "this `(` is never closed"),
    "RPAR": (syntax.NOTHING_TO_CLOSE, "this `)` closes nothing"),
}
ITEM_STARTS = frozenset({"NAME", "SET", "TO", "ON", "INSTEAD", "AFTER"})


@frozen
class Chunk:
    """The tokens of one item.

    `unclosed` is the `{` whose `}` is missing, `missing` how many are; a `stray` chunk is a `}`
    that closes nothing.  Of a `headless` one the `{` is missing, an `overclosed` one has a `}` too
    many at its end; in both cases the lines that follow were left out.
    """

    tokens: list[Token]
    unclosed: Token | None = None
    missing: int = 0
    stray: bool = False
    headless: bool = False
    overclosed: bool = False

    @property
    def completed(self) -> list[Token]:
        """The tokens, and the closing braces that are missing."""
        end = self.tokens[-1].end_pos
        closing = Token("RBRACE", "}", end, None, None, None, None, end)
        return self.tokens + [closing] * self.missing


# ------------------------------------------------------------------ line ends and parentheses


def lay_out(scanned: Scan, source: Source, tables: Tables, out: Diagnostics) -> list[Token]:
    """The tokens without idle line ends, and with parentheses in pairs only."""
    lone = _lone_parentheses(scanned.tokens)
    _report_lone(lone.values(), scanned.reported, source, out)
    paired = [token for token in scanned.tokens if id(token) not in lone]
    return list(_without_idle_line_ends(paired, source, tables.item_words))


def _lone_parentheses(tokens: Iterable[Token]) -> dict[int, Token]:
    """The parentheses without a partner."""
    lone: list[Token] = []
    opened: list[Token] = []
    for token in tokens:
        match token.type:
            case "LPAR":
                opened.append(token)
            case "RPAR":
                lone.extend([] if opened else [token])
                del opened[-1:]
            case kind if kind in WALLS:
                lone.extend(opened)
                opened.clear()
    return {id(token): token for token in (*lone, *opened)}


def _report_lone(
    lone: Iterable[Token], reported: list[int], source: Source, out: Diagnostics
) -> None:
    """Report one a line, and none where a line has another mistake: it may come of that."""
    lines = {source.position(start)[0] for start in reported}
    for token in islice(lone, max(0, MOST_MISTAKES - len(reported))):
        place = span_of(token, source)
        if place.position[0] not in lines:
            lines.add(place.position[0])
            reported.append(place.start)
            code, message = LONE[token.type]
            out.add(code, place, message)


def _without_idle_line_ends(
    tokens: list[Token], source: Source, item_words: frozenset[str]
) -> Iterator[Token]:
    before, parentheses, braces = "_NL", 0, 0
    for token, after in pairwise([*tokens, END]):
        kind = token.type
        parentheses += (kind == "LPAR") - (kind == "RPAR")
        braces += (kind == "LBRACE") - (kind == "RBRACE")
        if kind == "_NL":
            idle = parentheses or before in OPEN_ENDED or after.type in GOES_ON
            item = not braces and after in item_words and is_at_margin(after, source)
            if before == "_NL" or (idle and not item):
                continue
        yield token
        before = kind


# ------------------------------------------------------------------ items


def cut(tokens: list[Token], source: Source) -> list[Chunk]:
    """One chunk for every item.  If braces do not pair, lines at the left margin begin items."""
    chunks = _Cutter(source).cut(tokens)
    if chunks and chunks[-1].missing:
        chunks[-1:] = _Cutter(source, at_margin=True).cut(chunks[-1].tokens)
    return _mark_headless(chunks, source)


def cut_at_margin(chunk: Chunk, source: Source) -> list[Chunk]:
    """The items of a chunk, if lines at the left margin begin them."""
    return _mark_headless(_Cutter(source, at_margin=True).cut(chunk.tokens), source)


def is_at_margin(token: Token, source: Source) -> bool:
    """Whether a token stands in the first column."""
    start = token.start_pos or 0
    return start == 0 or source.text[start - 1] == "\n"


@define
class _Cutter:
    source: Source
    at_margin: bool = False
    chunks: list[Chunk] = Factory(list)
    current: list[Token] = Factory(list)
    depth: int = 0

    def cut(self, tokens: Iterable[Token]) -> list[Chunk]:
        for token in tokens:
            self._take(token)
        self._finish()
        return self.chunks

    def _take(self, token: Token) -> None:
        kind = token.type
        if self.depth == 0 and kind == "_NL":
            self._finish()
        elif self.depth == 0 and kind == "RBRACE":
            self._finish()
            self.chunks.append(Chunk([token], stray=True))
        else:
            if self._begins_item(token):
                self._finish()
            self.depth += (kind == "LBRACE") - (kind == "RBRACE")
            self.current.append(token)

    def _begins_item(self, token: Token) -> bool:
        return (
            self.at_margin
            and self.depth > 0
            and token.type in ITEM_STARTS
            and is_at_margin(token, self.source)
        )

    def _finish(self) -> None:
        if self.current:
            unclosed = _unclosed(self.current, self.source) if self.depth else None
            self.chunks.append(Chunk(self.current, unclosed, self.depth))
        self.current, self.depth = [], 0


def _unclosed(tokens: list[Token], source: Source) -> Token:
    """The `{` to blame.

    The `}` that seems to close it stands further left, an `else` comes before it is closed, or
    nothing closes it.
    """
    opened: list[Token] = []
    before = tokens[0]
    for token in tokens:
        if token.type == "RBRACE":
            opening = opened.pop()
            if _is_first(token, source) and _indent(token, source) < _indent(opening, source):
                return opening
        elif token.type == "ELSE" and before.type != "RBRACE" and opened:
            return opened[-1]
        opened.extend([token] if token.type == "LBRACE" else [])
        before = token
    return opened[-1]


def _indent(token: Token, source: Source) -> int:
    line = source.line(source.position(token.start_pos or 0)[0])
    return len(line) - len(line.lstrip())


def _is_first(token: Token, source: Source) -> bool:
    return source.position(token.start_pos or 0)[1] == _indent(token, source) + 1


def _mark_headless(chunks: list[Chunk], source: Source) -> list[Chunk]:
    """Where indented lines end with a stray `}`, the item before them is to blame."""
    marked: list[Chunk] = []
    for chunk in chunks:
        marked.append(chunk)
        if chunk.stray:
            head = _head(marked, source)
            if head is not None:
                marked[head:] = [_blame(marked[head])]
    return marked


def _blame(chunk: Chunk) -> Chunk:
    if chunk.headless or chunk.overclosed:
        return chunk
    braces = any(token.type == "LBRACE" for token in chunk.tokens)
    return evolve(chunk, overclosed=True) if braces else evolve(chunk, headless=True)


def _head(chunks: list[Chunk], source: Source) -> int | None:
    """The place of the last item at the margin, if indented ones stand between it and the end."""
    for place in range(len(chunks) - 2, -1, -1):
        chunk = chunks[place]
        if chunk.stray:
            return None
        if is_at_margin(chunk.tokens[0], source):
            return place if place < len(chunks) - 2 else None
    return None
