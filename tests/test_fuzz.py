"""Broken copies of shipped files end in diagnostics or success, never in an exception, and soon."""

from collections import Counter
from pathlib import Path

import pytest

from fuzz import Bench, mutant, targets

FEW = 300
MANY = 50_000
AT_A_TIME = 1_000


def test_mutants_are_the_same_each_time() -> None:
    files = targets()
    assert len(files) > 100
    made = [mutant(number, files) for number in range(40)]
    assert made == [mutant(number, files) for number in range(40)]
    assert len({one.data for one in made}) == 40 and len({one.file for one in made}) > 25


def test_mutants_end_well(tmp_path: Path) -> None:
    tally = Bench(tmp_path).run(range(FEW))
    assert not tally.failures, "\n".join(tally.failures)
    check_kinds(tally.outcomes, FEW)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MANY, AT_A_TIME))
def test_very_many_mutants_end_well(first: int, tmp_path: Path) -> None:
    tally = Bench(tmp_path).run(range(first, first + AT_A_TIME))
    assert not tally.failures, "\n".join(tally.failures)
    check_kinds(tally.outcomes, AT_A_TIME)


def check_kinds(outcomes: Counter[str], count: int) -> None:
    """Most mutants are wrong, some are not, and those are played."""
    played = outcomes["played on"] + outcomes["played to the end"] + outcomes["stopped"]
    assert sum(outcomes.values()) == count and outcomes["raised"] == 0
    assert outcomes["errors"] > count / 2 and played > count / 50
