"""What a throw can show, and in how many ways: equal dice need not be told apart."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from attrs import frozen

from cubedsl.interpreter.meaning import alike
from cubedsl.interpreter.meaning.chance import MOST_SUMS, Pool, Vector
from cubedsl.interpreter.meaning.machine import Throw
from cubedsl.interpreter.state import NO_FACE, State

Shown = tuple[int, ...]


class TooMuch(Exception):
    """There is more to look at than can be looked at."""


@frozen
class Group:
    """Equal dice, in ascending order, and the sides of each."""

    dice: tuple[int, ...]
    sides: tuple[int, ...]

    @property
    def different(self) -> list[int]:
        """The different sides, in ascending order."""
        return sorted(set(self.sides))


def shown(state: State, thrown: Throw) -> Iterator[tuple[Shown, Fraction]]:
    """Yield the face of each die of a throw, with how likely that is; equal dice may change places.

    Raise TooMuch if there are too many different results.
    """
    found = groups(state, thrown)
    counts = [comb(len(one.dice) + len(one.different) - 1, len(one.dice)) for one in found]
    results = 1
    for count in counts:
        results *= count
    if results > MOST_SUMS:
        raise TooMuch(
            f"{len(thrown.dice)} dice can show {results:,} different things; "
            f"at most {MOST_SUMS:,} are looked at"
        )
    pool = Pool.of(list(_dice(found)), sum(len(one.different) for one in found))
    for numbers, ways in sorted(pool.ways.items(), reverse=True):
        yield _faces(thrown, found, numbers), Fraction(ways, pool.total)


def groups(state: State, thrown: Throw) -> list[Group]:
    """Return the dice of a throw in groups of equal ones, whatever they show before it."""
    pieces, kinds = state.setup.pieces, state.setup.ruleset.kinds
    together = _equal(state, thrown)
    return [Group(tuple(sorted(one)), kinds[pieces.kind[one[0]]].faces) for one in together]


def _equal(state: State, thrown: Throw) -> Sequence[Sequence[int]]:
    seat = max(thrown.seat, 0)
    if not all(state.sees(seat, die) for die in thrown.dice):
        return [[die] for die in thrown.dice]
    before = [state.face[die] for die in thrown.dice]
    for die in thrown.dice:
        state.imagine(die, NO_FACE)
    found = alike.groups(state, seat, thrown.dice)
    for die, face in zip(thrown.dice, before, strict=True):
        state.imagine(die, face)
    return found


def _dice(found: Sequence[Group]) -> Iterator[list[Vector]]:
    """Yield every die: a side counts one for what it shows, in the numbers of its group."""
    width, start = sum(len(one.different) for one in found), 0
    for group in found:
        order = group.different
        places = [start + order.index(side) for side in group.sides]
        for _ in group.dice:
            yield [tuple(int(i == place) for i in range(width)) for place in places]
        start += len(order)


def _faces(thrown: Throw, found: Sequence[Group], numbers: Vector) -> Shown:
    showing: dict[int, int] = {}
    counts = iter(numbers)
    for group in found:
        faces = [face for face in group.different for _ in range(next(counts))]
        showing.update(zip(group.dice, faces, strict=True))
    return tuple(showing[die] for die in thrown.dice)
