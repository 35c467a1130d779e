"""Estimates with intervals, of one thing and of two that are compared.  See docs/metrics.md.

Everything is worked out from sums, so memory does not grow with the number of games.  Intervals are
those of Student's t; of rates, after half a game of each possible outcome was added (Agresti and
Min for pairs, Agresti and Caffo for what is not paired).
"""

from collections.abc import Sequence
from math import ceil, erfc, inf, sqrt
from statistics import NormalDist

from attrs import define, frozen

from cubedsl.interpreter.bots.statistics import Z95

LEVEL = 0.05
"""What is less likely than this, after Holm, is told as certain."""
MATTERS = 0.01
"""An effect of less than a point is not told, however certain it is."""
POWER = 0.8
Z_POWER = NormalDist().inv_cdf(POWER)


@frozen
class Estimate:
    """A figure, its standard error, and the number of games that it is from.

    `middle` is where the interval is centred, if that is not the figure itself.
    """

    value: float
    error: float
    games: int
    middle: float | None = None

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return student(self.games - 1) * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """Between which bounds the true figure lies, with 95 % confidence."""
        middle = self.value if self.middle is None else self.middle
        return middle - self.half_width, middle + self.half_width

    @property
    def p(self) -> float:
        """How often at least such a difference from 0 would come if there were none."""
        middle = self.value if self.middle is None else self.middle
        if not self.error:
            return 1.0 if not middle else 0.0
        return erfc(abs(middle) / self.error / sqrt(2) * Z95 / student(self.games - 1))


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t (Cornish and Fisher; below 3, what is exact)."""
    exact = {1: 12.7062, 2: 4.3027}
    if freedom < 3:
        return exact.get(freedom, inf)
    z, found = Z95, Z95
    found += (z**3 + z) / (4 * freedom)
    found += (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return found + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)


@define
class Sums:
    """The sums of a number over games."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a game."""
        self.games += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> Estimate:
        """The mean; 0 of nothing."""
        mean = self.total / self.games if self.games else 0.0
        return Estimate(mean, _error(self.games, self.total, self.squares), self.games)


def _error(games: float, total: float, squares: float) -> float:
    """Return the standard error of a mean; endless of less than two games."""
    if games < 2:
        return inf
    variance = max(0.0, squares - total * total / games) / (games - 1)
    return sqrt(variance / games)


@define
class Pair:
    """The sums of two numbers over pairs of games; `rate`: both are 0 or 1 in every game."""

    rate: bool = False
    games: int = 0
    first: float = 0.0
    second: float = 0.0
    first_squares: float = 0.0
    second_squares: float = 0.0
    products: float = 0.0

    def add(self, first: float, second: float, times: int = 1) -> None:
        """Add a pair of games, so many times."""
        self.games += times
        self.first += times * first
        self.second += times * second
        self.first_squares += times * first * first
        self.second_squares += times * second * second
        self.products += times * first * second

    @property
    def means(self) -> tuple[float, float]:
        """Both means; 0 of nothing."""
        games = self.games or 1
        return self.first / games, self.second / games

    def difference(self, *, paired: bool = True) -> Estimate:
        """The second less the first; as if of unrelated games, unless it is `paired`."""
        value = self.means[1] - self.means[0]
        if not self.rate:
            return Estimate(value, self._spread(paired), self.games)
        padded = self._padded()
        middle = padded.means[1] - padded.means[0]
        return Estimate(value, padded._spread(paired), self.games, middle)

    def _padded(self) -> "Pair":
        """Half a game of each of the four outcomes more."""
        return Pair(
            False,
            self.games + 2,
            self.first + 1,
            self.second + 1,
            self.first_squares + 1,
            self.second_squares + 1,
            self.products + 0.5,
        )

    def _spread(self, paired: bool) -> float:
        if paired:
            squares = self.first_squares + self.second_squares - 2 * self.products
            return _error(self.games, self.second - self.first, squares)
        one = _error(self.games, self.first, self.first_squares)
        other = _error(self.games, self.second, self.second_squares)
        return sqrt(one * one + other * other)

    def games_for(self, difference: float, *, paired: bool = True) -> int:
        """Return how many games show such a difference, four times in five, at the level of 5 %."""
        error = self.difference(paired=paired).error
        if error == inf or not difference:
            return 0
        return ceil(((Z95 + Z_POWER) * error / difference) ** 2 * self.games)


def holm(chances: Sequence[float]) -> list[float]:
    """Return the chances of error of several looks at once, after Holm: of each, that it or any
    other that is at least as certain is a false alarm."""
    order = sorted(range(len(chances)), key=lambda i: (chances[i], i))
    adjusted, most = [0.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        most = max(most, min(1.0, (len(chances) - rank) * chances[i]))
        adjusted[i] = most
    return adjusted
