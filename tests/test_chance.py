"""Exact chances, checked by hand and against brute force."""

from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from cubedsl.interpreter.meaning.chance import Pool, Vector

LIGHT: list[Vector] = [(1,), (0,), (0,), (0,), (0,), (0,)]
DARK: list[Vector] = [(1,), (1,), (0,), (0,), (0,), (0,)]
START: list[Vector] = [(1,), (1,), (1,), (0,), (0,), (0,)]


def no_hit(sums: Vector) -> bool:
    return sums == (0,)


def test_the_opening_throw() -> None:
    opening = [LIGHT] * 7 + [DARK] * 2
    assert Pool.of(opening, 1).chance(no_hit) == Fraction(78125, 629856)
    assert Pool.of([*opening, START], 1).chance(no_hit) == Fraction(78125, 1259712)


def test_four_dice() -> None:
    assert Pool.of([LIGHT] * 3 + [DARK], 1).chance(no_hit) == Fraction(125, 324)
    assert Pool.of([START] * 3, 1).chance(no_hit) == Fraction(1, 8)


def test_no_dice_are_certain() -> None:
    assert Pool.of([], 2).chance(lambda sums: sums == (0, 0)) == 1
    assert Pool.of([], 1).chance(lambda sums: sums[0] > 0) == 0


def test_thirty_dice_are_counted_exactly() -> None:
    pool = Pool.of([LIGHT] * 30, 1)
    assert pool.total == 6**30
    assert pool.ways == {(hits,): comb(30, hits) * 5 ** (30 - hits) for hits in range(31)}


SIDES = st.lists(st.tuples(st.integers(-2, 3), st.integers(0, 2)), min_size=1, max_size=4)


@given(st.lists(SIDES, max_size=5), st.integers(-3, 6))
def test_every_chance_is_that_of_all_ways(dice: list[list[Vector]], least: int) -> None:
    def holds(sums: Vector) -> bool:
        return sums[0] - sums[1] >= least

    throws = [
        (sum(side[0] for side in throw), sum(side[1] for side in throw)) for throw in product(*dice)
    ]
    expected = Fraction(sum(map(holds, throws)), len(throws))
    assert Pool.of(dice, 2).chance(holds) == expected


@given(st.lists(SIDES, max_size=6))
def test_the_order_of_dice_does_not_matter(dice: list[list[Vector]]) -> None:
    assert Pool.of(dice, 2) == Pool.of(dice[::-1], 2)
