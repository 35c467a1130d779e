"""How several things are alike: the values they have in common, and what can be put together.

A thing has a set of values (nearly always one: its face, its color; none, if it shows no face).
"Same": one value is in all sets.  "Different": no value is in two sets.  "Consecutive": numbers in
a row, each once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Things
from cubedsl.interpreter.meaning.scope import Scope, evaluate, means

Values: TypeAlias = frozenset[Any]
Bag: TypeAlias = tuple[tuple[Values, int], ...]


def values_of(likeness: core.Likeness, thing: int, scope: Scope) -> Values:
    """Return the values of a thing: of a set its members, else the one there is."""
    scope.frame[likeness.slot] = (thing,)
    value = evaluate(likeness.value, scope)
    return frozenset(value if isinstance(likeness.value.type, Things) else (value,))


# ------------------------------------------------------------------ one group


def fits(how: str, taken: Sequence[Values], more: Sequence[tuple[Values, int]], goal: int) -> bool:
    """Return whether `taken` are alike and can be made `goal` things with some of `more`.

    `more` are sets of values, each with the number of things that have it.
    """
    return MOST[how](taken, more, goal) >= goal


def most(how: str, more: Sequence[tuple[Values, int]]) -> int:
    """Return how many things at most can be put together."""
    return MOST[how]((), more, sum(count for _, count in more))


def _most_same(taken: Sequence[Values], more: Sequence[tuple[Values, int]], goal: int) -> int:
    all_values = frozenset[Any]().union(*taken, *(values for values, _ in more))
    shared = all_values.intersection(*taken)
    counts = (sum(count for values, count in more if value in values) for value in shared)
    return max(counts, default=-len(taken)) + len(taken) if shared else 0


def _most_different(taken: Sequence[Values], more: Sequence[tuple[Values, int]], goal: int) -> int:
    used = frozenset[Any]().union(*taken)
    if len(used) < sum(map(len, taken)):
        return 0
    left = {values for values, count in more if values and count and not values & used}
    # Whoever has one value stands for it better than whoever has others, too.
    single = frozenset[Any]().union(*(values for values in left if len(values) == 1))
    found: dict[Values, int] = {single: len(single)}
    for values in left:
        for own, count in [*found.items()]:
            if not values & own:
                found[own | values] = max(count + 1, found.get(own | values, 0))
    return len(taken) + max(found.values())


def _most_consecutive(
    taken: Sequence[Values], more: Sequence[tuple[Values, int]], goal: int
) -> int:
    numbers = [number for values in taken for number in values]
    known = {*numbers}.union(*(values for values, count in more if count))
    if len({*numbers}) < len(numbers) or (numbers and max(numbers) - min(numbers) >= goal):
        return 0
    runs = [run for run in _runs(known) if run.issuperset(numbers)]
    return max(map(len, runs), default=0)


def _runs(numbers: set[int]) -> list[set[int]]:
    runs: list[set[int]] = []
    for number in sorted(numbers):
        if runs and number - 1 in runs[-1]:
            runs[-1].add(number)
        else:
            runs.append({number})
    return runs


Most: TypeAlias = Callable[[Sequence[Values], Sequence[tuple[Values, int]], int], int]
MOST: dict[str, Most] = {
    "same": _most_same,
    "different": _most_different,
    "consecutive": _most_consecutive,
}


# ------------------------------------------------------------------ many groups


@means(core.Groups)
def groups(node: core.Groups, scope: Scope) -> int:
    """How many groups there are at most."""
    things, size = evaluate(node.things, scope), evaluate(node.size, scope)
    if size <= 0:
        return 0
    if node.likeness is None:
        return int(len(things) // size)
    all_values = (values_of(node.likeness, thing, scope) for thing in things)
    return number_of_groups(node.likeness.how, [one for one in all_values if one], size)


def number_of_groups(how: str, things: Iterable[Values], size: int) -> int:
    """Return how many groups of a size can be made, each thing in one at most."""
    bag = Counter(things)
    if all(len(values) == 1 for values in bag):
        return COUNT[how]({next(iter(values)): count for values, count in bag.items()}, size)
    return _search(how, size)(tuple(sorted(bag.items(), key=lambda one: sorted(one[0]))))


def _count_same(bag: dict[Any, int], size: int) -> int:
    return sum(count // size for count in bag.values())


def _count_different(bag: dict[Any, int], size: int) -> int:
    """n groups can be made if there are n * size things, no value counted more than n times."""
    found = 0
    while sum(min(count, found + 1) for count in bag.values()) >= (found + 1) * size:
        found += 1
    return found


def _count_consecutive(bag: dict[int, int], size: int) -> int:
    """From the lowest number on, every row that can begin there does."""
    left = Counter(bag)
    found = 0
    for first in sorted(bag):
        rows = min(left[number] for number in range(first, first + size))
        left.subtract(dict.fromkeys(range(first, first + size), rows))
        found += rows
    return found


COUNT: dict[str, Callable[[dict[Any, int], int], int]] = {
    "same": _count_same,
    "different": _count_different,
    "consecutive": _count_consecutive,
}


def _search(how: str, size: int) -> Callable[[Bag], int]:
    """Return a function that tries all ways: for things of which some have several values."""

    @cache
    def best(bag: Bag) -> int:
        if not bag:
            return 0
        first, _ = bag[0]
        found = best(_less(bag, (first,)))
        rest = [values for values, left in bag for _ in range(min(left, size))][1:]
        for group in {*combinations(rest, size - 1)}:
            if fits(how, (first, *group), (), size):
                found = max(found, 1 + best(_less(bag, (first, *group))))
        return found

    return best


def _less(bag: Bag, taken: Sequence[Values]) -> Bag:
    gone = Counter(taken)
    left = ((values, count - gone[values]) for values, count in bag)
    return tuple((values, count) for values, count in left if count)
