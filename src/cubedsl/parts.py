"""Files that hold tracks and no ruleset: checked alone, or with the words of a shipped ruleset.

If such a file declares the word for its tracks itself (`board`), it stands alone.  Otherwise it is
read together with the first shipped ruleset with which it checks; that of its own folder comes
first.  If there is none: with the one that leaves the fewest mistakes.
"""

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from cubedsl.dsl import loading, tree
from cubedsl.dsl.codes import tracks
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Library, Program
from cubedsl.dsl.model.ruleset import Ruleset


@frozen
class Checked:
    """What a file of tracks was checked with, and what is wrong with it.

    There is no ruleset for a file that stands alone.
    """

    ruleset: Ruleset | None
    out: Diagnostics


def check_tracks(
    path: Path, library: Library, finish: Callable[[Program, Diagnostics], Ruleset | None]
) -> Checked:
    """Return what comes of a file of tracks; `finish` checks a program."""
    out = Diagnostics()
    file = loading.parse_path(path, out)
    if file is None or out.has_errors:
        return Checked(None, out)
    if any(isinstance(item, tree.BoardDecl) for item in file.items):
        alone = loading.load_path(path, library, out)
        if alone is not None:
            finish(alone, out)
        return Checked(None, out)
    tried: list[Checked] = []
    for base in _bases(path, library):
        tried.append(_together(base, file, library, finish))
        if not tried[-1].out.has_errors:
            return tried[-1]
    return min(tried, key=lambda one: len(one.out.errors), default=Checked(None, out))


def _bases(path: Path, library: Library) -> list[Path]:
    """Return the shipped rulesets, that of the file's own folder first."""
    here = path.resolve().parents
    found = map(library.path, library.names())
    return sorted(found, key=lambda one: one.resolve().parent not in here)


def _together(
    base: Path,
    file: tree.File,
    library: Library,
    finish: Callable[[Program, Diagnostics], Ruleset | None],
) -> Checked:
    """Check a file with a ruleset (which may use the file already)."""
    out = Diagnostics()
    program = loading.load_path(base, library, out)
    if program is None:
        return Checked(None, out)
    place = Path(file.source.name).resolve()
    if place not in (Path(one.name).resolve() for one in program.sources):
        program = loading.with_scenes(program, file, out)
        _say(file, base.stem, out)
    return Checked(finish(program, out), out)


def _say(file: tree.File, name: str, out: Diagnostics) -> None:
    """Say what a file was checked with, at its first track."""
    first = next(item for item in file.items if isinstance(item, tree.TrackDecl | tree.JoinedDecl))
    message = f"{first.title.span.text} was checked with the words of `{name}`"
    out.add(tracks.CHECKED_WITH, first.title.span, message)
