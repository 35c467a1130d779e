"""Games of a plan played by the workers of a `dask.distributed` cluster.

What a cluster can do to the games is nothing: results are put together in the order of their
numbers, and a chunk whose worker is lost is played again by another.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import define, field

from cubedsl import __version__
from cubedsl.interpreter.bots.line import Line
from cubedsl.interpreter.bots.plan import Engine, Plan, Tally
from cubedsl.interpreter.bots.slowly import play
from cubedsl.interpreter.bots.statistics import Result

if TYPE_CHECKING:
    from cubedsl.interpreter.bots.fast import Workers

PATIENCE = 10
"""Seconds to wait for the scheduler, and for a first worker."""
CHUNKS_AHEAD = 4
MANY, FEW = 256, 4
"""How many games are sent at a time: of the engine, and where they take long."""


class ClusterError(Exception):
    """There is no such cluster, or it cannot play; the message says why."""


def cluster(address: str) -> Callable[[Plan, Engine, Tally], None]:
    """Return what plays the games of a plan on the cluster of a scheduler."""

    def play_all(plan: Plan, engine: Engine, tally: Tally) -> None:
        with _client(address) as client, _failures(address):
            hands = client.submit(hands_of, __version__, pickle.dumps(plan), engine, pure=False)
            hands.result()
            pool = client.get_executor(pure=False)
            slow = engine is Engine.REFERENCE or any(bot.playouts for bot in plan.bots)
            line = Line(
                lambda numbers: pool.submit(_work, hands, numbers),
                tally,
                plan.games,
                lambda: FEW if slow else MANY,
            )
            line.run(CHUNKS_AHEAD * max(1, sum(client.nthreads().values())), lambda: None)

    return play_all


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Join a cluster that has a worker, for a while."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("a cluster needs more: pip install 'cubedsl[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"there is no scheduler at {address}: {_line(error)}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(f"no worker has joined {address} in {PATIENCE} s") from None
        yield client


@contextmanager
def _failures(address: str) -> Iterator[None]:
    """Say in a sentence what is not the fault of the games."""
    from distributed import KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise ClusterError(f"workers of {address} die of these games: {_line(error)}") from error
    except (CancelledError, OSError) as error:
        raise ClusterError(f"the cluster at {address} is lost: {_line(error)}") from error
    except ModuleNotFoundError as error:
        raise ClusterError(f"a worker of {address} lacks something: {_line(error)}") from error


def _line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


# ------------------------------------------------------------------ on a worker


@define(eq=False)
class Hands:
    """What plays on a worker; sent to another one, it is made anew there of the pickled plan."""

    pickled: bytes
    engine: Engine
    _plan: Plan = field(init=False)
    _fast: "Workers | None" = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._plan = pickle.loads(self.pickled)
        self._fast = None
        if self.engine is Engine.FAST:
            from cubedsl.interpreter.bots.fast import Workers
            from cubedsl.interpreter.engine.machine import compile_setup

            compiled = compile_setup(self._plan.setup, self._plan.strategies)
            self._fast = Workers(self._plan, compiled)

    def __reduce__(self) -> tuple[Any, ...]:
        return Hands, (self.pickled, self.engine)

    def work(self, numbers: range) -> Sequence[Result]:
        """Play some games."""
        if self._fast is not None:
            return self._fast.work(numbers)
        return [play(self._plan, number) for number in numbers]


def hands_of(version: str, pickled: bytes, engine: Engine) -> Hands:
    """Return what plays the games of a plan on this worker."""
    if version != __version__:
        raise ClusterError(f"a worker has cubedsl {__version__}, not {version}")
    return Hands(pickled, engine)


def _work(hands: Hands, numbers: range) -> Sequence[Result]:
    return hands.work(numbers)
