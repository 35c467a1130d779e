"""`cubedsl assumed`: every number that no source gives, as a patch to fill in."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cubedsl import pipeline
from cubedsl.cli.shared import common, output_format, program, write, write_json

if TYPE_CHECKING:
    from cubedsl.dsl.model.things import Assumed


@click.command("assumed")
@click.argument("target", metavar="RULESET")
@output_format
@common
def command(target: str, form: str) -> None:
    """Write every number that is marked `assumed` as a patch in which what is printed is filled in.

    The patch is a house rule like any other. Of a ruleset in a file, keep it beside that file.
    """
    from cubedsl.dsl.assumed import patch

    declarations, ruleset = program(target)
    if form == "json":
        write_json({"ruleset": ruleset.name, "assumed": [*map(data, ruleset.assumed)]})
        return
    base = target if target in pipeline.shipped() else f'"{Path(target).name}"'
    places = [one.span for one in ruleset.assumed]
    write(patch(ruleset.title, base, declarations, places))


def data(one: "Assumed") -> dict[str, object]:
    """Return an assumed number: of what it is, what stands there, and where."""
    line, column = one.span.position
    return {
        "what": one.what,
        "text": one.text,
        "file": one.span.source.name,
        "line": line,
        "column": column,
    }
