"""A text as statements: words, blocks of statements in braces, and the comments before each word.

What separates statements (`;`, line ends) is gone; everything else of a text is in its pieces.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import Factory, define, frozen
from lark import Token

from cubedsl.dsl.format.glue import Glue
from cubedsl.dsl.parse.layout import END
from cubedsl.dsl.tree import Comment, File

SEPARATORS = frozenset({"_NL", "SEMICOLON"})
TITLES = frozenset({"STRING", "COMMA"})


@frozen
class Note:
    """A comment; `own_line` if nothing stands before it, `blank` if a blank line does."""

    text: str
    own_line: bool
    blank: bool


@frozen
class Word:
    """A word or sign as it is written.

    `notes` stand between it and the word before; `glue` does so where both are on one line; it
    began a line if `broken`, and one behind a blank line if `blank`.
    """

    kind: str
    text: str
    start: int
    glue: str
    notes: tuple[Note, ...]
    broken: bool
    blank: bool


@frozen
class Body:
    """Statements, and what stands behind them: a `}` or the end of the text."""

    statements: tuple["Statement", ...]
    closing: Word


@frozen
class Block:
    """Statements in braces; `flat` if they stood on one line."""

    first: Word
    body: Body
    flat: bool


Part: TypeAlias = Word | Block


@frozen
class Statement:
    """A statement, a declaration, or the titles of a list."""

    parts: tuple[Part, ...]

    @property
    def first(self) -> Word:
        """Its first word."""
        return first(self.parts[0])

    @property
    def is_list(self) -> bool:
        """Whether it is nothing but titles."""
        return all(isinstance(part, Word) and part.kind in TITLES for part in self.parts)


def first(part: Part) -> Word:
    """Return the first word of a part."""
    return part if isinstance(part, Word) else part.first


# ------------------------------------------------------------------ reading


def read(file: File, tokens: Sequence[Token], glue: Glue) -> Body:
    """Return the statements of a file."""
    opened = [_Open()]
    for word in _words(file, tokens, glue):
        match word.kind:
            case kind if kind in SEPARATORS:
                opened[-1].separate()
            case "LBRACE":
                opened.append(_Open(word))
            case "RBRACE":
                block = opened.pop().block(word, file.source.text)
                opened[-1].parts.append(block)
            case "$END":
                return opened[-1].body(word)
            case _:
                opened[-1].parts.append(word)
    raise AssertionError("a text without an end")


@define
class _Open:
    """A block, or the file, of which the end is not yet read."""

    opening: Word | None = None
    statements: list[Statement] = Factory(list)
    parts: list[Part] = Factory(list)

    def separate(self) -> None:
        if self.parts:
            self.statements.append(Statement(tuple(self.parts)))
            self.parts = []

    def body(self, closing: Word) -> Body:
        self.separate()
        return Body(tuple(self.statements), closing)

    def block(self, closing: Word, text: str) -> Block:
        assert self.opening is not None
        body = self.body(closing)
        empty = not body.statements and not closing.notes
        return Block(
            self.opening, body, empty or "\n" not in text[self.opening.start : closing.start]
        )


def _words(file: File, tokens: Iterable[Token], glue: Glue) -> Iterator[Word]:
    comments = iter([*file.comments, None])
    comment = next(comments)
    text, end = file.source.text, 0
    before: Token | None = None
    for token in [*tokens, END]:
        start = len(text) if token is END else token.start_pos or 0
        if token.type in SEPARATORS:
            yield Word(token.type, "", start, "", (), False, False)
            continue
        notes, place = [], end
        while comment and comment.span.start < start:
            notes.append(_note(comment, text[place : comment.span.start]))
            place, comment = comment.span.end, next(comments)
        yield Word(
            token.type,
            text[start : token.end_pos] if token is not END else "",
            start,
            _glue(before, token, glue),
            tuple(notes),
            broken="\n" in text[end:start],
            blank=text.count("\n", place, start) > 1,
        )
        before, end = token, token.end_pos or 0


def _note(comment: Comment, gap: str) -> Note:
    return Note(comment.text.rstrip(), comment.own_line, gap.count("\n") > 1)


def _glue(before: Token | None, token: Token, glue: Glue) -> str:
    return glue.between(before, token) if before else ""
