"""A position as one seat can imagine it, see `interpreter.imagined`.

The pieces that the seat does not see are laid out anew among the places where they lie.  A strategy
thinks in the imagined position: the real one is put aside and put back.
"""

from cubedsl.dsl.model.statements import Each
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Op, Region
from cubedsl.interpreter.engine.lower.memory import default_words
from cubedsl.interpreter.engine.lower.pieces import by_piece, lying
from cubedsl.interpreter.engine.lower.runtime import below, sees
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    alone_bits,
    fit,
    has,
    members,
    region_words,
)
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.state import NO_FACE


def is_secret(world: World) -> bool:
    """Whether there are zones that not everybody sees, or choices in secret."""
    return world.once("secret", lambda own: has_zones(own) or has_choices(own))


def has_zones(world: World) -> bool:
    """Whether there are zones that not everybody sees."""
    return any(zone.hidden or zone.private for zone in world.ruleset.zones)


def has_choices(world: World) -> bool:
    """Whether something is chosen in secret."""
    return any(
        isinstance(node, Each) and node.secretly for body in world.bodies for node in walk(body)
    )


# ------------------------------------------------------------------ who stands for whom


def standing(world: World) -> tuple[Region, Region, Region]:
    """Return for every piece the one that is imagined in its place (-1 for itself), the unseen
    pieces of one noun in the order of what they are, and in that of where they lie."""
    count = len(world.setup.pieces) + 1
    names = ("stands for", "unseen pieces", "unseen places")
    first, second, third = (world.scrap(name, count) for name in names)
    return first, second, third


