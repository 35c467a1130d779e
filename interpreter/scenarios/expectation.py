"""Why a condition does not hold, in words: what was expected, and what is.

Of `a and b` the side that fails is explained, of `a or b` both.
"""

from collections.abc import Iterator
from fractions import Fraction

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import Sort, Things
from cubedsl.interpreter import describe
from cubedsl.interpreter.log import counted
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.percents import share

CONSTANT = (core.Literal, core.SeatOf, core.Kinds, core.SpaceNamed, core.StopAt, core.Nothing)


def unmet(condition: core.Expr, scope: Scope) -> str:
    """Return a sentence for a condition that does not hold: `expected a = 1, was 0`."""
    return "expected " + ", or ".join(_failing(condition, scope))


def _failing(node: core.Expr, scope: Scope) -> Iterator[str]:
    match node:
        case core.Both(left=left, right=right):
            yield from _failing(right if evaluate(left, scope) else left, scope)
        case core.Either(left=left, right=right):
            yield from _failing(left, scope)
            yield from _failing(right, scope)
        case _:
            yield f"{_text(node)}, {_actual(node, scope)}"


def _actual(node: core.Expr, scope: Scope) -> str:
    match node:
        case core.Not(value=value):
            return _actual(value, scope)
        case core.Compare(left=left, right=right) | core.Same(left=left, right=right):
            return _sides(left, right, scope)
        case core.Exists(things=things) | core.Among(things=things):
            return f"was {value_text(things, scope)}"
        case _:
            return f"was {value_text(node, scope)}"


def _sides(left: core.Expr, right: core.Expr, scope: Scope) -> str:
    if isinstance(right, CONSTANT):
        return f"was {value_text(left, scope)}"
    sides = (f"{_text(side)} is {value_text(side, scope)}" for side in (left, right))
    return "but " + " and ".join(sides)


def _text(node: core.Expr) -> str:
    return " ".join(node.span.text.split())


def value_text(node: core.Expr, scope: Scope) -> str:
    """Return the value of an expression in words."""
    value = evaluate(node, scope)
    if isinstance(value, Fraction):
        return f"{value} ({share(value)})"
    if isinstance(node.type, Things) and node.type.noun and node.type.noun.sort is Sort.PIECE:
        return counted(describe.names(scope.state, value))
    return describe.value_text(scope.state, value, node.type)
