"""Exact chances: ways are counted in numbers of 128 bits, see `meaning.chance`.

What each side of a kind of die adds to the sums is worked out when the program is made.
"""

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower.filters import constant
from cubedsl.interpreter.engine.lower.scope import Scope, Words, held, many, num, plain, size
from cubedsl.interpreter.engine.lower.shapes import NUMBER
from cubedsl.interpreter.engine.lower.world import Unsupported, World
from cubedsl.interpreter.meaning.chance import MOST_SUMS, MOST_WAYS_BITS
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope as Meaning
from cubedsl.interpreter.state import NO_FACE, State
from cubedsl.interpreter.streams import Stream

HALF = 2**32 - 1
NARROW = 62
"""How many bits there may be so that all ways fit into one word."""
OUTSIDE = (
    *(core.CellValue, core.Marked, core.Used, core.OwnerOf, core.SupplyOf, core.PiecesIn),
    *(core.Usable, core.TokenSpace, core.ChanceOf, core.You, core.Crowned, core.All),
)
"""What a tally must not read of the face that a die would show: only its kind is known
beforehand."""
FACES = (core.Shows, core.Shown, core.FacesOf, core.Usable)


@frozen(eq=False)
class Tally:
    """A sum: what a die adds by its kind and face (`value` where `shown` holds), if it is one of
    those of which `kept` holds whatever it shows."""

    value: core.Expr
    shown: tuple[core.Expr, ...]
    kept: tuple[core.Expr, ...]


def tallies_of(node: core.ChanceOf, world: World) -> list[Tally]:
    """Return the sums of a chance."""
    return [_tally(one, node, world) for one in node.tallies]


def _tally(one: core.Expr, node: core.ChanceOf, world: World) -> Tally:
    if not isinstance(one, core.Choice):
        raise Unsupported("a chance of an unknown form", node.span)
    parts = _parts(one.condition)
    shown = tuple(part for part in parts if _reads_faces(part, world))
    for part in (one.then, *shown):
        _check(part, node, world)
    return Tally(one.then, shown, tuple(part for part in parts if part not in shown))


def _parts(condition: core.Expr) -> list[core.Expr]:
    if isinstance(condition, core.Both):
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _reads_faces(node: core.Expr, world: World) -> bool:
    """Whether something depends on what dice show, rules included."""
    waiting: list[object] = [node]
    while waiting:
        for one in walk(waiting.pop()):
            if isinstance(one, FACES):
                return True
            if isinstance(one, core.RuleValue):
                waiting.append(world.ruleset.rules[one.rule].value)
    return False


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


def sides_of(tallies: list[Tally], node: core.ChanceOf, world: World) -> list[Sides]:
    """Return what throws of all kinds add, for every choice of sums that a die counts for."""
    state = State(world.setup, Stream(0))
    state.fill_cells(0 for _ in world.ruleset.cells)
    first: dict[int, int] = {}
    for piece, kind in enumerate(world.setup.pieces.kind):
        first.setdefault(kind, piece)
    return [
        _sides(tallies, node, state, kind, piece, part)
        for kind, piece in first.items()
        for part in range(1 << len(tallies))
    ]


def _check(node: object, chance: core.ChanceOf, world: World) -> None:
    """Make sure that a tally reads nothing but the die in its slot."""
    for one in walk(node):
        if isinstance(one, OUTSIDE) or (isinstance(one, core.Local) and one.slot != chance.slot):
            raise Unsupported("a chance that reads more than dice", chance.span)
        if isinstance(one, core.RuleValue):
            rule = world.ruleset.rules[one.rule]
            if any(isinstance(inner, (*OUTSIDE, core.RuleValue)) for inner in walk(rule.value)):
                raise Unsupported("a chance that reads more than dice", chance.span)


def _sides(
    tallies: list[Tally], node: core.ChanceOf, state: State, kind: int, piece: int, part: int
) -> Sides:
    frame: list[object] = [None] * (1 + max([node.slot, *_slots(node)]))
    frame[node.slot] = (piece,)
    faces = state.setup.ruleset.kinds[kind].faces or (NO_FACE,)
    found: Counter[tuple[int, ...]] = Counter()
    for face in faces:
        state.imagine(piece, face)
        scope = Meaning(state, frame)
        adds = (_adds(one, scope) if part >> place & 1 else 0 for place, one in enumerate(tallies))
        found[tuple(adds)] += 1
    return Sides(kind, part, len(faces), tuple(sorted(found.items())))


def _adds(tally: Tally, scope: Meaning) -> int:
    if not all(evaluate(part, scope) for part in tally.shown):
        return 0
    return int(evaluate(tally.value, scope))


def _slots(node: core.ChanceOf) -> list[int]:
    return [getattr(one, "slot", 0) for tally in node.tallies for one in walk(tally)]


