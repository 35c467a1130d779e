"""How fast games are played: repeated measurements of the same games, after a warm-up.

Speeds are per second of processor time, on one processor: other work on the machine
disturbs them less than those by the clock.  The games are those of a seed, so each repetition
plays the same ones; that they are the same is verified.
"""

import ctypes
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from attrs import evolve, frozen

from cubedsl.interpreter.bots import slowly
from cubedsl.interpreter.bots.fast import Table, play_all
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.bots.plan import Engine, Plan, Tally
from cubedsl.interpreter.bots.simulate import Chosen, choose
from cubedsl.interpreter.bots.statistics import Totals
from cubedsl.interpreter.engine.lower.whole import MOST_RESULTS
from cubedsl.interpreter.engine.machine import START, Compiled, Machine
from cubedsl.interpreter.game import Game, replay

CLONES = 2_000
MOST_GAMES = 1_000_000
SHORTEST = 1e-6
"""Seconds: nothing is quicker, whatever the clock says."""


@frozen
class Spread:
    """Several measurements of the same thing."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The one in the middle."""
        return median(self.values)

    @property
    def width(self) -> float:
        """How far the lowest and the highest lie apart, as a share of the median."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0


@frozen
class Effort:
    """How much is measured: repetitions, and the seconds each should take."""

    repetitions: int
    seconds: float


@frozen
class Speed:
    """How fast an engine plays `games` games of a plan.

    `games_per_second` is with all that `simulate` does; `bare` is without reading the results, if
    that can be told apart; `compile` the seconds from a setup to what plays it, if anything is
    compiled; `clone` the seconds to put a position aside and to go on with it.
    """

    engine: Engine
    totals: Totals
    games_per_second: Spread
    bare: Spread | None
    compile: Spread | None
    clone: Spread

    @property
    def decisions_per_second(self) -> Spread:
        """The same, by decisions."""
        each = self.totals.decisions_per_game
        return Spread(tuple(one * each for one in self.games_per_second.values))


def measure(plan: Plan, engine: Engine, effort: Effort) -> Speed:
    """Return how fast an engine plays the games of a plan; their number is found out."""
    chosen = choose(plan, engine)
    plan = evolve(plan, games=enough(lambda games: _play(plan, chosen, games), effort.seconds))
    runs = [_timed(plan, chosen) for _ in _times(effort)]
    if len({totals.digest for _, totals in runs}) > 1:
        raise RuntimeError("the same games came out differently")
    speed = Spread(tuple(plan.games / seconds for seconds, _ in runs))
    totals = runs[0][1]
    if chosen.compiled is None:
        return Speed(engine, totals, speed, None, None, _replays(plan, effort))
    compiling = Spread(tuple(_seconds(lambda: choose(plan, engine)) for _ in _times(effort)))
    bare = _bare(plan, chosen.compiled, effort)
    return Speed(engine, totals, speed, bare, compiling, _copies(chosen.compiled, effort))


def played(plan: Plan, engine: Engine, games: int) -> Totals:
    """Return the counts of the first games of a plan."""
    return _play(plan, choose(plan, engine), games)


def enough(play: Callable[[int], object], seconds: float) -> int:
    """Warm up, and return how many games take so many seconds."""
    games = 1
    while (took := _taken(play, games)) < seconds / 4 and games < MOST_GAMES:
        games *= 2
    return max(1, min(MOST_GAMES, round(games * seconds / took)))


def _times(effort: Effort) -> range:
    return range(effort.repetitions)


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def speeds(play: Callable[[int], object], games: int, effort: Effort) -> Spread:
    """Return how many games are played in a second."""
    return Spread(tuple(games / _taken(play, games) for _ in _times(effort)))


def _taken(play: Callable[[int], object], games: int) -> float:
    return max(_seconds(lambda: play(games)), SHORTEST)


# ------------------------------------------------------------------ playing


def _play(plan: Plan, chosen: Chosen, games: int) -> Totals:
    tally = Tally(Interruption())
    plan = evolve(plan, games=games)
    if chosen.compiled is not None:
        play_all(plan, chosen.compiled, 1, tally)
    else:
        slowly.play_all(plan, 1, tally)
    return tally.totals


def _timed(plan: Plan, chosen: Chosen) -> tuple[float, Totals]:
    began = process_time()
    totals = _play(plan, chosen, plan.games)
    return max(process_time() - began, SHORTEST), totals


def _bare(plan: Plan, compiled: Compiled, effort: Effort) -> Spread:
    table = Table(plan, Machine(compiled))

    def play(games: int) -> None:
        for first in range(0, games, MOST_RESULTS):
            table.run(range(first, min(first + MOST_RESULTS, games)))

    return speeds(play, plan.games, effort)


# ------------------------------------------------------------------ positions put aside


def _copies(compiled: Compiled, effort: Effort) -> Spread:
    """The image of a position is copied, and copied back."""
    machine = Machine(compiled)
    here, size = ctypes.c_void_p(machine.address + START), compiled.image - START
    kept = ctypes.create_string_buffer(size)

    def often() -> None:
        for _ in range(CLONES):
            ctypes.memmove(kept, here, size)
            ctypes.memmove(here, kept, size)

    return Spread(tuple(_seconds(often) / CLONES for _ in _times(effort)))


def _replays(plan: Plan, effort: Effort) -> Spread:
    """A game of the reference is gone on with by playing it again, here to the middle."""
    choices = _choices(plan)
    half = choices[: len(choices) // 2]
    return Spread(
        tuple(_seconds(lambda: replay(plan.setup, plan.seed, 0, half)) for _ in _times(effort))
    )


def _choices(plan: Plan) -> Sequence[int]:
    """Return all choices of the first game."""
    game = Game(plan.setup, plan.seed, 0, max_steps=plan.max_steps)
    bots = (plan.bots[bot] for bot in plan.seating(0))
    seats = [bot.sit(plan.setup, seat, plan.seed, 0) for seat, bot in enumerate(bots)]
    while (decision := game.decision) is not None:
        game.choose(seats[decision.seat].choose(decision, game.state))
    return game.choices
