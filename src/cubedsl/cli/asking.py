"""What the commands that put questions to many games have in common."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen

from cubedsl.cli.shared import Exit, output_format
from cubedsl.cli.writing import out_option

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.study.batches import Aim

_Function = TypeVar("_Function", bound=Callable[..., Any])
MOST_STEPS = 1_000_000
AT_LEAST_1 = click.IntRange(1)
GAMES = 2000


def share(text: str) -> float:
    """Return a share that is written `0.5%` or `0.005`: above 0, below 1."""
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = 0.0
    if not 0 < found < 1:
        raise click.BadParameter(f"`{text}` should be a share like 0.5% or 0.005")
    return found


OPTIONS = (
    click.option("--games", type=AT_LEAST_1, help=f"How many at most; {GAMES} unless said."),
    click.option(
        "--precision",
        type=share,
        metavar="SHARE",
        help="Stop when ± this is certain of every win rate that is compared, such as 0.5%.",
    ),
    click.option("--players", type=AT_LEAST_1, help="How many; the fewest unless said."),
    click.option("--seed", type=int, default=0, show_default=True, help="The luck of the games."),
    click.option("--set", "card_set", metavar="TITLE", help="The set; the first unless said."),
    click.option(
        "--track", "--board", "board", metavar="TITLE", help="The track; that of the set."
    ),
    click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A variant."),
    click.option(
        "--seat",
        "seats",
        metavar="STRATEGY",
        multiple=True,
        help="Who plays: a strategy or `random`, for every seat or once for all; unless said, the "
        "strategies of the ruleset in turn. They change seats after every game.",
    ),
    click.option(
        "--strategies", "files", metavar="FILE", multiple=True, help="A file with more of them."
    ),
    click.option("--jobs", type=AT_LEAST_1, help="How many processors; all unless said."),
    click.option(
        "--engine",
        type=click.Choice(["auto", "fast", "reference"]),
        default="auto",
        show_default=True,
        help="What plays: the fast engine, the reference, or the engine where it can.",
    ),
    click.option(
        "--max-steps",
        type=AT_LEAST_1,
        default=MOST_STEPS,
        show_default=True,
        help="After so many steps a game is stopped.",
    ),
    click.option(
        "--resume",
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Keep the games in a file, and go on with them if it is there.",
    ),
    out_option,
)


def asking(function: _Function) -> _Function:
    """Add the options of every question to many games."""
    for option in reversed(OPTIONS):
        function = option(function)
    return output_format(function)


@frozen
class Wishes:
    """What was asked for on the command line."""

    games: int | None
    precision: float | None
    players: int | None
    seed: int
    card_set: str | None
    board: str | None
    options: Sequence[str]
    seats: Sequence[str]
    files: Sequence[str]
    jobs: int | None
    engine: str
    max_steps: int
    resume: Path | None
    out: Path | None

    @property
    def aim(self) -> "Aim":
        """How many games, or how certain."""
        from cubedsl.interpreter.study.batches import MOST, Aim

        return Aim(self.games or (MOST if self.precision else GAMES), self.precision)

    @property
    def processors(self) -> int:
        """How many processors play."""
        from cubedsl.cli.simulating import processors

        return self.jobs or processors()

    def plan(
        self,
        ruleset: "Ruleset",
        *,
        lead: str | None = None,
        seed: int | None = None,
        named: bool = False,
    ) -> "Plan":
        """Return the games to play, watched, with the options if `named`; a wish that cannot be
        met is a wrong call."""
        from cubedsl.cli.variants import values
        from cubedsl.interpreter.bots.plan import Plan
        from cubedsl.interpreter.bots.seats import line_up
        from cubedsl.interpreter.setup import SetupError, prepare, watching

        players = self.players or max(len(self.seats), ruleset.players[0])
        try:
            setup = prepare(
                ruleset,
                players=players,
                options=values(ruleset, self.options),
                card_set=self.card_set,
                board=self.board,
            )
            setup = watching(setup, lead, named=named)
            bots = line_up(ruleset, players, self.seats)
        except SetupError as error:
            raise click.UsageError(str(error)) from error
        at = self.seed if seed is None else seed
        return Plan(setup, bots, self.aim.games, at, True, self.max_steps)


def status(*, interrupted: bool, reached: bool, stopped: int) -> Exit:
    """Return how the command ends."""
    if interrupted:
        return Exit.INTERRUPTED
    return Exit.FINE if reached and not stopped else Exit.LIMIT
