"""What yes and no mean."""

import operator
from collections.abc import Callable
from typing import Any

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.statements import Ability
from cubedsl.interpreter.meaning.classes import counted
from cubedsl.interpreter.meaning.evaluate_values import face_of, kind_of
from cubedsl.interpreter.meaning.scope import Scope, evaluate, means

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@means(core.Compare)
def compare(node: core.Compare, scope: Scope) -> bool:
    """Exact, also between chances and numbers."""
    return COMPARISONS[node.operator](evaluate(node.left, scope), evaluate(node.right, scope))


@means(core.Same)
def same(node: core.Same, scope: Scope) -> bool:
    """The same value; of things, the same ones in whatever order."""
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    if left == right:
        return True
    return isinstance(left, tuple) and len(left) == len(right) > 1 and set(left) == set(right)


@means(core.Both)
def both(node: core.Both, scope: Scope) -> bool:
    """The right side only if the left side holds."""
    return bool(evaluate(node.left, scope) and evaluate(node.right, scope))


@means(core.Either)
def either(node: core.Either, scope: Scope) -> bool:
    """The right side only if the left side does not hold."""
    return bool(evaluate(node.left, scope) or evaluate(node.right, scope))


@means(core.Not)
def negation(node: core.Not, scope: Scope) -> bool:
    """The opposite."""
    return not evaluate(node.value, scope)


@means(core.Exists)
def exists(node: core.Exists, scope: Scope) -> bool:
    """At least one."""
    return bool(evaluate(node.things, scope))


@means(core.OfKinds)
def of_kinds(node: core.OfKinds, scope: Scope) -> bool:
    """Of nothing: no."""
    if kind_of(node.thing, scope) in node.kinds:
        return True
    pieces = evaluate(node.thing, scope) if node.also else ()
    return any(node.also in counted(scope.state, piece) for piece in pieces[:1])


@means(core.Shows)
def shows(node: core.Shows, scope: Scope) -> bool:
    """A symbol, one of the variants, or the blank side."""
    face = face_of(node.thing, scope)
    if face is None:
        return False
    if node.what == "blank":
        return face.blank
    return face.symbol == node.name if node.what == "symbol" else node.name in face.variants


@means(core.Crowned)
def crowned(node: core.Crowned, scope: Scope) -> bool:
    """Of nobody: no."""
    return any(seat in scope.state.winners for seat in evaluate(node.thing, scope))


@means(core.Usable)
def usable(node: core.Usable, scope: Scope) -> bool:
    """Of nothing: no."""
    thing, you = evaluate(node.thing, scope), evaluate(node.you, scope)
    if not thing:
        return False
    setup = scope.state.setup
    kind = setup.pieces.kind[thing[0]]
    card = setup.cards[kind]
    own = (*setup.ruleset.kinds[kind].abilities, *(card.abilities if card else ()))
    seat = you[0] if you else scope.you
    return any(_applies(ability, thing, seat, scope) for ability in own if not ability.event)


def _applies(ability: Ability, thing: tuple[int, ...], seat: int, scope: Scope) -> bool:
    frame: list[Any] = [thing, *([None] * max(ability.frame_size - 1, 0))]
    inside = Scope(scope.state, frame, seat)
    return ability.condition is None or bool(evaluate(ability.condition, inside))


@means(core.Marked)
def marked(node: core.Marked, scope: Scope) -> bool:
    """Of nothing: no."""
    thing = evaluate(node.thing, scope)
    return bool(thing) and bool(scope.state.marks[thing[0]] >> node.mark.index & 1)


@means(core.Used)
def used(node: core.Used, scope: Scope) -> bool:
    """Of nothing: no."""
    thing = evaluate(node.thing, scope)
    return bool(thing) and scope.state.used[thing[0]]


@means(core.OfTerrain)
def of_terrain(node: core.OfTerrain, scope: Scope) -> bool:
    """Of nothing: no."""
    thing = evaluate(node.thing, scope)
    return bool(thing) and scope.state.setup.ground.spaces[thing[0]].terrain == node.terrain


@means(core.Among)
def among(node: core.Among, scope: Scope) -> bool:
    """All of at least one."""
    things = evaluate(node.things, scope)
    group = evaluate(node.group, scope)
    return bool(things) and all(thing in group for thing in things)
