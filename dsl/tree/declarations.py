"""Nodes for what a file declares, and the file itself."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree.expressions import Expr, Name, Text
from cubedsl.dsl.tree.scenes import Scenario, Strategy
from cubedsl.dsl.tree.statements import Block, Trigger

# ------------------------------------------------------------------ the ruleset and its parts


@frozen
class RulesetHead:
    """`ruleset "Friday night" extends cubitos`"""

    title: Text
    extends: Name | Text | None
    span: Span


@frozen
class Use:
    """`use "flow.cube", "cards.cube"`"""

    files: tuple[Text, ...]
    span: Span


@frozen
class Players:
    """`players 2 to 4`"""

    low: int
    high: int
    span: Span


@frozen
class OptionDecl:
    """`option laps = 1 in 1 to 3`, `option risk = ever in ever, pushing`, `option dna_mode = no`"""

    name: Name
    default: Expr
    span_of_values: tuple[int, int] | None
    words: tuple[Name, ...]
    span: Span


@frozen
class NounName:
    """`die/dice`: a noun and its plural (None if it was not given)."""

    singular: Name
    plural: Name | None
    span: Span


@frozen
class PieceDecl:
    """`piece die/dice in tray`"""

    noun: NounName
    home: Name
    span: Span


@frozen
class SheetDecl:
    """`sheet card/cards for die`"""

    noun: NounName
    of: Name
    span: Span


@frozen
class SymbolDecl:
    """`symbol cat, dog`, `variant power`, `blank blank`; `keyword` is the first word."""

    keyword: str
    names: tuple[Name, ...]
    span: Span


@frozen
class Equation:
    """`gray = light_gray, dark_gray`"""

    name: Name
    members: tuple[Name, ...]
    span: Span


@frozen
class PartitionDecl:
    """`partition color/colors of die { gray = light_gray, dark_gray }`"""

    noun: NounName
    of: Name
    classes: tuple[Equation, ...]
    span: Span


@frozen
class GroupDecl:
    """`group treasure = copper, silver`"""

    equation: Equation
    span: Span


@frozen
class ResourceDecl:
    """`resource money, credit/credits supply 40 until round_over`"""

    nouns: tuple[NounName, ...]
    supply: int | None
    until: Name | None
    span: Span


@frozen
class ZoneDecl:
    """`zone draw, discard of player faceless`, `zone deck shared hidden ordered`

    `of` is None for a shared zone; `modifiers` are words such as `hidden`.
    """

    names: tuple[Name, ...]
    of: Name | None
    modifiers: tuple[Name, ...]
    span: Span


@frozen
class AttributeDecl:
    """`attribute cost of die = 0`"""

    names: tuple[Name, ...]
    of: Name
    default: Expr | None
    span: Span


@frozen
class TableDecl:
    """`table worth of card`"""

    names: tuple[Name, ...]
    of: Name
    span: Span


@frozen
class MarkDecl:
    """`mark borrowed until round_over`"""

    names: tuple[Name, ...]
    until: Name | None
    span: Span


@frozen
class EventDecl:
    """`event push, pushed`"""

    names: tuple[Name, ...]
    span: Span


@frozen
class TimingDecl:
    """`timing now of dice in active ongoing`"""

    names: tuple[Name, ...]
    of: Name
    zone: Name
    ongoing: bool
    span: Span


@frozen
class RememberDecl:
    """`remember choice status of player in rolling, passed until round_over`

    `kind` is the word after `remember`, `of` the owner (None: the game).
    """

    kind: Name
    names: tuple[Name, ...]
    of: Name | None
    words: tuple[Name, ...]
    default: Expr | None
    until: Name | None
    span: Span


@frozen
class TallyDecl:
    """`tally credits_gained of player counts gain credits until round_over`"""

    name: Name
    of: Name
    verb: Name
    what: Name | None
    until: Name | None
    span: Span


@frozen
class RuleDecl:
    """`rule enterable of space = …`, `rule aim of checker as c = …`"""

    name: Name
    of: Name | None
    alias: Name | None
    value: Expr
    assumed: bool
    span: Span


# ------------------------------------------------------------------ things


@frozen
class AttributeValue:
    """`cost 6 assumed`, `worth 4, 1, -2`"""

    name: Name
    values: tuple[Expr, ...]
    assumed: bool
    span: Span


@frozen
class FaceDecl:
    """`power swords`, `money 2`, `blank x3`, `pip 1 to 6`"""

    words: tuple[Name, ...]
    amount: int | None
    last_amount: int | None
    copies: int
    span: Span


@frozen
class Faces:
    """`faces cat, movement, blank x4`"""

    faces: tuple[FaceDecl, ...]
    span: Span


@frozen
class Reading:
    """`read power swords as swords 2`"""

    shown: tuple[Name, ...]
    read: tuple[Name, ...]
    amount: int | None
    span: Span


@frozen
class CopiesWith:
    """`copies x2: dna 1, paired 4`"""

    count: int
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen
class CopiesOver:
    """`copies rank 2 to 14`, `copies gems 1, 2, 5`: one copy for each value."""

    attribute: Name
    values: tuple[int, ...]
    span: Span


@frozen
class Ability:
    """`run using all on compare if most_swords: …`

    `using` is a number, or 0 for `using all`.
    """

    timing: Name
    ongoing: bool
    using: int
    trigger: Trigger | None
    condition: Expr | None
    body: Block
    span: Span


Member: TypeAlias = (
    Faces | Reading | CopiesWith | CopiesOver | AttributeValue | Ability | RememberDecl
)


@frozen
class KindDecl:
    """`die red x10 { … }`, `tile steal "Steal 1 card" x1 { … }`"""

    noun: Name
    name: Name
    title: Text | None
    copies: int | None
    members: tuple[Member, ...]
    span: Span


@frozen
class GuideDecl:
    """`card "Bob" for blue cost 6 { … }`"""

    noun: Name
    title: Text
    kind: Name
    members: tuple[Member, ...]
    span: Span


# ------------------------------------------------------------------ places


@frozen
class TokenDecl:
    """`token runner of player on track`"""

    name: Name
    of: Name
    board: Name
    span: Span


@frozen
class TerrainDecl:
    """`terrain start, finish big`, `terrain water closed`"""

    names: tuple[Name, ...]
    modifiers: tuple[Name, ...]
    span: Span


@frozen
class Stop:
    """`4: draws 1 assumed`"""

    number: int
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen
class PathDecl:
    """`path fan_track { 0; 1: pays 1 }`"""

    name: Name
    stops: tuple[Stop, ...]
    span: Span


@frozen
class BoardDecl:
    """`board track/tracks from start to finish`"""

    noun: NounName
    start: Name | None
    finish: Name | None
    span: Span


@frozen
class LegendEntry:
    """`F  finish to S`, `2  reward { gain 2 credits }`"""

    key: Name
    terrain: Name
    attributes: tuple[AttributeValue, ...]
    target: Name | None
    reward: Block | None
    span: Span


@frozen
class Drawing:
    """`map \"\"\" … \"\"\"`, `sections \"\"\" … \"\"\"`; `text.span` covers the quotation marks."""

    keyword: str
    text: Text
    span: Span


@frozen
class Barrier:
    """`barrier 8 | 0`"""

    behind: int
    ahead: int
    span: Span


@frozen
class TrackDecl:
    """`track "Duck Pond" hex { … }`; `noun` is the board's."""

    noun: Name
    title: Text
    shape: Name
    legend: tuple[LegendEntry, ...]
    drawings: tuple[Drawing, ...]
    barriers: tuple[Barrier, ...]
    span: Span


