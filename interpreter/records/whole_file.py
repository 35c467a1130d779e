"""Files of JSON that are read and written whole or not at all."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.fields import Fields

LARGEST = 64 * 1024 * 1024

T = TypeVar("T")


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file; if that fails, the file is as it was."""
    try:
        _write(Path(os.path.realpath(path)), text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {_why(error)}") from error


def read_whole(path: Path, loads: Callable[[bytes], T]) -> T:
    """Return what `loads` makes of a file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"{path} cannot be read: {_why(error)}") from error
    try:
        return loads(data)
    except RecordError as error:
        raise RecordError(f"{path} {error}") from error


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _write(path: Path, data: bytes) -> None:
    """Write beside the file and then put it in its place; a device is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def fields_of(data: bytes, format: str, version: int, what: str) -> Fields:
    """Return the fields of the JSON that a file of a format holds; `what` it should be."""
    if len(data) > LARGEST:
        raise RecordError(f"is too large for a {what}")
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError("is not UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"is not JSON: {error.msg} ({place})") from error
    except (RecursionError, ValueError) as error:
        raise RecordError(f"is not JSON that a {what.split()[0]} could be") from error
    if not isinstance(found, dict) or found.get("format") != format:
        raise RecordError(f'is no {what}: it has no "format": "{format}"')
    if found.get("version") != version:
        other = found.get("version")
        raise RecordError(
            f"is a {what.split()[0]} of version {other}; this program reads {version}"
        )
    return Fields(found)
