"""Spaces: what is known of them are tables, made when the program is."""

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.code import Const, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.distances import distance_between
from cubedsl.interpreter.engine.lower.scope import (
    NOTHING,
    Scope,
    Words,
    group,
    held,
    is_one,
    lone,
    many,
    members,
    num,
    one,
    plain,
    put_in,
    region_words,
    sort_of,
)
from cubedsl.interpreter.engine.lower.things import fixed
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.ground import NOWHERE


def _neighbours(world: World) -> Region:
    sets = [(), *world.setup.ground.neighbours]
    return world.mask_table("neighbours", list(sets), Sort.SPACE)


@group(core.NextTo)
def next_to(node: core.NextTo, scope: Scope) -> Words:
    """Those one step away."""
    things = many(node.things, scope, Sort.SPACE)
    words, table = len(things), _neighbours(scope.world)
    if is_one(node.place, scope):
        row = scope.b.held(one(node.place, scope)) + 1
        near = region_words(table, row, words)
        return tuple(a & b for a, b in zip(things, near, strict=True))
    found = [scope.b.temp("near", 0) for _ in range(words)]
    places = many(node.place, scope, Sort.SPACE)
    with members(scope, places, Sort.SPACE) as place:
        for name, word in zip(found, region_words(table, place + 1, words), strict=True):
            scope.b.set(name, Get(name) | word)
    return tuple(a & Get(b) for a, b in zip(things, found, strict=True))


@group(core.Within)
def within(node: core.Within, scope: Scope) -> Words:
    """Those not too many steps away, over any terrain."""
    things = held(scope, many(node.things, scope, Sort.SPACE))
    far = scope.b.held(num(node.distance, scope))
    places = held(scope, many(node.place, scope, Sort.SPACE))
    found = [scope.b.temp("within", 0) for _ in things]
    with members(scope, places, Sort.SPACE) as place, members(scope, things, Sort.SPACE) as thing:
        steps = distance_between(scope, place, thing, anywhere=True)
        with scope.b.when(Op("le_s", (steps, far))):
            put_in(scope, found, thing)
    return tuple(Get(a) & ~b for a, b in zip(found, places, strict=True))


@group(core.Nearest)
def nearest(node: core.Nearest, scope: Scope) -> Words:
    """All that share the fewest steps from a place."""
    b = scope.b
    place = b.held(one(node.place, scope))
    things = many(node.things, scope, Sort.SPACE)
    boards = scope.world.setup.ground.boards
    too_far = scope.world.table("spaces of board", (0, *(len(one.spaces) for one in boards)))
    best = b.temp("fewest", Load(too_far, place, 1))
    found = [b.temp("nearest", 0) for _ in things]
    with b.when(Op("ge_s", (place, Const(0)))), members(scope, things, Sort.SPACE) as thing:
        steps = b.held(distance_between(scope, place, thing, anywhere=False))
        with b.when(Op("lt_s", (steps, Get(best)))):
            b.set(best, steps)
            for name in found:
                b.set(name, 0)
        near = Op("lt_s", (steps, Load(too_far, place, 1)))
        with b.when(Op("both", (near, steps.equals(Get(best))))):
            put_in(scope, found, thing)
    return tuple(map(Get, found))


@plain(core.Distance)
def distance(node: core.Distance, scope: Scope) -> Words:
    """To the nearest goal; 0 from or to nothing."""
    start = scope.b.held(one(node.start, scope), "start")
    found = scope.b.temp("distance", -1)
    sort = sort_of(node.goal, scope)
    if sort is None:
        return (Const(0),)
    goals = many(node.goal, scope, sort)
    with (
        scope.b.when(Op("ge_s", (start, Const(0)))),
        members(scope, goals, Sort.SPACE) as goal,
    ):
        steps = scope.b.held(distance_between(scope, start, goal, anywhere=node.anywhere))
        nearer = Op("lt_u", (steps, Get(found)))
        scope.b.set(found, If(nearer, steps, Get(found)))
    return (If(Get(found).equals(-1), Const(0), Get(found)),)


