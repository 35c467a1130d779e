"""What sets of things are: tuples of numbers, ascending unless an order was asked for."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import Noun, Sort
from cubedsl.interpreter.ground import NOWHERE, Ground
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning import classes
from cubedsl.interpreter.meaning.by_kind import sees_only_kinds
from cubedsl.interpreter.meaning.evaluate_values import sort_of
from cubedsl.interpreter.meaning.scope import Scope, evaluate, means
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import NO_FACE, State

Things: TypeAlias = tuple[int, ...]
FEW = 4


@means(core.Nothing)
def nothing(node: core.Nothing, scope: Scope) -> Things:
    """No thing at all."""
    return ()


ALL: dict[Sort, Callable[[Noun, Setup], Things]] = {
    Sort.PIECE: lambda noun, setup: setup.pieces.of_noun.get(noun.name, ()),
    Sort.PLAYER: lambda noun, setup: tuple(range(setup.players)),
    Sort.SPACE: lambda noun, setup: tuple(range(len(setup.ground.spaces))),
    Sort.FACE: lambda noun, setup: tuple(range(len(setup.ruleset.faces))),
    Sort.KIND: lambda noun, setup: tuple(
        kind.index for kind in setup.ruleset.kinds if noun.piece in ("", kind.noun.name)
    ),
    Sort.CLASS: lambda noun, setup: tuple(range(len(setup.ruleset.partitions[noun.name].classes))),
}


@means(core.All)
def everything(node: core.All, scope: Scope) -> Things:
    """All things of a noun."""
    return ALL[node.noun.sort](node.noun, scope.state.setup)


@means(core.Kinds)
def kinds(node: core.Kinds, scope: Scope) -> Things:
    """The kinds that are named."""
    return node.kinds


@means(core.SeatOf)
def seat_of(node: core.SeatOf, scope: Scope) -> Things:
    """A player by seat; nobody if the seat is empty."""
    return (node.seat,) if node.seat < scope.state.setup.players else ()


# ------------------------------------------------------------------ pieces in places


@means(core.PiecesIn)
def pieces_in(node: core.PiecesIn, scope: Scope) -> Things:
    """The pieces that lie in any of the places."""
    state = scope.state
    spots = [spot for place in node.places for spot in spots_of(place, scope)]
    if len(spots) == 1:
        found = state.members[spots[0]]
    else:
        found = sorted({piece for spot in spots for piece in state.members[spot]})
    nouns = state.setup.pieces.noun
    name = node.noun.name
    return tuple([piece for piece in found if nouns[piece] == name])


def spots_of(place: core.Place, scope: Scope) -> Iterator[int]:
    """Yield the spots of a place: its zones, of each of its owners in turn."""
    spots = scope.state.setup.spots
    if place.owner is None:
        for zone in place.zones:
            yield spots.of(zone, NOBODY)
        return
    for owner in evaluate(place.owner, scope):
        for zone in place.zones:
            yield spots.of(zone, owner)


# ------------------------------------------------------------------ filters and superlatives


@means(core.Where)
def where(node: core.Where, scope: Scope) -> Things:
    """Those for which the condition holds."""
    things: Things = evaluate(node.things, scope)
    if (
        len(things) > FEW
        and sort_of(node.type) is Sort.PIECE
        and sees_only_kinds(node, scope.state.setup)
    ):
        return _where_kinds(node, things, scope)
    frame, slot, condition = scope.frame, node.slot, node.condition
    found = []
    for thing in things:
        frame[slot] = (thing,)
        if evaluate(condition, scope):
            found.append(thing)
    return tuple(found)


def _where_kinds(node: core.Where, things: Things, scope: Scope) -> Things:
    """Filter pieces by a condition that has one answer for all pieces of a kind."""
    kind_of = scope.state.setup.pieces.kind
    answers: dict[int, bool] = {}
    found = []
    for thing in things:
        kind = kind_of[thing]
        if kind not in answers:
            scope.frame[node.slot] = (thing,)
            answers[kind] = bool(evaluate(node.condition, scope))
        if answers[kind]:
            found.append(thing)
    return tuple(found)


@means(core.Best)
def best(node: core.Best, scope: Scope) -> Things:
    """All that share the highest or lowest value."""
    things = evaluate(node.things, scope)
    values = []
    for thing in things:
        scope.frame[node.slot] = (thing,)
        values.append(evaluate(node.value, scope))
    if not things:
        return ()
    goal = max(values) if node.most else min(values)
    return tuple(thing for thing, value in zip(things, values, strict=True) if value == goal)


@means(core.Gather)
def gather(node: core.Gather, scope: Scope) -> Things:
    """All values together."""
    found: set[int] = set()
    for thing in evaluate(node.things, scope):
        scope.frame[node.slot] = (thing,)
        found.update(evaluate(node.value, scope))
    return tuple(sorted(found))


# ------------------------------------------------------------------ order


def playing_order(state: State, start: int) -> list[int]:
    """Return all seats in playing order, from one of them on."""
    players = state.setup.players
    return [(start + state.direction * i) % players for i in range(players)]


@means(core.InOrder)
def in_order(node: core.InOrder, scope: Scope) -> Things:
    """The same players in playing order."""
    things, start = evaluate(node.things, scope), evaluate(node.start, scope)
    order = playing_order(scope.state, start[0] if start else 0)
    return tuple(seat for seat in order if seat in things)


@means(core.First)
def first(node: core.First, scope: Scope) -> Things:
    """One at most."""
    found: Things = evaluate(node.things, scope)[:1]
    return found


@means(core.After)
def after(node: core.After, scope: Scope) -> Things:
    """The next that is one of the things; behind nothing there is nothing."""
    start = evaluate(node.start, scope)
    if not start:
        return ()
    if sort_of(node.type) is Sort.PLAYER:
        order = playing_order(scope.state, start[0])
        behind = [*order[1:], order[0]]
    else:
        behind = list(_along(scope.state.setup.ground.following, start[0]))
    things = evaluate(node.things, scope)
    return next(((one,) for one in behind if one in things), ())


def _along(following: tuple[int, ...], start: int) -> Iterator[int]:
    """Yield the stops behind one, until the path ends or comes back to it."""
    here = following[start]
    for _ in following:
        if here == NOWHERE:
            return
        yield here
        here = following[here]


# ------------------------------------------------------------------ spaces


@means(core.NextTo)
def next_to(node: core.NextTo, scope: Scope) -> Things:
    """Those one step away."""
    neighbours = scope.state.setup.ground.neighbours
    near = {there for place in evaluate(node.place, scope) for there in neighbours[place]}
    return tuple(thing for thing in evaluate(node.things, scope) if thing in near)


@means(core.Within)
def within(node: core.Within, scope: Scope) -> Things:
    """Those not too many steps away, over any terrain."""
    ground = scope.state.setup.ground
    things = evaluate(node.things, scope)
    far = evaluate(node.distance, scope)
    places = evaluate(node.place, scope)
    return tuple(
        thing
        for thing in things
        if thing not in places and any(_steps(ground, place, thing) <= far for place in places)
    )


def _steps(ground: Ground, place: int, thing: int) -> int:
    """Return the steps on one board: what comes behind a joint is not near."""
    return ground.distance(place, thing, anywhere=True, onward=False)


@means(core.Nearest)
def nearest(node: core.Nearest, scope: Scope) -> Things:
    """All that share the fewest steps; a space itself is the nearest to itself."""
    ground = scope.state.setup.ground
    place = evaluate(node.place, scope)
    if not place:
        return ()
    too_far = len(ground.boards[place[0]].spaces)
    steps = [
        (ground.distance(place[0], thing, anywhere=False), thing)
        for thing in evaluate(node.things, scope)
    ]
    fewest = min(steps, default=(too_far, 0))[0]
    return tuple(thing for far, thing in steps if far == fewest < too_far)


@means(core.SpacesOf)
def spaces_of(node: core.SpacesOf, scope: Scope) -> Things:
    """Those of a terrain."""
    return scope.state.setup.ground.of_terrain.get(node.terrain, ())


@means(core.SpaceAt)
def space_at(node: core.SpaceAt, scope: Scope) -> Things:
    """The one in a row; rows and places in them count from 1."""
    cell = evaluate(node.row, scope) - 1, evaluate(node.column, scope) - 1
    return _one(scope.state.setup.ground.in_row.get(cell, NOWHERE))


@means(core.SpaceNamed)
def space_named(node: core.SpaceNamed, scope: Scope) -> Things:
    """Those drawn with one character."""
    return scope.state.setup.ground.drawn_as.get(node.key, ())


@means(core.StopAt)
def stop_at(node: core.StopAt, scope: Scope) -> Things:
    """The stop with a number; nothing if there is none."""
    step = evaluate(node.number, scope)
    return _one(scope.state.setup.ground.stops.get((node.path, step), NOWHERE))


@means(core.TokenSpace)
def token_space(node: core.TokenSpace, scope: Scope) -> Things:
    """Where a player's token stands."""
    of = evaluate(node.of, scope)
    return _one(scope.state.tokens[node.token.index][of[0]]) if of else ()


