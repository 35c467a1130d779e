"""Many games, played by bots, on one or several processors.

Game number g of a seed is the same game wherever and whenever it is played, and the results are
put together in the order of the numbers: how the work is divided leaves no trace in them.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define, frozen

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.digest import of_game
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import MOST_STEPS
from cubedsl.interpreter.stopped import Stopped

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.synchronize import Event

LARGEST_CHUNK = 16
CHUNKS_AHEAD = 4
Progress: TypeAlias = Callable[[int], None]


@frozen(eq=False)
class Plan:
    """Games to play: number 0 to `games` - 1 of a seed.

    Bot i sits in seat i; if the line-up rotates, in game g seat i is taken by bot i + g.
    """

    setup: Setup
    bots: tuple[Bot, ...]
    games: int
    seed: int = 0
    rotate: bool = False
    max_steps: int = MOST_STEPS


@frozen
class Report:
    """What came out; `interrupted`: not all games were played."""

    totals: Totals
    interrupted: bool = False


def play(plan: Plan, number: int) -> Result:
    """Play one game of a plan."""
    turn = number if plan.rotate else 0
    bots = tuple((seat + turn) % len(plan.bots) for seat in range(len(plan.bots)))
    game = Game(plan.setup, plan.seed, number, max_steps=plan.max_steps)
    outcome = _play_out(game, [plan.bots[bot] for bot in bots], plan.seed, number)
    digest = of_game(game.state, game.asked, outcome)
    counted = plan.setup.coverage
    covered = counted.take() if counted is not None else ()
    return Result(bots, outcome, len(game.asked), digest, covered)


def _play_out(game: Game, bots: Sequence[Bot], seed: int, number: int) -> Outcome:
    """Play a game to its end; a strategy that cannot be followed stops it."""
    setup = game.state.setup
    players = [bot.sit(setup, seat, seed, number) for seat, bot in enumerate(bots)]
    while (decision := game.decision) is not None:
        try:
            game.choose(players[decision.seat].choose(decision, game.state))
        except Stopped as stopped:
            title = bots[decision.seat].title
            reason = f'{stopped.reason}, in the strategy "{title}" ({stopped.span})'
            return Outcome((), game.state.rounds, reason)
    assert game.outcome is not None
    return game.outcome


def simulate(plan: Plan, *, jobs: int = 1, progress: Progress | None = None) -> Report:
    """Play all games of a plan; if it is interrupted, report those before the first gap."""
    tally = _Tally(progress)
    try:
        with _listening() as interruption:
            if jobs == 1 or plan.games < 2:
                for number in range(plan.games):
                    tally.add(play(plan, number))
                    interruption.heed()
            else:
                _spread(plan, jobs, tally, interruption)
    except KeyboardInterrupt:
        return Report(tally.totals, interrupted=True)
    return Report(tally.totals, interrupted=tally.totals.games < plan.games)


@define
class _Tally:
    """Adds up results, which come in order, and tells how far it is."""

    progress: Progress | None
    totals: Totals = Factory(Totals)

    def add(self, result: Result) -> None:
        """Add the next game."""
        self.totals.add(result)
        if self.progress is not None:
            self.progress(self.totals.games)


# ------------------------------------------------------------------ interruption


@define
class _Interruption:
    """Remembers that somebody asked to stop.

    The exception alone does not: Python prints and forgets what is raised in a callback, such as
    one of the garbage collector.
    """

    asked: bool = False

    def ask(self, _signal: int, _frame: FrameType | None) -> None:
        """Stop here if possible, else at the next `heed`."""
        self.asked = True
        raise KeyboardInterrupt

    def heed(self) -> None:
        """Stop if that was asked for."""
        if self.asked:
            raise KeyboardInterrupt


@contextmanager
def _listening() -> Iterator[_Interruption]:
    """Remember interruptions, where Python would raise them."""
    interruption = _Interruption()
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is not signal.default_int_handler:
        yield interruption
        return
    signal.signal(signal.SIGINT, interruption.ask)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)


# ------------------------------------------------------------------ several processes


def _spread(plan: Plan, jobs: int, tally: _Tally, interruption: _Interruption) -> None:
    """Add the results in order, while other processes play on ahead."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    size = max(1, min(LARGEST_CHUNK, plan.games // (jobs * 4)))
    with ProcessPoolExecutor(jobs, context, _begin_work, (plan, stop)) as pool:
        line = _Line(pool, iter(range(0, plan.games, size)), size, plan.games)
        try:
            while line.fill(jobs * CHUNKS_AHEAD):
                line.take(tally)
                interruption.heed()
        except BaseException as error:
            stop.set()
            if not isinstance(error, KeyboardInterrupt):
                raise
            line.drain(tally)


@define
class _Line:
    """Chunks of games that are being played, in order; each begins with game `first`."""

    pool: "ProcessPoolExecutor"
    chunks: Iterator[int]
    size: int
    games: int
    ahead: "deque[tuple[int, Future[Sequence[Result]]]]" = Factory(deque)

    def fill(self, length: int) -> bool:
        """Let more chunks be played; return whether there are any."""
        while len(self.ahead) < length and (first := next(self.chunks, None)) is not None:
            numbers = range(first, min(first + self.size, self.games))
            with _shielded():
                self.ahead.append((first, self.pool.submit(_work, numbers)))
        return bool(self.ahead)

    def take(self, tally: _Tally) -> None:
        """Add the results of the first chunk, as far as they have not been added."""
        first, future = self.ahead[0]
        results = future.result()
        for result in results[tally.totals.games - first :]:
            tally.add(result)
        self.ahead.popleft()

    def drain(self, tally: _Tally) -> None:
        """Add what is finished, up to the first gap."""
        from concurrent.futures import BrokenExecutor

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


@contextmanager
def _shielded() -> Iterator[None]:
    """Let the processes that are started here not see an interruption: it is for this one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@frozen
class _Worker:
    plan: Plan
    stop: "Event"


_workers: list[_Worker] = []


def _begin_work(plan: Plan, stop: "Event") -> None:
    """Prepare a process for its work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _workers.append(_Worker(plan, stop))


def _work(numbers: range) -> Sequence[Result]:
    """Play some games; fewer if it is time to stop."""
    (worker,) = _workers
    results: list[Result] = []
    for number in numbers:
        if worker.stop.is_set():
            break
        results.append(play(worker.plan, number))
    return results
