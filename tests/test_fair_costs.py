"""The costs of the shipped race game that were searched: with them no color dominates any more."""

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.setup import prepare
from cubedsl.tuning.field import Wanted, plans, play
from cubedsl.tuning.targets import Strategies
from library import ROOT

EXAMPLES = ROOT / "examples"
RACES = tuple(f"Race {number}" for number in range(1, 8))


def loaded(target: str) -> Ruleset:
    found, out = pipeline.load(target, [EXAMPLES / "by_color.cube"])
    assert found is not None and out.all == ()
    return found


def points(found: Ruleset, race: str) -> float:
    """Return how far the strategies of the colors are from winning equally often."""
    setup = prepare(found, players=2, card_set=race)
    seats = tuple(title for title in found.strategies if title.startswith("Swears by"))
    assert len(seats) == 8
    wanted = Wanted(games=600, seed=12345, seats=seats)
    return Strategies().off(play(plans(setup, wanted), 1, Interruption()))


def is_nearer(race: str) -> bool:
    fair = str(EXAMPLES / "fair_costs.cube")
    before, after = (points(loaded(one), race) for one in ("cubitos", fair))
    return after < 0.75 * before


@pytest.mark.parametrize("race", RACES[:2])
def test_colors_are_nearer_to_one_another(race: str) -> None:
    assert is_nearer(race)


@pytest.mark.long
@pytest.mark.parametrize("race", RACES[2:])
def test_colors_are_nearer_to_one_another_in_the_other_races(race: str) -> None:
    assert is_nearer(race)
