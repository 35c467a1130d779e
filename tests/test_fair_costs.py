"""The shipped costs of the race game were searched: with them no card dominates any more."""

from functools import cache

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.bots.statistics import Share
from cubedsl.interpreter.setup import prepare
from cubedsl.tuning.field import Measured, Wanted, plans, play
from cubedsl.tuning.targets import Strategies
from library import ROOT

EXAMPLES = ROOT / "examples"
GUESSED = str(EXAMPLES / "guessed_costs.cube")
SHIPPED = "cubitos"
SWEARS, SHUNS = "Swears by ", "Shuns "
RACES = tuple(f"Race {number}" for number in range(1, 8))
SOME = (*RACES[:2], *(pytest.param(race, marks=pytest.mark.long) for race in RACES[2:]))


@cache
def loaded(target: str) -> Ruleset:
    found, out = pipeline.load(target, [EXAMPLES / "by_color.cube"])
    assert found is not None and out.all == ()
    return found


@cache
def played(target: str, race: str) -> Measured:
    """Return what came of games of who swears by a color and who shuns one, each against each."""
    found = loaded(target)
    seats = tuple(title for title in found.strategies if title.startswith((SWEARS, SHUNS)))
    assert len(seats) == 16
    wanted = Wanted(games=2400, seed=12345, seats=seats)
    setup = prepare(found, players=2, card_set=race)
    return play(plans(setup, wanted), 1, Interruption())


def shares(target: str, race: str, who: str) -> list[Share]:
    """Return the shares of victories of those who swear by a color, or of those who shun one."""
    found = played(target, race).strategies.items()
    return [share for title, share in found if title.startswith(who)]


@pytest.mark.parametrize("race", SOME)
def test_colors_are_nearer_to_one_another_than_with_the_costs_that_were_guessed(race: str) -> None:
    before, after = (Strategies().off(played(one, race)) for one in (GUESSED, SHIPPED))
    assert after < 0.8 * before


@pytest.mark.parametrize("race", SOME)
def test_no_card_dominates(race: str) -> None:
    """Who swears by a card may well win no more than 60 games in 100, who does without it 40."""
    assert all(share.interval[0] < 0.6 for share in shares(SHIPPED, race, SWEARS))
    assert all(share.interval[1] > 0.4 for share in shares(SHIPPED, race, SHUNS))


@pytest.mark.parametrize("race", SOME)
def test_the_strongest_card_was_stronger_with_the_costs_that_were_guessed(race: str) -> None:
    swears = [max(one.rate for one in shares(it, race, SWEARS)) for it in (GUESSED, SHIPPED)]
    shuns = [min(one.rate for one in shares(it, race, SHUNS)) for it in (GUESSED, SHIPPED)]
    assert swears[0] > swears[1] and shuns[0] < shuns[1]
