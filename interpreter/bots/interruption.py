"""Somebody presses Ctrl-C while many games are played."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from attrs import define


@define
class Interruption:
    """Remembers that somebody asked to stop.

    The exception alone does not: Python prints and forgets what is raised in a callback, such as
    one of the garbage collector.
    """

    asked: bool = False
    _held: bool = False

    def ask(self, _signal: int, _frame: FrameType | None) -> None:
        """Stop here if possible, else at the next `heed`."""
        self.asked = True
        if not self._held:
            raise KeyboardInterrupt

    def heed(self) -> None:
        """Stop if that was asked for."""
        if self.asked:
            raise KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        """Do the whole of something before an interruption is heeded."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before


@contextmanager
def listening() -> Iterator[Interruption]:
    """Remember interruptions, where Python would raise them."""
    interruption = Interruption()
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is not signal.default_int_handler:
        yield interruption
        return
    signal.signal(signal.SIGINT, interruption.ask)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def shielded() -> Iterator[None]:
    """Let what is started here not see an interruption: it is for this process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
