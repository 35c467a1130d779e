"""Strategies of the language: wishes narrow the options, see `bots.strategy`."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl.model import scenes
from cubedsl.dsl.model.types import Chance
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import named, question, watching, wide
from cubedsl.interpreter.engine.lower.question import CARD, COUNT, NAME, NOUN, NUMBER, WAY
from cubedsl.interpreter.engine.lower.runtime import below
from cubedsl.interpreter.engine.lower.scope import Scope, Words, held, num, value
from cubedsl.interpreter.engine.lower.shapes import NUMBER as NUMBERS
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.meaning.choosing import MOST_NUMBERS


def alive(world: World) -> tuple[Region, Region, Region]:
    """Return which options are left, how many, and which of them a wish keeps."""
    most = max(question.most_options(world), MOST_NUMBERS + 2 if _has_numbers(world) else 0)
    return (
        world.scrap("alive", most, 4),
        world.scrap("alive count", 1),
        world.scrap("kept", most, 4),
    )


def _has_numbers(world: World) -> bool:
    return any(shape.numbers for shape in world.ruleset.decisions.values())


def _count(world: World) -> Value:
    return Load(question.question(world).head, Const(COUNT))


def all_alive(world: World) -> Function:
    """Return the function that begins with all options."""

    def make(b: Builder) -> None:
        left, count, _ = alive(world)
        with b.counting(0, _count(world)) as i:
            b.store(left, i, 1)
        b.store(count, 0, _count(world))

    return world.function("all alive", "all alive", make)


def first_alive(world: World) -> Function:
    """Return the function that finds the first option that is left."""

    def make(b: Builder) -> None:
        left, _, _ = alive(world)
        with b.counting(0, _count(world)) as i, b.when(Load(left, i).differs(0)):
            b.give(i)
        b.give(0)

    return world.function("first alive", "first alive", make, results=1)


def _narrow(world: World) -> Function:
    """Return the function that leaves the options that are kept: 0 if that would be none."""

    def make(b: Builder) -> None:
        left, count, kept = alive(world)
        found = b.temp("found", 0)
        with b.counting(0, _count(world)) as i:
            b.set(found, Get(found) + (Load(kept, i) & Load(left, i)))
        with b.when(Get(found).equals(0)):
            b.give(0)
        with b.counting(0, _count(world)) as i:
            b.store(left, i, Load(kept, i) & Load(left, i))
        b.store(count, 0, Get(found))
        b.give(1)

    return world.function("narrow", "narrow", make, results=1)


def forgo(world: World, b: Builder, seat: Value) -> None:
    """Leave the options that a seat does not forgo, if players can forgo any."""
    if world.setup.watch is not None:
        _, _, kept = alive(world)
        b.call(watching.forgo(world, kept, _narrow(world)), [seat])
        if named.has_named(world):
            b.call(named.bar(world, kept, _narrow(world)), [seat])


# ------------------------------------------------------------------ a strategy


def strategy(world: World, title: str) -> Function:
    """Return the function in which a strategy narrows the options for a seat."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, Get(b.function.parameters[0]), slots={})
        own = world.ruleset.strategies[title]
        head = question.question(world).head
        name, card = b.held(Load(head, Const(NAME))), b.held(Load(head, Const(CARD)))
        for decision in dict.fromkeys(one.decision for one in own.advice):
            with b.when(name.equals(world.names.of(decision))):
                fitting = [one for one in own.advice if one.decision == decision]
                _advise(scope, fitting, card)
        if own.otherwise is not None:
            _wish(scope, own.otherwise)
        b.give()

    return world.function(("strategy", title), f"strategy {title}", make, parameters=("you",))


def _advise(scope: Scope, fitting: list[scenes.Advice], card: Value) -> None:
    """The advice for the card that asks comes first."""
    done: set[str | None] = set()
    for one in fitting:
        if one.card is not None and one.card not in done:
            done.add(one.card)
            with scope.b.when(card.equals(scope.world.names.of(one.card))):
                _wishes(scope, one)
    general = next((one for one in fitting if one.card is None), None)
    if general is not None:
        _wishes(scope, general)


def _wishes(scope: Scope, advice: scenes.Advice) -> None:
    for wish in advice.wishes:
        _wish(scope, wish)
    scope.b.give()


def _wish(scope: Scope, wish: scenes.Wish) -> None:
    """A wish, unless there is only one option left."""
    b = scope.b
    _, count, _ = alive(scope.world)
    with b.when(Op("gt_s", (Load(count, Const(0)), Const(1)))):
        if wish.when is None:
            WISHES[type(wish)](scope, wish)
        else:
            with b.when(num(wish.when, scope)):
                WISHES[type(wish)](scope, wish)


