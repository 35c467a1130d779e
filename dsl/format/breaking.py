"""What of a statement stands on one line.

A statement is written as its author wrote it, if no line gets longer than `LIMIT`: with blocks on
one line, and with line ends where they mean nothing.  Otherwise its blocks are opened; if that is
not enough, the author's line ends are dropped, and it is broken where that hurts least.
"""

from collections.abc import Iterator
from itertools import accumulate

from attrs import define, field, frozen

from cubedsl.dsl.format.gaps import NEVER, Gap, columns, gaps, one_line, opens
from cubedsl.dsl.format.pieces import Block, Note, Statement

LIMIT = 100
STEP = 2


@frozen
class Row:
    """One line of a statement, and what follows before the next one: a block or comments.

    `inside` is how far these are indented, if they have lines of their own.
    """

    indent: int
    text: str
    inside: int = 0
    block: Block | None = None
    notes: tuple[Note, ...] = ()

    @property
    def width(self) -> int:
        """How long it is; of a drawing only the first line and the last one count."""
        begun, _, _ = self.text.partition("\n")
        _, drawn, last = self.text.rpartition("\n")
        return max(self.indent + columns(begun), columns(last) if drawn else 0)


def rows(statement: Statement, indent: int) -> tuple[Row, ...]:
    """Return the lines of a statement; those inside its blocks are left out."""
    written = _Layout(statement, indent)
    kept = written.kept()
    if written.fits(kept):
        return written.rows(kept)
    opened = _Layout(statement, indent, opened=True)
    # In a legend a new line end could make a sign for the map of a name.
    keeps = opened.fits(kept) or statement.first.kind == "KEY"
    return opened.rows(kept if keeps else frozenset(opened.filled()))


@define
class _Margin:
    """How far in the lines of a statement begin."""

    base: int

    def below(self, gap: Gap) -> int:
        """Begin a new line, and return how far it is indented."""
        self.base += STEP * gap.nested
        return self.base + STEP * gap.steps


@define
class _Layout:
    """A way to write a statement: with its one-line blocks `opened` or not."""

    statement: Statement
    indent: int
    opened: bool = False
    gaps: tuple[Gap, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.gaps = gaps(self.statement, self.opened)

    def kept(self) -> frozenset[int]:
        """Return the parts that began a line, where that is kept."""
        return frozenset(place for place, gap in enumerate(self.gaps) if gap.legal and gap.broken)

    def fits(self, breaks: frozenset[int]) -> bool:
        """Whether no line gets too long."""
        return all(row.width <= LIMIT for row in self._rows(breaks))

    def rows(self, breaks: frozenset[int]) -> tuple[Row, ...]:
        """Return the lines; some parts begin one."""
        return tuple(self._rows(breaks))

    def _rows(self, breaks: frozenset[int]) -> Iterator[Row]:
        text, here, margin = "", self.indent, _Margin(self.indent)
        for place, (part, gap) in enumerate(zip(self.statement.parts, self.gaps, strict=True)):
            if gap.notes or place in breaks:
                inside = margin.below(gap)
                yield Row(here, text, inside, notes=gap.notes)
                text, here = "", inside
            else:
                text += gap.glue
            if isinstance(part, Block) and opens(part, self.opened):
                yield Row(here, text + "{", margin.base + STEP, part)
                text, here = "}", margin.base
            else:
                text += one_line(part)
        yield Row(here, text)

    def filled(self) -> Iterator[int]:
        """Yield the parts that begin a line, if every line takes as much as it can."""
        parts = self.statement.parts
        lengths = [1 if opens(part, self.opened) else columns(one_line(part)) for part in parts]
        ends = list(accumulate(map(lambda gap, length: len(gap.glue) + length, self.gaps, lengths)))
        margin, shift = _Margin(self.indent), self.indent
        legal: list[int] = []
        for place, gap in enumerate(self.gaps):
            if gap.notes:
                legal, shift = [], margin.below(gap) - ends[place] + lengths[place]
            elif gap.rank[1] != NEVER:
                legal.append(place)
            while legal and shift + ends[place] > LIMIT:
                best = min(legal, key=lambda one: (self.gaps[one].rank, -one))
                yield best
                legal = [one for one in legal if one > best]
                shift = margin.below(self.gaps[best]) - ends[best] + lengths[best]
            if opens(parts[place], self.opened):
                legal, shift = [], margin.base + 1 - ends[place]
