"""What games should be like, and how far they are from it, in points: the fewer the better.

A point is one per cent: of all games for shares of victories, of the wanted number for lengths.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Protocol, TypeAlias

from attrs import frozen

from cubedsl.interpreter.bots.statistics import Share
from cubedsl.tuning.field import Measured

POINTS = 100


class TargetError(Exception):
    """There is no such target; the message says which there are."""


class Target(Protocol):
    """What is wanted of games; `words` is how it is written."""

    @property
    def words(self) -> str:
        """How it is written."""

    def off(self, found: Measured) -> float:
        """Return by how many points games miss it."""


@frozen
class Rounds:
    """`rounds=N`: games take so many rounds on average."""

    wanted: float

    @property
    def words(self) -> str:
        """How it is written."""
        return f"rounds={self.wanted:g}"

    def off(self, found: Measured) -> float:
        """The difference of the mean, in per cent of what is wanted; all of it if none ended."""
        if not found.rounds.total:
            return float(POINTS)
        return POINTS * abs(found.rounds.mean - self.wanted) / self.wanted


@frozen
class Seats:
    """`seats`: every seat wins equally often."""

    words: str = "seats"

    def off(self, found: Measured) -> float:
        """The standard deviation of the shares of the seats."""
        return spread(found.seats)


@frozen
class Strategies:
    """`strategies`: every strategy wins equally often."""

    words: str = "strategies"

    def off(self, found: Measured) -> float:
        """The standard deviation of the shares of the strategies."""
        return spread(tuple(found.strategies.values()))


Targets: TypeAlias = tuple[Target, ...]


def spread(shares: Sequence[Share]) -> float:
    """Return the standard deviation of some shares, in points."""
    mean = sum(one.rate for one in shares) / len(shares)
    return POINTS * sqrt(sum((one.rate - mean) ** 2 for one in shares) / len(shares))


def target(text: str) -> Target:
    """Return the target that is written so; raise TargetError if there is none."""
    name, equals, number = text.partition("=")
    match name, equals:
        case "rounds", "=":
            return Rounds(_number(number))
        case "seats", "":
            return Seats()
        case "strategies", "":
            return Strategies()
    raise TargetError(f"there is no target `{text}`: write `rounds=14`, `seats` or `strategies`")


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise TargetError(f"`{text}` is no number of rounds: write `rounds=14`")
    return found


def off(targets: Targets, found: Measured) -> float:
    """Return by how many points games miss all targets, and for each per cent that was stopped
    one more."""
    stopped = POINTS * found.stopped / found.games if found.games else 0.0
    return stopped + sum(one.off(found) for one in targets)
