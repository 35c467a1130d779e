"""What is measured when a course has come to its end: what a player has, and what was asked for."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from cubedsl.dsl.model.ruleset import Rule
from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.model.types import Things
from cubedsl.interpreter.odds.chain import Values, value_of
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import State


@frozen
class Measures:
    """The measured things: rules that were asked for, with what they are called; without any, what
    is held and remembered of the player, and how many pieces lie in each of the player's zones."""

    setup: Setup
    asked: Sequence[tuple[str, Rule]]

    @property
    def names(self) -> list[str]:
        """What the values are called, in their order."""
        if self.asked:
            return [name for name, _ in self.asked]
        ruleset = self.setup.ruleset
        remembered = [cell.plural or cell.name for cell in _cells(self.setup)]
        zones = [zone.name for zone in ruleset.zones if zone.owner is Owner.PLAYER]
        return [*remembered, *(f"pieces in {name}" for name in zones)]

    def values(self, state: State, seat: int) -> Values:
        """Return the values for a player."""
        if self.asked:
            return tuple(value_of(rule, state, seat) for _, rule in self.asked)
        return (*self._cells(state, seat), *self._zones(state, seat))

    def _cells(self, state: State, seat: int) -> list[Any]:
        return [state.cells[cell.index][seat] for cell in _cells(self.setup)]

    def _zones(self, state: State, seat: int) -> list[int]:
        zones = [zone for zone in self.setup.ruleset.zones if zone.owner is Owner.PLAYER]
        return [len(state.members[self.setup.spots.of(zone, seat)]) for zone in zones]


def _cells(setup: Setup) -> list[Cell]:
    """Return what every player has or remembers: resources first; things are not among it."""
    own = [
        cell
        for cell in setup.ruleset.cells
        if cell.owner is Owner.PLAYER and not isinstance(cell.type, Things)
    ]
    return sorted(own, key=lambda cell: not cell.is_resource)
