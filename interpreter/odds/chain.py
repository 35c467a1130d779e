"""An option that is taken again and again until a policy stops: an absorbing chain, exactly.

Positions that are the same are one state of the chain; those who sit there, what they hold and
what has come to pass so far belong to it.  The chances of the ends follow by taking one state
after the other out of the chain, in fractions.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import define, field, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.ruleset import Rule
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter import digest
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.odds import trial
from cubedsl.interpreter.odds.answering import Answer, Inexact
from cubedsl.interpreter.odds.faces import TooMuch
from cubedsl.interpreter.odds.fork import fork
from cubedsl.interpreter.odds.trial import Budget, Choice, End, attempted
from cubedsl.interpreter.setup import bodies_of
from cubedsl.interpreter.state import State

MOST_STATES = 3_000
Values: TypeAlias = tuple[Any, ...]


@frozen
class Policy:
    """How long to go on: at most so many times (None: as long as it can be), until a rule holds.

    Without being asked to, it stops as soon as the option cannot be taken any more: its condition
    or that of the loop around the choice does not hold, an attempted event happened, or the game
    is over.
    """

    times: int | None = 1
    until: Rule | None = None


@frozen
class Ended:
    """What is told apart at the end: events, measured values, and whether the game is over."""

    events: frozenset[str]
    values: Values
    over: bool


@frozen
class Course:
    """How it all comes out: how likely each end is, how often the option is taken on average, and
    whether any dice were thrown at all."""

    ends: dict[Ended, Fraction]
    times: Fraction
    thrown: bool


Row: TypeAlias = dict["int | Ended", Fraction]


@define(eq=False)
class Chain:
    """The states found so far, with where each leads."""

    seat: int
    choice: Choice
    policy: Policy
    measure: Callable[[State, int], Values]
    answer: Answer
    budget: Budget = field(factory=Budget)
    thrown: bool = False
    _loop: core.While | None = None
    _numbers: dict[Hashable, int] = field(factory=dict)
    _waiting: list[tuple[State, frozenset[str], int]] = field(factory=list)

    def course(self, state: State) -> Course:
        """Return how it comes out from a position in which the choice is open."""
        self._loop = loop_around(state, self.choice.asks)
        begin = fork(state)
        if self._stops_by_itself(begin):
            ended = self._ended(begin, frozenset(), over=False)
            return Course({ended: Fraction(1)}, Fraction(), thrown=False)
        self._number(begin, frozenset(), 0)
        rows = [self._row(*self._waiting[0])]
        while self.thrown and len(rows) < len(self._waiting):
            rows.append(self._row(*self._waiting[len(rows)]))
        if not self.thrown:
            return Course({}, Fraction(), thrown=False)
        ends, times = absorbed(rows)
        return Course(ends, times, thrown=True)

    def _row(self, state: State, events: frozenset[str], times: int) -> Row:
        row: Row = {}
        for end in trial.ends(state, self.choice, self.answer, self.budget):
            self.thrown = self.thrown or end.thrown > 0
            target = self._target(end, events | end.events, times + 1)
            row[target] = row.get(target, Fraction()) + end.chance
        return row

    def _target(self, end: End, events: frozenset[str], times: int) -> "int | Ended":
        over = end.outcome is not None
        if over or attempted(end.state.log) or self._stops(end.state, times):
            return self._ended(end.state, events, over=over)
        return self._number(fork(end.state), events, times)

    def _stops(self, state: State, times: int) -> bool:
        if self.policy.times is not None and times >= self.policy.times:
            return True
        return self._stops_by_itself(state)

    def _stops_by_itself(self, state: State) -> bool:
        scope = state.scopes[-1]
        scope.at = self.choice.asks
        if self.choice.condition is not None and not evaluate(self.choice.condition, scope):
            return True
        if self._loop is not None and not evaluate(self._loop.condition, scope):
            return True
        return self.policy.until is not None and bool(value_of(self.policy.until, state, self.seat))

    def _ended(self, state: State, events: frozenset[str], *, over: bool) -> Ended:
        return Ended(events, self.measure(state, self.seat), over)

    def _number(self, state: State, events: frozenset[str], times: int) -> int:
        """Return the number of a state of the chain."""
        count = times if self.policy.times is not None else 0
        frames = tuple(tuple(one.frame) for one in state.scopes)
        key = digest.position(state), frames, events, count
        if key not in self._numbers:
            if len(self._numbers) == MOST_STATES:
                raise TooMuch(f"more than {MOST_STATES:,} different positions can come about")
            self._numbers[key] = len(self._numbers)
            self._waiting.append((state, events, count))
        return self._numbers[key]


def value_of(rule: Rule, state: State, seat: int) -> Any:
    """Return the value of a rule of nothing, for a player."""
    return evaluate(rule.value, Scope(state, [None] * rule.frame_size, seat))


def loop_around(state: State, asks: core.Menu | core.May) -> core.While | None:
    """Return the innermost loop with a condition around a choice, in the body it stands in."""
    setup = state.setup
    bodies = bodies_of(setup.ruleset, setup.cards, setup.board)
    loops = [
        loop
        for body in bodies
        for loop in walk(body)
        if isinstance(loop, core.While) and any(one is asks for one in walk(loop.body))
    ]
    return loops[-1] if loops else None


def absorbed(rows: Sequence[Row]) -> tuple[dict[Ended, Fraction], Fraction]:
    """Return how likely each end is from the first state, and how many steps it takes on average.

    The states are taken out from the last one on: what led there leads where it leads to.
    """
    left: list[Row] = [dict(row) for row in rows]
    steps = [Fraction(1)] * len(rows)
    for number in reversed(range(len(rows))):
        _without_return(left, steps, number)
        for before in range(number):
            share = left[before].pop(number, None)
            if share is not None:
                _redirect(left[before], left[number], share)
                steps[before] += share * steps[number]
    return {end: share for end, share in left[0].items() if isinstance(end, Ended)}, steps[0]


def _without_return(left: list[Row], steps: list[Fraction], number: int) -> None:
    """Let a state lead on at once to where it leads in the end, if it comes back to itself."""
    back = left[number].pop(number, Fraction())
    if back == 1:
        raise Inexact("it goes on for ever: nothing that can be thrown ends it")
    if back:
        left[number] = {target: share / (1 - back) for target, share in left[number].items()}
        steps[number] /= 1 - back


def _redirect(row: Row, through: Row, share: Fraction) -> None:
    for target, part in through.items():
        row[target] = row.get(target, Fraction()) + share * part
