"""Sets of things, and single ones."""

from collections.abc import Callable

from attrs import evolve

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import Chance, Noun, Sort
from cubedsl.interpreter.engine.code import Assign, Const, Get, If, Load, Op, Value, Var, signed
from cubedsl.interpreter.engine.lower import filters, wide
from cubedsl.interpreter.engine.lower.pieces import lying
from cubedsl.interpreter.engine.lower.scope import (
    NO_ORDER,
    NOTHING,
    Scope,
    Words,
    alone,
    empty,
    first,
    group,
    has,
    held,
    is_one,
    lone,
    many,
    mask,
    members,
    num,
    one,
    put_in,
    region_words,
    sort_of,
    value,
)
from cubedsl.interpreter.engine.lower.shapes import bits
from cubedsl.interpreter.engine.lower.world import Unsupported


def fixed(scope: Scope, things: tuple[int, ...], sort: Sort) -> Words:
    """Return a set that is known, in ascending order."""
    shape = scope.world.counts.many(sort)
    words = tuple(Const(signed(word)) for word in bits(things, shape.mask_words))
    return (*words, NO_ORDER) if shape.ordered else words


@lone(core.Nothing)
def nothing(node: core.Nothing, scope: Scope) -> Value:
    """No thing at all."""
    return NOTHING


@group(core.All)
def everything(node: core.All, scope: Scope) -> Words:
    """All things of a noun."""
    return fixed(scope, all_of(node.noun, scope), node.noun.sort)


def all_of(noun: Noun, scope: Scope) -> tuple[int, ...]:
    """Return all things of a noun."""
    setup, ruleset = scope.world.setup, scope.world.ruleset
    match noun.sort:
        case Sort.PIECE:
            return setup.pieces.of_noun.get(noun.name, ())
        case Sort.KIND:
            kinds = (one for one in ruleset.kinds if noun.piece in ("", one.noun.name))
            return tuple(one.index for one in kinds)
        case Sort.CLASS:
            return tuple(range(len(ruleset.partitions[noun.name].classes)))
    return tuple(range(scope.world.counts.of[noun.sort]))


@group(core.Kinds)
def kinds(node: core.Kinds, scope: Scope) -> Words:
    """The kinds that are named."""
    if list(node.kinds) != sorted(node.kinds):
        raise Unsupported("kinds in an order of their own", node.span)
    return fixed(scope, node.kinds, Sort.KIND)


@lone(core.SeatOf)
def seat_of(node: core.SeatOf, scope: Scope) -> Value:
    """A player by seat."""
    return Const(node.seat) if node.seat < scope.world.setup.players else NOTHING


# ------------------------------------------------------------------ pieces in places


@group(core.PiecesIn)
def pieces_in(node: core.PiecesIn, scope: Scope) -> Words:
    """The pieces that lie in any of the places."""
    found = empty(scope, Sort.PIECE)
    for place in node.places:
        inside = pieces_at(scope, place)
        found = tuple(a | b for a, b in zip(found, inside, strict=True))
    own = scope.world.setup.pieces.of_noun.get(node.noun.name, ())
    if len(own) == len(scope.world.setup.pieces):
        return found
    return tuple(a & b for a, b in zip(found, fixed(scope, own, Sort.PIECE), strict=True))


def pieces_at(scope: Scope, place: core.Place) -> Words:
    """Return the pieces in the spots of a place, of whatever noun."""
    if place.owner is None or is_one(place.owner, scope):
        owner = scope.b.held(one(place.owner, scope)) if place.owner else Const(0)
        inside = _inside(scope, place, owner)
        if place.owner is None or owner is scope.you is not NOTHING:
            return inside
        there = Op("ge_s", (owner, Const(0)))
        return tuple(If(there, word, Const(0)) for word in inside)
    sort = sort_of(place.owner, scope)
    assert sort is not None
    found = [scope.b.temp("in", 0) for _ in range(scope.world.piece_words)]
    owners = many(place.owner, scope, sort)
    with members(scope, owners, sort) as owner:
        for name, word in zip(found, _inside(scope, place, owner), strict=True):
            scope.b.set(name, Get(name) | word)
    return tuple(map(Get, found))


def _inside(scope: Scope, place: core.Place, owner: Value) -> Words:
    inside, words = lying(scope.world).inside, scope.world.piece_words
    found = empty(scope, Sort.PIECE)
    for zone in place.zones:
        row = spot_of(scope, zone.index, owner)
        found = tuple(a | b for a, b in zip(found, region_words(inside, row, words), strict=True))
    return found


