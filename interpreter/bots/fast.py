"""Games of a plan played by the engine: one machine for each thread."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, local

from attrs import Factory, define

from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.bots.line import Line, chunks
from cubedsl.interpreter.bots.plan import Plan, Tally
from cubedsl.interpreter.bots.seats import RANDOM, Bot
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.engine.lower.answers import FIRST_STRATEGY
from cubedsl.interpreter.engine.lower.answers import RANDOM as BY_CHANCE
from cubedsl.interpreter.engine.machine import Compiled, Machine, Trapped

CHUNK = 64
CHUNKS_AHEAD = 4


@define(eq=False)
class Table:
    """A machine on which games of a plan are played."""

    plan: Plan
    machine: Machine

    def play(self, numbers: range) -> list[Result]:
        """Play some games."""
        turns = len(self.plan.bots) if self.plan.rotate else 1
        reasons: dict[int, str] = {}
        for turn in range(min(turns, len(numbers))):
            self._seat(self.plan.seating(numbers.start + turn))
            self._play(numbers, turn, turns, reasons)
        rows = self.machine.results(len(numbers))
        return [self._result(number, rows[i], reasons.get(i)) for i, number in enumerate(numbers)]

    def _seat(self, bots: Sequence[int]) -> None:
        known = list(self.plan.setup.ruleset.strategies)
        codes = [_code(self.plan.bots[bot], known) for bot in bots]
        self.machine.seat(codes, self.plan.max_steps)

    def _play(self, numbers: range, first: int, stride: int, reasons: dict[int, str]) -> None:
        """Play every `stride`th of some games; a game that is stopped does not stop the others."""
        place = first
        while place < len(numbers):
            try:
                self.machine.many(self.plan.seed, numbers.start, place, len(numbers), stride)
                return
            except Trapped as trapped:
                bots = self.plan.seating(numbers.start + trapped.place)
                titles = [self.plan.bots[bot].title for bot in bots]
                reasons[trapped.place] = trapped.sentence(self.plan.setup.ruleset, titles)
                place = trapped.place + stride

    def _result(self, number: int, row: tuple[int, ...], reason: str | None) -> Result:
        _, winners, rounds, decisions, digest, _ = row
        bots = self.plan.seating(number)
        seats = tuple(seat for seat in range(len(bots)) if winners >> seat & 1)
        outcome = Outcome(() if reason else seats, rounds, reason)
        return Result(bots, outcome, decisions, f"{digest % 2**64:016x}")


def _code(bot: Bot, strategies: list[str]) -> int:
    return BY_CHANCE if bot.title == RANDOM else FIRST_STRATEGY + strategies.index(bot.title)


def play_all(
    plan: Plan, compiled: Compiled, jobs: int, tally: Tally, interruption: Interruption
) -> None:
    """Play all games of a plan."""
    workers = _Workers(plan, compiled)
    if jobs == 1:
        for numbers in chunks(plan.games, CHUNK):
            for result in workers.work(numbers):
                tally.add(result)
            interruption.heed()
        return
    with ThreadPoolExecutor(jobs) as pool:
        line = Line(pool, workers.work, chunks(plan.games, CHUNK))
        try:
            while line.fill(jobs * CHUNKS_AHEAD):
                line.take(tally)
                interruption.heed()
        except BaseException as error:
            workers.stop.set()
            if not isinstance(error, KeyboardInterrupt):
                raise
            line.drain(tally)


@define(eq=False)
class _Workers:
    """The machines of all threads, each made when its thread first plays."""

    plan: Plan
    compiled: Compiled
    stop: Event = Factory(Event)
    _own: local = Factory(local)

    def work(self, numbers: range) -> Sequence[Result]:
        """Play some games in this thread; none if it is time to stop."""
        if self.stop.is_set():
            return []
        if not hasattr(self._own, "table"):
            self._own.table = Table(self.plan, Machine(self.compiled))
        table: Table = self._own.table
        return table.play(numbers)
