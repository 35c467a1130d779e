"""What has a value.  Evaluating changes nothing and asks nothing."""

from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.model.things import Attribute, Cell, Mark, Option, Table, Token, Zone
from cubedsl.dsl.model.types import CHANCE, FLAG, NUMBER, PLAYER, SPACE, Noun, Things, Type
from cubedsl.dsl.source import Span

# ------------------------------------------------------------------ single values


@frozen(eq=False)
class Literal:
    """A number, a flag, a word or a chance that is written out."""

    value: int | bool | str | Fraction
    type: Type
    span: Span


@frozen(eq=False)
class Local:
    """What a slot of the frame holds."""

    slot: int
    name: str
    type: Type
    span: Span


@frozen(eq=False)
class You:
    """Whoever acts: one player, nobody where nobody acts."""

    span: Span
    type: Type = Things(PLAYER, one=True)


@frozen(eq=False)
class OptionValue:
    """The value of an option of the game."""

    option: Option
    type: Type
    span: Span


@frozen(eq=False)
class CellValue:
    """What is remembered: `cell` of the one thing `of` (None: of the game).

    Of nothing: 0, no, the first word, nothing.
    """

    cell: Cell
    of: "Expr | None"
    type: Type
    span: Span


@frozen(eq=False)
class SupplyOf:
    """How much of a resource is left in its shared pool."""

    cell: Cell
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class AttributeOf:
    """An attribute of one piece, kind or space; 0 of nothing.

    Looked up in the piece's copy, its card in play, its kind, then the default.
    """

    attribute: Attribute
    of: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class TableAt:
    """A table of one piece or kind, at a number: 0 at 0 or less, the last entry repeats."""

    table: Table
    of: "Expr"
    at: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Shown:
    """How much of a symbol one piece (or face) shows, as its card in play reads the face."""

    symbol: str
    of: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class RuleValue:
    """A rule's value: of the one thing `of` (None if the rule is of nothing), seen by `you`.

    Of an empty `of`: 0, no, nothing.
    """

    rule: str
    of: "Expr | None"
    you: "Expr | None"
    type: Type
    span: Span


