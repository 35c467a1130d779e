"""Nodes for strategies and scenarios: how players play, and what must come out."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, Number, Text, YesNo
from cubedsl.dsl.tree.statements import Target

# ------------------------------------------------------------------ strategies


@frozen(eq=False, repr=False)
class TakeOption(Node):
    """`pass when cheers >= 8`, `"Oak On"`, `random`"""

    option: Name | Text
    when: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class Prefer(Node):
    """`prefer purple or blue`, `prefer white, yellow` (in that order)"""

    choices: tuple[Expr, ...]
    when: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class Best(Node):
    """`most cost`, `least distance(space, finish)`"""

    most: bool
    value: Expr
    when: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class Like(Node):
    """`like "Careful racer"`: as that strategy would."""

    strategy: Text
    when: Expr | None
    span: Span


Wish: TypeAlias = TakeOption | Prefer | Best | Like


@frozen(eq=False, repr=False)
class At(Node):
    """`at go_or_stop { … }`, `at bonus "Mr. Bats": …`"""

    decision: Name
    card: Text | None
    wishes: tuple[Wish, ...]
    span: Span


@frozen(eq=False, repr=False)
class Otherwise(Node):
    """`otherwise: random`"""

    wish: Wish
    span: Span


@frozen(eq=False, repr=False)
class Strategy(Node):
    """`strategy "Hold at 20" for pig { … }`"""

    title: Text
    ruleset: Name | None
    advice: tuple[At | Otherwise, ...]
    span: Span


# ------------------------------------------------------------------ scenarios


@frozen(eq=False, repr=False)
class Seats(Node):
    """`seats Ann, Ben`"""

    names: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class Setting(Node):
    """`set "Race 1"`, `laps 2`, `risk pushing`, `ruleset pig`"""

    name: Name
    value: Name | Text | Number | YesNo
    span: Span


@frozen(eq=False, repr=False)
class With(Node):
    """`with set "Race 1", laps 2`"""

    settings: tuple[Setting, ...]
    span: Span


@frozen(eq=False, repr=False)
class Quality(Node):
    """`rank 12`: a number that only some pieces have."""

    name: Name
    number: int
    span: Span


@frozen(eq=False, repr=False)
class Pile(Node):
    """`2 brown as fox`, `rest as blank`, `d6 as pip 6`, `soaked red wear 3 price 2`"""

    count: int | None
    words: tuple[Name, ...]
    qualities: tuple[Quality, ...]
    face: tuple[Name, ...]
    amount: int | None
    span: Span


@frozen(eq=False, repr=False)
class Holds(Node):
    """`active: 2 brown as fox, green`, `tower of (ring at 3): 2 stone`"""

    zone: Target
    piles: tuple[Pile, ...]
    span: Span


@frozen(eq=False, repr=False)
class GivenValue(Node):
    """`step of cheer = 5`, `starter = Ben`"""

    target: Target
    value: Expr
    span: Span


@frozen(eq=False, repr=False)
class Given(Node):
    """`given Ann { … }`, `given { … }`"""

    seat: Name | None
    facts: tuple[Holds | GivenValue, ...]
    span: Span


@frozen(eq=False, repr=False)
class Start(Node):
    """`start first_phase`"""

    name: Name
    span: Span


@frozen(eq=False, repr=False)
class Rolls(Node):
    """`Ann rolls green as oak, rest as blank`"""

    seat: Name
    piles: tuple[Pile, ...]
    span: Span


@frozen(eq=False, repr=False)
class Chosen(Node):
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


@frozen(eq=False, repr=False)
class Chooses(Node):
    """`Ann chooses push`, `at target Ann chooses "J"`"""

    seat: Name
    decision: Name | None
    chosen: tuple[Chosen, ...]
    span: Span


@frozen(eq=False, repr=False)
class MayNotChoose(Node):
    """`Ann may not choose "Bob"`: at the next decision it is not among the options."""

    seat: Name
    decision: Name | None
    chosen: tuple[Chosen, ...]
    span: Span


@frozen(eq=False, repr=False)
class Then(Node):
    """`then cheers of Ann = 1`"""

    condition: Expr
    span: Span


Line: TypeAlias = Seats | With | Given | Start | Rolls | Chooses | MayNotChoose | Then


@frozen(eq=False, repr=False)
class Scenario(Node):
    """`scenario "A one loses the pot" cites "Rolling" { … }`"""

    title: Text
    ruleset: Name | None
    cites: Text | None
    lines: tuple[Line, ...]
    span: Span
