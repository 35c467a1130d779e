"""What is taken in which round: of every kind, summed over games, in memory that does not grow.

Of each round it is known how many games came so far.  Rounds from `ROUNDS` on are one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import add

from attrs import Factory, define, frozen

from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.watch import ROUNDS, Counted


@frozen
class Round:
    """A round: how many games came so far, and what a player took in it in the mean of all games.

    `is_later`: it stands for all later ones as well.
    """

    number: int
    games: int
    taken: dict[str, float]
    is_later: bool


@define
class Purchases:
    """What was taken so far; a watch of simulations."""

    setup: Setup
    games: int = 0
    lasted: Counter[int] = Factory(Counter)
    longest: int = 0
    taken: list[int] = Factory(list)

    def __call__(self, _totals: Totals, results: Sequence[Result]) -> None:
        """Add some games."""
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Add a game, unless it was stopped."""
        watch, players = self.setup.watch, self.setup.players
        if watch is None or result.outcome.stopped is not None:
            return
        self.games += 1
        self.longest = max(self.longest, result.outcome.rounds)
        self.lasted[min(result.outcome.rounds, ROUNDS)] += 1
        rows = result.counted[watch.width * players : watch.lead_at(players)]
        self.taken = list(map(add, self.taken, rows)) if self.taken else list(rows)

    @property
    def rounds(self) -> Iterator[Round]:
        """The rounds up to the last in which something was taken."""
        rows = {name: row for name, row in self._rows() if any(row)}
        last = max((1 + i for row in rows.values() for i, n in enumerate(row) if n), default=0)
        players = self.setup.players
        for number in range(1, last + 1):
            yield Round(
                number,
                sum(times for rounds, times in self.lasted.items() if rounds >= number),
                {name: row[number - 1] / self.games / players for name, row in rows.items()},
                number == ROUNDS < self.longest,
            )

    def _rows(self) -> Iterator[tuple[str, list[int]]]:
        """Yield the kinds that can be taken, by name, with what was taken of each by round."""
        watch = self.setup.watch
        assert watch is not None
        columns = (one for one in watch.columns if one.what is Counted.TAKEN)
        for place, column in enumerate(columns):
            yield column.name, self.taken[place * ROUNDS : (place + 1) * ROUNDS]
