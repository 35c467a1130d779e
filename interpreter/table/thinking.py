"""Bots that search, at a table: the game so far is played again on a machine, and thought on."""

from collections.abc import Sequence
from copy import copy

from attrs import Factory, frozen

from cubedsl.interpreter.bots.fast import code_of
from cubedsl.interpreter.bots.search import Search
from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.engine.lower.answers import OUTSIDE
from cubedsl.interpreter.engine.lower.world import Unsupported
from cubedsl.interpreter.engine.machine import Machine, compile_setup
from cubedsl.interpreter.setup import Setup, SetupError
from cubedsl.interpreter.streams import of_seat, origin


@frozen(eq=False)
class Thinker:
    """What searches for the bots of a table."""

    setup: Setup
    game: Machine
    mind: Machine
    _past: dict[int, dict[int, Search]] = Factory(dict)

    @classmethod
    def of(cls, setup: Setup, max_steps: int) -> "Thinker":
        """Return what searches in games of a setup; raise SetupError if the engine cannot."""
        try:
            compiled = compile_setup(setup)
        except Unsupported as error:
            raise SetupError(f"a search needs the fast engine, which cannot: {error}") from error
        made = cls(setup, Machine(compiled), Machine(compiled))
        made.game.seat([OUTSIDE] * setup.players, max_steps)
        return made

    def choose(self, bot: Bot, seat: int, seed: int, number: int, made: Sequence[int]) -> int:
        """Return what a bot chooses in a game in which some choices have been made."""
        self.game.start(seed, number)
        for index in made:
            self.game.answer(index)
        thought = origin(seed, number, of_seat(seat) + len(made) * self.setup.players)
        search = self._search(bot, seat, len(made))
        return search.choose(self.game.save(), seat, thought)

    def _search(self, bot: Bot, seat: int, moment: int) -> Search:
        """Return what a seat thinks with: as its last decision before a moment left it.

        What was thought later is forgotten: choices have been taken back since.
        """
        past = {when: one for when, one in self._past.get(seat, {}).items() if when < moment}
        if past:
            search = copy(past[max(past)])
        else:
            known = list(self.setup.ruleset.strategies)
            codes = tuple(code_of(Bot(title), known) for title in bot.like)
            search = Search(self.mind, bot.playouts, codes)
        self._past[seat] = {**past, moment: search}
        return search
