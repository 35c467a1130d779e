"""A state that notes what changes it, and by which lines of the rules.

Only games that are asked about are played on it: on any other nothing of this is done.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeAlias

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl.model.statements import If
from cubedsl.dsl.model.things import Cell, Token
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.log import Heard, What
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.meaning.verbs import cell_name
from cubedsl.interpreter.state import State, Value
from cubedsl.interpreter.why.parts import Part, parts

Key: TypeAlias = tuple[str, int, int]
TOLD = frozenset(
    {
        What.SIGNALLED,
        What.ATTEMPTED,
        What.REPLACED,
        What.USED,
        What.DECLINED,
        What.ROLLED,
        What.CROWNED,
    }
)
"""What is told of a step besides the figures that change."""


@frozen
class Line:
    """A line of the rules that is being carried out, and the card whose ability it is, if any."""

    span: Span
    card: str | None


@frozen
class Reason:
    """A condition on the way to a line: whether it held, and its parts."""

    holds: bool
    parts: tuple[Part, ...]


@frozen(eq=False)
class Cause:
    """Why something happened: the lines, the innermost first, and the conditions around them."""

    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...]


@frozen(eq=False)
class Change:
    """A figure that changed with choice number `step` (0: before the first).

    `figure` is what it is called (`coins of Ann`), `key` what it is: a cell, zone or token with its
    owner.  `closed`: not everybody may know of it.
    """

    step: int
    figure: str
    key: Key
    before: str
    after: str
    cause: Cause
    closed: bool = False


@frozen(eq=False)
class Happening:
    """Something that happened: an event, an ability, a throw; `name` is what one asks for.

    `closed`: not everybody could see all of it.
    """

    step: int
    what: What
    name: str
    text: str
    cause: Cause
    closed: bool = False


@define(eq=False)
class Watched(State):
    """A state that is watched; with `closely`, the conditions on the way are noted, too."""

    is_watched: ClassVar[bool] = True
    choice: int = 0
    closely: bool = False
    changed: list[Change] = Factory(list)
    happened: list[Happening] = Factory(list)
    _branches: list[tuple[Scope, If, Reason]] = Factory(list)
    _moving: object = None
    _moved: dict[Key, int] = Factory(dict)

    # -------------------------------------------------------------- noting

    def branched(self, node: If, scope: Scope, *, holds: bool) -> None:
        """Note which way a condition led, and why."""
        if self.closely:
            found = tuple(parts(node.condition, scope))
            self._branches.append((scope, node, Reason(holds, found)))

    def remember(self, cell: Cell, owner: int, value: Value) -> None:
        """Give the cell of an owner a value."""
        before = self.cells[cell.index][owner]
        super().remember(cell, owner, value)
        self._cell_changed(cell, owner, before)

    def end_lifetimes(self, event: str, seat: int) -> None:
        """End what lives until an event."""
        ending = [cell for cell in self.setup.ruleset.cells if cell.until == event]
        before = [list(self.cells[cell.index]) for cell in ending]
        super().end_lifetimes(event, seat)
        for cell, values in zip(ending, before, strict=True):
            for owner, value in enumerate(values):
                self._cell_changed(cell, owner, value)

    def put(self, piece: int, spot: int, end: str = "") -> bool:
        """Lay a piece into a spot."""
        came_from = self.spot[piece]
        sizes = [len(self.members[one]) for one in (came_from, spot)]
        moved = super().put(piece, spot, end)
        if moved:
            for one, size in zip((came_from, spot), sizes, strict=True):
                self._spot_changed(one, size)
        return moved

    def step_token(self, token: Token, seat: int, space: int) -> None:
        """Put a player's token on a space."""
        before = self.tokens[token.index][seat]
        super().step_token(token, seat, space)
        if before != space:
            name = f"{token.name} of {self.setup.names[seat]}"
            texts = [self.setup.ground.name_of(one) for one in (before, space)]
            self._change(name, ("token", token.index, seat), *texts)

    def record(
        self,
        what: What,
        seat: int,
        things: tuple[str, ...] = (),
        detail: str = "",
        amount: int = 0,
        heard: Heard = (),
    ) -> None:
        """Add an entry to the log."""
        super().record(what, seat, things, detail, amount, heard)
        if what in TOLD:
            entry = (self._held[-1] if self._held else self.log)[-1]
            name = things[0] if things and what in (What.USED, What.DECLINED) else detail
            closed = bool(self._held or entry.heard)
            happening = Happening(self.choice, what, name, entry.text, self._cause(), closed)
            self.happened.append(happening)

    # -------------------------------------------------------------- what is noted

    def _cell_changed(self, cell: Cell, owner: int, before: Value) -> None:
        after = self.cells[cell.index][owner]
        if before != after or isinstance(before, bool) != isinstance(after, bool):
            texts = [describe.value_text(self, one, cell.type) for one in (before, after)]
            closed = bool(self._held) or isinstance(after, tuple) or cell in self.setup.of_pieces
            name = cell_name(self, cell, owner)
            self._change(name, ("cell", cell.index, owner), *texts, closed=closed)

    def _spot_changed(self, spot: int, size: int) -> None:
        """Note how many pieces lie there; what one statement moves is one change."""
        key, after = ("spot", spot, 0), str(len(self.members[spot]))
        now = self.scopes[-1].at if self.scopes else None, self.steps, len(self.log)
        if now != self._moving:
            self._moving, self._moved = now, {}
        if key in self._moved:
            place = self._moved[key]
            self.changed[place] = evolve(self.changed[place], after=after)
            return
        self._moved[key] = len(self.changed)
        self._change(f"pieces in {describe.spot_name(self, spot)}", key, str(size), after)

    def _change(
        self, figure: str, key: Key, before: str, after: str, *, closed: bool = False
    ) -> None:
        cause = self._cause()
        self.changed.append(Change(self.choice, figure, key, before, after, cause, closed))

    def _cause(self) -> Cause:
        reasons = [one for scope in reversed(self.scopes) for one in self._around(scope)]
        return Cause(tuple(_lines(self.scopes)), tuple(reasons))

    def _around(self, scope: Scope) -> Iterator[Reason]:
        """Yield the conditions around what a body carries out now, the innermost first."""
        seen: set[int] = set()
        for other, node, reason in reversed(self._branches):
            if other is scope and id(node) not in seen:
                seen.add(id(node))
                taken = node.then if reason.holds else node.otherwise
                if taken is not None and any(one is scope.at for one in walk(taken)):
                    yield reason


def _lines(scopes: Sequence[Scope]) -> Iterator[Line]:
    for scope in reversed(scopes):
        span = getattr(scope.at, "span", None)
        if isinstance(span, Span):
            yield Line(span, scope.card)
