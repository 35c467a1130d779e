"""Yes and no."""

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Chance, Sort
from cubedsl.interpreter.engine.code import (
    FALSE,
    TRUE,
    Const,
    Get,
    If,
    Load,
    Op,
    Region,
    Value,
    known,
)
from cubedsl.interpreter.engine.lower import filters, wide
from cubedsl.interpreter.engine.lower.pieces import by_piece, effective, kind_table, lying
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    has,
    is_one,
    many,
    mask,
    num,
    one,
    plain,
    region_words,
    some,
    sort_of,
    value,
)
from cubedsl.interpreter.engine.lower.world import World

COMPARING = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


@plain(core.Compare)
def compare(node: core.Compare, scope: Scope) -> Words:
    """Between numbers, or exactly between chances."""
    if isinstance(node.left.type, Chance) or isinstance(node.right.type, Chance):
        left, right = _fraction(node.left, scope), _fraction(node.right, scope)
        sign = wide.compared(scope, left, right)
        return (Op(COMPARING[node.operator], (sign, Const(0))),)
    return (Op(COMPARING[node.operator], (num(node.left, scope), num(node.right, scope))),)


def _fraction(node: core.Expr, scope: Scope) -> Words:
    words = value(node, scope)
    return words if isinstance(node.type, Chance) else (words[0], Const(0), Const(1), Const(0))


@plain(core.Same)
def same(node: core.Same, scope: Scope) -> Words:
    """The same number, word or flag; the same things in whatever order."""
    sort = sort_of(node.left, scope) or sort_of(node.right, scope)
    if sort is None:
        return (_same_plain(node, scope),)
    if is_one(node.left, scope) and is_one(node.right, scope):
        return (one(node.left, scope).equals(one(node.right, scope)),)
    left = mask(many(node.left, scope, sort), scope, sort)
    right = mask(many(node.right, scope, sort), scope, sort)
    different = tuple(a ^ b for a, b in zip(left, right, strict=True))
    return (Op("not", (some(different),)),)


def _same_plain(node: core.Same, scope: Scope) -> Value:
    if isinstance(node.left.type, Chance) or isinstance(node.right.type, Chance):
        sign = wide.compared(scope, _fraction(node.left, scope), _fraction(node.right, scope))
        return Op("eq", (sign, Const(0)))
    left, right = value(node.left, scope), value(node.right, scope)
    if not left or not right:
        return TRUE
    return left[0].equals(right[0])


# ------------------------------------------------------------------ and, or, not


def lazily(scope: Scope, first: Value, node: core.Expr, *, when: bool) -> Value:
    """Return the second value where the first is `when`, else the first; it is lowered so that
    it is not worked out otherwise."""
    if known(first) is not None:
        return num(node, scope) if known(first) is when else first
    statements: list[object] = []
    with scope.b.inside(statements):  # type: ignore[arg-type]
        second = num(node, scope)
    if not statements:
        return If(first, second, FALSE) if when else If(first, TRUE, second)
    found = scope.b.temp("both", first)
    condition = Get(found) if when else Op("not", (Get(found),))
    with scope.b.when(Op("ne", (condition, Const(0)))) as branch:
        branch.then.extend(statements)  # type: ignore[arg-type]
        scope.b.set(found, second)
    return Op("ne", (Get(found), Const(0)))


@plain(core.Both)
def both(node: core.Both, scope: Scope) -> Words:
    """The right side only if the left side holds."""
    return (lazily(scope, num(node.left, scope), node.right, when=True),)


@plain(core.Either)
def either(node: core.Either, scope: Scope) -> Words:
    """The right side only if the left side does not hold."""
    return (lazily(scope, num(node.left, scope), node.right, when=False),)


@plain(core.Not)
def negation(node: core.Not, scope: Scope) -> Words:
    """The opposite."""
    found = num(node.value, scope)
    opposite: dict[Value, Value] = {TRUE: FALSE, FALSE: TRUE}
    return (opposite.get(found) or Op("not", (found,)),)


# ------------------------------------------------------------------ of things


@plain(core.Exists)
def exists(node: core.Exists, scope: Scope) -> Words:
    """At least one."""
    sort = sort_of(node.things, scope)
    if sort is None:
        return (FALSE,)
    if is_one(node.things, scope):
        return (Op("ge_s", (one(node.things, scope), Const(0))),)
    return (some(mask(many(node.things, scope, sort), scope, sort)),)


