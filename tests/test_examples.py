"""What the examples and the games for tests say of themselves comes out."""

from pathlib import Path

import pytest

from cubedsl.interpreter.scenarios.scenario import run
from library import EXAMPLES, GAMES, ROOT, ruleset

CARDS = (
    *("bail_money", "copycat", "old_hand", "pickpocket", "rattlesnake"),
    *("slipstream", "underdog"),
)


HOBBY = tuple(ROOT / "tests" / "rulesets" / one for one in ("hobby.cube", "more_tiles.cube"))


@pytest.mark.parametrize("path", (*EXAMPLES, *GAMES, *HOBBY), ids=lambda path: path.stem)
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
