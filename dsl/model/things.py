"""What a ruleset declares: the nouns of a game and what can be said of them."""

from enum import Enum
from typing import TYPE_CHECKING

from attrs import field, frozen

from cubedsl.dsl.model.types import Noun, Type
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import NOWHERE, Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr
    from cubedsl.dsl.model.statements import Ability, Block


class Owner(Enum):
    """Whose a zone or a cell is: there is one of it for each of these."""

    GAME = "game"
    PLAYER = "player"
    SPACE = "space"
    PIECE = "piece"
    KIND = "kind"


@frozen
class Option:
    """A variant of the rules, fixed when a game begins.

    `default` is a number, a flag or a word; `low` and `high` bound a number.
    """

    name: str
    type: Type
    default: int | bool | str
    low: int
    high: int
    span: Span


@frozen(eq=False, repr=False)
class Zone(Node):
    """A place for pieces: one, or one for every player or space.

    In a `faceless` or shared zone a piece shows no face.  `hidden`: nobody sees what lies there;
    `private`: its owner does.
    """

    index: int
    name: str
    owner: Owner
    hidden: bool
    private: bool
    ordered: bool
    faceless: bool
    span: Span


@frozen
class Face:
    """What one side of a die shows: a symbol, with variants, an amount times.

    `symbol` is "" for a blank without a name; `blank` tells the blank one.  `numbered`: the text
    writes the amount even though it is 1, as of one pip of six.
    """

    index: int
    symbol: str
    variants: tuple[str, ...]
    amount: int
    blank: bool
    numbered: bool = False

    @property
    def text(self) -> str:
        """As it is written: `power oak`, `gold 2`, `pip 1`."""
        words = (*self.variants, self.symbol)
        return " ".join(words) + (f" {self.amount}" if self.numbered or self.amount != 1 else "")


@frozen(eq=False, repr=False)
class Attribute(Node):
    """A constant of the kinds of a noun, or of spaces; an expression is allowed as its value."""

    index: int
    name: str
    noun: Noun
    default: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Table(Node):
    """Numbers by count: the value at 0 is 0, the last entry repeats."""

    index: int
    name: str
    noun: Noun
    span: Span


@frozen(eq=False, repr=False)
class Also(Node):
    """Classes of a partition that a piece is in besides its own; in `zones` only, if there are any.

    A class that several partitions of the noun have is meant in each of them.
    """

    classes: tuple[str, ...]
    zones: tuple[Zone, ...]
    span: Span


@frozen(eq=False, repr=False)
class Mark(Node):
    """A tag on a piece; gone when the piece enters a shared zone or `until` is signalled.

    Pieces that bear it are in the classes of `also`, too.
    """

    index: int
    name: str
    until: str | None
    span: Span
    also: Also | None = None


@frozen(eq=False, repr=False)
class Cell(Node):
    """Something remembered: a resource, a `remember`, or a tally.

    `noun` is the owner's noun (None: the game has one).  `default` is its first value.
    `supply` is the size of a resource's shared pool, or None for no limit.
    A face that shows a resource calls it by its name, the singular; `plural` is the word for
    several.
    """

    index: int
    name: str
    owner: Owner
    noun: Noun | None
    type: Type
    default: "Expr"
    until: str | None
    is_resource: bool
    supply: int | None
    span: Span
    plural: str = ""

    def called(self, count: int) -> str:
        """The word for so many of it."""
        return self.name if abs(count) == 1 else self.plural or self.name


@frozen(eq=False, repr=False)
class Tally(Node):
    """Adds to `cell` of the acting player what `verb` does.

    For gain and pay of a resource (`resource`): the amount.  For a procedure: the number of
    things its first argument has (1 if it has none).
    """

    cell: Cell
    verb: str
    resource: Cell | None


@frozen(eq=False, repr=False)
class Partition(Node):
    """Every kind of a noun in exactly one class: `class_of_kind[kind] = class`."""

    noun: Noun
    classes: tuple[str, ...]
    class_of_kind: dict[int, int]
    span: Span


@frozen(eq=False, repr=False)
class Timing(Node):
    """When abilities can be used: while their piece lies in `zone` of a player.

    `ongoing`: using one does not use up the piece.
    """

    name: str
    noun: Noun
    zone: Zone
    ongoing: bool
    span: Span


