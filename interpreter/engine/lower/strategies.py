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
from cubedsl.interpreter.engine.lower.scope import Scope, num, value
from cubedsl.interpreter.engine.lower.shapes import NUMBER as NUMBERS
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.meaning.choosing import MOST_NUMBERS

NO_GOAL = 1
"""How many goals a wish has had before the first: nothing is kept for that."""


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
    """Return the function in which a strategy narrows the options for a seat.

    It is written when it is known what can be asked.
    """

    def make(b: Builder) -> None:
        scope = Scope(world, b, Get(b.function.parameters[0]), slots={})
        own = world.ruleset.strategies[title]
        head = question.question(world).head
        name, card = b.held(Load(head, Const(NAME))), b.held(Load(head, Const(CARD)))
        for decision in dict.fromkeys(one.decision for one in own.advice):
            if decision not in world.names.numbers:
                # Nobody asks that here.
                continue
            with b.when(name.equals(world.names.of(decision))):
                fitting = [one for one in own.advice if one.decision == decision]
                _advise(scope, fitting, card)
        if own.otherwise is not None:
            _wish(scope, own.otherwise)
        b.give()

    key, name = ("strategy", title), f"strategy {title}"
    return world.function(key, name, make, parameters=("you",), late=True)


def _advise(scope: Scope, fitting: list[scenes.Advice], card: Value) -> None:
    """The advice for the card that asks comes first."""
    done: set[str | None] = set()
    for one in fitting:
        if one.card in scope.world.names.numbers and one.card not in done:
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
    scope.b.call(_keep_named(scope.world), [scope.world.names.of(wish.option)])


def _keep_named(world: World) -> Function:
    """Return the function that leaves the options of a name, if there are any."""

    def make(b: Builder) -> None:
        (name,) = (Get(one) for one in b.function.parameters)
        _, _, kept = alive(world)
        own = question.question(world)
        with b.when(Load(own.head, Const(WAY)).differs(NUMBER)):
            with b.counting(0, _count(world)) as i:
                b.store(kept, i, Load(own.name, i).equals(name))
            b.add_result(_narrow(world))

    return world.function("keep named", "keep named", make, parameters=1)


def _prefer(scope: Scope, wish: scenes.Prefer) -> None:
    b, world = scope.b, scope.world
    _, _, kept = alive(world)
    done = b.temp("done", 0)

    def holds(i: Value, reading: scenes.OfNoun) -> None:
        b.store(kept, i, Op("ne", (num(reading.value, scope), Const(0))))

    for readings in wish.tests:
        with b.when(Get(done).equals(0)):
            _each_option(scope, readings, holds)
            b.set(done, b.result(_narrow(world)))


def _none_kept(world: World) -> Function:
    """Return the function that keeps no option."""

    def make(b: Builder) -> None:
        _, _, kept = alive(world)
        with b.counting(0, _count(world)) as i:
            b.store(kept, i, 0)

    return world.function("none kept", "none kept", make)


def _each_option(
    scope: Scope,
    readings: tuple[scenes.OfNoun, ...],
    do: Callable[[Value, scenes.OfNoun], None],
) -> None:
    """Do something with every option that is left, in the reading for its noun; what is not kept
    then is not kept."""
    b, world = scope.b, scope.world
    left, _, _ = alive(world)
    own = question.question(world)
    b.call(_none_kept(world))
    is_number = Load(own.head, Const(WAY)).equals(NUMBER)
    for reading in readings:
        fits = is_number
        if reading.noun is not None:
            noun = world.names.of(f"noun {reading.noun.name}")
            fits = Op("both", (Op("not", (fits,)), Load(own.head, Const(NOUN)).equals(noun)))
        with b.when(fits), b.counting(0, _count(world)) as i:
            with b.when(Load(left, i).differs(0)):
                _read(scope, reading, i, do)


def _read(
    scope: Scope, reading: scenes.OfNoun, i: Value, do: Callable[[Value, scenes.OfNoun], None]
) -> None:
    """Do something with an option, if it is a number or a thing."""
    b, own = scope.b, question.question(scope.world)
    if reading.noun is None:
        scope.bind(0, NUMBERS, (Load(own.thing, Const(0)) + i,))
        do(i, reading)
        return
    thing = b.held(Load(own.thing, i))
    with b.when(Op("ge_s", (thing, Const(0)))):
        scope.bind(0, scope.world.counts.one(reading.noun.sort), (thing,))
        do(i, reading)


def _best(scope: Scope, wish: scenes.Best) -> None:
    """Keep the options of the best value.

    `kept` says of how manieth goal an option is: those of the last are the best.
    """
    if not wish.values:
        return
    b, type = scope.b, wish.values[0].value.type
    goal = [b.temp("goal", 0) for _ in range(scope.shape(type).words)]
    goals = b.temp("goals", NO_GOAL)
    reach = _reach(scope.world, len(goal), chance=isinstance(type, Chance), most=wish.most)

    def better(i: Value, reading: scenes.OfNoun) -> None:
        words = value(reading.value, scope)
        b.call(reach, [i, Get(goals), *words, *map(Get, goal)], [goals, *goal])

    _each_option(scope, wish.values, better)
    b.call(_keep_best(scope.world), [Get(goals)])


def _reach(world: World, width: int, *, chance: bool, most: bool) -> Function:
    """Return the function that notes of which goal an option with a value is; it gives back how
    many goals there were, and the last."""

    def make(b: Builder) -> None:
        i, goals, *rest = (Get(one) for one in b.function.parameters)
        words, goal = tuple(rest[:width]), tuple(rest[width:])
        _, _, kept = alive(world)
        scope = Scope(world, b, slots={})
        sign = b.held(wide.compared(scope, words, goal) if chance else words[0] - goal[0])
        more = Op("gt_s" if most else "lt_s", (sign, Const(0)))
        with b.when(Op("either", (goals.equals(NO_GOAL), more))):
            b.store(kept, i, goals + 1)
            b.give(goals + 1, *words)
        with b.when(sign.equals(0)):
            b.store(kept, i, goals)
        b.give(goals, *goal)

    key = ("reach", width, chance, most)
    names = ("option", "goals", *("word",) * width, *("goal",) * width)
    return world.function(key, "reach", make, parameters=names, results=1 + width)


def _keep_best(world: World) -> Function:
    """Return the function that leaves the options of the last goal, if there was one."""

    def make(b: Builder) -> None:
        (goals,) = (Get(one) for one in b.function.parameters)
        _, _, kept = alive(world)
        with b.counting(0, _count(world)) as i:
            b.store(kept, i, Load(kept, i).equals(goals))
        b.add_result(_narrow(world))

    return world.function("keep best", "keep best", make, parameters=1)


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
