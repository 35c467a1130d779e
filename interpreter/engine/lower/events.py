"""Signals and attempts: what an event brings, and what stands in for it."""

from collections.abc import Callable

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.ruleset import Standing
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import memory
from cubedsl.interpreter.engine.lower.activity import Activity, use_once
from cubedsl.interpreter.engine.lower.bodies import (
    Body,
    body_function,
    does,
    is_there,
)
from cubedsl.interpreter.engine.lower.control import procedure_function
from cubedsl.interpreter.engine.lower.effects import drop_waiting, wake
from cubedsl.interpreter.engine.lower.runtime import step
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    num,
)
from cubedsl.interpreter.engine.lower.waiting import next_number
from cubedsl.interpreter.engine.lower.watching import count
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import Trigger
from cubedsl.interpreter.watch import Counted


@does(core.Signal)
def signal(node: core.Signal, body: Body) -> None:
    """Abilities, then what waits, then standing rules, then what ends."""
    function = _signal(body.world, node.event, body.context)
    body.b.call(function, [body.you], note=body.note(node))


def _timings(world: World, trigger: Trigger) -> tuple[str, ...]:
    return tuple(one.name for one in world.setup.handlers.timings.get(trigger, ()))


def _signal(world: World, event: str, context: frozenset[str]) -> Function:
    def make(b: Builder) -> None:
        body = Body(world, b, Get(b.function.parameters[0]), Const(-1), {}, context)
        number = next_number(world)
        bound = Get(b.var("bound", Load(number, Const(0))))
        count(body, Counted.EVENT, event, body.you)
        if _timings(world, Trigger(event)):
            with b.when(is_there(body.you)):
                b.call(_listeners(world, event, context), [body.you])
        wake(body, event, bound, instead=False)
        for place, standing in _standing(world, event, instead=False):
            _stand(body, place, standing)
        b.call(memory.end_lifetimes(world, event), [body.you])
        drop_waiting(body, event)

    key = ("signal", event, context)
    return world.function(key, f"signal {event}", make, parameters=("you",))


def _listeners(world: World, event: str, context: frozenset[str]) -> Function:
    """Return the function that lets a player use the abilities that an event triggers."""

    def make(b: Builder) -> None:
        body = Body(world, b, Get(b.function.parameters[0]), Const(-1), {}, context)
        trigger = Trigger(event)
        own = Activity(body, event, trigger, _timings(world, trigger))
        own.spent.clear(body)
        with b.loop("listen") as loop:
            own.find()
            b.leave(loop, Op("not", (own.is_any(),)))
            own.choose(forced=True)
            with b.when(Get(own.which).equals(-1)):
                own.decline()
                b.leave(loop)
            own.each_ability(lambda number: use_once(own, number))
        own.spent.clear(body)

    key = ("listeners", event, context)
    return world.function(key, f"on {event}", make, parameters=("you",))


def _standing(world: World, event: str, *, instead: bool) -> list[tuple[int, Standing]]:
    return [
        (place, one)
        for place, one in enumerate(world.ruleset.standing)
        if one.event == event and one.instead == instead
    ]


def _stand(body: Body, place: int, standing: Standing) -> None:
    """Carry out a standing rule if its condition holds."""
    function = body_function(
        body.world, ("standing", place), f"on {standing.event}", standing.body, (), body.context
    )
    with body.b.when(_holds(body, standing)):
        body.b.call(function, [body.you, Const(-1)])


def _holds(body: Body, standing: Standing) -> Value:
    if standing.condition is None:
        return Op("yes", ())
    fresh = Scope(body.world, body.b, body.you, slots={})
    return num(standing.condition, fresh)


# ------------------------------------------------------------------ attempts


@does(core.Attempt)
def attempt(node: core.Attempt, body: Body) -> None:
    """The event's procedure, unless one of the replacements stands in."""
    world, b = body.world, body.b
    replaced = b.var("replaced", 0)
    note = body.note(node)
    b.call(_attempt(world, node.event, body.context), [body.you], [replaced], note=note)
    procedure = world.ruleset.procedures.get(node.event)
    with b.when(Get(replaced).equals(0)):
        count(body, Counted.EVENT, node.event, body.you)
    if procedure is None:
        return
    with b.when(Get(replaced).equals(0)):
        step(body, node.span)
        function = procedure_function(world, procedure, body.context)
        words = sum(world.counts.shape(one.type).words for one in procedure.parameters)
        b.call(function, [body.you, body.card, *(Const(0),) * words], note=note)


def resumed(world: World, event: str) -> Region:
    """Return whether the innermost attempt of an event was given back."""
    return world.keep(f"resumed {event}", 1)


def _attempt(world: World, event: str, context: frozenset[str]) -> Function:
    """Return the function that asks one replacement after the other: did one stand in?"""

    def make(b: Builder) -> None:
        body = Body(world, b, Get(b.function.parameters[0]), Const(-1), {}, context)
        own = resumed(world, event)
        before = Get(b.var("before", Load(own, Const(0))))
        bound = Get(b.var("bound", Load(next_number(world), Const(0))))

        def done() -> None:
            with b.when(Load(own, Const(0)).equals(0)):
                b.store(own, 0, before)
                b.give(1)
            b.store(own, 0, 0)

        b.store(own, 0, 0)
        wake(body, event, bound, instead=True, after=done)
        for place, standing in _standing(world, event, instead=True):
            with b.when(_holds(body, standing)):
                b.store(own, 0, 0)
                _stand_in(body, place, standing)
                done()
        trigger = Trigger(event, instead=True)
        if _timings(world, trigger):
            with b.when(is_there(body.you)):
                _offer_stand_ins(body, event, trigger, done)
        b.store(own, 0, before)
        b.give(0)

    key = ("attempt", event, context)
    return world.function(key, f"attempt {event}", make, parameters=("you",), results=1)


def _stand_in(body: Body, place: int, standing: Standing) -> None:
    function = body_function(
        body.world,
        ("standing", place),
        f"instead of {standing.event}",
        standing.body,
        (),
        body.context,
    )
    body.b.call(function, [body.you, Const(-1)])


def _offer_stand_ins(body: Body, event: str, trigger: Trigger, done: Callable[[], None]) -> None:
    """Offer the abilities that can stand in, until one does or the player is done."""
    b = body.b
    own = Activity(body, event, trigger, _timings(body.world, trigger))
    own.spent.clear(body)
    with b.loop("replace") as loop:
        own.find()
        b.leave(loop, Op("not", (own.is_any(),)))
        own.choose(forced=True)
        with b.when(Get(own.which).equals(-1)):
            own.decline()
            b.leave(loop)
        b.store(resumed(body.world, event), 0, 0)
        own.each_ability(lambda number: use_once(own, number))
        with b.when(Load(resumed(body.world, event), Const(0)).equals(0)):
            own.spent.clear(body)
        done()
    own.spent.clear(body)


@does(core.Resume)
def resume(node: core.Resume, body: Body) -> None:
    """The innermost attempt of the event is on again."""
    body.b.store(resumed(body.world, node.event), 0, 1)
