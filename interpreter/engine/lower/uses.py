"""What can be used now: the abilities of pieces, in canonical order, see `meaning.abilities`."""

from attrs import frozen

from cubedsl.dsl.model.statements import Ability
from cubedsl.dsl.model.things import Owner, Timing
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import TRUE, Const, Function, Get, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import alike
from cubedsl.interpreter.engine.lower.bodies import Given, Rows, body_function
from cubedsl.interpreter.engine.lower.filters import by_face, constant
from cubedsl.interpreter.engine.lower.pieces import lying
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    alone_bits,
    empty,
    first,
    held,
    num,
    region_words,
    size,
    some,
)
from cubedsl.interpreter.engine.lower.shapes import Shape
from cubedsl.interpreter.engine.lower.things import spot_of
from cubedsl.interpreter.engine.lower.waiting import Abilities
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import Handler

PLACES = 64


@frozen(eq=False)
class Spent:
    """What was used by an activity: rows of pieces for its abilities, then a flag for each."""

    abilities: Abilities
    region: Region

    def row(self, number: int) -> Words:
        """Return the pieces that an ability was used of."""
        return region_words(self.region, number, self.abilities.words)

    def flag(self, number: int) -> int:
        """Return the place of the flag of an ability that uses all pieces together."""
        return len(self.abilities.own) * self.abilities.words + number

    @property
    def rows(self) -> Rows:
        """Return what is remembered of pieces."""
        return Rows(self.region, 0, len(self.abilities.own))

    def clear(self, scope: Scope) -> None:
        """Begin anew."""
        for place in range(self.abilities.size):
            scope.b.store(self.region, place, 0)


def spent_region(world: World, name: str, abilities: Abilities) -> Spent:
    """Return where an activity notes what it used."""
    return Spent(abilities, world.keep(f"spent {name}", abilities.size, 8))


@frozen(eq=False)
class Uses:
    """What a search found: the ability (its place in `Abilities`) and the lowest piece of each."""

    which: Region
    piece: Region
    key: Region
    count: Region


def uses(world: World) -> Uses:
    """Return the regions of what a search found."""
    from cubedsl.interpreter.engine.lower.question import most_options

    most = most_options(world)
    return Uses(
        world.keep("use ability", most),
        world.keep("use piece", most),
        world.scrap("use key", most),
        world.keep("use count", 1),
    )


# ------------------------------------------------------------------ what is live


def live(scope: Scope, abilities: Abilities, number: int, spent: Spent, there: Words) -> Words:
    """Return the pieces that have an ability now, of those that are `there`: not spent."""
    world = scope.world
    kind, handler = abilities.own[number]
    own = constant(world.of_kinds(frozenset({kind})))
    found = [a & b & ~c for a, b, c in zip(there, own, spent.row(number), strict=True)]
    if not stays(handler.ability):
        used = region_words(lying(world).used, 0, world.piece_words)
        found = [word & ~one for word, one in zip(found, used, strict=True)]
    return tuple(found)


def speaks(world: World, abilities: Abilities, number: int) -> bool:
    """Whether a piece only has an ability while it shows a symbol."""
    return bool(world.ruleset.kinds[abilities.own[number][0]].faces)


def there(scope: Scope, timing: Timing, among: Words, *, speaking: bool) -> Words:
    """Return the pieces that are in the zone of a timing, and `speaking` if they have to be."""
    found = tuple(a & b for a, b in zip(in_zone(scope, timing), among, strict=True))
    if not speaking:
        return found
    names = [scope.b.temp("speaking") for _ in found]
    scope.b.call(_speaking(scope.world), [], names)
    return tuple(word & Get(name) for word, name in zip(found, names, strict=True))


def _speaking(world: World) -> Function:
    """Return the function that finds the dice that show a symbol that speaks."""

    def make(b: Builder) -> None:
        b.give(*by_face(world, lambda face: face.index in world.setup.speaking))

    return world.function("speaking", "speaking", make, results=world.piece_words)


def in_zone(scope: Scope, timing: Timing) -> Words:
    """Return the pieces in the zone of a timing: that of whoever acts, or the shared one."""
    if timing.zone.owner not in (Owner.GAME, Owner.PLAYER):
        return empty(scope, Sort.PIECE)
    spot = spot_of(scope, timing.zone.index, scope.you)
    return region_words(lying(scope.world).inside, spot, scope.world.piece_words)


def stays(ability: Ability) -> bool:
    """Whether using an ability leaves its piece unused."""
    return ability.ongoing or ability.timing.ongoing


# ------------------------------------------------------------------ the search


def search(world: World, key: object, abilities: Abilities, spent: Spent) -> Function:
    """Return the function that finds what a seat can use, among some pieces."""

    def make(b: Builder) -> None:
        seat, *among = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, seat, slots={})
        b.store(uses(world).count, 0, 0)
        known: dict[tuple[int, bool], Words] = {}
        for number, (_, handler) in enumerate(abilities.own):
            timing, speaking = handler.ability.timing, speaks(world, abilities, number)
            key = timing.zone.index, speaking
            if key not in known:
                found = there(scope, timing, tuple(among), speaking=speaking)
                known[key] = held(scope, found)
            pieces = held(scope, live(scope, abilities, number, spent, known[key]))
            with b.when(some(pieces)):
                _together(scope, abilities, number, pieces, spent)

    words = ("you", *("among",) * abilities.words)
    return world.function(("search", key), f"search {key}", make, parameters=words)


