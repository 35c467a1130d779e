"""The raw syntax tree: what the parser's tables make of the tokens, before it becomes our nodes."""

from collections.abc import Iterator
from typing import TypeAlias

from lark import Token, Tree

Place: TypeAlias = tuple[int, int]
"""The first offset, and the one behind the last."""


class Syntax(Tree[Token]):
    """One production; its children are found by the names of terminals and productions.

    `place` is where it stands, `whole` with what was left out round it: parentheses.
    """

    place: Place | None = None
    whole: Place | None = None

    def token(self, kind: str) -> Token | None:
        """The first direct child that is a token of the kind."""
        return next(self.tokens(kind), None)

    def tokens(self, kind: str) -> Iterator[Token]:
        """All direct children that are tokens of the kind, in order."""
        return (child for child in self.children if isinstance(child, Token) and child.type == kind)

    def has(self, kind: str) -> bool:
        """Whether a token of the kind is a direct child."""
        return self.token(kind) is not None

    def part(self, name: str) -> "Syntax | None":
        """The first direct child made by the production."""
        return next(self.parts(name), None)

    def parts(self, *names: str) -> Iterator["Syntax"]:
        """All direct children made by one of the productions (without names: by any), in order."""
        return (
            child
            for child in self.children
            if isinstance(child, Syntax) and (not names or child.data in names)
        )
