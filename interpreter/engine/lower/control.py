"""Names, branches, loops, who acts, calls."""

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.ruleset import Procedure
from cubedsl.dsl.model.types import Sort, Things
from cubedsl.interpreter.engine.code import FALSE, TRUE, Const, Function, Get, Load, Op, Value
from cubedsl.interpreter.engine.lower import imagined, memory
from cubedsl.interpreter.engine.lower.bodies import (
    Body,
    Given,
    body_function,
    does,
    is_there,
    keep,
    keep_slot,
    run,
    set_slot,
)
from cubedsl.interpreter.engine.lower.runtime import step
from cubedsl.interpreter.engine.lower.scope import (
    Slot,
    Words,
    fit,
    is_one,
    many,
    mask,
    num,
    one,
    own_shape,
    size,
    some,
    sort_of,
    take_first,
    value,
)
from cubedsl.interpreter.engine.lower.shapes import NUMBER, Form, Shape
from cubedsl.interpreter.engine.lower.watching import count, note_lead
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.watch import Counted


@does(core.SetLocal)
def set_local(node: core.SetLocal, body: Body) -> None:
    """The slot holds the value from now on."""
    words = tuple(map(body.b.held, value(node.value, body)))
    set_slot(body, node.slot, words, own_shape(node.value, body))


@does(core.If)
def branch(node: core.If, body: Body) -> None:
    """One block or the other."""
    condition = num(node.condition, body)
    if condition in (TRUE, FALSE):
        # Options are settled before the game: of two blocks only one is in the program.
        chosen = node.then if condition is TRUE else node.otherwise
        if chosen is not None:
            run(chosen, body)
        return
    with body.b.when(condition) as made:
        run(node.then, body)
    if node.otherwise is not None:
        with body.b.otherwise(made):
            run(node.otherwise, body)


@does(core.Must)
def must(node: core.Must, body: Body) -> None:
    """Here it is simply done."""
    run(node.body, body)


# ------------------------------------------------------------------ loops


def turn(node: core.While | core.Repeat, body: Body) -> None:
    """Count a turn of a loop, and a round if it is one of the game's own loops."""
    step(body, node.span)
    if node in body.world.setup.turns:
        rounds = body.world.keep("rounds", 1)
        body.b.store(rounds, 0, Load(rounds, Const(0)) + 1)
        note_lead(body)


@does(core.While)
def loop(node: core.While, body: Body) -> None:
    """As long as the condition holds."""
    with body.b.loop("while") as made:
        body.b.leave(made, Op("not", (num(node.condition, body),)))
        turn(node, body)
        run(node.body, body)


@does(core.Repeat)
def repeat(node: core.Repeat, body: Body) -> None:
    """So many times."""
    left = body.b.var("times", num(node.times, body))
    with body.b.loop("repeat") as made:
        body.b.leave(made, Op("le_s", (Get(left), Const(0))))
        body.b.set(left, Get(left) - 1)
        turn(node, body)
        run(node.body, body)


@does(core.ForEach)
def for_each(node: core.ForEach, body: Body) -> None:
    """For each of the things there were."""
    sort = sort_of(node.things, body)
    if sort is None:
        return
    thing_shape = body.world.counts.one(sort)
    if is_one(node.things, body):
        thing = keep(body, "thing", one(node.things, body))
        with body.b.when(is_there(thing)):
            set_slot(body, node.slot, (thing,), thing_shape)
            run(node.body, body)
        return
    left, order = _left(many(node.things, body, sort), sort, body)
    inner = body.inside(left) if sort is Sort.PIECE else body
    with body.b.loop("for") as made:
        body.b.leave(made, Op("not", (some(tuple(map(Get, left.names))),)))
        thing = Get(take_first(body, list(left.names), order, kept=True))
        set_slot(body, node.slot, (thing,), thing_shape)
        run(node.body, inner)


def _left(words: Words, sort: Sort, body: Body) -> tuple[Slot, Value | None]:
    """Return names for what a loop still has to come to, and its order."""
    bits = mask(words, body, sort)
    shape = Shape(Form.MANY, len(bits), sort)
    order = keep(body, "order", words[-1]) if sort is Sort.PLAYER else None
    return keep_slot(body, shape, bits, "left"), order


# ------------------------------------------------------------------ who acts


@does(core.Each)
def each(node: core.Each, body: Body) -> None:
    """Each of the players acts; what they choose in secret, others do not know meanwhile."""
    if node.secretly:
        imagined.hold(body)
    _each(node, body)
    if node.secretly:
        imagined.release(body)


