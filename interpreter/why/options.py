"""Why what could be chosen is offered or not, where a choice is open."""

from collections.abc import Iterator

from attrs import frozen

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements
from cubedsl.dsl.model.things import Timing
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.game import Play
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.layout import OFFERED, Handler, Trigger
from cubedsl.interpreter.meaning.abilities import Use, frame_of, in_zone, speaks, stays
from cubedsl.interpreter.meaning.choosing import noun_of
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import State
from cubedsl.interpreter.why.parts import Part, parts


@frozen
class Offered:
    """Something that could be chosen: whether it is offered, where it stands, and why.

    `said` is why in words, where there is no condition to be taken apart.
    """

    name: str
    is_offered: bool
    span: Span
    parts: tuple[Part, ...] = ()
    said: str = ""


def options(play: Play) -> tuple[Offered, ...]:
    """Return what could be chosen where a choice is open, as whoever is asked may know it."""
    decision, scopes = play.decision, play.state.scopes
    if decision is None or not scopes:
        return ()
    scope = _as_seen(scopes[-1], decision.seat)
    texts = [option.text for option in decision.options]
    match scopes[-1].at:
        case statements.Menu(items=items):
            return tuple(_item(one, scope) for one in items)
        case statements.Choose() as node:
            return tuple(_things(node, scope, texts))
        case statements.Offer(timing=timing):
            return tuple(_abilities(scope.state, decision.seat, OFFERED, (timing,), texts))
        case statements.Signal(event=event):
            return tuple(_at_event(scope.state, decision.seat, Trigger(event), texts))
        case statements.Attempt(event=event):
            trigger = Trigger(event, instead=True)
            return tuple(_at_event(scope.state, decision.seat, trigger, texts))
    return ()


def _as_seen(scope: Scope, seat: int) -> Scope:
    """Return a frame in the position as a player can imagine it."""
    return Scope(imagined(scope.state, seat).state, list(scope.frame), scope.you, scope.card)


# ------------------------------------------------------------------ named ones, things


def _item(item: statements.MenuItem, scope: Scope) -> Offered:
    if item.condition is None:
        return Offered(item.name, True, item.span, said="always")
    found = tuple(parts(item.condition, scope))
    return Offered(item.name, bool(evaluate(item.condition, scope)), item.span, found)


def _things(node: statements.Choose, scope: Scope, texts: list[str]) -> Iterator[Offered]:
    """Yield the things that are offered, then one of each sort that a test leaves out."""
    for text in texts:
        yield Offered(text, True, node.span, said="it fits")
    filters: list[core.Where] = []
    things = node.things
    while isinstance(things, core.Where):
        filters.append(things)
        things = things.things
    seen: set[str] = set()
    for thing in evaluate(things, scope):
        failed = _failed(filters, thing, scope)
        name = describe.thing_name(scope.state, noun_of(node), thing)
        if failed is not None and name not in seen:
            seen.add(name)
            yield Offered(name, False, failed.condition.span, _of(failed, thing, scope))


def _failed(filters: list[core.Where], thing: int, scope: Scope) -> core.Where | None:
    for one in reversed(filters):
        scope.frame[one.slot] = (thing,)
        if not evaluate(one.condition, scope):
            return one
    return None


def _of(failed: core.Where, thing: int, scope: Scope) -> tuple[Part, ...]:
    scope.frame[failed.slot] = (thing,)
    return tuple(parts(failed.condition, scope))


# ------------------------------------------------------------------ abilities


def _at_event(state: State, seat: int, trigger: Trigger, texts: list[str]) -> Iterator[Offered]:
    timings = state.setup.handlers.timings.get(trigger, ())
    return _abilities(state, seat, trigger, timings, texts)


def _abilities(
    state: State, seat: int, trigger: Trigger, timings: tuple[Timing, ...], texts: list[str]
) -> Iterator[Offered]:
    for timing in timings:
        of_kind = state.setup.handlers.of_kind.get((trigger, timing.name), {})
        for kind, handlers in of_kind.items():
            for handler in handlers:
                yield _ability(state, seat, kind, handler, texts)


def _ability(state: State, seat: int, kind: int, handler: Handler, texts: list[str]) -> Offered:
    ability = handler.ability
    offered = any(text == handler.title or text.startswith(f"{handler.title} ") for text in texts)
    said, pieces = _said(state, seat, kind, handler)
    if not pieces or ability.condition is None:
        return Offered(handler.title, offered, ability.span, said=said or "it can be used")
    frame = frame_of(state, seat, Use(handler, pieces))
    return Offered(handler.title, offered, ability.span, tuple(parts(ability.condition, frame)))


def _said(state: State, seat: int, kind: int, handler: Handler) -> tuple[str, tuple[int, ...]]:
    """Return why an ability cannot be used whatever its condition, or the pieces that have it."""
    ability, kinds = handler.ability, state.setup.pieces.kind
    name, zone = describe.kind_name(state.setup, kind), ability.timing.zone.name
    there = [piece for piece in in_zone(state, seat, ability.timing) if kinds[piece] == kind]
    if not there:
        return f"no {name} lies in {zone}", ()
    showing = [piece for piece in there if speaks(state, piece)]
    if not showing:
        return f"no {name} in {zone} shows a symbol", ()
    fresh = [piece for piece in showing if not state.used[piece] or stays(ability)]
    if not fresh:
        return f"every {name} in {zone} has been used", ()
    if len(fresh) < ability.using:
        return f"it takes {ability.using} of them, there are {len(fresh)} in {zone}", ()
    return "", tuple(fresh)