# ------------------------------------------------------------------ wishes


def _take(scope: Scope, wish: scenes.Take) -> None:
    world, b = scope.world, scope.b
    _, _, kept = alive(world)
    name = world.names.of(wish.option)
    own = question.question(world)
    with b.when(Load(own.head, Const(WAY)).differs(NUMBER)):
        with b.counting(0, _count(world)) as i:
            b.store(kept, i, Load(own.name, i).equals(name))
        b.add_result(_narrow(world))


def _prefer(scope: Scope, wish: scenes.Prefer) -> None:
    b, world = scope.b, scope.world
    _, _, kept = alive(world)
    done = b.temp("done", 0)
    for readings in wish.tests:
        with b.when(Get(done).equals(0)):
            with b.counting(0, _count(world)) as i:
                b.store(kept, i, 0)
                _look(
                    scope,
                    readings,
                    i,
                    lambda reading, i=i: b.store(  # type: ignore[misc]
                        kept, i, Op("ne", (num(reading.value, scope), Const(0)))
                    ),
                )
            b.set(done, b.result(_narrow(world)))


def _look(
    scope: Scope, readings: tuple[scenes.OfNoun, ...], i: Value, do: Callable[[scenes.OfNoun], None]
) -> None:
    """Do something with an option that is left, in the reading for its noun."""
    b, world = scope.b, scope.world
    left, _, _ = alive(world)
    own = question.question(world)
    is_number = Load(own.head, Const(WAY)).equals(NUMBER)
    with b.when(Load(left, i).differs(0)):
        for reading in readings:
            if reading.noun is None:
                with b.when(is_number):
                    scope.bind(0, NUMBERS, (Load(own.thing, Const(0)) + i,))
                    do(reading)
                continue
            noun = Load(own.head, Const(NOUN)).equals(world.names.of(f"noun {reading.noun.name}"))
            with b.when(Op("both", (Op("not", (is_number,)), noun))):
                thing = b.held(Load(own.thing, i))
                with b.when(Op("ge_s", (thing, Const(0)))):
                    scope.bind(0, world.counts.one(reading.noun.sort), (thing,))
                    do(reading)


def _best(scope: Scope, wish: scenes.Best) -> None:
    """Keep the options of the best value: first the value is found, then who has it."""
    if not wish.values:
        return
    b, world = scope.b, scope.world
    _, _, kept = alive(world)
    width = scope.shape(wish.values[0].value.type).words
    goal = [b.temp("goal", 0) for _ in range(width)]
    none = b.temp("none", 1)
    chance = isinstance(wish.values[0].value.type, Chance)

    def compare(words: Words) -> Value:
        old = tuple(map(Get, goal))
        return wide.compared(scope, words, old) if chance else words[0] - old[0]

    def better(reading: scenes.OfNoun) -> None:
        words = held(scope, value(reading.value, scope))
        sign = b.held(compare(words))
        more = Op("gt_s" if wish.most else "lt_s", (sign, Const(0)))
        with b.when(Op("either", (Get(none).differs(0), more))):
            b.set(none, 0)
            for name, word in zip(goal, words, strict=True):
                b.set(name, word)

    with b.counting(0, _count(world)) as i:
        _look(scope, wish.values, i, better)
    with b.counting(0, _count(world)) as i:
        b.store(kept, i, 0)
        _look(
            scope,
            wish.values,
            i,
            lambda reading: b.store(
                kept, i, compare(held(scope, value(reading.value, scope))).equals(0)
            ),
        )
    b.add_result(_narrow(world))


def _random(scope: Scope, wish: scenes.Random) -> None:
    leave_one(scope)


def leave_one(scope: Scope) -> None:
    """Leave one of the options that are left, at random."""
    b, world = scope.b, scope.world
    left, count, kept = alive(world)
    place = b.temp("place", b.result(below(world), scope.you + 1, Load(count, Const(0))))
    with b.counting(0, _count(world)) as i:
        b.store(kept, i, Op("both", (Get(place).equals(0), Load(left, i).differs(0))))
        b.set(place, Get(place) - Load(left, i))
    b.add_result(_narrow(world))


def _like(scope: Scope, wish: scenes.Like) -> None:
    scope.b.call(strategy(scope.world, wish.strategy), [scope.you])


WISHES: dict[type, Callable[[Scope, Any], None]] = {
    scenes.Take: _take,
    scenes.Prefer: _prefer,
    scenes.Best: _best,
    scenes.Random: _random,
    scenes.Like: _like,
}
