"""Scenarios that hold, and scenarios that fail in the line and for the reason that they say."""

import re
from functools import cache
from pathlib import Path

import pytest

from cubedsl import pipeline
from cubedsl.dsl import render
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.scenes import Scenario
from cubedsl.interpreter.scenarios.scenario import run
from cubedsl.interpreter.scenarios.stage import LONGEST_LOG, Failure
from library import text_ruleset

STAGE = Path(__file__).parent / "stage"
EXPECTED = re.compile(r"# fails: (?P<why>.*)$")


@cache
def scenarios(name: str) -> dict[str, tuple[Ruleset, Scenario]]:
    """Return the scenarios of a file, with their ruleset, by title."""
    (part,) = pipeline.scenes(STAGE / name)
    assert part.ruleset is not None, render.text(part.out.all)
    return {one.title: (part.ruleset, one) for one in part.scenarios}


def titles(name: str) -> list[str]:
    return re.findall(r'^scenario "(.*?)"', (STAGE / name).read_text("utf-8"), re.MULTILINE)


def failure(name: str, title: str) -> Failure | None:
    return run(*scenarios(name)[title]).failure


def expected(scenario: Scenario) -> tuple[int, str]:
    """Return the line in which a scenario says that it fails, and why."""
    first = scenario.span.position[0]
    for number, line in enumerate(scenario.span.text.splitlines(), start=first):
        found = EXPECTED.search(line)
        if found:
            return number, found["why"]
    raise AssertionError(f"{scenario.title} does not say how it fails")


def test_the_files_are_read_as_a_whole() -> None:
    assert set(scenarios("hold.cube")) == set(titles("hold.cube"))
    assert set(scenarios("fail.cube")) == set(titles("fail.cube"))


@pytest.mark.parametrize("title", titles("hold.cube"))
def test_a_scenario_holds(title: str) -> None:
    assert failure("hold.cube", title) is None


@pytest.mark.parametrize("title", titles("fail.cube"))
def test_a_scenario_fails(title: str) -> None:
    line, why = expected(scenarios("fail.cube")[title][1])
    found = failure("fail.cube", title)
    assert found is not None
    assert why in found.reason
    assert found.span.position[0] == line


def test_a_failure_tells_what_is_open() -> None:
    found = failure("fail.cube", "Not offered")
    assert found is not None and found.open == "Ann: number_said (1, 2, 3)"
    found = failure("fail.cube", "The half of it that fails")
    assert found is not None and found.open == "Ann rolls red, 2 blue here: say what they show"
    found = failure("fail.cube", "A wrong number")
    assert found is not None and found.open == ""


def test_a_failure_tells_what_happened_since_the_line_before() -> None:
    found = failure("fail.cube", "A wrong number")
    assert found is not None
    assert found.log[0] == "Ann rolls red as sun" and len(found.log) == 3
    assert found.log[1] == "Ann moves red to kept of Ann"


def test_a_failure_tells_the_position() -> None:
    found = failure("fail.cube", "The first try is told")
    assert found is not None and found.position == ("kept of Ann: red as sun",)
    found = failure("fail.cube", "Either of it")
    assert found is not None and found.position == ("starter = Ben",)


def test_the_log_of_a_failure_is_not_endless() -> None:
    found = failure("fail.cube", "It goes on for ever")
    assert found is not None
    assert found.log[0] == "…" and len(found.log) == LONGEST_LOG + 1


def test_what_is_left_to_chance_is_the_same_every_time() -> None:
    ruleset, scenario = scenarios("hold.cube")["Others roll while somebody is to choose"]
    assert run(ruleset, scenario) == run(ruleset, scenario)


def test_a_position_is_told_as_it_is_given() -> None:
    text = """ruleset "Told"
players 2 to 2
piece die/dice in box
zone box shared
zone hand of player
symbol sun
die red x4 { faces sun x6; copies x3: price 2 }
attribute price of die
remember number worn of die
remember flag shy of die
mark lucky
game { crown players }
to look { roll dice in hand where not lucky }
scenario "Told" {
  seats Ann, Ben
  given Ann { hand: 2 lucky shy red price 2 worn 3 as sun }
  start look
  then no dice in hand of Ann
}
"""
    rules = text_ruleset(text)
    failure = run(rules, rules.scenarios[0]).failure
    assert failure is not None
    assert failure.position == ("hand of Ann: 2 lucky shy red price 2 worn 3 as sun",)


# ------------------------------------------------------------------ which ruleset


def test_a_file_for_several_rulesets() -> None:
    parts = {
        part.ruleset.name: [one.title for one in part.scenarios]
        for part in pipeline.scenes(STAGE / "several.cube")
        if part.ruleset is not None
    }
    assert parts == {"stage": ["For the stage", "Again for the stage"], "seats": ["For the seats"]}


def test_a_file_that_is_for_no_ruleset() -> None:
    (part,) = pipeline.scenes(STAGE / "unknown.cube")
    assert part.ruleset is None
    assert [one.message for one in part.out.all] == ["unknown ruleset `stag`"]


def beginnings(shipped: str) -> set[str]:
    """With what scenarios of a ruleset can begin."""
    ruleset, _ = pipeline.load(shipped)
    assert ruleset is not None
    alone = {name for name, one in ruleset.procedures.items() if not one.parameters}
    return {*ruleset.phases, *alone}


@pytest.mark.parametrize("shipped", pipeline.shipped())
def test_a_file_that_does_not_say_belongs_to_a_shipped_ruleset(
    shipped: str, tmp_path: Path
) -> None:
    own = beginnings(shipped)
    for other in set(pipeline.shipped()) - {shipped}:
        own -= beginnings(other)
    begin = min(own)
    file = tmp_path / "scenes.cube"
    file.write_text(f'scenario "x" {{\n  seats Ann, Ben\n  start {begin}\n}}\n', "utf-8")
    (part,) = pipeline.scenes(file)
    assert part.ruleset is not None and part.ruleset.name == shipped


def test_a_part_of_a_ruleset_has_no_scenarios() -> None:
    parts = [file for name in pipeline.shipped() for file in pipeline.folder(name).glob("flow*")]
    assert parts and [*pipeline.scenes(parts[0])] == []
