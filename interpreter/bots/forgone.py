"""What a player does without, so that it can be measured what it is worth."""

from collections.abc import Sequence

from attrs import frozen

from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.state import State
from cubedsl.interpreter.watch import Named, called


@frozen
class Forgone:
    """Pieces that are not chosen out of shared zones, and an option that is not chosen by name."""

    pieces: frozenset[int] = frozenset()
    option: Named | None = None

    def left(self, decision: Decision, state: State) -> Sequence[Option]:
        """Return the options but for what is forgone; all if nothing else would be left."""
        options: Sequence[Option] = decision.options
        if self.pieces:
            options = [one for one in options if not self._is_forgone(one, state)] or options
        if self.option is not None and self.option[0] == decision.name:
            options = [one for one in options if not self._is_barred(one, state)] or options
        return options

    def _is_forgone(self, option: Option, state: State) -> bool:
        is_piece = option.noun is not None and option.noun.sort is Sort.PIECE
        return (
            option.way is Way.THING
            and is_piece
            and option.thing in self.pieces
            and state.setup.spots.shared[state.spot[option.thing]]
        )

    def _is_barred(self, option: Option, state: State) -> bool:
        watch = state.setup.watch
        assert self.option is not None and watch is not None
        return option.way is not Way.NUMBER and called(option, watch.names) == self.option[1]


NOTHING = Forgone()