def lay_out(world: World, *, shuffled: bool = False) -> Function:
    """Return the function that finds what is imagined in the place of each piece by a seat: always
    the same, or (`shuffled`) anything that may be so."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, Get(b.function.parameters[0]), slots={})
        stands, pieces, places = standing(world)
        seen = sees(scope, scope.you)
        with b.counting(0, len(world.setup.pieces)) as piece:
            b.store(stands, piece, -1)
        for noun, own in world.setup.pieces.of_noun.items():
            order = world.table(f"order of {noun}", _by_identity(world, own))
            count = b.temp("count", 0)
            with b.counting(0, len(own)) as i:
                piece = b.held(Load(order, i))
                with b.when(Op("not", (has(seen, piece),))):
                    b.store(pieces, Get(count), piece)
                    b.call(_insert(world), [piece, Get(count)])
                    b.set(count, Get(count) + 1)
            if shuffled:
                b.call(_shuffle(world), [Get(count)])
            with b.counting(0, Get(count)) as i:
                b.store(stands, Load(places, i), Load(pieces, i))

    return world.function(("lay out", shuffled), "lay out", make, parameters=("you",))


def _shuffle(world: World) -> Function:
    """Return the function that brings the unseen pieces into any order."""

    def make(b: Builder) -> None:
        _, pieces, _ = standing(world)
        left = b.temp("left", Get(b.function.parameters[0]))
        with b.loop("shuffle") as loop:
            b.leave(loop, Op("le_s", (Get(left), Const(1))))
            place = b.held(b.result(below(world), Const(0), Get(left)))
            b.set(left, Get(left) - 1)
            one, other = b.held(Load(pieces, place)), b.held(Load(pieces, Get(left)))
            b.store(pieces, place, other)
            b.store(pieces, Get(left), one)

    return world.function("shuffle", "shuffle", make, parameters=1)


def _by_identity(world: World, pieces: tuple[int, ...]) -> tuple[int, ...]:
    own = world.setup.pieces
    return tuple(sorted(pieces, key=lambda one: (own.kind[one], own.copy[one], own.owner[one])))


def _insert(world: World) -> Function:
    """Return the function that puts a piece in its place among those that were put there, by where
    they lie and by what remembers them."""

    def make(b: Builder) -> None:
        piece, count = (Get(one) for one in b.function.parameters)
        _, _, places = standing(world)
        place = b.temp("place", count)
        with b.loop("shift") as loop:
            b.leave(loop, Get(place).equals(0))
            before = b.held(Load(places, Get(place) - 1))
            b.leave(loop, b.result(_is_before(world), piece, before).equals(0))
            b.store(places, Get(place), before)
            b.set(place, Get(place) - 1)
        b.store(places, Get(place), piece)

    return world.function("insert unseen", "insert unseen", make, parameters=2)


def _is_before(world: World) -> Function:
    """Return the function that tells whether a piece lies before another: by its spot, its rank,
    what remembers it."""

    def make(b: Builder) -> None:
        one, other = (Get(word) for word in b.function.parameters)
        scope, own = Scope(world, b, slots={}), lying(world)
        for region in (own.spot, own.rank):
            left, right = b.held(by_piece(region, one)), b.held(by_piece(region, other))
            with b.when(left.differs(right)):
                b.give(Op("lt_s", (left, right)))
        for region, words, row in _remembered(scope):
            left, right = b.held(has(words, one)), b.held(has(words, other))
            with b.when(left.differs(right)):
                b.give(Op("lt_s", (left, right)))
            assert region is not None and row is not None
        b.give(0)

    return world.function("is before", "is before", make, parameters=2, results=1)


def _remembered(scope: Scope):  # type: ignore[no-untyped-def]
    """Go through the sets of pieces that cells hold: the region, the set, the row."""
    world, many = scope.world, scope.world.counts.many(Sort.PIECE)
    for cell in world.setup.with_pieces:
        shape, region = world.counts.shape(cell.type), world.cell(cell)
        for owner in range(world.owners(cell.owner)):
            at = Const(owner * shape.words)
            own = tuple(Load(region, at, i) for i in range(shape.words))
            yield region, fit(scope, own, shape, many), owner


def number_of(world: World) -> Function:
    """Return the function that tells what a seat calls a piece: its number; unseen, the lowest that
    is imagined where it lies (`lay_out` has been called)."""

    def make(b: Builder) -> None:
        (piece,) = (Get(one) for one in b.function.parameters)
        stands, _, _ = standing(world)
        with b.when(Op("lt_s", (Load(stands, piece), Const(0)))):
            b.give(piece)
        scope, own = Scope(world, b, slots={}), lying(world)
        spot = b.held(by_piece(own.spot, piece))
        lowest = b.temp("lowest", len(world.setup.pieces))
        inside = region_words(own.inside, spot, world.piece_words)
        with members(scope, inside, Sort.PIECE) as other:
            number = b.held(Load(stands, other))
            lower = Op("lt_s", (number, Get(lowest)))
            with b.when(Op("both", (Op("ge_s", (number, Const(0))), lower))):
                b.set(lowest, number)
        b.give(Get(lowest))

    return world.function("number of", "number of", make, parameters=1, results=1)


# ------------------------------------------------------------------ the imagined position


def imagine(world: World, *, shuffled: bool = False) -> Function:
    """Return the function that turns the position into the one that a seat imagines, or
    (`shuffled`) into one of those that may be so."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, Get(b.function.parameters[0]), slots={})
        if has_choices(world):
            _uncover(scope)
        if has_zones(world):
            b.call(lay_out(world, shuffled=shuffled), [scope.you])
            _move(scope)
            _forget(scope)

    return world.function(("imagine", shuffled), "imagine", make, parameters=("you",))


def _move(scope: Scope) -> None:
    """Lay the imagined pieces where those lie that they stand for."""
    world, b, own = scope.world, scope.b, lying(scope.world)
    stands, _, _ = standing(world)
    count, words = len(world.setup.pieces), world.piece_words
    spots, ranks = world.scrap("imagined spot", count), world.scrap("imagined rank", count)
    with b.counting(0, count) as piece:
        b.store(spots, piece, -1)
    with b.counting(0, count) as real:
        piece = b.held(Load(stands, real))
        with b.when(Op("ge_s", (piece, Const(0)))):
            b.store(spots, piece, by_piece(own.spot, real))
            b.store(ranks, piece, by_piece(own.rank, real))
    with b.counting(0, count) as piece:
        spot = b.held(Load(spots, piece))
        with b.when(Op("ge_s", (spot, Const(0)))):
            before = b.held(by_piece(own.spot, piece))
            for i, bit in enumerate(alone_bits(scope, piece, words)):
                bit = b.held(bit)
                b.store(own.inside, before * words, Load(own.inside, before * words, i) & ~bit, i)
                b.store(own.inside, spot * words, Load(own.inside, spot * words, i) | bit, i)
            b.store(own.spot, piece, spot, 1)
            b.store(own.rank, piece, Load(ranks, piece), 1)
            b.store(own.face, piece, NO_FACE, 1)


