"""Nodes for strategies and scenarios: how players play, and what must come out."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, Number, Text, YesNo
from cubedsl.dsl.tree.statements import Target

# ------------------------------------------------------------------ strategies


@frozen
class TakeOption:
    """`pass when cheers >= 8`, `"Oak On"`, `random`"""

    option: Name | Text
    when: Expr | None
    span: Span


@frozen
class Prefer:
    """`prefer purple or blue`, `prefer white, yellow` (in that order)"""

    choices: tuple[Expr, ...]
    when: Expr | None
    span: Span


@frozen
class Best:
    """`most cost`, `least distance(space, finish)`"""

    most: bool
    value: Expr
    when: Expr | None
    span: Span


@frozen
class Like:
    """`like "Careful racer"`: as that strategy would."""

    strategy: Text
    when: Expr | None
    span: Span


Wish: TypeAlias = TakeOption | Prefer | Best | Like


@frozen
class At:
    """`at go_or_stop { … }`, `at bonus "Mr. Bats": …`"""

    decision: Name
    card: Text | None
    wishes: tuple[Wish, ...]
    span: Span


@frozen
class Otherwise:
    """`otherwise: random`"""

    wish: Wish
    span: Span


@frozen
class Strategy:
    """`strategy "Hold at 20" for pig { … }`"""

    title: Text
    ruleset: Name | None
    advice: tuple[At | Otherwise, ...]
    span: Span


# ------------------------------------------------------------------ scenarios


@frozen
class Seats:
    """`seats Ann, Ben`"""

    names: tuple[Name, ...]
    span: Span


@frozen
class Setting:
    """`set "Race 1"`, `laps 2`, `risk pushing`, `ruleset pig`"""

    name: Name
    value: Name | Text | Number | YesNo
    span: Span


@frozen
class With:
    """`with set "Race 1", laps 2`"""

    settings: tuple[Setting, ...]
    span: Span


@frozen
class Quality:
    """`rank 12`: a number that only some pieces have."""

    name: Name
    number: int
    span: Span


@frozen
class Pile:
    """`2 brown as fox`, `rest as blank`, `d6 as pip 6`, `soaked red wear 3 price 2`"""

    count: int | None
    words: tuple[Name, ...]
    qualities: tuple[Quality, ...]
    face: tuple[Name, ...]
    amount: int | None
    span: Span


@frozen
class Holds:
    """`active: 2 brown as fox, green`, `tower of (ring at 3): 2 stone`"""

    zone: Target
    piles: tuple[Pile, ...]
    span: Span


@frozen
class GivenValue:
    """`step of cheer = 5`, `starter = Ben`"""

    target: Target
    value: Expr
    span: Span


@frozen
class Given:
    """`given Ann { … }`, `given { … }`"""

    seat: Name | None
    facts: tuple[Holds | GivenValue, ...]
    span: Span


@frozen
class Start:
    """`start first_phase`"""

    name: Name
    span: Span


@frozen
class Rolls:
    """`Ann rolls green as oak, rest as blank`"""

    seat: Name
    piles: tuple[Pile, ...]
    span: Span


@frozen
class Chosen:
    """`3 white`, `red in discard`, `power elk`, `"Oak On" as power oak`, `12`

    Either `title` or `words` or `number` is given; `count` stands before words.
    """

    count: int | None
    words: tuple[Name, ...]
    amount: int | None
    title: Text | None
    zone: tuple[Name, ...]
    face: tuple[Name, ...]
    face_amount: int | None
    span: Span


@frozen
class Chooses:
    """`Ann chooses push`, `at target Ann chooses "J"`"""

    seat: Name
    decision: Name | None
    chosen: tuple[Chosen, ...]
    span: Span


@frozen
class MayNotChoose:
    """`Ann may not choose "Bob"`: at the next decision it is not among the options."""

    seat: Name
    decision: Name | None
    chosen: tuple[Chosen, ...]
    span: Span


@frozen
class Then:
    """`then cheers of Ann = 1`"""

    condition: Expr
    span: Span


Line: TypeAlias = Seats | With | Given | Start | Rolls | Chooses | MayNotChoose | Then


@frozen
class Scenario:
    """`scenario "A one loses the pot" cites "Rolling" { … }`"""

    title: Text
    ruleset: Name | None
    cites: Text | None
    lines: tuple[Line, ...]
    span: Span
