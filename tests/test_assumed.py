"""Numbers that are marked as assumed: the patch in which they are filled in."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from cubedsl import pipeline
from cubedsl.cli import main
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import layout
from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Source
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.bots.simulate import Plan, simulate
from cubedsl.interpreter.setup import prepare
from library import SHIPPED, ruleset

OWN = """\
ruleset "Own"
players 2 to 3
piece die/dice in cup
piece chip/chips in cup
zone cup of player
symbol sun
resource coin/coins
event turn_over
attribute price of die
table worth of chip
die red x2 { faces sun, coin; price 2 assumed }
chip blue x3 { worth 1, 3, 4 assumed; copies x1: weight 2 assumed; copies x2: weight 1 }
attribute weight of chip
rule start = 3 assumed
on turn_over: gain 1 coin assumed
game {
  each player: gain coins equal to start
  each player { repeat 3 times: take_turn; signal turn_over }
  crown players with most coins
}
to take_turn {
  roll dice in cup
  gain coins equal to coins of (dice in cup) + 1 assumed
  gain coins equal to worth of blue at 2 + weight of (chips in cup) + price of red
}
"""

HOUSE = """\
ruleset "House" extends cubitos
change card "Bob" cost 9 assumed
change card "Up to 11" cost 2 assumed
change path fan_track { 1: pays 5 assumed }
change track "Nothing Goes Right" { legend { i  reward { gain 3 credits assumed } } }
"""


def written(target: str) -> str:
    result = CliRunner().invoke(main, ["assumed", target])
    assert result.exit_code == 0, result.output
    return result.stdout


def patched(text: str, folder: Path) -> Ruleset:
    path = folder / "printed.cube"
    path.write_text(text, "utf-8")
    found, out = pipeline.load(str(path))
    assert found is not None and out.all == (), [one.message for one in out.all]
    return found


def digest(found: Ruleset) -> str:
    players = found.players[1]
    setup = prepare(found, players=players)
    report = simulate(Plan(setup, line_up(found, players), games=2, seed=5))
    assert report.totals.stopped == 0
    return report.totals.digest


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.cube"
    path.write_text(OWN, "utf-8")
    return path


@pytest.mark.parametrize("name", SHIPPED)
def test_unedited_it_changes_nothing(name: str, tmp_path: Path) -> None:
    text = written(name)
    assert layout(Source("a.cube", text), Diagnostics()) == text
    found, base = patched(text, tmp_path), ruleset(name)
    assert digest(found) == digest(base)
    said, was = (Counter(one.text for one in one_of.assumed) for one_of in (found, base))
    assert said == was and sum(was.values()) > 20
    assert all(one.span.source.name.endswith("printed.cube") for one in found.assumed)


def test_what_cannot_be_changed_is_replaced_or_said(own: Path, tmp_path: Path) -> None:
    text = written(str(own))
    assert 'ruleset "Own, as printed" extends "own.cube"\n' in text
    assert "change die red price 2 assumed\n" in text
    assert "  worth 1, 3, 4 assumed\n  copies x1: weight 2 assumed\n  copies x2: weight 1\n" in text
    assert "replace rule start = 3 assumed\n" in text and "replace to take_turn {\n" in text
    assert "a rule without a name cannot be replaced: change it there\n" in text
    found = patched(text, tmp_path)
    base = pipeline.load(str(own))[0]
    assert base is not None and digest(found) == digest(base)
    assert len(found.assumed) == len(base.assumed) == 6


def test_a_house_rule_has_such_a_patch_too(tmp_path: Path) -> None:
    house = tmp_path / "house.cube"
    house.write_text(HOUSE, "utf-8")
    text = written(str(house))
    for line in (
        'change card "Bob" cost 9 assumed\n',
        'replace card "Up to 11" for green {\n',
        "  1:  pays 5 assumed\n",
        "    i  reward { gain 3 credits assumed }\n",
    ):
        assert line in text
    base = pipeline.load(str(house))[0]
    found = patched(text, tmp_path)
    assert base is not None and digest(found) == digest(base)
    assert len(found.assumed) == len(base.assumed)


def test_what_is_filled_in_holds(tmp_path: Path) -> None:
    text = written("cubitos")
    for before, after in (
        ('change card "Bob" cost 3 assumed', 'change card "Bob" cost 4'),
        ("1:  pays 1 assumed", "1:  pays 9"),
        ("cost <= 4 assumed", "cost <= 1"),
        ("run if this is power: gain 2 movement assumed", "run: gain 8 movement"),
    ):
        assert before in text
        text = text.replace(before, after)
    found, base = patched(text, tmp_path), ruleset("cubitos")
    assert len(found.assumed) == len(base.assumed) - 4
    cost = found.cards["Bob"].attributes["cost"]
    assert isinstance(cost, Literal) and cost.value == 4
    pays = found.paths["fan_track"].spaces[1].attributes["pays"]
    assert isinstance(pays, Literal) and pays.value == 9
    assert found.cards["Up to 11"].abilities[1].condition is None
    assert digest(found) != digest(base)


def test_each_says_of_what_it_is_one() -> None:
    found = {(one.what, one.text) for one in ruleset("cubitos").assumed}
    assert ('card "Bob"', "cost 3 assumed") in found
    assert ("path fan_track, stop 1", "pays 1 assumed") in found
    track = 'track "Nothing Goes Right", letter a'
    assert (track, "take 1 die in tray where cost <= 4 assumed") in found