def spot_of(scope: Scope, zone: int, owner: Value) -> Value:
    """Return the spot of a zone of an owner (who is there)."""
    first_spot = Const(scope.world.setup.spots.first[zone])
    is_shared = scope.world.ruleset.zones[zone].owner is Owner.GAME
    return first_spot if is_shared else owner + first_spot.value


# ------------------------------------------------------------------ filters and superlatives


@lone(core.Where)
def where_one(node: core.Where, scope: Scope) -> Value:
    """The one thing, if the condition holds of it."""
    sort = sort_of(node.things, scope)
    assert sort is not None
    if not is_one(node.things, scope):
        return first(scope, where(node, scope), sort)
    thing = scope.b.temp("it", one(node.things, scope))
    with scope.b.when(Op("ge_s", (Get(thing), Const(0)))):
        scope.bind(node.slot, scope.world.counts.one(sort), (Get(thing),))
        with scope.b.when(Op("not", (num(node.condition, scope),))):
            scope.b.set(thing, NOTHING)
    return Get(thing)


@group(core.Where)
def where(node: core.Where, scope: Scope) -> Words:
    """Those for which the condition holds."""
    sort = sort_of(node, scope)
    assert sort is not None
    if is_one(node.things, scope):
        return alone(scope, where_one(node, scope), sort)
    things = held(scope, many(node.things, scope, sort))
    if sort is Sort.PLAYER:
        players = filters.players_fitting(node.condition, node.slot, scope)
        if players is not None:
            return (scope.b.held(things[0] & players), *things[1:])
    if sort is not Sort.PIECE:
        return _one_by_one(node, scope, things, sort)
    overflow, place = scope.b.temp("overflow"), len(scope.b.here)
    inside = evolve(scope, overflow=overflow)
    kept = filters.fitting(node.condition, node.slot, inside)
    if kept is None:
        return _one_by_one(node, scope, things, sort)
    found = [scope.b.temp("kept", a & b) for a, b in zip(things, kept, strict=True)]
    if inside.noted:
        scope.b.here.insert(place, Assign(overflow, Const(0)))
        # A number is too large: whether that stops the game depends on what is looked at.
        with scope.b.when(Get(overflow).differs(0)):
            slowly = _one_by_one(node, scope, things, sort)
            for name, word in zip(found, slowly, strict=True):
                scope.b.set(name, word)
    return tuple(map(Get, found))


def _one_by_one(node: core.Where, scope: Scope, things: Words, sort: Sort) -> Words:
    found = [scope.b.temp("where", 0) for _ in mask(things, scope, sort)]
    with members(scope, things, sort) as thing:
        scope.bind(node.slot, scope.world.counts.one(sort), (thing,))
        with scope.b.when(num(node.condition, scope)):
            put_in(scope, found, thing)
    return (*map(Get, found), *things[len(found) :])


@group(core.Best)
def best(node: core.Best, scope: Scope) -> Words:
    """All that share the highest or lowest value."""
    sort = sort_of(node, scope)
    assert sort is not None
    things = held(scope, many(node.things, scope, sort))
    found = [scope.b.temp("best", 0) for _ in mask(things, scope, sort)]
    goal = [scope.b.temp("goal", 0) for _ in range(scope.shape(node.value.type).words)]
    none = scope.b.temp("none", 1)
    with members(scope, things, sort) as thing:
        scope.bind(node.slot, scope.world.counts.one(sort), (thing,))
        words = held(scope, value(node.value, scope))
        _better(node, scope, words, goal, none, found)
        with scope.b.when(_equal(node, scope, words, tuple(map(Get, goal)))):
            put_in(scope, found, thing)
    return (*map(Get, found), *things[len(found) :])


def _better(
    node: core.Best, scope: Scope, words: Words, goal: list[Var], none: Var, found: list[Var]
) -> None:
    """Begin anew with a value that is better than the best one so far."""
    old = tuple(map(Get, goal))
    if isinstance(node.value.type, Chance):
        sign = scope.b.held(wide.compared(scope, words, old))
    else:
        sign = words[0] - old[0]
    better = Op("gt_s" if node.most else "lt_s", (sign, Const(0)))
    with scope.b.when(Op("either", (Op("ne", (Get(none), Const(0))), better))):
        scope.b.set(none, 0)
        for name, word in zip(goal, words, strict=True):
            scope.b.set(name, word)
        for name in found:
            scope.b.set(name, 0)


