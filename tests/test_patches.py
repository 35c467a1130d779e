"""House rules: what adds up, what lies on what, and what does not go together."""

from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from corpus import FOLDER
from cubedsl import pipeline, rulesets
from cubedsl.cli import main
from cubedsl.dsl.diagnostic import Diagnostic
from cubedsl.interpreter.scenarios.scenario import run

BASE = (FOLDER / "check" / "base.cube").read_text("utf-8")


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.cube").write_text(BASE, "utf-8")


def patch(name: str, text: str, *extends: str) -> None:
    names = ", ".join(f'"{one}.cube"' for one in extends or ("base",))
    Path(f"{name}.cube").write_text(f'ruleset "{name}" extends {names}\n{text}\n', "utf-8")


def problems(target: str) -> tuple[Diagnostic, ...]:
    return pipeline.load(target)[1].all


def holds(target: str, *expected: str, given: str = "") -> bool:
    """Whether something is so for the first player; `start` and more can be given before."""
    lines = "\n".join(f"then {one}" for one in expected)
    scenes = f'scenario "S" {{\nseats Ann, Ben\nwith ruleset "{target}"\n{given}\n{lines}\n}}\n'
    Path("scenes.cube").write_text(scenes, "utf-8")
    (part,) = pipeline.scenes(Path("scenes.cube"))
    assert part.ruleset is not None and not part.out.has_errors, part.out.all
    return all(run(part.ruleset, one).failure is None for one in part.scenarios)


# ------------------------------------------------------------------ adding up


def test_additions_add_up_in_every_order() -> None:
    patch("a", 'change rule strength by + 4\nchange page "Small one" cost 2\n')
    patch("b", "change rule strength by - 1\nchange resource gold = 10\n")
    patch("c", "replace rule strength = tries + 20\n")
    for names in permutations("abc"):
        patch("all", "", *names)
        assert not problems("all.cube")
        assert holds("all.cube", "strength of Ann = 23", "gold of Ann = 10")


def test_numbers_of_kinds_and_cards_add_up() -> None:
    patch("a", "change die small cost 3\nchange card king power by + 2")
    patch("b", "change card king power by - 1\nchange card king power by + 4")
    patch("all", "rule powers = power of (first king card in stack)", "a", "b")
    assert not problems("all.cube")
    assert holds("all.cube", "powers = 10")


def test_what_everybody_begins_with_comes_back_with_its_lifetime() -> None:
    twice = "change resource gems by + 1\n" * 2
    patch("a", f"change resource heat = 2\n{twice}phase evening {{ each player: set tries = 1 }}")
    given = "given Ann { heat = 7; gems = 5 }\nstart evening"
    assert holds("a.cube", "heat of Ben = 2", "gems of Ben = 2", "heat of Ann = 7", given=given)
    patch("b", "phase night { signal round_end }", "a")
    given = given.replace("evening", "night")
    assert holds("b.cube", "heat of Ann = 2", "gems of Ann = 5", given=given)


def test_another_number_of_copies_and_other_faces() -> None:
    patch("a", "change die small x7 { faces moon x6 }")
    found, _ = pipeline.load("a.cube")
    assert found is not None
    (small,) = [one for one in found.kinds if one.name == "small"]
    assert small.count == 7
    assert [found.faces[face].text for face in small.faces] == ["moon"] * 6


# ------------------------------------------------------------------ before and after


def test_several_patches_do_something_in_their_order() -> None:
    patch("a", "before crash: set gold = gold * 2\nafter crash: set gold = gold * 3")
    patch("b", "before crash: set gold = gold + 1\nafter crash: set gold = gold - 5")
    patch("ab", "", "a", "b")
    patch("ba", "", "b", "a")
    given = "given Ann { gold = 4 }\nstart crash"
    assert holds("ab.cube", "gold of Ann = 22", given=given)
    assert holds("ba.cube", "gold of Ann = 15", given=given)


def test_what_a_verb_was_given_is_known_before_and_after() -> None:
    patch("a", "before drop: gain gold equal to count(lost)\nto shed { drop 2 dice in cup }")
    given = "given Ann { cup: 2 small as star }\nstart shed"
    assert holds("a.cube", "gold of Ann = 2", given=given)


def test_names_of_two_patches_do_not_meet() -> None:
    patch("a", "after crash { let more = 1; gain more gold }".replace("more gold", "(more) gold"))
    patch("b", "after crash { let more = 2; gain (more) gold }", "a")
    assert not problems("b.cube")
    assert holds("b.cube", "gold of Ann = 3", given="start crash")


# ------------------------------------------------------------------ what lies on what


def test_whoever_replaces_something_drops_what_was_added_below() -> None:
    patch("a", 'change rule strength by + 100\nchange page "Small one" cost 4')
    patch("b", "replace rule strength = 1\nchange rule strength by + 1", "a")
    assert holds("b.cube", "strength = 2")


