"""Games to play, and what came out."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeAlias

from attrs import Factory, define, field, frozen

from cubedsl.interpreter.bots.chunk import Chunk
from cubedsl.interpreter.bots.forgone import Forgone
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import MOST_STEPS
from cubedsl.interpreter.watch import Named

Watch: TypeAlias = Callable[[Totals, Sequence[Result]], None]
"""Is told of the results that were added last, and of all counts so far."""


class Engine(Enum):
    """What plays: the engine where it can and the reference elsewhere, or one of them."""

    AUTO = "auto"
    FAST = "fast"
    REFERENCE = "reference"


@frozen(eq=False)
class Plan:
    """Games to play: number 0 to `games` - 1 of a seed.

    Bot i sits in seat i; if the line-up rotates, in game g seat i is taken by bot i + g.  The bot
    in `focus` does not choose pieces of the kinds `forgone` out of shared zones, nor the option
    `barred`, if others are left.  `turns` are the seatings, which come one after the other.
    """

    setup: Setup
    bots: tuple[Bot, ...]
    games: int
    seed: int = 0
    rotate: bool = False
    max_steps: int = MOST_STEPS
    forgone: frozenset[int] = frozenset()
    barred: Named | None = None
    turns: tuple[tuple[int, ...], ...] = field(init=False)

    @turns.default
    def _all_turns(self) -> tuple[tuple[int, ...], ...]:
        count = len(self.bots)
        seats = range(count)
        turns = range(count if self.rotate else 1)
        return tuple(tuple((seat + turn) % count for seat in seats) for turn in turns)

    def __attrs_post_init__(self) -> None:
        if len(self.bots) != self.setup.players:
            raise ValueError(f"{len(self.bots)} bots cannot sit in {self.setup.players} seats")

    @property
    def strategies(self) -> frozenset[str]:
        """The strategies of the language that are played."""
        return frozenset(title for bot in self.bots for title in bot.strategies)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in each seat in a game."""
        return self.turns[number % len(self.turns)]

    def focus(self, number: int) -> int:
        """Return the bot that a game is looked at for: in n * n games each in each seat, once."""
        count = len(self.bots)
        return number // count % count

    @property
    def is_free(self) -> bool:
        """Whether nobody does without anything."""
        return not self.forgone and self.barred is None

    def forgoes(self, number: int) -> tuple[int, Forgone]:
        """Return which seat does without what in a game."""
        seat = self.seating(number).index(self.focus(number))
        kinds = self.setup.pieces.kind
        pieces = (piece for piece, kind in enumerate(kinds) if kind in self.forgone)
        return seat, Forgone(frozenset(pieces if self.forgone else ()), self.barred)


@frozen
class Report:
    """What came out; `interrupted`: not all games were played.

    `engine` says what played, and `unable` why it was not the engine, if that was wanted.
    `before` is the number of games that had been played before.
    """

    totals: Totals
    interrupted: bool = False
    engine: Engine = field(default=Engine.REFERENCE, eq=False)
    unable: str | None = field(default=None, eq=False)
    before: int = field(default=0, eq=False)


@define
class Tally:
    """Adds up results, which come in order, and tells how far it is."""

    interruption: Interruption
    watches: tuple[Watch, ...] = ()
    totals: Totals = Factory(Totals)

    def add(self, results: Sequence[Result]) -> None:
        """Add the next games: all of them, whoever interrupts."""
        with self.interruption.held():
            _count(results, self.totals)
            for watch in self.watches:
                watch(self.totals, results)


def _count(results: Sequence[Result], totals: Totals) -> None:
    """Count some games, at once if they are a chunk."""
    match results:
        case Chunk():
            results.add_to(totals)
        case _:
            for result in results:
                totals.add(result)
