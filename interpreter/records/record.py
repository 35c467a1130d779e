"""A record of a game: what it was set up from, its seed, its choices, and digests to verify them.

    record = take(game)
    save(record, path)                       # see `record_file`
    game = resume(load(path), ruleset)       # see `resume`; the digest is the same

A game is its setup, its seed and the choices, so nothing else has to be kept; the digests at the
checkpoints tell that what is played again is the same game.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.model.things import Board, CardSet
from cubedsl.interpreter.decision import Decision, Outcome
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.parts import parts
from cubedsl.interpreter.setup import OptionValue
from cubedsl.interpreter.table import picture
from cubedsl.interpreter.table.view import view

EVERY = 10
"""After so many choices there is a checkpoint; and one at the beginning and at the end."""

Checkpoint: TypeAlias = tuple[int, str]


class RecordError(Exception):
    """A record cannot be read, written or played here; each line of the message is a reason."""


@frozen
class Choice:
    """An answer: who was asked what, the text of the option and its number from 0."""

    seat: int
    decision: str
    option: str
    index: int


@frozen
class Record:
    """A game as it is kept.

    `ruleset` is its shipped name or its path as it was given, `strategies` files that were added
    to it, `parts` a hash of each thing it declares.  `seats` says who sat where (a strategy,
    `random`, `human`); it may be empty.  `checkpoints` are digests of the position after so many
    choices; `whole` is the digest of the game and `outcome` its end, as far as it has one.
    `position` is for readers only.
    """

    ruleset: str
    strategies: tuple[str, ...]
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
    number: int
    max_steps: int
    choices: tuple[Choice, ...]
    checkpoints: tuple[Checkpoint, ...]
    outcome: Outcome | None
    whole: str
    position: tuple[str, ...]


# ------------------------------------------------------------------ taking


def take(
    game: Game,
    *,
    seats: Sequence[str] = (),
    ruleset: str | None = None,
    strategies: Sequence[str] = (),
) -> Record:
    """Return the record of a game so far.

    `ruleset` is how it was called, if not by its name; `strategies` are files that were added.
    """
    state, setup = game.state, game.state.setup
    return Record(
        ruleset=ruleset or setup.ruleset.name,
        strategies=tuple(strategies),
        title=setup.ruleset.title,
        fingerprint=setup.ruleset.fingerprint,
        parts=parts(setup.ruleset),
        players=setup.players,
        names=setup.names,
        seats=tuple(seats),
        options=dict(setup.options),
        card_set=title_of(setup.card_set),
        board=title_of(setup.board),
        seed=game.seed,
        number=game.number,
        max_steps=state.max_steps,
        choices=tuple(_choice(decision, index) for decision, index in game.asked),
        checkpoints=tuple(_checkpoints(game)),
        outcome=game.outcome,
        whole=game.whole_digest(),
        position=picture.lines(view(state, None)),
    )


def title_of(one: CardSet | Board | None) -> str | None:
    return one.title if one is not None else None


def _choice(decision: Decision, index: int) -> Choice:
    return Choice(decision.seat, decision.name, decision.options[index].text, index)


def _checkpoints(game: Game) -> Iterator[Checkpoint]:
    """Yield the digests along the way, which are found by going it again."""
    again = Game(game.state.setup, game.seed, game.number, max_steps=game.state.max_steps)
    last = len(game.choices)
    for made in range(last + 1):
        if made % EVERY == 0 or made == last:
            yield made, again.digest()
        if made < last:
            again.choose(game.choices[made])
