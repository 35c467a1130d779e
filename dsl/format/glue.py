"""Where a space stands between two words or signs, and where none does.

Most of it can be seen from the two; the syntax tree knows the rest: whether `(` belongs to a
function, `/` to a noun, and whether `-` has one side or two.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import frozen
from lark import Token

from cubedsl.dsl.format.alike import walk
from cubedsl.dsl.tree import (
    By,
    Call,
    CopiesOver,
    File,
    KindDecl,
    LegendEntry,
    Negate,
    NounName,
    Stop,
)

NONE_BEFORE = frozenset({"COMMA", "COLON", "RPAR"})
# A `-` behind these stands between two numbers.
SIDES = frozenset({"NAME", "INT", "PERCENT", "STRING", "RPAR"})


@frozen
class Glue:
    """What the tree knows.

    `tight` holds the places, before or behind a sign, where no space is, and `wide` those where two
    are; `tables` the places where something begins that is set as a row of a table.
    """

    tight: frozenset[int]
    wide: frozenset[int]
    tables: frozenset[int]

    @classmethod
    def of(cls, file: File, tokens: Sequence[Token]) -> "Glue":
        """Return the glue of a file."""
        nodes = list(walk(file.items))
        tight = {*_nodes_tight(nodes), *_signs_tight(nodes, tokens)}
        tables = {one.span.start for one in nodes if isinstance(one, KindDecl | Stop)}
        wide = {one.key.span.end for one in nodes if isinstance(one, LegendEntry)}
        return cls(frozenset(tight), frozenset(wide), frozenset(tables))

    def between(self, before: Token, token: Token) -> str:
        """Return what stands between two tokens on one line."""
        if before.type == "LPAR" or token.type in NONE_BEFORE:
            return ""
        if before.end_pos in self.tight or token.start_pos in self.tight:
            return ""
        return "  " if before.end_pos in self.wide else " "


def _nodes_tight(nodes: Sequence[object]) -> Iterator[int]:
    """Yield where the name of a function ends, and where the two halves of a noun meet."""
    for node in nodes:
        match node:
            case Call():
                yield node.name.span.end
            case NounName(plural=plural) if plural:
                yield node.singular.span.end
                yield plural.span.start


def _signs_tight(nodes: Sequence[object], tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the ends of each `-` that makes a number negative."""
    negative = {one.span.start for one in nodes if isinstance(one, Negate)}
    copied = {one.attribute.span.end for one in nodes if isinstance(one, CopiesOver)}
    added = {one.span.start for one in nodes if isinstance(one, By)}
    for before, token in pairwise(tokens):
        in_line = before.type in SIDES and before.end_pos not in copied
        two_sides = in_line or before.start_pos in added
        if token.type == "MINUS" and (token.start_pos in negative or not two_sides):
            yield token.end_pos or 0
