"""Fractions of numbers of 128 bits: exact, so that chances can be compared with anything."""

from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.scope import Scope, Words
from cubedsl.interpreter.engine.lower.world import World

HALF = 2**32 - 1
LIMBS = 4
PRODUCT = 8


def compared(scope: Scope, left: Words, right: Words) -> Value:
    """Return a number below, equal to or above 0, as the left fraction compares to the right.

    No part is negative but numerators that are plain numbers.
    """
    return scope.b.result(_compare(scope.world), *left, *right)


def _compare(world: World) -> Function:
    def make(b: Builder) -> None:
        words = [Get(one) for one in b.function.parameters]
        products = _products(world)
        for numerator, other in ((words[0], words[4]),):
            below = Op("lt_s", (numerator, Const(0)))
            with b.when(Op("both", (below, Op("eq", (words[1], Const(0)))))):
                b.give(-1)
            with b.when(Op("both", (Op("lt_s", (other, Const(0))), words[5].equals(0)))):
                b.give(1)
        multiply = _multiply(world)
        b.call(multiply, [0, words[0], words[1], words[6], words[7]])
        b.call(multiply, [PRODUCT, words[4], words[5], words[2], words[3]])
        for i in range(PRODUCT - 1, -1, -1):
            limb, other_limb = Load(products, Const(i)), Load(products, Const(PRODUCT + i))
            with b.when(limb.differs(other_limb)):
                b.give(If(Op("lt_u", (limb, other_limb)), Const(-1), Const(1)))
        b.give(0)

    return world.function("compare fractions", "compare fractions", make, parameters=8, results=1)


def _products(world: World) -> Region:
    """Return where two products lie, one behind the other."""
    return world.scrap("products", 2 * PRODUCT)


def _multiply(world: World) -> Function:
    """Return the product of two numbers of 128 bits, as limbs of 32 bits from a place on."""

    def make(b: Builder) -> None:
        at, *words = (Get(one) for one in b.function.parameters)
        region = _products(world)
        left, right = ([*_limbs(words[i]), *_limbs(words[i + 1])] for i in (0, 2))
        for i in range(PRODUCT):
            b.store(region, at, 0, i)
        for i in range(LIMBS):
            carry = b.temp("carry", 0)
            for j in range(LIMBS):
                whole = b.held(left[i] * right[j] + Load(region, at, i + j) + Get(carry))
                b.store(region, at, whole & HALF, i + j)
                b.set(carry, whole >> 32)
            b.store(region, at, Get(carry), i + LIMBS)

    return world.function("multiply", "multiply", make, parameters=5)


def _limbs(word: Value) -> list[Value]:
    return [word & HALF, word >> 32]
