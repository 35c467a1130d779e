"""Games of a plan played by the engine: one machine for each thread."""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, local
from time import perf_counter

from attrs import Factory, define

from cubedsl.interpreter.bots import search
from cubedsl.interpreter.bots.chunk import Chunk
from cubedsl.interpreter.bots.forgone import NOTHING
from cubedsl.interpreter.bots.line import Line
from cubedsl.interpreter.bots.plan import Plan, Tally
from cubedsl.interpreter.bots.seats import RANDOM, Bot
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.engine.lower.answers import FIRST_STRATEGY, OUTSIDE
from cubedsl.interpreter.engine.lower.answers import RANDOM as BY_CHANCE
from cubedsl.interpreter.engine.lower.whole import DIGEST, MOST_RESULTS, RESULT_WORDS
from cubedsl.interpreter.engine.machine import Compiled, Machine, Trapped

CHUNKS_AHEAD = 4
SHORT, LONG = 0.02, 0.2
"""Seconds that a chunk of games should take."""


@define(eq=False)
class Table:
    """A machine on which games of a plan are played."""

    plan: Plan
    machine: Machine
    _minds: list[Machine] = Factory(list)

    def play(self, numbers: range) -> Sequence[Result]:
        """Play some games."""
        if any(bot.playouts for bot in self.plan.bots):
            return [self._search(number) for number in numbers]
        return self._chunk(numbers, self.run(numbers))

    def run(self, numbers: range) -> dict[int, str]:
        """Play some games and leave the results where they are; return why some were stopped."""
        turns = self._turns()
        reasons: dict[int, str] = {}
        for turn in range(min(turns, len(numbers))):
            self._seat(numbers.start + turn)
            self._play(numbers, turn, turns, reasons)
        return reasons

    def _turns(self) -> int:
        """Return after how many games everybody sits and does without the same again."""
        count = len(self.plan.bots)
        if not self.plan.is_free:
            return count * count
        return count if self.plan.rotate else 1

    def _seat(self, number: int) -> None:
        bots = self.plan.seating(number)
        known = list(self.plan.setup.ruleset.strategies)
        codes = [code_of(self.plan.bots[bot], known) for bot in bots]
        self.machine.seat(codes, self.plan.max_steps)
        if self.plan.setup.watch is not None:
            forgoer, forgone = self.plan.forgoes(number)
            for seat in range(len(bots)):
                own = forgone if seat == forgoer else NOTHING
                self.machine.forgo(seat, sorted(own.pieces))
                self.machine.bar(seat, own.option)

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

    def _chunk(self, numbers: range, reasons: dict[int, str]) -> Chunk:
        """Return what was noted of some games."""
        count = len(numbers)
        results = self.machine.compiled.lowered.world.regions["results"]
        flat = self.machine.words(results, count * RESULT_WORDS)
        columns = (flat[word::RESULT_WORDS].tolist() for word in range(DIGEST))
        stopped, winners, rounds, decisions = columns
        digests = array("q", flat[DIGEST::RESULT_WORDS].tobytes())
        digests.byteswap()
        return Chunk(
            numbers.start,
            self.plan.turns,
            stopped,
            winners,
            rounds,
            decisions,
            digests.tobytes(),
            reasons,
            self.machine.counts(count),
        )

    def _search(self, number: int) -> Result:
        """Play one game in which seats search."""
        bots = [self.plan.bots[bot] for bot in self.plan.seating(number)]
        reasons: dict[int, str] = {}
        self._seat(number)
        try:
            search.play(self.machine, self._mind, bots, self._codes(bots), self.plan.seed, number)
        except Trapped as trapped:
            reasons[0] = trapped.sentence(self.plan.setup.ruleset, [bot.title for bot in bots])
        else:
            self.machine.call("record", 0, 0)
        return self._chunk(range(number, number + 1), reasons)[0]

    @property
    def _mind(self) -> Machine:
        """The machine that seats think with."""
        if not self._minds:
            self._minds.append(Machine(self.machine.compiled))
        return self._minds[0]

    def _codes(self, bots: Sequence[Bot]) -> list[tuple[int, ...]]:
        """Return what may play on in the playouts of each seat."""
        known = list(self.plan.setup.ruleset.strategies)
        return [tuple(code_of(Bot(title), known) for title in bot.like) for bot in bots]


def code_of(bot: Bot, strategies: list[str]) -> int:
    """Return what sits in a seat, as the engine calls it."""
    if bot.playouts:
        return OUTSIDE
    return BY_CHANCE if bot.title == RANDOM else FIRST_STRATEGY + strategies.index(bot.title)


def play_all(plan: Plan, compiled: Compiled, jobs: int, tally: Tally) -> None:
    """Play the games of a plan that have not been played."""
    workers = Workers(plan, compiled)
    with ThreadPoolExecutor(jobs) as pool:
        line = Line(
            lambda numbers: pool.submit(workers.work, numbers),
            tally,
            plan.games,
            lambda: workers.pace.size,
        )
        line.run(jobs * CHUNKS_AHEAD, workers.stop.set)


@define
class Pace:
    """How many games a chunk should have, so that it takes neither too long nor no time at all."""

    size: int = 4

    def note(self, seconds: float) -> None:
        """Take in how long a chunk took."""
        if seconds < SHORT:
            self.size = min(2 * self.size, MOST_RESULTS)
        elif seconds > LONG:
            self.size = max(self.size // 2, 1)


@define(eq=False)
class Workers:
    """The machines of all threads, each made when its thread first plays."""

    plan: Plan
    compiled: Compiled
    stop: Event = Factory(Event)
    pace: Pace = Factory(Pace)
    _own: local = Factory(local)

    def work(self, numbers: range) -> Sequence[Result]:
        """Play some games in this thread; none if it is time to stop."""
        if self.stop.is_set():
            return []
        if not hasattr(self._own, "table"):
            self._own.table = Table(self.plan, Machine(self.compiled))
        table: Table = self._own.table
        began = perf_counter()
        results = table.play(numbers)
        self.pace.note(perf_counter() - began)
        return results
