"""Exact chances: what independent dice come to when all of them are thrown once.

Nine dice, seven of which hit on 1 side of 6 and two on 2 sides of 6: how likely is no hit?

>>> light, dark = [(1,), *[(0,)] * 5], [(1,)] * 2 + [(0,)] * 4
>>> Pool.of([light] * 7 + [dark] * 2, 1).chance(lambda sums: sums == (0,))
Fraction(78125, 629856)

A die is the list of its sides; a side is a vector of whole numbers, what that side adds to each
sum.  Ways are counted, never measured, so there is no rounding anywhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

Vector: TypeAlias = tuple[int, ...]
Ways: TypeAlias = dict[Vector, int]
"""In how many ways each vector of sums comes about."""
MOST_SUMS = 20_000
"""How many different vectors of sums there may be between the lowest and the highest."""
MOST_WAYS_BITS = 120
"""All ways there are must be fewer than two to this power."""


@frozen
class Pool:
    """Dice that are thrown together: the ways to every vector of sums, and all ways there are."""

    ways: Ways
    total: int

    @classmethod
    def of(cls, dice: Iterable[Sequence[Vector]], size: int) -> "Pool":
        """Return the pool of some dice whose sides are vectors of `size` numbers."""
        alike = Counter(tuple(sorted(die)) for die in dice)
        ways: Ways = {(0,) * size: 1}
        total = 1
        for sides, count in alike.items():
            ways = together(ways, power(Counter(sides), count))
            total *= len(sides) ** count
        return cls(ways, total)

    def chance(self, holds: Callable[[Vector], bool]) -> Fraction:
        """Return the chance that something holds of the sums."""
        good = sum(count for sums, count in self.ways.items() if holds(sums))
        return Fraction(good, self.total)


def together(left: Ways, right: Ways) -> Ways:
    """Return the ways of two independent lots of dice."""
    found: Ways = {}
    for one, ways_to_one in left.items():
        for other, ways_to_other in right.items():
            sums = tuple(a + b for a, b in zip(one, other, strict=True))
            found[sums] = found.get(sums, 0) + ways_to_one * ways_to_other
    return found


def power(die: Ways, count: int) -> Ways:
    """Return the ways of `count` equal dice (at least one), by repeated doubling."""
    if count == 1:
        return die
    half = power(die, count // 2)
    whole = together(half, half)
    return together(whole, die) if count % 2 else whole
