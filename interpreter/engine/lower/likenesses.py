"""How several things are alike, see `meaning.likeness`: things that have one value each."""

from collections.abc import Callable

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort, Things
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import TRUE, Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import asking, partition, several
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    many,
    members,
    num,
    one,
    plain,
    size,
    some,
    sort_of,
)
from cubedsl.interpreter.engine.lower.world import World


def is_single(likeness: core.Likeness, world: World) -> bool:
    """Whether every thing has one value, or none."""
    type = likeness.value.type
    if not isinstance(type, Things):
        return True
    nodes = walk(likeness.value)
    # What counts as something else besides is of several classes.
    several = world.setup.counts and any(isinstance(node, core.ClassesOf) for node in nodes)
    return type.one and not several


def value_of(likeness: core.Likeness, thing: Value, sort: Sort, scope: Scope) -> Value:
    """Return the value of a thing; -1 for nothing."""
    scope.bind(likeness.slot, scope.world.counts.one(sort), (thing,))
    if isinstance(likeness.value.type, Things):
        return one(likeness.value, scope)
    return num(likeness.value, scope)


def is_any(likeness: core.Likeness, value: Value, scope: Scope) -> Value:
    """Whether a value is one."""
    if isinstance(likeness.value.type, Things):
        return Op("ge_s", (value, Const(0)))
    return TRUE


# ------------------------------------------------------------------ picking


def most(world: World, how: str) -> Function:
    """Return the function that finds how many things of the groups can be chosen in all."""
    own = asking.groups(world)

    def make(b: Builder) -> None:
        best = b.temp("best", 0)
        with b.counting(0, Load(own.count, Const(0))) as place:
            found = b.held(b.result(_reach(world, how), place))
            b.set(best, If(Op("gt_s", (found, Get(best))), found, Get(best)))
        b.give(Get(best))

    return world.function(("most", how), f"most {how}", make, results=1)


def _reach(world: World, how: str) -> Function:
    """Return the function that finds how many can be chosen together with a group, from all."""
    own = asking.groups(world)

    def same(b: Builder, place: Value) -> Value:
        return _sum_of_equal(world, b, Const(0), Load(own.value, place))

    def different(b: Builder, place: Value) -> Value:
        return _distinct(world, b, Const(0), Const(0))

    def consecutive(b: Builder, place: Value) -> Value:
        low, high = _run(
            world, b, Const(0), Load(own.value, place), Load(own.value, place), Const(0)
        )
        return high - low + 1

    ways = {"same": same, "different": different, "consecutive": consecutive}

    def make(b: Builder) -> None:
        (place,) = (Get(word) for word in b.function.parameters)
        b.give(ways[how](b, place))

    return world.function(("reach", how), f"reach {how}", make, parameters=1, results=1)


def fits(world: World, how: str) -> Function:
    """Return the function that tells whether a group may be chosen from, so that as many as needed
    can be: of the place of the group, the number needed, and how many are chosen."""
    ways: dict[str, Callable[[World, Builder, Value, Value, Value], None]] = {
        "same": _fits_same,
        "different": _fits_different,
        "consecutive": _fits_consecutive,
    }

    def make(b: Builder) -> None:
        place, needed, chosen = (Get(word) for word in b.function.parameters)
        ways[how](world, b, place, needed, chosen)

    return world.function(("fits", how), f"fits {how}", make, parameters=3, results=1)


def _fits_same(world: World, b: Builder, place: Value, needed: Value, chosen: Value) -> None:
    own = asking.groups(world)
    value = b.held(Load(own.value, place))
    other = Load(own.chosen, Const(0)).differs(value)
    with b.when(Op("both", (chosen.differs(0), other))):
        b.give(0)
    b.give(Op("ge_s", (_sum_of_equal(world, b, place, value), needed)))


def _fits_different(world: World, b: Builder, place: Value, needed: Value, chosen: Value) -> None:
    own = asking.groups(world)
    value = b.held(Load(own.value, place))
    with b.when(_is_chosen(world, b, value, chosen)):
        b.give(0)
    b.give(Op("ge_s", (_distinct(world, b, place, chosen), needed)))


def _fits_consecutive(world: World, b: Builder, place: Value, needed: Value, chosen: Value) -> None:
    own = asking.groups(world)
    value = b.held(Load(own.value, place))
    with b.when(_is_chosen(world, b, value, chosen)):
        b.give(0)
    low, high = b.temp("low", value), b.temp("high", value)
    with b.counting(0, chosen) as i:
        number = b.held(Load(own.chosen, i))
        b.set(low, If(Op("lt_s", (number, Get(low))), number, Get(low)))
        b.set(high, If(Op("gt_s", (number, Get(high))), number, Get(high)))
    with b.when(Op("ge_s", (Get(high) - Get(low), chosen + needed))):
        b.give(0)
    first, last = _run(world, b, place, Get(low), Get(high), chosen)
    b.give(Op("ge_s", (last - first + 1, chosen + needed)))


