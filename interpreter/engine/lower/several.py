"""Things that are alike in values of which each can have several, see `meaning.likeness`: the
values of a thing are a set of bits."""

from attrs import frozen

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower import asking
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    held,
    many,
    mask,
    region_words,
    some,
    sort_of,
    take_first,
)
from cubedsl.interpreter.engine.lower.world import World


@frozen(eq=False)
class Sets:
    """The values of the groups that a player picks from, and of what was chosen: so many words
    each."""

    of_group: Region
    chosen: Region
    words: int


def sets(world: World) -> Sets:
    """Return where the values of groups lie."""
    words, most = width(world), most_things(world)
    return Sets(
        world.keep("group sets", most * words, 8),
        world.keep("chosen sets", most * words, 8),
        words,
    )


def width(world: World) -> int:
    """Return how many words the values of anything need."""
    return max(map(world.counts.words, world.counts.of))


def most_things(world: World) -> int:
    """Return how many things there can be."""
    return max(world.counts.of.values(), default=0) + 1


def values_of(likeness: core.Likeness, thing: Value, sort: Sort, scope: Scope) -> Words:
    """Return the values of a thing."""
    scope.bind(likeness.slot, scope.world.counts.one(sort), (thing,))
    own = sort_of(likeness.value, scope)
    words = mask(many(likeness.value, scope, own), scope, own) if own is not None else ()
    padding = (Const(0),) * (width(scope.world) - len(words))
    return held(scope, (*words, *padding))


def common(left: Words, right: Words) -> Words:
    """Return what two sets have in common."""
    return tuple(a & b for a, b in zip(left, right, strict=True))


def _either(left: Words, right: Words) -> Words:
    return tuple(a | b for a, b in zip(left, right, strict=True))


def _set_all(b: Builder, names: list[Var], words: Words) -> None:
    for name, word in zip(names, words, strict=True):
        b.set(name, word)


# ------------------------------------------------------------------ picking


def most(world: World, how: str) -> Function:
    """Return the function that finds how many things of the groups can be chosen in all."""
    own, groups = sets(world), asking.groups(world)

    def make(b: Builder) -> None:
        nothing = (Const(0),) * own.words
        if how == "different":
            b.give(b.result(_packing(world), 0, *nothing))
            return
        names = [b.temp("all", 0) for _ in nothing]
        with b.counting(0, Load(groups.count, Const(0))) as i:
            row = region_words(own.of_group, i, own.words)
            _set_all(b, names, _either(tuple(map(Get, names)), row))
        b.give(b.result(_best_shared(world), 0, *map(Get, names)))

    return world.function(("most of sets", how), f"most of sets {how}", make, results=1)


def fits(world: World, how: str) -> Function:
    """Return the function that tells whether a group may be chosen from, so that as many as needed
    can be: of the place of the group, the number needed, and how many are chosen."""
    own = sets(world)
    write = _fits_different if how == "different" else _fits_same

    def make(b: Builder) -> None:
        place, needed, chosen = (Get(word) for word in b.function.parameters)
        values = [b.temp("values", word) for word in region_words(own.of_group, place, own.words)]
        write(world, b, place, needed, chosen, values)

    key = ("fits of sets", how)
    return world.function(key, f"fits of sets {how}", make, parameters=3, results=1)


def _fits_same(
    world: World, b: Builder, place: Value, needed: Value, chosen: Value, values: list[Var]
) -> None:
    own = sets(world)
    with b.counting(0, chosen) as i:
        row = region_words(own.chosen, i, own.words)
        _set_all(b, values, common(tuple(map(Get, values)), row))
    b.give(Op("ge_s", (b.result(_best_shared(world), place, *map(Get, values)), needed)))


def _fits_different(
    world: World, b: Builder, place: Value, needed: Value, chosen: Value, values: list[Var]
) -> None:
    own = sets(world)
    with b.counting(0, chosen) as i:
        row = region_words(own.chosen, i, own.words)
        with b.when(some(common(region_words(own.of_group, place, own.words), row))):
            b.give(0)
        _set_all(b, values, _either(tuple(map(Get, values)), row))
    b.give(Op("ge_s", (b.result(_packing(world), place, *map(Get, values)) + 1, needed)))


def _best_shared(world: World) -> Function:
    """Return the function that finds how many things at most, from a group on, have the same one of
    some values."""
    own, groups = sets(world), asking.groups(world)

    def make(b: Builder) -> None:
        start, *shared = (Get(word) for word in b.function.parameters)
        scope = Scope(world, b, slots={})
        left = [b.temp("left", word) for word in shared]
        best = b.temp("best", 0)
        with b.loop("value") as loop:
            b.leave(loop, Op("not", (some(tuple(map(Get, left))),)))
            value = Get(take_first(scope, left, None))
            there = b.temp("there", 0)
            with b.counting(start, Load(groups.count, Const(0))) as i:
                with b.when(has_bit(own.of_group, i, own.words, value)):
                    b.set(there, Get(there) + Load(groups.left, i))
            b.set(best, If(Op("gt_s", (Get(there), Get(best))), Get(there), Get(best)))
        b.give(Get(best))

    parameters = 1 + own.words
    return world.function("best shared", "best shared", make, parameters=parameters, results=1)


def has_bit(region: Region, row: Value, words: int, bit: Value) -> Value:
    """Return whether a bit is set in a row of a region."""
    word = Load(region, row * words + Op("shr_u", (bit, Const(6))))
    return (Op("shr_u", (word, bit)) & 1).differs(0)


def _packing(world: World) -> Function:
    """Return the function that finds how many groups at most, from a place on, have no value in
    common with one another or with some values: by trying all ways."""
    own, groups = sets(world), asking.groups(world)
    most, words = most_things(world), own.words
    at, used = world.scrap("packed at", most), world.scrap("packed used", (most + 1) * words)

    def make(b: Builder) -> None:
        start, *taken = (Get(word) for word in b.function.parameters)
        count = b.held(Load(groups.count, Const(0)))
        depth, place, best = b.temp("depth", 0), b.temp("place", start), b.temp("best", 0)
        for i, word in enumerate(taken):
            b.store(used, i, word)
        with b.loop("way") as loop:
            b.set(best, If(Op("gt_s", (Get(depth), Get(best))), Get(depth), Get(best)))
            hopeless = Op("le_s", (Get(depth) + count - Get(place), Get(best)))
            with b.when(hopeless):
                b.leave(loop, Get(depth).equals(0))
                b.set(depth, Get(depth) - 1)
                b.set(place, Load(at, Get(depth)) + 1)
                b.again(loop)
            row = region_words(own.of_group, Get(place), words)
            before = region_words(used, Get(depth), words)
            apart = Op("not", (some(common(row, before)),))
            with b.when(Op("both", (apart, Load(groups.left, Get(place)).differs(0)))):
                b.store(at, Get(depth), Get(place))
                for i, both in enumerate(_either(row, before)):
                    b.store(used, (Get(depth) + 1) * words, both, i)
                b.set(depth, Get(depth) + 1)
            b.set(place, Get(place) + 1)
        b.give(Get(best))

    return world.function("packing", "packing", make, parameters=1 + words, results=1)
