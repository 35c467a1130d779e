"""Nodes for what a ruleset declares, and for what is done in it."""

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, Text
from cubedsl.dsl.tree.memory import NounName
from cubedsl.dsl.tree.statements import Block, Trigger
from cubedsl.dsl.tree.things import AttributeValue


@frozen(eq=False, repr=False)
class RulesetHead(Node):
    """`ruleset "Friday night" extends farm`, `ruleset "Both" extends "a.cube", "b.cube"`"""

    title: Text
    extends: tuple[Name | Text, ...]
    span: Span


@frozen(eq=False, repr=False)
class Use(Node):
    """`use "flow.cube", "cards.cube"`"""

    files: tuple[Text, ...]
    span: Span


@frozen(eq=False, repr=False)
class Players(Node):
    """`players 2 to 4`"""

    low: int
    high: int
    span: Span


@frozen(eq=False, repr=False)
class OptionDecl(Node):
    """`option laps = 1 in 1 to 3`, `option risk = low in low, high`, `option long = no`"""

    name: Name
    default: Expr
    span_of_values: tuple[int, int] | None
    words: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class PieceDecl(Node):
    """`piece die/dice in box with 6 faces`; `sides` is None if nothing is said of them"""

    noun: NounName
    home: Name
    sides: int | None
    span: Span


@frozen(eq=False, repr=False)
class SheetDecl(Node):
    """`sheet card/cards for die`"""

    noun: NounName
    of: Name
    span: Span


@frozen(eq=False, repr=False)
class SymbolDecl(Node):
    """`symbol owl, fox`, `variant power`, `blank blank`; `keyword` is the first word."""

    keyword: str
    names: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class Equation(Node):
    """`gray = pale, dim`"""

    name: Name
    members: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class PartitionDecl(Node):
    """`partition color/colors of die { gray = pale, dim }`"""

    noun: NounName
    of: Name
    classes: tuple[Equation, ...]
    span: Span


@frozen(eq=False, repr=False)
class GroupDecl(Node):
    """`group treasure = copper, silver`"""

    equation: Equation
    span: Span


@frozen(eq=False, repr=False)
class ZoneDecl(Node):
    """`zone draw, discard of player faceless`, `zone deck shared hidden ordered`

    `of` is None for a shared zone; `modifiers` are words such as `hidden`.
    """

    names: tuple[Name, ...]
    of: Name | None
    modifiers: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class AttributeDecl(Node):
    """`attribute cost of die = 0`"""

    names: tuple[Name, ...]
    of: Name
    default: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class TableDecl(Node):
    """`table worth of card`"""

    names: tuple[Name, ...]
    of: Name
    span: Span


@frozen(eq=False, repr=False)
class EventDecl(Node):
    """`event push, pushed`"""

    names: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class TimingDecl(Node):
    """`timing now of dice in active ongoing`"""

    names: tuple[Name, ...]
    of: Name
    zone: Name
    ongoing: bool
    span: Span


@frozen(eq=False, repr=False)
class RuleDecl(Node):
    """`rule steep of space = …`, `rule aim of checker as c = …`"""

    name: Name
    of: Name | None
    alias: Name | None
    value: Expr
    assumed: bool
    span: Span


# ------------------------------------------------------------------ procedure


@frozen(eq=False, repr=False)
class Parameter(Node):
    """`(number of dice wanted)`, `(die gift where not joker)`

    `preposition` is "" for the first argument.
    """

    preposition: str
    number_of: bool
    kind: Name
    name: Name
    where: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class ProcedureDecl(Node):
    """`to give (die gift) to (player receiver) { … }`"""

    name: Name
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class PhaseDecl(Node):
    """`phase first_phase { … }`"""

    name: Name
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class GameDecl(Node):
    """`game { … }`"""

    body: Block
    span: Span


@frozen(eq=False, repr=False)
class StandingDecl(Node):
    """`on round_end: …` at the top of a file."""

    trigger: Trigger
    condition: Expr | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class AroundDecl(Node):
    """`before judge: …`, `after set_up if c { … }` at the top of a file."""

    before: bool
    name: Name
    condition: Expr | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class AdviceDecl(Node):
    """`advice "…": at least 2 cards where cost <= 5`, `advice "…": at least 1 card using drop`

    What sets of the cards of a sheet (`noun`) should hold: `at_least`, or at most, `number` cards
    for which `where` holds (None: all), or whose abilities use one of the `verbs`.
    """

    text: Text
    at_least: bool
    number: int
    noun: Name
    where: Expr | None
    verbs: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class SayDecl(Node):
    """`say event dusk "when the sun sets"`: how a word of the ruleset is said in a sentence."""

    sort: Name
    name: Name
    text: Text
    span: Span


@frozen(eq=False, repr=False)
class SetDecl(Node):
    """`set "Race 7" on "Nothing Goes Right" with laps 2 { … }`

    `without` are cards for kinds that are to have none.
    """

    title: Text
    board: Text | None
    options: tuple[AttributeValue, ...]
    cards: tuple[Text, ...]
    without: tuple[Text, ...]
    span: Span


@frozen(eq=False, repr=False)
class Deal(Node):
    """`on "River" with "Old oak", laps 2 without "Bob"`: what is otherwise than in a set."""

    board: Text | None
    cards: tuple[Text, ...]
    options: tuple[AttributeValue, ...]
    without: tuple[Text, ...]
    span: Span


@frozen(eq=False, repr=False)
class SetLike(Node):
    """`set "House" like "Evening" with "Old oak"`"""

    title: Text
    like: Text
    deal: Deal | None
    span: Span
