"""Chunks of games that are played ahead, by processes or threads, and taken in order."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress

from attrs import Factory, define

from cubedsl.interpreter.bots.interruption import shielded
from cubedsl.interpreter.bots.plan import Tally
from cubedsl.interpreter.bots.statistics import Result


@define
class Line:
    """Chunks of games that are being played, in order; each begins with game `first`.

    `work` plays the games of some numbers; it may return fewer if it is told to stop.
    """

    pool: Executor
    work: Callable[[range], Sequence[Result]]
    chunks: Iterator[range]
    ahead: deque[tuple[int, Future[Sequence[Result]]]] = Factory(deque)

    def fill(self, length: int) -> bool:
        """Let more chunks be played; return whether there are any."""
        while len(self.ahead) < length and (numbers := next(self.chunks, None)) is not None:
            with shielded():
                self.ahead.append((numbers.start, self.pool.submit(self.work, numbers)))
        return bool(self.ahead)

    def take(self, tally: Tally) -> None:
        """Add the results of the first chunk, as far as they have not been added."""
        first, future = self.ahead[0]
        results = future.result()
        for result in results[tally.totals.games - first :]:
            tally.add(result)
        self.ahead.popleft()

    def drain(self, tally: Tally) -> None:
        """Add what is finished, up to the first gap."""
        for _, future in self.ahead:
            future.cancel()
        while self.ahead and not self.ahead[0][1].cancelled():
            first = self.ahead[0][0]
            if first > tally.totals.games:
                return
            with suppress(BrokenExecutor):
                self.take(tally)
                continue
            return


def chunks(games: int, size: int) -> Iterator[range]:
    """Return the numbers of all games, so many at a time."""
    return (range(first, min(first + size, games)) for first in range(0, games, size))
