"""Many games, played by bots, on one or several processors.

Game number g of a seed is the same game wherever and whenever it is played, and the results are
put together in the order of the numbers: neither how the work is divided nor which engine does it
leaves a trace in them.
"""

from enum import Enum

from cubedsl.interpreter.bots import slowly
from cubedsl.interpreter.bots.interruption import Interruption, listening
from cubedsl.interpreter.bots.plan import Plan, Progress, Report, Tally
from cubedsl.interpreter.bots.slowly import play

__all__ = ["Engine", "Plan", "Progress", "Report", "play", "simulate"]


class Engine(Enum):
    """What plays: the engine where it can and the reference elsewhere, or one of them."""

    AUTO = "auto"
    FAST = "fast"
    REFERENCE = "reference"


def simulate(
    plan: Plan,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    engine: Engine = Engine.AUTO,
) -> Report:
    """Play all games of a plan; if it is interrupted, report those before the first gap.

    Raise `Unsupported` if only the engine may play, and cannot.
    """
    tally = Tally(progress)
    try:
        with listening() as interruption:
            _play_all(plan, jobs, tally, interruption, engine)
    except KeyboardInterrupt:
        return Report(tally.totals, interrupted=True)
    return Report(tally.totals, interrupted=tally.totals.games < plan.games)


def _play_all(
    plan: Plan, jobs: int, tally: Tally, interruption: Interruption, engine: Engine
) -> None:
    if engine is Engine.REFERENCE or plan.setup.coverage is not None:
        slowly.play_all(plan, jobs, tally, interruption)
        return
    from cubedsl.interpreter.bots import fast
    from cubedsl.interpreter.engine.lower.world import Unsupported
    from cubedsl.interpreter.engine.machine import compile_setup

    try:
        compiled = compile_setup(plan.setup)
    except Unsupported:
        if engine is Engine.FAST:
            raise
        slowly.play_all(plan, jobs, tally, interruption)
    else:
        fast.play_all(plan, compiled, jobs, tally, interruption)
