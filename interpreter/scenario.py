"""Carrying out a scenario: its position, its course of play line by line, what must come out.

Each line is met where the scene stops: at a decision, before a throw, or at the end of what was
started.  A line that cannot be met ends the scenario with a `Failure`.

* `start` waits for the end of what was started before.  A procedure is carried out by the player
  in the first cell of a player that was given, else by the first seat.
* A throw must be scripted, unless the next line is about what another player chooses: then it is
  left to chance (the stream of seed 0).  A throw of no dice is never asked about.
* Nothing comes of a `done` that nobody asks for, nor of the name of an ability that was used by
  itself, nor of things that had to be chosen after those that were asked for.
* If only `then` lines are left and one does not hold yet, what is open is declined as long as it
  can be, and the line is tried again.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import PLAYER, Things
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.answers import Item, Reader, asking_for_several, items
from cubedsl.interpreter.decision import Decision
from cubedsl.interpreter.evaluate import evaluate
from cubedsl.interpreter.expectation import unmet
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import What, counted
from cubedsl.interpreter.machine import DONE
from cubedsl.interpreter.scene import Scene
from cubedsl.interpreter.scope import Scope
from cubedsl.interpreter.setup import Setup, SetupError, prepare
from cubedsl.interpreter.stopped import Stopped

MOST_DECLINED = 1000


@frozen
class Failure:
    """Why a scenario does not hold: in which line, what was expected, and what came instead.

    `asked` is the question that is open; `log` is what happened since the last line that held.
    """

    span: Span
    reason: str
    asked: str = ""
    log: tuple[str, ...] = ()


@frozen
class Verdict:
    """A scenario, and why it failed; None: it holds."""

    scenario: scenes.Scenario
    failure: Failure | None


class _Failed(Exception):
    """The scenario ends here."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


def run(ruleset: Ruleset, scenario: scenes.Scenario) -> Verdict:
    """Carry out a scenario."""
    try:
        setup = prepare(
            ruleset,
            players=len(scenario.seats),
            options=scenario.settings,
            card_set=scenario.card_set,
            board=scenario.board,
            names=scenario.seats,
        )
    except SetupError as error:
        return Verdict(scenario, Failure(scenario.span, str(error)))
    try:
        script = _Script(scenario, Scene.empty(setup))
        script.fill()
        for number, line in enumerate(scenario.lines):
            script.meet(number, line)
    except _Failed as failed:
        return Verdict(scenario, failed.failure)
    return Verdict(scenario, None)


