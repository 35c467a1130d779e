"""`cubedsl sim`: many games between strategies, and what came out."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from cubedsl.cli import options
from cubedsl.cli.options import AT_LEAST_1, FILE, Seating, wrong_call
from cubedsl.cli.shared import Exit, common, leave, output_format, ruleset, stacked
from cubedsl.cli.writing import out_option, write_result

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.simulate import Plan, Report


@frozen(kw_only=True)
class _Wishes(Seating):
    """What was asked for on the command line."""

    games: int
    seed: int
    rotate: bool
    max_steps: int
    coverage: bool


@click.command("sim")
@click.argument("target", metavar="RULESET")
@click.option("--games", type=AT_LEAST_1, default=100, show_default=True, help="How many.")
@options.players
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed, the same games."
)
@options.card_set
@options.board
@options.variants
@click.option(
    "--seat",
    "seats",
    metavar="STRATEGY",
    multiple=True,
    help="Who plays: a strategy or `random`, for every seat or once for all; unless said, the "
    "strategies of the ruleset in turn.",
)
@options.strategies
@click.option("--rotate", is_flag=True, help="Everybody moves one seat on after each game.")
@options.jobs
@options.engine
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the cluster of a dask scheduler (tcp://…) instead.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=FILE,
    help="Keep the run in a file, and go on with it if it is there.",
)
@out_option
@options.report
@options.max_steps
@click.option(
    "--coverage", is_flag=True, help="Say how often each part of the rules was carried out."
)
@output_format
@stacked
@common
def command(
    target: str,
    files: Sequence[str],
    jobs: int | None,
    engine: str,
    scheduler: str | None,
    resume: Path | None,
    out: Path | None,
    page: Path | None,
    form: str,
    **wishes: Any,
) -> None:
    """Play games between strategies, and count who wins and how long it takes.

    What comes out depends on the ruleset, its options, the seats, the seed and the number of
    games, and on nothing else.
    """
    from cubedsl.cli import reporting, results, running
    from cubedsl.interpreter.bots.plan import Engine
    from cubedsl.interpreter.study.purchases import Purchases

    if page is not None:
        reporting.check_libraries()
    plan = _plan(ruleset(target, files), _Wishes(**wishes), watched=page is not None)
    taken = Purchases(plan.setup) if page is not None else None
    way = running.Way(jobs or options.processors(), Engine(engine), scheduler, resume, out, taken)
    began = perf_counter()
    with wrong_call():
        report = running.run(plan, way)
    seconds = perf_counter() - began
    if report.unable and not wishes["coverage"]:
        click.echo(f"note: the reference plays, the engine cannot: {report.unable}", err=True)
    data = results.data(plan, report, seconds, taken)
    write_result(out, data)
    if page is not None:
        reporting.write_report(page, data)
    results.write(plan, report, seconds, form, taken)
    leave(_status(report))


def _status(report: "Report") -> Exit:
    if report.interrupted:
        return Exit.INTERRUPTED
    return Exit.LIMIT if report.totals.stopped else Exit.FINE


# ------------------------------------------------------------------ what is played


def _plan(ruleset: "Ruleset", wishes: _Wishes, *, watched: bool) -> "Plan":
    """Return the games to play; a wish that cannot be met is a wrong call."""
    from cubedsl.interpreter.bots.simulate import Plan
    from cubedsl.interpreter.setup import covering, watching

    with wrong_call():
        setup, bots = wishes.seated(ruleset)
    setup = covering(setup) if wishes.coverage else setup
    setup = watching(setup, named=False) if watched else setup
    return Plan(setup, bots, wishes.games, wishes.seed, wishes.rotate, wishes.max_steps)
