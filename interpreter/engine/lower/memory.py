"""Cells: what the rules remember."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Value
from cubedsl.interpreter.engine.lower.bodies import Body, actor, does, is_there
from cubedsl.interpreter.engine.lower.pieces import lying
from cubedsl.interpreter.engine.lower.runtime import changed
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    empty,
    fitted,
    is_one,
    many,
    members,
    num,
    one,
    region_words,
    some,
    sort_of,
)
from cubedsl.interpreter.engine.lower.shapes import bits
from cubedsl.interpreter.engine.lower.values import (
    in_range,
    left_of,
    resource_number,
    resources,
)
from cubedsl.interpreter.engine.lower.watching import count, count_change
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.state import KEPT_BY
from cubedsl.interpreter.watch import Counted


def remember(scope: Scope, cell: Cell, owner: Value, words: Words) -> None:
    """Give the cell of an owner (0 for the game's) a value."""
    given = words if cell.owner is Owner.GAME else (owner, *words)
    scope.b.call(_remember(scope.world, cell), given)


def _remember(world: World, cell: Cell) -> Function:
    count, is_owned = world.counts.shape(cell.type).words, cell.owner is not Owner.GAME

    def make(b: Builder) -> None:
        given = [Get(one) for one in b.function.parameters]
        region, words = world.cell(cell), given[-count:]
        row = b.held(given[0] * count) if is_owned else Const(0)
        old = tuple(Load(region, row, i) for i in range(count))
        with b.when(some(tuple(a ^ word for a, word in zip(old, words, strict=True)))):
            for i, word in enumerate(words):
                b.store(region, row, word, i)
            changed(Scope(world, b, slots={}))

    name = f"remember {cell.name}"
    return world.function(("remember", cell), name, make, parameters=count + is_owned)


@does(core.SetCell)
def set_cell(node: core.SetCell, body: Body) -> None:
    """The cell of every one of the things gets the value; of nothing, none does."""
    shape = body.shape(node.cell.type)
    if node.of is None:
        remember(body, node.cell, Const(0), fitted(node.value, body, shape))
        return
    sort = sort_of(node.of, body)
    if sort is None:
        return
    if is_one(node.of, body):
        owner = body.b.held(one(node.of, body))
        words = fitted(node.value, body, shape)
        with body.b.when(is_there(owner)):
            remember(body, node.cell, owner, words)
        return
    owners = many(node.of, body, sort)
    words = tuple(map(body.b.held, fitted(node.value, body, shape)))
    with members(body, owners, sort) as owner:
        remember(body, node.cell, owner, words)


@does(core.Gain)
def gain(node: core.Gain, body: Body) -> None:
    """At most what the supply has; below 0 it is a loss."""
    amount = body.b.held(num(node.amount, body))
    _each_resource(node, body, lambda resource: _gain(node, resource, amount, body))


def _each_resource(node: core.Gain | core.Pay, body: Body, do: Callable[[Cell], None]) -> None:
    """Do something for the resource: the one that is named, or that an amount is of."""
    if isinstance(node.resource, Cell):
        do(node.resource)
        return
    which = body.b.held(resource_number(node.resource, body))
    for cell in resources(body.world):
        with body.b.when(which.equals(cell.index)):
            do(cell)


def _gain(node: core.Gain, resource: Cell, amount: Value, body: Body) -> None:
    if resource.supply is not None:
        left = body.b.held(left_of(body, resource.supply, resource))
        left = body.b.held(If(Op("gt_s", (left, Const(0))), left, Const(0)))
        amount = body.b.held(If(Op("gt_s", (amount, left)), left, amount))
    _change(node, resource, body, amount)
    tally(body, "gain", resource, amount, node.span)
    count_change(body, resource.index, body.you, amount)


@does(core.Pay)
def pay(node: core.Pay, body: Body) -> None:
    """Never more than there is."""
    amount = body.b.held(num(node.amount, body))
    _each_resource(node, body, lambda resource: _pay(node, resource, amount, body))


def _pay(node: core.Pay, resource: Cell, amount: Value, body: Body) -> None:
    name, world = resource.plural or resource.name, body.world
    seat = actor(body, node.span)
    held = body.b.held(Load(world.cell(resource), seat))
    negative = world.fail(f"{{0}} {name} cannot be paid", node.span)
    lacking = world.fail(f"{{0}} {name} must be paid, but there are only {{1}}", node.span)
    with body.b.when(Op("lt_s", (amount, Const(0)))):
        body.b.fail(negative, amount)
    most = If(Op("gt_s", (held, Const(0))), held, Const(0))
    with body.b.when(Op("gt_s", (amount, most))):
        body.b.fail(lacking, amount, held)
    _change(node, resource, body, Const(0) - amount)
    tally(body, "pay", resource, amount, node.span)
    count(body, Counted.PAID, resource.index, body.you, amount)


def _change(node: core.Gain | core.Pay, resource: Cell, body: Body, by: Value) -> None:
    seat = actor(body, node.span)
    found = Load(body.world.cell(resource), seat) + by
    remember(body, resource, seat, (in_range(body, found, node.span),))


def tally(body: Body, verb: str, resource: Cell | None, amount: Value, span: Span) -> None:
    """Add what a verb does to the tallies of whoever acts."""
    cells = body.world.setup.counting.get((verb, resource), ())
    if not cells or (isinstance(body.you, Const) and body.you.value == NOBODY):
        return
    amount = body.b.held(amount)
    with body.b.when(is_there(body.you)):
        for cell in cells:
            held = Load(body.world.cell(cell), body.you)
            remember(body, cell, body.you, (in_range(body, held + amount, span),))


# ------------------------------------------------------------------ lifetimes


def default_words(scope: Scope, cell: Cell) -> Words:
    """Return the first value of a cell, which was worked out when the game began."""
    shape = scope.world.counts.shape(cell.type)
    region = scope.world.keep(f"first {cell.name}", shape.words, scope.world.cell(cell).width)
    return tuple(Load(region, Const(i)) for i in range(shape.words))


def end_lifetimes(world: World, event: str) -> Function:
    """Return the function that ends what lives until an event: of the seat that acts, or (-1) of
    everybody."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, Get(b.function.parameters[0]), slots={})
        _end_cells(scope, [cell for cell in world.ruleset.cells if cell.until == event])
        ending = [mark.index for mark in world.ruleset.marks if mark.until == event]
        if ending:
            _end_marks(scope, ending)

    return world.function(("end", event), f"end of {event}", make, parameters=("you",))


def _end_cells(scope: Scope, cells: list[Cell]) -> None:
    """Those of one sort of owner end together."""
    by_owner: dict[Owner, list[Cell]] = {}
    for cell in cells:
        by_owner.setdefault(cell.owner, []).append(cell)
    for owner, own in by_owner.items():
        with _owners_of(scope, owner) as number:
            for cell in own:
                remember(scope, cell, number, default_words(scope, cell))


def _owners_of(scope: Scope, owner: Owner) -> AbstractContextManager[Value]:
    """Go through those whose cells end."""
    b, count = scope.b, scope.world.owners(owner)
    if owner is Owner.PIECE:
        return members(scope, held_by(scope), Sort.PIECE)
    if owner in KEPT_BY:
        return b.counting(0, count)
    nobody = b.held(scope.you.equals(NOBODY))
    first = If(nobody, Const(0), scope.you)
    last = If(nobody, Const(count), scope.you + 1)
    return b.counting(b.held(first), b.held(last))


def _end_marks(scope: Scope, marks: list[int]) -> None:
    region, words = lying(scope.world).marked, scope.world.piece_words
    held = tuple(map(scope.b.held, held_by(scope)))
    for mark in marks:
        for i in range(words):
            at = mark * words + i
            old = Load(region, Const(at))
            with scope.b.when((old & held[i]).differs(0)):
                changed(scope)
                scope.b.store(region, at, old & ~held[i])


def held_by(scope: Scope) -> Words:
    """Return the pieces in the zones of whoever acts; all if nobody does."""
    world = scope.world
    setup, words = world.setup, world.piece_words
    found: Words = empty(scope, Sort.PIECE)
    for seat in range(setup.players):
        own: Words = empty(scope, Sort.PIECE)
        for spot, zone in enumerate(setup.spots.zone):
            if zone.owner is Owner.PLAYER and setup.spots.owner[spot] == seat:
                inside = region_words(lying(world).inside, spot, words)
                own = tuple(a | b for a, b in zip(own, inside, strict=True))
        wanted = Const(0) - scope.you.equals(seat)
        found = tuple(a | (wanted & b) for a, b in zip(found, own, strict=True))
    everything = bits(tuple(range(len(setup.pieces))), words)
    nobody = scope.b.held(scope.you.equals(NOBODY))
    whole = tuple(Const(one - 2**64 if one >> 63 else one) for one in everything)
    return tuple(If(nobody, a, b) for a, b in zip(whole, found, strict=True))
