"""What every card does for whoever takes it, and what else makes a game fair or not.

In every game one bot is in *focus*, each in each seat in turn.  In the base it plays freely; in the
arm of a kind it never chooses a piece of that kind out of a shared zone, and the others may.  What
it loses by that is the effect of the kind.  Options that have a name have arms like that, too, see
`choices`.  What each figure means: docs/metrics.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf, sqrt

from attrs import Factory, define, evolve, frozen

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.statistics import Result, Share, Totals
from cubedsl.interpreter.study.arms import Field, side_by_side
from cubedsl.interpreter.study.batches import Aim, Told
from cubedsl.interpreter.study.choices import Choices, can_be_barred, pieces_of
from cubedsl.interpreter.study.figures import LEVEL, MATTERS, Estimate, Sums, holm
from cubedsl.interpreter.study.purchases import Purchases
from cubedsl.interpreter.watch import Counted, Lead, Named


@define
class Taking:
    """How often pieces of a kind are taken: of a player in a game; by whoever wins less the mean of
    the others, in decided games; and the rounds in which that is."""

    each: Sums = Factory(Sums)
    winners: Sums = Factory(Sums)
    losers: Sums = Factory(Sums)
    more: Sums = Factory(Sums)
    taken: int = 0
    rounds: int = 0

    @property
    def mean_round(self) -> float:
        """The mean round of taking; 0 if none was taken."""
        return self.rounds / self.taken if self.taken else 0.0


@define
class Course:
    """How games went: changes of the lead, and from which share of the rounds on the winner led."""

    changes: Sums = Factory(Sums)
    settled: Sums = Factory(Sums)
    from_behind: int = 0
    known: int = 0


@frozen
class Effect:
    """What a kind does: `gain` is what is lost without it, `contrast` how much more that is than
    for the middle one of all kinds, `adjusted` the chance of error of that after Holm."""

    kind: int
    gain: Estimate
    contrast: Estimate
    adjusted: float = 1.0

    @property
    def verdict(self) -> str:
        """`strong`, `weak`, or "" if it is like the others as far as is known."""
        if self.adjusted >= LEVEL or abs(self.contrast.value) < MATTERS:
            return ""
        return "strong" if self.contrast.value > 0 else "weak"


@define
class Balance:
    """What was counted so far.

    `wins[bits]` is how often the bot in focus won in the base (bit 0) and without each of the kinds
    (bit 1 + its place in `kinds`).  Behind the arms of kinds are those of `options`; `endless` are
    options without which games do not end.
    """

    plan: Plan
    kinds: tuple[int, ...] = ()
    options: tuple[Named, ...] = ()
    endless: tuple[Named, ...] = ()
    games: int = 0
    stopped: int = 0
    totals: Totals = Factory(Totals)
    takings: dict[int, Taking] = Factory(dict)
    used: Counter[int] = Factory(Counter)
    course: Course = Factory(Course)
    wins: Counter[int] = Factory(Counter)
    choices: Choices = Factory(lambda self: Choices(self.plan.setup), takes_self=True)
    purchases: Purchases = Factory(lambda self: Purchases(self.plan.setup), takes_self=True)

    def add(self, results: Sequence[Result]) -> None:
        """Add a game as it went in the base and in every arm."""
        self.games += 1
        self.totals.add(results[0])
        first = 1 + len(self.kinds)
        if any(one.outcome.stopped is not None for one in results[:first]):
            self.stopped += 1
            return
        number = self.games - 1
        focus = self.plan.focus(number)
        won = [one.outcome.winners == (one.bots.index(focus),) for one in results]
        self.wins[sum(1 << place for place, one in enumerate(won[:first]) if one)] += 1
        for option, one, result in zip(self.options, won[first:], results[first:], strict=True):
            ended = result.outcome.stopped is None
            self.choices.add_without(option, won=won[0], without=one if ended else None)
        self._take(results[0])
        self._follow(results[0])
        self.choices.add(results[0].counted, results[0].outcome.winners)
        self.purchases.add(results[0])

    def _take(self, result: Result) -> None:
        watch, players = self.plan.setup.watch, self.plan.setup.players
        assert watch is not None
        winners = result.outcome.winners
        for place, column in enumerate(watch.columns):
            counts = result.counted[place : watch.width * players : watch.width]
            if column.what is Counted.USED:
                self.used[place] += sum(counts)
            if column.what is Counted.TAKEN:
                kind = int(str(column.key[1]))
                taking = self.takings.setdefault(kind, Taking())
                taking.taken += sum(counts)
                taking.each.add(sum(counts) / players)
                if len(winners) == 1:
                    _tell_apart(taking, counts, winners[0])
            if column.what is Counted.WHEN:
                self.takings[int(str(column.key[1]))].rounds += sum(counts)

    def _follow(self, result: Result) -> None:
        watch, rounds = self.plan.setup.watch, result.outcome.rounds
        if watch is None or watch.lead is None:
            return
        changes, since, leader = result.counted[-len(Lead) :]
        self.course.changes.add(changes)
        if len(result.outcome.winners) == 1 and rounds:
            led = leader == result.outcome.winners[0] + 1
            self.course.known += 1
            self.course.from_behind += not led
            self.course.settled.add((since - 1) / rounds if led else 1.0)

    # -------------------------------------------------------------- effects

    def linear(self, weights: Mapping[int, float]) -> Estimate:
        """Return the mean of a weighted sum of wins: of the base (0) and of arms (from 1 on)."""
        sums, lowest = [0.0, 0.0, 0.0], 0.5 * sum(abs(one) for one in weights.values())
        for bits, times in self.wins.items():
            value = sum(weight for arm, weight in weights.items() if bits >> arm & 1)
            sums = [sums[0] + times, sums[1] + times * value, sums[2] + times * value * value]
        if sums[0] < 2:
            return Estimate(0.0, inf, int(sums[0]))
        games, mean = sums[0] + 2, sums[1] / sums[0]
        variance = max(0.0, sums[2] + 2 * lowest**2 / 2 - sums[1] ** 2 / games) / (games - 1)
        return Estimate(mean, sqrt(variance / games), int(sums[0]), sums[1] / games)

    @property
    def effects(self) -> list[Effect]:
        """The effects of all kinds, in their order."""
        gains = [self.linear({0: 1, arm: -1}) for arm in range(1, 1 + len(self.kinds))]
        middle = _middle([one.value for one in gains])
        found = []
        for place, gain in enumerate(gains):
            weights: Counter[int] = Counter()
            for arm in middle:
                weights[1 + arm] += 1 / len(middle)  # type: ignore[assignment]
            weights[1 + place] -= 1
            kept = {arm: weight for arm, weight in weights.items() if weight}
            found.append(Effect(self.kinds[place], gain, self.linear(kept)))
        adjusted = holm([one.contrast.p for one in found])
        return [evolve(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]

    @property
    def decided(self) -> Share:
        """The games that one player won."""
        totals = self.totals
        return Share(totals.finished - totals.tied - totals.unwon, totals.finished)

    def width(self) -> float:
        """Half the width of the widest interval of an effect."""
        found = [one.gain.half_width for one in self.effects]
        pairs = (one.wins for one in self.choices.found.values() if one.wins.games)
        return max((*found, *(one.difference().half_width for one in pairs)), default=0.0)

    @property
    def counted(self) -> int:
        """How many games were not stopped."""
        return self.games - self.stopped


def _tell_apart(taking: Taking, counts: tuple[int, ...], winner: int) -> None:
    others = (sum(counts) - counts[winner]) / max(len(counts) - 1, 1)
    taking.winners.add(counts[winner])
    taking.losers.add(others)
    taking.more.add(counts[winner] - others)


def _middle(values: list[float]) -> tuple[int, ...]:
    """Return the places of the middle value, or of both middle ones."""
    order = sorted(range(len(values)), key=lambda i: (values[i], i))
    half = len(order) // 2
    return (order[half],) if len(order) % 2 else tuple(order[half - 1 : half + 1])


# ------------------------------------------------------------------ playing


def arms_of(plan: Plan) -> tuple[tuple[int, ...], tuple[Plan, ...]]:
    """Return the kinds that can be taken, and plans: the base, one without each of them, and one
    without each option that has a name."""
    watch = plan.setup.watch
    assert watch is not None
    without = (evolve(plan, forgone=frozenset([kind])) for kind in watch.kinds)
    barred = (evolve(plan, barred=option) for option in can_be_barred(plan.setup))
    return watch.kinds, (plan, *without, *barred)


def called(plan: Plan) -> str:
    """Return the name of an arm."""
    if plan.barred is not None:
        return f"without {': '.join(plan.barred)}"
    watch = plan.setup.watch
    assert watch is not None
    names = [watch.columns[watch.places[Counted.TAKEN, kind]].name for kind in plan.forgone]
    return f"without {', '.join(names)}" if names else "base"


FIRST_LOOK = 64
TRIED = 8


def balance(
    plan: Plan, field: Field, kinds: tuple[int, ...], aim: Aim, told: Told | None = None
) -> Iterator[Balance]:
    """Play games until the aim is reached; yield what is known after each stretch.

    Kinds and options that nobody takes in the first games have no arm, nor have options that are
    pieces of a kind that has one, and those without which one of the first few does not end.
    """
    arms, found = _looked(plan, field, kinds, aim)
    for _ in side_by_side(field, arms, found, aim, told):
        yield found


def _looked(
    plan: Plan, field: Field, kinds: tuple[int, ...], aim: Aim
) -> tuple[tuple[int, ...], Balance]:
    """Return which arms are to be played, and the balance before any game is counted."""
    seen = Balance(plan)
    for result in field.play(0, range(min(FIRST_LOOK, aim.games))):
        seen.add([result])
    taken = {kind for kind, taking in seen.takings.items() if taking.taken}
    chosen = {one for one, choice in seen.choices.found.items() if choice.each.totals[0]}
    chosen -= pieces_of(plan.setup, taken)
    of_kinds = [1 + place for place, kind in enumerate(kinds) if kind in taken]
    options = {
        1 + len(kinds) + place: option
        for place, option in enumerate(can_be_barred(plan.setup))
        if option in chosen
    }
    tried = {arm: field.play(arm, range(min(TRIED, aim.games))) for arm in options}
    ends = [arm for arm in options if all(one.outcome.stopped is None for one in tried[arm])]
    return (0, *of_kinds, *ends), Balance(
        plan,
        tuple(kinds[arm - 1] for arm in of_kinds),
        tuple(options[arm] for arm in ends),
        tuple(option for arm, option in options.items() if arm not in ends),
    )
