"""Nodes for what has a value: expressions, noun phrases, picks.

Nothing is resolved here: a node says what was written.  The meaning of a name is found by
`cubedsl.dsl.check`.
"""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.source import Span


@frozen
class Name:
    """One word."""

    text: str
    span: Span


@frozen
class Number:
    """`12`"""

    value: int
    span: Span


@frozen
class Percent:
    """`20%`"""

    value: int
    span: Span


@frozen
class Text:
    """`"Oak On"`; `value` is without the quotation marks."""

    value: str
    span: Span


@frozen
class YesNo:
    """`yes`, or `no` where a value is meant."""

    value: bool
    span: Span


@frozen
class Words:
    """`cheers`, `gray dice`, `gold of Ann`: words, and whose they are."""

    words: tuple[Name, ...]
    of: "Expr | None"
    span: Span


@frozen
class Place:
    """Where pieces lie: `roll`, `discard of Ann`, `any zone`, `stones` (a set), `(…)`.

    One of `words` and `value` is given.
    """

    words: tuple[Name, ...]
    of: "Expr | None"
    value: "Expr | None"
    any_zone: bool
    span: Span


@frozen
class In:
    """`in draw, roll`"""

    places: tuple[Place, ...]
    span: Span


@frozen
class From:
    """`from starter`: in order, beginning there; `from 1 other player`: of whom a verb takes."""

    start: "Expr"
    span: Span


@frozen
class After:
    """`after starter`: the next one."""

    start: "Expr"
    span: Span


@frozen
class NextTo:
    """`next to pawn`"""

    place: "Expr"
    span: Span


@frozen
class Within:
    """`within 2 of pawn`"""

    distance: "Expr"
    place: "Expr"
    span: Span


@frozen
class Nearest:
    """`nearest to pawn`: the fewest steps away, over land."""

    place: "Expr"
    span: Span


@frozen
class Likeness:
    """`with same face`, `with different color`, `with consecutive pip`: how several are alike."""

    how: str
    word: Name
    span: Span


@frozen
class Extreme:
    """`with most cost`, `with least cost`"""

    most: bool
    value: "Expr"
    span: Span


@frozen
class Where:
    """`where not used`"""

    condition: "Expr"
    span: Span


Clause: TypeAlias = In | From | After | NextTo | Within | Nearest | Likeness | Extreme | Where


@frozen
class NounPhrase:
    """`gray dice in draw where not used`, `1 face of chosen` without its number."""

    words: tuple[Name, ...]
    of: "Expr | None"
    clauses: tuple[Clause, ...]
    span: Span


@frozen
class Exactly:
    """`2`, `(n + 1)`"""

    number: "Expr"
    span: Span


@frozen
class UpTo:
    """`up to 2`"""

    number: "Expr"
    span: Span


@frozen
class AnyNumber:
    """`any`"""

    span: Span


Quantity: TypeAlias = Exactly | UpTo | AnyNumber


@frozen
class Pick:
    """`1 die in box`, `up to 2 dice in roll`, `any dice in roll`, `2 movement`"""

    quantity: Quantity
    phrase: NounPhrase
    span: Span


@frozen
class AmountOf:
    """`gold equal to cheers`, with the clauses `from victim where …` of a verb behind it."""

    words: tuple[Name, ...]
    value: "Expr"
    clauses: tuple[Clause, ...]
    span: Span


@frozen
class Call:
    """`max(a, b)`, `count(dice in roll)`"""

    name: Name
    arguments: tuple["Expr", ...]
    span: Span


@frozen
class Binary:
    """`a + b`; `operator` is one of `+ - * mod`."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen
class Divide:
    """`a / b rounded down`; `rounding` is `down`, `up` or None if it was left out."""

    left: "Expr"
    right: "Expr"
    rounding: str | None
    span: Span


@frozen
class Negate:
    """`-a`"""

    value: "Expr"
    span: Span


@frozen
class Compare:
    """`a < b`; `operator` is one of `< <= > >= = !=`."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen
class Logic:
    """`a and b`, `a or b`"""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span


@frozen
class Not:
    """`not a`"""

    value: "Expr"
    span: Span


@frozen
class Is:
    """`this is power`, `here is not spent`"""

    value: "Expr"
    negated: bool
    other: "Expr"
    span: Span


@frozen
class IsIn:
    """`this is in active`, `color is not in taken_colors`"""

    value: "Expr"
    negated: bool
    place: Place
    span: Span


@frozen
class Some:
    """`some brown die in active`, `no dice in roll`, `some 3 dice in roll with same face`"""

    negated: bool
    phrase: "NounPhrase | Pick"
    span: Span


@frozen
class Lookup:
    """`worth of breed at 3`, `strip at 24`"""

    table: "Expr"
    key: "Expr"
    span: Span


@frozen
class Conditional:
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
