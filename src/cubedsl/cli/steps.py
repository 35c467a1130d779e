"""The steps of a recorded game: as text, and as JSON."""

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from cubedsl.cli.presenting import (
    UNTOLD,
    Shown,
    ending,
    introduction,
    labels,
    question,
    tell,
)
from cubedsl.cli.shared import style, write
from cubedsl.dsl.render import visible
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.log import Entry, What
from cubedsl.interpreter.records.record import Record
from cubedsl.interpreter.records.resume import follow
from cubedsl.interpreter.setup import Setup


@frozen
class Step:
    """A choice that is about to be made (`number` from 1 on; behind the last one: the end).

    `entries` is what has happened since the choice before.
    """

    number: int
    game: Game
    entries: Sequence[Entry]


@frozen
class Replay:
    """A record, what its game is set up from, and how it is begun."""

    record: Record
    setup: Setup
    begin: Callable[[], Game]

    @property
    def choices(self) -> int:
        """How many choices were made."""
        return len(self.record.choices)

    def steps(self) -> Iterator[Step]:
        """Yield the steps; raise RecordError where it is not the recorded game."""
        game, seen = self.begin(), 0
        for made in follow(self.record, game):
            yield Step(made + 1, game, game.log[seen:])
            seen = len(game.log)


# ------------------------------------------------------------------ text


def verified(replay: Replay) -> str:
    """Return that it is the same game, after looking at all of it."""
    for _ in replay.steps():
        pass
    record = replay.record
    return f"verified: {replay.choices} choices, {len(record.checkpoints)} digests; {_end(record)}"


def _end(record: Record) -> str:
    return ending(record.outcome, record.names) if record.outcome else "the game goes on"


def write_log(replay: Replay) -> None:
    """Write what happened, in full."""
    for step in replay.steps():
        for entry in step.entries:
            write(visible(entry.text))


def write_all(replay: Replay) -> None:
    """Write every choice and what came of it, and the position at the end."""
    _introduce(replay)
    for step in replay.steps():
        _write_news(step)
        if step.number <= replay.choices:
            write(style("1", visible(_choice(replay.record, step))))
        else:
            Shown().position(step.game.state, None, {})
    write(verified(replay))


def write_step(replay: Replay, wanted: int) -> None:
    """Write the position before a choice, what was asked, and what came of it."""
    _introduce(replay)
    for step in replay.steps():
        if step.number == wanted:
            _write_position(replay.record, step)
        if step.number == wanted + 1:
            _write_news(step)


def _write_position(record: Record, step: Step) -> None:
    state, decision = step.game.state, step.game.decision
    Shown().position(state, None, labels(decision.options, state.setup) if decision else {})
    if decision is not None:
        question(decision, record.names)
    write(style("1", visible(_choice(record, step))))


def _introduce(replay: Replay) -> None:
    record = replay.record
    seats = record.seats or ["?"] * record.players
    text = introduction(replay.begin().state.setup, seats, record.seed, record.number)
    write("\n".join(map(visible, text.split("\n"))))


def _write_news(step: Step) -> None:
    for entry in step.entries:
        if entry.what not in UNTOLD and entry.what is not What.CHOSE:
            tell(entry.text, "  ")


def _choice(record: Record, step: Step) -> str:
    return choice_made(record, step.number)


def choice_made(record: Record, number: int) -> str:
    """Return a choice in words; behind the last one, how the game ended."""
    if number > len(record.choices):
        return _end(record)
    choice = record.choices[number - 1]
    return f"{number}. {record.names[choice.seat]}, {choice.decision}: {choice.option}"


# ------------------------------------------------------------------ JSON


def data(replay: Replay) -> dict[str, object]:
    """Return a replayed game as a JSON object; its keys are stable, seats count from 1."""
    record = replay.record
    steps = [_step(record, step) for step in replay.steps()]
    return {
        "ruleset": record.ruleset,
        "title": record.title,
        "fingerprint": record.fingerprint,
        "players": record.players,
        "names": list(record.names),
        "strategies": list(record.seats),
        "options": dict(record.options),
        "set": record.card_set,
        "board": record.board,
        "seed": record.seed,
        "game": record.number,
        "steps": steps,
        "winners": [seat + 1 for seat in record.outcome.winners] if record.outcome else [],
        "rounds": record.outcome.rounds if record.outcome else None,
        "stopped": record.outcome.stopped if record.outcome else None,
        "over": record.outcome is not None,
        "digest": record.whole,
        "verified": True,
    }


def _step(record: Record, step: Step) -> dict[str, object]:
    decision = step.game.decision
    made = step.number <= len(record.choices)
    return {
        "step": step.number,
        "log": [entry.text for entry in step.entries],
        "digest": step.game.digest(),
        "seat": decision.seat + 1 if decision else None,
        "decision": decision.name if decision else None,
        "card": decision.card if decision else None,
        "options": [option.text for option in decision.options] if decision else [],
        "chosen": record.choices[step.number - 1].index if made else None,
    }
