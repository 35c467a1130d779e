"""Games of a plan played by the reference, on one or several processors."""

import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from cubedsl.interpreter.bots.forgone import NOTHING
from cubedsl.interpreter.bots.line import Line
from cubedsl.interpreter.bots.plan import Plan, Tally
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.digest import of_game
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.state import State
from cubedsl.interpreter.stopped import Stopped
from cubedsl.interpreter.watch import Counted

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

LARGEST_CHUNK = 16
CHUNKS_AHEAD = 4


def play(plan: Plan, number: int) -> Result:
    """Play one game of a plan."""
    bots = plan.seating(number)
    game = Game(plan.setup, plan.seed, number, max_steps=plan.max_steps)
    outcome = _play_out(game, plan, number)
    digest = of_game(game.state, game.asked, outcome)
    counted = plan.setup.coverage
    covered = counted.take() if counted is not None else ()
    return Result(bots, outcome, len(game.asked), digest, covered, _counted(game.state))


def _counted(state: State) -> tuple[int, ...]:
    """Return what was counted of a game, with what players have at its end."""
    watch = state.setup.watch
    if watch is None:
        return ()
    for cell in state.setup.ruleset.cells:
        place = watch.places.get((Counted.END, cell.index))
        for seat in range(state.setup.players) if place is not None else ():
            held: Any = state.cells[cell.index][seat]
            state.counts[seat * watch.width + (place or 0)] = held
    return tuple(state.counts)


def _play_out(game: Game, plan: Plan, number: int) -> Outcome:
    """Play a game to its end; a strategy that cannot be followed stops it."""
    bots = [plan.bots[bot] for bot in plan.seating(number)]
    forgoer, forgone = plan.forgoes(number)
    players = [
        bot.sit(plan.setup, seat, plan.seed, number, forgone if seat == forgoer else NOTHING)
        for seat, bot in enumerate(bots)
    ]
    while (decision := game.decision) is not None:
        try:
            game.choose(players[decision.seat].choose(decision, game.state))
        except Stopped as stopped:
            title = bots[decision.seat].title
            reason = f'{stopped.reason}, in the strategy "{title}" ({stopped.span})'
            return Outcome((), game.state.rounds, reason)
    assert game.outcome is not None
    return game.outcome


def play_all(plan: Plan, jobs: int, tally: Tally) -> None:
    """Play the games of a plan that have not been played."""
    left = plan.games - tally.totals.games
    if jobs > 1 and left > 1:
        _spread(plan, min(jobs, left), tally)
        return
    for number in range(tally.totals.games, plan.games):
        tally.add([play(plan, number)])
        tally.interruption.heed()


# ------------------------------------------------------------------ several processes


def _spread(plan: Plan, jobs: int, tally: Tally) -> None:
    """Add the results in order, while other processes play on ahead."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    left = plan.games - tally.totals.games
    size = max(1, min(LARGEST_CHUNK, left // (jobs * 4)))
    with ProcessPoolExecutor(jobs, context, _begin_work, (plan, stop)) as pool:
        line = Line(lambda numbers: pool.submit(_work, numbers), tally, plan.games, lambda: size)
        line.run(jobs * CHUNKS_AHEAD, stop.set)


@frozen
class _Worker:
    plan: Plan
    stop: "Event"


_workers: list[_Worker] = []


def _begin_work(plan: Plan, stop: "Event") -> None:
    """Prepare a process for its work."""
    ignore_interruptions()
    _workers.append(_Worker(plan, stop))


def ignore_interruptions() -> None:
    """Leave Ctrl-C to the process that began this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(numbers: range) -> Sequence[Result]:
    """Play some games; fewer if it is time to stop."""
    (worker,) = _workers
    results: list[Result] = []
    for number in numbers:
        if worker.stop.is_set():
            break
        results.append(play(worker.plan, number))
    return results
