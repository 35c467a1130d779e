"""How a strategy of the language plays, and the simplest player of all: `random`.

Wishes narrow: each keeps some of the options that the one before left, or all of them if it has
nothing to say; the first that is left is played.  Chance comes from the seat's own stream, and
only where more than one option is left.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from attrs import Factory, define, field

from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.expressions import Expr
from cubedsl.interpreter.bots.forgone import NOTHING, Forgone
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream

DECLINING = ("done", "no")
MOST_DECLINED = 32


class Agent(Protocol):
    """Whoever sits in a seat, for one game."""

    def choose(self, decision: Decision, state: State) -> int:
        """Return the index of the option that is chosen."""


@define
class RandomAgent:
    """Chooses any option but what is `forgone`, each equally likely."""

    stream: Stream
    forgone: Forgone = NOTHING

    def choose(self, decision: Decision, state: State) -> int:
        """Return the index of the option that is chosen."""
        left = self.forgone.left(decision, state)
        return decision.options.index(left[self.stream.below(len(left))])


Question: TypeAlias = tuple[str, str | None, tuple[Option, ...]]


@define
class StrategyAgent:
    """Plays as a strategy says.

    A question that was declined is declined again, without another thought, as long as nothing
    has changed: `_declined` holds such questions (the first few) with the index of the answer,
    `_position` tells for which position: how often it had changed, how many numbers were drawn.
    `forgone` is what it does not choose.
    """

    strategy: scenes.Strategy
    others: Mapping[str, scenes.Strategy]
    stream: Stream
    forgone: Forgone = NOTHING
    _declined: dict[Question, int] = field(factory=dict, init=False)
    _position: tuple[int, int] = field(default=(-1, -1), init=False)

    def choose(self, decision: Decision, state: State) -> int:
        """Return the index of the option that is chosen."""
        state = imagined(state, decision.seat).state
        question = decision.name, decision.card, decision.options
        if question in self._declined and _position(state) == self._position:
            return self._declined[question]
        thought = _Thought(decision, state, self.others, self.stream)
        left = self.forgone.left(decision, state)
        option = thought.follow(self.strategy, left)[0]
        index = decision.options.index(option)
        if option.way is Way.NAMED and option.text in DECLINING:
            self._remember(question, index, _position(state))
        return index

    def _remember(self, question: Question, index: int, position: tuple[int, int]) -> None:
        if position != self._position:
            self._declined.clear()
            self._position = position
        if len(self._declined) < MOST_DECLINED:
            self._declined[question] = index


def _position(state: State) -> tuple[int, int]:
    return state.changes, state.stream.drawn


# ------------------------------------------------------------------ wishes


@define
class _Thought:
    """One decision, thought over.

    `frame` is that of the strategy that is being followed; `following` are the titles of those
    that led to it.  One that comes back to itself has nothing more to say.
    """

    decision: Decision
    state: State
    strategies: Mapping[str, scenes.Strategy]
    stream: Stream
    frame: list[Any] = Factory(list)
    following: list[str] = Factory(list)

    def follow(self, strategy: scenes.Strategy, options: Sequence[Option]) -> Sequence[Option]:
        """Return what a strategy leaves of some options: at least one."""
        own, self.frame = self.frame, [None] * max(strategy.frame_size, 1)
        self.following.append(strategy.title)
        for wish in self.advice(strategy):
            if len(options) == 1:
                break
            if wish.when is None or self.value(wish.when):
                options = WISHES[type(wish)](self, wish, options) or options
        self.following.pop()
        self.frame = own
        return options

    def advice(self, strategy: scenes.Strategy) -> tuple[scenes.Wish, ...]:
        """Return the wishes for this decision: those for the card that asks come first."""
        fitting = [one for one in strategy.advice if one.decision == self.decision.name]
        for card in dict.fromkeys((self.decision.card, None)):
            for one in fitting:
                if one.card == card:
                    return one.wishes
        return (strategy.otherwise,) if strategy.otherwise else ()

    def value(self, expression: Expr) -> Any:
        """Return the value of an expression for the player who decides."""
        return evaluate(expression, Scope(self.state, self.frame, self.decision.seat))

    def of(self, readings: Iterable[scenes.OfNoun], option: Option) -> Any:
        """Return what is said of an option, in the reading for its noun; None if there is none."""
        is_number = option.way is Way.NUMBER
        for reading in readings:
            if (reading.noun is None) == is_number and reading.noun == option.noun:
                self.frame[0] = option.thing if is_number else (option.thing,)
                return self.value(reading.value)
        return None


def _take(thought: _Thought, wish: scenes.Take, options: Sequence[Option]) -> Sequence[Option]:
    return [option for option in options if is_called(option, wish.option)]


def is_called(option: Option, name: str) -> bool:
    """Whether an option has a name; an ability has the title of its card, too."""
    return option.text == name or (option.way is Way.ABILITY and option.title == name)


def _prefer(thought: _Thought, wish: scenes.Prefer, options: Sequence[Option]) -> Sequence[Option]:
    for readings in wish.tests:
        kept = [option for option in options if thought.of(readings, option)]
        if kept:
            return kept
    return ()


def _best(thought: _Thought, wish: scenes.Best, options: Sequence[Option]) -> Sequence[Option]:
    values = [(thought.of(wish.values, option), option) for option in options]
    known = [value for value, _ in values if value is not None]
    if not known:
        return ()
    best = max(known) if wish.most else min(known)
    return [option for value, option in values if value == best]


def _random(thought: _Thought, wish: scenes.Random, options: Sequence[Option]) -> Sequence[Option]:
    return [options[thought.stream.below(len(options))]]


def _like(thought: _Thought, wish: scenes.Like, options: Sequence[Option]) -> Sequence[Option]:
    if wish.strategy in thought.following:
        return ()
    return thought.follow(thought.strategies[wish.strategy], options)


WISHES: dict[type, Callable[[_Thought, Any, Sequence[Option]], Sequence[Option]]] = {
    scenes.Take: _take,
    scenes.Prefer: _prefer,
    scenes.Best: _best,
    scenes.Random: _random,
    scenes.Like: _like,
}
