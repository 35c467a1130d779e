"""Both engines play the same games, and are equal at every decision: a small portion."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cubedsl.interpreter.bots.seats import RANDOM
from cubedsl.interpreter.engine.lower.world import Unsupported
from cubedsl.interpreter.engine.machine import compile_setup
from cubedsl.interpreter.setup import prepare
from equality import Pair, line_ups, named, setups, targets
from library import ROOT, text_ruleset
from strategies import programs

MOST_STEPS = 1_500
TARGETS = targets()
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


@pytest.mark.parametrize("target", TARGETS, ids=named)
def test_games_are_equal_at_every_decision(target: str) -> None:
    played = 0
    for number, (title, setup) in enumerate(setups(target, sets_only=True)):
        known = line_ups(setup.ruleset)
        pair = Pair(title, setup, MOST_STEPS)
        done = pair.play(number, known[number % len(known)])
        played += done.whole + done.stopped
    assert played == len(setups(target, sets_only=True))


def equal(text: str, players: int, number: int) -> None:
    pair = Pair(text, prepare(text_ruleset(text), players=players), MOST_STEPS)
    pair.play(number, (RANDOM,))


LEADERS = """ruleset "Leaders"
players 3 to 5
resource point/points
rule leading = no other player where points > points of you

game {
  repeat 12 times { each player: take_turn }
  crown players where leading
}

to take_turn {
  choose 1 player where leading as ahead
  as ahead: gain 1 point
  choose pace {
    slow: gain 1 point
    fast if not leading: gain 2 points
  }
}
"""


def test_who_leads_is_asked_of_each_player_by_itself() -> None:
    """A condition of players that asks for other players is worked out for each."""
    for players in (3, 4, 5):
        equal(LEADERS, players, players)


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=SLOW)
@given(programs(), st.integers(1, 3), st.integers(0, 999))
def test_programs_are_equal_at_every_decision(text: str, players: int, number: int) -> None:
    equal(text, players, number)


@pytest.mark.long
@settings(max_examples=5_000, deadline=None, suppress_health_check=SLOW)
@given(programs(), st.integers(1, 3), st.integers(0, 999))
def test_many_programs_are_equal_at_every_decision(text: str, players: int, number: int) -> None:
    equal(text, players, number)


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS, ids=named)
def test_the_engine_plays_every_setup_there_is(target: str) -> None:
    fall_back = []
    for title, setup in setups(target):
        try:
            compile_setup(setup)
        except Unsupported as unsupported:
            fall_back.append(f"{title}: {unsupported.what}")
    assert fall_back == []


@pytest.mark.parametrize("trouble", range(9))
def test_games_are_stopped_alike(trouble: int) -> None:
    found = text_ruleset((ROOT / "tests" / "stage" / "stops.cube").read_text("utf-8"))
    setup = prepare(found, players=2, options={"trouble": trouble})
    pair = Pair(f"trouble {trouble}", setup, 4_000 if trouble == 8 else 1_000_000)
    for number in range(2):
        done = pair.play(number, (RANDOM,))
        assert done.stopped == (trouble > 0)
