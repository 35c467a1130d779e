"""Loops that cannot end: nothing in the body can change the condition, and nobody wins there."""

from cubedsl.dsl.check.constant import Constants
from cubedsl.dsl.check.effects import END, Effects
from cubedsl.dsl.codes import play
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part
from cubedsl.dsl.model.ruleset import Ruleset


def check(ruleset: Ruleset, parts: tuple[Part, ...], out: Diagnostics) -> None:
    """Report loops that go on for ever once they have begun."""
    effects, constants = Effects(ruleset, parts), Constants(ruleset)
    for part in parts:
        for node in part.nodes:
            if isinstance(node, made.While):
                _check(node, effects, constants, out)


def _check(node: made.While, effects: Effects, constants: Constants, out: Diagnostics) -> None:
    if constants.truth(node.condition) is False:
        return
    looked_at = effects.looks_at(node.condition)
    changed = effects.changes(node.body)
    if looked_at & changed or END in changed:
        return
    out.add(
        play.ENDLESS_LOOP,
        node.condition.span,
        "once it has begun, this loop never ends: nothing in it can change this",
        help="change in the loop what the condition asks, or `crown` somebody",
    )
