"""A record of a game: what it was set up from, its seed, its choices, and digests to verify them.

    record = take(game)
    save(record, path)                       # see `record_file`
    game = resume(load(path), ruleset)       # see `resume`; the digest is the same

A game is its setup, its seed and the choices, so nothing else has to be kept; the digests at the
checkpoints tell that what is played again is the same game.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from cubedsl.interpreter.decision import Decision, Outcome
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.played import Played, of_setup
from cubedsl.interpreter.table import picture
from cubedsl.interpreter.table.view import view

EVERY = 10
"""After so many choices there is a checkpoint; and one at the beginning and at the end."""

Checkpoint: TypeAlias = tuple[int, str]


@frozen
class Choice:
    """An answer: who was asked what, the text of the option and its number from 0."""

    seat: int
    decision: str
    option: str
    index: int


@frozen(kw_only=True)
class Record(Played):
    """A game as it is kept.

    `strategies` are files that were added to the ruleset.  `checkpoints` are digests of the
    position after so many choices; `whole` is the digest of the game and `outcome` its end, as far
    as it has one.  `position` is for readers only.
    """

    strategies: tuple[str, ...]
    number: int
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
        **of_setup(setup, seats, ruleset),
        strategies=tuple(strategies),
        seed=game.seed,
        number=game.number,
        max_steps=state.max_steps,
        choices=tuple(_choice(decision, index) for decision, index in game.asked),
        checkpoints=tuple(_checkpoints(game)),
        outcome=game.outcome,
        whole=game.whole_digest(),
        position=picture.lines(view(state, None)),
    )


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
