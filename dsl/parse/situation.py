"""Where parsing stopped, as the table of mistakes sees it."""

from attrs import frozen
from lark import Token


@frozen
class Situation:
    """A token that cannot stand where it does.

    `tokens` are those of the item, `start` is the place of the first one of the statement (or of
    the item), `depth` the number of open braces, `expected` what could stand here, and `starters`
    what the statement could have begun with.
    """

    tokens: list[Token]
    place: int
    start: int
    depth: int
    expected: frozenset[str]
    starters: frozenset[str]
    begins_line: bool = False
    too_deep: bool = False

    @property
    def token(self) -> Token:
        """The token that cannot stand here."""
        return self.tokens[self.place]

    @property
    def before(self) -> Token:
        """The token before it (itself, if there is none)."""
        return self.tokens[max(0, self.place - 1)]

    @property
    def after(self) -> Token:
        """The token behind it (itself, if there is none)."""
        return self.tokens[min(self.place + 1, len(self.tokens) - 1)]

    @property
    def first(self) -> Token:
        """The first token of the statement."""
        return self.tokens[self.start]

    @property
    def read(self) -> list[Token]:
        """What the statement has before the mistake."""
        return self.tokens[self.start : self.place]

    @property
    def at_line_end(self) -> bool:
        """Whether the line ends too early; the line end before a `}` is no token."""
        kind = self.token.type
        return kind in ("_NL", "$END") or (kind == "RBRACE" and self.begins_line)

    def wants(self, *kinds: str) -> bool:
        """Whether one of the kinds could stand here."""
        return not self.expected.isdisjoint(kinds)
