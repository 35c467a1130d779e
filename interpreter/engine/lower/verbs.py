"""The built-in verbs that move, throw, mark and show."""

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.expressions import Place
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import runtime
from cubedsl.interpreter.engine.lower.bodies import Body, does, is_there, set_slot
from cubedsl.interpreter.engine.lower.ground import token_region
from cubedsl.interpreter.engine.lower.pieces import by_piece, kind_table, lying
from cubedsl.interpreter.engine.lower.runtime import changed
from cubedsl.interpreter.engine.lower.scope import (
    NO_ORDER,
    Scope,
    Words,
    alone_bits,
    first,
    held,
    is_one,
    many,
    mask,
    members,
    num,
    one,
    region_words,
    some,
    sort_of,
)
from cubedsl.interpreter.engine.lower.things import spot_of
from cubedsl.interpreter.engine.lower.world import World

ENDS = {"": 0, "top": 1, "bottom": 2}


@does(core.Move)
def move(node: core.Move, body: Body) -> None:
    """All of them go to the first of the places; nowhere if there is none."""
    end = ENDS[node.end]
    spot = body.b.held(_first_spot(node.to, body))
    if is_one(node.pieces, body):
        piece = body.b.held(one(node.pieces, body))
        with body.b.when(Op("both", (is_there(piece), is_there(spot)))):
            body.b.call(runtime.put(body.world), [piece, spot, end])
        return
    if sort_of(node.pieces, body) is None:
        return
    pieces = many(node.pieces, body, Sort.PIECE)
    body.b.call(_put_all(body.world), [spot, end, *pieces])


def _put_all(world: World) -> Function:
    """Return the function that lays pieces into a spot (or nowhere): on an end."""

    def make(b: Builder) -> None:
        spot, end, *pieces = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, slots={})
        with b.when(is_there(spot)), members(scope, tuple(pieces), Sort.PIECE) as piece:
            b.call(runtime.put(world), [piece, spot, end])

    return world.function("put all", "put all", make, parameters=2 + world.piece_words)


def _first_spot(place: Place, body: Body) -> Value:
    if place.owner is None:
        return spot_of(body, place.zones[0].index, Const(0))
    sort = sort_of(place.owner, body)
    if sort is None:
        return Const(-1)
    if is_one(place.owner, body):
        owner = body.b.held(one(place.owner, body))
    else:
        owner = body.b.held(first(body, many(place.owner, body, sort), sort))
    return If(is_there(owner), spot_of(body, place.zones[0].index, owner), Const(-1))


@does(core.Roll)
def roll(node: core.Roll, body: Body) -> None:
    """Each die shows one of its sides."""
    if is_one(node.dice, body):
        die = body.b.held(one(node.dice, body))
        with body.b.when(is_there(die)):
            body.b.call(runtime.roll_one(body.world), [die])
        return
    dice = many(node.dice, body, Sort.PIECE)
    body.b.call(runtime.roll(body.world), dice)


@does(core.Turn)
def turn(node: core.Turn, body: Body) -> None:
    """Every one of the dice shows the face."""
    world = body.world
    dice = held(body, many(node.dice, body, Sort.PIECE))
    face = body.b.held(one(node.face, body))
    reason = world.fail("a piece has no such side", node.span)
    faces = len(world.ruleset.faces)
    flat = tuple(int(face in kind.faces) for kind in world.ruleset.kinds for face in range(faces))
    sides = world.table("sides of kinds", flat)
    with body.b.when(is_there(face)), members(body, dice, Sort.PIECE) as die:
        kind = Load(kind_table(world), die, 1)
        with body.b.when(Load(sides, kind * faces + face).equals(0)):
            body.b.fail(reason)
        body.b.call(runtime.turn(world), [die, face])


@does(core.MarkAs)
def mark_as(node: core.MarkAs, body: Body) -> None:
    """They bear the mark, or count as used."""
    if sort_of(node.pieces, body) is None:
        return
    own = lying(body.world)
    region, row = (own.used, 0) if node.mark is None else (own.marked, node.mark.index)
    add_to(body, region, row, many(node.pieces, body, Sort.PIECE))


def add_to(scope: Scope, region: Region, row: int, pieces: Words) -> None:
    """Add pieces to a set in memory: a row of a region."""
    scope.b.call(_add_to(scope.world, region, row * len(pieces)), pieces)


def _add_to(world: World, region: Region, at: int) -> Function:
    def make(b: Builder) -> None:
        scope = Scope(world, b, slots={})
        for i, word in enumerate(map(Get, b.function.parameters)):
            old = Load(region, Const(at + i))
            with b.when((word & ~old).differs(0)):
                b.store(region, at + i, old | word)
                changed(scope)

    name = f"add to {region.name} {at}"
    return world.function(name, name, make, parameters=world.piece_words)


# ------------------------------------------------------------------ drawing


