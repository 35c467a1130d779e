"""`cubedsl sim`: many games between strategies, and what came out."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from cubedsl.cli.shared import Exit, common, console, leave, output_format, ruleset, stacked

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.simulate import Plan, Progress, Report

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
@click.option("--jobs", type=AT_LEAST_1, default=1, show_default=True, help="How many processes.")
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
def command(target: str, files: Sequence[str], jobs: int, form: str, **wishes: Any) -> None:
    """Play games between strategies, and count who wins and how long it takes.

    What comes out depends on the ruleset, its options, the seats, the seed and the number of
    games, and on nothing else.
    """
    from cubedsl.cli import results
    from cubedsl.interpreter.bots.simulate import simulate

    plan = _plan(ruleset(target, files), _Wishes(**wishes))
    began = perf_counter()
    with _progress(plan.games) as progress:
        report = simulate(plan, jobs=jobs, progress=progress)
    results.write(plan, report, perf_counter() - began, form)
    leave(_status(report))


def _status(report: "Report") -> Exit:
    if report.interrupted:
        return Exit.INTERRUPTED
    return Exit.LIMIT if report.totals.stopped else Exit.FINE


# ------------------------------------------------------------------ what is played


def _plan(ruleset: "Ruleset", wishes: _Wishes) -> "Plan":
    """Return the games to play; a wish that cannot be met is a wrong call."""
    from cubedsl.cli.variants import values
    from cubedsl.interpreter.bots.seats import line_up
    from cubedsl.interpreter.bots.simulate import Plan
    from cubedsl.interpreter.setup import SetupError, covering, prepare

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
    return Plan(setup, bots, wishes.games, wishes.seed, wishes.rotate, wishes.max_steps)


# ------------------------------------------------------------------ progress


@contextmanager
def _progress(games: int) -> "Iterator[Progress | None]":
    """Show on a terminal how far it is."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress as Bar

    with Bar(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.update(task, completed=played)