@group(core.SpacesOf)
def spaces_of(node: core.SpacesOf, scope: Scope) -> Words:
    """Those of a terrain."""
    found = scope.world.setup.ground.of_terrain.get(node.terrain, ())
    return fixed(scope, found, Sort.SPACE)


@group(core.SpaceNamed)
def space_named(node: core.SpaceNamed, scope: Scope) -> Words:
    """Those drawn with one character, or named."""
    return fixed(scope, scope.world.setup.ground.drawn_as.get(node.key, ()), Sort.SPACE)


@lone(core.SpaceAt)
def space_at(node: core.SpaceAt, scope: Scope) -> Value:
    """The one in a row."""
    cells = scope.world.setup.ground.in_row
    rows = 1 + max((row for row, _ in cells), default=0)
    columns = 1 + max((column for _, column in cells), default=0)
    flat = tuple(
        cells.get((row, column), NOWHERE) for row in range(rows) for column in range(columns)
    )
    row = scope.b.held(num(node.row, scope) - 1)
    column = scope.b.held(num(node.column, scope) - 1)
    there = Op("both", (Op("lt_u", (row, Const(rows))), Op("lt_u", (column, Const(columns)))))
    found = Load(scope.world.table("spaces in rows", flat), row * columns + column)
    return If(there, found, NOTHING)


@lone(core.StopAt)
def stop_at(node: core.StopAt, scope: Scope) -> Value:
    """The stop with a number."""
    stops = {
        step: space
        for (path, step), space in scope.world.setup.ground.stops.items()
        if path == node.path
    }
    if not stops:
        return NOTHING
    low, high = min(stops), max(stops)
    flat = tuple(stops.get(step, NOWHERE) for step in range(low, high + 1))
    place = scope.b.held(num(node.number, scope) - low)
    there = Op("lt_u", (place, Const(len(flat))))
    return If(there, Load(scope.world.table(f"stops {node.path}", flat), place), NOTHING)


def token_region(world: World, number: int) -> Region:
    """Return where the tokens of a number stand; the entry before the first is nowhere."""
    token = world.ruleset.tokens[number]
    ground, noun = world.setup.ground, world.ruleset.board_noun
    if token.board in world.ruleset.paths:
        stops = [place for (path, _), place in ground.stops.items() if path == token.board]
    else:
        stops = list(ground.of_terrain.get(noun.start, ())) if noun else []
    start = stops[0] if stops else NOWHERE
    count = world.setup.players
    return world.keep(f"token {token.name}", count + 1, 4, (NOWHERE, *[start] * count))


@lone(core.TokenSpace)
def token_space(node: core.TokenSpace, scope: Scope) -> Value:
    """Where a player's token stands."""
    return Load(token_region(scope.world, node.token.index), one(node.of, scope), 1)


@lone(core.TargetOf)
def target_of(node: core.TargetOf, scope: Scope) -> Value:
    """Where one space leads to."""
    table = scope.world.table("targets", (NOWHERE, *scope.world.setup.ground.target))
    return Load(table, one(node.of, scope), 1)


# ------------------------------------------------------------------ facts


@plain(core.Fact)
def fact(node: core.Fact, scope: Scope) -> Words:
    """Something that is so for the whole game."""
    world = scope.world
    setup, ground = world.setup, world.setup.ground
    match node.name:
        case "player_count":
            return (Const(setup.players),)
        case "line_count" if node.of is None:
            return (Const(setup.board.line_count if setup.board else 0),)
        case "seat":
            seat = scope.b.held(one(node.of, scope)) if node.of else NOTHING
            return (If(Op("ge_s", (seat, Const(0))), seat, Const(0)),)
        case "section":
            numbers = [space.section for space in ground.spaces]
        case "step":
            numbers = [space.step for space in ground.spaces]
        case _:
            numbers = [board.lines_to_end(i) for i, board in enumerate(ground.boards)]
    space = one(node.of, scope) if node.of else NOTHING
    return (Load(world.table(f"fact {node.name}", (0, *numbers)), space, 1),)