@frozen(eq=False, repr=False)
class Kind(Node):
    """A kind of piece, and how many there are of it (`count`; for each player if its home is of
    players).

    `copies[i]` are attributes that only copy number i has.  `faces` are indices of faces, one a
    side, none for a piece without faces.  `attributes` and `tables` are the kind's own.
    """

    index: int
    name: str
    title: str
    noun: Noun
    home: Zone
    count: int
    faces: tuple[int, ...]
    attributes: "dict[str, Expr]"
    tables: dict[str, tuple[int, ...]]
    copies: "tuple[dict[str, Expr], ...]"
    abilities: "tuple[Ability, ...]"
    span: Span
    also: tuple[Also, ...] = ()


@frozen(eq=False, repr=False)
class Card(Node):
    """A sheet that gives abilities, attributes and readings to a kind while it is in play.

    `readings` maps a face as it is printed to the face as which it counts.
    """

    title: str
    noun: str
    kind: int
    attributes: "dict[str, Expr]"
    readings: dict[int, int]
    abilities: "tuple[Ability, ...]"
    span: Span
    also: tuple[Also, ...] = ()


@frozen(eq=False, repr=False)
class Space(Node):
    """A space of a board or a stop of a path; its number is its index within its board.

    `terrain` is "" and `section` 0 on a path; `step` is the number of a stop.  `key` is the
    character that draws it; `cells` its places (row, position in the row) in the drawing, from 0.
    `title` is the name that the legend gives, or ""; `entry` is its line of the legend.
    """

    index: int
    key: str
    terrain: str
    section: int
    step: int
    attributes: "dict[str, Expr]"
    target: str
    reward: "Block | None"
    reward_frame: int
    cells: tuple[tuple[int, int], ...]
    span: Span
    title: str = ""
    entry: Span = NOWHERE


@frozen
class Fence:
    """Nobody walks from one of these sections to the other, nor back."""

    behind: int
    ahead: int
    span: Span


@frozen
class Joint:
    """Where a board ends and the next one is joined to it.

    `source`, the finish of the one, leads to `target`, the start of the other, of which `first` is
    the first space.  `lines` lie behind the joint.
    """

    source: int
    target: int
    first: int
    lines: int
    span: Span


@frozen(eq=False, repr=False)
class Board(Node):
    """A track or a path: its spaces and how they hang together.

    `neighbours[i]` are the spaces one may walk to from i (barriers taken into account);
    `touching[i]` the same without barriers.  `following[i]` is the next stop of a path, or -1.
    `line_count` is the number of red lines: the highest section.  `rows` is the drawing: letters
    and `#`, a space every four columns.  Boards that are joined have `joints`, and `leads` tells
    where their spaces lead to, since a letter can stand on each of them.
    """

    title: str
    noun: str
    spaces: tuple[Space, ...]
    neighbours: tuple[tuple[int, ...], ...]
    touching: tuple[tuple[int, ...], ...]
    following: tuple[int, ...]
    line_count: int
    rows: tuple[str, ...]
    span: Span
    fences: tuple[Fence, ...] = ()
    joints: tuple[Joint, ...] = ()
    leads: dict[int, int] = field(factory=dict)

    def leads_to(self, at: int) -> int:
        """The space to which one leads, or -1."""
        key = self.spaces[at].target
        if self.joints or not key:
            return self.leads.get(at, -1)
        return next((one.index for one in self.spaces if one.key == key), -1)

    def lines_to_end(self, at: int) -> int:
        """The lines that are behind whoever comes to the end of the board on which a space lies."""
        return next((one.lines for one in self.joints if at < one.first), self.line_count)


@frozen(eq=False, repr=False)
class BoardNoun(Node):
    """What `board` declares: the word for the boards, of which one is on the table."""

    noun: Noun
    start: str
    finish: str
    span: Span


@frozen(eq=False, repr=False)
class Token(Node):
    """A figure that every player has, and where it moves: a path's name, or a board noun's.

    It begins on the first stop of a path, and on the start of a board.
    """

    index: int
    name: str
    board: str
    span: Span


@frozen(eq=False, repr=False)
class CardSet(Node):
    """Cards that are played together, the board they are meant for, options they set."""

    title: str
    board: str | None
    options: dict[str, int | bool | str]
    cards: tuple[str, ...]
    span: Span


@frozen
class Assumed:
    """A number that no source gives: what stands there, where, of what it is (`card "Elk"`)."""

    text: str
    span: Span = field(eq=False)
    what: str = ""
