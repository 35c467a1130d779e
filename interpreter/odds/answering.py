"""Who answers what is asked while chances are worked out: always the same in the same position."""

from collections.abc import Callable
from typing import TypeAlias

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.seats import Bot, find
from cubedsl.interpreter.bots.strategy import StrategyAgent
from cubedsl.interpreter.decision import Decision
from cubedsl.interpreter.meaning.machine import DONE, NO
from cubedsl.interpreter.setup import SetupError
from cubedsl.interpreter.state import State

Answer: TypeAlias = Callable[[Decision, State], int]


class Inexact(Exception):
    """What follows is left to something else than dice, or goes on for ever."""


def declining(decision: Decision, state: State) -> int:
    """Decline what can be declined; else take the first option."""
    for index, option in enumerate(decision.options):
        if option in (DONE, NO):
            return index
    return 0


def following(ruleset: Ruleset, title: str) -> Answer:
    """Return what answers as a strategy does; raise SetupError if there is no such strategy."""
    bot = find(ruleset, title)
    if bot.title not in ruleset.strategies:
        raise SetupError(f"`{title}` is no strategy: what it answers is left to chance")

    def answer(decision: Decision, state: State) -> int:
        return _thought(bot, decision, state)

    return answer


def _thought(bot: Bot, decision: Decision, state: State) -> int:
    agent = bot.sit(state.setup, decision.seat, 0, 0)
    found = agent.choose(decision, state)
    assert isinstance(agent, StrategyAgent)
    if agent.stream.drawn:
        raise Inexact(f'at {decision.name} the strategy "{bot.title}" chooses at random')
    return found