def _equal(node: core.Best, scope: Scope, words: Words, goal: Words) -> Value:
    if isinstance(node.value.type, Chance):
        return wide.compared(scope, words, goal).equals(0)
    return words[0].equals(goal[0])


@group(core.Gather)
def gather(node: core.Gather, scope: Scope) -> Words:
    """All values together."""
    sort, own = sort_of(node, scope), sort_of(node.things, scope)
    assert sort is not None
    shape = scope.world.counts.many(sort)
    found = [scope.b.temp("gather", 0) for _ in range(shape.mask_words)]
    if own is not None:
        things = many(node.things, scope, own)
        with members(scope, things, own) as thing:
            scope.bind(node.slot, scope.world.counts.one(own), (thing,))
            for name, word in zip(found, many(node.value, scope, sort), strict=False):
                scope.b.set(name, Get(name) | word)
    return (*map(Get, found), *((NO_ORDER,) if shape.ordered else ()))


# ------------------------------------------------------------------ order


def direction(scope: Scope) -> Value:
    """Return 1 if the playing order goes backwards, else 0."""
    return Load(scope.world.keep("backwards", 1), Const(0))


@group(core.InOrder)
def in_order(node: core.InOrder, scope: Scope) -> Words:
    """The same players in playing order."""
    players, *_ = many(node.things, scope, Sort.PLAYER)
    start = scope.b.held(one(node.start, scope))
    start = If(Op("ge_s", (start, Const(0))), start, Const(0))
    return (players, (start << 1) | direction(scope))


@lone(core.First)
def first_of(node: core.First, scope: Scope) -> Value:
    """One at most."""
    if is_one(node.things, scope):
        return one(node.things, scope)
    sort = sort_of(node.things, scope)
    assert sort is not None
    return first(scope, many(node.things, scope, sort), sort)


@lone(core.After)
def after(node: core.After, scope: Scope) -> Value:
    """The next that is one of the things; behind nothing there is nothing."""
    start = scope.b.held(one(node.start, scope), "start")
    sort = sort_of(node, scope)
    if sort is Sort.PLAYER:
        return _after_player(node, scope, start)
    assert sort is not None
    things = held(scope, many(node.things, scope, sort))
    return _along(scope, things, start)


def _after_player(node: core.After, scope: Scope, start: Value) -> Value:
    count = scope.world.setup.players
    players, *_ = many(node.things, scope, Sort.PLAYER)
    back = scope.b.held(direction(scope))
    step = If(back.differs(0), Const(count - 1), Const(1))
    behind = Op("rem_u", (start + step, Const(count)))
    found = first(scope, (players, (behind << 1) | back), Sort.PLAYER)
    return If(Op("ge_s", (start, Const(0))), found, NOTHING)


def _along(scope: Scope, things: Words, start: Value) -> Value:
    b, following = scope.b, scope.world.setup.ground.following
    table = scope.world.table("following", (-1, *following))
    here, found = b.temp("here", start), b.temp("found", NOTHING)
    with b.loop("along") as loop:
        b.set(here, Load(table, Get(here), 1))
        b.leave(loop, Op("lt_s", (Get(here), Const(0))))
        with b.when(has(things, Get(here))):
            b.set(found, Get(here))
            b.leave(loop)
        b.leave(loop, Get(here).equals(start))
    return Get(found)


# ------------------------------------------------------------------ sets of sets


def _both_sides(
    node: core.Union | core.Without | core.Common,
    scope: Scope,
    join: Callable[[Value, Value], Value],
) -> Words:
    sort = sort_of(node, scope) or sort_of(node.left, scope)
    if sort is None:
        raise Unsupported("a set of nothing", node.span)
    left, right = many(node.left, scope, sort), many(node.right, scope, sort)
    words = len(mask(left, scope, sort))
    joined = tuple(join(a, b) for a, b in zip(left[:words], right[:words], strict=True))
    return (*joined, *left[words:])


@group(core.Union)
def union(node: core.Union, scope: Scope) -> Words:
    """What is in either, in ascending order."""
    words = _both_sides(node, scope, lambda a, b: a | b)
    return (*words[:-1], NO_ORDER) if sort_of(node, scope) is Sort.PLAYER else words


@group(core.Without)
def without(node: core.Without, scope: Scope) -> Words:
    """What is only in the left one."""
    return _both_sides(node, scope, lambda a, b: a & ~b)


@group(core.Common)
def common(node: core.Common, scope: Scope) -> Words:
    """What is in both."""
    return _both_sides(node, scope, lambda a, b: a & b)
