"""Records as files: JSON that people can read, and that is written whole or not at all."""

import json
from collections.abc import Sequence
from pathlib import Path

from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.records.fields import Fields, is_number, is_object, list_of
from cubedsl.interpreter.records.played import Data, read, written
from cubedsl.interpreter.records.record import Choice, Record
from cubedsl.interpreter.records.whole_file import fields_of, read_whole, write_whole

FORMAT = "cubedsl game"
VERSION = 1
WIDEST = 100


def save(record: Record, path: Path) -> None:
    """Write a record to a file; if that fails, the file is as it was."""
    write_whole(path, dumps(record))


def load(path: Path) -> Record:
    """Read a record from a file."""
    return read_whole(path, loads)


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
    rest: Data = {
        "strategies": list(record.strategies),
        "number": record.number,
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
    }
    return written(record, FORMAT, VERSION, rest)


def _outcome(outcome: Outcome) -> Data:
    return {
        "winners": list(outcome.winners),
        "rounds": outcome.rounds,
        "stopped": outcome.stopped,
    }


# ------------------------------------------------------------------ reading


def loads(data: bytes) -> Record:
    """Return the record that some JSON holds."""
    return _record(fields_of(data, FORMAT, VERSION, "record of a game"))


def _record(fields: Fields) -> Record:
    outcome = fields.get("outcome", "object", lambda one: one is None or is_object(one))
    return Record(
        **read(fields),
        strategies=fields.texts("strategies"),
        number=fields.number("number"),
        choices=tuple(map(_choice, fields.objects("choices"))),
        checkpoints=tuple(map(_checkpoint, fields.objects("digests"))),
        whole=fields.text("digest"),
        outcome=None if outcome is None else _ended(Fields(outcome, " (outcome)")),
        position=fields.texts("position"),
    )


def _choice(fields: Fields) -> Choice:
    return Choice(
        fields.number("seat", 0),
        fields.text("decision"),
        fields.text("option"),
        fields.number("index", 0),
    )


def _checkpoint(fields: Fields) -> tuple[int, str]:
    return fields.number("after", 0), fields.text("digest")


def _ended(fields: Fields) -> Outcome:
    winners: Sequence[int] = fields.get("winners", "list of numbers", list_of(is_number))
    return Outcome(tuple(winners), fields.number("rounds", 0), fields.title("stopped"))
