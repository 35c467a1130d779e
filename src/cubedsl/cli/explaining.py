"""`cubedsl explain CODE`: what a diagnostic means and how to mend the text."""

from textwrap import fill, indent

import click

from cubedsl.cli.shared import common, output_format, write, write_json
from cubedsl.dsl import suggest
from cubedsl.dsl.codes import ALL, Code, program


@click.command("explain")
@click.argument("code", metavar="CODE")
@output_format
@common
def command(code: str, form: str) -> None:
    """Say what a code such as CB0201 means: what is wrong, why, and the repair."""
    found = ALL.get(code.upper())
    if found is None:
        near = suggest.did_you_mean(code.upper(), ALL)
        message = f"there is no code `{code}`" + (f": {near}" if near else "")
        raise click.BadParameter(message, param_hint="CODE")
    if form == "json":
        write_json(_data(found))
    else:
        write(_page(found))


def _page(code: Code) -> str:
    head = f"{code.severity.value}[{code.id}]: {code.title}"
    programs = ((side, program(code.id, side)) for side in ("wrong", "right"))
    parts = [f"{side.capitalize()}:\n\n{indent(text, '    ')}" for side, text in programs if text]
    return "\n".join([f"{head}\n\n{fill(code.explanation, 88)}\n", *parts])


def _data(code: Code) -> dict[str, str | None]:
    return {
        "code": code.id,
        "severity": code.severity.value,
        "title": code.title,
        "explanation": code.explanation,
        "wrong": program(code.id, "wrong"),
        "right": program(code.id, "right"),
    }
