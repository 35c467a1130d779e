"""`cubedsl new`: a starting point for a house rule or for a game of one's own."""

from collections.abc import Mapping
from pathlib import Path

import click

from cubedsl import pipeline
from cubedsl.cli.shared import Exit, common, leave, report, ruleset, write

Files = Mapping[str, str]


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--house", "base", metavar="RULESET", help="House rules for this ruleset.")
@click.option("--game", "whole", is_flag=True, help="A whole small game.")
@common
def command(folder: Path, base: str | None, whole: bool) -> None:
    """Make a folder with a ruleset to begin with: house rules, or a game.

    What is made checks, and its examples come out. DIR must be new or empty.
    """
    from cubedsl.cli import starters

    if whole == (base is not None):
        raise click.UsageError("say either `--house RULESET` or `--game`")
    _must_be_empty(folder)
    drafts = starters.houses(ruleset(base), base, folder) if base else iter([starters.game()])
    for draft in drafts:
        entry = _written(folder, draft)
        if _is_fine(entry):
            write(_told(folder, entry))
            return
    report(pipeline.load(str(entry))[1].all)
    click.echo("what was made is not fine: please report this", err=True)
    leave(Exit.WRONG)


def _must_be_empty(folder: Path) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise click.BadParameter(f"`{folder}` is not an empty folder", param_hint="DIR")
    except OSError as error:
        raise click.BadParameter(f"`{folder}`: {error.strerror}", param_hint="DIR") from error


def _written(folder: Path, files: Files) -> Path:
    """Write the files of a draft; return the one with the ruleset."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        what = f"`{folder}` cannot be filled: {error.strerror}"
        raise click.BadParameter(what, param_hint="DIR") from error
    return folder / next(name for name in files if name.endswith(".cube"))


def _is_fine(entry: Path) -> bool:
    """Whether nothing is wrong with a ruleset, and its examples come out."""
    from cubedsl.interpreter.scenarios.scenario import run

    found, out = pipeline.load(str(entry))
    if found is None or out.all:
        return False
    own = [one for one in found.scenarios if Path(one.span.source.name) == entry]
    return bool(own) and all(run(found, one).failure is None for one in own)


def _told(folder: Path, entry: Path) -> str:
    names = "\n".join(f"  {path}" for path in sorted(folder.iterdir()))
    return f"made:\n{names}\ntry: cubedsl check {entry}; cubedsl test {entry}; cubedsl play {entry}"
