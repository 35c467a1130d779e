"""Which options a scenario means by what it says of them."""

from collections.abc import Sequence
from typing import Any

from attrs import define, frozen

from cubedsl.dsl.model.expressions import Expr, Literal
from cubedsl.dsl.model.scenes import Wanted
from cubedsl.dsl.model.statements import Choose
from cubedsl.interpreter import describe
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.evaluate import evaluate
from cubedsl.interpreter.scope import Scope
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import State
from cubedsl.interpreter.strategy import is_called


@define
class Item:
    """One thing that is to be chosen, and how often it still is."""

    wanted: Wanted
    left: int


def items(wanted: Sequence[Wanted]) -> list[Item]:
    """Return what is to be chosen."""
    return [Item(one, one.count) for one in wanted]


@frozen
class Reader:
    """Matches options with what is said of them; frames have `frame_size` slots."""

    state: State
    frame_size: int

    def fits(self, wanted: Wanted, option: Option, seat: int) -> bool:
        """Whether an option is what is wanted: by its name, or by what it is."""
        if wanted.text and self._is_called(wanted.text, option):
            return True
        frame: list[Any] = [None] * max(self.frame_size, 1)
        frame[0] = (option.thing,)
        return any(
            bool(evaluate(test.value, Scope(self.state, frame, seat)))
            for test in wanted.tests
            if test.noun == option.noun
        )

    def _is_called(self, text: str, option: Option) -> bool:
        if is_called(option, text):
            return True
        if option.way is not Way.ABILITY:
            return False
        face = self.state.face[option.thing]
        faces = self.state.setup.ruleset.faces
        return face >= 0 and text == f"{option.text} as {describe.face_name(faces[face])}"

    def find(
        self, decision: Decision, items: Sequence[Item], *, several: bool
    ) -> tuple[int, Item] | None:
        """Return the first option that is wanted, and by which item.

        If `several` things are being chosen, any item will do; else it must be the first.
        """
        for index, option in enumerate(decision.options):
            for item in items if several else items[:1]:
                if self.fits(item.wanted, option, decision.seat):
                    return index, item
        return None


def asking_for_several(setup: Setup) -> frozenset[str]:
    """Return the names of decisions that may ask for several things, one after the other."""
    choices = [one for one in setup.live if isinstance(one, Choose)]
    return frozenset(one.decision for one in choices if not _is_one(one.high))


def _is_one(number: Expr | None) -> bool:
    return isinstance(number, Literal) and number.value == 1
