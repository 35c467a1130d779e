"""What the file of one game and the file of a run of many both say of what was played."""

from typing import TypedDict

from cubedsl.interpreter.records.fields import Fields, is_text
from cubedsl.interpreter.setup import OptionValue


class Head(TypedDict):
    """The fields of what was played, as `Record` and `Run` call them."""

    ruleset: str
    title: str
    fingerprint: str
    parts: dict[str, str]
    players: int
    names: tuple[str, ...]
    seats: tuple[str, ...]
    options: dict[str, OptionValue]
    card_set: str | None
    board: str | None
    seed: int
    max_steps: int


def head(fields: Fields) -> Head:
    """Return what was played; raise RecordError if a field is missing or does not fit."""
    return Head(
        ruleset=fields.text("ruleset"),
        title=fields.text("title"),
        fingerprint=fields.text("fingerprint"),
        parts=fields.values("parts", is_text),
        players=fields.number("players", 0),
        names=fields.texts("names"),
        seats=fields.texts("seats"),
        options=fields.values("options", lambda one: isinstance(one, int | str)),
        card_set=fields.title("set"),
        board=fields.title("board"),
        seed=fields.number("seed"),
        max_steps=fields.number("max_steps", 1),
    )
