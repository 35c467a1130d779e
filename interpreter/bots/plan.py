"""Games to play, and what came out."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import Factory, define, frozen

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import MOST_STEPS

Progress: TypeAlias = Callable[[int], None]


@frozen(eq=False)
class Plan:
    """Games to play: number 0 to `games` - 1 of a seed.

    Bot i sits in seat i; if the line-up rotates, in game g seat i is taken by bot i + g.
    """

    setup: Setup
    bots: tuple[Bot, ...]
    games: int
    seed: int = 0
    rotate: bool = False
    max_steps: int = MOST_STEPS

    def __attrs_post_init__(self) -> None:
        if len(self.bots) != self.setup.players:
            raise ValueError(f"{len(self.bots)} bots cannot sit in {self.setup.players} seats")

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in each seat in a game."""
        turn, count = number if self.rotate else 0, len(self.bots)
        return tuple((seat + turn) % count for seat in range(count))


@frozen
class Report:
    """What came out; `interrupted`: not all games were played."""

    totals: Totals
    interrupted: bool = False


@define
class Tally:
    """Adds up results, which come in order, and tells how far it is."""

    progress: Progress | None
    totals: Totals = Factory(Totals)

    def add(self, result: Result) -> None:
        """Add the next game."""
        self.totals.add(result)
        if self.progress is not None:
            self.progress(self.totals.games)
