"""`cubedsl check`: all problems of all files at once."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from attrs import asdict, evolve

from cubedsl import __version__, pipeline
from cubedsl.cli.assuming import data
from cubedsl.cli.shared import (
    common,
    keeping_all,
    leave,
    report,
    stacked,
    status,
    write,
    write_json,
)
from cubedsl.dsl import render
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics, Severity, unique
from cubedsl.dsl.model.things import Assumed
from cubedsl.dsl.sarif import sarif

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.validator.report import TrackReport


@click.command("check")
@click.argument("targets", metavar="FILE…", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--assumed", is_flag=True, help="List the numbers that no source gives.")
@click.option("--tracks", is_flag=True, help="Describe the tracks: how long they are …")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    help="How the result is written; sarif is for editors and code hosts.",
)
@stacked
@common
def command(targets: Sequence[str], strict: bool, assumed: bool, tracks: bool, form: str) -> None:
    """Say everything that is wrong in rulesets, house rules, strategies and scenarios.

    Each FILE is a path or the name of a shipped ruleset.
    """
    out = Diagnostics()
    numbers: dict[str, Assumed] = {}
    reports: list[TrackReport] = []
    for target in targets:
        with keeping_all():
            ruleset, found = pipeline.load(target)
        out.extend(found)
        if ruleset is not None and assumed:
            numbers.update((f"{one.span}: {one.what}: {one.text}", one) for one in ruleset.assumed)
        if ruleset is not None and tracks:
            reports += _reports(ruleset)
    found_once = unique(out.all)
    problems = tuple(map(_severe, found_once)) if strict else found_once
    if form == "sarif":
        write_json(sarif(problems, __version__))
    elif form == "json":
        listed = {"tracks": [*map(asdict, reports)]} if tracks else {}
        given = numbers.values() if assumed else None
        write_json(_data(problems, len(targets), given) | listed)
    else:
        report(problems, err=False)
        for line in (*numbers, *_texts(reports)):
            write(line)
        write(render.summary(problems, len(targets)))
    leave(status(problems))


def _reports(ruleset: "Ruleset") -> list["TrackReport"]:
    from cubedsl.validator.report import report as describe

    return [describe(ruleset, board) for board in ruleset.boards.values()]


def _texts(reports: Sequence["TrackReport"]) -> list[str]:
    from cubedsl.validator.report import text

    return [text(one) for one in reports]


def _severe(found: Diagnostic) -> Diagnostic:
    """Make a warning an error."""
    if found.severity is not Severity.WARNING:
        return found
    return evolve(found, code=evolve(found.code, severity=Severity.ERROR))


def _data(
    problems: Sequence[Diagnostic], files: int, assumed: Iterable[Assumed] | None
) -> dict[str, object]:
    counts = {
        f"{severity.value}s": sum(found.severity is severity for found in problems)
        for severity in Severity
    }
    listed = {} if assumed is None else {"assumed": [*map(data, assumed)]}
    return {"files": files, **counts, "diagnostics": [*map(render.data, problems)], **listed}
