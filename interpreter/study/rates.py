"""Shares over games in each of which something was done so many times of so many.

Games differ in how often there is occasion, and what happens in one game hangs together.  So a
share is all that was done over all occasions, and its error is that of a quotient of two sums over
games.  Two sides, such as winners and others, are compared in the games they both played.  As with
other shares, half a game with one occasion is added for each possible outcome.
"""

from collections.abc import Sequence
from itertools import product
from math import inf, sqrt

from attrs import Factory, define

from cubedsl.interpreter.study.figures import Estimate

Four = tuple[float, float, float, float]
SIDES = range(4)
PAD: tuple[Four, ...] = tuple((one, 1, other, 1) for one, other in product((0, 1), repeat=2))


@define
class Rates:
    """Sums over games of what was done and could have been done, by one side and by another."""

    games: int = 0
    totals: list[float] = Factory(lambda: [0.0] * 4)
    products: list[list[float]] = Factory(lambda: [[0.0] * 4 for _ in SIDES])

    def add(self, done: float, of: float, other: float = 0, of_other: float = 0) -> None:
        """Add a game."""
        self.games += 1
        game = (done, of, other, of_other)
        for i in SIDES:
            self.totals[i] += game[i]
            for j in range(i + 1) if game[i] else ():
                self.products[i][j] += game[i] * game[j]

    @property
    def share(self) -> float:
        """What the first side did of what it could; 0 of nothing."""
        return self.totals[0] / self.totals[1] if self.totals[1] else 0.0

    @property
    def other_share(self) -> float:
        """What the other side did of what it could; 0 of nothing."""
        return self.totals[2] / self.totals[3] if self.totals[3] else 0.0

    @property
    def rate(self) -> Estimate:
        """The share of the first side."""
        return self._estimate(self.share, (1.0, 0.0))

    @property
    def difference(self) -> Estimate:
        """The share of the first side less that of the other one."""
        return self._estimate(self.share - self.other_share, (1.0, -1.0))

    def _estimate(self, value: float, signs: tuple[float, float]) -> Estimate:
        """Return a share, or a difference of two, after Agresti and linearized (Cochran)."""
        if self.games < 2 or not all(self.totals[2 * i + 1] for i in (0, 1) if signs[i]):
            return Estimate(value, inf, self.games)
        totals = [self.totals[i] + sum(one[i] for one in PAD) / 2 for i in SIDES]
        weights, middle = _linear(totals, signs)
        squares = sum(
            weights[i] * weights[j] * self._product(max(i, j), min(i, j))
            for i in SIDES
            for j in SIDES
        )
        games = self.games + 2
        return Estimate(value, sqrt(max(0.0, squares) * games / (games - 1)), self.games, middle)

    def _product(self, i: int, j: int) -> float:
        return self.products[i][j] + sum(one[i] * one[j] for one in PAD) / 2


def _linear(totals: Sequence[float], signs: tuple[float, float]) -> tuple[list[float], float]:
    """Return how a sum of quotients changes with each of its parts, and that sum."""
    weights, value = [], 0.0
    for i, sign in enumerate(signs):
        done, of = totals[2 * i], totals[2 * i + 1]
        weights += [sign / of, -sign * done / (of * of)] if of else [0.0, 0.0]
        value += sign * done / of if of else 0.0
    return weights, value
