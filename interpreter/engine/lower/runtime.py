"""What every program has: random numbers, steps, and what happens to pieces."""

from collections.abc import Sequence
from itertools import accumulate, chain

from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    TRUE,
    Const,
    Function,
    Get,
    If,
    Load,
    Op,
    Region,
    Value,
    signed,
)
from cubedsl.interpreter.engine.lower.pieces import by_piece, lying
from cubedsl.interpreter.engine.lower.scope import Scope, alone_bits, members, region_words, size
from cubedsl.interpreter.engine.lower.watching import count_taken
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.state import MOST_STEPS_IN_SILENCE, NO_FACE
from cubedsl.interpreter.streams import HALF, STRIDE

FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


# ------------------------------------------------------------------ random numbers


def streams(world: World) -> Region:
    """Return the random streams: that of the rules, then one for each seat."""
    return world.keep("streams", 1 + world.setup.players, 8)


def following(world: World) -> Region:
    """Return the next word of each stream.

    It is worked out as soon as the one before is drawn: nobody has to wait for it then.
    """
    return world.keep("following", 1 + world.setup.players, 8)


def mix(world: World) -> Function:
    """Return the function that scatters 64 bits: the finisher of SplitMix64."""

    def make(b: Builder) -> None:
        word: Value = Get(b.function.parameters[0])
        word = b.held((word ^ (word >> 30)) * signed(FIRST_FACTOR))
        word = b.held((word ^ (word >> 27)) * signed(SECOND_FACTOR))
        b.give(word ^ (word >> 31))

    return world.function("mix", "mix", make, parameters=1, results=1)


def set_stream(world: World, b: Builder, stream: Value, state: Value) -> None:
    """Let a stream go on from a state."""
    state = b.held(state)
    b.store(streams(world), stream, state)
    b.store(following(world), stream, b.result(mix(world), state + signed(STRIDE)))


def below(world: World) -> Function:
    """Return the function that draws a number below a bound from a stream."""

    def make(b: Builder) -> None:
        stream, bound = (Get(one) for one in b.function.parameters)
        product = b.held(b.result(_product(world), stream, bound))
        with b.when(Op("lt_u", (product & HALF, bound))):
            b.give(b.result(_below_again(world), stream, bound, product))
        b.give(product >> 32)

    return world.function("below", "below", make, parameters=2, results=1)


def _below_again(world: World) -> Function:
    """Return the function that draws again as long as a product is one that would come too often:
    it is seldom needed, and long."""

    def make(b: Builder) -> None:
        stream, bound, first = (Get(one) for one in b.function.parameters)
        product = b.temp("product", first)
        least = b.held(Op("rem_u", (Const(HALF + 1) - bound, bound)))
        with b.loop("again") as loop:
            b.leave(loop, Op("ge_u", (Get(product) & HALF, least)))
            b.set(product, b.result(_product(world), stream, bound))
        b.give(Get(product) >> 32)

    name = "below again"
    return world.function(name, name, make, parameters=3, results=1, rare=True)


def _product(world: World) -> Function:
    def make(b: Builder) -> None:
        stream, bound = (Get(one) for one in b.function.parameters)
        word = b.held(Load(following(world), stream))
        set_stream(world, b, stream, Load(streams(world), stream) + signed(STRIDE))
        drawn = world.keep("drawn", 1 + world.setup.players, 8)
        b.store(drawn, stream, Load(drawn, stream) + 1)
        b.give((word >> 32) * bound)

    return world.function("product", "random product", make, parameters=2, results=1)


