"""What the commands that put questions to many games have in common."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen

from cubedsl.cli import options
from cubedsl.cli.options import AT_LEAST_1, FILE, Seating, wrong_call
from cubedsl.cli.shared import Exit, output_format
from cubedsl.cli.writing import out_option

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.study.batches import Aim

_Function = TypeVar("_Function", bound=Callable[..., Any])
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
    options.players,
    click.option("--seed", type=int, default=0, show_default=True, help="The luck of the games."),
    options.card_set,
    options.board,
    options.variants,
    click.option(
        "--seat",
        "seats",
        metavar="STRATEGY",
        multiple=True,
        help="Who plays: a strategy or `random`, for every seat or once for all; unless said, the "
        "strategies of the ruleset in turn. They change seats after every game.",
    ),
    options.strategies,
    options.jobs,
    options.engine,
    options.max_steps,
    click.option(
        "--resume",
        metavar="FILE",
        type=FILE,
        help="Keep the games in a file, and go on with them if it is there.",
    ),
    out_option,
)


def asking(function: _Function) -> _Function:
    """Add the options of every question to many games."""
    for option in reversed(OPTIONS):
        function = option(function)
    return output_format(function)


@frozen(kw_only=True)
class Wishes(Seating):
    """What was asked for on the command line."""

    games: int | None
    precision: float | None
    seed: int
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
        return self.jobs or options.processors()

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
        from cubedsl.interpreter.bots.plan import Plan
        from cubedsl.interpreter.setup import watching

        with wrong_call():
            setup, bots = self.seated(ruleset)
            setup = watching(setup, lead, named=named)
        at = self.seed if seed is None else seed
        return Plan(setup, bots, self.aim.games, at, True, self.max_steps)


def status(*, interrupted: bool, reached: bool, stopped: int) -> Exit:
    """Return how the command ends."""
    if interrupted:
        return Exit.INTERRUPTED
    return Exit.FINE if reached and not stopped else Exit.LIMIT