@means(core.TargetOf)
def target_of(node: core.TargetOf, scope: Scope) -> Things:
    """Where one space leads to."""
    of = evaluate(node.of, scope)
    return _one(scope.state.setup.ground.target[of[0]]) if of else ()


def _one(space: int) -> Things:
    return () if space == NOWHERE else (space,)


# ------------------------------------------------------------------ sets of sets


@means(core.Union)
def union(node: core.Union, scope: Scope) -> Things:
    """What is in either."""
    return tuple(sorted({*evaluate(node.left, scope), *evaluate(node.right, scope)}))


@means(core.Without)
def without(node: core.Without, scope: Scope) -> Things:
    """What is only in the left one."""
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    return tuple(thing for thing in left if thing not in right)


@means(core.Common)
def common(node: core.Common, scope: Scope) -> Things:
    """What is in both."""
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    return tuple(thing for thing in left if thing in right)


# ------------------------------------------------------------------ what pieces are


@means(core.KindsOf)
def kinds_of(node: core.KindsOf, scope: Scope) -> Things:
    """The kinds of pieces."""
    kind = scope.state.setup.pieces.kind
    return tuple(sorted({kind[piece] for piece in evaluate(node.things, scope)}))


@means(core.ClassesOf)
def classes_of(node: core.ClassesOf, scope: Scope) -> Things:
    """The classes of pieces or kinds."""
    setup = scope.state.setup
    partition = setup.ruleset.partitions[node.partition]
    things = evaluate(node.things, scope)
    if sort_of(node.things.type) is Sort.KIND:
        return tuple(sorted({partition.class_of_kind[kind] for kind in things}))
    own = (one for piece in things for one in classes.classes_of(scope.state, partition, piece))
    return tuple(sorted({*own}))


@means(core.FacesOf)
def faces_of(node: core.FacesOf, scope: Scope) -> Things:
    """The faces that dice show, or that they have."""
    state, setup = scope.state, scope.state.setup
    dice = evaluate(node.things, scope)
    if node.shown:
        return tuple(sorted({state.face[die] for die in dice} - {NO_FACE}))
    sides = (setup.ruleset.kinds[setup.pieces.kind[die]].faces for die in dice)
    return tuple(sorted({face for faces in sides for face in faces}))


@means(core.OwnerOf)
def owner_of(node: core.OwnerOf, scope: Scope) -> Things:
    """Whose a piece is, or in whose zone it lies."""
    of: Any = evaluate(node.of, scope)
    if not of:
        return ()
    setup = scope.state.setup
    if not node.holder:
        owner = setup.pieces.owner[of[0]]
        return () if owner == NOBODY else (owner,)
    spot = scope.state.spot[of[0]]
    held = setup.spots.zone[spot].owner is Owner.PLAYER
    return (setup.spots.owner[spot],) if held else ()