def some_of(world: World, sort: Sort) -> Function:
    """Return the function that draws some of a set (its bits), as many as are wanted and there."""
    words = world.counts.many(sort).mask_words

    def make(b: Builder) -> None:
        wanted, *things = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, slots={})
        left = [b.temp("left", word) for word in things]
        count = b.temp("count", size(things))
        with b.when(Op("ge_s", (wanted, Get(count)))):
            b.give(*things)
        taken = [b.temp("taken", 0) for _ in things]
        with b.counting(0, If(Op("gt_s", (wanted, Const(0))), wanted, Const(0))):
            place = b.held(b.result(below(world), Const(0), Get(count)))
            thing = b.held(b.result(place_of(world, sort), place, *map(Get, left)))
            for own, other, bit in zip(left, taken, alone_bits(scope, thing, words), strict=True):
                b.set(own, Get(own) & ~bit)
                b.set(other, Get(other) | bit)
            b.set(count, Get(count) - 1)
        b.give(*map(Get, taken))

    return world.function(
        ("some", words), f"some of {words}", make, parameters=1 + words, results=words
    )


def place_of(world: World, sort: Sort) -> Function:
    """Return the function that finds the thing at a place (from 0) in a set."""
    words = world.counts.many(sort).mask_words

    def make(b: Builder) -> None:
        place, *things = (Get(one) for one in b.function.parameters)
        left = b.temp("place", place)
        for i, word in enumerate(things):
            rest = b.temp("rest", word)
            here = b.held(Op("popcnt", (word,)))
            with b.when(Op("lt_s", (Get(left), here))):
                with b.loop("skip") as loop:
                    b.leave(loop, Get(left).equals(0))
                    b.set(rest, Get(rest) & (Get(rest) - 1))
                    b.set(left, Get(left) - 1)
                b.give(Op("ctz", (Get(rest),)) + 64 * i)
            b.set(left, Get(left) - here)
        b.give(-1)

    return world.function(
        ("place", words), f"place in {words}", make, parameters=1 + words, results=1
    )


# ------------------------------------------------------------------ steps and changes


def step(scope: Scope, span: Span) -> None:
    """Count a step; stop a game that goes on without end."""
    world = scope.world
    silence = world.fail(
        f"nobody decided or rolled anything in {MOST_STEPS_IN_SILENCE} steps", span
    )
    length = world.fail("the game is not over after {0} steps", span)
    # Nothing else gives these reasons: those of a place stand side by side.
    assert length == silence + 1
    scope.b.call(_step(world), [silence])


def _step(world: World) -> Function:
    def make(b: Builder) -> None:
        steps = world.keep("steps", 1)
        now = b.held(Load(steps, Const(0)) + 1)
        b.store(steps, 0, now)
        with b.when(now.above(Load(last_step(world), Const(0)))):
            b.call(_too_long(world), [Get(b.function.parameters[0])])

    return world.function("step", "step", make, parameters=1)


def last_step(world: World) -> Region:
    """Return after how many steps the game is stopped, if nobody decides or rolls before."""
    return world.keep("last step", 1)


def _too_long(world: World) -> Function:
    """Return the function that stops a game because of its last step: for the reason it is given,
    or for the next one."""

    def make(b: Builder) -> None:
        (silence,) = (Get(one) for one in b.function.parameters)
        heard, most = (Load(world.keep(name, 1), Const(0)) for name in ("heard", "most steps"))
        with b.when((Load(last_step(world), Const(0)) - heard).equals(MOST_STEPS_IN_SILENCE)):
            stop(world, b, silence, Const(0))
        stop(world, b, silence + 1, most)

    return world.function("too long", "too long", make, parameters=1, rare=True)


def stop(world: World, b: Builder, reason: Value, about: Value) -> None:
    region = world.scrap("reason", 3)
    b.store(region, 0, reason)
    b.store(region, 1, about)
    b.fail(-1)


def end_silence(world: World, b: Builder) -> None:
    """Note that somebody decided or rolled: after how many steps."""
    steps, most = (b.held(Load(world.keep(name, 1), Const(0))) for name in ("steps", "most steps"))
    b.store(world.keep("heard", 1), 0, steps)
    silent = b.held(steps + MOST_STEPS_IN_SILENCE)
    b.store(last_step(world), 0, If(silent.below(most), silent, most))


def changed(scope: Scope) -> None:
    """Note that the position has changed: strategies ask whether it has."""
    if not scope.world.strategies:
        return
    region = scope.world.keep("changes", 1)
    scope.b.store(region, 0, Load(region, Const(0)) + 1)