def _forget(scope: Scope) -> None:
    """What is not seen shows nothing, has no mark and remembers nothing; what remembers it,
    remembers what stands for it."""
    world, b, own = scope.world, scope.b, lying(scope.world)
    stands, _, _ = standing(world)
    count, words = len(world.setup.pieces), world.piece_words
    unseen = [b.temp("unseen", 0) for _ in range(words)]
    with b.counting(0, count) as piece:
        with b.when(Op("ge_s", (Load(stands, piece), Const(0)))):
            for name, bit in zip(unseen, alone_bits(scope, piece, words), strict=True):
                b.set(name, Get(name) | bit)
            for cell in world.setup.of_pieces:
                shape = world.counts.shape(cell.type)
                for i, word in enumerate(default_words(scope, cell)):
                    b.store(world.cell(cell), piece * shape.words, word, i)
    rows = [(own.showing, len(world.ruleset.faces)), (own.marked, len(world.ruleset.marks))]
    for region, number in (*rows, (own.used, 1), (own.known, world.setup.players)):
        for place in range(number * words):
            old = Load(region, Const(place))
            b.store(region, place, old & ~Get(unseen[place % words]))
    for region, found, owner in _remembered(scope):
        _rename(scope, region, found, owner, tuple(map(Get, unseen)))


def _rename(scope: Scope, region: Region, found: Words, owner: int, unseen: Words) -> None:
    """Let a cell hold those that stand for the pieces that it holds."""
    b = scope.b
    stands, _, _ = standing(scope.world)
    words = len(unseen)
    new = [b.temp("new", own & ~out) for own, out in zip(found, unseen, strict=True)]
    hidden = tuple(own & out for own, out in zip(found, unseen, strict=True))
    with members(scope, hidden, Sort.PIECE) as piece:
        bits = alone_bits(scope, Load(stands, piece), words)
        for name, bit in zip(new, bits, strict=True):
            b.set(name, Get(name) | bit)
    if region.width == 8:
        for i, name in enumerate(new):
            b.store(region, owner * words + i, Get(name))
        return
    from cubedsl.interpreter.engine.lower.scope import first

    b.store(region, owner, first(scope, tuple(map(Get, new)), Sort.PIECE))


# ------------------------------------------------------------------ choices in secret


def depth(world: World) -> Region:
    """Return how many secret choices are open around."""
    return world.keep("secret depth", 1)


def before(world: World, region: Region) -> Region:
    """Return what a cell was before others set it in secret."""
    return world.keep(f"before {region.name}", region.count, region.width)


def hold(scope: Scope) -> None:
    """Begin a secret choice: what is remembered now is what others know."""
    b, level = scope.b, depth(scope.world)
    with b.when(Load(level, Const(0)).equals(0)):
        for region in _cells(scope.world):
            with b.counting(0, region.count) as place:
                b.store(before(scope.world, region), place, Load(region, place))
    b.store(level, 0, Load(level, Const(0)) + 1)


def release(scope: Scope) -> None:
    """End a secret choice."""
    level = depth(scope.world)
    scope.b.store(level, 0, Load(level, Const(0)) - 1)


def _cells(world: World) -> list[Region]:
    return [world.cell(cell) for cell in world.ruleset.cells]


def _uncover(scope: Scope) -> None:
    """Put back what others have set in secret."""
    world, b = scope.world, scope.b
    with b.when(Load(depth(world), Const(0)).differs(0)):
        for cell in world.ruleset.cells:
            region, words = world.cell(cell), world.counts.shape(cell.type).words
            with b.counting(0, world.owners(cell.owner)) as owner:
                with b.when(owner.differs(scope.you)):
                    row = b.held(owner * words)
                    for i in range(words):
                        b.store(region, row, Load(before(world, region), row, i), i)
