"""In how many ways dice come to which sums: what throws add lies in tables, for all chances."""

from collections.abc import Sequence

from attrs import frozen

from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.runtime import stop
from cubedsl.interpreter.engine.lower.scope import Words, region_words, size
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.meaning.chance import MOST_SUMS, MOST_WAYS_BITS

HALF = 2**32 - 1
NARROW = 62
"""How many bits there may be so that all ways fit into one word."""
PART, SIDES, BITS, FIRST, END, LOW = range(6)
"""What is noted of dice of a sort: for which sums they count, how many sides they have, in so many
bits, their rows; then the least and the most they add to each sum."""


@frozen(eq=False)
class Sides:
    """What one throw of a die of a kind adds, if it counts for some of the sums (`part`, a bit for
    each): the vectors of sums with how many sides have them."""

    kind: int
    part: int
    count: int
    ways: tuple[tuple[tuple[int, ...], int], ...]

    def low(self, tally: int) -> int:
        """The least that a throw adds to a sum."""
        return min(vector[tally] for vector, _ in self.ways)

    def high(self, tally: int) -> int:
        """The most that a throw adds to a sum."""
        return max(vector[tally] for vector, _ in self.ways)


@frozen(eq=False)
class Tables:
    """What is known of throws, for all chances with so many sums.

    `sorts` has a row for each sort of dice, `masks` its pieces; `ways` on how many sides there is
    the same, `offsets` what that adds to each sum, beyond the least.
    """

    tallies: int
    sorts: Region
    masks: Region
    offsets: Region
    ways: Region

    @property
    def width(self) -> int:
        """How many numbers are noted of dice of a sort."""
        return LOW + 2 * self.tallies


def _tables(world: World, tallies: int) -> Tables:
    names = (f"{one} {tallies}" for one in ("sorts", "sort masks", "offsets", "ways"))
    sorts, masks, offsets, ways = (
        world.grown(name, (), 8 if "masks" in name else 4) for name in names
    )
    return Tables(tallies, sorts, masks, offsets, ways)


def known(world: World, sides: Sequence[Sides], tallies: int) -> tuple[int, int]:
    """Return which sorts of dice these are in the tables, from the first to behind the last."""
    key = tuple((one.kind, one.part, one.count, one.ways) for one in sides)
    return world.once(("sorts", key), lambda world: _enter(world, sides, tallies))


def _enter(world: World, sides: Sequence[Sides], tallies: int) -> tuple[int, int]:
    own = _tables(world, tallies)
    first = own.sorts.count // own.width
    for one in sides:
        _enter_sort(world, own, one)
    _counts(world, own)
    _steps(world, own)
    return first, first + len(sides)


def _enter_sort(world: World, own: Tables, one: Sides) -> None:
    begin, sums = own.ways.count, range(own.tallies)
    bounds = [bound for t in sums for bound in (one.low(t), one.high(t))]
    bits = (one.count - 1).bit_length()
    row = (one.part, one.count, bits, begin, begin + len(one.ways), *bounds)
    world.grown(own.sorts.name, row)
    world.grown(own.masks.name, world.of_kinds({one.kind}))
    for vector, count in one.ways:
        world.grown(own.offsets.name, tuple(vector[t] - one.low(t) for t in sums))
        world.grown(own.ways.name, (count,))


# ------------------------------------------------------------------ the ways


def ways(world: World) -> tuple[Region, Region]:
    """Return the ways to every combination of sums: the low words and the high words."""
    return world.scrap("ways low", MOST_SUMS), world.scrap("ways high", MOST_SUMS)