@plain(core.Among)
def among(node: core.Among, scope: Scope) -> Words:
    """All of at least one."""
    sort = sort_of(node.things, scope)
    if sort is None or sort_of(node.group, scope) is None:
        return (FALSE,)
    if is_one(node.things, scope):
        thing = scope.b.held(one(node.things, scope))
        if is_one(node.group, scope):
            other = one(node.group, scope)
            return (Op("both", (Op("ge_s", (thing, Const(0))), Op("eq", (thing, other)))),)
        return (has(mask(many(node.group, scope, sort), scope, sort), thing),)
    things = tuple(map(scope.b.held, mask(many(node.things, scope, sort), scope, sort)))
    group = mask(many(node.group, scope, sort), scope, sort)
    outside = tuple(a & ~b for a, b in zip(things, group, strict=True))
    return (Op("both", (some(things), Op("not", (some(outside),)))),)


@plain(core.OfKinds)
def of_kinds(node: core.OfKinds, scope: Scope) -> Words:
    """Of nothing: no."""
    flags = _kind_flags(scope.world, tuple(sorted(node.kinds)))
    thing = scope.b.held(one(node.thing, scope))
    if sort_of(node.thing, scope) is Sort.KIND:
        return (Op("ne", (Load(flags, thing, 1), Const(0))),)
    own = Op("ne", (Load(flags, Load(kind_table(scope.world), thing, 1), 1), Const(0)))
    if not node.also or not scope.world.setup.counts:
        return (own,)
    return (Op("either", (own, has(filters.counted_as(node.also, scope), thing))),)


def _kind_flags(world: World, kinds: tuple[int, ...]) -> Region:
    flags = (int(kind in kinds) for kind in range(len(world.ruleset.kinds)))
    return world.table(f"kinds {kinds}", (0, *flags))


@plain(core.Shows)
def shows(node: core.Shows, scope: Scope) -> Words:
    """A symbol, one of the variants, or the blank side."""
    faces = scope.world.ruleset.faces
    flags = [
        {"symbol": face.symbol == node.name, "variant": node.name in face.variants}.get(
            node.what, face.blank
        )
        for face in faces
    ]
    table = scope.world.table(f"shows {node.what} {node.name}", (0, *map(int, flags)))
    return (Op("ne", (Load(table, face_of(node.thing, scope), 1), Const(0))),)


def face_of(node: core.Expr, scope: Scope) -> Value:
    """Return the face that one piece shows as its card reads it, or the one face itself; or -1."""
    if sort_of(node, scope) is Sort.FACE:
        return one(node, scope)
    return face_shown(scope, one(node, scope))


def face_shown(scope: Scope, piece: Value) -> Value:
    """Return the face that a piece (or none) shows, as its card reads it."""
    world = scope.world
    readings = effective(world)
    if not readings:
        return by_piece(lying(world).face, piece)
    piece = scope.b.held(piece)
    width = len(world.ruleset.faces) + 1
    flat = tuple(
        readings.get(kind, {}).get(face, face)
        for kind in range(-1, len(world.ruleset.kinds))
        for face in range(-1, width - 1)
    )
    row = Load(kind_table(world), piece, 1) * width
    return Load(world.table("readings", flat), row + by_piece(lying(world).face, piece), width + 1)


@plain(core.Marked)
def marked(node: core.Marked, scope: Scope) -> Words:
    """Of nothing: no."""
    words = scope.world.piece_words
    row = region_words(lying(scope.world).marked, node.mark.index, words)
    return (has(row, scope.b.held(one(node.thing, scope))),)


@plain(core.Used)
def used(node: core.Used, scope: Scope) -> Words:
    """Of nothing: no."""
    row = region_words(lying(scope.world).used, 0, scope.world.piece_words)
    return (has(row, scope.b.held(one(node.thing, scope))),)


@plain(core.Crowned)
def crowned(node: core.Crowned, scope: Scope) -> Words:
    """Nobody has won while the game goes on."""
    return (FALSE,)


@plain(core.OfTerrain)
def of_terrain(node: core.OfTerrain, scope: Scope) -> Words:
    """Of nothing: no."""
    spaces = scope.world.setup.ground.spaces
    flags = (int(one.terrain == node.terrain) for one in spaces)
    table = scope.world.table(f"terrain {node.terrain}", (0, *flags))
    return (Op("ne", (Load(table, one(node.thing, scope), 1), Const(0))),)
