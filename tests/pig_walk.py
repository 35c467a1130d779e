"""The exact value of Pig for two, from its rules file: nothing here knows how Pig is played.

A *node* is a decision, or a throw that is about to be made, as the player sees it whose turn it
is: own points, the other's, the pot.  What can come of it is found by letting the interpreter
play on from there, once for every option and every side of the die.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from attrs import Factory, define, frozen

from cubedsl.api import Agent, load, prepare
from cubedsl.dsl.model.things import Cell
from cubedsl.interpreter.meaning.execute import call
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.setup import Setup

PIG = Path(__file__).parent.parent / "examples" / "pig.cube"
EXACT = 1e-12


@cache
def pig(goal: int) -> Setup:
    """The example, for two, to so many points."""
    ruleset, out = load(str(PIG))
    assert ruleset is not None, out.all
    return prepare(ruleset, players=2, options={"goal": goal})


@frozen
class Node:
    """A decision or a throw; `is_throw` says which."""

    is_throw: bool
    mine: int
    theirs: int
    pot: int


@frozen
class Next:
    """What comes next: a node, or (None) the end; `same`: of the same player, or won by it."""

    node: Node | None
    same: bool


@define
class Walk:
    """Goes from any node to what can come of it, in the interpreter."""

    setup: Setup
    cells: Mapping[str, Cell] = Factory(
        lambda self: {cell.name: cell for cell in self.setup.ruleset.cells}, takes_self=True
    )
    scene: Scene = Factory(lambda self: self._begun(), takes_self=True)

    def _begun(self) -> Scene:
        scene = Scene.empty(self.setup)
        scene.state.max_steps = 10**12
        game = self.setup.ruleset.game
        scene._start(call(game.body, Scope(scene.state, [None] * game.frame_size)))
        return scene

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        asked = self.scene.decision or self.scene.throw
        assert asked is not None
        return asked.seat

    def options(self, node: Node) -> tuple[Next, ...]:
        """Return what can come of a node: of every option, or of every side of the die."""
        self._go(node)
        if self.scene.decision is not None:
            count = len(self.scene.decision.options)
            return tuple(self._after(node, self._choosing(index)) for index in range(count))
        assert self.scene.throw is not None
        (die,) = self.scene.throw.dice
        return tuple(self._after(node, self._rolling(face)) for face in self.scene.faces(die))

    def chosen(self, node: Node, agent: Callable[[int], Agent]) -> Next:
        """Return what comes of a decision if it is an agent's."""
        self._go(node)
        assert self.scene.decision is not None
        index = agent(self.mover).choose(self.scene.decision, self.scene.state)
        return self._after(node, self._choosing(index))

    def _choosing(self, index: int) -> Callable[[], None]:
        return lambda: self.scene.choose(index)

    def _rolling(self, face: int) -> Callable[[], None]:
        return lambda: self.scene.roll([face])

    def _after(self, node: Node, act: Callable[[], None]) -> Next:
        self._go(node)
        mover = self.mover
        act()
        if self.scene.outcome is not None:
            assert self.scene.outcome.stopped is None
            won = self.scene.outcome.winners == (mover,)
            self.scene = self._begun()
            return Next(None, won)
        return Next(self._here(), self.mover == mover)

    def _here(self) -> Node:
        points, pot = self._values("point"), self._values("pot")
        mover = self.mover
        assert pot[1 - mover] == 0
        return Node(self.scene.throw is not None, points[mover], points[1 - mover], pot[mover])

    def _values(self, name: str) -> list[int]:
        return [int(value) for value in self.scene.state.cells[self.cells[name].index]]  # type: ignore[arg-type]

    def _go(self, node: Node) -> None:
        """Come to a node of this sort by some way, and make it this one."""
        self._set(0, 0, 2)
        while (self.scene.throw is not None) != node.is_throw:
            if self.scene.throw is not None:
                self.scene.roll([self.scene.faces(self.scene.throw.dice[0])[-1]])
            else:
                self.scene.choose(0)
        self._set(node.mine, node.theirs, node.pot)
        state = self.scene.state
        for heap in (state.log, state.picked, state.unasked, self.scene.asked):
            heap.clear()

    def _set(self, mine: int, theirs: int, pot: int) -> None:
        mover = self.mover
        for name, own, other in (("point", mine, theirs), ("pot", pot, 0)):
            self.scene.state.remember(self.cells[name], mover, own)
            self.scene.state.remember(self.cells[name], 1 - mover, other)


