"""Monte-Carlo tree search: a seat that tries its options out in its head, many times.

For each playout the state is copied, what is to come and what the seat does not see is forgotten
and dealt anew, and the game is played on: at questions of the seat as the tree says, then, and at
those of all others, as a strategy of the ruleset.  So the search knows no more than a player does.

The tree is *open-loop*: a node stands for the answers that led to it, whatever chance did meanwhile
(Perez Liebana et al. 2015).  Options are chosen by UCB1 (Auer, Cesa-Bianchi and Fischer 2002).
In the end
the strategy's own answer is taken, unless another one has won clearly more often.
"""

from collections.abc import Sequence
from math import log, sqrt

from attrs import Factory, define, frozen

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.engine.lower import question as asked
from cubedsl.interpreter.engine.lower.answers import OUTSIDE, RANDOM
from cubedsl.interpreter.engine.machine import Machine, Trapped
from cubedsl.interpreter.engine.wat import Ending
from cubedsl.interpreter.streams import mix, of_seat, origin

EXPLORATION = 0.5
"""How much UCB1 minds what was tried seldom; wins count 0 to 1."""
ERRORS = 2.0
"""By how many standard errors an answer must be better than that of the strategy."""
DEEPEST = 1
"""After how many questions of its own the seat plays on as the strategy does."""


@define(eq=False)
class Branch:
    """An answer: how often it was tried, how often it won, and the questions that came of it."""

    visits: int = 0
    wins: float = 0.0
    nodes: dict[int, list["Branch"]] = Factory(dict)

    @property
    def rate(self) -> float:
        """The share of wins; 0 of nothing."""
        return self.wins / self.visits if self.visits else 0.0


@frozen(eq=False)
class Search:
    """What a seat thinks with: a machine of its own, and the strategy that it plays on with."""

    machine: Machine
    playouts: int
    strategy: int

    def choose(self, image: bytes, seat: int, seed: int) -> int:
        """Return the option that a seat takes at the question that is open in an image."""
        self.machine.load(image)
        options = self._count()
        first = self._advice(seat)
        branches = [Branch() for _ in range(options)]
        for number in range(self.playouts):
            self._playout(image, seat, mix(seed + number), branches, first)
        best = max(range(options), key=lambda one: (branches[one].rate, one == first, -one))
        if self.strategy != RANDOM and not _is_better(branches[best], branches[first]):
            return first
        return best

    def _advice(self, seat: int) -> int:
        return 0 if self.strategy == RANDOM else self.machine.advice(seat, self.strategy)

    def _count(self) -> int:
        return self.machine.open[asked.COUNT]

    def _playout(
        self, image: bytes, seat: int, seed: int, branches: list[Branch], first: int
    ) -> None:
        """Play one game on to its end, and note on the way how it ended."""
        machine = self.machine
        machine.load(image)
        machine.deal(seat, seed, 0)
        self._seat(seat, own=OUTSIDE)
        path: list[Branch] = []
        ending = Ending.OPEN
        try:
            while ending == Ending.OPEN:
                place = _select(branches, first)
                taken = branches[place]
                path.append(taken)
                if not taken.visits or len(path) == DEEPEST:
                    machine.place_bot(seat, self.strategy)
                ending = Ending(machine.answer(place))
                if ending == Ending.OPEN:
                    branches, first = self._node(taken, seat)
            won = machine.share(seat)
        except Trapped:
            won = 0.0
        for branch in path:
            branch.visits += 1
            branch.wins += won

    def _node(self, taken: Branch, seat: int) -> tuple[list[Branch], int]:
        """Return the branches of the question that is open, and the one the strategy would take."""
        key = self.machine.asked
        if key not in taken.nodes:
            taken.nodes[key] = [Branch() for _ in range(self._count())]
        return taken.nodes[key], self._advice(seat)

    def _seat(self, seat: int, own: int) -> None:
        """Let the strategy sit in all seats but one."""
        for other in range(self.machine.compiled.lowered.world.setup.players):
            self.machine.place_bot(other, own if other == seat else self.strategy)


def play(
    game: Machine,
    mind: Machine,
    bots: Sequence[Bot],
    strategies: Sequence[int],
    seed: int,
    number: int,
) -> None:
    """Play a game to its end in which some seats search with `mind`; `strategies` are what they
    play on with in their heads.  Raise Trapped if the game is stopped."""
    count = 0
    ending = Ending(game.start(seed, number))
    while ending == Ending.OPEN:
        seat = game.open[asked.SEAT]
        own = Search(mind, bots[seat].playouts, strategies[seat])
        thought = origin(seed, number, of_seat(seat) + count * len(bots))
        ending = Ending(game.answer(own.choose(game.save(), seat, thought)))
        count += 1


def _is_better(best: Branch, first: Branch) -> bool:
    """Whether an answer won more often than the strategy's own, by more than chance may do."""
    if not best.visits or not first.visits:
        return False
    rate = (best.wins + first.wins) / (best.visits + first.visits)
    error = sqrt(rate * (1 - rate) * (1 / best.visits + 1 / first.visits))
    return best.rate - first.rate > ERRORS * error


def _select(branches: list[Branch], first: int) -> int:
    """Return the branch to try next: one that was not tried yet, else by UCB1."""
    if not branches[first].visits:
        return first
    for place, branch in enumerate(branches):
        if not branch.visits:
            return place
    whole = log(sum(branch.visits for branch in branches))

    def bound(place: int) -> float:
        branch = branches[place]
        return branch.rate + EXPLORATION * sqrt(whole / branch.visits)

    return max(range(len(branches)), key=lambda place: (bound(place), -place))
