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
  can be, and the line is tried again; the failure tells of the first try.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import PLAYER, Things
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning.machine import DONE
from cubedsl.interpreter.scenarios.answers import Picks
from cubedsl.interpreter.scenarios.expectation import unmet
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.scenarios.stage import Failed, Failure, Stage
from cubedsl.interpreter.scenarios.throws import faces
from cubedsl.interpreter.setup import SetupError, prepare
from cubedsl.interpreter.stopped import Stopped

MOST_DECLINED = 1000


@frozen
class Verdict:
    """A scenario, and why it failed; None: it holds."""

    scenario: scenes.Scenario
    failure: Failure | None


def run(ruleset: Ruleset, scenario: scenes.Scenario) -> Verdict:
    """Carry out a scenario."""
    try:
        play(ruleset, scenario)
    except SetupError as error:
        return Verdict(scenario, Failure(scenario.span, str(error)))
    except Failed as failed:
        return Verdict(scenario, failed.failure)
    except Stopped as stopped:
        return Verdict(scenario, Failure(stopped.span, stopped.reason))
    return Verdict(scenario, None)


def play(ruleset: Ruleset, scenario: scenes.Scenario) -> Stage:
    """Return where a scenario has come to at its end.

    Raise SetupError, Failed or Stopped if it does not come so far.
    """
    setup = prepare(
        ruleset,
        players=len(scenario.seats),
        options=scenario.settings,
        card_set=scenario.card_set,
        board=scenario.board,
        names=scenario.seats,
    )
    stage = Stage(scenario, Scene.empty(setup))
    fill(stage)
    for number, line in enumerate(scenario.lines):
        stage.begin_line(number)
        MEET[type(line)](stage, line)
    return stage


# ------------------------------------------------------------------ the position


def fill(stage: Stage) -> None:
    """Lay out the position."""
    for given in stage.scenario.given:
        match given:
            case scenes.Fill():
                _place(stage, given)
            case scenes.GiveCell(seat=seat, cell=cell, value=value):
                stage.scene.give(cell, seat, stage.value(value, given.span, seat))
            case scenes.GiveToken(seat=seat, token=token, space=space):
                for one in stage.value(space, given.span, seat):
                    stage.scene.stand(token, seat, one)


def _place(stage: Stage, fill: scenes.Fill) -> None:
    where = next(iter(stage.value(fill.of, fill.span, fill.seat)), None) if fill.of else None
    if fill.of is not None and where is None:
        raise stage.failed(fill.span, f"there is no such `{fill.zone.name}`")
    for pile in fill.piles:
        fits = partial(stage.passes, pile)
        try:
            placed = stage.scene.place(
                pile.count, pile.kinds, pile.face, fill.zone, fill.seat, of=where, fits=fits
            )
        except SetupError as error:
            raise stage.failed(pile.span, f"`{pile.span.text}`: {error}") from error
        for piece in placed:
            for cell, value in pile.keeps:
                stage.scene.give(cell, piece, value)
            for mark in pile.marks:
                stage.scene.state.mark(piece, mark)


# ------------------------------------------------------------------ the course of play


def _begin(stage: Stage, line: scenes.Begin) -> None:
    """Start a phase or a procedure."""
    stage.skip_empty(line.span)
    if stage.scene.running:
        raise stage.failed(line.span, f"`{line.name}` cannot start yet")
    is_phase = line.name in stage.setup.ruleset.phases
    stage.go_on(
        line.span, lambda: stage.scene.start(line.name, None if is_phase else _actor(stage))
    )


def _actor(stage: Stage) -> int:
    given = {
        one.cell
        for one in stage.scenario.given
        if isinstance(one, scenes.GiveCell) and one.cell.owner is Owner.GAME
    }
    for cell in stage.setup.ruleset.cells:
        if cell in given and isinstance(cell.type, Things) and cell.type.noun == PLAYER:
            players: Any = stage.scene.state.cells[cell.index][0]
            return int(players[0]) if players else 0
    return 0


def _rolls(stage: Stage, line: scenes.Rolls) -> None:
    """Let the dice that are thrown show what is said."""
    stage.skip_empty(line.span)
    throw = stage.scene.throw
    if throw is None or throw.seat not in (line.seat, NOBODY):
        raise stage.failed(line.span, f"{stage.name(line.seat)} does not roll here")
    shown = faces(stage, line, throw.dice)
    stage.go_on(line.span, lambda: stage.scene.roll(shown))


def _chooses(stage: Stage, line: scenes.Chooses) -> None:
    """Answer what a player is asked, until everything that is said is chosen."""
    picks = Picks(stage, line)
    while picks.left:
        if not picks.choose() and not picks.explain():
            _leave_to_chance(stage, line, picks.problem())


def _leave_to_chance(
    stage: Stage, line: scenes.Chooses | scenes.MayNotChoose, otherwise: str
) -> None:
    """Roll for another player; fail if nobody rolls, or if the player of the line does."""
    throw = stage.scene.throw
    if throw is None or (throw.dice and throw.seat == line.seat):
        raise stage.failed(line.span, otherwise)
    stage.go_on(line.span, stage.scene.roll)


def _may_not_choose(stage: Stage, line: scenes.MayNotChoose) -> None:
    """See that something is not offered: now, or where there was nothing else to choose."""
    while (throw := stage.scene.throw) is not None and not (throw.dice and throw.seat == line.seat):
        _leave_to_chance(stage, line, f"{stage.name(line.seat)} chooses nothing before this")
    name, decision = stage.name(line.seat), stage.asked(line)
    for option in decision.options if decision else ():
        if any(stage.fits(wanted, option, line.seat) for wanted in line.wanted):
            raise stage.failed(line.span, f"{name} may choose `{option.text}`")
    if decision is not None:
        return
    unasked = stage.unasked(line)
    for only in (one.option for one in unasked if one.option is not None):
        if any(stage.fits(wanted, only, line.seat) for wanted in line.wanted):
            raise stage.failed(line.span, f"`{only.text}` was all that {name} could choose")
    if not unasked:
        what = f"`{line.decision}`" if line.decision else "anything"
        raise stage.failed(line.span, f"{name} is not asked {what} here: nothing is refused")


def _then(stage: Stage, line: scenes.Then) -> None:
    """See that a condition holds, now or when what is open has been declined."""
    stage.skip_empty(line.span)
    failed = None
    for _ in range(MOST_DECLINED):
        if stage.value(line.condition, line.span):
            return
        if failed is None:
            failed = stage.failed(line.span, unmet(line.condition, stage.scope()))
        if not _decline(stage, line):
            break
    assert failed is not None
    raise failed


def _decline(stage: Stage, line: scenes.Then) -> bool:
    """Decline what is open, if the scenario expects nothing else of the players."""
    left = stage.scenario.lines[stage.number :]
    decision = stage.scene.decision
    if decision is None or not all(isinstance(one, scenes.Then) for one in left):
        return False
    if DONE not in decision.options:
        return False
    index = decision.options.index(DONE)
    stage.go_on(line.span, lambda: stage.scene.choose(index))
    stage.skip_empty(line.span)
    return True


Meeting: TypeAlias = Callable[[Stage, Any], None]
MEET: dict[type, Meeting] = {
    scenes.Begin: _begin,
    scenes.Rolls: _rolls,
    scenes.Chooses: _chooses,
    scenes.MayNotChoose: _may_not_choose,
    scenes.Then: _then,
}