def test_a_number_given_above_counts_whatever_was_added_below() -> None:
    patch("a", "change resource gold by + 100")
    patch("b", "change resource gold = 1", "a")
    assert holds("b.cube", "gold of Ann = 1")


def test_scenarios_of_what_is_extended_are_its_own() -> None:
    patch("a", 'scenario "One" { seats Ann, Ben; then gold of Ann = 0 }')
    patch("b", 'change resource gold = 1\nscenario "One" { seats Ann, Ben; then gold of Ann = 1 }')
    patch("ab", 'scenario "One" { seats Ann, Ben; then gold of Ann = 1 }', "a", "b")
    assert not problems("ab.cube")
    (part,) = pipeline.scenes(Path("ab.cube"))
    assert part.ruleset is not None
    assert [run(part.ruleset, one).failure for one in part.scenarios] == [None]


# ------------------------------------------------------------------ conflicts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("replace rule strength = 1", "replace rule strength = 2"),
        ("remove mark lucky", "replace mark lucky"),
        ("change page \"Small one\" cost 1", "change page \"Small one\" cost 2"),
        ("change page \"Small one\" cost 1", "replace page \"Small one\" for small { }"),
        ("change option goal = 11", "change option goal = 12"),
        ("change die small x5", "change die small x6"),
        ("remove mark lucky", "replace mark lucky until crash"),
        ("rule luck = 1", "rule luck = 2"),
        ("change path ladder { 1: height 1 }", "change path ladder { 1: height 2 }"),
        ("change resource gold by + 1", "remove resource gold"),
        ("change card ace { copies x1: power 1 }", "change card ace { copies x2: power 1 }"),
        ('change set "First" with goal 3', 'change set "First" with goal 4'),
        ('change set "First" on "Meadow"', 'change set "First" on "Marsh"'),
    ],
)  # fmt: skip
def test_both_places_of_a_conflict_are_shown(first: str, second: str) -> None:
    Path("base.cube").write_text(f"{BASE}\nattribute height of space = 0\n", "utf-8")
    patch("a", first)
    patch("b", second)
    for names in (("a", "b"), ("b", "a")):
        patch("all", "", *names)
        found = [one for one in problems("all.cube") if one.code.id == "CB0226"]
        assert len(found) == 1
        places = [Path(one.span.source.name).stem for one in found[0].related]
        assert places == list(names)
        assert Path(found[0].primary.span.source.name).stem == "all"
    together = [one for one in problems("a.cube+b.cube") if one.code.id == "CB0226"]
    assert [Path(one.primary.span.source.name).stem for one in together] == ["b"]
    assert [Path(one.related[0].span.source.name).stem for one in together] == ["a"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("replace rule strength = 1", "replace rule strength =  1"),
        ("change page \"Small one\" cost 1", "change page \"Big one\" cost 2"),
        ("change path ladder { 1: height 1 }", "change path ladder { 2: height 2 }"),
        ("remove rule pretty", "remove rule pretty"),
        ("event storm\non storm: gain 1 gold\nto blow { signal storm }\nafter shake: blow",
         "event storm\nto blow { signal storm }"),
        ("replace to crash { gain 1 gold }", "after crash: gain 1 gold"),
    ],
)  # fmt: skip
def test_what_goes_together_is_no_conflict(first: str, second: str) -> None:
    Path("base.cube").write_text(f"{BASE}\nattribute height of space = 0\n", "utf-8")
    patch("a", first)
    patch("b", second)
    patch("all", "", "a", "b")
    assert not problems("all.cube")


def test_a_patch_above_settles_a_conflict() -> None:
    patch("a", "replace rule strength = 1")
    patch("b", "replace rule strength = 2")
    patch("all", "replace rule strength = 3", "a", "b")
    assert not problems("all.cube")
    assert holds("all.cube", "strength = 3")


def test_removing_settles_a_conflict_and_replacing_one_about_removing() -> None:
    patch("a", "replace rule pretty of die = star\nremove mark lucky")
    patch("b", "replace rule pretty of die = moon\nreplace mark lucky until crash")
    patch("all", "remove rule pretty\nreplace mark lucky", "a", "b")
    assert not problems("all.cube")


def test_what_one_removes_and_the_other_uses_names_both() -> None:
    patch("a", "remove mark lucky")
    patch("b", "after crash: mark dice in shelf as lucky")
    (found,) = problems("a.cube+b.cube")
    assert found.code.id == "CB0222"
    assert Path(found.primary.span.source.name).stem == "b"
    assert Path(found.related[0].span.source.name).stem == "a"


def test_a_mistake_is_told_where_it_is_first_made() -> None:
    patch("a", "remove zone shelf")
    patch("b", "change rule strength by + 1", "a")
    (found,) = problems("b.cube")
    assert Path(found.primary.span.source.name).stem == "a"
    patch("c", "rule wealth = golld", "b")
    assert {Path(one.primary.span.source.name).stem for one in problems("c.cube")} == {"a", "c"}


# ------------------------------------------------------------------ the command line


