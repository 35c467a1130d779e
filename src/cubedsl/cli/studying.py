"""While games are played of which something is asked: what is kept, and how that ends."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

import click
from attrs import define

from cubedsl.cli.asking import Wishes, status
from cubedsl.cli.bars import games_bar
from cubedsl.cli.rows import Arm, ArmRows, Rows, columns_of_arms
from cubedsl.cli.shared import Exit, WrongCall, leave
from cubedsl.cli.writing import check_folders, has_rows
from cubedsl.interpreter.bots.plan import Engine
from cubedsl.interpreter.engine.lower.world import Unsupported
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.stretches import AnotherRunError, Question, Stretches, kept_in
from cubedsl.interpreter.study.arms import Field, arms
from cubedsl.interpreter.study.batches import Told


@define
class Study:
    """How it went: what played, whether it was stopped before its end, by which `fault`."""

    engine: str = ""
    interrupted: bool = False
    fault: str | None = None

    def end(self, *, reached: bool, stopped: int) -> None:
        """Leave the command, after what is known was told."""
        if self.fault is not None:
            click.echo(f"Error: {self.fault}", err=True)
            leave(Exit.USAGE)
        leave(status(interrupted=self.interrupted, reached=reached, stopped=stopped))

    def end_without_games(self) -> None:
        """Leave the command that has nothing to tell."""
        if self.fault is None:
            click.echo("interrupted before the first games were finished", err=True)
        self.end(reached=False, stopped=0)


@contextmanager
def playing(
    study: Study, question: Question, sides: Sequence[Arm], wishes: Wishes
) -> Iterator[tuple[Field, Told | None]]:
    """Have games played, kept, and written as rows; an interruption, or a disk that is full, ends
    that early."""
    plans, jobs, engine = [one.plan for one in sides], wishes.processors, Engine(wishes.engine)
    check_folders(wishes.out)
    with _kept(wishes.resume, question) as kept:
        rows = _rows(wishes.out, sides)
        try:
            with (
                closing(rows.rows) if rows else nullcontext(),
                games_bar() as told,
                arms(plans, jobs, engine, kept, rows) as field,
            ):
                study.engine = field.engine.value
                yield field, told
        except KeyboardInterrupt:
            study.interrupted = True
        except RecordError as error:
            study.interrupted, study.fault = True, str(error)
        except Unsupported as error:
            raise click.UsageError(f"the engine cannot play this: {error}") from error


def _kept(path: Path | None, question: Question) -> AbstractContextManager[Stretches | None]:
    """Open the file in which games are kept; what is wrong with it ends the command."""
    if path is None:
        return nullcontext()
    try:
        return closing(kept_in(path, question))
    except AnotherRunError as error:
        lines = [f"{path} is another run:", *str(error).splitlines()]
        raise click.ClickException("\n  ".join(lines)) from error
    except RecordError as error:
        raise WrongCall(str(error)) from error


def _rows(path: Path | None, sides: Sequence[Arm]) -> ArmRows | None:
    """Open the file of rows, if one is wished; what is wrong with it ends the command."""
    if path is None or not has_rows(path):
        return None
    try:
        return ArmRows(sides, Rows(path, columns_of_arms(sides)))
    except RecordError as error:
        raise WrongCall(str(error)) from error
