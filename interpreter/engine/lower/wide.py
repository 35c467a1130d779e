"""Fractions of numbers of 128 bits: exact, so that chances can be compared with anything."""

from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Value
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
        left, right = world.scrap("left product", PRODUCT), world.scrap("right product", PRODUCT)
        for numerator, other in ((words[0], words[4]),):
            below = Op("lt_s", (numerator, Const(0)))
            with b.when(Op("both", (below, Op("eq", (words[1], Const(0)))))):
                b.give(-1)
            with b.when(Op("both", (Op("lt_s", (other, Const(0))), words[5].equals(0)))):
                b.give(1)
        b.call(_multiply(world, left.name), [words[0], words[1], words[6], words[7]])
        b.call(_multiply(world, right.name), [words[4], words[5], words[2], words[3]])
        for i in range(PRODUCT - 1, -1, -1):
            limb, other_limb = Load(left, Const(i)), Load(right, Const(i))
            with b.when(limb.differs(other_limb)):
                b.give(If(Op("lt_u", (limb, other_limb)), Const(-1), Const(1)))
        b.give(0)

    return world.function("compare fractions", "compare fractions", make, parameters=8, results=1)


def _multiply(world: World, target: str) -> Function:
    """Return the product of two numbers of 128 bits, as limbs of 32 bits."""

    def make(b: Builder) -> None:
        words = [Get(one) for one in b.function.parameters]
        region = world.scrap(target, PRODUCT)
        left, right = ([*_limbs(words[i]), *_limbs(words[i + 1])] for i in (0, 2))
        for i in range(PRODUCT):
            b.store(region, i, 0)
        for i in range(LIMBS):
            carry = b.temp("carry", 0)
            for j in range(LIMBS):
                whole = b.held(left[i] * right[j] + Load(region, Const(i + j)) + Get(carry))
                b.store(region, i + j, whole & HALF)
                b.set(carry, whole >> 32)
            b.store(region, i + LIMBS, Get(carry))

    return world.function(("multiply", target), f"multiply into {target}", make, parameters=4)


def _limbs(word: Value) -> list[Value]:
    return [word & HALF, word >> 32]
