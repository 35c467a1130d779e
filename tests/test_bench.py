"""`cubedsl bench`: what is measured, how it is told, and that the games are the same ones."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cubedsl import rulesets
from cubedsl.cli import benching, main
from cubedsl.interpreter.bots import bench, openspiel
from cubedsl.interpreter.bots.bench import Effort, Spread
from cubedsl.interpreter.bots.plan import Engine

QUICK = ("--repetitions", "2", "--seconds", "0.01")
CASES = benching._cases([])


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bench", *arguments])


def data(*arguments: str) -> dict[str, Any]:
    result = call(*arguments, *QUICK, "--format", "json")
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def test_a_spread() -> None:
    spread = Spread((4.0, 1.0, 2.0))
    assert (spread.median, spread.width) == (2.0, 1.5)
    assert Spread((0.0,)).width == 0


def test_what_is_measured_is_shipped() -> None:
    assert len(CASES) >= 7
    assert {one.openspiel for one in CASES} > {None}
    for case in CASES:
        made = benching._plan(case, 1)
        assert made.setup.players == case.players
        assert case.target in rulesets.names() or rulesets.file(case.target).is_file()


def test_enough_games_fill_the_time() -> None:
    played: list[int] = []

    def play(games: int) -> None:
        played.append(games)
        sum(range(games * 20_000))

    games = bench.enough(play, 0.05)
    assert played[:3] == [1, 2, 4] and games > played[-1]
    assert bench.enough(lambda _: sum(range(10_000_000)), 0.001) == 1


def test_both_engines_are_measured_on_the_same_games() -> None:
    (pig,) = data("pig", "--no-openspiel")["cases"]
    assert (pig["case"], pig["players"], pig["seats"]) == ("Pig", 2, ["random", "random"])
    assert pig["same_games"] is True and pig["openspiel"] is None
    fast, slow = pig["engines"]["fast"], pig["engines"]["reference"]
    assert pig["fast_by_reference"] == pytest.approx(
        fast["games_per_second"]["median"] / slow["games_per_second"]["median"]
    )
    assert fast["games"] > slow["games"] >= 1
    assert len(fast["games_per_second"]["values"]) == len(slow["clone_seconds"]["values"]) == 2
    for one in (fast, slow):
        speed, decisions = one["games_per_second"], one["decisions_per_second"]
        assert 0 < speed["low"] <= speed["median"] <= speed["high"]
        assert decisions["median"] == pytest.approx(speed["median"] * one["decisions_per_game"])
        assert one["first_game_seconds"]["low"] > 0.05
    assert slow["bare_games_per_second"] is None and slow["compile_seconds"] is None
    assert fast["bare_games_per_second"]["median"] > 0 and fast["compile_seconds"]["median"] > 0
    assert 0 < fast["clone_seconds"]["median"] < slow["clone_seconds"]["median"]


def test_the_games_are_those_of_the_seed() -> None:
    made = benching._plan(next(one for one in CASES if one.title == "Pig"), 5)
    digests = {bench.played(made, engine, 8).digest for engine in Engine}
    assert len(digests) == 1
    assert bench.played(made, Engine.FAST, 9).digest not in digests


def test_other_games_of_the_same_plan_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = benching._plan(next(one for one in CASES if one.title == "Pig"), 5)
    numbers = iter(range(1, 100))
    play = bench._play
    monkeypatch.setattr(bench, "_play", lambda plan, chosen, _: play(plan, chosen, next(numbers)))
    with pytest.raises(RuntimeError, match="came out differently"):
        bench.measure(made, Engine.FAST, Effort(2, 0.001))


def test_openspiel_beside_it() -> None:
    (yacht,) = data("yacht", "--engine", "fast", "--openspiel")["cases"]
    other = yacht["openspiel"]
    assert other["game"] == "yacht(players=2)" and 20 < other["decisions_per_game"] < 200
    speed, theirs = yacht["engines"]["fast"], other["games_per_second"]["median"]
    ratios = other["ratios"]["fast"]
    assert ratios["games"] == pytest.approx(speed["games_per_second"]["median"] / theirs)
    assert ratios["decisions"] == pytest.approx(
        speed["decisions_per_second"]["median"] / (theirs * other["decisions_per_game"])
    )
    assert yacht["same_games"] is None and yacht["fast_by_reference"] is None


def test_as_text() -> None:
    result = call("Pig", *QUICK, "--openspiel")
    assert result.exit_code == 0 and result.stderr == "Pig …\n"
    for word in ("games/s", "decisions/s", "first game", "clone", " fast ", " reference "):
        assert word in result.stdout
    last = result.stdout.splitlines()[-1]
    assert last.startswith("Pig: the engine is ") and "the same games; OpenSpiel plays " in last
    assert "; fast " in last and "; reference " in last


@pytest.mark.parametrize(
    ("seconds", "said"), [(2.0, "2.0 s"), (0.25, "250.0 ms"), (3e-5, "30.0 µs"), (4e-7, "400 ns")]
)
def test_times_have_units(seconds: float, said: str) -> None:
    assert benching._time(seconds) == said


def test_a_game_that_is_not_measured() -> None:
    result = call("chess")
    assert result.exit_code == 2 and "there is no `chess`: there are `" in result.stderr


def test_without_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "find_spec", lambda name: None)
    result = call("pig", "--openspiel")
    assert result.exit_code == 2
    assert "OpenSpiel is not installed: pip install 'cubedsl[compare]'" in result.stderr
    (pig,) = data("pig", "--engine", "fast")["cases"]
    assert pig["openspiel"] is None
