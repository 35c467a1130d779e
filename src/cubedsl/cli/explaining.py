"""`cubedsl explain CODE`: what a diagnostic means and how to mend the text."""

import pkgutil
from importlib import import_module
from textwrap import fill

import click

from cubedsl.cli.shared import common, output_format, write, write_json
from cubedsl.dsl import codes, suggest
from cubedsl.dsl.codes import Code


@click.command("explain")
@click.argument("code", metavar="CODE")
@output_format
@common
def command(code: str, form: str) -> None:
    """Say what a code such as CB0201 means: what is wrong, why, and the repair."""
    known = registry()
    found = known.get(code.upper())
    if found is None:
        near = suggest.did_you_mean(code.upper(), known)
        message = f"there is no code `{code}`" + (f": {near}" if near else "")
        raise click.BadParameter(message, param_hint="CODE")
    if form == "json":
        write_json(_data(found))
    else:
        write(_page(found))


def registry() -> dict[str, Code]:
    """Return all codes, in the order of their numbers."""
    found: dict[str, Code] = {}
    for module in pkgutil.iter_modules(codes.__path__, f"{codes.__name__}."):
        members = vars(import_module(module.name)).values()
        found.update((one.id, one) for one in members if isinstance(one, Code))
    return dict(sorted(found.items()))


def _page(code: Code) -> str:
    head = f"{code.severity.value}[{code.id}]: {code.title}"
    return f"{head}\n\n{fill(code.explanation, 88)}\n"


def _data(code: Code) -> dict[str, str]:
    return {
        "code": code.id,
        "severity": code.severity.value,
        "title": code.title,
        "explanation": code.explanation,
    }
