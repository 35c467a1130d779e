"""Whether a piece has an ability that could be used, wherever it lies."""

from cubedsl.dsl.model import expressions as core
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import TRUE, Const, Function, Get, If, Load, Op, Value
from cubedsl.interpreter.engine.lower.pieces import kind_table
from cubedsl.interpreter.engine.lower.scope import Scope, Words, fit, one, plain
from cubedsl.interpreter.engine.lower.uses import given_shape, holds_function
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import Handler


@plain(core.Usable)
def usable(node: core.Usable, scope: Scope) -> Words:
    """Of nothing: no."""
    you = scope.b.held(one(node.you, scope))
    seat = If(Op("ge_s", (you, Const(0))), you, scope.you)
    thing = scope.b.held(one(node.thing, scope))
    found = scope.b.result(_usable(scope.world), thing, seat)
    return (If(Op("ge_s", (thing, Const(0))), found, Const(0)),)


def _usable(world: World) -> Function:
    def make(b: Builder) -> None:
        piece, seat = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, seat, slots={})
        kind = b.held(Load(kind_table(world), piece, 1))
        for number in range(len(world.ruleset.kinds)):
            handlers = _handlers(world, number)
            if handlers:
                with b.when(kind.equals(number)):
                    for handler in handlers:
                        with b.when(_applies(scope, number, handler, piece)):
                            b.give(1)
        b.give(0)

    return world.function("usable", "usable", make, parameters=2, results=1)


def _handlers(world: World, kind: int) -> list[Handler]:
    """Return the abilities of a kind that no event triggers."""
    return [
        handler
        for (trigger, _), kinds in world.setup.handlers.of_kind.items()
        if trigger.event is None
        for handler in kinds.get(kind, ())
    ]


def _applies(scope: Scope, kind: int, handler: Handler, piece: Value) -> Value:
    if handler.ability.condition is None:
        return TRUE
    world = scope.world
    shape = world.counts.one(given_shape(world, handler).sort)  # type: ignore[arg-type]
    words = fit(scope, (piece,), shape, given_shape(world, handler))
    function = holds_function(world, kind, handler)
    return Op("ne", (scope.b.result(function, scope.you, *words), Const(0)))
