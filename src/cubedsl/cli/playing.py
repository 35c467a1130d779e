"""`cubedsl play`: a game in the terminal, against strategies or friends."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from cubedsl.cli import options
from cubedsl.cli.shared import Exit, common, leave, ruleset, stacked, write
from cubedsl.dsl.render import visible

if TYPE_CHECKING:
    from cubedsl.cli.wishes import Wishes
    from cubedsl.interpreter.records.record import Record
    from cubedsl.interpreter.table.session import Session


@click.command("play")
@click.argument("target", metavar="RULESET")
@click.option(
    "--seat",
    "seats",
    metavar="human|STRATEGY|random",
    multiple=True,
    help="Who sits there, seat by seat; unless said, you sit in the first, the strategies of the "
    "ruleset in the others.",
)
@click.option("--name", "names", metavar="NAME", multiple=True, help="What players are called.")
@options.players
@options.card_set
@options.board
@options.variants
@click.option("--seed", type=int, help="The same seed, the same dice; unless said, any.")
@click.option(
    "--game", "number", type=click.IntRange(0), help="Which game of the seed; the first is 0."
)
@options.strategies
@click.option("--load", "kept", metavar="FILE", type=Path, help="Go on with a game that was kept.")
@click.option("--anyway", is_flag=True, help="Load it even if the text has changed since.")
@click.option(
    "--save",
    metavar="FILE",
    type=Path,
    help="Keep the game here when it is over or left; unless said, one that is left is kept in "
    "RULESET-SEED.json.",
)
@stacked
@common
def command(
    target: str, files: Sequence[str], kept: Path | None, anyway: bool, **wishes: Any
) -> None:
    """Play a game in the terminal, against strategies or friends.

    Options are chosen by their number or name. `help` tells what else can be said.
    """
    from cubedsl.cli.dialogue import Dialogue
    from cubedsl.cli.keeping import Keeper
    from cubedsl.cli.presenting import introduction
    from cubedsl.cli.wishes import Wishes
    from cubedsl.interpreter.table.session import HUMAN

    asked = Wishes(**wishes)
    record = _record(kept) if kept is not None else None
    files = files or (record.strategies if record else ())
    session = _session(target, files, asked, record, anyway)
    keeper = Keeper(target, files, asked.save)
    if kept is not None:
        keeper.saved = kept, len(session.made)
    seats = [bot.title if bot else HUMAN for bot in session.bots]
    write(visible_lines(introduction(session.setup, seats, session.seed, session.number)))
    with _ends_like_an_interruption():
        end = Dialogue(session, keeper).run()
    leave(end)


def visible_lines(text: str) -> str:
    """Return a text of several lines without characters that could change the terminal."""
    return "\n".join(map(visible, text.split("\n")))


def _record(path: Path) -> "Record":
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.records.record_file import load

    try:
        return load(path)
    except RecordError as error:
        click.echo(str(error), err=True)
        raise click.exceptions.Exit(Exit.USAGE) from error


def _session(
    target: str, files: Sequence[str], asked: "Wishes", record: "Record | None", anyway: bool
) -> "Session":
    """Return the game to play; what cannot be is a wrong call, or a record that does not fit."""
    from cubedsl.cli.wishes import begun, resumed
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.setup import SetupError

    found = ruleset(target, files)
    try:
        if record is None:
            return begun(found, asked, _any_seed() if asked.seed is None else asked.seed)
        return resumed(found, asked, record, anyway=anyway)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    except RecordError as error:
        click.echo("the game cannot go on here:", err=True)
        click.echo("\n".join(f"  {reason}" for reason in str(error).splitlines()), err=True)
        raise click.exceptions.Exit(Exit.WRONG) from error


def _any_seed() -> int:
    """Return a seed that nobody knows before."""
    return int.from_bytes(os.urandom(4), "big")


@contextmanager
def _ends_like_an_interruption() -> Iterator[None]:
    """Let a game be kept, too, when the terminal is closed or the program is asked to end."""
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
