"""What all commands have in common: options, colors, exit status, reports of problems."""

import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click

from cubedsl.dsl import render
from cubedsl.dsl.codes.names import UNKNOWN_RULESET
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics, Severity

if TYPE_CHECKING:
    from rich.console import Console

    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.dsl.tree import Declaration

_Function = TypeVar("_Function", bound=Callable[..., Any])
_COLOR = "cubedsl.color"
_DEBUG = "cubedsl.debug"


class Exit(IntEnum):
    """How a command ends."""

    FINE = 0
    WRONG = 1
    USAGE = 2
    LIMIT = 3
    FAULT = 70
    INTERRUPTED = 130


class WrongCall(click.ClickException):
    """A file or a cluster with which nothing can be done."""

    exit_code = Exit.USAGE


# ------------------------------------------------------------------ options


def _remember(ctx: click.Context, param: click.Parameter, value: object) -> None:
    if value:
        ctx.meta[f"cubedsl.{param.name}"] = value


def common(function: _Function) -> _Function:
    """Add the options that stand before or behind the name of every command."""
    color = click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        callback=_remember,
        expose_value=False,
        help="Colors: auto (on a terminal, unless NO_COLOR is set), always or never.",
    )
    debug = click.option(
        "--debug",
        is_flag=True,
        callback=_remember,
        expose_value=False,
        help="Show the traceback of a fault of the program.",
    )
    return color(debug(function))


def output_format(function: _Function) -> _Function:
    """Add `--format`."""
    choice = click.Choice(["text", "json"])
    help = "How the result is written."
    return click.option("--format", "form", type=choice, default="text", help=help)(function)


def patches_option(function: _Function) -> _Function:
    """Add `--with`."""
    help = "A house rule on top of it, by name or path; several add up."
    return click.option("--with", "patches", metavar="RULESET", multiple=True, help=help)(function)


def stacked(function: _Function) -> _Function:
    """Add `--with`, and put the patches together with each target."""

    @wraps(function)
    def called(*, patches: Sequence[str], **others: Any) -> Any:
        if "target" in others and others["target"] is not None:
            others["target"] = put_together(others["target"], patches)
        if "targets" in others:
            others["targets"] = [put_together(one, patches) for one in others["targets"]]
        return function(**others)

    return cast(_Function, patches_option(called))


def put_together(target: str, patches: Sequence[str]) -> str:
    """Return how a ruleset with patches is called."""
    if not patches:
        return target
    from cubedsl.dsl.loading import PUT_TOGETHER

    return PUT_TOGETHER.join([target, *patches])


def wants_traceback(ctx: click.Context) -> bool:
    """Whether `--debug` was given."""
    return bool(ctx.meta.get(_DEBUG))


def use_color(stream: TextIO) -> bool:
    """Whether colors are to be written to a stream."""
    wanted = click.get_current_context().meta.get(_COLOR, "auto")
    if wanted != "auto":
        return bool(wanted == "always")
    return not os.environ.get("NO_COLOR") and stream.isatty()


# ------------------------------------------------------------------ writing


def write(text: str) -> None:
    """Write a result to stdout as it is, with a line end behind it."""
    click.echo(text, nl=not text.endswith("\n"), color=True)


def write_json(value: object) -> None:
    """Write one JSON object to stdout."""
    write(render.restored(json.dumps(value, ensure_ascii=False, indent=2)))


def console(stream: TextIO) -> "Console":
    """Return a console that writes to stdout or stderr and obeys `--color`."""
    from rich.console import Console

    color = use_color(stream)
    width = None if stream.isatty() else 120
    return Console(
        file=stream, force_terminal=color or None, no_color=not color, width=width, highlight=False
    )


def style(code: str, text: str) -> str:
    """Return a result's text in a color (an ANSI code), if there are to be colors."""
    return f"\x1b[{code}m{text}\x1b[0m" if use_color(sys.stdout) else text


# ------------------------------------------------------------------ problems


def report(diagnostics: Iterable[Diagnostic], *, err: bool = True) -> None:
    """Write problems as text, to stderr unless they are the result."""
    text = render.text(diagnostics, color=use_color(sys.stderr if err else sys.stdout))
    if text:
        click.echo(text, err=err, color=True)


def status(diagnostics: Iterable[Diagnostic]) -> Exit:
    """Return how a command ends that found these problems."""
    errors = [found for found in diagnostics if found.severity is Severity.ERROR]
    if any(map(_is_of_files, errors)):
        return Exit.USAGE
    return Exit.WRONG if errors else Exit.FINE


def _is_of_files(found: Diagnostic) -> bool:
    """Whether a file cannot be read, or there is none."""
    nowhere = not found.primary.span.source.text
    return found.code.id.startswith("CB00") or (found.code is UNKNOWN_RULESET and nowhere)


def leave(status: Exit) -> None:
    """End the command."""
    raise click.exceptions.Exit(status)


@contextmanager
def keeping_all() -> Iterator[None]:
    """What is read and checked lives on: to look for garbage would take a fifth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def ruleset(target: str, scenes: Sequence[str] = ()) -> "Ruleset":
    """Return a checked ruleset, with the strategies of more files; if it is wrong, end here."""
    from cubedsl import pipeline

    with keeping_all():
        found, out = pipeline.load(target, [Path(one) for one in scenes])
    return checked(found, out, target, 1 + len(scenes))


def program(target: str) -> "tuple[tuple[Declaration, ...], Ruleset]":
    """Return what a ruleset declares, patches merged in, and the same checked."""
    from cubedsl import pipeline

    declarations, found, out = pipeline.declared(target)
    return declarations, checked(found, out, target, 1)


def checked(found: "Ruleset | None", out: Diagnostics, target: str, files: int = 1) -> "Ruleset":
    """Return a checked ruleset; if it is wrong, say so and end here."""
    if out.has_errors:
        report(out.errors)
        click.echo(render.summary(out.errors, files), err=True)
        raise click.exceptions.Exit(status(out.errors))
    if found is None:
        raise click.BadParameter(f"`{target}` holds strategies and scenarios, but no ruleset")
    return found


__all__ = [
    "Diagnostics",
    "Exit",
    "checked",
    "common",
    "console",
    "leave",
    "output_format",
    "patches_option",
    "program",
    "put_together",
    "report",
    "ruleset",
    "stacked",
    "status",
    "style",
    "use_color",
    "wants_traceback",
    "write",
    "write_json",
]
