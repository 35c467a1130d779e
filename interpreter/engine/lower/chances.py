"""Exact chances: ways are counted in numbers of 128 bits, see `meaning.chance`.

What each side of a kind of die adds to the sums is worked out when the program is made.
"""

from collections import Counter

from attrs import frozen

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.engine.code import Const, Get, Load, Op, Value, Var
from cubedsl.interpreter.engine.lower.scope import Scope, Words, held, many, num, plain
from cubedsl.interpreter.engine.lower.shapes import NUMBER
from cubedsl.interpreter.engine.lower.spread import Sides, add, known, spread, ways
from cubedsl.interpreter.engine.lower.world import Unsupported, World
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope as Meaning
from cubedsl.interpreter.state import NO_FACE, State
from cubedsl.interpreter.streams import Stream

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
    first, end = known(world, sides_of(tallies, node, world), len(tallies))
    too_many = world.fail("there are too many dice for an exact chance", node.span)
    given: list[Value | int] = [first, end, too_many, *dice, *counted]
    b.call(spread(world, len(tallies)), given, [*names, *total])
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
                b.call(add(world), [Get(good[0]), Get(good[1]), low, high], good)
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


def _bind_sums(
    node: core.ChanceOf, scope: Scope, place: Value, lows: list[Var], sizes: list[Var]
) -> None:
    """Put the sums that a place stands for into their slots."""
    rest = scope.b.temp("rest", place)
    for slot, low, width in zip(node.tally_slots, lows, sizes, strict=True):
        scope.bind(slot, NUMBER, (Op("rem_u", (Get(rest), Get(width))) + Get(low),))
        scope.b.set(rest, Op("div_u", (Get(rest), Get(width))))
