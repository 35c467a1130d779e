"""How many steps there are between spaces: worked out in a game when somebody first asks.

To find all of them while a program is made takes longer than much of the rest of it.
"""

from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Function, Get, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.scope import Scope, alone_bits, members, region_words, some
from cubedsl.interpreter.engine.lower.world import World


def distance_between(scope: Scope, start: Value, goal: Value, *, anywhere: bool) -> Value:
    """Return the steps between two spaces (both are there)."""
    return scope.b.result(_distance(scope.world, anywhere), start, goal)


def _rows(world: World, anywhere: bool) -> tuple[Region, Region]:
    """Return the steps from each space to each, and whether those from a space are known."""
    count = len(world.setup.ground.spaces)
    steps = world.scrap(f"distances {anywhere}", count * count, 2)
    return steps, world.scrap(f"distances known {anywhere}", count, 2)


def _distance(world: World, anywhere: bool) -> Function:
    def make(b: Builder) -> None:
        start, goal = (Get(one) for one in b.function.parameters)
        steps, known = _rows(world, anywhere)
        with b.when(Load(known, start).equals(0)):
            b.call(_find(world, anywhere), [start])
        b.give(Load(steps, start * len(world.setup.ground.spaces) + goal))

    name = f"distance {anywhere}"
    return world.function(name, name, make, parameters=2, results=1)


def _find(world: World, anywhere: bool) -> Function:
    """Return the function that finds the steps from a space to all: those of which no step has
    come to anything are as far as the board is large."""
    ground = world.setup.ground
    ways = world.mask_table(f"ways {anywhere}", list(ground.ways(anywhere=anywhere)), Sort.SPACE)
    sizes = world.table("sizes of boards", tuple(len(one.spaces) for one in ground.boards))

    def make(b: Builder) -> None:
        (start,) = (Get(one) for one in b.function.parameters)
        steps, known = _rows(world, anywhere)
        count, words = len(ground.spaces), world.counts.words(Sort.SPACE)
        scope, row = Scope(world, b, slots={}), b.held(start * count)
        with b.counting(0, count) as space:
            b.store(steps, row + space, Load(sizes, start))
        b.store(known, start, 1)
        near = [b.temp("near", bit) for bit in alone_bits(scope, start, words)]
        seen = [b.temp("seen", 0) for _ in near]
        far = b.temp("far", 0)
        with b.loop("far") as loop:
            new = [b.temp("new", 0) for _ in near]
            with members(scope, tuple(map(Get, near)), Sort.SPACE) as space:
                b.store(steps, row + space, Get(far))
                for name, word in zip(new, region_words(ways, space, words), strict=True):
                    b.set(name, Get(name) | word)
            for one, old, more in zip(near, seen, new, strict=True):
                b.set(old, Get(old) | Get(one))
                b.set(one, Get(more) & ~Get(old))
            b.leave(loop, Op("not", (some(tuple(map(Get, near))),)))
            b.set(far, Get(far) + 1)

    name = f"find distances {anywhere}"
    return world.function(name, name, make, parameters=1)
