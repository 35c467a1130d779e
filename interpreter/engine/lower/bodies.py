"""Bodies of rules as functions: who acts, whose card it is, the slots of the frame, statements."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import define, evolve, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.expressions import Local
from cubedsl.dsl.model.types import Number, Sort, Things, Type
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Region, Value
from cubedsl.interpreter.engine.lower.scope import Scope, Slot, Words, blank
from cubedsl.interpreter.engine.lower.shapes import Form, Shape
from cubedsl.interpreter.engine.lower.world import Unsupported, World
from cubedsl.interpreter.layout import NOBODY


@frozen(eq=False)
class Rows:
    """Sets of pieces in memory: `count` of them from a row of a region on."""

    region: Region
    row: int
    count: int


Remembered: TypeAlias = Slot | Rows


@frozen(eq=False)
class Note:
    """What a function remembers of pieces while it stands at a call or a question."""

    remembered: tuple[Remembered, ...]


@define(eq=False)
class Body(Scope):
    """A body of statements.  `loops` are what loops around still have to come to, if pieces."""

    loops: tuple[Slot, ...] = ()

    def note(self, statement: object) -> Note:
        """Return what is remembered while a statement is carried out."""
        live = self.world.setup.live.get(statement, frozenset())
        slots = (self.slots[slot] for slot in sorted(live) if slot in self.slots)
        pieces = (one for one in slots if one.shape.sort is Sort.PIECE)
        return Note((*pieces, *self.loops))

    def inside(self, left: Slot) -> "Body":
        """Return the body inside a loop over pieces."""
        return evolve(self, loops=(*self.loops, left))


Do: TypeAlias = Callable[[Any, Body], None]
STATEMENTS: dict[type, Do] = {}


def does(node: type) -> Callable[[Do], Do]:
    """Enter a function as the lowering of a statement."""

    def enter(do: Do) -> Do:
        STATEMENTS[node] = do
        return do

    return enter


def run(block: core.Block, body: Body) -> None:
    """Lower the statements of a block."""
    for statement in block.statements:
        do = STATEMENTS.get(type(statement))
        if do is None:
            raise Unsupported(type(statement).__name__, statement.span)
        do(statement, body)


does(core.Block)(run)


# ------------------------------------------------------------------ functions


@frozen(eq=False)
class Given:
    """A slot that has a value when a body begins."""

    slot: int
    shape: Shape


def body_function(
    world: World,
    key: Hashable,
    name: str,
    block: core.Block,
    given: Sequence[Given] = (),
    context: frozenset[str] = frozenset(),
) -> Function:
    """Return the function of a body; its parameters are the seat that acts, the title of the
    card, and the words of what it is given."""

    def make(b: Builder) -> None:
        seat, card, *words = b.function.parameters
        body = Body(world, b, Get(seat), Get(card), {}, context)
        for word in words:
            # Statements may let the slots that it stands for hold something else.
            word.fixed = False
        for one in given:
            body.slots[one.slot] = Slot(one.shape, tuple(words[: one.shape.words]))
            del words[: one.shape.words]
        _begin_slots(block, body)
        run(block, body)

    names = tuple(f"g{one.slot}" for one in given for _ in range(one.shape.words))
    full = f"{name} {'+'.join(sorted(context))}".strip()
    return world.function((key, context), full, make, parameters=("you", "card", *names))


def _begin_slots(block: core.Block, body: Body) -> None:
    """Make the names of what statements write, each holding nothing."""
    for slot, shape in slot_shapes(block, body.world).items():
        if slot not in body.slots and shape.form is not Form.EMPTY:
            names = tuple(body.b.var(f"s{slot}_") for _ in range(shape.words))
            body.slots[slot] = Slot(shape, names)
            for one, word in zip(names, blank(body, shape), strict=True):
                body.b.set(one, word)


def slot_shapes(block: core.Block, world: World) -> dict[int, Shape]:
    """Return the shapes of the slots that statements of a block write.

    A slot that is read as one thing holds one thing.
    """
    nodes = list(walk(block))
    written = {slot: world.counts.shape(type) for slot, type in _written(nodes)}
    read: dict[int, list[Shape]] = {}
    for node in nodes if written else ():
        if isinstance(node, Local) and node.slot in written:
            read.setdefault(node.slot, []).append(world.counts.shape(node.type))
    return {slot: _widest([*read.get(slot, []), shape]) for slot, shape in written.items()}


def _widest(shapes: Iterable[Shape]) -> Shape:
    """Return the shape that readers need (the last one is the writer's, if nobody reads)."""
    *readers, writer = shapes
    known = [one for one in readers if one.form is not Form.EMPTY] or [writer]
    many = [one for one in known if one.form is Form.MANY]
    return many[0] if many else known[0]


def _written(nodes: Iterable[object]) -> Iterator[tuple[int, Type]]:
    for node in nodes:
        match node:
            case core.SetLocal(slot=slot, value=value):
                yield slot, value.type
            case core.ForEach(things=things, slot=slot):
                yield slot, _single(things.type)
            case core.Each(players=players, slot=slot):
                yield slot, _single(players.type)
            case core.Choose(things=things, slot=slot) | core.Draw(things=things, slot=slot):
                yield slot, things.type
            case core.ChooseNumber(slot=slot):
                yield slot, Number()


def _single(type: Type) -> Type:
    assert isinstance(type, Things)
    return Things(type.noun, one=True)


def actor(scope: Scope, span: Span) -> Value:
    """Return the seat that acts; the game stops if nobody does."""
    reason = scope.world.fail("nobody acts here", span)
    if not isinstance(scope.you, Const):
        with scope.b.when(scope.you.equals(NOBODY)):
            scope.b.fail(reason)
    elif scope.you.value == NOBODY:
        scope.b.fail(reason)
        return Const(0)
    return scope.you


def keep(scope: Scope, name: str, value: Value) -> Value:
    """Return a value that survives questions."""
    if isinstance(value, Const):
        return value
    return Get(scope.b.var(name, value))


def keep_slot(body: Body, shape: Shape, words: Words, name: str) -> Slot:
    """Return names that hold a value and survive questions."""
    return Slot(shape, tuple(body.b.var(name, word) for word in words))


def set_slot(body: Body, slot: int, words: Words, shape: Shape) -> None:
    """Let a slot that statements write hold a value."""
    if slot in body.slots:
        body.bind(slot, shape, words, kept=True)


def is_there(value: Value) -> Value:
    """Return whether a thing is one."""
    return value.at_least(0)
