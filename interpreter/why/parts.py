"""A condition taken apart: what it says, what each of its parts comes to."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Type
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.stopped import Stopped

DEEPEST = 6
MOST_THINGS = 8


@frozen
class Part:
    """A part of a condition: where it stands, what it comes to, how deep inside the whole.

    `are_things`: it is the things that the part around it counts or looks for.
    """

    span: Span
    value: str
    depth: int
    are_things: bool = False


Inside: TypeAlias = Sequence[tuple[core.Expr, Scope]]


def parts(node: core.Expr, scope: Scope, depth: int = 0) -> Iterator[Part]:
    """Yield a value and the values that it follows from, the whole first.

    Both sides of `and` and `or` are told, also the one that was not needed.
    """
    yield Part(node.span, value(node, scope), depth)
    if depth < DEEPEST:
        yield from _below(node, scope, depth)


def _below(node: core.Expr, scope: Scope, depth: int) -> Iterator[Part]:
    """Yield what a value follows from; what is written with the same words is not told twice."""
    if isinstance(node, core.Exists | core.Count):
        yield Part(node.things.span, value(node.things, scope), depth + 1, are_things=True)
        return
    for inner, where in _inside(node, scope):
        if inner.span == node.span:
            yield from _below(inner, where, depth)
        elif not isinstance(inner, core.Literal):
            yield from parts(inner, where, depth + 1)


def value(node: core.Expr, scope: Scope) -> str:
    """Return what an expression comes to, in words."""
    try:
        found = evaluate(node, scope)
    except Stopped as stopped:
        return f"cannot be told: {stopped.reason}"
    if isinstance(found, tuple) and len(found) > MOST_THINGS:
        return f"{_text(found[:MOST_THINGS], node.type, scope)} and {len(found) - MOST_THINGS} more"
    return _text(found, node.type, scope)


def _text(found: Any, type: Type, scope: Scope) -> str:
    return describe.value_text(scope.state, found, type)


def _inside(node: core.Expr, scope: Scope) -> Inside:
    """Return what a value follows from, with the frame in which that is worked out."""
    match node:
        case core.Both(left, right) | core.Either(left, right):
            return [(left, scope), (right, scope)]
        case core.Not(inner):
            return [(inner, scope)]
        case core.Compare() | core.Same() | core.Arithmetic() | core.Quotient():
            return [(node.left, scope), (node.right, scope)]
        case core.Choice(condition, then, otherwise):
            taken = then if evaluate(condition, scope) else otherwise
            return [(condition, scope), (taken, scope)]
        case core.RuleValue():
            return _of_rule(node, scope)
    return ()


def _of_rule(node: core.RuleValue, scope: Scope) -> Inside:
    """Return what a rule says, in a frame of its own; nothing if it is of nothing."""
    rule = scope.state.setup.ruleset.rules[node.rule]
    frame: list[Any] = [None] * rule.frame_size
    if node.of is not None:
        of = evaluate(node.of, scope)
        if not of:
            return ()
        if rule.noun is not None:
            frame[0] = of
    who = evaluate(node.you, scope) if node.you is not None else ()
    return [(rule.value, Scope(scope.state, frame, who[0] if who else NOBODY))]
