"""Monte-Carlo search: a seat that tries its options out in its head, many times.

For each playout the state is copied, what is to come and what the seat does not see is forgotten
and dealt anew, an option is taken, and the game is played to its end with a strategy of the ruleset
in every seat.  So the search knows no more than a player does.

The options race (Maron and Moore 1994): the playouts of all have the same streams of chance, so
that they are compared in pairs; after each batch those that are worse than another are tried no
more, and when nothing is in doubt any more, the playouts that are left are kept for a harder
decision.  In the end the strategy's own answer is taken, unless another has won clearly more
often.  The tree is one decision deep: deeper ones were measured, and played no better.

Of several strategies a seat follows the one that wins most often in its head, from its first
decision on, against all of them.
"""

from collections.abc import Sequence
from math import copysign, inf, log, sqrt
from statistics import fmean, pstdev

from attrs import define, field

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.engine.lower import question as asked
from cubedsl.interpreter.engine.lower.answers import RANDOM
from cubedsl.interpreter.engine.machine import Machine, Trapped
from cubedsl.interpreter.engine.wat import Ending
from cubedsl.interpreter.streams import mix, of_seat, origin

BATCH = 16
"""How often each option is tried before they are compared."""
DOUBT = 1.0
"""By how many standard errors an option must be worse to be given up."""
SURE = 3.0
"""By how many standard errors an option must be better to be taken at once."""
MOST = 5
"""How many times its share of playouts a decision may have, of what others have left."""


@define(eq=False)
class Race:
    """Options that are tried: the `wins` in all playouts of each, and those still `running`.

    `first` is the answer of the strategy, from which the others have to differ.
    """

    first: int
    wins: list[list[float]]
    running: list[int]

    @property
    def best(self) -> int:
        """The option that won most often of those still running."""
        return max(self.running, key=lambda one: (fmean(self.wins[one]), one == self.first, -one))

    def lead(self, one: int, other: int) -> float:
        """Return by how many standard errors an option is better than another."""
        pairs = zip(self.wins[one], self.wins[other], strict=True)
        differences = [left - right for left, right in pairs]
        mean, deviation = fmean(differences), pstdev(differences)
        if deviation:
            return mean * sqrt(len(differences)) / deviation
        return copysign(inf, mean) if mean else 0.0

    def is_better(self, one: int) -> bool:
        """Whether an option won more often than the strategy's own, by more than the luckiest of so
        many options would by chance."""
        return self.lead(one, self.first) > sqrt(2 * log(len(self.wins)))

    def look(self) -> bool:
        """Give up what is worse; return whether there is anything left to find out."""
        first, best = self.first, self.best
        self.running = [
            one
            for one in self.running
            if one in (first, best)
            or (self.lead(one, first) > -DOUBT and self.lead(best, one) < DOUBT)
        ]
        if len(self.running) > 2:
            return True
        if best != first:
            return self.lead(best, first) < SURE
        # What won and lost in the same playouts as the strategy's own answer is no better than it.
        return any(self.wins[one] != self.wins[first] for one in self.running)


@define(eq=False)
class Search:
    """What a seat thinks with: a machine of its own, and the strategy that it plays on with, one
    of `strategies`: the only one, or that which its first decision finds to be the best.

    `spare` are playouts that decisions before this one have left.
    """

    machine: Machine
    playouts: int
    strategies: tuple[int, ...]
    strategy: int | None = field(init=False)
    spare: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.strategy = self.strategies[0] if len(self.strategies) == 1 else None

    def choose(self, image: bytes, seat: int, seed: int) -> int:
        """Return the option that a seat takes at the question that is open in an image."""
        if self.strategy is None:
            self.strategy = self._prefer(image, seat, seed)
        self.machine.load(image)
        options = range(self.machine.open[asked.COUNT])
        first = self._advice(seat, self.strategy)
        race = Race(first, [[] for _ in options], list(options))
        self._run(race, image, seat, seed)
        best = race.best
        if self.strategy != RANDOM and best != first and not race.is_better(best):
            return first
        return best

    def _advice(self, seat: int, strategy: int) -> int:
        return 0 if strategy == RANDOM else self.machine.advice(seat, strategy)

    def _prefer(self, image: bytes, seat: int, seed: int) -> int:
        """Return the strategy that wins most often from here, against all of them in turn."""

        def wins(own: int) -> float:
            self.machine.load(image)
            option = self._advice(seat, own)
            return sum(
                self._playout(image, seat, mix(seed + number), option, self._company(own, number))
                for number in range(self.playouts)
            )

        return max(self.strategies, key=wins)

    def _company(self, own: int, number: int) -> list[int]:
        """Return who sits in all seats, from one's own on, to try a strategy out."""
        others = len(self.strategies)
        return [own, *(self.strategies[(number + i) % others] for i in range(1, self._players))]

    @property
    def _players(self) -> int:
        return self.machine.compiled.lowered.world.setup.players

    def _run(self, race: Race, image: bytes, seat: int, seed: int) -> None:
        """Try the options, as long as it is of use and there are playouts left."""
        left = whole = min(self.playouts + self.spare, MOST * self.playouts)
        others = [one for one in race.running if one != race.first]
        race.running = sorted([race.first, *others[: whole - 1]])
        assert self.strategy is not None
        company = [self.strategy] * self._players
        done, going = 0, True
        while going and left >= len(race.running):
            more = min(BATCH, left // len(race.running))
            for one in race.running:
                race.wins[one] += [
                    self._playout(image, seat, mix(seed + number), one, company)
                    for number in range(done, done + more)
                ]
            done, left = done + more, left - more * len(race.running)
            going = race.look()
        self.spare += self.playouts - (whole - left)

    def _playout(
        self, image: bytes, seat: int, seed: int, option: int, company: Sequence[int]
    ) -> float:
        """Play one game on to its end after an option, with strategies in all seats, from one's own
        on; return the seat's share in the victory."""
        machine = self.machine
        machine.load(image)
        machine.deal(seat, seed, 0)
        for place, strategy in enumerate(company):
            machine.place_bot((seat + place) % len(company), strategy)
        try:
            machine.answer(option)
        except Trapped:
            return 0.0
        return machine.share(seat)


def play(
    game: Machine,
    mind: Machine,
    bots: Sequence[Bot],
    strategies: Sequence[tuple[int, ...]],
    seed: int,
    number: int,
) -> None:
    """Play a game to its end in which some seats search with `mind`; `strategies` are those
    they may play on with in their heads.  Raise Trapped if the game is stopped."""
    minds = [Search(mind, bot.playouts, strategies[seat]) for seat, bot in enumerate(bots)]
    count = 0
    ending = Ending(game.start(seed, number))
    while ending == Ending.OPEN:
        seat = game.open[asked.SEAT]
        thought = origin(seed, number, of_seat(seat) + count * len(bots))
        ending = Ending(game.answer(minds[seat].choose(game.save(), seat, thought)))
        count += 1
