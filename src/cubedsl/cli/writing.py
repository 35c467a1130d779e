"""`--out`: the file that a result, or each game of it, is written to as well."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cubedsl.cli.options import FILE
from cubedsl.cli.shared import WrongCall
from cubedsl.dsl import render

_Function = TypeVar("_Function", bound=Callable[..., Any])
ROWS = (".csv", ".parquet")
SUFFIXES = (".json", *ROWS)


def _checked(_ctx: click.Context, _param: click.Parameter, out: Path | None) -> Path | None:
    if out is not None and out.suffix not in SUFFIXES:
        raise click.BadParameter(f"`{out}` should end in {', '.join(SUFFIXES)}")
    return out


def out_option(function: _Function) -> _Function:
    """Add `--out`."""
    return click.option(
        "--out",
        metavar="FILE",
        type=FILE,
        callback=_checked,
        help="Write to a file as well: the result as .json, a row for each game as .csv or "
        ".parquet.",
    )(function)


def check_folders(*paths: Path | None) -> None:
    """Say before games are played, and not behind them, that a file cannot be written."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise WrongCall(f"{path} cannot be written: there is no folder {path.parent}")


def has_rows(path: Path | None) -> bool:
    """Whether it is a file with a row for each game."""
    return path is not None and path.suffix in ROWS


def write_result(path: Path | None, data: dict[str, object]) -> None:
    """Write a result to a file, if there is one, and it is not rows that belong there."""
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.records.whole_file import write_whole

    if path is None or has_rows(path):
        return
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    try:
        write_whole(path, render.restored(text))
    except RecordError as error:
        raise WrongCall(str(error)) from error
