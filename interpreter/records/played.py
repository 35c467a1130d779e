"""What the record of one game and that of a run of many both say of what was played."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl.model.things import Board, CardSet
from cubedsl.interpreter.records.fields import Fields, is_text
from cubedsl.interpreter.records.parts import parts
from cubedsl.interpreter.setup import OptionValue, Setup

Data: TypeAlias = dict[str, Any]


@frozen(kw_only=True)
class Played:
    """What was played.

    `ruleset` is its shipped name or its path as it was given, `parts` a hash of each thing it
    declares.  `seats` says who sat where (a strategy, `random`, `human`); it may be empty.
    """

    ruleset: str
    title: str
    fingerprint: str
    parts: Mapping[str, str]
    players: int
    names: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    card_set: str | None
    board: str | None
    seed: int
    max_steps: int


def of_setup(setup: Setup, seats: Sequence[str], ruleset: str | None = None) -> Data:
    """Return what there is to say of a setup, as the fields of `Played` are called; `ruleset` is
    how it was called, if not by its name."""
    return {
        "ruleset": ruleset or setup.ruleset.name,
        "title": setup.ruleset.title,
        "fingerprint": setup.ruleset.fingerprint,
        "parts": parts(setup.ruleset),
        "players": setup.players,
        "names": setup.names,
        "seats": tuple(seats),
        "options": dict(setup.options),
        "card_set": title_of(setup.card_set),
        "board": title_of(setup.board),
    }


def title_of(one: CardSet | Board | None) -> str | None:
    """Return the title of a set or a board, if there is one."""
    return one.title if one is not None else None


# ------------------------------------------------------------------ as JSON


def written(played: Played, format: str, version: int, rest: Data) -> Data:
    """Return a JSON object of what was played, and of the `rest` that there is to say."""
    return {
        "format": format,
        "version": version,
        "ruleset": played.ruleset,
        "title": played.title,
        "fingerprint": played.fingerprint,
        "players": played.players,
        "names": list(played.names),
        "seats": list(played.seats),
        "options": dict(played.options),
        "set": played.card_set,
        "board": played.board,
        "seed": played.seed,
        "max_steps": played.max_steps,
        **rest,
        "parts": dict(played.parts),
    }


def read(fields: Fields) -> Data:
    """Return the fields of `Played`; raise RecordError if one is missing or does not fit."""
    return {
        "ruleset": fields.text("ruleset"),
        "title": fields.text("title"),
        "fingerprint": fields.text("fingerprint"),
        "parts": fields.values("parts", is_text),
        "players": fields.number("players", 0),
        "names": fields.texts("names"),
        "seats": fields.texts("seats"),
        "options": fields.values("options", lambda one: isinstance(one, int | str)),
        "card_set": fields.title("set"),
        "board": fields.title("board"),
        "seed": fields.number("seed"),
        "max_steps": fields.number("max_steps", 1),
    }
