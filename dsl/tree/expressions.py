"""Nodes for what has a value: expressions, noun phrases, picks.

Nothing is resolved here: a node says what was written.  The meaning of a name is found by
`cubedsl.dsl.check`.
"""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span


@frozen(eq=False, repr=False)
class Name(Node):
    """One word."""

    text: str
    span: Span


@frozen(eq=False, repr=False)
class Number(Node):
    """`12`"""

    value: int
    span: Span


@frozen(eq=False, repr=False)
class Percent(Node):
    """`20%`"""

    value: int
    span: Span


@frozen(eq=False, repr=False)
class Text(Node):
    """`"Oak On"`; `value` is without the quotation marks."""

    value: str
    span: Span


@frozen(eq=False, repr=False)
class YesNo(Node):
    """`yes`, or `no` where a value is meant."""

    value: bool
    span: Span


@frozen(eq=False, repr=False)
class Words(Node):
    """`cheers`, `gray dice`, `gold of Ann`: words, and whose they are."""

    words: tuple[Name, ...]
    of: "Expr | None"
    span: Span


@frozen(eq=False, repr=False)
class Place(Node):
    """Where pieces lie: `roll`, `discard of Ann`, `any zone`, `stones` (a set), `(…)`.

    One of `words` and `value` is given.
    """

    words: tuple[Name, ...]
    of: "Expr | None"
    value: "Expr | None"
    any_zone: bool
    span: Span


@frozen(eq=False, repr=False)
class In(Node):
    """`in draw, roll`"""

    places: tuple[Place, ...]
    span: Span


@frozen(eq=False, repr=False)
class From(Node):
    """`from starter`: in order, beginning there; `from 1 other player`: of whom a verb takes."""

    start: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class After(Node):
    """`after starter`: the next one."""

    start: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class NextTo(Node):
    """`next to pawn`"""

    place: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Within(Node):
    """`within 2 of pawn`"""

    distance: "Expr"
    place: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Nearest(Node):
    """`nearest to pawn`: the fewest steps away, over land."""

    place: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Likeness(Node):
    """`with same face`, `with different color`, `with consecutive pip`: how several are alike."""

    how: str
    word: Name
    span: Span


@frozen(eq=False, repr=False)
class Extreme(Node):
    """`with most cost`, `with least cost`"""

    most: bool
    value: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Where(Node):
    """`where not used`"""

    condition: "Expr"
    span: Span


Clause: TypeAlias = In | From | After | NextTo | Within | Nearest | Likeness | Extreme | Where


@frozen(eq=False, repr=False)
class NounPhrase(Node):
    """`gray dice in draw where not used`, `1 face of chosen` without its number."""

    words: tuple[Name, ...]
    of: "Expr | None"
    clauses: tuple[Clause, ...]
    span: Span


@frozen(eq=False, repr=False)
class Exactly(Node):
    """`2`, `(n + 1)`"""

    number: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class UpTo(Node):
    """`up to 2`"""

    number: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class AnyNumber(Node):
    """`any`"""

    span: Span


Quantity: TypeAlias = Exactly | UpTo | AnyNumber


@frozen(eq=False, repr=False)
class Pick(Node):
    """`1 die in box`, `up to 2 dice in roll`, `any dice in roll`, `2 movement`"""

    quantity: Quantity
    phrase: NounPhrase
    span: Span


@frozen(eq=False, repr=False)
class AmountOf(Node):
    """`gold equal to cheers`, with the clauses `from victim where …` of a verb behind it."""

    words: tuple[Name, ...]
    value: "Expr"
    clauses: tuple[Clause, ...]
    span: Span


@frozen(eq=False, repr=False)
class Call(Node):
    """`max(a, b)`, `count(dice in roll)`"""

    name: Name
    arguments: tuple["Expr", ...]
    span: Span


@frozen(eq=False, repr=False)
class Binary(Node):
    """`a + b`; `operator` is one of `+ - * mod`."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Divide(Node):
    """`a / b rounded down`; `rounding` is `down`, `up` or None if it was left out."""

    left: "Expr"
    right: "Expr"
    rounding: str | None
    span: Span


@frozen(eq=False, repr=False)
class Negate(Node):
    """`-a`"""

    value: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Compare(Node):
    """`a < b`; `operator` is one of `< <= > >= = !=`."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Logic(Node):
    """`a and b`, `a or b`"""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Not(Node):
    """`not a`"""

    value: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Is(Node):
    """`this is power`, `here is not spent`"""

    value: "Expr"
    negated: bool
    other: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class IsIn(Node):
    """`this is in active`, `color is not in taken_colors`"""

    value: "Expr"
    negated: bool
    place: Place
    span: Span


@frozen(eq=False, repr=False)
class Some(Node):
    """`some brown die in active`, `no dice in roll`, `some 3 dice in roll with same face`"""

    negated: bool
    phrase: "NounPhrase | Pick"
    span: Span


@frozen(eq=False, repr=False)
class Lookup(Node):
    """`worth of breed at 3`, `strip at 24`"""

    table: "Expr"
    key: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Conditional(Node):
    """`a if c else b`"""

    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"
    span: Span


Expr: TypeAlias = (
    Number
    | Percent
    | Text
    | YesNo
    | Words
    | NounPhrase
    | Pick
    | AmountOf
    | Call
    | Binary
    | Divide
    | Negate
    | Compare
    | Logic
    | Not
    | Is
    | IsIn
    | Some
    | Lookup
    | Conditional
)
