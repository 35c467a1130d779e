"""One option of a choice carried out with every throw there can be, by the rules themselves."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from attrs import define, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.expressions import Expr
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.game import Play
from cubedsl.interpreter.log import Entry, What
from cubedsl.interpreter.meaning.execute import run
from cubedsl.interpreter.odds.answering import Answer, Inexact
from cubedsl.interpreter.odds.faces import Shown, TooMuch, shown
from cubedsl.interpreter.odds.fork import fork
from cubedsl.interpreter.state import State

MOST_RUNS = 20_000
Script: TypeAlias = tuple[Shown, ...]


@frozen(eq=False)
class Choice:
    """An option of a choice that is open: what was carried out last in the innermost body asks."""

    name: str
    asks: core.Menu | core.May
    condition: Expr | None
    body: core.Block


@frozen(eq=False)
class End:
    """How a trial came out: the position, how likely, what came to pass, whether the game is over.

    `thrown` are how many throws of at least one die there were.
    """

    state: State
    chance: Fraction
    events: frozenset[str]
    outcome: Outcome | None
    thrown: int


@define
class Budget:
    """How many runs are left."""

    left: int = MOST_RUNS

    def spend(self) -> None:
        """Take one; raise TooMuch if none is left."""
        if not self.left:
            raise TooMuch(f"more than {MOST_RUNS:,} ways lead on from here")
        self.left -= 1


class Branch(Play):
    """A position in which the body of an option is carried out."""

    def begin(self, choice: Choice) -> None:
        """Carry out the body of an option up to the first question."""
        self._start(run(choice.body, self.state.scopes[-1]))

    def show(self, faces: Shown) -> None:
        """Say what the dice show that are to be thrown."""
        self.state.end_silence()
        self._advance(faces)


def ends(state: State, choice: Choice, answer: Answer, budget: Budget) -> Iterator[End]:
    """Yield all ways in which an option can come out."""
    waiting: list[tuple[Script, Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        budget.spend()
        branch = _follow(state, choice, answer, script)
        if branch.throw is None:
            yield _end(branch, chance, len([one for one in script if one]))
            continue
        for faces, share in shown(branch.state, branch.throw):
            waiting.append(((*script, faces), chance * share))


def _follow(state: State, choice: Choice, answer: Answer, script: Script) -> Branch:
    """Return the branch at its end, or at the first throw behind the script."""
    branch = Branch(fork(state))
    drawn, left = state.stream.drawn, list(script)
    branch.begin(choice)
    while branch.decision is not None or (branch.throw is not None and left):
        if branch.decision is not None:
            branch.choose(answer(branch.decision, branch.state))
        else:
            branch.show(left.pop(0))
    _reject_others(branch, drawn)
    return branch


def _reject_others(branch: Branch, drawn: int) -> None:
    if branch.state.stream.drawn != drawn:
        raise Inexact("something else than dice is left to chance on the way")
    if branch.outcome is not None and branch.outcome.stopped is not None:
        raise Inexact(f"the game is stopped on the way: {branch.outcome.stopped}")


def _end(branch: Branch, chance: Fraction, thrown: int) -> End:
    return End(branch.state, chance, came_to_pass(branch.state.log), branch.outcome, thrown)


def came_to_pass(log: list[Entry]) -> frozenset[str]:
    """Return the events that happened: signalled, or attempted with nothing that stood in."""
    tries = Counter(entry.detail for entry in log if entry.what is What.ATTEMPTED)
    tries.subtract(entry.detail for entry in log if entry.what is What.REPLACED)
    signalled = {entry.detail for entry in log if entry.what is What.SIGNALLED}
    return frozenset(signalled | {event for event, times in tries.items() if times > 0})


def attempted(log: list[Entry]) -> frozenset[str]:
    """Return the events that were attempted and happened."""
    tries = {entry.detail for entry in log if entry.what is What.ATTEMPTED}
    return came_to_pass(log) & tries
