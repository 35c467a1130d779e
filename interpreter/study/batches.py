"""How many games are played: some at a time, until what is looked at is certain enough.

The rule looks at the *width* of intervals only, never at where they lie, first after `FIRST` games
and then each time a quarter more are played: so the interval stays what it says (Chow and Robbins),
which docs/metrics.md explains and the tests measure.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import frozen

FIRST = 400
MOST = 200_000
STRETCH = 200

Width: TypeAlias = Callable[[], float]
Told: TypeAlias = Callable[[int, int], None]


@frozen
class Aim:
    """So many games, or fewer if half the width of the intervals is at most `precision`."""

    games: int
    precision: float | None = None

    def stretches(self, width: Width, told: Told | None = None) -> Iterator[range]:
        """Yield the numbers of the games to play next; `told` hears how far it is, of how many."""
        done, look = 0, FIRST
        expected = self.games
        while done < self.games:
            end = min(self.games, done + STRETCH, look if self.precision else self.games)
            yield range(done, end)
            done = end
            if self.precision is not None and done >= min(look, self.games):
                found = width()
                if found <= self.precision:
                    return
                expected = min(self.games, int(done * (found / self.precision) ** 2))
                look = done + done // 4
            if told is not None:
                told(done, max(expected, done))
