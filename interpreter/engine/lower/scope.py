"""Where an expression is lowered, and how its value is had in the form that is wanted."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import add
from typing import Any, TypeAlias

from attrs import define, evolve, frozen

from cubedsl.dsl.model.expressions import ClassesOf, Expr, Local
from cubedsl.dsl.model.types import NOTHING as NO_TYPE
from cubedsl.dsl.model.types import NUMBER, Noun, Sort, Things, Type
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    FALSE,
    Const,
    Get,
    If,
    Load,
    Op,
    Region,
    Value,
    Var,
    choose,
    counted,
)
from cubedsl.interpreter.engine.lower.shapes import BITS, Form, Shape
from cubedsl.interpreter.engine.lower.world import Unsupported, World
from cubedsl.interpreter.layout import NOBODY

Words: TypeAlias = tuple[Value, ...]
NOTHING = Const(-1)
NO_ORDER = Const(0)


@frozen(eq=False)
class Slot:
    """The names that hold the words of a slot of a frame."""

    shape: Shape
    names: tuple[Var, ...]

    @property
    def type(self) -> Type:
        """A type that has this shape."""
        if self.shape.sort is None:
            return NUMBER
        noun = Noun(self.shape.sort.value, "", self.shape.sort)
        return Things(noun, one=self.shape.form is Form.ONE)


@define(eq=False)
class Scope:
    """A body that is being lowered.

    `you` is the seat that acts (or -1), `card` the number of the title of the card whose ability
    it is (or -1).  `context` are the timings that are being offered around it.  If there is
    `overflow`, numbers that are too large are noted there and do not stop the game.
    """

    world: World
    b: Builder
    you: Value = Const(NOBODY)
    card: Value = Const(-1)
    slots: dict[int, Slot] = {}
    context: frozenset[str] = frozenset()
    overflow: Var | None = None

    @property
    def noted(self) -> bool:
        """Whether something may be noted as an overflow."""
        return self.overflow in self.world.noted

    def shape(self, type: Type) -> Shape:
        """Return the shape of values of a type."""
        return self.world.counts.shape(type)

    def acting(self, you: Value) -> "Scope":
        """Return the same body where somebody else acts."""
        return evolve(self, you=you)

    def bind(self, slot: int, shape: Shape, words: Words, *, kept: bool = False) -> None:
        """Let a slot hold a value; the names are made when it first gets one."""
        known = self.slots.get(slot)
        if known is None or (not kept and known.shape != shape):
            names = tuple(self.b.var(f"s{slot}_", kept=kept) for _ in range(shape.words))
            known = self.slots[slot] = Slot(shape, names)
        for name, word in zip(known.names, fit(self, words, shape, known.shape), strict=True):
            self.b.set(name, word)


Lower: TypeAlias = Callable[[Any, Scope], Words]
Lone: TypeAlias = Callable[[Any, Scope], Value]
PLAIN: dict[type, Lower] = {}
ONE: dict[type, Lone] = {}
MANY: dict[type, Lower] = {}


def plain(node: type) -> Callable[[Lower], Lower]:
    """Enter a function as the lowering of what is a number, flag, word or chance."""

    def enter(lower: Lower) -> Lower:
        PLAIN[node] = lower
        return lower

    return enter


def lone(node: type) -> Callable[[Lone], Lone]:
    """Enter a function as the lowering of what is at most one thing: its number, or -1."""

    def enter(lower: Lone) -> Lone:
        ONE[node] = lower
        return lower

    return enter


def group(node: type) -> Callable[[Lower], Lower]:
    """Enter a function as the lowering of what is a set."""

    def enter(lower: Lower) -> Lower:
        MANY[node] = lower
        return lower

    return enter


# ------------------------------------------------------------------ in the form that is wanted


def value(node: Expr, scope: Scope) -> Words:
    """Return the words of an expression in the shape of its type."""
    shape = own_shape(node, scope)
    if shape.form is Form.ONE:
        return (one(node, scope),)
    if shape.form is Form.MANY:
        assert shape.sort is not None
        return many(node, scope, shape.sort)
    if shape.form is Form.EMPTY:
        return ()
    lower = PLAIN.get(type(node))
    if lower is None:
        raise Unsupported(type(node).__name__, node.span)
    return lower(node, scope)


def num(node: Expr, scope: Scope) -> Value:
    """Return a number, flag or word."""
    (word,) = value(node, scope)
    return word


def one(node: Expr, scope: Scope) -> Value:
    """Return the number of the one thing, or -1."""
    if sort_of(node, scope) is None:
        return NOTHING
    lower = ONE.get(type(node))
    if lower is not None and is_one(node, scope):
        return lower(node, scope)
    sort = sort_of(node, scope)
    assert sort is not None
    return first(scope, many(node, scope, sort), sort)


def many(node: Expr, scope: Scope, sort: Sort) -> Words:
    """Return a set."""
    if sort_of(node, scope) is None:
        return empty(scope, sort)
    lower = MANY.get(type(node))
    if lower is not None:
        return lower(node, scope)
    if type(node) not in ONE:
        raise Unsupported(type(node).__name__, node.span)
    return alone(scope, ONE[type(node)](node, scope), sort)


def fitted(node: Expr, scope: Scope, shape: Shape) -> Words:
    """Return an expression in another shape than its own."""
    return fit(scope, value(node, scope), own_shape(node, scope), shape)


def fit(scope: Scope, words: Words, own: Shape, wanted: Shape) -> Words:
    """Return a value in another shape: a thing as a set, a set as its first thing."""
    if own.form is wanted.form:
        return words
    if own.form is Form.EMPTY:
        return blank(scope, wanted)
    if (own.form, wanted.form) == (Form.ONE, Form.MANY):
        assert wanted.sort is not None
        return alone(scope, words[0], wanted.sort)
    if (own.form, wanted.form) == (Form.MANY, Form.ONE):
        assert own.sort is not None
        return (first(scope, words, own.sort),)
    raise Unsupported(f"{own.form.value} as {wanted.form.value}")


def blank(scope: Scope, shape: Shape) -> Words:
    """Return what a value of nothing is."""
    match shape.form:
        case Form.ONE:
            return (NOTHING,)
        case Form.CHANCE:
            return (Const(0), Const(0), Const(1), Const(0))
    return (Const(0),) * shape.words


def type_of(node: Expr, scope: Scope) -> Type:
    """Return the type of an expression; of a name that held nothing at first, what it holds."""
    if isinstance(node, Local) and node.type == NO_TYPE and node.slot in scope.slots:
        return scope.slots[node.slot].type
    if isinstance(node, ClassesOf) and scope.world.setup.counts:
        is_piece = sort_of(node.things, scope) is Sort.PIECE
        return Things(sort_noun(node.type), one=not is_piece and is_single(node.type))
    return node.type


def sort_noun(type: Type) -> Noun | None:
    """Return the noun of a type of things."""
    return type.noun if isinstance(type, Things) else None


def is_single(type: Type) -> bool:
    """Whether a type is that of at most one thing."""
    return isinstance(type, Things) and type.one


def own_shape(node: Expr, scope: Scope) -> Shape:
    """Return the shape that `value` returns."""
    return scope.shape(type_of(node, scope))


def sort_of(node: Expr, scope: Scope) -> Sort | None:
    """Return what the things of an expression are; None of `nothing`."""
    type = type_of(node, scope)
    return type.noun.sort if isinstance(type, Things) and type.noun else None


def is_one(node: Expr, scope: Scope) -> bool:
    """Whether an expression is at most one thing."""
    type = type_of(node, scope)
    return isinstance(type, Things) and type.one


# ------------------------------------------------------------------ sets


def empty(scope: Scope, sort: Sort) -> Words:
    """Return the empty set."""
    return (Const(0),) * scope.world.counts.many(sort).words


def alone(scope: Scope, thing: Value, sort: Sort) -> Words:
    """Return the set of one thing (or of none)."""
    shape = scope.world.counts.many(sort)
    thing = scope.b.held(thing, "one")
    words = tuple(_bit(thing, i, shape.mask_words) for i in range(shape.mask_words))
    return (*words, NO_ORDER) if shape.ordered else words


def _bit(thing: Value, word: int, words: int) -> Value:
    bit = Const(1) << thing
    if isinstance(thing, Const):
        return bit if thing.value >> 6 == word else Const(0)
    if words == 1:
        return If(thing.at_least(0), bit, Const(0))
    here = Op("shr_s", (thing, Const(6))).equals(word)
    return If(here, bit, Const(0))


def mask(words: Words, scope: Scope, sort: Sort) -> Words:
    """Return the bits of a set, without its order."""
    return words[: scope.world.counts.many(sort).mask_words]


def some(words: Words) -> Value:
    """Return whether there is any bit."""
    whole = words[0]
    for word in words[1:]:
        whole = whole | word
    return whole.differs(0)


def size(words: Sequence[Value]) -> Value:
    """Return how many bits there are."""
    counts: list[Value] = [counted("popcnt", word) for word in words]
    return reduce(add, counts) if counts else Const(0)


def has(words: Words, thing: Value) -> Value:
    """Return whether a thing (or -1) is in a set; the thing is used several times."""
    found: Value = FALSE
    for i, word in enumerate(words):
        bit = Op("ne", (Op("shr_u", (word, thing)) & 1, Const(0)))
        here = Op("eq", (Op("shr_s", (thing, Const(6))), Const(i)))
        found = (
            Op("both", (here, bit)) if i == 0 else Op("either", (found, Op("both", (here, bit))))
        )
    return found


def region_words(region: Region, row: Value | int, words: int) -> Words:
    """Return the set that is row number `row` of a region."""
    first_word = row * words if isinstance(row, int) else row * words
    index = Const(first_word) if isinstance(first_word, int) else first_word
    return tuple(Load(region, index, i) for i in range(words))


def held(scope: Scope, words: Words) -> Words:
    """Return the same words, worked out here and now."""
    return tuple(scope.b.held(word) for word in words)


def first(scope: Scope, words: Words, sort: Sort) -> Value:
    """Return the first thing of a set, or -1."""
    if sort is Sort.PLAYER:
        return scope.b.result(first_player(scope.world), *words)
    words = held(scope, words)
    found: Value = NOTHING
    for i in range(len(words) - 1, -1, -1):
        lowest = counted("ctz", words[i]) + BITS * i
        found = choose(words[i].differs(0), lowest, found)
    return found


def first_player(world: World) -> Any:
    """Return the function that finds the first of some players in their order, or -1.

    Those from the first seat on come before those around the table.
    """

    def make(b: Builder) -> None:
        players, order = (Get(one) for one in b.function.parameters)
        seat = b.held(order >> 1)
        with b.when((order & 1).differs(0)):
            down = b.held(players & ((Const(2) << seat) - 1))
            last = Op("clz", (If(down.differs(0), down, players),))
            b.give(Const(BITS - 1) - last)
        up = b.held((players >> seat) << seat)
        found = b.held(If(up.differs(0), up, players))
        b.give(If(found.differs(0), Op("ctz", (found,)), NOTHING))

    return world.function("first_player", "first player", make, parameters=2, results=1)


@contextmanager
def members(scope: Scope, words: Words, sort: Sort) -> Iterator[Value]:
    """Go through a set in its order; for what does not ask."""
    b = scope.b
    bits = mask(words, scope, sort)
    left = [b.temp("left", word) for word in bits]
    order = b.held(words[-1], "order") if sort is Sort.PLAYER else None
    with b.loop("each") as loop:
        b.leave(loop, Op("not", (some(tuple(map(Get, left))),)))
        yield Get(take_first(scope, left, order))


def take_first(scope: Scope, left: list[Var], order: Value | None, *, kept: bool = False) -> Var:
    """Take the first thing out of what is left (there is one) and return its name."""
    b = scope.b
    thing = b.var("thing", kept=kept)
    if order is not None:
        b.set(thing, b.result(first_player(scope.world), Get(left[0]), order))
        b.set(left[0], Get(left[0]) & ~(Op("shl", (Const(1), Get(thing)))))
        return thing
    _take_word(b, left, thing, 0)
    return thing


def _take_word(b: Builder, left: list[Var], thing: Var, i: int) -> None:
    def take() -> None:
        b.set(thing, Op("ctz", (Get(left[i]),)) + BITS * i)
        b.set(left[i], Get(left[i]) & (Get(left[i]) - 1))

    if i == len(left) - 1:
        take()
        return
    with b.when(Op("ne", (Get(left[i]), Const(0)))) as branch:
        take()
    with b.otherwise(branch):
        _take_word(b, left, thing, i + 1)


def put_in(scope: Scope, target: list[Var], thing: Value) -> None:
    """Add a thing to the words of a set."""
    for name, bit in zip(target, alone_bits(scope, thing, len(target)), strict=True):
        scope.b.set(name, Get(name) | bit)


def alone_bits(scope: Scope, thing: Value, words: int) -> Words:
    """Return the bits of one thing (or of none)."""
    thing = scope.b.held(thing, "one")
    return tuple(_bit(thing, i, words) for i in range(words))