def _sum_of_equal(world: World, b: Builder, start: Value, value: Value) -> Value:
    """Return how many are left of the groups of a value, from a place on."""
    own = asking.groups(world)
    value, found = b.held(value), b.temp("equal", 0)
    with b.counting(start, Load(own.count, Const(0))) as i:
        with b.when(Load(own.value, i).equals(value)):
            b.set(found, Get(found) + Load(own.left, i))
    return Get(found)


def _is_chosen(world: World, b: Builder, value: Value, chosen: Value) -> Value:
    own, found = asking.groups(world), b.temp("is chosen", 0)
    with b.counting(0, chosen) as i:
        b.set(found, Get(found) | Load(own.chosen, i).equals(value))
    return Get(found)


def _distinct(world: World, b: Builder, start: Value, chosen: Value) -> Value:
    """Return how many different values that were not chosen are left, from a place on."""
    own, found = asking.groups(world), b.temp("distinct", 0)
    with b.counting(start, Load(own.count, Const(0))) as i:
        value = b.held(Load(own.value, i))
        new = b.temp("new", Load(own.left, i).differs(0))
        with b.counting(start, i) as j:
            earlier = Op("both", (Load(own.value, j).equals(value), Load(own.left, j).differs(0)))
            b.set(new, If(earlier, Const(0), Get(new)))
        with b.when(_is_chosen(world, b, value, chosen)):
            b.set(new, 0)
        b.set(found, Get(found) + Get(new))
    return Get(found)


def _run(
    world: World, b: Builder, start: Value, low: Value, high: Value, chosen: Value
) -> tuple[Value, Value]:
    """Return the ends of the row of numbers around two of them, out of what is left from a place on
    and what was chosen; if it has a gap between them, a row that is too short."""
    first, last = b.temp("first", low), b.temp("last", high)
    there = _is_left(world)
    gap = b.temp("gap", 0)
    with b.counting(low, high + 1) as number:
        b.set(gap, Get(gap) | b.result(there, number, start, chosen).equals(0))
    with b.loop("down") as loop:
        b.leave(loop, b.result(there, Get(first) - 1, start, chosen).equals(0))
        b.set(first, Get(first) - 1)
    with b.loop("up") as loop:
        b.leave(loop, b.result(there, Get(last) + 1, start, chosen).equals(0))
        b.set(last, Get(last) + 1)
    return Get(first), If(Get(gap).differs(0), Get(first) - 1, Get(last))


def _is_left(world: World) -> Function:
    """Return the function that tells whether a number was chosen, or is left from a place on."""
    own = asking.groups(world)

    def make(b: Builder) -> None:
        number, start, chosen = (Get(word) for word in b.function.parameters)
        with b.when(_is_chosen(world, b, number, chosen)):
            b.give(1)
        with b.counting(start, Load(own.count, Const(0))) as i:
            same = Load(own.value, i).equals(number)
            with b.when(Op("both", (same, Load(own.left, i).differs(0)))):
                b.give(1)
        b.give(0)

    return world.function("is left", "is left", make, parameters=3, results=1)


# ------------------------------------------------------------------ many groups


@plain(core.Groups)
def groups(node: core.Groups, scope: Scope) -> Words:
    """How many groups there are at most."""
    b, sort = scope.b, sort_of(node.things, scope)
    if sort is None:
        return (Const(0),)
    things = many(node.things, scope, sort)
    wanted = b.held(num(node.size, scope))
    likeness = node.likeness
    if likeness is None:
        bits = things[: scope.world.counts.many(sort).mask_words]
        found = Op("div_u", (size(bits), If(wanted.equals(0), Const(1), wanted)))
        return (If(Op("gt_s", (wanted, Const(0))), found, Const(0)),)
    made = b.temp("groups", 0)
    with b.when(Op("gt_s", (wanted, Const(0)))):
        fill = _fill_bag if is_single(likeness, scope.world) else _fill_bag_of_sets
        b.set(made, b.result(fill(likeness, things, sort, scope), wanted))
    return (Get(made),)


