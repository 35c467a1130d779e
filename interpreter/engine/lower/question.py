"""The question that lies in memory: who is asked what, and the options."""

from attrs import frozen

from cubedsl.dsl.model.types import Noun
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Region, Value
from cubedsl.interpreter.engine.lower.scope import Scope
from cubedsl.interpreter.engine.lower.world import World

THING, NAMED, ABILITY, NUMBER = range(4)
"""What the options are; `done` is a named one, the last."""


@frozen(eq=False)
class Question:
    """Its regions.

    `head` holds the name of the decision, the seat, the title of the card (or -1), what the
    options are, how many there are, and the noun of what they are (or -1).  `thing` and `name`
    have an entry for each option: the number of the thing, and that of a name (or -1).  `answer`
    is the place of the option that is chosen.
    """

    head: Region
    thing: Region
    name: Region
    answer: Region


NAME, SEAT, CARD, WAY, COUNT, NOUN = range(6)


def question(world: World) -> Question:
    """Return the regions of the question."""
    return world.once("question", _question)


def _question(world: World) -> Question:
    most = most_options(world)
    return Question(
        world.keep("question", 6),
        world.keep("option thing", most),
        world.keep("option name", most),
        world.keep("answer", 1),
    )


def most_options(world: World) -> int:
    """Return how many options a question about things can have; numbers are asked as a range."""
    return world.once("most options", _most_options)


def _most_options(world: World) -> int:
    things = max(world.counts.of.values(), default=0)
    handlers = sum(
        len(own) * (1 + sum(kind == one for one in world.setup.pieces.kind))
        for kinds in world.setup.handlers.of_kind.values()
        for kind, own in kinds.items()
    )
    menus = max((len(one.options) for one in world.ruleset.decisions.values()), default=0)
    return max(things, handlers, menus, 2) + 2


def begin(scope: Scope, name: str, seat: Value, card: Value, way: int, noun: Noun | None) -> None:
    """Begin a question without options."""
    names = scope.world.names
    kind = number_of(scope.world, noun) if noun is not None else -1
    begin_numbered(scope, names.of(name), seat, card, way, kind)


def number_of(world: World, noun: Noun) -> int:
    """Return the number of the name of a noun."""
    return world.names.of(f"noun {noun.name}")


def begin_numbered(
    scope: Scope, name: Value | int, seat: Value, card: Value, way: int, noun: Value | int
) -> None:
    """Begin a question without options, given the numbers of its name and of the noun."""
    region, b = question(scope.world).head, scope.b
    for place, entry in enumerate((name, seat, card, way, 0, noun)):
        b.store(region, place, entry)


def add(scope: Scope, thing: Value | int, name: Value | int = -1) -> None:
    """Add an option."""
    scope.b.call(_add(scope.world), [thing, name])


def _add(world: World) -> Function:
    def make(b: Builder) -> None:
        thing, name = (Get(one) for one in b.function.parameters)
        own = question(world)
        place = b.held(Load(own.head, Const(COUNT)))
        b.store(own.thing, place, thing)
        b.store(own.name, place, name)
        b.store(own.head, COUNT, place + 1)

    return world.function("option", "option", make, parameters=2)
