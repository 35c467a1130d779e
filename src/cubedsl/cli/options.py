"""Options that several commands have, each a decorator, and what is made of them."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.seats import Bot
    from cubedsl.interpreter.setup import Setup

AT_LEAST_1 = click.IntRange(1)
FILE = click.Path(path_type=Path, dir_okay=False)
MOST_STEPS = 1_000_000

players = click.option("--players", type=AT_LEAST_1, help="How many; the fewest unless said.")
card_set = click.option(
    "--set", "card_set", metavar="TITLE", help="The set; the first unless said."
)
board = click.option(
    "--track", "--board", "board", metavar="TITLE", help="The track; that of the set."
)
variants = click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True, help="A variant."
)
strategies = click.option(
    "--strategies", "files", metavar="FILE", multiple=True, help="A file with more of them."
)
jobs = click.option("--jobs", type=AT_LEAST_1, help="How many processors; all unless said.")
engine = click.option(
    "--engine",
    type=click.Choice(["auto", "fast", "reference"]),
    default="auto",
    show_default=True,
    help="What plays: the fast engine, the reference, or the engine where it can.",
)
max_steps = click.option(
    "--max-steps",
    type=AT_LEAST_1,
    default=MOST_STEPS,
    show_default=True,
    help="After so many steps a game is stopped.",
)
report = click.option(
    "--report",
    "page",
    metavar="FILE",
    type=FILE,
    help="Write a page of HTML with plots as well.",
)


def processors() -> int:
    """Return how many processors there are for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def wrong_call() -> Iterator[None]:
    """A game that cannot be set up as was asked for is a wrong call."""
    from cubedsl.interpreter.setup import SetupError

    try:
        yield
    except SetupError as error:
        raise click.UsageError(str(error)) from error


@frozen(kw_only=True)
class Seating:
    """What was asked for of games between strategies."""

    players: int | None
    card_set: str | None
    board: str | None
    options: Sequence[str]
    seats: Sequence[str] = ()

    def setup(self, ruleset: "Ruleset") -> "Setup":
        """Return the setup; raise SetupError if there is no such game."""
        from cubedsl.cli.variants import values
        from cubedsl.interpreter.setup import prepare

        return prepare(
            ruleset,
            players=self.players or max(len(self.seats), ruleset.players[0]),
            options=values(ruleset, self.options),
            card_set=self.card_set,
            board=self.board,
        )

    def seated(self, ruleset: "Ruleset") -> "tuple[Setup, tuple[Bot, ...]]":
        """Return the setup, and who sits there; raise SetupError if a wish cannot be met."""
        from cubedsl.interpreter.bots.seats import line_up

        setup = self.setup(ruleset)
        return setup, line_up(ruleset, setup.players, self.seats)