def _fill_bag(likeness: core.Likeness, things: Words, sort: Sort, scope: Scope) -> Function:
    """Gather the values of things; return the function that counts groups."""
    scope.b.store(_bag(scope.world)[2], 0, 0)
    with members(scope, things, sort) as thing:
        value = scope.b.held(value_of(likeness, thing, sort, scope))
        with scope.b.when(is_any(likeness, value, scope)):
            scope.b.call(_put_in_bag(scope.world), [value])
    return _count(scope.world, likeness.how)


def _fill_bag_of_sets(likeness: core.Likeness, things: Words, sort: Sort, scope: Scope) -> Function:
    """Gather the sets of values of things; return the function that counts groups."""
    partition.empty_bag(scope)
    with members(scope, things, sort) as thing:
        values = several.values_of(likeness, thing, sort, scope)
        with scope.b.when(some(values)):
            scope.b.call(partition.put_in_bag(scope.world), values)
    return partition.count(scope.world, likeness.how)


def _bag(world: World) -> tuple[Region, Region, Region]:
    """Return the different values in order, how often each is there, how many there are."""
    number = max(world.counts.of.values(), default=0) + 1
    return world.scrap("bag", number), world.scrap("bag counts", number), world.scrap("bag size", 1)


def _put_in_bag(world: World) -> Function:
    """Return the function that adds a value in its place."""

    def make(b: Builder) -> None:
        (value,) = (Get(word) for word in b.function.parameters)
        values, counts, number = _bag(world)
        place = b.temp("place", Load(number, Const(0)))
        with b.counting(0, Load(number, Const(0))) as i:
            with b.when(Load(values, i).equals(value)):
                b.store(counts, i, Load(counts, i) + 1)
                b.give()
        with b.loop("shift") as loop:
            b.leave(loop, Get(place).equals(0))
            before = b.held(Get(place) - 1)
            b.leave(loop, Op("lt_s", (Load(values, before), value)))
            for region in (values, counts):
                b.store(region, before, Load(region, before), 1)
            b.set(place, before)
        b.store(values, Get(place), value)
        b.store(counts, Get(place), 1)
        b.store(number, 0, Load(number, Const(0)) + 1)

    return world.function("put in bag", "put in bag", make, parameters=1)


def _count(world: World, how: str) -> Function:
    """Return the function that counts the groups of a size that can be made of the bag."""
    ways = {"same": _count_same, "different": _count_different, "consecutive": _count_consecutive}

    def make(b: Builder) -> None:
        (wanted,) = (Get(word) for word in b.function.parameters)
        with b.when(Op("le_s", (wanted, Const(0)))):
            b.give(0)
        ways[how](world, b, wanted)

    return world.function(("count groups", how), f"groups {how}", make, parameters=1, results=1)


def _count_same(world: World, b: Builder, wanted: Value) -> None:
    _, counts, number = _bag(world)
    found = b.temp("found", 0)
    with b.counting(0, Load(number, Const(0))) as i:
        b.set(found, Get(found) + Op("div_s", (Load(counts, i), wanted)))
    b.give(Get(found))


def _count_different(world: World, b: Builder, wanted: Value) -> None:
    """n groups can be made if there are n * size things, no value counted more than n times."""
    _, counts, number = _bag(world)
    found = b.temp("found", 0)
    with b.loop("more") as loop:
        there, goal = b.temp("there", 0), b.held(Get(found) + 1)
        with b.counting(0, Load(number, Const(0))) as i:
            count = b.held(Load(counts, i))
            b.set(there, Get(there) + If(Op("lt_s", (count, goal)), count, goal))
        b.leave(loop, Op("lt_s", (Get(there), goal * wanted)))
        b.set(found, goal)
    b.give(Get(found))


def _count_consecutive(world: World, b: Builder, wanted: Value) -> None:
    """From the lowest number on, every row that can begin there does."""
    values, counts, number = _bag(world)
    found = b.temp("found", 0)
    whole = b.held(Load(number, Const(0)))
    with b.counting(0, whole) as i:
        end = b.held(i + wanted - 1)
        in_row = Op("lt_s", (end, whole))
        span = If(in_row, Load(values, end) - Load(values, i), Const(-1))
        with b.when(Op("both", (in_row, span.equals(wanted - 1)))):
            rows = b.temp("rows", Load(counts, i))
            with b.counting(i, end + 1) as j:
                count = b.held(Load(counts, j))
                b.set(rows, If(Op("lt_s", (count, Get(rows))), count, Get(rows)))
            with b.counting(i, end + 1) as j:
                b.store(counts, j, Load(counts, j) - Get(rows))
            b.set(found, Get(found) + Get(rows))
    b.give(Get(found))
