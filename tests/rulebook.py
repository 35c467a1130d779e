"""What the tests of the shipped games have in common: scenarios and the headings that they cite."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.scenes import Scenario
from cubedsl.dsl.model.types import Flag, Word
from cubedsl.interpreter.scenarios.scenario import run

BESIDE = Path(__file__).parent / "rulesets"


@cache
def scenes(file: Path) -> tuple[Ruleset, tuple[Scenario, ...]]:
    """The scenarios of a file, with the ruleset that they are for."""
    (found,) = pipeline.scenes(file)
    assert found.ruleset is not None and not found.out.errors, found.out.errors
    return found.ruleset, found.scenarios


def failures(file: Path) -> dict[str, object]:
    """Return the scenarios of a file that do not come out, with the reason."""
    ruleset, scenarios = scenes(file)
    assert scenarios
    verdicts = [run(ruleset, one) for one in scenarios]
    return {one.scenario.title: one.failure for one in verdicts if one.failure is not None}


def headings(name: str) -> Iterator[tuple[str, bool]]:
    """The headings of a rulebook, and whether a shipped scenario must cite them."""
    for line in (BESIDE / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield line[2:], line.startswith("!")


def cited(files: Iterable[Path]) -> set[str]:
    """Return the headings that scenarios cite."""
    return {one.cites for file in files for one in scenes(file)[1]}


def values_without_scenario(ruleset: Ruleset, files: Iterable[Path]) -> set[tuple[str, object]]:
    """Return the values of options that no scenario is played with; numbers are left out."""
    shown = {each for file in files for one in scenes(file)[1] for each in one.settings.items()}
    values: set[tuple[str, object]] = set()
    for option in ruleset.options.values():
        match option.type:
            case Flag():
                values |= {(option.name, True), (option.name, False)}
            case Word(words):
                values |= {(option.name, word) for word in words}
    return values - shown
