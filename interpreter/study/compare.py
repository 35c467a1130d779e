"""Two sorts of games, on the same luck: what differs between them, and how certain that is."""

from collections.abc import Iterator, Sequence
from enum import Enum

from attrs import Factory, define, frozen

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.study.arms import Field, side_by_side
from cubedsl.interpreter.study.batches import Aim, Told
from cubedsl.interpreter.study.figures import Pair
from cubedsl.interpreter.watch import Counted


class About(Enum):
    """What a figure is about: the value is how it is told."""

    WINS = "wins"
    GAME = "game"
    COUNT = "count"


@frozen
class Figure:
    """A number that every game has; `rate`: it is 0 or 1."""

    about: About
    name: str
    value: float
    rate: bool = False


def of_all(plan: Plan, result: Result) -> Iterator[Figure]:
    """Yield the figures of a game: of seats, strategies, the game, all players together."""
    winner = result.outcome.winners[0] if len(result.outcome.winners) == 1 else None
    for seat in range(len(plan.bots)):
        yield Figure(About.WINS, f"seat {seat + 1}", seat == winner, True)
    titles = [bot.title for bot in plan.bots]
    won = titles[result.bots[winner]] if winner is not None else None
    for title in dict.fromkeys(titles) if len(set(titles)) > 1 else ():
        yield Figure(About.WINS, title, title == won, True)
    yield from _game(result)
    yield from _counts(plan, result, range(len(plan.bots)))


def of_first(plan: Plan, result: Result) -> Iterator[Figure]:
    """Yield the figures of a game that are about the first bot of the line-up, and of the game."""
    seat = result.bots.index(0)
    yield Figure(About.WINS, "wins", result.outcome.winners == (seat,), True)
    yield from _game(result)
    yield from _counts(plan, result, [seat])


def _game(result: Result) -> Iterator[Figure]:
    yield Figure(About.GAME, "ties", len(result.outcome.winners) > 1, True)
    yield Figure(About.GAME, "rounds", result.outcome.rounds)
    yield Figure(About.GAME, "decisions", result.decisions)


NOT_COMPARED = (Counted.WHEN, Counted.OFFERED, Counted.CHOSEN)


def _counts(plan: Plan, result: Result, seats: range | list[int]) -> Iterator[Figure]:
    watch = plan.setup.watch
    assert watch is not None
    for place, column in enumerate(watch.columns):
        if column.what not in NOT_COMPARED:
            total = sum(result.counted[seat * watch.width + place] for seat in seats)
            yield Figure(About.COUNT, f"{column.what.value}: {column.name}", total)


@define
class Comparison:
    """The figures of pairs of games by what they are about and name.

    `same` pairs went exactly alike, `stopped` ones are left out of the figures.
    """

    one: Plan
    other: Plan
    strategies: bool = False
    paired: bool = True
    pairs: dict[tuple[About, str], Pair] = Factory(dict)
    games: int = 0
    same: int = 0
    stopped: int = 0

    @property
    def identical(self) -> bool:
        """Whether all games on the same luck went exactly alike."""
        return self.paired and bool(self.games) and self.same == self.games

    def add(self, results: Sequence[Result]) -> None:
        """Add a pair of games."""
        one, other = results
        self.games += 1
        self.same += one.digest == other.digest and one.outcome == other.outcome
        if one.outcome.stopped is not None or other.outcome.stopped is not None:
            self.stopped += 1
            return
        figures = of_first if self.strategies else of_all
        first = {(it.about, it.name): it for it in figures(self.one, one)}
        second = {(it.about, it.name): it for it in figures(self.other, other)}
        for key in dict.fromkeys((*first, *second)):
            values = [own[key].value if key in own else 0.0 for own in (first, second)]
            either = first.get(key) or second[key]
            self.pairs.setdefault(key, Pair(either.rate)).add(values[0], values[1])

    def width(self) -> float:
        """Half the width of the widest interval of a win rate."""
        return max(
            pair.difference(paired=self.paired).half_width
            for (about, _), pair in self.pairs.items()
            if about is About.WINS
        )


def compare(
    comparison: Comparison, field: Field, aim: Aim, told: Told | None = None
) -> Iterator[Comparison]:
    """Play pairs of games (arms 0 and 1) until the aim is reached; yield after each stretch."""
    for _ in side_by_side(field, (0, 1), comparison, aim, told):
        yield comparison
