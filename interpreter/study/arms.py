"""Several plans whose games are played side by side, some at a time, on one or several processors.

Games of different arms with the same number share their seed: what is compared is compared on the
same luck, as long as the same is asked and chosen.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from threading import Event, local
from typing import Protocol, TypeAlias

from attrs import Factory, define

from cubedsl.interpreter.bots.fast import Table
from cubedsl.interpreter.bots.interruption import listening, shielded
from cubedsl.interpreter.bots.plan import Engine, Plan
from cubedsl.interpreter.bots.slowly import ignore_interruptions, play
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.engine.lower.world import Unsupported
from cubedsl.interpreter.engine.machine import Compiled, Machine, compile_setup
from cubedsl.interpreter.records.stretches import Further, Stretches
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.study.batches import Aim, Told

CHUNK, SLOW_CHUNK = 32, 4

Heard: TypeAlias = Callable[[range, Sequence[int], Sequence[Sequence[Result]]], None]
"""Is told of games before they are counted: their numbers, the arms, the games of each of them."""


class Counting(Protocol):
    """What counts a game as it went in all arms."""

    def add(self, results: Sequence[Result]) -> None:
        """Count a game: a result for each arm."""

    def width(self) -> float:
        """Half the width of the widest interval of what is asked."""


@define(eq=False)
class Field:
    """Plays games of some plans; `compiled` has a module for every setup, if all have one.

    What is `kept` already is not played again; `heard` is told of all that is counted.
    """

    plans: tuple[Plan, ...]
    compiled: dict[Setup, Compiled]
    pool: Executor | None
    kept: Stretches | Further | None = None
    heard: Heard | None = None
    stop: Event = Factory(Event)
    _own: local = Factory(local)

    def further(self, first: int) -> Further | None:
        """Return where games of more arms are kept, that come so many behind the last of these."""
        if not isinstance(self.kept, Stretches):
            return None
        return Further(self.kept, len(self.plans) + first)

    @property
    def engine(self) -> Engine:
        """What plays."""
        return Engine.FAST if self.compiled else Engine.REFERENCE

    def play(self, arm: int, numbers: range) -> list[Result]:
        """Return some games of an arm, in order."""
        if self.kept is None:
            return self._play(arm, numbers)
        return self.kept.play(arm, numbers, partial(self._play, arm))

    def _play(self, arm: int, numbers: range) -> list[Result]:
        size = CHUNK if self.compiled else SLOW_CHUNK
        parts = [numbers[i : i + size] for i in range(0, len(numbers), size)]
        return [result for part in self._parts(arm, parts) for result in part]

    def _parts(self, arm: int, parts: Sequence[range]) -> Iterable[Sequence[Result]]:
        if self.compiled:
            work = self._fast
            return (self.pool.map if self.pool else map)(work, [arm] * len(parts), parts)
        if self.pool is None:
            return ([play(self.plans[arm], one) for one in part] for part in parts)
        with shielded():
            return self.pool.map(_work, [arm] * len(parts), parts)

    def _fast(self, arm: int, numbers: range) -> Sequence[Result]:
        """Play in this thread, on its own machine for the setup."""
        if self.stop.is_set():
            return []
        plan = self.plans[arm]
        machines: dict[Setup, Machine] = self._own.__dict__.setdefault("machines", {})
        if plan.setup not in machines:
            machines[plan.setup] = Machine(self.compiled[plan.setup])
        return Table(plan, machines[plan.setup]).play(numbers)


def side_by_side(
    field: Field, arms: Sequence[int], counting: Counting, aim: Aim, told: Told | None = None
) -> Iterator[None]:
    """Play games of some arms and count them, until the aim is reached; yield after each stretch.

    An interruption leaves whole stretches.
    """
    with listening() as interruption:
        for numbers in aim.stretches(counting.width, told):
            columns = [field.play(arm, numbers) for arm in arms]
            with interruption.held():
                if field.heard is not None:
                    field.heard(numbers, arms, columns)
                for results in zip(*columns, strict=True):
                    counting.add(results)
            yield
            interruption.heed()


@contextmanager
def arms(
    plans: Sequence[Plan],
    jobs: int = 1,
    engine: Engine = Engine.AUTO,
    kept: Stretches | Further | None = None,
    heard: Heard | None = None,
) -> Iterator[Field]:
    """Have games of some plans played, and `kept`, and `heard` of.

    Raise Unsupported if only the engine may and cannot.
    """
    compiled = {} if engine is Engine.REFERENCE else _compiled(plans, engine)
    field = Field(tuple(plans), compiled, _pool(plans, jobs, fast=bool(compiled)), kept, heard)
    try:
        yield field
    finally:
        field.stop.set()
        if field.pool is not None:
            field.pool.shutdown(cancel_futures=True)


def _compiled(plans: Sequence[Plan], engine: Engine) -> dict[Setup, Compiled]:
    """Return a module for every setup; none if there is one that only the reference can play."""
    titles: dict[Setup, frozenset[str]] = {}
    for plan in plans:
        titles[plan.setup] = titles.get(plan.setup, frozenset()) | plan.strategies
    try:
        return {setup: compile_setup(setup, own) for setup, own in titles.items()}
    except Unsupported:
        if engine is Engine.FAST:
            raise
        return {}


def _pool(plans: Sequence[Plan], jobs: int, *, fast: bool) -> Executor | None:
    if jobs == 1:
        return None
    if fast:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (tuple(plans),))


_plans: list[Plan] = []


def _begin(plans: tuple[Plan, ...]) -> None:
    """Prepare a process for its work."""
    ignore_interruptions()
    _plans.extend(plans)


def _work(arm: int, numbers: range) -> Sequence[Result]:
    """Play some games in this process."""
    return [play(_plans[arm], one) for one in numbers]
