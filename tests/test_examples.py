"""What the examples and the games for tests say of themselves comes out."""

from pathlib import Path

import pytest

from cubedsl.interpreter.scenarios.scenario import run
from library import BENCH, EXAMPLES, GAMES, ROOT, ruleset

CARDS = (
    *("bail_money", "copycat", "old_hand", "pickpocket", "rattlesnake"),
    *("slipstream", "underdog"),
)


HOBBY = tuple(
    ROOT / "tests" / "rulesets" / one
    for one in ("hobby.cube", "hobby_faces.cube", "more_tiles.cube")
)
CITING = tuple(sorted((ROOT / "examples" / "house_cards").glob("*.cube")))


@pytest.mark.parametrize("path", (*EXAMPLES, *GAMES, *BENCH, *HOBBY), ids=lambda path: path.stem)
def test_its_scenarios_come_out(path: Path) -> None:
    found = ruleset(str(path))
    verdicts = [run(found, one) for one in found.scenarios if one.span.source.name == str(path)]
    failed = {one.scenario.title: one.failure for one in verdicts if one.failure is not None}
    assert failed == {}


@pytest.mark.parametrize("name", CARDS)
def test_a_house_card_shows_what_it_does(name: str) -> None:
    path = ROOT / "examples" / "house_cards" / f"{name}.cube"
    found = ruleset(str(path))
    assert len([one for one in found.scenarios if one.span.source.name == str(path)]) >= 2


@pytest.mark.parametrize("path", CITING, ids=lambda path: path.stem)
def test_every_scenario_of_a_house_card_cites_the_card(path: Path) -> None:
    own = [one for one in ruleset(str(path)).scenarios if one.span.source.name == str(path)]
    assert own and all(one.cites for one in own)
