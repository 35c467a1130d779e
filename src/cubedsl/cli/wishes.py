"""What was asked for on the command line of one game: its setup, and who sits where."""

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from cubedsl.cli.variants import values
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.render import restored
from cubedsl.dsl.suggest import fold
from cubedsl.interpreter.bots.seats import Bot, find, line_up
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.record import Record
from cubedsl.interpreter.records.resume import differences, setup_of
from cubedsl.interpreter.setup import Setup, SetupError, prepare
from cubedsl.interpreter.table.session import HUMAN, Session


@frozen
class Wishes:
    """What was asked for; what was not is None or empty."""

    players: int | None = None
    names: Sequence[str] = ()
    seats: Sequence[str] = ()
    card_set: str | None = None
    board: str | None = None
    options: Sequence[str] = ()
    seed: int | None = None
    number: int | None = None
    save: Path | None = None


def begun(ruleset: Ruleset, wishes: Wishes, seed: int) -> Session:
    """Return a new session; raise SetupError if there is no such game."""
    players = wishes.players or max(len(wishes.seats), len(wishes.names), ruleset.players[0])
    setup = prepare(
        ruleset,
        players=players,
        options=values(ruleset, wishes.options),
        card_set=wishes.card_set,
        board=wishes.board,
        names=_names(wishes.names, players),
    )
    return Session(setup, _bots(setup, wishes.seats), seed, wishes.number or 0)


def resumed(ruleset: Ruleset, wishes: Wishes, record: Record, *, anyway: bool) -> Session:
    """Return the session that goes on with a recorded game.

    Who sits there may be another than before; whatever else was asked for must be as recorded.
    """
    setup = setup_of(record, ruleset, anyway=anyway)
    wished = prepare(
        ruleset,
        players=wishes.players or record.players,
        options={**record.options, **values(ruleset, wishes.options)},
        card_set=wishes.card_set or record.card_set,
        board=wishes.board or record.board,
        names=tuple(map(restored, wishes.names)) or (None if wishes.players else record.names),
    )
    reasons = differences(record, wished)
    for what, asked, was in (
        ("seed", wishes.seed, record.seed),
        ("number of the game", wishes.number, record.number),
    ):
        if asked not in (None, was):
            reasons.append(f"the {what}: {was} in the record, {asked} here")
    if reasons:
        raise RecordError("\n".join(reasons))
    seats = wishes.seats or (record.seats if len(record.seats) == record.players else ())
    return Session.resumed(record, setup, _bots(setup, seats))


def _names(names: Sequence[str], players: int) -> tuple[str, ...] | None:
    """Return the names of all seats; those that were not given are numbered."""
    if not names:
        return None
    return (*map(restored, names), *(f"Player {seat + 1}" for seat in range(len(names), players)))


def _bots(setup: Setup, words: Sequence[str]) -> tuple[Bot | None, ...]:
    """Return who sits where: as asked for, then the strategies in turn; you sit in front."""
    if len(words) > setup.players:
        raise SetupError(f"there are {setup.players} seats, but {len(words)} players for them")
    asked = [_bot(setup.ruleset, word) for word in words or [HUMAN]]
    return (*asked, *line_up(setup.ruleset, setup.players)[len(asked) :])


def _bot(ruleset: Ruleset, word: str) -> Bot | None:
    is_person = fold(word) == HUMAN and HUMAN not in map(fold, ruleset.strategies)
    return None if is_person else find(ruleset, word)
