"""Many games, played by bots, on one or several processors.

Game number g of a seed is the same game wherever and whenever it is played, and the results are
put together in the order of the numbers: neither how the work is divided nor which engine does it
leaves a trace in them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, frozen

from cubedsl.interpreter.bots import slowly
from cubedsl.interpreter.bots.interruption import listening
from cubedsl.interpreter.bots.plan import Engine, Plan, Report, Tally, Watch
from cubedsl.interpreter.bots.slowly import play
from cubedsl.interpreter.bots.statistics import Totals
from cubedsl.interpreter.setup import SetupError

if TYPE_CHECKING:
    from cubedsl.interpreter.engine.machine import Compiled

__all__ = ["Engine", "Plan", "Report", "Watch", "play", "simulate"]

Players: TypeAlias = Callable[[Plan, Engine, Tally], None]
"""Plays the games of a plan that have not been played, elsewhere."""


def simulate(
    plan: Plan,
    *,
    jobs: int = 1,
    watches: tuple[Watch, ...] = (),
    engine: Engine = Engine.AUTO,
    before: Totals | None = None,
    elsewhere: Players | None = None,
) -> Report:
    """Play all games of a plan; if it is interrupted, report those before the first gap.

    `before` are the counts of the first games, if those have been played; `elsewhere` plays
    instead of threads and processes here.  Raise `Unsupported` if only the engine may play, and
    cannot.
    """
    chosen = choose(plan, engine)
    counts = before or Totals()
    told = Report(counts, False, chosen.engine, chosen.unable, counts.games)
    with listening() as interruption:
        tally = Tally(interruption, watches, told.totals)
        try:
            if elsewhere is not None:
                elsewhere(plan, chosen.engine, tally)
            elif chosen.compiled is not None:
                from cubedsl.interpreter.bots import fast

                fast.play_all(plan, chosen.compiled, jobs, tally)
            else:
                slowly.play_all(plan, jobs, tally)
        except KeyboardInterrupt:
            return evolve(told, interrupted=True)
    return evolve(told, interrupted=told.totals.games < plan.games)


@frozen
class Chosen:
    """What plays; `unable` says why it is not the engine, if that was wanted."""

    engine: Engine
    compiled: "Compiled | None" = None
    unable: str | None = None


def choose(plan: Plan, engine: Engine, strategies: frozenset[str] = frozenset()) -> Chosen:
    """Return what plays the games of a plan, and of others of its setup in which more `strategies`
    play; raise SetupError if bots need the engine, and another one plays."""
    chosen = _choose(plan, engine, strategies)
    searching = next((bot.title for bot in plan.bots if bot.playouts), None)
    if searching is not None and chosen.compiled is None:
        raise SetupError(f"`{searching}` can only play where the fast engine does")
    return chosen


def _choose(plan: Plan, engine: Engine, strategies: frozenset[str]) -> Chosen:
    if engine is Engine.REFERENCE:
        return Chosen(Engine.REFERENCE)
    from cubedsl.interpreter.engine.lower.world import Unsupported
    from cubedsl.interpreter.engine.machine import compile_setup

    try:
        if plan.setup.coverage is not None:
            raise Unsupported("only the reference counts what is carried out")
        return Chosen(Engine.FAST, compile_setup(plan.setup, plan.strategies | strategies))
    except Unsupported as error:
        if engine is Engine.FAST:
            raise
        return Chosen(Engine.REFERENCE, unable=str(error))