@frozen
class JoinedTrackDecl:
    """`track "Long Way" joins "First Half" to "Second Half" as passage cost 1`

    The finish of the `first` track becomes a space of the terrain `passage` that leads to the
    start of the `second`.
    """

    noun: Name
    title: Text
    first: Text
    second: Text
    passage: Name
    attributes: tuple[AttributeValue, ...]
    span: Span


# ------------------------------------------------------------------ procedure


@frozen
class Parameter:
    """`(number of dice wanted)`, `(die gift where not start_die)`

    `preposition` is "" for the first argument.
    """

    preposition: str
    number_of: bool
    kind: Name
    name: Name
    where: Expr | None
    span: Span


@frozen
class ProcedureDecl:
    """`to give (die gift) to (player receiver) { … }`"""

    name: Name
    parameters: tuple[Parameter, ...]
    body: Block
    span: Span


@frozen
class PhaseDecl:
    """`phase roll_phase { … }`"""

    name: Name
    body: Block
    span: Span


@frozen
class GameDecl:
    """`game { … }`"""

    body: Block
    span: Span


@frozen
class StandingDecl:
    """`on round_over: …` at the top of a file."""

    trigger: Trigger
    condition: Expr | None
    body: Block
    span: Span


@frozen
class SetDecl:
    """`set "Race 7" on "Nothing Goes Right" with laps 2 { … }`"""

    title: Text
    board: Text | None
    options: tuple[AttributeValue, ...]
    cards: tuple[Text, ...]
    span: Span


# ------------------------------------------------------------------ patches and files

Declaration: TypeAlias = (
    RulesetHead
    | Use
    | Players
    | OptionDecl
    | PieceDecl
    | SheetDecl
    | SymbolDecl
    | PartitionDecl
    | GroupDecl
    | ResourceDecl
    | ZoneDecl
    | AttributeDecl
    | TableDecl
    | MarkDecl
    | EventDecl
    | TimingDecl
    | RememberDecl
    | TallyDecl
    | RuleDecl
    | KindDecl
    | GuideDecl
    | TokenDecl
    | TerrainDecl
    | PathDecl
    | BoardDecl
    | TrackDecl
    | JoinedTrackDecl
    | ProcedureDecl
    | PhaseDecl
    | GameDecl
    | StandingDecl
    | SetDecl
    | Strategy
    | Scenario
)


@frozen
class Replace:
    """`replace rule draw_amount = …`"""

    declaration: Declaration
    span: Span


@frozen
class Change:
    """`change card "Rollosaurus" cost 7`"""

    kind: Name
    name: Name | Text
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen
class Remove:
    """`remove card "Crabby"`"""

    kind: Name
    name: Name | Text
    span: Span


Item: TypeAlias = Declaration | Replace | Change | Remove


@frozen
class Comment:
    """A comment with its `#`; `own_line` if nothing stands before it on its line."""

    text: str
    own_line: bool
    span: Span


@frozen
class File:
    """One file: what it declares, in order, and its comments (blank lines are in the source)."""

    source: Source
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
