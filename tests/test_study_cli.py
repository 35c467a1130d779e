"""`compare` and `balance` on the command line: what is refused, JSON, exit status, interruption."""

import json
import os
import signal
import threading
from typing import Any

import pytest
from click.testing import CliRunner

from cubedsl.cli import main
from cubedsl.interpreter.study.arms import Field
from library import ROOT

STAGE = ROOT / "tests" / "stage"
SHELF, SWING, DUEL = (str(STAGE / f"{name}.cube") for name in ("shelf", "swing", "duel"))
ENDLESS = str(STAGE / "endless.cube")
STALL = str(STAGE / "stall.cube")


def output(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == status, result.output
    return result.output


def data(*words: str, status: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output(*words, "--format", "json", status=status))
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare", SHELF, SHELF, "--precision", "2"), "should be a share like 0.5%"),
        (("compare", SHELF, SHELF, "--precision", "x"), "should be a share like 0.5%"),
        (("compare", "Early", "Lat", "--in", SWING), "there is no strategy `Lat`"),
        (("compare", SHELF, SHELF, "--players", "9"), "is for 2 to 4 players"),
        (("balance", SHELF, "--lead", "point"), "did you mean `points`"),
        (("balance", DUEL, "--seat", "mcts:9"), "a search cannot be kept from a card"),
        (("balance", DUEL, "--price", "cost"), "there is no attribute `cost`: there are `price`"),
    ],
)
def test_wrong_calls(words: tuple[str, ...], said: str) -> None:
    assert said in output(*words, status=2)


def test_a_comparison_as_json() -> None:
    found = data("compare", "Early", "Late", "--in", SWING, "--games", "30")
    assert (found["about"], found["games"], found["identical"]) == ("strategies", 30, False)
    wins = found["figures"][0]
    assert (wins["name"], wins["a"], wins["b"], wins["certain"]) == ("wins", 1, 0, True)
    assert wins["difference"] == -1 and wins["games_needed"] > 0


def test_a_comparison_does_not_depend_on_who_plays_it() -> None:
    words = ("compare", SHELF, STALL, "--seat", "random", "--games", "40")
    fast, slow = data(*words, "--jobs", "2"), data(*words, "--engine", "reference", "--jobs", "1")
    assert (fast.pop("engine"), slow.pop("engine")) == ("fast", "reference")
    assert fast == slow


def test_a_balance_does_not_depend_on_who_plays_it() -> None:
    words = ("balance", SHELF, "--seat", "random", "--games", "24", "--lead", "points")
    fast, slow = data(*words, "--jobs", "2"), data(*words, "--engine", "reference", "--jobs", "2")
    assert (fast.pop("engine"), slow.pop("engine")) == ("fast", "reference")
    assert fast == slow
    assert {one["card"] for one in fast["cards"]} == {"Apple", "Bread", "Cake", "Dates"}


def test_identical_is_said() -> None:
    assert "identical: all 40 games went exactly alike" in output(
        "compare", SHELF, SHELF, "--games", "40"
    )
    assert "identical" not in output("compare", SHELF, SHELF, "--games", "40", "--unpaired")


def test_what_was_not_reached_is_a_limit() -> None:
    words = ("compare", STALL, STALL, "--unpaired", "--games", "60", "--precision", "1%")
    assert "not as certain as was wanted" in output(*words, status=3)


def test_a_balance_of_what_is_known() -> None:
    found = data("balance", DUEL, "--games", "600", "--price", "price")
    cards = {one["card"]: one for one in found["cards"]}
    sure, half = cards["Sure"], cards["Half"]
    assert half["effect"] is None and half["taken"]["value"] == 0
    assert sure["effect"]["low"] < 0.25 < sure["effect"]["high"]
    assert sure["price"] == 3 and sure["fair_price"]["low"] is None
    assert found["never_used"] == ["Sure, held: offer held"]
    text = output("balance", SWING, "--games", "40", "--lead", "points")
    assert "the strategy `Early` dominates" in text
    assert "lead: changes 2.00 times a game" in text


def test_options_of_a_balance() -> None:
    found = data("balance", SWING, "--games", "40")
    choices = {one["name"]: one for one in found["choices"]}
    assert (found["arms"], set(choices)) == (4, {"low", "high", "wait"})
    low = choices["low"]
    assert (low["decision"], low["offered"], low["taken"]["value"]) == ("way", 4, 0.125)
    assert (low["by_winners"], low["by_others"], low["effect"]["value"]) == (0.25, 0, 0.5)
    assert 0 <= low["taken"]["low"] < 0.125 < low["taken"]["high"]
    assert (low["verdict"], choices["wait"]["verdict"]) == ("needed", "harmful")
    assert "without each of 0 cards and 3 options" in output("balance", SWING, "--games", "40")
    endless = ("balance", ENDLESS, "--games", "4", "--max-steps", "1000")
    assert "games do not end without: way: off" in output(*endless)
    assert data(*endless)["endless_without"] == ["way: off"]


def test_things_that_are_chosen_by_name() -> None:
    words = ("balance", str(STAGE / "boxes.cube"), "--games", "400")
    found = data(*words)
    choices = {one["name"]: one for one in found["choices"]}
    assert (found["arms"], set(choices)) == (3, {"gold", "silver", "lead"})
    rates = {name: (one["offered"], one["taken"]["value"]) for name, one in choices.items()}
    assert rates == {"gold": (1, 1), "silver": (2, 0.5), "lead": (2, 0)}
    for name in ("gold", "silver"):
        effect = choices[name]["effect"]
        assert effect["low"] < 0.5 < effect["high"] and choices[name]["verdict"] == "needed"
    assert choices["lead"]["effect"] is None
    assert found["cards"] == [] and "never taken" not in output(*words)


def test_what_a_card_is_measured_by_is_not_measured_again() -> None:
    found = data("balance", DUEL, "--games", "64", "--seat", "random")
    sure = {one["name"]: one for one in found["choices"]}["Sure"]
    assert (sure["decision"], sure["effect"]) == ("found", None)
    assert 0.3 < sure["taken"]["value"] < 0.7 and found["arms"] == 3


@pytest.mark.parametrize("words", [("compare", SHELF, SHELF), ("balance", SHELF)])
def test_an_interruption_shows_what_is_finished(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    played, play = [], Field.play

    def interrupted(self: Field, arm: int, numbers: range) -> Any:
        played.append(numbers)
        if numbers.start >= 200:
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(5)
        return play(self, arm, numbers)

    monkeypatch.setattr(Field, "play", interrupted)
    text = output(*words, "--games", "5000", status=130)
    assert "interrupted; this is what was finished" in text
    assert "200 games" in text
    assert max(one.stop for one in played) <= 400
