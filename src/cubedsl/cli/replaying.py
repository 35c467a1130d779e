"""`cubedsl replay`: a recorded game step by step, verified against its digests."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cubedsl import pipeline
from cubedsl.cli.shared import (
    Exit,
    common,
    leave,
    output_format,
    put_together,
    ruleset,
    write,
    write_json,
)
from cubedsl.dsl.loading import PUT_TOGETHER
from cubedsl.dsl.render import visible

if TYPE_CHECKING:
    from cubedsl.cli.steps import Replay
    from cubedsl.interpreter.records.record import Record


@click.command("replay")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--step", metavar="N", type=click.IntRange(1), help="Only the choice number N.")
@click.option("--log", "only_log", is_flag=True, help="Only what happened, in full.")
@click.option("--verify", "only_verify", is_flag=True, help="Only whether it is the same game.")
@click.option(
    "--why", metavar="N", type=click.IntRange(1), help="Why things are as they are at choice N."
)
@click.option("--about", metavar="NAME", help="Only of a figure, an option, an event, a card.")
@click.option("--ruleset", "target", metavar="RULESET", help="Unless said, as it was recorded.")
@click.option("--anyway", is_flag=True, help="Try it even if the text has changed since.")
@output_format
@common
def command(
    file: Path,
    step: int | None,
    only_log: bool,
    only_verify: bool,
    why: int | None,
    about: str | None,
    target: str | None,
    anyway: bool,
    form: str,
) -> None:
    """Show a recorded game step by step (FILE may be `-`), and verify that it is the same game.

    A record of another ruleset is refused, and the difference named.  `--why 12` says what could be
    chosen there and why, what happened, what changed, and by which lines of the rules; `--about
    "coins of Ann"` how that came about so far, `--about "not push"` why it is not offered.
    """
    from cubedsl.interpreter.records.error import RecordError

    record = _read(file)
    try:
        replay = _replay(record, file, target, anyway)
        if not anyway:
            for _ in replay.steps():
                pass
        if why is not None or about is not None:
            _explain(replay, why or replay.choices + 1, about, form)
            return
        _show(replay, step, only_log, only_verify, form)
    except RecordError as error:
        _differs(str(error).splitlines(), form)


def _read(path: Path) -> "Record":
    """Return the record of a file; if there is none, end here."""
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.records.record_file import load, loads

    try:
        return loads(sys.stdin.buffer.read()) if str(path) == "-" else load(path)
    except RecordError as error:
        click.echo(f"the input {error}" if str(path) == "-" else str(error), err=True)
        raise click.exceptions.Exit(Exit.USAGE) from error


def _differs(reasons: Sequence[str], form: str) -> None:
    """Say why a record is refused here."""
    if form == "json":
        write_json({"verified": False, "reasons": list(reasons)})
    else:
        click.echo("this is not the game that was recorded:", err=True)
        click.echo("\n".join(f"  {visible(reason)}" for reason in reasons), err=True)
    leave(Exit.WRONG)


def _replay(record: "Record", file: Path, target: str | None, anyway: bool) -> "Replay":
    from cubedsl.cli.steps import Replay
    from cubedsl.interpreter.records.resume import begin, setup_of

    if target is None:
        target = _beside(record.ruleset, file)
    strategies = [_beside(name, file) for name in record.strategies]
    setup = setup_of(record, ruleset(target, strategies), anyway=anyway)
    return Replay(record, setup, lambda: begin(record, setup))


def _beside(target: str, file: Path) -> str:
    """Return a name or a path as it was recorded; a path that leads nowhere is tried from there."""
    if PUT_TOGETHER in target and not Path(target).exists():
        names = [_beside(one, file) for one in target.split(PUT_TOGETHER)]
        return put_together(names[0], names[1:])
    there = file.parent / target
    if target not in pipeline.shipped() and not Path(target).exists() and there.exists():
        return str(there)
    return target


def _within(replay: "Replay", step: int, option: str) -> None:
    last = replay.choices
    if step > last + 1:
        what = f"there are {last} choices; step {last + 1} is the end"
        raise click.BadParameter(what, param_hint=option)


def _show(replay: "Replay", step: int | None, only_log: bool, only_verify: bool, form: str) -> None:
    from cubedsl.cli import steps

    if step is not None:
        _within(replay, step, "--step")
    if form == "json":
        write_json(steps.data(replay))
    elif only_verify:
        write(steps.verified(replay))
    elif only_log:
        steps.write_log(replay)
    elif step is not None:
        steps.write_step(replay, step)
    else:
        steps.write_all(replay)


def _explain(replay: "Replay", step: int, about: str | None, form: str) -> None:
    """Say why things are as they are at a choice."""
    from cubedsl.cli import reasons, steps
    from cubedsl.interpreter.why.trace import of_record

    _within(replay, step, "--why")
    traced = of_record(replay.record, replay.setup, step)
    if form == "json":
        write_json(reasons.data(traced) if about is None else reasons.about(traced, about))
        return
    write(steps.choice_made(replay.record, step))
    lines = reasons.everything(traced) if about is None else reasons.answer(traced, about)
    write("\n".join(lines))
