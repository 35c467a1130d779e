"""Numbers that are searched: found where the answer is known, the same every time, a patch."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cubedsl import pipeline
from cubedsl.cli import main, tuned, tuning
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import layout
from cubedsl.dsl.source import Source
from cubedsl.dsl.tunable import Tunable, patch, tunable
from cubedsl.interpreter.bots.statistics import Histogram, Share
from cubedsl.interpreter.setup import prepare
from cubedsl.tuning import search
from cubedsl.tuning.field import Measured, Wanted, plans
from cubedsl.tuning.targets import Rounds, Seats, Strategies, TargetError, off, target
from cubedsl.tuning.trial import in_play
from library import ROOT, ruleset

HERE = ROOT / "tests" / "tuning"
HANDICAP, SURE, PIG = (
    HERE / "handicap.cube",
    HERE / "sure_thing.cube",
    ROOT / "examples" / "pig.cube",
)
QUICK = ("--games", "200", "--budget", "3000", "--within", "5")


def tune(*words: object) -> Result:
    return CliRunner().invoke(main, ["tune", *map(str, words)])


def found(*words: object) -> dict[str, Any]:
    result = tune(*words, "--format", "json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    data.pop("seconds")
    return data


def numbers(data: dict[str, Any]) -> dict[str, int]:
    return {one["number"]: one["now"] for each in data["sets"] for one in each["numbers"]}


# ------------------------------------------------------------------ what is found


@pytest.mark.parametrize(
    ("path", "aim", "number", "value"),
    [(HANDICAP, "seats", "rule late = 1", 3), (SURE, "strategies", "rule sure = 2", 5)],
)
def test_where_the_answer_is_known_it_is_found(
    path: Path, aim: str, number: str, value: int
) -> None:
    data = found(path, "--target", aim, *QUICK)
    assert numbers(data) == {number: value}
    (one,) = data["sets"]
    assert one["kept"] and one["after"]["points"] < 5 < 20 < one["before"]["points"]


def test_an_option_is_searched_if_it_is_named() -> None:
    words = ("--number", "option goal", "--within", 60, "--games", 100, "--budget", 1500)
    data = found(PIG, "--target", "rounds=14", *words)
    (one,) = data["sets"]
    assert abs(one["after"]["rounds"] - 14) < 1 < 4 < abs(one["before"]["rounds"] - 14)
    assert "change option goal = " in data["patch"] and "# was 100\n" in data["patch"]
    allowed = found(SURE, "--target", "rounds=1", "--number", "option days", *QUICK)
    assert 1 <= numbers(allowed)["option days = 1"] <= 5


def test_the_same_call_finds_the_same() -> None:
    words = (SURE, "--target", "strategies", *QUICK)
    assert found(*words) == found(*words) == found(*words, "--jobs", 2)
    assert found(*words, "--seed", 7) != found(*words)


@pytest.mark.parametrize(("confirmed", "now"), [((3.0, 2.0), 4), ((2.0, 3.0), 2), ((2.0, 2.0), 2)])
def test_what_is_no_better_with_other_dice_is_left(
    monkeypatch: pytest.MonkeyPatch, confirmed: tuple[float, float], now: int
) -> None:
    values = {2: 9.0, 4: 1.0}

    def points(self: search.Search, choice: tuple[int, ...]) -> float:
        self.results[choice] = values.get(choice[0], 20.0)
        return self.results[choice]

    monkeypatch.setattr(search.Search, "_points", points)
    offs = iter(confirmed[::-1])
    monkeypatch.setattr(search, "off", lambda targets, found: next(offs))
    monkeypatch.setattr(tuned, "off", lambda targets, found: 0.0)
    result = tune(SURE, "--target", "strategies", *QUICK)
    said = "that is no better: the numbers are left as they were" in result.stderr
    assert said == (now == 2) and (f"rule sure = {now} assumed" in result.stdout) == (now == 4)


# ------------------------------------------------------------------ the patch


def test_the_patch_checks_clean_and_says_what_was(tmp_path: Path) -> None:
    out = tmp_path / "fair.cube"
    result = tune(SURE, "--target", "strategies", *QUICK, "--out", out)
    assert result.exit_code == 0 and "Throws" in result.stdout
    text = out.read_text("utf-8")
    assert layout(Source("fair.cube", text), Diagnostics()) == text
    assert "replace rule sure = 5 assumed" in text and "# was 2\n" in text
    again, problems = pipeline.load(str(out))
    assert again is not None and problems.all == ()
    assert [one.text for one in again.assumed] == ["rule sure = 5 assumed"]
    # It can be tuned further, and put on top of more.
    assert numbers(found(out, "--target", "strategies", *QUICK)) == {"rule sure = 5": 5}


def test_only_what_changes_stands_in_a_patch() -> None:
    declarations, base, _ = pipeline.declared("cubitos")
    assert base is not None
    known = tunable(declarations, base.assumed)
    assert len({one.title for one in known}) == len(known) > 60
    chosen = {
        one: one.value + (one.title in ('card "Bob": cost 3', 'card "Rock On": cost 3'))
        for one in known
    }
    text = patch("Cubitos", "cubitos", declarations, chosen)
    assert 'change card "Bob" cost 4 assumed' in text and text.count("# was 3") == 2
    assert text.count("change") == 2 and "gain 2 movement" not in text
    nothing = patch("Cubitos", "cubitos", declarations, {one: one.value for one in known})
    assert nothing == 'ruleset "Cubitos, tuned" extends cubitos\n'


def test_every_number_can_be_changed(tmp_path: Path) -> None:
    declarations, base, _ = pipeline.declared("cubitos")
    assert base is not None
    known = tunable(declarations, base.assumed)
    path = tmp_path / "more.cube"
    more = {one: one.value + 1 for one in known}
    path.write_text(patch("Cubitos", "cubitos", declarations, more), "utf-8")
    changed, again, out = pipeline.declared(str(path))
    assert again is not None and not out.errors
    values = sorted(one.value for one in tunable(changed, again.assumed))
    assert values == sorted(one.value + 1 for one in known)


def test_a_number_beside_a_comment_says_above_what_it_was(tmp_path: Path) -> None:
    own = tmp_path / "own.cube"
    text = SURE.read_text("utf-8").replace(
        "gain points equal to sure\n", '{\n gain 1 point assumed # a "2"\n}\n'
    )
    own.write_text(text.replace("rest: {", "rest {"), "utf-8")
    declarations, base, out = pipeline.declared(str(own))
    assert base is not None, [one.message for one in out.all]
    one = next(each for each in tunable(declarations, base.assumed) if "gain" in each.title)
    made = patch("Own", "x", declarations, {one: 4})
    lines = [line.split() for line in made.splitlines()]
    place = lines.index(["#", "was", "1"])
    assert lines[place + 1] == ["gain", "4", "point", "assumed", "#", "a", '"2"']


# ------------------------------------------------------------------ which numbers


def test_what_is_not_in_play_is_left_out() -> None:
    declarations, base, _ = pipeline.declared("cubitos")
    assert base is not None
    known = tunable(declarations, base.assumed)
    own = [one.title for one in in_play(known, prepare(base, players=2, card_set="Race 2"))]
    assert 'card "Captain Bark": cost 4' in own and 'card "Bob": cost 3' not in own
    assert not any(title.startswith("track") for title in own)
    first = [one.title for one in in_play(known, prepare(base, players=2, card_set="Race 1"))]
    assert any(title.startswith("track") for title in first)


def test_bounds_keep_numbers_positive_and_options_allowed() -> None:
    declarations, base, _ = pipeline.declared(str(SURE))
    assert base is not None
    sure, days = tunable(declarations, base.assumed)
    task = search.Task(None, (), Wanted(1, 0), 1, within=9)  # type: ignore[arg-type]
    assert task.bounds(sure) == (1, 11) and task.bounds(days) == (1, 5)


def test_bounds_that_are_said_keep_what_is_outside_where_it_is() -> None:
    declarations, base, _ = pipeline.declared(str(SURE))
    assert base is not None
    sure, _ = tunable(declarations, base.assumed)  # it is 2
    about = (None, (), Wanted(1, 0), 1, 9)
    assert search.Task(*about, least=1, most=4).bounds(sure) == (1, 4)  # type: ignore[arg-type]
    assert search.Task(*about, least=3, most=9).bounds(sure) == (2, 9)  # type: ignore[arg-type]


def test_a_choice_that_is_wrong_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = pipeline.load

    def load(target: str, scenes: object = ()) -> Any:
        ruleset, out = real(target, scenes)
        text = Path(target).read_text("utf-8")
        return (None if "sure = 5" in text else ruleset), out

    monkeypatch.setattr(pipeline, "load", load)
    data = found(SURE, "--target", "strategies", *QUICK)
    assert numbers(data)["rule sure = 2"] != 5


# ------------------------------------------------------------------ interruption


def _stops_after(times: int) -> Callable[..., Any]:
    class Watched:
        left = times

        def __enter__(self) -> Callable[[float], None]:
            return self.watch

        def __exit__(self, *_: object) -> None:
            return None

        def watch(self, best: float) -> None:
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt

    return lambda tries: Watched()


def test_interrupted_it_keeps_the_best_and_goes_on_later(tmp_path: Path) -> None:
    words = (SURE, "--target", "strategies", *QUICK)
    whole, journal = found(*words), tmp_path / "journal.json"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tuning, "_progress", _stops_after(4))
        result = tune(*words, "--resume", journal, "--format", "json")
    assert result.exit_code == 130
    data = json.loads(result.stdout)
    assert data["interrupted"] and data["sets"][0]["tries"] == 4
    best, start = data["sets"][0]["searched"]["after"], data["sets"][0]["searched"]["before"]
    assert best <= start and "rule sure" in data["patch"]
    kept = json.loads(journal.read_text("utf-8"))["points"]
    assert 1 <= len(kept) <= 4
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tuning, "_progress", lambda tries: _counted(0))
        assert found(*words, "--resume", journal) == whole


def _counted(start: int) -> Any:
    return _stops_after(10**9)(start)


def test_a_journal_of_another_search_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal.json"
    words = ("--target", "strategies", *QUICK, "--budget", 200, "--resume", journal)
    assert tune(SURE, *words).exit_code == 0
    other = tune(SURE, *words, "--seed", 3)
    assert other.exit_code == 2 and "is of another search: seed differ" in other.output
    journal.write_text("[]", "utf-8")
    assert "is no journal of a search" in tune(SURE, *words).output


# ------------------------------------------------------------------ targets, calls


def test_how_far_games_are_from_a_target() -> None:
    halves = (Share(60, 100), Share(40, 100))
    measured = Measured({"A": Share(1, 4), "B": Share(3, 4)}, halves, Histogram(), 100, 5)
    measured.rounds.counts.update({10: 3, 14: 1})
    assert Rounds(22).off(measured) == 50 and Seats().off(measured) == pytest.approx(10)
    assert Strategies().off(measured) == 25
    assert off((Rounds(22), Strategies()), measured) == 50 + 25 + 5
    assert [target(one).words for one in ("rounds=14", "seats", "strategies")] == [
        *("rounds=14", "seats", "strategies")
    ]
    for wrong in ("rounds", "rounds=", "rounds=-1", "rounds=nan", "seats=2", "length"):
        with pytest.raises(TargetError):
            target(wrong)


def test_more_strategies_than_seats_meet_in_all_pairs() -> None:
    setup = prepare(ruleset("cubitos"), players=2)
    tables = plans(setup, Wanted(100, 5))
    assert [tuple(bot.title for bot in one.bots) for one in tables][:2] == [
        ("Careful racer", "Fan hunter"),
        ("Careful racer", "Sword fighter"),
    ]
    assert len(tables) == 6 and {one.games for one in tables} == {18}
    assert len({one.seed for one in tables}) == 6 and all(one.rotate for one in tables)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((SURE, "--target", "fun"), "there is no target `fun`"),
        ((PIG, "--target", "seats"), "option goal = 100"),
        ((SURE, "--target", "seats", "--number", "nothing"), "rule sure = 2"),
        ((SURE, "--target", "seats", "--seat", "Nobody"), "there is no strategy `Nobody`"),
        ((SURE, "--target", "seats", "--set", "Ours"), "no set `Ours`"),
        ((SURE,), "--target"),
        ((SURE, "--target", "seats", "--out", HERE / "no" / "a.cube"), "cannot be written"),
    ],
)
def test_a_wrong_call_is_told(words: tuple[object, ...], said: str) -> None:
    result = tune(*words)
    assert result.exit_code == 2 and said in result.output


def test_titles() -> None:
    declarations, base, _ = pipeline.declared(str(SURE))
    assert base is not None
    known: tuple[Tunable, ...] = tunable(declarations, base.assumed)
    assert [one.title for one in known] == ["rule sure = 2", "option days = 1"]
