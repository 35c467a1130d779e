"""Source texts and places in them.

A `Span` is a half-open range of character offsets in one `Source`.  Lines and columns are
computed on demand and both start at 1; columns count characters, not bytes.
"""

import re
from bisect import bisect_right
from functools import cached_property

from attrs import define, field, frozen


@define(frozen=True, eq=False, slots=False)
class Source:
    """The text of one file, decoded, with every line end written as a line feed."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first character of every line."""
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Text of line `number` (from 1) without its line end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class Span:
    """A range of a source: `start` is the first offset, `end` the one behind the last."""

    source: Source = field(repr=lambda source: source.name)
    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    @property
    def position(self) -> tuple[int, int]:
        """Line and column (from 1) of the first character."""
        return self.source.position(self.start)

    @property
    def text(self) -> str:
        """The characters of the range."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.position
        return f"{self.source.name}:{line}:{column}"


NOWHERE = Span(Source("<built in>", ""), 0, 0)
