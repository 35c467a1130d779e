"""Effects that wait for an event: they come, they are carried out, they are dropped."""

from collections.abc import Callable

from cubedsl.dsl.model import statements as core
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.bodies import (
    Body,
    Given,
    body_function,
    does,
)
from cubedsl.interpreter.engine.lower.runtime import changed
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    blank,
    fit,
)
from cubedsl.interpreter.engine.lower.waiting import (
    CAME,
    CAPTURED,
    CARD,
    SEAT,
    STATEMENT,
    captured,
    next_number,
    record_count,
    record_size,
    records,
    statements_that_wait,
)
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.state import MOST_EFFECTS


@does(core.Later)
def later(node: core.Later, body: Body) -> None:
    """The body waits, with what it reads as it is now."""
    world, b = body.world, body.b
    region, count, number = records(world), record_count(world), next_number(world)
    size = record_size(world)
    reason = world.fail("too many effects wait", node.span)
    place = b.held(Load(count, Const(0)))
    with b.when(Op("ge_s", (place, Const(MOST_EFFECTS)))):
        b.fail(reason)
    row = b.held(place * size)
    which = statements_that_wait(world).index(node)
    numbers = [Load(number, Const(0)), Const(which), body.you, body.card]
    for i, word in enumerate([*numbers, *_captured_words(node, body)]):
        b.store(region, row, word, i)
    b.store(count, 0, place + 1)
    b.store(number, 0, Load(number, Const(0)) + 1)
    changed(body)


def _captured_words(node: core.Later, body: Body) -> list[Value]:
    words: list[Value] = []
    for slot, shape in captured(body.world, node):
        own = body.slots.get(slot)
        if own is None:
            words += blank(body, shape)
        else:
            words += fit(body, tuple(map(Get, own.names)), own.shape, shape)
    return words


def wake(
    body: Body, event: str, bound: Value, *, instead: bool, after: Callable[[], None] | None = None
) -> None:
    """Carry out what waits for an event of whoever acts, as far as it came before a bound."""
    world, b = body.world, body.b
    wanted = [
        (place, node)
        for place, node in enumerate(statements_that_wait(world))
        if node.event == event and node.instead == instead
    ]
    if not wanted:
        return
    with b.loop("wake") as loop:
        found = b.held(b.result(_first_waiting(world, event, instead), body.you, bound))
        b.leave(loop, Op("lt_s", (found, Const(0))))
        b.call(_take_out(world), [found])
        taken = world.keep("woken", record_size(world), 8)
        which = b.var("which", Load(taken, Const(STATEMENT)))
        for place, node in wanted:
            with b.when(Get(which).equals(place)):
                _call_later(body, place, node, taken)
        if after is not None:
            after()


def _call_later(body: Body, place: int, node: core.Later, taken: Region) -> None:
    world = body.world
    given = [Given(slot, shape) for slot, shape in captured(world, node)]
    words = sum(one.shape.words for one in given)
    function = body_function(
        world, ("later", place), f"later {node.event}", node.body, given, body.context
    )
    seat, card = Load(taken, Const(SEAT)), Load(taken, Const(CARD))
    body.b.call(function, [seat, card, *(Load(taken, Const(CAPTURED + i)) for i in range(words))])


def _first_waiting(world: World, event: str, instead: bool) -> Function:
    """Return the function that finds the first effect for an event of a seat, or -1."""
    wanted = tuple(
        int(node.event == event and node.instead == instead) for node in statements_that_wait(world)
    )

    def make(b: Builder) -> None:
        seat, bound = (Get(one) for one in b.function.parameters)
        region, count = records(world), record_count(world)
        size = record_size(world)
        table = world.table(f"waits for {event} {instead}", wanted)
        with b.counting(0, Load(count, Const(0))) as i:
            row = b.held(i * size)
            fits = Load(table, Load(region, row, STATEMENT)).differs(0)
            own = Load(region, row, SEAT).equals(seat)
            before = Op("lt_s", (Load(region, row, CAME), bound))
            with b.when(Op("both", (fits, Op("both", (own, before))))):
                b.give(i)
        b.give(-1)

    key = ("first waiting", event, instead)
    return world.function(key, f"waiting for {event}", make, parameters=2, results=1)


def _take_out(world: World) -> Function:
    """Return the function that takes an effect out of those that wait."""

    def make(b: Builder) -> None:
        (place,) = (Get(one) for one in b.function.parameters)
        region, count = records(world), record_count(world)
        size = record_size(world)
        taken = world.keep("woken", size, 8)
        row = b.held(place * size)
        for place_in_row in range(size):
            b.store(taken, place_in_row, Load(region, row, place_in_row))
        last = b.held(Load(count, Const(0)) - 1)
        b.store(count, 0, last)
        with b.counting(row, last * size) as i:
            b.store(region, i, Load(region, i, size))
        changed(Scope(world, b, slots={}))

    return world.function("take out", "take out", make, parameters=1)


def drop_waiting(body: Body, event: str) -> None:
    """Drop what waits only until an event: what waits for whoever acts, or everything."""
    world = body.world
    ending = tuple(int(node.until == event) for node in statements_that_wait(world))
    if not any(ending):
        return

    def make(b: Builder) -> None:
        (seat,) = (Get(one) for one in b.function.parameters)
        region, count = records(world), record_count(world)
        size = record_size(world)
        table = world.table(f"waits until {event}", ending)
        place = b.temp("place", 0)
        with b.loop("drop") as loop:
            b.leave(loop, Op("ge_s", (Get(place), Load(count, Const(0)))))
            row = b.held(Get(place) * size)
            ends = Load(table, Load(region, row, STATEMENT)).differs(0)
            own = Op("either", (seat.equals(NOBODY), Load(region, row, SEAT).equals(seat)))
            with b.when(Op("both", (ends, own))) as branch:
                b.call(_take_out(world), [Get(place)])
            with b.otherwise(branch):
                b.set(place, Get(place) + 1)

    function = world.function(("drop", event), f"drop {event}", make, parameters=("you",))
    body.b.call(function, [body.you])
