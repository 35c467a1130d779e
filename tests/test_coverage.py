"""How often the parts of the rules are carried out in games."""

import json
from collections import Counter

import pytest
from click.testing import CliRunner

from cubedsl.cli import main
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.bots.simulate import Plan, simulate
from cubedsl.interpreter.setup import Setup, covering, prepare
from library import ROOT, ruleset, text_ruleset

PIG = str(ROOT / "examples" / "pig.cube")
SMALL = """\
ruleset "Small"
players 2 to 2
piece die/dice in cup
zone cup of player
symbol sun
resource coin/coins
event noon
timing now of dice in cup
sheet card/cards for die
die red x1 { faces sun }
card "In play" for red {
  now { gain 1 coin; if coins > 9: gain 1 coin; must gain 1 coin }
  now on noon: gain 1 coin
}
card "Left out" for red { now: gain 2 coins }
set "Only" { "In play" }
on noon if coins > 5: gain 1 coin
game {
  each player { roll dice in cup; offer now; settle now; repeat 3 times: rest }
  crown players with most coins
}
to rest { gain 1 coin }
"""


def small() -> Setup:
    return covering(prepare(text_ruleset(SMALL), players=2))


def played(setup: Setup, games: int, *, jobs: int = 1) -> Counter[tuple[str, int]]:
    """How often each place was reached, by what it is part of and its line."""
    assert setup.coverage is not None
    plan = Plan(setup, line_up(setup.ruleset, setup.players, ["random"]), games, seed=4)
    totals = simulate(plan, jobs=jobs).totals
    found: Counter[tuple[str, int]] = Counter()
    for number, place in enumerate(setup.coverage.places):
        found[place.what, place.span.position[0]] += totals.covered[number]
    return found


def test_what_is_counted() -> None:
    found = played(small(), 10)
    assert found["rest", 22] == 10 * 2 * 3
    # Its body and the `must` in it; whoever does not use the ability is held to its `must`.
    used = found["In play, now: offer now", 12]
    assert 0 < used < 40 and used / 2 + found["In play, now: offer now, not used", 12] == 20
    assert found["In play, now: on noon", 13] == found["on noon", 17] == 0
    assert not any("Left out" in what for what, _ in found)


def test_a_block_inside_an_ability_is_counted_apart() -> None:
    coverage = small().coverage
    assert coverage is not None
    own = [one for one in coverage.places if one.what == "In play, now: offer now"]
    assert [one.ability for one in own] == [True, False, False]


def test_several_processes_count_the_same() -> None:
    setup = covering(prepare(ruleset(PIG), players=2))
    assert played(setup, 6) == played(setup, 6, jobs=2)


def test_games_are_the_same_and_nothing_is_counted_unless_asked_for() -> None:
    plain = prepare(ruleset(PIG), players=2)
    bots = line_up(plain.ruleset, 2, ["random"])
    without, counted = (
        simulate(Plan(setup, bots, 5, seed=4)).totals for setup in (plain, covering(plain))
    )
    assert without.digest == counted.digest
    assert not without.covered and counted.covered


def test_the_command() -> None:
    arguments = ["sim", "cubitos", "--games", "1", "--players", "2", "--coverage"]
    text = CliRunner().invoke(main, arguments).stdout
    assert "parts of the rules were reached\n" in text and "\nNever reached\n" in text
    assert "  Smelly Cat, run: offer run\n" in text
    found = json.loads(CliRunner().invoke(main, [*arguments, "--format", "json"]).stdout)
    assert set(found["coverage"][0]) == {"what", "ability", "times", "file", "line", "column"}
    assert sum(one["times"] for one in found["coverage"]) > 100
    plain = CliRunner().invoke(main, [*arguments[:-1], "--format", "json"]).stdout
    assert "coverage" not in json.loads(plain)


def test_every_card_is_in_a_set() -> None:
    cubitos = ruleset("cubitos")
    assert {card for one in cubitos.sets.values() for card in one.cards} == set(cubitos.cards)


@pytest.mark.long
@pytest.mark.parametrize("title", ruleset("cubitos").sets)
def test_every_ability_of_every_card_fires(title: str) -> None:
    """Measured: eight games of four are enough in each set."""
    setup = covering(prepare(ruleset("cubitos"), players=4, card_set=title))
    bots = line_up(setup.ruleset, 4, ["Uses everything"])
    totals = simulate(Plan(setup, bots, games=8, seed=3)).totals
    assert totals.stopped == 0 and setup.coverage is not None
    assert [
        place.what
        for number, place in enumerate(setup.coverage.places)
        if place.ability and not totals.covered[number]
    ] == []