# ------------------------------------------------------------------ a turn


@frozen
class Inner:
    """A successor within the turn: the node of that number."""

    number: int


@frozen
class Passed:
    """A successor that is the other player's: so many points were gained before."""

    gained: int


@frozen
class Ended:
    """The game is over: the player whose turn it was has won, or has not."""

    won: bool


Successor = Inner | Passed | Ended


@define
class Turn:
    """All nodes of a turn that is begun with so many points, each behind its successors.

    A node is whether it is a throw, and what can come of it.
    """

    walk: Walk
    mine: int
    agent: Callable[[int], Agent] | None
    nodes: list[tuple[bool, tuple[Successor, ...]]] = Factory(list)
    known: dict[Node, int] = Factory(dict)

    def explore(self, node: Node) -> Inner:
        """Find everything that can come of a node before the turn is over."""
        if node not in self.known:
            found = tuple(self._successor(one) for one in self._options(node))
            self.known[node] = len(self.nodes)
            self.nodes.append((node.is_throw, found))
        return Inner(self.known[node])

    def _options(self, node: Node) -> tuple[Next, ...]:
        if node.is_throw or self.agent is None:
            options = self.walk.options(node)
            # Who can win at once need not look further; else a turn would have no end.
            won = [one for one in options if one == Next(None, True)]
            return tuple(won[:1]) if won and not node.is_throw else options
        return (self.walk.chosen(node, self.agent),)

    def _successor(self, one: Next) -> Successor:
        if one.node is None:
            return Ended(one.same)
        if one.same:
            assert one.node.mine == self.mine
            return self.explore(one.node)
        assert one.node.is_throw and one.node.pot == 0 == one.node.mine
        return Passed(one.node.theirs - self.mine)

    def value(self, passed: Callable[[int], float]) -> float:
        """Return the chance to win from the beginning of the turn.

        `passed` is the chance of whoever has gained so much and passed the turn on.
        """
        values: list[float] = []
        for is_throw, successors in self.nodes:
            options = [_value(one, values, passed) for one in successors]
            values.append(sum(options) / len(options) if is_throw else max(options))
        return values[-1]


def _value(one: Successor, values: list[float], passed: Callable[[int], float]) -> float:
    match one:
        case Inner(number):
            return values[number]
        case Passed(gained):
            return passed(gained)
        case Ended(won):
            return float(won)


# ------------------------------------------------------------------ the game


def first_players_chance(goal: int, agent: Callable[[int], Agent] | None = None) -> float:
    """Return the chance of the first player to win, both playing optimally, or as an agent does."""
    walk = Walk(pig(goal))
    turns = []
    for mine in range(goal):
        turn = Turn(walk, mine, agent)
        turn.explore(Node(True, mine, 0, 0))
        turns.append(turn)
    chances: dict[tuple[int, int], float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, total - goal + 1), total // 2 + 1):
            _settle(turns, chances, mine, total - mine)
    return chances[0, 0]


def _settle(turns: list[Turn], chances: dict[tuple[int, int], float], low: int, high: int) -> None:
    """Work out the chances of both players where one has `low` and the other `high` points."""
    moved = 1.0
    chances[low, high] = chances[high, low] = 0.5
    while moved > EXACT:
        moved = 0.0
        for mine, theirs in ((low, high), (high, low)):
            chance = turns[mine].value(partial(_passed, chances, mine, theirs))
            moved = max(moved, abs(chance - chances[mine, theirs]))
            chances[mine, theirs] = chance


def _passed(chances: Mapping[tuple[int, int], float], mine: int, theirs: int, gained: int) -> float:
    """Return the chance of a player who passes the turn on with so much more."""
    return 1 - chances[theirs, mine + gained]
