"""Loops that cannot end: nothing in the body can change the condition, and nobody wins there."""

from cubedsl.dsl.check.constant import Constants
from cubedsl.dsl.check.effects import END, Effects
from cubedsl.dsl.codes import play
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import parts
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.walk import walk


def check(ruleset: Ruleset, out: Diagnostics) -> None:
    """Report loops that go on for ever once they have begun."""
    effects, constants = Effects(ruleset), Constants(ruleset)
    for part in parts(ruleset):
        for node in walk(part.body) if part.body is not None else ():
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