# ------------------------------------------------------------------ the lowering


@plain(core.ChanceOf)
def chance_of(node: core.ChanceOf, scope: Scope) -> Words:
    """The ways in which the condition holds, out of all ways."""
    world, b = scope.world, scope.b
    dice = held(scope, many(node.dice, scope, Sort.PIECE))
    tallies = tallies_of(node, world)
    counted = [word for one in tallies for word in _counted(one, node, dice, scope)]
    names = [b.temp("size") for _ in range(2 * len(node.tallies))]
    total = [b.temp("total") for _ in range(2)]
    b.call(_spread(world, node, tallies), [*dice, *counted], [*names, *total])
    lows, sizes = names[: len(node.tallies)], names[len(node.tallies) :]
    good = [b.temp("good", 0), b.temp("good", 0)]
    whole: Value = Const(1)
    for width in sizes:
        whole = whole * Get(width)
    low_words, high_words = ways(world)
    with b.counting(0, whole) as place:
        low, high = b.held(Load(low_words, place)), b.held(Load(high_words, place))
        with b.when((low | high).differs(0)):
            _bind_sums(node, scope, place, lows, sizes)
            with b.when(num(node.condition, scope)):
                b.call(_add(world), [Get(good[0]), Get(good[1]), low, high], good)
    return (Get(good[0]), Get(good[1]), Get(total[0]), Get(total[1]))


def _counted(tally: Tally, node: core.ChanceOf, dice: Words, scope: Scope) -> Words:
    """Return the dice that count for a sum, whatever they show."""
    found = dice
    for part in tally.kept:
        kept = many(
            core.Where(node.dice, node.slot, part, node.dice.type, node.span), scope, Sort.PIECE
        )
        found = held(scope, tuple(a & b for a, b in zip(found, kept, strict=True)))
    return found


def ways(world: World) -> tuple[Region, Region]:
    """Return the ways to every combination of sums: the low words and the high words."""
    return world.scrap("ways low", MOST_SUMS), world.scrap("ways high", MOST_SUMS)


def _bind_sums(
    node: core.ChanceOf, scope: Scope, place: Value, lows: list[Var], sizes: list[Var]
) -> None:
    """Put the sums that a place stands for into their slots."""
    rest = scope.b.temp("rest", place)
    for slot, low, width in zip(node.tally_slots, lows, sizes, strict=True):
        scope.bind(slot, NUMBER, (Op("rem_u", (Get(rest), Get(width))) + Get(low),))
        scope.b.set(rest, Op("div_u", (Get(rest), Get(width))))


def _spread(world: World, node: core.ChanceOf, sums: list[Tally]) -> Function:
    """Return the function that counts the ways to all sums of some dice; behind the dice it is
    given those that count for each sum.

    It gives back the lowest of each sum, how many values each can have, and the number of all ways.
    """
    tallies, words = len(node.tallies), world.piece_words
    sides = sides_of(sums, node, world)
    too_many = world.fail("there are too many dice for an exact chance", node.span)

    def make(b: Builder) -> None:
        given = tuple(Get(one) for one in b.function.parameters)
        dice = given[:words]
        counted = [given[words * (1 + t) : words * (2 + t)] for t in range(tallies)]
        counts = [
            b.held(_of_kind(world, _exactly(dice, counted, one.part), one.kind)) for one in sides
        ]
        lows = [_linear(b, counts, [one.low(t) for one in sides]) for t in range(tallies)]
        highs = [_linear(b, counts, [one.high(t) for one in sides]) for t in range(tallies)]
        sizes = [b.held(high - low + 1) for low, high in zip(lows, highs, strict=True)]
        _clear(world, b, sizes, too_many)
        total = [b.temp("total", 1), b.temp("total", 0)]
        bits = _linear(b, counts, [(one.count - 1).bit_length() for one in sides])
        narrow = b.held(Op("le_s", (bits, Const(NARROW))), "narrow")
        throws = _throws(world, sides, tallies, too_many)
        for number, count in enumerate(counts):
            with b.when(count.differs(0)):
                arguments: list[Value | int] = [number, count, narrow, *sizes, *map(Get, total)]
                b.call(throws, arguments, total)
        b.give(*lows, *sizes, *map(Get, total))

    key = ("spread", _key(sides), too_many)
    results = 2 * tallies + 2
    return world.function(key, "spread", make, parameters=words * (1 + tallies), results=results)


def _key(sides: list[Sides]) -> tuple[object, ...]:
    return tuple((one.kind, one.part, one.count, one.ways) for one in sides)


