"""Records as files: JSON that people can read, and that is written whole or not at all."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.records.record import Choice, Record, RecordError

FORMAT = "cubedsl game"
VERSION = 1
LARGEST = 64 * 1024 * 1024
WIDEST = 100

Data: TypeAlias = dict[str, Any]
T = TypeVar("T")


def save(record: Record, path: Path) -> None:
    """Write a record to a file; if that fails, the file is as it was."""
    text = dumps(record).encode("utf-8", "surrogateescape")
    try:
        _write(Path(os.path.realpath(path)), text)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {_why(error)}") from error


def load(path: Path) -> Record:
    """Read a record from a file."""
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


# ------------------------------------------------------------------ writing


def dumps(record: Record) -> str:
    """Return a record as JSON: a line for each choice."""
    lines = (f"  {_json(key)}: {_block(value)}" for key, value in _data(record).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _block(value: object) -> str:
    short = _json(value)
    if isinstance(value, list) and len(short) > WIDEST:
        return "[\n" + ",\n".join(f"    {_json(one)}" for one in value) + "\n  ]"
    return short


def _data(record: Record) -> Data:
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": record.ruleset,
        "title": record.title,
        "strategies": list(record.strategies),
        "fingerprint": record.fingerprint,
        "players": record.players,
        "names": list(record.names),
        "seats": list(record.seats),
        "options": dict(record.options),
        "set": record.card_set,
        "board": record.board,
        "seed": record.seed,
        "number": record.number,
        "max_steps": record.max_steps,
        "choices": [
            {
                "seat": one.seat,
                "decision": one.decision,
                "option": one.option,
                "index": one.index,
            }
            for one in record.choices
        ],
        "digests": [{"after": after, "digest": digest} for after, digest in record.checkpoints],
        "digest": record.whole,
        "outcome": record.outcome and _outcome(record.outcome),
        "position": list(record.position),
        "parts": dict(record.parts),
    }


def _outcome(outcome: Outcome) -> Data:
    return {
        "winners": list(outcome.winners),
        "rounds": outcome.rounds,
        "stopped": outcome.stopped,
    }


# ------------------------------------------------------------------ reading


def loads(data: bytes) -> Record:
    """Return the record that some JSON holds."""
    if len(data) > LARGEST:
        raise RecordError("is too large for a record of a game")
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError("is not UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"is not JSON: {error.msg} ({place})") from error
    except (RecursionError, ValueError) as error:
        raise RecordError("is not JSON that a record could be") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError(f'is no record of a game: it has no "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        version = found.get("version")
        raise RecordError(f"is a record of version {version}; this program reads {VERSION}")
    return _record(_Fields(found))


class _Fields:
    """What stands in an object, each field of a kind that is asked for."""

    def __init__(self, data: Mapping[str, Any], where: str = "") -> None:
        self.data, self.where = data, where

    def get(self, key: str, what: str, fits: Callable[[object], bool]) -> Any:
        """Return a field."""
        if key not in self.data:
            raise RecordError(f"has no `{key}`{self.where}")
        value = self.data[key]
        if not fits(value):
            raise RecordError(f"has no {what} in `{key}`{self.where}")
        return value

    def text(self, key: str) -> str:
        """Return a text."""
        return str(self.get(key, "text", _is_text))

    def title(self, key: str) -> str | None:
        """Return a text, or nothing."""
        found: str | None = self.get(key, "text", lambda one: one is None or _is_text(one))
        return found

    def number(self, key: str, low: int | None = None) -> int:
        """Return a number, of at least `low`."""
        what = "whole number" if low is None else f"whole number from {low} on"
        return int(self.get(key, what, lambda one: _is_number(one, low)))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(self.get(key, "list of texts", _list_of(_is_text)))

    def objects(self, key: str) -> Iterator["_Fields"]:
        """Yield the objects of a list."""
        found = self.get(key, "list of objects", _list_of(_is_object))
        for number, one in enumerate(found, start=1):
            yield _Fields(one, f" ({key}, number {number})")

    def values(self, key: str, fits: Callable[[object], bool]) -> dict[str, Any]:
        """Return an object whose values are of one kind."""
        found = self.get(key, "object", _is_object)
        return {name: _Fields(found, f" ({key})").get(name, "value", fits) for name in found}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object, low: int | None = None) -> bool:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole and (low is None or (isinstance(value, int) and value >= low))


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _record(fields: _Fields) -> Record:
    outcome = fields.get("outcome", "object", lambda one: one is None or _is_object(one))
    return Record(
        ruleset=fields.text("ruleset"),
        title=fields.text("title"),
        strategies=fields.texts("strategies"),
        fingerprint=fields.text("fingerprint"),
        players=fields.number("players", 0),
        names=fields.texts("names"),
        seats=fields.texts("seats"),
        options=fields.values("options", lambda one: isinstance(one, int | str)),
        card_set=fields.title("set"),
        board=fields.title("board"),
        seed=fields.number("seed"),
        number=fields.number("number"),
        max_steps=fields.number("max_steps", 1),
        choices=tuple(map(_choice, fields.objects("choices"))),
        checkpoints=tuple(map(_checkpoint, fields.objects("digests"))),
        whole=fields.text("digest"),
        outcome=None if outcome is None else _ended(_Fields(outcome, " (outcome)")),
        position=fields.texts("position"),
        parts=fields.values("parts", _is_text),
    )


def _choice(fields: _Fields) -> Choice:
    return Choice(
        fields.number("seat", 0),
        fields.text("decision"),
        fields.text("option"),
        fields.number("index", 0),
    )


def _checkpoint(fields: _Fields) -> tuple[int, str]:
    return fields.number("after", 0), fields.text("digest")


def _ended(fields: _Fields) -> Outcome:
    winners: Sequence[int] = fields.get("winners", "list of numbers", _list_of(_is_number))
    return Outcome(tuple(winners), fields.number("rounds", 0), fields.title("stopped"))
