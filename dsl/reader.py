"""From a file to a `Source`: UTF-8 only, one mark at the beginning ignored, line ends made one."""

import stat
import sys
from pathlib import Path

from attrs import frozen

from cubedsl.dsl.codes import Code, files
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.source import Source, Span

LARGEST = 4_000_000
STANDARD_INPUT = Path("-")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@frozen
class _Problem:
    code: Code
    message: str


def read(path: Path, out: Diagnostics, asked: Span | None = None) -> Source | None:
    """The text of a file, or None and one report: where it was `asked` for, if that is known."""
    data = _bytes(path)
    text = data if isinstance(data, _Problem) else _text(data)
    return _source(str(path), text, out, asked)


def decode(name: str, data: bytes, out: Diagnostics, asked: Span | None = None) -> Source | None:
    """The text of some bytes, or None and one report."""
    return _source(name, _text(data), out, asked)


def _bytes(path: Path) -> bytes | _Problem:
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        # Opening a pipe or a device could wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            return _Problem(files.UNREADABLE, "is no file")
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        return _Problem(files.UNREADABLE, "does not exist")
    except PermissionError:
        return _Problem(files.UNREADABLE, "may not be read")
    except (OSError, ValueError):
        return _Problem(files.UNREADABLE, "cannot be read")


def _text(data: bytes) -> str | _Problem:
    if len(data) > LARGEST:
        return _Problem(files.TOO_LARGE, f"is larger than {LARGEST // 1_000_000} MB")
    try:
        text = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _Problem(files.NOT_TEXT, f"is not UTF-8 text (line {line})")
    if "\0" in text:
        return _Problem(files.NOT_TEXT, "is not UTF-8 text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _source(name: str, text: str | _Problem, out: Diagnostics, asked: Span | None) -> Source | None:
    if isinstance(text, _Problem):
        place = asked or Span(Source(name, ""), 0, 0)
        out.add(text.code, place, f"`{name}` {text.message}")
        return None
    return Source(name, text)
