"""How many groups can be made of things that have several values each: all ways are tried, see
`meaning.likeness.number_of_groups`."""

from attrs import frozen

from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.scope import Scope, held, region_words, some
from cubedsl.interpreter.engine.lower.several import common, has_bit, most_things, width
from cubedsl.interpreter.engine.lower.world import World


@frozen(eq=False)
class Bag:
    """Things by their values, equal ones together; each thing also has the choice that is tried
    for it (-1: none yet)."""

    rows: Region
    count: Region
    choice: Region
    words: int


def bag(world: World) -> Bag:
    """Return where things lie that are counted in groups."""
    words, most = width(world), most_things(world)
    return Bag(
        world.scrap("bag of sets", most * words),
        world.scrap("bag of sets size", 1),
        world.scrap("bag of sets choice", most),
        words,
    )


def empty_bag(scope: Scope) -> None:
    """Begin with no things."""
    scope.b.store(bag(scope.world).count, 0, 0)


def put_in_bag(world: World) -> Function:
    """Return the function that adds a thing of some values behind its equals, or at the end."""
    own = bag(world)

    def make(b: Builder) -> None:
        values = tuple(Get(word) for word in b.function.parameters)
        place = b.temp("place", Load(own.count, Const(0)))
        b.store(own.count, 0, Get(place) + 1)
        with b.loop("shift") as loop:
            b.leave(loop, Get(place).equals(0))
            before = b.held(Get(place) - 1)
            row = held(Scope(world, b, slots={}), region_words(own.rows, before, own.words))
            b.leave(loop, Op("not", (b.result(_is_less(world), *values, *row).differs(0),)))
            for i, word in enumerate(row):
                b.store(own.rows, Get(place) * own.words, word, i)
            b.set(place, before)
        for i, word in enumerate(values):
            b.store(own.rows, Get(place) * own.words, word, i)

    return world.function("put in sets", "put in sets", make, parameters=own.words)


def _is_less(world: World) -> Function:
    """Return the function that orders sets, in any way that puts equal ones together."""
    words = width(world)

    def make(b: Builder) -> None:
        names = tuple(Get(word) for word in b.function.parameters)
        for left, right in zip(names[:words], names[words:], strict=True):
            with b.when(left.differs(right)):
                b.give(Op("lt_u", (left, right)))
        b.give(0)

    return world.function("is less", "is less", make, parameters=2 * words, results=1)


def _is_like_last(world: World, b: Builder, place: Value) -> Value:
    """Return whether the thing at a place (not the first) is equal to the one before it."""
    own = bag(world)
    here = region_words(own.rows, place, own.words)
    before = region_words(own.rows, place - 1, own.words)
    return Op("not", (some(tuple(a ^ b for a, b in zip(here, before, strict=True))),))


def count(world: World, how: str) -> Function:
    """Return the function that counts the groups of a size that can be made of the bag."""
    return _count_different(world) if how == "different" else _count_same(world)


def _first_choice(world: World, b: Builder, place: Value, step: int) -> Value:
    """Return the first choice to try for a thing: of equal ones, none is before that of the last,
    nor (if `step` is 1) the same."""
    own = bag(world)
    found = b.temp("next", 0)
    with b.when(Op("gt_s", (place, Const(0)))):
        with b.when(_is_like_last(world, b, place)):
            b.set(found, Load(own.choice, place - 1) + step)
    return Get(found)


def _count_same(world: World) -> Function:
    """Every thing is counted for one of its values: all ways are tried."""
    own = bag(world)
    values = world.scrap("things of value", 64 * own.words)

    def make(b: Builder) -> None:
        (wanted,) = (Get(word) for word in b.function.parameters)
        whole = b.held(Load(own.count, Const(0)))
        best, place = b.temp("best", 0), b.temp("place", 0)
        with b.counting(0, 64 * own.words) as value:
            b.store(values, value, 0)
        b.store(own.choice, 0, -1)
        with b.loop("way") as loop:
            b.leave(loop, Op("lt_s", (Get(place), Const(0))))
            b.leave(loop, Get(best).equals(Op("div_s", (whole, wanted))))
            with b.when(Get(place).equals(whole)):
                b.set(best, b.result(_better(world, values), wanted, Get(best)))
                b.set(place, Get(place) - 1)
                b.again(loop)
            chosen = b.temp("choice", b.result(_next_value(world, values), Get(place)))
            b.store(own.choice, Get(place), Get(chosen))
            with b.when(Op("lt_s", (Get(chosen), Const(0)))):
                b.set(place, Get(place) - 1)
                b.again(loop)
            b.store(values, Get(chosen), Load(values, Get(chosen)) + 1)
            b.set(place, Get(place) + 1)
            with b.when(Get(place).differs(whole)):
                b.store(own.choice, Get(place), -1)
        b.give(Get(best))

    return world.function("count same sets", "groups of sets same", make, parameters=1, results=1)


def _next_value(world: World, values: Region) -> Function:
    """Return the function that takes back what was tried for a thing, and finds what is next."""
    own = bag(world)

    def make(b: Builder) -> None:
        (place,) = (Get(word) for word in b.function.parameters)
        last = b.held(Load(own.choice, place))
        value = b.temp("value", last + 1)
        with b.when(last.equals(-1)) as branch:
            b.set(value, _first_choice(world, b, place, 0))
        with b.otherwise(branch):
            b.store(values, last, Load(values, last) - 1)
        with b.loop("bit") as loop:
            b.leave(loop, Op("ge_s", (Get(value), Const(64 * own.words))))
            with b.when(has_bit(own.rows, place, own.words, Get(value))):
                b.give(Get(value))
            b.set(value, Get(value) + 1)
        b.give(-1)

    return world.function("next value", "next value", make, parameters=1, results=1)