def spread(world: World, tallies: int) -> Function:
    """Return the function that counts the ways to all sums of some dice.

    It is given the sorts of dice, why it stops if there are too many, the dice, and those that
    count for each sum.  It gives back the lowest of each sum, how many values each can have, and
    the number of all ways.
    """
    own, words = _tables(world, tallies), world.piece_words

    def make(b: Builder) -> None:
        first, end, too_many, *given = (Get(one) for one in b.function.parameters)
        sets = [tuple(given[i : i + words]) for i in range(0, len(given), words)]
        lows, highs = ([b.temp(name, 0) for _ in range(tallies)] for name in ("low", "high"))
        bits = b.temp("bits", 0)
        counts = _counts(world, own)
        with b.counting(first, end) as sort:
            row = b.held(sort * own.width)
            count = b.held(_count(b, own, sort, row, sets))
            b.store(counts, sort, count)
            with b.when(count.differs(0)):
                sums = [name for pair in zip(lows, highs, strict=True) for name in pair]
                for name, place in [
                    (bits, BITS),
                    *((name, LOW + i) for i, name in enumerate(sums)),
                ]:
                    b.set(name, Get(name) + count * Load(own.sorts, row, place))
        sizes = [b.held(Get(high) - Get(low) + 1) for low, high in zip(lows, highs, strict=True)]
        _clear(world, b, sizes, too_many)
        total = [b.temp("total", 1), b.temp("total", 0)]
        narrow = b.held(Op("le_s", (Get(bits), Const(NARROW))), "narrow")
        with b.counting(first, end) as sort:
            count = b.held(Load(counts, sort))
            with b.when(count.differs(0)):
                arguments = [sort, count, narrow, too_many, *sizes, *map(Get, total)]
                b.call(_throws(world, own), arguments, total)
        b.give(*map(Get, lows), *sizes, *map(Get, total))

    return world.function(
        ("spread", tallies),
        "spread",
        make,
        parameters=3 + words * (1 + tallies),
        results=2 * tallies + 2,
    )