@does(core.Draw)
def draw(node: core.Draw, body: Body) -> None:
    """Each of the things is as likely as any other, unless they are taken from an end."""
    sort = sort_of(node.things, body)
    if sort is None:
        return
    shape = body.world.counts.many(sort)
    things = held(body, many(node.things, body, sort))
    wanted = num(node.count, body)
    names = [body.b.temp("drawn") for _ in range(shape.mask_words)]
    if node.end:
        up = 1 if node.end == "top" else -1
        body.b.call(_from_end(body.world), [wanted, Const(up), *things], names)
    else:
        bits = mask(things, body, sort)
        body.b.call(runtime.some_of(body.world, sort), [wanted, *bits], names)
    order = (NO_ORDER,) if shape.ordered else ()
    set_slot(body, node.slot, (*map(Get, names), *order), shape)


def _from_end(world: World) -> Function:
    """Return the function that draws from one end of what is ordered: up 1, or -1."""
    words = world.piece_words

    def make(b: Builder) -> None:
        wanted, up, *things = (Get(one) for one in b.function.parameters)
        left = [b.temp("left", word) for word in things]
        drawn = [b.temp("drawn", 0) for _ in things]
        count = b.temp("count", wanted)
        with b.loop("draw") as loop:
            b.leave(loop, Op("le_s", (Get(count), Const(0))))
            b.leave(loop, Op("not", (some(tuple(map(Get, left))),)))
            end = [b.temp("end") for _ in things]
            b.call(_outermost(world), [up, *map(Get, left)], end)
            taken = [b.temp("taken") for _ in things]
            b.call(runtime.some_of(world, Sort.PIECE), [Const(1), *map(Get, end)], taken)
            for own, other, bit in zip(left, drawn, taken, strict=True):
                b.set(own, Get(own) & ~Get(bit))
                b.set(other, Get(other) | Get(bit))
            b.set(count, Get(count) - 1)
        b.give(*map(Get, drawn))

    return world.function("from end", "from end", make, parameters=2 + words, results=words)


def _outermost(world: World) -> Function:
    """Return the function that finds the pieces of the highest rank (times `up`)."""
    words = world.piece_words

    def make(b: Builder) -> None:
        up, *things = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, slots={})
        best, none = b.temp("best", 0), b.temp("none", 1)
        found = [b.temp("found", 0) for _ in things]
        with members(scope, tuple(things), Sort.PIECE) as piece:
            rank = b.held(by_piece(lying(world).rank, piece) * up)
            better = Op("either", (Get(none).differs(0), Op("gt_s", (rank, Get(best)))))
            with b.when(better):
                b.set(none, 0)
                b.set(best, rank)
                for name in found:
                    b.set(name, 0)
            with b.when(rank.equals(Get(best))):
                for name, bit in zip(found, alone_bits(scope, piece, words), strict=True):
                    b.set(name, Get(name) | bit)
        b.give(*map(Get, found))

    return world.function("outermost", "outermost", make, parameters=1 + words, results=words)


# ------------------------------------------------------------------ order, knowledge, tokens


@does(core.Shuffle)
def shuffle(node: core.Shuffle, body: Body) -> None:
    """The order is not known any more, nor what was shown."""
    world, own = body.world, lying(body.world)
    words = world.piece_words
    from cubedsl.interpreter.engine.lower.things import pieces_at

    pieces = held(body, pieces_at(body, node.place))
    for seat in range(world.setup.players):
        for i, word in enumerate(pieces):
            at = seat * words + i
            body.b.store(own.known, at, Load(own.known, Const(at)) & ~word)
    with members(body, pieces, Sort.PIECE) as piece:
        body.b.store(own.rank, piece, 0, 1)
    changed(body)


@does(core.Show)
def show(node: core.Show, body: Body) -> None:
    """The players know them from now on."""
    own, words = lying(body.world), body.world.piece_words
    pieces = held(body, many(node.pieces, body, Sort.PIECE))
    seats = many(node.players, body, Sort.PLAYER)
    with members(body, seats, Sort.PLAYER) as seat:
        for i, word in enumerate(pieces):
            old = region_words(own.known, seat, words)[i]
            body.b.store(own.known, seat * words, old | word, i)
    changed(body)


@does(core.MoveToken)
def move_token(node: core.MoveToken, body: Body) -> None:
    """The token stands there from now on."""
    region = token_region(body.world, node.token.index)
    if sort_of(node.of, body) is None or sort_of(node.space, body) is None:
        return
    space = body.b.held(one(node.space, body))
    if is_one(node.of, body):
        seat = body.b.held(one(node.of, body))
        with body.b.when(Op("both", (is_there(space), is_there(seat)))):
            body.b.store(region, seat, space, 1)
            changed(body)
        return
    seats = held(body, many(node.of, body, Sort.PLAYER))
    with body.b.when(is_there(space)), members(body, seats, Sort.PLAYER) as seat:
        body.b.store(region, seat, space, 1)
        changed(body)


@does(core.Reverse)
def reverse(node: core.Reverse, body: Body) -> None:
    """From now on the other way round."""
    region = body.world.keep("backwards", 1)
    body.b.store(region, 0, Const(1) - Load(region, Const(0)))
    changed(body)


@does(core.Crown)
def crown(node: core.Crown, body: Body) -> None:
    """Nothing happens any more; to crown nobody is nothing."""
    if sort_of(node.players, body) is None:
        return
    winners = body.b.held(many(node.players, body, Sort.PLAYER)[0])
    with body.b.when(winners.differs(0)):
        body.b.store(body.world.keep("winners", 1, 8), 0, winners)
        body.b.finish()
