"""Where an expression is evaluated, and the table that says what each node means.

The modules `evaluate_values`, `evaluate_tests` and `evaluate_things` fill it; `evaluate` brings
them together.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import define

from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.types import Chance, Flag, Number, Things, Type, Word
from cubedsl.dsl.source import Span
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.state import State
from cubedsl.interpreter.stopped import Stopped

LOWEST, HIGHEST = -(2**31), 2**31 - 1


@define(eq=False)
class Scope:
    """A body that is being carried out or evaluated: its frame, and who acts.

    `card` is whose ability it is, if it is one's or was called by one.  `at` is the statement
    that is being carried out.
    """

    state: State
    frame: list[Any]
    you: int = NOBODY
    card: str | None = None
    at: object = None


Meaning: TypeAlias = Callable[[Any, Scope], Any]
MEANINGS: dict[type, Meaning] = {}


def means(node: type) -> Callable[[Meaning], Meaning]:
    """Enter a function into the table as the meaning of a node."""

    def enter(meaning: Meaning) -> Meaning:
        MEANINGS[node] = meaning
        return meaning

    return enter


def evaluate(node: Expr, scope: Scope) -> Any:
    """Return the value of an expression: a number, flag, word, Fraction, or a tuple of things."""
    return MEANINGS[type(node)](node, scope)


# ------------------------------------------------------------------ in every kind of value

NOTHING_OF: dict[type, Callable[[Any], Any]] = {
    Number: lambda type: 0,
    Flag: lambda type: False,
    Chance: lambda type: 0,
    Word: lambda type: type.words[0],
    Things: lambda type: (),
}


def nothing_of(kind: Type) -> Any:
    """Return what an attribute of nothing is: 0, no, the first word, nothing."""
    return NOTHING_OF[type(kind)](kind)


def within_32_bits(number: int, span: Span) -> int:
    """Return a number; stop the game if it is too large or too small."""
    if LOWEST <= number <= HIGHEST:
        return number
    raise Stopped(f"{number} is beyond what a number can be", span)
