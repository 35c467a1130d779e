"""Breaking a rule is noticed by its scenarios: a few mutants here, all of them by `make`."""

from functools import cache

import pytest

from cubedsl.dsl import tree
from mutants import vocabulary
from mutate_rules import (
    BESIDE,
    Broken,
    Fate,
    Suite,
    broken_rules,
    equivalent,
    fate,
    sample,
    suites,
)

SOME = 8


@cache
def running() -> tuple[Suite, ...]:
    return tuple(suites("cubitos", [BESIDE / "test_tracks.cube"]))


@cache
def everything() -> tuple[Broken, ...]:
    declarations = running()[0].program.declarations
    return tuple(broken_rules(declarations, vocabulary(declarations)))


def test_every_sort_of_mutant_occurs() -> None:
    said = " ".join(one.mutant.what for one in everything())
    for sort in (
        "becomes UpTo",
        "becomes AnyNumber",
        "ongoing",
        "using 1",
        "without `must",
        "may `",
    ):
        assert sort in said, sort
    for sort in ("most, least", "rounded up", "if not", "`or`", "without `", "becomes `discard`"):
        assert sort in said, sort
    assert len({one.name for one in everything()}) == len(everything()) > 900


def test_numbers_that_are_assumed_stay() -> None:
    names = {one.name for one in everything() if "Rollosaurus" in one.name}
    assert any("4 becomes 5" in name for name in names)
    assert not any("8 becomes" in name for name in names)


def test_equivalent_mutants_exist_and_have_a_reason() -> None:
    names = {one.name for one in everything()}
    assert {name for name in equivalent() if name not in names} == set()
    assert all(equivalent().values())


def test_a_broken_rule_is_noticed() -> None:
    known = equivalent()
    tried = [one for one in sample(list(everything()), SOME) if one.name not in known]
    missed = [str(one) for one in tried if fate(running(), one) is Fate.MISSED]
    assert len(tried) >= SOME // 2 and missed == []


def test_a_rule_that_is_not_broken_is_not_noticed() -> None:
    card = next(one for one in everything() if isinstance(one.whole, tree.GuideDecl))
    whole = Broken(card.whole, card.mutant.__class__(card.whole, card.mutant.span, "nothing"))
    assert fate(running(), whole) is Fate.MISSED


@pytest.mark.long
def test_nine_of_ten_broken_rules_are_noticed() -> None:
    known = equivalent()
    tried = [one for one in everything() if one.name not in known]
    fates = [fate(running(), one) for one in tried]
    noticed, missed = fates.count(Fate.NOTICED), fates.count(Fate.MISSED)
    assert noticed >= 0.9 * (noticed + missed)