def _each(node: core.Each, body: Body) -> None:
    if is_one(node.players, body):
        seat = keep(body, "seat", one(node.players, body))
        with body.b.when(is_there(seat)):
            _act(node, seat, body)
        return
    left, order = _left(many(node.players, body, Sort.PLAYER), Sort.PLAYER, body)
    with body.b.loop("each") as made:
        body.b.leave(made, Op("not", (some(tuple(map(Get, left.names))),)))
        _act(node, Get(take_first(body, list(left.names), order, kept=True)), body)


def _act(node: core.Each, seat: Value, body: Body) -> None:
    set_slot(body, node.slot, (seat,), body.world.counts.one(Sort.PLAYER))
    run(node.body, _acting(body, seat))


def _acting(body: Body, seat: Value) -> Body:
    acting = body.acting(seat)
    assert isinstance(acting, Body)
    return acting


@does(core.Acting)
def acting(node: core.Acting, body: Body) -> None:
    """That player acts, if there is one."""
    seat = keep(body, "seat", one(node.player, body))
    with body.b.when(is_there(seat)):
        run(node.body, _acting(body, seat))


# ------------------------------------------------------------------ calls


@does(core.Perform)
def perform(node: core.Perform, body: Body) -> None:
    """The procedure's body, unless it is about things and there are none."""
    procedure = body.world.ruleset.procedures[node.procedure]
    _with_arguments(node, procedure, body, [])


def _with_arguments(
    node: core.Perform, procedure: Procedure, body: Body, given: list[Words]
) -> None:
    """Work out one argument after the other; what is empty ends it."""
    place = len(given)
    if place == len(node.arguments):
        count(body, Counted.DONE, node.procedure, body.you)
        _call(node, procedure, body, given)
        return
    parameter, argument = procedure.parameters[place], node.arguments[place]
    shape = body.shape(parameter.type)
    own = own_shape(argument, body)
    words = tuple(map(body.b.held, fit(body, value(argument, body), own, shape)))
    if not isinstance(parameter.type, Things):
        _with_arguments(node, procedure, body, [*given, words])
        return
    there = is_there(words[0]) if shape.form is Form.ONE else some(words[: shape.mask_words])
    with body.b.when(there):
        _with_arguments(node, procedure, body, [*given, words])


def _call(node: core.Perform, procedure: Procedure, body: Body, given: list[Words]) -> None:
    step(body, node.span)
    _count(node.procedure, procedure, given, body)
    function = procedure_function(body.world, procedure, body.context)
    words = [word for one in given for word in one]
    body.b.call(function, [body.you, body.card, *words], note=body.note(node))


def _count(verb: str, procedure: Procedure, given: list[Words], body: Body) -> None:
    """Add to the tallies of the verb how many things its first argument has, or how much."""
    amount: Value = Const(1)
    shape = body.shape(procedure.parameters[0].type) if procedure.parameters else NUMBER
    if shape.form is Form.MANY:
        amount = size(given[0][: shape.mask_words])
    elif shape.form is Form.AMOUNT:
        amount = given[0][1]
    memory.tally(body, verb, None, amount, procedure.span)


def procedure_function(world: World, procedure: Procedure, context: frozenset[str]) -> Function:
    """Return the function of a verb of the ruleset."""
    given = [Given(one.slot, world.counts.shape(one.type)) for one in procedure.parameters]
    key = ("verb", procedure.name)
    return body_function(world, key, procedure.name, procedure.body, given, context)


@does(core.PlayPhase)
def play_phase(node: core.PlayPhase, body: Body) -> None:
    """The phase's body; nobody acts at its beginning."""
    phase = body.world.ruleset.phases[node.phase]
    step(body, node.span)
    function = body_function(
        body.world, ("phase", node.phase), f"phase {node.phase}", phase.body, (), body.context
    )
    body.b.call(function, [NOBODY, -1], note=body.note(node))


@does(core.Resolve)
def resolve(node: core.Resolve, body: Body) -> None:
    """The reward of the space, if there is one."""
    world = body.world
    spaces = world.setup.ground.spaces
    different = list(dict.fromkeys(one.reward for one in spaces if one.reward is not None))
    if not different:
        return
    which = {id(one): number for number, one in enumerate(different)}
    flat = (-1, *(which.get(id(one.reward), -1) for one in spaces))
    found = keep(body, "reward", Load(world.table("rewards", flat), one(node.space, body), 1))
    for number, reward in enumerate(different):
        with body.b.when(found.equals(number)):
            step(body, node.span)
            function = body_function(
                world, ("reward", number), f"reward {number}", reward, (), body.context
            )
            body.b.call(function, [body.you, body.card], note=body.note(node))
