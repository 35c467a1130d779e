"""Who sits in the seats: the words for players, and the players they stand for."""

import re
from collections.abc import Sequence

from attrs import frozen

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.suggest import did_you_mean, fold
from cubedsl.interpreter.bots.forgone import NOTHING, Forgone
from cubedsl.interpreter.bots.strategy import Agent, RandomAgent, StrategyAgent
from cubedsl.interpreter.setup import Setup, SetupError
from cubedsl.interpreter.streams import Stream, of_seat

RANDOM = "random"
SEARCH = "mcts"
SEARCHING = re.compile(rf"{SEARCH}:([1-9]\d{{0,5}})(?::(.+))?", re.IGNORECASE)


@frozen
class Bot:
    """An entry of a line-up; `title` is `random`, that of a strategy, or how many `playouts` a
    search makes for each of its decisions (then it plays on as one of the strategies `like`)."""

    title: str
    playouts: int = 0
    like: tuple[str, ...] = (RANDOM,)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies of the language that it plays, or plays on with."""
        titles = self.like if self.playouts else (self.title,)
        return tuple(one for one in titles if one != RANDOM)

    def sit(
        self,
        setup: Setup,
        seat: int,
        seed: int,
        number: int,
        forgone: Forgone = NOTHING,
    ) -> Agent:
        """Return a new player for a seat in one game, with a stream of its own; raise SetupError
        for a search, which only the engine can play.

        It does not choose what is `forgone`.
        """
        if self.playouts:
            raise SetupError(f"`{self.title}` can only play where the fast engine does")
        stream = Stream.derived(seed, number, of_seat(seat))
        if self.title == RANDOM:
            return RandomAgent(stream, forgone)
        strategies = setup.ruleset.strategies
        return StrategyAgent(strategies[self.title], strategies, stream, forgone)


def find(ruleset: Ruleset, word: str) -> Bot:
    """Return the bot that a word stands for, whatever its case; raise SetupError if none."""
    known = {fold(title): title for title in ruleset.strategies}
    if fold(word) in known:
        return Bot(known[fold(word)])
    if fold(word) == RANDOM:
        return Bot(RANDOM)
    if search := SEARCHING.fullmatch(word):
        likes = [find(ruleset, search[2]).title] if search[2] else list(ruleset.strategies)
        like = tuple(likes) or (RANDOM,)
        return Bot(f"{SEARCH}:{search[1]}", int(search[1]), like)
    words = (RANDOM, *ruleset.strategies, f"{SEARCH}:200")
    help = did_you_mean(word, words) or "there are " + ", ".join(f"`{one}`" for one in words)
    raise SetupError(f"there is no strategy `{word}` for {ruleset.title}: {help}")


def line_up(ruleset: Ruleset, players: int, words: Sequence[str] = ()) -> tuple[Bot, ...]:
    """Return a bot for every seat.

    One word serves all seats; no word deals out the strategies of the ruleset in turn.
    """
    if not words:
        words = tuple(ruleset.strategies) or (RANDOM,)
        return tuple(find(ruleset, words[seat % len(words)]) for seat in range(players))
    if len(words) not in (1, players):
        raise SetupError(f"there are {players} seats, but {len(words)} players for them")
    bots = [find(ruleset, word) for word in words]
    return tuple(bots * players if len(bots) == 1 else bots)
