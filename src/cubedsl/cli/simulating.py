"""`cubedsl sim`: many games between strategies, and what came out."""

import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from cubedsl.cli.shared import Exit, common, leave, output_format, ruleset, stacked
from cubedsl.cli.writing import out_option, write_result

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.simulate import Plan, Report

MOST_STEPS = 1_000_000
AT_LEAST_1 = click.IntRange(1)


@frozen
class _Wishes:
    """What was asked for on the command line."""

    players: int | None
    games: int
    seed: int
    card_set: str | None
    board: str | None
    options: Sequence[str]
    seats: Sequence[str]
    rotate: bool
    max_steps: int
    coverage: bool


@click.command("sim")
@click.argument("target", metavar="RULESET")
@click.option("--games", type=AT_LEAST_1, default=100, show_default=True, help="How many.")
@click.option("--players", type=AT_LEAST_1, help="How many; the fewest there may be unless said.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed, the same games."
)
@click.option("--set", "card_set", metavar="TITLE", help="The set; the first unless said.")
@click.option("--track", "--board", "board", metavar="TITLE", help="The track; that of the set.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A variant.")
@click.option(
    "--seat",
    "seats",
    metavar="STRATEGY",
    multiple=True,
    help="Who plays: a strategy or `random`, for every seat or once for all; unless said, the "
    "strategies of the ruleset in turn.",
)
@click.option(
    "--strategies", "files", metavar="FILE", multiple=True, help="A file with more of them."
)
@click.option("--rotate", is_flag=True, help="Everybody moves one seat on after each game.")
@click.option("--jobs", type=AT_LEAST_1, help="How many processors; all unless said.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "fast", "reference"]),
    default="auto",
    show_default=True,
    help="What plays: the fast engine, the reference, or the engine where it can.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the cluster of a dask scheduler (tcp://…) instead.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the run in a file, and go on with it if it is there.",
)
@out_option
@click.option(
    "--report",
    "page",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page of HTML with plots as well.",
)
@click.option(
    "--max-steps",
    type=AT_LEAST_1,
    default=MOST_STEPS,
    show_default=True,
    help="After so many steps a game is stopped.",
)
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
    from cubedsl.interpreter.setup import SetupError
    from cubedsl.interpreter.study.purchases import Purchases

    if page is not None:
        reporting.check_libraries()
    plan = _plan(ruleset(target, files), _Wishes(**wishes), watched=page is not None)
    taken = Purchases(plan.setup) if page is not None else None
    way = running.Way(jobs or processors(), Engine(engine), scheduler, resume, out, taken)
    began = perf_counter()
    try:
        report = running.run(plan, way)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    seconds = perf_counter() - began
    if report.unable and not wishes["coverage"]:
        click.echo(f"note: the reference plays, the engine cannot: {report.unable}", err=True)
    data = results.data(plan, report, seconds, taken)
    write_result(out, data)
    if page is not None:
        reporting.write_report(page, data)
    results.write(plan, report, seconds, form, taken)
    leave(_status(report))


def processors() -> int:
    """Return how many processors there are for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _status(report: "Report") -> Exit:
    if report.interrupted:
        return Exit.INTERRUPTED
    return Exit.LIMIT if report.totals.stopped else Exit.FINE


# ------------------------------------------------------------------ what is played


def _plan(ruleset: "Ruleset", wishes: _Wishes, *, watched: bool) -> "Plan":
    """Return the games to play; a wish that cannot be met is a wrong call."""
    from cubedsl.cli.variants import values
    from cubedsl.interpreter.bots.seats import line_up
    from cubedsl.interpreter.bots.simulate import Plan
    from cubedsl.interpreter.setup import SetupError, covering, prepare, watching

    players = wishes.players or max(len(wishes.seats), ruleset.players[0])
    try:
        setup = prepare(
            ruleset,
            players=players,
            options=values(ruleset, wishes.options),
            card_set=wishes.card_set,
            board=wishes.board,
        )
        bots = line_up(ruleset, players, wishes.seats)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    setup = covering(setup) if wishes.coverage else setup
    setup = watching(setup, named=False) if watched else setup
    return Plan(setup, bots, wishes.games, wishes.seed, wishes.rotate, wishes.max_steps)
