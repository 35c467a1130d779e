"""`cubedsl fmt`: files are written in the one layout, and mean what they meant."""

import difflib
import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_IWGRP, S_IWOTH, S_IWUSR
from tempfile import mkstemp

import click
from attrs import define, frozen

from cubedsl.cli.shared import (
    Exit,
    common,
    leave,
    output_format,
    report,
    status,
    use_color,
    write,
    write_json,
)
from cubedsl.dsl import render
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import layout
from cubedsl.dsl.reader import LARGEST, STANDARD_INPUT, decode, read

STDIN = str(STANDARD_INPUT)
WRITABLE = S_IWUSR | S_IWGRP | S_IWOTH
STATES = ("changed", "unchanged", "wrong", "unwritten")
SAID = {
    "changed": "written anew",
    "unchanged": "unchanged",
    "wrong": "refused",
    "unwritten": "not writable",
}
LAST_LINE = "\n\\ No newline at end of file\n"
COLORS = {"+": "32", "-": "31", "@": "36"}


@frozen
class _Options:
    check: bool
    diff: bool

    @property
    def writes(self) -> bool:
        return not (self.check or self.diff)


@define
class _Text:
    """One file: what stands in it, what is to stand in it, and what became of it."""

    name: str
    old: bytes
    new: str | None
    state: str = "wrong"

    @property
    def diff(self) -> str:
        """What changes, as `patch` wants it."""
        before, after = _lines(self.old.decode("utf-8", "replace")), _lines(self.new or "")
        lines = difflib.unified_diff(before, after, self.name, self.name)
        return "".join(line if line.endswith("\n") else line + LAST_LINE for line in lines)


@click.command("fmt")
@click.argument("targets", metavar="FILE…", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Only say which files are to be written anew.")
@click.option("--diff", is_flag=True, help="Only show what changes.")
@output_format
@common
def command(targets: Sequence[str], check: bool, diff: bool, form: str) -> None:
    """Write files in the one layout, without changing what they mean.

    Each FILE is a path, a folder (all `.cube` files in it), or `-`: then stdin is read, and the
    text written to stdout.  A file with mistakes stays as it is.
    """
    options, out = _Options(check, diff), Diagnostics()
    texts = [_done(name, options, out) for name in _names(targets)]
    if form == "json":
        write_json(_data(texts, options, out))
    else:
        report(out.errors)
        _write(texts, options)
    if any(one.state == "unwritten" for one in texts):
        leave(Exit.USAGE)
    changes = not options.writes and any(one.state == "changed" for one in texts)
    leave(status(out.all) or (Exit.WRONG if changes else Exit.FINE))


def _names(targets: Sequence[str]) -> Iterator[str]:
    """Yield the files, each once."""
    known: set[Path] = set()
    for target in targets:
        for name in _files(target) if target != STDIN else [STDIN]:
            place = Path(name).resolve()
            if place not in known:
                known.add(place)
                yield name


def _files(target: str) -> list[str]:
    path = Path(target)
    if not path.is_dir():
        return [target]
    found = sorted(path.rglob("*.cube"))
    shown = [one for one in found if not any(part[0] == "." for part in _below(one, path))]
    if not shown:
        raise click.BadParameter(f"there is no `.cube` file in `{target}`")
    return list(map(str, shown))


def _lines(text: str) -> list[str]:
    """Return lines with their ends; `splitlines` knows more line ends than we do."""
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _below(file: Path, folder: Path) -> Sequence[str]:
    return file.relative_to(folder).parts


# ------------------------------------------------------------------ one file


def _done(name: str, options: _Options, out: Diagnostics) -> _Text:
    """Read a file, and write it if that is wanted and needed."""
    text = _read(name, out)
    if text.new is not None:
        new = text.new.encode()
        text.state = "unchanged" if new == text.old else "changed"
        if text.state == "changed" and options.writes and name != STDIN:
            _replace(text, new)
    return text


def _read(name: str, out: Diagnostics) -> _Text:
    data = b""
    if name == STDIN:
        data = sys.stdin.buffer.read(LARGEST + 1)
        source = decode(name, data, out)
    else:
        source = read(Path(name), out)
        data = Path(name).read_bytes() if source else b""
        source = decode(name, data, out) if source else None
    return _Text(name, data, layout(source, out) if source else None)


def _replace(text: _Text, new: bytes) -> None:
    """Put a new file in the place of the old one; whatever happens, one of the two is there."""
    try:
        _write_file(Path(text.name).resolve(), new)
    except OSError as error:
        click.echo(f"error: `{text.name}` is not written: {error.strerror}", err=True)
        text.state = "unwritten"


def _write_file(place: Path, new: bytes) -> None:
    known = place.stat()
    if not known.st_mode & WRITABLE or not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only")
    handle, name = mkstemp(prefix=".cubedsl-", dir=place.parent)
    try:
        with open(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(handle)
        with suppress(OSError, AttributeError):
            os.chown(name, known.st_uid, known.st_gid)
        os.chmod(name, S_IMODE(known.st_mode))
        os.replace(name, place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# ------------------------------------------------------------------ writing


def _write(texts: Sequence[_Text], options: _Options) -> None:
    for text in texts:
        if text.name == STDIN and options.writes and text.new:
            write(text.new)
        elif text.state == "changed" and options.diff:
            write(_colored(text.diff))
        elif text.state == "changed" and options.check:
            write(text.name)
    files = [text for text in texts if text.name != STDIN]
    if files and options.writes:
        counts = {state: sum(one.state == state for one in files) for state in STATES}
        said = (f"{number} {SAID[state]}" for state, number in counts.items() if number)
        click.echo(", ".join(said), err=True)


def _colored(diff: str) -> str:
    if not use_color(sys.stdout):
        return diff
    colored = (
        f"\x1b[{COLORS[line[0]]}m{line}\x1b[0m" if line[:1] in COLORS else line
        for line in diff.split("\n")
    )
    return "\n".join(colored)


def _data(texts: Sequence[_Text], options: _Options, out: Diagnostics) -> dict[str, object]:
    return {
        "files": [_file(text, options) for text in texts],
        "diagnostics": [render.data(found) for found in out.all],
    }


def _file(text: _Text, options: _Options) -> dict[str, object]:
    shown: dict[str, object] = {"file": text.name, "state": text.state}
    if options.diff:
        shown["diff"] = text.diff if text.state == "changed" else ""
    if text.name == STDIN and options.writes:
        shown["text"] = text.new
    return shown
