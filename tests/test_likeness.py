"""How many groups of things that are alike can be made, compared with trying all ways."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.interpreter.meaning.likeness import Values, fits, most, number_of_groups

HOW = ("same", "different", "consecutive")
NUMBERS = st.lists(st.integers(1, 5).map(lambda one: frozenset({one})), max_size=7)
SEVERAL = st.lists(st.frozensets(st.integers(1, 4), min_size=1, max_size=2), max_size=6)


def are_alike(how: str, group: Sequence[Values]) -> bool:
    match how:
        case "same":
            return bool(frozenset.intersection(*group))
        case "different":
            return all(not one & other for one, other in combinations(group, 2))
    numbers = sorted(next(iter(one)) for one in group)
    return numbers == [numbers[0] + i for i in range(len(numbers))]


def all_ways(how: str, things: tuple[Values, ...], size: int) -> int:
    """How many groups there are at most: each first thing is left out, or begins a group."""
    if len(things) < size:
        return 0
    found = all_ways(how, things[1:], size)
    for others in combinations(range(1, len(things)), size - 1):
        group = [things[i] for i in (0, *others)]
        if are_alike(how, group):
            rest = tuple(one for i, one in enumerate(things) if i and i not in others)
            found = max(found, 1 + all_ways(how, rest, size))
    return found


@given(st.sampled_from(HOW), NUMBERS, st.integers(1, 4))
def test_groups_of_things_with_one_value(how: str, things: list[Values], size: int) -> None:
    assert number_of_groups(how, things, size) == all_ways(how, tuple(things), size)


@given(st.sampled_from(("same", "different")), SEVERAL, st.integers(1, 3))
def test_groups_of_things_with_two_values(how: str, things: list[Values], size: int) -> None:
    assert number_of_groups(how, things, size) == all_ways(how, tuple(things), size)


@given(st.sampled_from(("same", "different")), SEVERAL, SEVERAL, st.integers(1, 6))
def test_what_can_still_be_put_together(
    how: str, taken: list[Values], more: list[Values], goal: int
) -> None:
    ways = [
        len(taken) + size
        for size in range(len(more) + 1)
        for own in combinations(more, size)
        if not (group := [*taken, *own]) or are_alike(how, group)
    ]
    assert fits(how, taken, [(one, 1) for one in more], goal) == (max(ways, default=0) >= goal)


@pytest.mark.parametrize("how", HOW)
def test_of_nothing_there_is_nothing_to_put_together(how: str) -> None:
    assert most(how, []) == number_of_groups(how, [], 2) == 0