# ------------------------------------------------------------------ pieces


def put(world: World) -> Function:
    """Return the function that lays a piece into a spot: on an `end` (1 top, 2 bottom, 0)."""

    def make(b: Builder) -> None:
        piece, spot, end = (Get(one) for one in b.function.parameters)
        scope, own = Scope(world, b, slots={}), lying(world)
        came = b.held(by_piece(own.spot, piece).differs(spot), "came")
        with b.when(Op("ne", (came, Const(0)))):
            _enter(scope, piece, spot)
        if _has_order(world):
            with b.when(Op("ne", (came | end, Const(0)))):
                b.store(own.rank, piece, _rank_at(scope, spot, end), 1)
                changed(scope)

    return world.function("put", "put", make, parameters=3)


def _has_order(world: World) -> bool:
    return any(zone.ordered for zone in world.ruleset.zones)


def _enter(scope: Scope, piece: Value, spot: Value) -> None:
    world, b, own = scope.world, scope.b, lying(scope.world)
    words, setup = world.piece_words, world.setup
    bits = tuple(map(b.held, alone_bits(scope, piece, words)))
    before = b.held(by_piece(own.spot, piece))
    count_taken(scope, piece, before, spot)
    for i, bit in enumerate(bits):
        b.store(own.inside, before * words, Load(own.inside, before * words, i) & ~bit, i)
        b.store(own.inside, spot * words, Load(own.inside, spot * words, i) | bit, i)
        b.store(own.used, i, Load(own.used, Const(i)) & ~bit)
    b.store(own.spot, piece, spot, 1)
    shared = world.table("shared spots", tuple(map(int, setup.spots.shared)))
    bare = tuple(
        int(one or other)
        for one, other in zip(setup.spots.shared, setup.spots.faceless, strict=True)
    )
    with b.when(Load(shared, spot).differs(0)):
        _forget(scope, piece, bits)
    with b.when(Load(world.table("bare spots", bare), spot).differs(0)):
        show_face(scope, piece, bits, Const(NO_FACE))
    changed(scope)


def show_face(scope: Scope, piece: Value, bits: tuple[Value, ...], face: Value) -> None:
    """Let a piece show a face (or none)."""
    b, own, words = scope.b, lying(scope.world), len(bits)
    old = b.held(by_piece(own.face, piece))
    with b.when(Op("ge_s", (old, Const(0)))):
        for i, bit in enumerate(bits):
            b.store(own.showing, old * words, Load(own.showing, old * words, i) & ~bit, i)
    b.store(own.face, piece, face, 1)
    if isinstance(face, Const) and face.value == NO_FACE:
        return
    with b.when(Op("ge_s", (face, Const(0)))):
        for i, bit in enumerate(bits):
            b.store(own.showing, face * words, Load(own.showing, face * words, i) | bit, i)


def _forget(scope: Scope, piece: Value, bits: tuple[Value, ...]) -> None:
    world, b, own = scope.world, scope.b, lying(scope.world)
    words = len(bits)
    for region, rows in ((own.marked, len(world.ruleset.marks)), (own.known, world.setup.players)):
        for row in range(rows):
            for i, bit in enumerate(bits):
                at = row * words + i
                b.store(region, at, Load(region, Const(at)) & ~bit)
    for cell in world.setup.of_pieces:
        shape, region = world.counts.shape(cell.type), world.cell(cell)
        default = world.keep(f"first {cell.name}", shape.words, region.width)
        for i in range(shape.words):
            b.store(region, piece * shape.words, Load(default, Const(i)), i)


