"""Options that have a name: how often each is taken, by whom, and what it does for whoever may.

What is counted, and what it means, stands in docs/metrics.md.
"""

from collections.abc import Iterable, Sequence

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.study.figures import LEVEL, MATTERS, Estimate, Pair, holm
from cubedsl.interpreter.study.rates import Rates
from cubedsl.interpreter.watch import NUMBERS, Counted, Named, number_called

OF_NUMBERS = frozenset(map(number_called, NUMBERS))


@define
class Choice:
    """How often an option is taken when it is offered.

    `each` is of all players, `sides` of winners and of others in decided games; `wins` pairs the
    games without it and as they are, `stopped` counts those that do not end without it.
    """

    each: Rates = Factory(Rates)
    sides: Rates = Factory(Rates)
    wins: Pair = Factory(lambda: Pair(rate=True))
    stopped: int = 0


@frozen
class Told:
    """What there is to say of an option.

    `more` is how much more of the offers winners take, `gain` what is lost without the option, if
    that was played; both with their chance of error after Holm.
    """

    named: Named
    choice: Choice
    offered: float
    rate: Estimate
    more: Estimate
    gain: Estimate | None
    more_adjusted: float = 1.0
    adjusted: float = 1.0

    @property
    def verdict(self) -> str:
        """`needed`, `harmful`, or "" if neither is known to be so."""
        if self.gain is None or self.adjusted >= LEVEL or abs(self.gain.value) < MATTERS:
            return ""
        return "needed" if self.gain.value > 0 else "harmful"


@define
class Choices:
    """The options of a game that were offered so far."""

    setup: Setup
    found: dict[Named, Choice] = Factory(dict)

    def add(self, counted: Sequence[int], winners: tuple[int, ...]) -> None:
        """Add a game."""
        watch, players = self.setup.watch, self.setup.players
        assert watch is not None
        if not watch.named:
            return
        first = watch.places[Counted.OFFERED, watch.named[0]]
        end, width, behind = watch.width * players, watch.width, len(watch.named)
        for place, named in enumerate(watch.named, first):
            offered = counted[place:end:width]
            if any(offered):
                taken = counted[place + behind : end : width]
                self._add(self.found.setdefault(named, Choice()), taken, offered, winners)

    def _add(
        self,
        choice: Choice,
        taken: Sequence[int],
        offered: Sequence[int],
        winners: tuple[int, ...],
    ) -> None:
        done, of = sum(taken), sum(offered)
        choice.each.add(done, of)
        if len(winners) == 1:
            own, of_own = taken[winners[0]], offered[winners[0]]
            choice.sides.add(own, of_own, done - own, of - of_own)

    def add_without(self, named: Named, *, won: bool, without: bool | None) -> None:
        """Add a game as it is and without an option; None if it did not come to its end then."""
        choice = self.found.setdefault(named, Choice())
        if without is None:
            choice.stopped += 1
        else:
            choice.wins.add(without, won)

    def told(self, games: int) -> list[Told]:
        """Return what there is to say of every option, after so many games, in their order."""
        watch = self.setup.watch
        assert watch is not None
        known = [(one, self.found[one]) for one in watch.named if one in self.found]
        seen = [_told(one, choice, games * self.setup.players) for one, choice in known]
        more = holm([one.more.p for one in seen])
        gains = [i for i, one in enumerate(seen) if one.gain is not None]
        adjusted = dict(
            zip(gains, holm([gain.p for one in seen if (gain := one.gain)]), strict=True)
        )
        return [
            evolve(one, more_adjusted=more[i], adjusted=adjusted.get(i, 1.0))
            for i, one in enumerate(seen)
        ]


def _told(named: Named, choice: Choice, chances: int) -> Told:
    gain = choice.wins.difference() if choice.wins.games else None
    offered = choice.each.totals[1] / max(chances, 1)
    return Told(named, choice, offered, choice.each.rate, choice.sides.difference, gain)


def pieces_of(setup: Setup, kinds: set[int]) -> frozenset[Named]:
    """Return the options that are pieces of some kinds."""
    names = setup.watch.names if setup.watch is not None else {}
    return frozenset(
        (decision, name)
        for decision, shape in setup.ruleset.decisions.items()
        for noun in shape.nouns & names.keys()
        if noun.sort is Sort.PIECE
        for piece, name in names[noun].items()
        if setup.pieces.kind[piece] in kinds
    )


def can_be_barred(setup: Setup) -> tuple[Named, ...]:
    """Return the options that a player can do without: all that have a name but numbers."""
    watch = setup.watch
    named: Iterable[Named] = watch.named if watch is not None else ()
    shapes = setup.ruleset.decisions
    return tuple(one for one in named if not (shapes[one[0]].numbers and one[1] in OF_NUMBERS))