def _counts(world: World, own: Tables) -> Region:
    """Return how many dice there are of each sort."""
    return world.scrap("dice of sort", own.sorts.count // own.width)


def _count(b: Builder, own: Tables, sort: Value, row: Value, sets: Sequence[Words]) -> Value:
    """Return how many dice are of a sort: of its kind, counting for its sums and no others."""
    dice, *counted = sets
    part = b.held(Load(own.sorts, row, PART))
    found = [a & b for a, b in zip(dice, region_words(own.masks, sort, len(dice)), strict=True)]
    for place, words in enumerate(counted):
        # All bits if it must not count, none if it must.
        flip = b.held(((part >> place) & 1) - 1)
        found = [a & (word ^ flip) for a, word in zip(found, words, strict=True)]
    return size(found)


def _clear(world: World, b: Builder, sizes: Sequence[Value], too_many: Value) -> None:
    """Begin with one way to come to nothing."""
    whole: Value = Const(1)
    for width in sizes:
        whole = b.held(whole * width)
        with b.when(Op("gt_s", (whole, Const(MOST_SUMS)))):
            stop(world, b, too_many, Const(0))
    low_words, high_words = ways(world)
    with b.counting(0, whole) as place:
        b.store(low_words, place, 0)
        b.store(high_words, place, 0)
    b.store(low_words, 0, 1)
    b.store(_reached(world), 0, 0)


def _reached(world: World) -> Region:
    """Return the last place that there are ways to."""
    return world.scrap("reached", 1)


def _throws(world: World, own: Tables) -> Function:
    """Return the function that adds so many dice of one sort, and multiplies the number of all
    ways."""

    def make(b: Builder) -> None:
        sort, times, narrow, too_many, *rest = (Get(one) for one in b.function.parameters)
        sizes, total = rest[: own.tallies], [b.temp("total", one) for one in rest[own.tallies :]]
        row = b.held(sort * own.width)
        begin, end = b.held(Load(own.sorts, row, FIRST)), b.held(Load(own.sorts, row, END))
        sides = b.held(Load(own.sorts, row, SIDES))
        _find_steps(world, own, b, begin, end, sizes)
        with b.counting(0, times):
            with b.when(narrow.differs(0)) as branch:
                b.call(_one_throw(world, own, wide=False), [begin, end])
                b.set(total[0], Get(total[0]) * sides)
            with b.otherwise(branch):
                b.call(_one_throw(world, own, wide=True), [begin, end])
                b.call(_times(world), [*map(Get, total), sides], total)
            with b.when(Op("ge_u", (Get(total[1]), Const(1 << MOST_WAYS_BITS - 64)))):
                stop(world, b, too_many, Const(0))
        b.give(*map(Get, total))

    parameters = 4 + own.tallies + 2
    return world.function(("throws", own.tallies), "throws", make, parameters=parameters, results=2)


def _steps(world: World, own: Tables) -> Region:
    """Return by how many places each row of a sort leads on."""
    return world.scrap("throw steps", own.ways.count)


def _find_steps(
    world: World, own: Tables, b: Builder, begin: Value, end: Value, sizes: Sequence[Value]
) -> None:
    with b.counting(begin, end) as row:
        offset: Value = Const(0)
        stride: Value = Const(1)
        for tally, width in enumerate(sizes):
            offset = offset + Load(own.offsets, row * own.tallies, tally) * stride
            stride = b.held(stride * width)
        b.store(_steps(world, own), row, offset)


def _one_throw(world: World, own: Tables, *, wide: bool) -> Function:
    """Return the function that adds one die: from the last place back, so that nothing is counted
    twice.

    Places are counted from the lowest sums, so that a throw only leads to places behind or to the
    same one.  Unless `wide`, all ways fit into one word.
    """
    low_words, high_words = ways(world)

    def make(b: Builder) -> None:
        begin, end = (Get(one) for one in b.function.parameters)
        reached, farthest = _reached(world), b.temp("farthest", 0)
        place = b.temp("place", Load(reached, Const(0)))
        with b.loop("back") as loop:
            b.leave(loop, Op("lt_s", (Get(place), Const(0))))
            low = b.held(Load(low_words, Get(place)))
            high = b.held(Load(high_words, Get(place))) if wide else Const(0)
            with b.when((low | high).differs(0)):
                b.store(low_words, Get(place), 0)
                if wide:
                    b.store(high_words, Get(place), 0)
                with b.counting(begin, end) as row:
                    step = b.held(Load(_steps(world, own), row))
                    target = b.held(Get(place) + step)
                    if wide:
                        _add_ways(world, b, target, (low, high), Load(own.ways, row))
                    else:
                        more = low * Load(own.ways, row)
                        b.store(low_words, target, Load(low_words, target) + more)
                    b.set(farthest, If(Op("gt_s", (step, Get(farthest))), step, Get(farthest)))
            b.set(place, Get(place) - 1)
        b.store(reached, 0, Load(reached, Const(0)) + Get(farthest))

    return world.function(("one throw", own.tallies, wide), "one throw", make, parameters=2)


# ------------------------------------------------------------------ numbers of 128 bits


def _add_ways(world: World, b: Builder, target: Value, ways_here: Words, count: Value) -> None:
    low_words, high_words = ways(world)
    target = b.held(target)
    product = [b.temp("product"), b.temp("product")]
    b.call(_times(world), [*ways_here, count], product)
    found = [b.temp("found"), b.temp("found")]
    old = [Load(low_words, target), Load(high_words, target)]
    b.call(add(world), [*old, *map(Get, product)], found)
    b.store(low_words, target, Get(found[0]))
    b.store(high_words, target, Get(found[1]))


def add(world: World) -> Function:
    """Return the sum of two numbers of 128 bits."""

    def make(b: Builder) -> None:
        low, high, other_low, other_high = (Get(one) for one in b.function.parameters)
        found = b.held(low + other_low)
        carry = Op("lt_u", (found, low))
        b.give(found, high + other_high + carry)

    return world.function("add wide", "add wide", make, parameters=4, results=2)


def _times(world: World) -> Function:
    """Return the product of a number of 128 bits and a small one."""

    def make(b: Builder) -> None:
        low, high, factor = (Get(one) for one in b.function.parameters)
        lower = b.held((low & HALF) * factor)
        upper = b.held((low >> 32) * factor + (lower >> 32))
        b.give((lower & HALF) | (upper << 32), high * factor + (upper >> 32))

    return world.function("times wide", "times wide", make, parameters=3, results=2)