def call(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, [*words])
    assert result.exit_code == code, result.output
    return result.output


def test_every_command_takes_patches() -> None:
    patch("a", "change rule strength by + 1\noption late = no")
    patch("b", 'set "House" like "First" with goal 3')
    both = ("--with", "a.cube", "--with", "b.cube")
    assert "no problems" in call("check", "base.cube", *both)
    listed = call("list", "base.cube", *both)
    assert "late" in listed and "House" in listed
    assert "Base + a + b" in call("sim", "base.cube", *both, "--games", "2", "--set", "House")
    call("check", "base.cube", "--with", "nothing.cube", code=2)
    assert "CB0227" in call("check", "base.cube", "--with", rulesets.names()[0], code=1)
    Path("scenes.cube").write_text('scenario "S" for base { }', "utf-8")
    assert "CB0401" in call("check", "base.cube", "--with", "scenes.cube", code=1)


def test_scenarios_are_carried_out_with_patches_on_top() -> None:
    patch("a", 'scenario "Nothing" { seats Ann, Ben; then gold of Ann = 0 }')
    patch("b", 'change resource gold = 1\nscenario "One" { seats Ann, Ben; then gold of Ann = 1 }')
    assert "1 passed, 0 failed" in call("test", "a.cube")
    assert "1 passed, 1 failed" in call("test", "a.cube", "--with", "b.cube", code=1)
    assert "no ruleset and no file" in call("test", "a.cube", "--with", "c", code=2)


def test_a_game_with_patches_is_kept_and_replayed() -> None:
    patch("a", "change rule strength by + 1")
    words = ("--seat", "random", "--seed", "1", "--save", "kept.json", "--set", "First")
    call("play", "base.cube", "--with", "a.cube", *words)
    assert '"ruleset": "base.cube+a.cube"' in Path("kept.json").read_text("utf-8")
    call("replay", "kept.json", "--verify")
    patch("a", "change rule strength by + 2")
    assert "the rule `strength` differs" in call("replay", "kept.json", "--verify", code=1)


# ------------------------------------------------------------------ said again


def test_to_say_again_what_is_written_is_no_conflict() -> None:
    again = "change card king power 5\nreplace rule strength = gold + tries"
    patch("a", again)
    patch("b", "change card king power 9\nreplace rule strength = 1\nchange rule strength by + 1")
    patch("c", "change card king power 5\nreplace rule strength = gold + tries", "b")
    for names in (("a", "b"), ("b", "a")):
        patch("all", "rule kings = power of (first king card in stack)", *names)
        assert not problems("all.cube")
        assert holds("all.cube", "kings = 9", "strength = 2")
    patch("d", "rule kings = power of (first king card in stack)", "c")
    assert holds("d.cube", "kings = 5", "strength of Ann = 0")


def test_a_number_that_is_said_again_can_be_certain_now() -> None:
    text = BASE.replace("worth 2; power 5", "worth 2; power 5 assumed")
    Path("base.cube").write_text(text.replace("gold + tries", "gold + tries + 1 assumed"), "utf-8")
    patch("a", "change card king power 5\nreplace rule strength = gold + tries + 1")
    for target, count in {"base.cube": 2, "a.cube": 0}.items():
        found, _ = pipeline.load(target)
        assert found is not None and len(found.assumed) == count


# ------------------------------------------------------------------ what has no name


def test_what_is_done_at_a_moment_can_be_removed_and_replaced() -> None:
    more = "to stir { signal shaken }\nafter stir: gain 4 gold"
    patch("a", f"on shaken: gain 1 gold\non shaken: gain 2 gold\n{more}")
    patch("b", "on shaken: gain 16 gold\nremove after stir", "a")
    patch("c", "remove on shaken", "a")
    patch("d", "replace on shaken: gain 8 gold\nafter stir: gain 32 gold", "a")
    patch("bc", "", "b", "c")
    patch("bd", "", "b", "d")
    given = "start stir"
    for name, gold in {"a": 7, "b": 19, "c": 4, "bc": 16}.items():
        assert holds(f"{name}.cube", f"gold of Ann = {gold}", given=given)
    assert holds("bd.cube", "gold of Ann = 56", given=given)


@pytest.mark.parametrize("second", ["replace on shaken: gain 2 gold", "remove on shaken"])
def test_two_patches_can_be_against_each_other_about_a_moment(second: str) -> None:
    patch("top", "on shaken: gain 1 gold")
    patch("a", "replace on shaken: gain 3 gold", "top")
    patch("b", second, "top")
    patch("all", "", "b", "a")
    assert [one.code.id for one in problems("all.cube")] == ["CB0226"]
    patch("all", "replace on shaken: gain 4 gold", "b", "a")
    assert not problems("all.cube")


def test_what_is_remembered_begins_otherwise() -> None:
    patch("a", "change remember tries = 2\nchange remember mood = angry")
    patch("b", "change remember tries by + 3", "a")
    assert holds("b.cube", "tries of Ann = 5", "mood of Ann is angry")
