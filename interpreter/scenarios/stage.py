"""Where a scenario is carried out: the scene, the line it has come to, and how it can fail."""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field, frozen

from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.bots.strategy import is_called
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import counted
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.scenarios import position
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import Unasked
from cubedsl.interpreter.stopped import Stopped

LONGEST_LOG = 30


@frozen
class Failure:
    """Why a scenario does not hold: in which line, what was expected, and what came instead.

    `open` is the question that is open, or ""; `position` is how things lie; `log` is what
    happened since the last line that held (at most the last of it).
    """

    span: Span
    reason: str
    open: str = ""
    position: tuple[str, ...] = ()
    log: tuple[str, ...] = ()


class Failed(Exception):
    """The scenario ends here."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


@define
class Stage:
    """A scene that is made to follow a scenario.

    `number` is that of the line it has come to.  `since` is how long the log, the list of choices
    and that of unasked questions were before the last line that let the scene run on.
    `answered` are the choices, by their numbers, in which a line said what is taken, `named` the
    things of other choices, and `told` the entries of the log about abilities that a line named:
    nothing explains two lines.
    """

    scenario: scenes.Scenario
    scene: Scene
    number: int = 0
    since: tuple[int, int, int] = (0, 0, 0)
    answered: set[int] = field(factory=set)
    named: set[tuple[int, int]] = field(factory=set)
    told: set[int] = field(factory=set)
    _acted: int = -1

    @property
    def setup(self) -> Setup:
        """What the scene is set up from."""
        return self.scene.state.setup

    def begin_line(self, number: int) -> None:
        """Note that all lines before this one hold."""
        self.number = number

    # -------------------------------------------------------------- reading

    def scope(self, seat: int = NOBODY) -> Scope:
        """Return an empty frame to evaluate something of the scenario in."""
        return Scope(self.scene.state, [None] * max(self.scenario.frame_size, 1), seat)

    def value(self, expression: Expr, span: Span, seat: int | None = None) -> Any:
        """Return the value of an expression, for a player or nobody."""
        try:
            return evaluate(expression, self.scope(NOBODY if seat is None else seat))
        except Stopped as stopped:
            raise self.failed(span, stopped.reason) from stopped

    def asked(self, line: scenes.Chooses | scenes.MayNotChoose) -> Decision | None:
        """Return what the player of a line is asked, if it is what the line is about."""
        decision = self.scene.decision
        if decision is None or decision.seat != line.seat:
            return None
        return decision if line.decision in (None, decision.name) else None

    def unasked(self, line: scenes.MayNotChoose) -> list[Unasked]:
        """Return what the player was not asked since the line before, for want of a choice."""
        return [
            one
            for one in self.scene.state.unasked[self.since[2] :]
            if one.seat == line.seat and line.decision in (None, one.decision)
        ]

    def fits(self, wanted: scenes.Wanted, option: Option, seat: int) -> bool:
        """Whether an option is what is wanted: by its name, or by what it is."""
        if wanted.text and self._is_called(option, wanted.text):
            return True
        scope = self.scope(seat)
        if self._is_unseen(option, seat):
            scope.state = imagined(scope.state, seat).state
        scope.frame[0] = (option.thing,)
        return any(
            bool(evaluate(test.value, scope)) for test in wanted.tests if test.noun == option.noun
        )

    def _is_unseen(self, option: Option, seat: int) -> bool:
        is_piece = option.noun is not None and option.noun.sort is Sort.PIECE
        return is_piece and not self.scene.state.sees(seat, option.thing)

    def passes(self, pile: scenes.Pile, piece: int) -> bool:
        """Whether a piece is one of those that a pile is about, as far as its kind allows."""
        if pile.test is None:
            return True
        scope = self.scope()
        scope.frame[0] = (piece,)
        return bool(evaluate(pile.test, scope))

    def _is_called(self, option: Option, text: str) -> bool:
        if is_called(option, text):
            return True
        if option.way is not Way.ABILITY or self.scene.state.face[option.thing] < 0:
            return False
        face = self.setup.ruleset.faces[self.scene.state.face[option.thing]]
        return text == f"{option.text} as {describe.face_name(face)}"

    def name(self, seat: int) -> str:
        """Return what a player is called."""
        return self.setup.names[seat] if seat >= 0 else "nobody"

    def names(self, pieces: Sequence[int]) -> str:
        """Return what pieces are called, in words."""
        return counted(describe.names(self.scene.state, pieces))

    # -------------------------------------------------------------- going on

    def go_on(self, span: Span, act: Callable[[], None]) -> None:
        """Do something that lets the scene run on; fail if the game is stopped by that."""
        if self._acted != self.number:
            self._acted = self.number
            state = self.scene.state
            self.since = len(state.log), len(state.picked), len(state.unasked)
        act()
        outcome = self.scene.outcome
        if outcome is not None and outcome.stopped is not None:
            raise self.failed(span, f"the game was stopped: {outcome.stopped}")

    def skip_empty(self, span: Span) -> None:
        """Go on where no dice are thrown."""
        while self.scene.throw is not None and not self.scene.throw.dice:
            self.go_on(span, self.scene.roll)

    # -------------------------------------------------------------- failing

    def failed(self, span: Span, reason: str) -> Failed:
        """Return what to raise if a line is not met."""
        log = [entry.text for entry in self.scene.log[self.since[0] :]]
        if len(log) > LONGEST_LOG:
            log = ["…", *log[-LONGEST_LOG:]]
        lying = position.lines(self.scene.state)
        return Failed(Failure(span, reason, self._open(), lying, tuple(log)))

    def _open(self) -> str:
        decision, throw = self.scene.decision, self.scene.throw
        if throw is not None:
            dice = self.names(throw.dice)
            return f"{self.name(throw.seat)} rolls {dice} here: say what they show"
        if decision is None:
            return ""
        options = ", ".join(option.text for option in decision.options)
        return f"{self.name(decision.seat)}: {decision.name} ({options})"