def _clear(world: World, b: Builder, sizes: list[Value], too_many: int) -> None:
    """Begin with one way to come to nothing."""
    whole: Value = Const(1)
    for width in sizes:
        whole = b.held(whole * width)
        with b.when(Op("gt_s", (whole, Const(MOST_SUMS)))):
            b.fail(too_many)
    low_words, high_words = ways(world)
    with b.counting(0, whole) as place:
        b.store(low_words, place, 0)
        b.store(high_words, place, 0)
    b.store(low_words, 0, 1)
    b.store(_reached(world), 0, 0)


def _reached(world: World) -> Region:
    """Return the last place that there are ways to."""
    return world.scrap("reached", 1)


def _throws(world: World, sides: list[Sides], tallies: int, too_many: int) -> Function:
    """Return the function that adds so many dice of one sort (its place in `sides`), and multiplies
    the number of all ways."""
    rows = [(vector, count, one) for one in sides for vector, count in one.ways]
    starts = [0]
    for one in sides:
        starts.append(starts[-1] + len(one.ways))
    name = f"throws {len(world.tables)}"
    offsets = [
        world.table(f"{name} {t}", tuple(vector[t] - one.low(t) for vector, _, one in rows))
        for t in range(tallies)
    ]
    first = world.table(f"{name} first", tuple(starts))
    chances = world.table(f"{name} ways", tuple(count for _, count, _ in rows))
    all_sides = world.table(f"{name} sides", tuple(one.count for one in sides))

    def make(b: Builder) -> None:
        which, times, narrow, *rest = (Get(one) for one in b.function.parameters)
        sizes, total = rest[:tallies], [b.temp("total", one) for one in rest[tallies:]]
        begin, end = b.held(Load(first, which)), b.held(Load(first, which, 1))
        steps = world.scrap("throw steps", max(len(one.ways) for one in sides) + 1)
        with b.counting(begin, end) as row:
            offset: Value = Const(0)
            stride: Value = Const(1)
            for table, width in zip(offsets, sizes, strict=True):
                offset = offset + Load(table, row) * stride
                stride = b.held(stride * width)
            b.store(steps, row - begin, offset)
        with b.counting(0, times):
            with b.when(narrow.differs(0)) as branch:
                b.call(_one_throw(world, steps, chances, wide=False), [begin, end])
                b.set(total[0], Get(total[0]) * Load(all_sides, which))
            with b.otherwise(branch):
                b.call(_one_throw(world, steps, chances, wide=True), [begin, end])
                b.call(_times(world), [*map(Get, total), Load(all_sides, which)], total)
            with b.when(Op("ge_u", (Get(total[1]), Const(1 << MOST_WAYS_BITS - 64)))):
                b.fail(too_many)
        b.give(*map(Get, total))

    key = ("throws", _key(sides), too_many)
    return world.function(key, "throws", make, parameters=3 + tallies + 2, results=2)


def _one_throw(world: World, steps: Region, chances: Region, *, wide: bool) -> Function:
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
                    step = b.held(Load(steps, row - begin))
                    target = b.held(Get(place) + step)
                    if wide:
                        _add_ways(world, b, target, (low, high), Load(chances, row))
                    else:
                        more = low * Load(chances, row)
                        b.store(low_words, target, Load(low_words, target) + more)
                    b.set(farthest, If(Op("gt_s", (step, Get(farthest))), step, Get(farthest)))
            b.set(place, Get(place) - 1)
        b.store(reached, 0, Load(reached, Const(0)) + Get(farthest))

    key = ("one throw", chances.name, wide)
    return world.function(key, "one throw", make, parameters=2)


def _exactly(dice: Words, counted: Sequence[Words], part: int) -> Words:
    """Return the dice that count for some of the sums and for no others."""
    for place, own in enumerate(counted):
        keep = own if part >> place & 1 else tuple(~word for word in own)
        dice = tuple(a & b for a, b in zip(dice, keep, strict=True))
    return dice


def _of_kind(world: World, dice: Words, kind: int) -> Value:
    own = constant(world.of_kinds(frozenset({kind})))
    return size(tuple(a & b for a, b in zip(dice, own, strict=True)))


def _linear(b: Builder, counts: list[Value], factors: list[int]) -> Value:
    found: Value = Const(0)
    for count, factor in zip(counts, factors, strict=True):
        if factor:
            found = found + count * factor
    return b.held(found)


def _add_ways(world: World, b: Builder, target: Value, ways_here: Words, count: Value) -> None:
    low_words, high_words = ways(world)
    target = b.held(target)
    product = [b.temp("product"), b.temp("product")]
    b.call(_times(world), [*ways_here, count], product)
    found = [b.temp("found"), b.temp("found")]
    old = [Load(low_words, target), Load(high_words, target)]
    b.call(_add(world), [*old, *map(Get, product)], found)
    b.store(low_words, target, Get(found[0]))
    b.store(high_words, target, Get(found[1]))


def _add(world: World) -> Function:
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
