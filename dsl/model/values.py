"""Expressions whose value is one number, flag, word or chance."""

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from cubedsl.dsl.model.things import Attribute, Cell, Option, Table
from cubedsl.dsl.model.types import AMOUNT, CHANCE, NUMBER, PLAYER, Things, Type
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr


@frozen(eq=False, repr=False)
class Literal(Node):
    """A number, a flag, a word or a chance that is written out."""

    value: int | bool | str | Fraction
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Local(Node):
    """What a slot of the frame holds."""

    slot: int
    name: str
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class You(Node):
    """Whoever acts: one player, nobody where nobody acts."""

    span: Span
    type: Type = Things(PLAYER, one=True)


@frozen(eq=False, repr=False)
class OptionValue(Node):
    """The value of an option of the game."""

    option: Option
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class CellValue(Node):
    """What is remembered: `cell` of the one thing `of` (None: of the game).

    Of nothing: 0, no, the first word, nothing.
    """

    cell: Cell
    of: "Expr | None"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class SupplyOf(Node):
    """How much of a resource is left in its shared pool."""

    cell: Cell
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class ResourceOf(Node):
    """Which resource an amount is of; `amount` is a name for one."""

    amount: Local
    span: Span


@frozen(eq=False, repr=False)
class AmountOf(Node):
    """So much of a resource, to be handed to a verb."""

    resource: Cell | ResourceOf
    value: "Expr"
    span: Span
    type: Type = AMOUNT


@frozen(eq=False, repr=False)
class HowMuch(Node):
    """The number in an amount."""

    amount: Local
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Held(Node):
    """How much of an amount's resource one player has; 0 of nobody."""

    resource: ResourceOf
    of: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class AttributeOf(Node):
    """An attribute of one piece, kind or space; 0 of nothing.

    Looked up in the piece's copy, its card in play, its kind, then the default.
    """

    attribute: Attribute
    of: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class TableAt(Node):
    """A table of one piece or kind, at a number: 0 at 0 or less, the last entry repeats."""

    table: Table
    of: "Expr"
    at: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Shown(Node):
    """How much of a symbol one piece (or face) shows, as its card in play reads the face."""

    symbol: str
    of: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class RuleValue(Node):
    """A rule's value: of the one thing `of` (None if the rule is of nothing), seen by `you`.

    Of an empty `of`: 0, no, nothing.
    """

    rule: str
    of: "Expr | None"
    you: "Expr | None"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Sum(Node):
    """`value` summed over `things`, each in turn in `slot`."""

    things: "Expr"
    slot: int
    value: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Count(Node):
    """How many things there are."""

    things: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Arithmetic(Node):
    """`+ - * mod max min`; outside 32 bits the game stops.  `mod` has the divisor's sign."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Quotient(Node):
    """Division, rounded down (floor) or up (ceiling); by zero the game stops."""

    left: "Expr"
    right: "Expr"
    up: bool
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Choice(Node):
    """`then` if `condition` holds, else `otherwise`; only one is evaluated."""

    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class ChanceOf(Node):
    """The exact chance that `condition` holds when all the dice it ranges over are thrown once.

    The dice are those in `dice`.  `condition` reads them only through `tallies`: sums over
    the dice of `value` (a number for each die and face, the die in `slot`).  The sum number i is
    put in slot `tally_slots[i]` before `condition` is evaluated.
    """

    dice: "Expr"
    slot: int
    tallies: tuple["Expr", ...]
    tally_slots: tuple[int, ...]
    condition: "Expr"
    span: Span
    type: Type = CHANCE


@frozen(eq=False, repr=False)
class Distance(Node):
    """Steps from one space to another; `anywhere`: also through closed terrain.

    Of several targets the nearest.  If there is no way: the number of spaces of the board.
    """

    start: "Expr"
    goal: "Expr"
    anywhere: bool
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class Fact(Node):
    """A number the game knows: `player_count`, `seat` of a player, `section`, `line_count` or
    `step` of a space (0 of nothing)."""

    name: str
    of: "Expr | None"
    span: Span
    type: Type = NUMBER
