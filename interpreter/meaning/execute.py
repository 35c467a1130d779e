"""What control statements and calls do; with this module imported, the tables are complete."""

from typing import Any

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.ruleset import Parameter, Procedure
from cubedsl.dsl.model.types import Amount, Sort, Things
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import What
from cubedsl.interpreter.meaning import abilities, choosing, verbs
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.evaluate_values import sort_of
from cubedsl.interpreter.meaning.machine import ASKING, DOING, Run, asks, call, does, run
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import State, Waiting
from cubedsl.interpreter.watch import Counted, Lead

PARTS = (abilities, choosing, verbs)
__all__ = ["ASKING", "DOING", "PARTS", "call", "run"]

asks(core.Block)(run)


# ------------------------------------------------------------------ names and branches


@does(core.SetLocal)
def set_local(node: core.SetLocal, scope: Scope) -> None:
    """The slot holds the value from now on."""
    scope.frame[node.slot] = evaluate(node.value, scope)


@asks(core.If)
def branch(node: core.If, scope: Scope) -> Run:
    """One block or the other."""
    holds = evaluate(node.condition, scope)
    if scope.state.is_watched:
        scope.state.branched(node, scope, holds=bool(holds))
    if holds:
        yield from run(node.then, scope)
    elif node.otherwise is not None:
        yield from run(node.otherwise, scope)


@asks(core.Must)
def must(node: core.Must, scope: Scope) -> Run:
    """Here it is simply done: what it means to those who decline is in the projection."""
    yield from run(node.body, scope)


# ------------------------------------------------------------------ loops


def turn(node: core.While | core.Repeat, scope: Scope) -> None:
    """Count a turn of a loop, and a round if it is one of the game's own loops."""
    scope.state.step(node.span)
    if node in scope.state.setup.turns:
        scope.state.rounds += 1
        note_lead(scope.state)


def note_lead(state: State) -> None:
    """Note who leads at the beginning of a round, if that is counted and one player does."""
    watch = state.setup.watch
    if watch is None or watch.lead is None:
        return
    values = [
        int(evaluate(watch.lead, Scope(state, [], seat))) for seat in range(state.setup.players)
    ]
    first = 1 + values.index(max(values))
    before = state.counts[Lead.LEADER - len(Lead)]
    if values.count(max(values)) == 1 and first != before:
        state.counts[-len(Lead) :] = _lead(state.counts[-len(Lead)], before, first, state.rounds)


def _lead(changes: int, before: int, first: int, rounds: int) -> list[int]:
    return [changes + (before > 0), rounds, first]


@asks(core.While)
def loop(node: core.While, scope: Scope) -> Run:
    """As long as the condition holds."""
    while evaluate(node.condition, scope):
        turn(node, scope)
        yield from run(node.body, scope)


@asks(core.Repeat)
def repeat(node: core.Repeat, scope: Scope) -> Run:
    """So many times, not at all if the number is below 1."""
    for _ in range(evaluate(node.times, scope)):
        turn(node, scope)
        yield from run(node.body, scope)


@asks(core.ForEach)
def for_each(node: core.ForEach, scope: Scope) -> Run:
    """For each of the things there were; those still to come are remembered."""
    things = evaluate(node.things, scope)
    snapshots = scope.state.snapshots
    are_pieces = sort_of(node.things.type) is Sort.PIECE
    for i, thing in enumerate(things):
        scope.frame[node.slot] = (thing,)
        snapshots.append(things[i + 1 :] if are_pieces else ())
        yield from run(node.body, scope)
        snapshots.pop()


# ------------------------------------------------------------------ who acts


@asks(core.Each)
def each(node: core.Each, scope: Scope) -> Run:
    """Each acts; what they choose in secret is told when all have chosen."""
    if node.secretly:
        scope.state.hold()
    for seat in evaluate(node.players, scope):
        scope.frame[node.slot] = (seat,)
        yield from _as(seat, node.body, scope)
    if node.secretly:
        scope.state.release()


@asks(core.Acting)
def acting(node: core.Acting, scope: Scope) -> Run:
    """That player acts, if there is one."""
    player = evaluate(node.player, scope)
    if player:
        yield from _as(player[0], node.body, scope)


def _as(seat: int, body: core.Block, scope: Scope) -> Run:
    before, scope.you = scope.you, seat
    yield from run(body, scope)
    scope.you = before


@does(core.Later)
def later(node: core.Later, scope: Scope) -> None:
    """The body waits, with the frame as it is now."""
    state = scope.state
    state.wait(Waiting(node, scope.you, tuple(scope.frame), scope.card))
    state.record(What.WAITED, scope.you, detail=node.event)


# ------------------------------------------------------------------ calls


@asks(core.Perform)
def perform(node: core.Perform, scope: Scope) -> Run:
    """The procedure's body, unless it is about things and there are none."""
    procedure = scope.state.setup.ruleset.procedures[node.procedure]
    frame: list[Any] = [None] * procedure.frame_size
    for parameter, argument in zip(procedure.parameters, node.arguments, strict=True):
        value = evaluate(argument, scope)
        if not value and isinstance(parameter.type, Things):
            return
        frame[parameter.slot] = value
    scope.state.step(node.span)
    _count(node.procedure, procedure, frame, scope)
    scope.state.count(Counted.DONE, node.procedure, scope.you)
    yield from call(procedure.body, Scope(scope.state, frame, scope.you, scope.card))


def _count(verb: str, procedure: Procedure, frame: list[Any], scope: Scope) -> None:
    first = procedure.parameters[0] if procedure.parameters else None
    verbs.tally(scope, verb, None, _done(first, frame), procedure.span)


def _done(first: Parameter | None, frame: list[Any]) -> int:
    """Return how many things a verb is done to, or how much of a resource it is about."""
    match first.type if first else None:
        case Things():
            return len(frame[first.slot]) if first else 1
        case Amount():
            return int(frame[first.slot][1]) if first else 1
    return 1


@asks(core.PlayPhase)
def play_phase(node: core.PlayPhase, scope: Scope) -> Run:
    """The phase's body; nobody acts at its beginning."""
    phase = scope.state.setup.ruleset.phases[node.phase]
    scope.state.step(node.span)
    scope.state.record(What.BEGAN, NOBODY, detail=node.phase)
    yield from call(phase.body, Scope(scope.state, [None] * phase.frame_size))


@asks(core.Resolve)
def resolve(node: core.Resolve, scope: Scope) -> Run:
    """The reward of the space, if there is one."""
    space = evaluate(node.space, scope)
    if not space:
        return
    one = scope.state.setup.ground.spaces[space[0]]
    if one.reward is not None:
        scope.state.step(node.span)
        frame = [None] * one.reward_frame
        yield from call(one.reward, Scope(scope.state, frame, scope.you, scope.card))