@define
class _Script:
    """A scenario that is being carried out.

    `met` is how long the log was when the last line was met, `known` how much of it explained
    what was chosen.  `last` is the last answer: the decision and the index of the option.
    """

    scenario: scenes.Scenario
    scene: Scene
    number: int = 0
    met: int = 0
    explained: set[int] = Factory(set)
    last: tuple[Decision, int] | None = None

    @property
    def setup(self) -> Setup:
        """What the scene is set up from."""
        return self.scene.state.setup

    # -------------------------------------------------------------- filling

    def fill(self) -> None:
        """Lay out the position."""
        for given in self.scenario.given:
            match given:
                case scenes.Fill():
                    self._place(given)
                case scenes.GiveCell(seat=seat, cell=cell, value=value):
                    self.scene.give(cell, seat, self._value(value, given.span, seat))
                case scenes.GiveToken(seat=seat, token=token, space=space):
                    for one in self._value(space, given.span, seat):
                        self.scene.stand(token, seat, one)

    def _place(self, fill: scenes.Fill) -> None:
        for pile in fill.piles:
            try:
                self.scene.place(pile.count, pile.kinds, pile.face, fill.zone, fill.seat)
            except SetupError as error:
                raise self._failed(pile.span, f"`{pile.span.text}`: {error}") from error

    def _value(self, expression: Any, span: Span, seat: int | None = None) -> Any:
        """Return the value of an expression, for a player or nobody."""
        try:
            return evaluate(expression, self._scope(NOBODY if seat is None else seat))
        except Stopped as stopped:
            raise self._failed(span, stopped.reason) from stopped

    def _scope(self, seat: int = NOBODY) -> Scope:
        return Scope(self.scene.state, [None] * max(self.scenario.frame_size, 1), seat)

    # -------------------------------------------------------------- lines

    def meet(self, number: int, line: scenes.Line) -> None:
        """Go on until a line is met; fail if it is not."""
        self.number = number
        MEET[type(line)](self, line)
        self.met = len(self.scene.log)

    def begin(self, line: scenes.Begin) -> None:
        """Start a phase or a procedure."""
        self.skip_empty(line.span)
        if self.scene.running:
            raise self._failed(line.span, f"{line.name} cannot start yet")
        phase = line.name in self.setup.ruleset.phases
        self._go_on(
            line.span, lambda: self.scene.start(line.name, None if phase else self._actor())
        )

    def _actor(self) -> int:
        given = {
            one.cell
            for one in self.scenario.given
            if isinstance(one, scenes.GiveCell) and one.cell.owner is Owner.GAME
        }
        for cell in self.setup.ruleset.cells:
            if cell in given and isinstance(cell.type, Things) and cell.type.noun == PLAYER:
                players: Any = self.scene.state.cells[cell.index][0]
                return int(players[0]) if players else 0
        return 0

    def rolls(self, line: scenes.Rolls) -> None:
        """Let the dice that are thrown show what is said."""
        self.skip_empty(line.span)
        throw = self.scene.throw
        if throw is None or throw.seat not in (line.seat, NOBODY):
            raise self._failed(line.span, f"{self.name(line.seat)} does not roll here")
        faces = self._faces(line, throw.dice)
        self._go_on(line.span, lambda: self.scene.roll(faces))

    def _faces(self, line: scenes.Rolls, dice: Sequence[int]) -> list[int | None]:
        shown: dict[int, int | None] = {}
        kinds = self.setup.pieces.kind
        for pile in sorted(line.piles, key=lambda pile: (pile.count is None, len(pile.kinds))):
            left = [die for die in dice if die not in shown and kinds[die] in pile.kinds]
            if pile.count is not None and len(left) < pile.count:
                few = f"{len(left)} of them are" if left else "none of them is"
                raise self._failed(pile.span, f"`{pile.span.text}`: {few} thrown here")
            for die in left[: pile.count]:
                self._check_face(pile, die)
                shown[die] = pile.face
        missing = [die for die in dice if die not in shown]
        if missing:
            what = self._names(missing)
            raise self._failed(line.span, f"{what} is thrown too: say what it shows")
        return [shown[die] for die in dice]

    def _check_face(self, pile: scenes.Pile, die: int) -> None:
        if pile.face is not None and pile.face not in self.scene.faces(die):
            face = describe.face_name(self.setup.ruleset.faces[pile.face])
            raise self._failed(pile.span, f"{self._names([die])} has no face `{face}`")

    def _names(self, dice: Sequence[int]) -> str:
        return counted(describe.names(self.scene.state, dice))

    def chooses(self, line: scenes.Chooses) -> None:
        """Answer what a player is asked, until everything that is said is chosen."""
        self.last = None
        left = items(line.wanted)
        while left:
            found = self._find(line, left)
            if found is not None:
                index, item = found
                self._choose(line.span, index)
                self._tick(left, item)
            elif not self._explain(line.seat, left):
                self._leave_to_chance(line, self._may_choose(line, left[0]))

    def _find(self, line: scenes.Chooses, left: list[Item]) -> tuple[int, Item] | None:
        decision = self._asked(line)
        if decision is None:
            return None
        several = decision.name in asking_for_several(self.setup)
        return self._reader().find(decision, left, several=several)

    def _asked(self, line: scenes.Chooses | scenes.MayNotChoose) -> Decision | None:
        """Return what the player of a line is asked, if it is what the line is about."""
        decision = self.scene.decision
        if decision is None or decision.seat != line.seat:
            return None
        return decision if line.decision in (None, decision.name) else None

    def _reader(self) -> Reader:
        return Reader(self.scene.state, self.scenario.frame_size)

    def _choose(self, span: Span, index: int) -> None:
        assert self.scene.decision is not None
        self.last = self.scene.decision, index
        self._go_on(span, lambda: self.scene.choose(index))

    def _tick(self, left: list[Item], item: Item) -> None:
        item.left -= 1
        if item.left == 0:
            left.remove(item)

    def _explain(self, seat: int, left: list[Item]) -> bool:
        """Tick off one thing that was chosen by itself; return whether there was one."""
        for item in left:
            if item.wanted.text == DONE.text or self._had_to_be_chosen(seat, item):
                left.remove(item)
                return True
            if self._used_by_itself(seat, item):
                self._tick(left, item)
                return True
        return False

    def _had_to_be_chosen(self, seat: int, item: Item) -> bool:
        """Whether nothing else could be chosen after the last thing that was asked for."""
        if self.last is None:
            return False
        decision, index = self.last
        if decision.name not in asking_for_several(self.setup):
            return False
        options = [one for one in decision.options[index:] if one != DONE]
        return any(self._reader().fits(item.wanted, option, seat) for option in options)

    def _used_by_itself(self, seat: int, item: Item) -> bool:
        for place, entry in enumerate(self.scene.log):
            if place < self.met or place in self.explained or entry.seat != seat:
                continue
            if entry.what in (What.USED, What.DECLINED) and entry.things == (item.wanted.text,):
                self.explained.add(place)
                return True
        return False

    def _may_choose(self, line: scenes.Chooses, item: Item) -> str:
        """Say what a player may choose where an item cannot be chosen."""
        decision = self.scene.decision
        name = self.name(line.seat)
        if decision is None or decision.seat != line.seat:
            return (
                f"{name} is not asked for `{item.wanted.span.text}` (a single option is not asked)"
            )
        if line.decision not in (None, decision.name):
            return f"{name} is not asked `{line.decision}` here"
        options = ", ".join(option.text for option in decision.options)
        return f"`{item.wanted.span.text}` is not offered; {name} may choose: {options}"

    def may_not_choose(self, line: scenes.MayNotChoose) -> None:
        """See that something is not among the options of a player's next decision."""
        while self.scene.throw is not None:
            self._leave_to_chance(line, "")
        decision = self._asked(line)
        for wanted in line.wanted if decision else ():
            assert decision is not None
            for option in decision.options:
                if self._reader().fits(wanted, option, line.seat):
                    reason = f"{self.name(line.seat)} may choose `{option.text}`"
                    raise self._failed(line.span, reason)

    def then(self, line: scenes.Then) -> None:
        """See that a condition holds, now or when what is open has been declined."""
        self.skip_empty(line.span)
        failed = None
        for _ in range(MOST_DECLINED):
            if self._value(line.condition, line.span):
                return
            failed = failed or self._failed(line.span, unmet(line.condition, self._scope()))
            if not self._decline(line):
                break
        assert failed is not None
        raise failed

    def _decline(self, line: scenes.Then) -> bool:
        """Decline what is open, if the scenario expects nothing else of the players."""
        left = self.scenario.lines[self.number :]
        decision = self.scene.decision
        if decision is None or not all(isinstance(one, scenes.Then) for one in left):
            return False
        if DONE not in decision.options:
            return False
        self._choose(line.span, decision.options.index(DONE))
        self.skip_empty(line.span)
        return True

    # -------------------------------------------------------------- going on

    def skip_empty(self, span: Span) -> None:
        """Go on where no dice are thrown."""
        while self.scene.throw is not None and not self.scene.throw.dice:
            self._go_on(span, self.scene.roll)

    def _leave_to_chance(self, line: scenes.Chooses | scenes.MayNotChoose, otherwise: str) -> None:
        """Roll for another player; fail if nobody rolls, or the player of the line."""
        throw = self.scene.throw
        if throw is not None and throw.dice and throw.seat == line.seat:
            raise self._failed(line.span, "the line comes too early")
        if throw is None:
            raise self._failed(line.span, otherwise)
        self._go_on(line.span, self.scene.roll)

    def _go_on(self, span: Span, act: Callable[[], None]) -> None:
        act()
        outcome = self.scene.outcome
        if outcome is not None and outcome.stopped is not None:
            raise self._failed(span, f"the game was stopped: {outcome.stopped}")

    # -------------------------------------------------------------- failing

    def name(self, seat: int) -> str:
        """Return what a player is called."""
        return self.setup.names[seat] if seat >= 0 else "nobody"

    def _failed(self, span: Span, reason: str) -> _Failed:
        log = tuple(entry.text for entry in self.scene.log[self.met :])
        return _Failed(Failure(span, reason, self._open(), log))

    def _open(self) -> str:
        """Return the question that is open, in words."""
        decision, throw = self.scene.decision, self.scene.throw
        if throw is not None:
            dice = self._names(throw.dice)
            return f"{self.name(throw.seat)} rolls {dice} here: say what they show"
        if decision is None:
            return ""
        options = ", ".join(option.text for option in decision.options)
        return f"{self.name(decision.seat)} is asked {decision.name} ({options})"


Meeting: TypeAlias = Callable[[_Script, Any], None]
MEET: dict[type, Meeting] = {
    scenes.Begin: _Script.begin,
    scenes.Rolls: _Script.rolls,
    scenes.Chooses: _Script.chooses,
    scenes.MayNotChoose: _Script.may_not_choose,
    scenes.Then: _Script.then,
}