def _better(world: World, values: Region) -> Function:
    """Return the function that counts the groups of the way that is tried, if they are more."""

    def make(b: Builder) -> None:
        wanted, best = (Get(word) for word in b.function.parameters)
        found = b.temp("found", 0)
        with b.counting(0, values.count) as value:
            b.set(found, Get(found) + Op("div_s", (Load(values, value), wanted)))
        b.give(If(Op("gt_s", (Get(found), best)), Get(found), best))

    return world.function("better", "better", make, parameters=2, results=1)


def _count_different(world: World) -> Function:
    """One group more, as long as there is a way to fill all of them."""
    own = bag(world)

    def make(b: Builder) -> None:
        (wanted,) = (Get(word) for word in b.function.parameters)
        found = b.temp("found", 0)
        whole = b.held(Load(own.count, Const(0)))
        with b.loop("more") as loop:
            goal = b.held(Get(found) + 1)
            b.leave(loop, Op("gt_s", (goal * wanted, whole)))
            b.leave(loop, b.result(_can_fill(world), wanted, goal).equals(0))
            b.set(found, goal)
        b.give(Get(found))

    key = "count different sets"
    return world.function(key, "groups of sets different", make, parameters=1, results=1)


def _filled(world: World) -> tuple[Region, Region, Region]:
    """Return the values of the groups that are being filled, their sizes, and how many things are
    left out."""
    most = most_things(world)
    return (
        world.scrap("filled sets", most * width(world)),
        world.scrap("filled sizes", most),
        world.scrap("left out", 1),
    )


def _can_fill(world: World) -> Function:
    """Return the function that tells whether so many groups of a size can be filled: every thing
    goes into one of them or is left out; all ways are tried."""
    own, (used, sizes, out) = bag(world), _filled(world)

    def make(b: Builder) -> None:
        wanted, goal = (Get(word) for word in b.function.parameters)
        whole, place = b.held(Load(own.count, Const(0))), b.temp("place", 0)
        b.store(out, 0, 0)
        with b.counting(0, goal) as group:
            b.store(sizes, group, 0)
            for i in range(own.words):
                b.store(used, group * own.words, 0, i)
        b.store(own.choice, 0, -1)
        with b.loop("way") as loop:
            b.leave(loop, Op("lt_s", (Get(place), Const(0))))
            with b.when(Get(place).equals(whole)):
                b.give(1)
            chosen = b.held(b.result(_next_group(world), Get(place), wanted, goal))
            b.store(own.choice, Get(place), chosen)
            with b.when(Op("lt_s", (chosen, Const(0)))):
                b.set(place, Get(place) - 1)
                b.again(loop)
            b.call(_into(world), [Get(place), chosen, goal, 1])
            b.set(place, Get(place) + 1)
            with b.when(Get(place).differs(whole)):
                b.store(own.choice, Get(place), -1)
        b.give(0)

    return world.function("can fill", "can fill", make, parameters=2, results=1)


def _into(world: World) -> Function:
    """Return the function that puts a thing into a group (1) or takes it out (-1)."""
    own, (used, sizes, out) = bag(world), _filled(world)

    def make(b: Builder) -> None:
        place, group, goal, change = (Get(word) for word in b.function.parameters)
        with b.when(group.equals(goal)):
            b.store(out, 0, Load(out, Const(0)) + change)
            b.give()
        b.store(sizes, group, Load(sizes, group) + change)
        for i, word in enumerate(region_words(own.rows, place, own.words)):
            # What is in a group has nothing in common: the bits come and go together.
            row = group * own.words
            b.store(used, row, Load(used, row, i) ^ word, i)

    return world.function("into", "into", make, parameters=4)


def _next_group(world: World) -> Function:
    """Return the function that takes back what was tried for a thing, and finds what is next: a
    group, all groups' number if it is left out, or -1."""
    own, (used, sizes, out) = bag(world), _filled(world)

    def make(b: Builder) -> None:
        place, wanted, goal = (Get(word) for word in b.function.parameters)
        last = b.held(Load(own.choice, place))
        group = b.temp("group", last + 1)
        with b.when(last.equals(-1)) as branch:
            b.set(group, _first_choice(world, b, place, 1))
            # After an equal thing that is left out, this one is.
            b.set(group, If(Op("gt_s", (Get(group), goal)), goal, Get(group)))
        with b.otherwise(branch):
            b.call(_into(world), [place, last, goal, -1])
        row = held(Scope(world, b, slots={}), region_words(own.rows, place, own.words))
        with b.loop("group") as loop:
            b.leave(loop, Op("ge_s", (Get(group), goal)))
            apart = Op("not", (some(common(row, region_words(used, Get(group), own.words))),))
            room = Op("lt_s", (Load(sizes, Get(group)), wanted))
            # An empty group is as good as any other: only the first one is tried.
            begun = If(Get(group).equals(0), Const(1), Load(sizes, Get(group), -1))
            with b.when(Op("both", (begun.differs(0), Op("both", (apart, room))))):
                b.give(Get(group))
            b.set(group, Get(group) + 1)
        spare = Load(own.count, Const(0)) - goal * wanted
        left_out = Op("both", (Get(group).equals(goal), Op("lt_s", (Load(out, Const(0)), spare))))
        b.give(If(left_out, goal, Const(-1)))

    return world.function("next group", "next group", make, parameters=3, results=1)
