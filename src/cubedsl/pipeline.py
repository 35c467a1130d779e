"""The whole way from a text to a checked ruleset, on one page.

    name or path -> Program: files read and parsed, parts and patches merged
                 -> Ruleset: names, kinds of value, who acts, what waits checked
                 -> looked over as a whole: tracks

Each stage is a function that takes what the one before made, adds what is wrong to `out`, and
returns None if nothing can be made of it.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cubedsl import rulesets
from cubedsl.dsl import loading
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Program
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.tree import Declaration
from cubedsl.parts import check_tracks
from cubedsl.scenes import Reader, Scenes
from cubedsl.validator import validate


def load(target: str, scenes: Sequence[Path] = ()) -> tuple[Ruleset | None, Diagnostics]:
    """Return the checked ruleset of a shipped name or a path, and all that is wrong with it.

    Several with `+` between them are a ruleset and the patches that are put together with it.

    `scenes` are files whose strategies and scenarios are added.  If the target is itself such a
    file, there is no ruleset, but it is checked with those it is for.  A file of tracks is checked
    with a shipped ruleset, unless it stands alone.
    """
    out = Diagnostics()
    program = loading.load(target, rulesets, out)
    if program is None:
        return None, out
    if not program.complete:
        return _part(program, out)
    for path in scenes:
        file = loading.parse_path(path, out)
        program = loading.with_scenes(program, file, out) if file else program
    return finish(program, out), out


def declared(target: str) -> tuple[tuple[Declaration, ...], Ruleset | None, Diagnostics]:
    """Return what a ruleset declares, patches merged in, and the same checked.

    There is no ruleset if anything is wrong, or if the target only holds strategies and scenarios.
    """
    out = Diagnostics()
    program = loading.load(target, rulesets, out)
    if program is None or not program.complete:
        return (), None, out
    return program.declarations, finish(program, out), out


def _part(program: Program, out: Diagnostics) -> tuple[Ruleset | None, Diagnostics]:
    """Return what comes of a file that is no ruleset."""
    # What cannot be parsed, or is a part of a ruleset that stands alone, is wrong by itself.
    if out.has_errors:
        return None, out
    path = Path(program.sources[0].name)
    if loading.is_of_tracks(program.declarations):
        checked = check_tracks(path, rulesets, finish)
        return checked.ruleset, checked.out
    return None, _reader().problems(path)


def program(target: str, out: Diagnostics) -> Program | None:
    """Return what the files of a shipped name or a path declare, not checked yet."""
    return loading.load(target, rulesets, out)


def finish(program: Program, out: Diagnostics) -> Ruleset | None:
    """Return the checked ruleset of a program; what is wrong with it as a whole is reported."""
    ruleset = check(program, out)
    if ruleset is not None:
        validate(ruleset, out)
    return ruleset


def scenes(path: Path, patches: Sequence[Path] = ()) -> Iterator[Scenes]:
    """Yield the scenarios of a file, by the ruleset that they are for, with patches on top."""
    return _reader(patches).scenes(path)


def _reader(patches: Sequence[Path] = ()) -> Reader:
    return Reader(rulesets, finish, patches)


def file_of(target: str) -> Path | None:
    """Return the file of a ruleset by its shipped name or its path."""
    return loading.find(target, rulesets, Path())


def parts(target: str) -> list[str]:
    """Return the names and paths that a target puts together: a game and its patches."""
    return loading.parts_of(target, rulesets)


def shipped() -> tuple[str, ...]:
    """Return the names of the shipped rulesets."""
    return rulesets.names()


def folder(name: str) -> Path:
    """Return where a shipped ruleset lies."""
    return rulesets.path(name).parent


__all__ = [
    "Scenes",
    "declared",
    "file_of",
    "finish",
    "folder",
    "load",
    "parts",
    "program",
    "scenes",
    "shipped",
]
