"""A game with those who sit at it: people, who are asked, and bots, who answer by themselves.

The bots' random numbers are as much a part of a session as the game's: whatever is undone or
taken up again, the same choices of the people lead to the same game.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import define, field

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.strategy import Agent
from cubedsl.interpreter.decision import Decision, Outcome
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.record import Record, take
from cubedsl.interpreter.records.resume import begin, follow
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import MOST_STEPS
from cubedsl.interpreter.stopped import Stopped

if TYPE_CHECKING:
    from cubedsl.interpreter.table.thinking import Thinker

HUMAN = "human"


@define(eq=False)
class Session:
    """A game in progress; `bots` has None for a seat in which a person sits.

    `made` are the choices that have been carried out, by people and bots alike.
    """

    setup: Setup
    bots: tuple[Bot | None, ...]
    seed: int
    number: int = 0
    max_steps: int = MOST_STEPS
    game: Game = field(init=False)
    made: list[int] = field(factory=list, init=False)
    _agents: list[Agent | None] = field(init=False)
    _failed: str | None = field(default=None, init=False)
    _thinker: "Thinker | None" = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._think_ahead()
        self._sit_down()

    @classmethod
    def resumed(cls, record: Record, setup: Setup, bots: tuple[Bot | None, ...]) -> "Session":
        """Return the session at the point where a game was recorded; see `resume`."""
        begin(record, setup)
        session = cls(setup, bots, record.seed, record.number, record.max_steps)
        for made in follow(record, session.game):
            if made < len(record.choices):
                session._remember_thinking()
                session.made.append(record.choices[made].index)
        return session

    # -------------------------------------------------------------- playing

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None if the session is over."""
        return None if self._failed else self.game.decision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; a strategy that cannot be followed stops it."""
        if self._failed:
            return Outcome((), self.game.state.rounds, self._failed)
        return self.game.outcome

    @property
    def is_asking(self) -> bool:
        """Whether a person is asked."""
        decision = self.decision
        return decision is not None and self.bots[decision.seat] is None

    def run(self) -> Iterator[Decision]:
        """Let the bots play until a person is asked or the game is over; yield what they chose."""
        while (decision := self.decision) is not None and not self.is_asking:
            try:
                index = self._think(decision)
            except Stopped as stopped:
                bot = self.bots[decision.seat]
                title = bot.title if bot else HUMAN
                self._failed = f'{stopped.reason}, in the strategy "{title}" ({stopped.span})'
                return
            self.choose(index)
            yield decision

    def choose(self, index: int) -> None:
        """Answer what is asked by the number of an option."""
        self.game.choose(index)
        self.made.append(index)

    def _think(self, decision: Decision) -> int:
        bot, agent = self.bots[decision.seat], self._agents[decision.seat]
        if bot is not None and bot.playouts:
            return self._search(bot, decision.seat)
        assert agent is not None
        return agent.choose(decision, self.game.state)

    def _search(self, bot: Bot, seat: int) -> int:
        assert self._thinker is not None
        return self._thinker.choose(bot, seat, self.seed, self.number, self.made)

    def _think_ahead(self) -> None:
        """Make what searches, if some bot does; raise SetupError if there cannot be one."""
        if any(bot is not None and bot.playouts for bot in self.bots):
            # Only a table with such bots loads the engine.
            from cubedsl.interpreter.table.thinking import Thinker

            self._thinker = Thinker.of(self.setup, self.max_steps)

    def _remember_thinking(self) -> None:
        """Let a bot think what it thought when its choice was made: it draws the same numbers."""
        decision = self.game.decision
        if decision is not None and self._agents[decision.seat] is not None:
            with suppress(Stopped):
                self._think(decision)

    # -------------------------------------------------------------- undoing, keeping

    @property
    def answers(self) -> list[int]:
        """Which of the choices were made by people: their places in `made`."""
        asked = self.game.asked[: len(self.made)]
        return [place for place, (one, _) in enumerate(asked) if self.bots[one.seat] is None]

    def undo(self, times: int = 1) -> int:
        """Take back the last choices of people, and all that came after; return how many."""
        people = self.answers
        undone = min(max(times, 0), len(people))
        if undone:
            self._play_again(self.made[: people[-undone]])
        return undone

    def _sit_down(self) -> None:
        self.game = Game(self.setup, self.seed, self.number, max_steps=self.max_steps)
        self._agents = [
            bot.sit(self.setup, seat, self.seed, self.number) if bot and not bot.playouts else None
            for seat, bot in enumerate(self.bots)
        ]
        self.made, self._failed = [], None

    def _play_again(self, choices: Iterable[int]) -> None:
        self._sit_down()
        for index in choices:
            self._remember_thinking()
            self.choose(index)

    def mend(self) -> None:
        """Bring the game back to the last choice that was carried out, after an interruption."""
        halfway = self.game.decision is None and self.game.outcome is None
        if halfway or len(self.game.asked) != len(self.made):
            self._play_again(list(self.made))

    def record(self, ruleset: str | None = None, strategies: Sequence[str] = ()) -> Record:
        """Return the record of the game so far."""
        seats = [bot.title if bot else HUMAN for bot in self.bots]
        return take(self.game, seats=seats, ruleset=ruleset, strategies=strategies)
