"""Every race of Cubitos comes to its end; `measure_races.py` has the games and the table."""

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from measure_races import GAMES, SEATS, race, races, table, unused, used_by_chance

TITLES = (
    *(f"Race {number}" for number in range(1, 8)),
    *("Combotastic", "Such Much Fans", "Grand Finale"),
)


@pytest.fixture(scope="module")
def cubitos() -> Ruleset:
    ruleset, _ = pipeline.load("cubitos")
    assert ruleset is not None
    return ruleset


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("title", TITLES)
def test_a_race_is_run(cubitos: Ruleset, title: str, players: int) -> None:
    found = race(cubitos, title, players, games=1)
    assert 6 <= found.rounds[0] <= 60


def test_the_table_has_a_row_for_a_race(cubitos: Ruleset) -> None:
    found = [race(cubitos, "Race 1", players, games=1) for players in SEATS]
    row = table(found).split("\n")[-1]
    assert row.startswith("| Race 1 | Nothing Goes Right | ") and row.count("–") == len(SEATS)
    assert ("Race 7", "Schmutz") in unused(cubitos, found)


@pytest.mark.long
def test_all_races_are_run_many_times_and_every_card_is_used(cubitos: Ruleset) -> None:
    found = list(races(cubitos, GAMES))
    assert {one.title for one in found} == set(TITLES)
    assert all(len(one.rounds) == GAMES for one in found)
    rest = unused(cubitos, found)
    assert len(rest) <= 4
    assert all(card in used_by_chance(cubitos, title) for title, card in rest)


@pytest.mark.long
@pytest.mark.parametrize("title", ["Race 2", "Race 6"])
def test_chance_buys_dice_that_strategies_leave(cubitos: Ruleset, title: str) -> None:
    assert used_by_chance(cubitos, title) == set(cubitos.sets[title].cards)
