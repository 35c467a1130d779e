"""Chunks of games that are played ahead, by processes or threads, and taken in order."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from typing import TypeAlias

from attrs import Factory, define, field

from cubedsl.interpreter.bots.interruption import shielded
from cubedsl.interpreter.bots.plan import Tally
from cubedsl.interpreter.bots.statistics import Result

Submit: TypeAlias = Callable[[range], Future[Sequence[Result]]]
"""Lets the games of some numbers be played; there may be fewer results if the work is stopped."""


@define
class Line:
    """Chunks of games up to number `end` that are being played; each begins with game `first`.

    `size` says how many games the next chunk should have.
    """

    submit: Submit
    tally: Tally
    end: int
    size: Callable[[], int]
    ahead: deque[tuple[int, Future[Sequence[Result]]]] = Factory(deque)
    _next: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = self.tally.totals.games

    def run(self, length: int, stop: Callable[[], None]) -> None:
        """Play all games, with so many chunks ahead; if that is interrupted, `stop` the work."""
        try:
            while self._fill(length):
                self._take()
                self.tally.interruption.heed()
        except BaseException as error:
            stop()
            if not isinstance(error, KeyboardInterrupt):
                raise
            self._drain()

    def _fill(self, length: int) -> bool:
        """Let more chunks be played; return whether there are any."""
        while len(self.ahead) < length and self._next < self.end:
            numbers = range(self._next, min(self._next + self.size(), self.end))
            with shielded():
                self.ahead.append((numbers.start, self.submit(numbers)))
            self._next = numbers.stop
        return bool(self.ahead)

    def _take(self) -> None:
        """Add the results of the first chunk, unless they have been added before it was left."""
        first, future = self.ahead[0]
        results = future.result()
        if first == self.tally.totals.games:
            self.tally.add(results)
        self.ahead.popleft()

    def _drain(self) -> None:
        """Add what is finished, up to the first gap."""
        for _, future in self.ahead:
            future.cancel()
        while self.ahead and not self.ahead[0][1].cancelled():
            if self.ahead[0][0] > self.tally.totals.games:
                return
            with suppress(BrokenExecutor):
                self._take()
                continue
            return