def _rank_at(scope: Scope, spot: Value, end: Value) -> Value:
    """Return the rank of what is laid on an end of a spot: beyond all that lies there."""
    world, b, own = scope.world, scope.b, lying(scope.world)
    ordered = tuple(int(zone.ordered) for zone in world.setup.spots.zone)
    found = b.temp("rank", 0)
    ranked = Op(
        "both", (end.differs(0), Load(world.table("ordered spots", ordered), spot).differs(0))
    )
    with b.when(ranked):
        inside = region_words(own.inside, spot, world.piece_words)
        with members(scope, inside, Sort.PIECE) as piece:
            rank = b.held(by_piece(own.rank, piece))
            higher = Op("both", (end.equals(1), Op("gt_s", (rank, Get(found)))))
            lower = Op("both", (end.equals(2), Op("lt_s", (rank, Get(found)))))
            with b.when(Op("either", (higher, lower))):
                b.set(found, rank)
        b.set(found, If(end.equals(1), Get(found) + 1, Get(found) - 1))
    return Get(found)


def turn(world: World) -> Function:
    """Return the function that lets a piece show a face (none in a faceless zone)."""

    def make(b: Builder) -> None:
        piece, face = (Get(one) for one in b.function.parameters)
        scope, own = Scope(world, b, slots={}), lying(world)
        bits = tuple(map(b.held, alone_bits(scope, piece, world.piece_words)))
        with b.when(_shows_faces(world, by_piece(own.spot, piece))):
            show_face(scope, piece, bits, face)
        for i, bit in enumerate(bits):
            b.store(own.used, i, Load(own.used, Const(i)) & ~bit)
        changed(scope)

    return world.function("turn", "turn", make, parameters=2)


def _shows_faces(world: World, spot: Value) -> Value:
    """Return whether pieces show faces where they lie."""
    faceless = tuple(map(int, world.setup.spots.faceless))
    return Load(world.table("faceless spots", faceless), spot).equals(0) if any(faceless) else TRUE


def roll(world: World) -> Function:
    """Return the function that throws some dice, in ascending order."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, slots={})
        dice = tuple(Get(one) for one in b.function.parameters)
        with members(scope, dice, Sort.PIECE) as die:
            b.call(roll_one(world), [die])

    return world.function("roll", "roll", make, parameters=world.piece_words)


def roll_one(world: World) -> Function:
    """Return the function that throws a die; what has no sides is not thrown."""

    def make(b: Builder) -> None:
        (die,) = (Get(one) for one in b.function.parameters)
        sides = [world.ruleset.kinds[kind].faces for kind in world.setup.pieces.kind]
        count = b.held(Load(world.table("sides", tuple(map(len, sides))), die))
        with b.when(TRUE if all(sides) else count.differs(0)):
            end_silence(world, b)
            place = b.result(below(world), Const(0), count)
            b.call(turn(world), [die, b.held(_side(world, sides, die, place))])

    return world.function("roll one", "roll one", make, parameters=1)


def _side(world: World, sides: Sequence[Sequence[int]], die: Value, place: Value) -> Value:
    """Return the face on a side of a die: a number behind that of its first, if all dice are so."""
    if all(tuple(own) == tuple(range(own[0], own[0] + len(own))) for own in sides if own):
        firsts = tuple(own[0] if own else 0 for own in sides)
        return Load(world.table("first face", firsts), die) + place
    starts = tuple(accumulate(map(len, sides), initial=0))[:-1]
    every = world.table("all sides", tuple(chain.from_iterable(sides)))
    return Load(every, Load(world.table("first side", starts), die) + place)


def sees(scope: Scope, seat: Value) -> tuple[Value, ...]:
    """Return the pieces of which a player sees what they are."""
    world, own, words = scope.world, lying(scope.world), scope.world.piece_words
    setup = world.setup
    if not any(zone.hidden or zone.private for zone in world.ruleset.zones):
        return (Const(-1),) * words
    found: list[Value] = [
        Get(scope.b.temp("seen", word)) for word in region_words(own.known, seat, words)
    ]
    for spot, zone in enumerate(setup.spots.zone):
        inside = region_words(own.inside, spot, words)
        if not zone.hidden and not zone.private:
            found = [a | b for a, b in zip(found, inside, strict=True)]
        elif zone.private and not zone.hidden:
            is_own = Const(0) - seat.equals(setup.spots.owner[spot])
            found = [a | (is_own & b) for a, b in zip(found, inside, strict=True)]
    return tuple(map(scope.b.held, found))
