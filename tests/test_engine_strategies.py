"""Which strategies are in a program: those that can sit at the table."""

import pytest

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import find
from cubedsl.interpreter.engine.lower.answers import FIRST_STRATEGY, OUTSIDE, RANDOM
from cubedsl.interpreter.engine.lower.whole import Lowered, lower
from cubedsl.interpreter.engine.machine import Machine, compile_setup
from cubedsl.interpreter.setup import prepare
from library import ROOT, ruleset

DICE = str(ROOT / "examples" / "farkle.cube")


def strategies(lowered: Lowered) -> set[str]:
    """The titles of the strategies in a program."""
    names = (one.name.partition(" ")[2] for one in lowered.program.functions)
    return {name.removeprefix("strategy ") for name in names if name.startswith("strategy ")}


def test_all_strategies_can_sit_at_the_table_unless_it_is_said_which() -> None:
    setup = prepare(ruleset(DICE), players=2)
    assert strategies(lower(setup)) == {"Bank 350", "Bank 1000"}
    assert strategies(lower(setup, ["Bank 350"])) == {"Bank 350"}
    assert strategies(lower(setup, ())) == set()


def test_a_strategy_brings_those_that_it_is_like() -> None:
    setup = prepare(ruleset(DICE), players=2)
    assert strategies(lower(setup, ["Bank 1000"])) == {"Bank 350", "Bank 1000"}


def test_what_is_not_in_the_program_cannot_sit() -> None:
    setup = prepare(ruleset(DICE), players=2)
    machine = Machine(compile_setup(setup, ["Bank 350"]))
    machine.seat([OUTSIDE, RANDOM], 1000)
    machine.seat([FIRST_STRATEGY] * 2, 1000)
    with pytest.raises(AssertionError):
        machine.seat([FIRST_STRATEGY + 1] * 2, 1000)


def test_a_plan_says_who_plays_and_what_searches_play_on_with() -> None:
    setup = prepare(ruleset(DICE), players=2)
    for words, played in (
        (("mcts:9:Bank 350", "random"), {"Bank 350"}),
        (("Bank 1000", "Bank 1000"), {"Bank 1000"}),
        (("mcts:9", "random"), {"Bank 350", "Bank 1000"}),
    ):
        bots = tuple(find(setup.ruleset, one) for one in words)
        assert Plan(setup, bots, 1).strategies == played