def _together(scope: Scope, abilities: Abilities, number: int, pieces: Words, spent: Spent) -> None:
    """Add the uses of an ability: of one piece each, of some of them, of all together."""
    b = scope.b
    using = abilities.own[number][1].ability.using
    if using == 0:
        flag = Load(spent.region, Const(spent.flag(number)))
        with b.when(flag.equals(0)):
            _add_if(scope, abilities, number, pieces, first(scope, pieces, Sort.PIECE))
        return
    if using > 1:
        count = size(pieces)
        with b.when(Op("ge_s", (count, Const(using)))):
            taken = held(scope, lowest(scope, pieces, using))
            _add_if(scope, abilities, number, taken, first(scope, taken, Sort.PIECE))
        return
    seen = alike.gather(scope, pieces, scope.you)
    left = [b.temp("left", word) for word in pieces]
    with b.loop("groups") as loop:
        b.leave(loop, Op("not", (some(tuple(map(Get, left))),)))
        piece = b.held(first(scope, tuple(map(Get, left)), Sort.PIECE))
        equal = alike.equal_to(scope, piece, tuple(map(Get, left)), seen)
        for name, word in zip(left, equal, strict=True):
            b.set(name, Get(name) & ~word)
        _add_if(scope, abilities, number, alone_bits(scope, piece, len(left)), piece)


def lowest(scope: Scope, pieces: Words, count: int) -> Words:
    """Return the lowest pieces, so many as are there."""
    left = [scope.b.temp("left", word) for word in pieces]
    taken = [scope.b.temp("low", 0) for _ in pieces]
    for _ in range(count):
        piece = scope.b.held(first(scope, tuple(map(Get, left)), Sort.PIECE))
        for own, other, bit in zip(left, taken, alone_bits(scope, piece, len(left)), strict=True):
            scope.b.set(own, Get(own) & ~bit)
            scope.b.set(other, Get(other) | bit)
    return tuple(map(Get, taken))


def _add_if(scope: Scope, abilities: Abilities, number: int, pieces: Words, piece: Value) -> None:
    """Add a use if its condition holds, in its place among the others."""
    kind, handler = abilities.own[number]
    piece = scope.b.held(piece)
    condition = handler.ability.condition
    if condition is None:
        scope.b.call(_insert(scope.world), [number, piece, handler.place])
        return
    holds = holds_function(scope.world, kind, handler)
    with scope.b.when(scope.b.result(holds, scope.you, *_given_words(handler, pieces, piece))):
        scope.b.call(_insert(scope.world), [number, piece, handler.place])


def append_if(scope: Scope, abilities: Abilities, number: int, pieces: Words, piece: Value) -> None:
    """Add a use behind all others if its condition holds."""
    kind, handler = abilities.own[number]
    piece, own = scope.b.held(piece), uses(scope.world)
    condition: Value = TRUE
    if handler.ability.condition is not None:
        holds = holds_function(scope.world, kind, handler)
        condition = scope.b.result(holds, scope.you, *_given_words(handler, pieces, piece))
    with scope.b.when(condition):
        place = scope.b.held(Load(own.count, Const(0)))
        scope.b.store(own.which, place, number)
        scope.b.store(own.piece, place, piece)
        scope.b.store(own.count, 0, place + 1)


def _given_words(handler: Handler, pieces: Words, piece: Value) -> Words:
    return (piece,) if handler.ability.using == 1 else pieces


def given_shape(world: World, handler: Handler) -> Shape:
    """Return the shape of what an ability uses: `this` or `these`."""
    one = handler.ability.using == 1
    return world.counts.one(Sort.PIECE) if one else world.counts.many(Sort.PIECE)


def holds_function(world: World, kind: int, handler: Handler) -> Function:
    """Return the function that tells whether the condition of an ability holds."""
    shape = given_shape(world, handler)

    def make(b: Builder) -> None:
        seat, *words = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, seat, slots={})
        scope.bind(0, shape, tuple(words))
        assert handler.ability.condition is not None
        b.give(num(handler.ability.condition, scope))

    names = ("you", *("this",) * shape.words)
    key = ("holds", kind, handler)
    return world.function(key, f"if {handler.title}", make, parameters=names, results=1)


def _insert(world: World) -> Function:
    """Return the function that adds a use in its place: by lowest piece, then by ability."""

    def make(b: Builder) -> None:
        number, piece, order = (Get(one) for one in b.function.parameters)
        own = uses(world)
        key = b.held(piece * PLACES + order)
        place = b.temp("place", Load(own.count, Const(0)))
        with b.loop("shift") as loop:
            b.leave(loop, Get(place).equals(0))
            before = b.held(Get(place) - 1)
            b.leave(loop, Op("le_s", (Load(own.key, before), key)))
            for region in (own.key, own.which, own.piece):
                b.store(region, before, Load(region, before), 1)
            b.set(place, before)
        b.store(own.key, Get(place), key)
        b.store(own.which, Get(place), number)
        b.store(own.piece, Get(place), piece)
        b.store(own.count, 0, Load(own.count, Const(0)) + 1)

    return world.function("insert use", "insert use", make, parameters=3)


# ------------------------------------------------------------------ the bodies of abilities


def use_function(
    world: World, kind: int, handler: Handler, context: frozenset[str], *, declined: bool
) -> Function:
    """Return the function of an ability's body, or of what even those do who decline it."""
    block = handler.ability.projection if declined else handler.ability.body
    key = ("declined" if declined else "use", kind, handler)
    given = [Given(0, given_shape(world, handler))]
    name = f"{'declined ' if declined else ''}{handler.title} {handler.place}"
    return body_function(world, key, name, block, given, context)