@frozen(eq=False)
class Sum:
    """`value` summed over `things`, each in turn in `slot`."""

    things: "Expr"
    slot: int
    value: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Count:
    """How many things there are."""

    things: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Arithmetic:
    """`+ - * mod max min`; outside 32 bits the game stops.  `mod` has the divisor's sign."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Quotient:
    """Division, rounded down (floor) or up (ceiling); by zero the game stops."""

    left: "Expr"
    right: "Expr"
    up: bool
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Choice:
    """`then` if `condition` holds, else `otherwise`; only one is evaluated."""

    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class ChanceOf:
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


@frozen(eq=False)
class Distance:
    """Steps from one space to another; `anywhere`: also through closed terrain.

    Of several targets the nearest.  If there is no way: the number of spaces of the board.
    """

    start: "Expr"
    goal: "Expr"
    anywhere: bool
    span: Span
    type: Type = NUMBER


@frozen(eq=False)
class Fact:
    """A number the game knows: `player_count`, `seat` of a player, `section`, `line_count` or
    `step` of a space (0 of nothing)."""

    name: str
    of: "Expr | None"
    span: Span
    type: Type = NUMBER


# ------------------------------------------------------------------ tests


@frozen(eq=False)
class Compare:
    """`< <= > >=` between numbers or chances."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Same:
    """Equality: of numbers, words, flags, or of things (the same set)."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Both:
    """`and`: the right side is evaluated only if the left side holds."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Either:
    """`or`: the right side is evaluated only if the left side does not hold."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Not:
    """The opposite."""

    value: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Exists:
    """Whether there is any."""

    things: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class OfKinds:
    """Whether one piece (or kind) is of one of these kinds (a kind, a class, a group)."""

    thing: "Expr"
    kinds: frozenset[int]
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Shows:
    """Whether one piece or face shows a symbol, a variant, or the blank side.

    `what` is "symbol", "variant" or "blank".  A piece without a face shows nothing: not even a
    blank side.
    """

    what: str
    name: str
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Marked:
    """Whether one piece bears a mark."""

    mark: Mark
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Used:
    """Whether one piece has been used."""

    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class OfTerrain:
    """Whether one space is of a terrain."""

    terrain: str
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Among:
    """Whether the left things (at least one) all are members of the right ones."""

    things: "Expr"
    group: "Expr"
    span: Span
    type: Type = FLAG


# ------------------------------------------------------------------ things


@frozen(eq=False)
class Place:
    """Zones of the things `owner` (players or spaces); `owner` is None for a shared zone."""

    zones: tuple[Zone, ...]
    owner: "Expr | None"
    span: Span


@frozen(eq=False)
class Nothing:
    """The empty set."""

    type: Type
    span: Span


@frozen(eq=False)
class All:
    """All pieces of a noun in the game, all players (from seat 0), or all spaces of the board in
    play."""

    noun: Noun
    type: Type
    span: Span


@frozen(eq=False)
class PiecesIn:
    """The pieces of a noun in some places."""

    noun: Noun
    places: tuple[Place, ...]
    type: Type
    span: Span


@frozen(eq=False)
class Kinds:
    """The kinds with these numbers."""

    kinds: tuple[int, ...]
    type: Type
    span: Span


@frozen(eq=False)
class SeatOf:
    """The player in a seat (from 0)."""

    seat: int
    span: Span
    type: Type = Things(PLAYER, one=True)


@frozen(eq=False)
class Where:
    """Those for which `condition` holds, each in turn in `slot`."""

    things: "Expr"
    slot: int
    condition: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Best:
    """All those whose `value` is the most (or the least)."""

    things: "Expr"
    slot: int
    value: "Expr"
    most: bool
    type: Type
    span: Span


@frozen(eq=False)
class InOrder:
    """The players in playing order, beginning with `start` (nobody: with seat 0)."""

    things: "Expr"
    start: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class First:
    """The first one."""

    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class After:
    """The first of `things` that comes behind `start`: in playing order for players (`start`
    itself comes last), along the path for spaces."""

    things: "Expr"
    start: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class NextTo:
    """Those of `things` (spaces) that one can walk to in one step from `place`."""

    things: "Expr"
    place: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Within:
    """Those of `things` (spaces) at most `distance` steps from `place`, over any terrain, without
    `place` itself."""

    things: "Expr"
    distance: "Expr"
    place: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Union:
    """All members of both, in ascending order."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Without:
    """The members of the left that are not in the right."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Common:
    """The members of the left that are also in the right, in the left one's order."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class Gather:
    """The things that `value` is for each of `things`, each in turn in `slot`; ascending."""

    things: "Expr"
    slot: int
    value: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class KindsOf:
    """The kinds of some pieces."""

    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class ClassesOf:
    """The classes of some pieces or kinds in a partition (its noun's name)."""

    partition: str
    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False)
class FacesOf:
    """The different faces of some dice; `shown`: those that lie up, as printed."""

    things: "Expr"
    shown: bool
    type: Type
    span: Span


@frozen(eq=False)
class SpacesOf:
    """The spaces of a terrain on the board in play, in ascending order."""

    terrain: str
    type: Type
    span: Span


@frozen(eq=False)
class SpaceAt:
    """A space of the board in play by its place: row and number in the row, both from 1."""

    row: "Expr"
    column: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False)
class SpaceNamed:
    """The spaces of the board in play that a character of the legend draws."""

    key: str
    type: Type
    span: Span


@frozen(eq=False)
class StopAt:
    """The stop of a path with a number."""

    path: str
    number: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False)
class TokenSpace:
    """The space on which a player's token stands."""

    token: Token
    of: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False)
class TargetOf:
    """The space that the legend says one space leads to."""

    of: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False)
class OwnerOf:
    """The player to whom one piece belongs for ever (`holder`: in whose zone it lies)."""

    of: "Expr"
    holder: bool
    span: Span
    type: Type = Things(PLAYER, one=True)


Expr: TypeAlias = (
    Literal
    | Local
    | You
    | OptionValue
    | CellValue
    | SupplyOf
    | AttributeOf
    | TableAt
    | Shown
    | RuleValue
    | Sum
    | Count
    | Arithmetic
    | Quotient
    | Choice
    | ChanceOf
    | Distance
    | Fact
    | Compare
    | Same
    | Both
    | Either
    | Not
    | Exists
    | OfKinds
    | Shows
    | Marked
    | Used
    | OfTerrain
    | Among
    | Nothing
    | All
    | PiecesIn
    | Kinds
    | SeatOf
    | Where
    | Best
    | InOrder
    | First
    | After
    | NextTo
    | Within
    | Union
    | Without
    | Common
    | Gather
    | KindsOf
    | ClassesOf
    | FacesOf
    | SpacesOf
    | SpaceAt
    | SpaceNamed
    | StopAt
    | TokenSpace
    | TargetOf
    | OwnerOf
)
