"""What is counted while many games are played, in memory that does not grow with their number.

A *bot* is one entry of the line-up.  It sits in the seat of its number, or in another seat every
game if the line-up rotates.  A victory that is shared is no win: it is counted apart, and so are
games that ended without a winner and games that were stopped.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

from attrs import Factory, define, frozen

from cubedsl.interpreter.decision import Outcome

Z95 = 1.959963984540054
PRIME = 2**256 - 189
"""The largest prime of 256 bits."""


@frozen
class Result:
    """How one game went: who sat where (`bots[seat]`), its end, its length and its digest.

    `covered` are the numbers of the places of the rules that were reached, with how often;
    `counted` are the counts of `setup.watch`.
    """

    bots: tuple[int, ...]
    outcome: Outcome
    decisions: int
    digest: str
    covered: tuple[tuple[int, int], ...] = ()
    counted: tuple[int, ...] = ()


@frozen
class Share:
    """So many of so many, with the 95 % interval of Wilson."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """The share; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which bounds the true share lies, with 95 % confidence."""
        if not self.of:
            return 0.0, 1.0
        square = Z95 * Z95 / self.of
        middle = (self.rate + square / 2) / (1 + square)
        variance = (self.rate * (1 - self.rate) + square / 4) / self.of
        spread = Z95 * sqrt(variance) / (1 + square)
        low = 0.0 if self.count == 0 else max(0.0, middle - spread)
        return low, 1.0 if self.count == self.of else min(1.0, middle + spread)


@define
class Histogram:
    """How often each number came."""

    counts: Counter[int] = Factory(Counter)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return sum(value * times for value, times in self.counts.items()) / (self.total or 1)

    def quantile(self, share: float) -> int:
        """The smallest number that at least this share of all do not exceed; 0 of nothing."""
        wanted, so_far = share * self.total, 0
        for value in sorted(self.counts):
            so_far += self.counts[value]
            if so_far >= wanted:
                return value
        return 0


@define
class Totals:
    """The counts of many games: `add` them one after the other, in the order of their numbers.

    `wins` and `shared` count by (bot, seat).  `digest` stands for the digests of all games: written
    one behind the other they are one large number, and this is what is left of it, divided by a
    prime.  So it can be gone on with from game to game.  `covered` counts how often
    each place of the rules was reached, if that is wanted.
    """

    games: int = 0
    stopped: int = 0
    tied: int = 0
    unwon: int = 0
    decisions: int = 0
    wins: Counter[tuple[int, int]] = Factory(Counter)
    shared: Counter[tuple[int, int]] = Factory(Counter)
    rounds: Histogram = Factory(Histogram)
    reasons: Counter[str] = Factory(Counter)
    covered: Counter[int] = Factory(Counter)
    digest: str = f"{0:064x}"

    @property
    def finished(self) -> int:
        """How many games came to their end."""
        return self.games - self.stopped

    @property
    def decisions_per_game(self) -> float:
        """The mean number of decisions; 0 of no games."""
        return self.decisions / self.games if self.games else 0.0

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += result.decisions
        self.covered.update(dict(result.covered))
        self.chain(bytes.fromhex(result.digest))
        outcome = result.outcome
        if outcome.stopped is not None:
            self.stop(outcome.stopped)
            return
        self.rounds.counts[outcome.rounds] += 1
        self.win(result.bots, outcome.winners)

    def chain(self, digests: bytes) -> None:
        """Take in the digests of the next games, eight bytes for each."""
        so_far = int(self.digest, 16) << 8 * len(digests)
        self.digest = f"{(so_far | int.from_bytes(digests)) % PRIME:064x}"

    def stop(self, reason: str) -> None:
        """Note that a game was stopped."""
        self.stopped += 1
        self.reasons[reason] += 1

    def win(self, bots: Sequence[int], seats: Sequence[int], times: int = 1) -> None:
        """Note who won so many games."""
        winners = [(bots[seat], seat) for seat in seats]
        match len(winners):
            case 0:
                self.unwon += times
            case 1:
                self.wins[winners[0]] += times
            case _:
                self.tied += times
                self.shared.update(dict.fromkeys(winners, times))

    def wins_of(self, *, bots: Iterable[int] | None = None, seat: int | None = None) -> Share:
        """The games that one of these bots won, or that were won in a seat."""
        return Share(_matching(self.wins, bots, seat), self.finished)

    def shared_of(self, *, bots: Iterable[int] | None = None, seat: int | None = None) -> int:
        """How often one of these bots, or a seat, shared a victory."""
        return _matching(self.shared, bots, seat)


def _matching(
    counts: Counter[tuple[int, int]], bots: Iterable[int] | None, seat: int | None
) -> int:
    wanted = None if bots is None else set(bots)
    return sum(
        times
        for (bot, place), times in counts.items()
        if (wanted is None or bot in wanted) and (seat is None or place == seat)
    )
