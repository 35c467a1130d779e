"""`cubedsl report`: results that were kept as JSON, on one page of HTML."""

import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from cubedsl.cli.shared import Exit, common, write

Result = tuple[str, dict[str, Any]]
NEEDED = ("matplotlib", "jinja2")


@click.command("report")
@click.argument("runs", metavar="RUN…", nargs=-1, required=True)
@click.option("--out", metavar="FILE", type=Path, help="The page; to stdout unless said.")
@common
def command(runs: Sequence[str], out: Path | None) -> None:
    """Make one page of HTML of results, with plots and tables, that can be read without a network.

    A RUN is a file in which a command has written its result as JSON (`--format json`, or
    `--out run.json`); `-` is what comes from the standard input.
    """
    check_libraries()
    text = _page([_read(one) for one in runs])
    if out is None:
        write(text)
    else:
        save(out, text)


def check_libraries() -> None:
    """End the command here if plots cannot be drawn."""
    if any(find_spec(name) is None for name in NEEDED):
        raise click.UsageError("reports need a library for plots: `pip install 'cubedsl[report]'`")


def write_report(path: Path, data: dict[str, Any]) -> None:
    """Write the page of one result."""
    save(path, _page([(path.stem, data)]))


def save(path: Path, text: str) -> None:
    """Write a page, whole or not at all."""
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.records.whole_file import write_whole

    try:
        write_whole(path, text)
    except RecordError as error:
        raise _WrongCall(str(error)) from error


def _page(results: Sequence[Result]) -> str:
    from cubedsl.reporting.page import page

    return page(results)


def _read(run: str) -> Result:
    """Return the name and the result in a file."""
    try:
        text = sys.stdin.read() if run == "-" else Path(run).read_text("utf-8-sig")
        data = json.loads(text)
    except OSError as error:
        raise _WrongCall(f"{run} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise _WrongCall(f"{run} is no JSON: a result is written by `--format json`") from error
    if not isinstance(data, dict):
        raise _WrongCall(f"{run} holds no result: that would be one JSON object")
    return ("standard input" if run == "-" else Path(run).stem), data


class _WrongCall(click.ClickException):
    """A file of which nothing can be made."""

    exit_code = Exit.USAGE
