"""Seats and strategies: who wins more often than is fair."""

from math import erfc, sqrt

from attrs import evolve, frozen

from cubedsl.interpreter.bots.statistics import Share
from cubedsl.interpreter.study.balance import Balance
from cubedsl.interpreter.study.figures import LEVEL, holm

DOMINANT_ODDS = 2


@frozen
class Standing:
    """How often a seat or strategy won decided games, how often is fair, the chance of error."""

    name: str
    wins: Share
    fair: float
    chance: float
    adjusted: float = 1.0

    @property
    def unfair(self) -> bool:
        """Whether it certainly wins more or less than is fair."""
        return self.adjusted < LEVEL


def _standing(name: str, wins: Share, fair: float) -> Standing:
    error = sqrt(fair * (1 - fair) / wins.of) if wins.of else 0.0
    chance = erfc(abs(wins.rate - fair) / error / sqrt(2)) if error else 1.0
    return Standing(name, wins, fair, chance)


def _corrected(found: list[Standing]) -> list[Standing]:
    adjusted = holm([one.chance for one in found])
    return [evolve(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]


def seats(balance: Balance) -> list[Standing]:
    """Return how the seats stand; everybody sits in each of them equally often."""
    count, totals = len(balance.plan.bots), balance.totals
    return _corrected(
        [
            _standing(
                f"seat {seat + 1}",
                Share(totals.wins_of(seat=seat).count, balance.decided.count),
                1 / count,
            )
            for seat in range(count)
        ]
    )


def strategies(balance: Balance) -> list[Standing]:
    """Return how the strategies stand; none if everybody plays the same."""
    bots, totals = balance.plan.bots, balance.totals
    titles = list(dict.fromkeys(bot.title for bot in bots))
    if len(titles) < 2:
        return []
    found = []
    for title in titles:
        own = [number for number, bot in enumerate(bots) if bot.title == title]
        wins = Share(totals.wins_of(bots=own).count, balance.decided.count)
        found.append(_standing(title, wins, len(own) / len(bots)))
    return _corrected(found)


def dominant(balance: Balance) -> str | None:
    """Return the strategy of which the odds of winning are certainly twice what is fair."""
    for one in strategies(balance):
        low = one.wins.interval[0]
        fair = one.fair / (1 - one.fair)
        if one.unfair and low < 1 and low / (1 - low) > DOMINANT_ODDS * fair:
            return one.name
        if one.unfair and low == 1:
            return one.name
    return None
