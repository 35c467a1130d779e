"""What is done.  Everything that asks a player or draws at random is here.

A statement that asks has a *decision name*; `docs/semantics.md` lists the options of each kind.
"""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.model.expressions import Expr, Likeness, Place, ResourceOf
from cubedsl.dsl.model.things import Cell, Mark, Timing, Token
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span


@frozen(eq=False, repr=False)
class Block(Node):
    """One after the other."""

    statements: tuple["Statement", ...]
    span: Span


# ------------------------------------------------------------------ control


@frozen(eq=False, repr=False)
class SetLocal(Node):
    """A slot of the frame gets a value (`let`, or `set` of a local name)."""

    slot: int
    value: Expr
    span: Span


@frozen(eq=False, repr=False)
class SetCell(Node):
    """A cell of `of` (None: of the game; every one of several things) gets a value."""

    cell: Cell
    of: Expr | None
    value: Expr
    span: Span


@frozen(eq=False, repr=False)
class If(Node):
    """One of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span


@frozen(eq=False, repr=False)
class While(Node):
    """As long as the condition holds; every turn is a step."""

    condition: Expr
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Repeat(Node):
    """So many times (at most 0 if negative); every turn is a step."""

    times: Expr
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class ForEach(Node):
    """The body for each of the things there were at the beginning, in `slot`; you stay you."""

    things: Expr
    slot: int
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Each(Node):
    """Each of the players there were at the beginning acts (also in `slot`).

    `secretly`: what they choose is open only when all have chosen.
    """

    players: Expr
    slot: int
    body: Block
    secretly: bool
    span: Span


@frozen(eq=False, repr=False)
class Acting(Node):
    """That player acts; nothing happens if there is none."""

    player: Expr
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Must(Node):
    """Done even by those who decline; when the ability is used, simply done."""

    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Later(Node):
    """The body waits for the actor's next `event`, or stands in for it (`instead`).

    It keeps the frame as it is now, is executed once, and is dropped when `until` is signalled.
    """

    event: str
    instead: bool
    until: str | None
    body: Block
    span: Span


# ------------------------------------------------------------------ decisions and chance


@frozen(eq=False, repr=False)
class Choose(Node):
    """The actor chooses pieces, players, spaces, faces or kinds, one decision a thing.

    Between `low` and `high` of them, as far as there are so many (None: any number, from 0).
    `low` is 0 unless exactly `high` are chosen.  They are alike as `likeness` says.
    """

    decision: str
    things: Expr
    high: Expr | None
    exactly: bool
    likeness: Likeness | None
    slot: int
    span: Span


@frozen(eq=False, repr=False)
class ChooseNumber(Node):
    """The actor chooses a number from `low` to `high`."""

    decision: str
    low: Expr
    high: Expr
    slot: int
    span: Span


@frozen(eq=False, repr=False)
class MenuItem(Node):
    """One named option, legal if `condition` holds (None: always)."""

    name: str
    condition: Expr | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Menu(Node):
    """The actor chooses one of the legal items; if there is none, nothing happens."""

    decision: str
    items: tuple[MenuItem, ...]
    span: Span


@frozen(eq=False, repr=False)
class May(Node):
    """The actor says yes or no."""

    decision: str
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Draw(Node):
    """`count` of the things, as many as there are, into `slot` (ascending).

    At random, or from an `end` of an ordered zone ("top", "bottom"): those of known order first,
    at random among those of unknown order.
    """

    things: Expr
    count: Expr
    slot: int
    end: str
    span: Span


# ------------------------------------------------------------------ verbs


@frozen(eq=False, repr=False)
class Perform(Node):
    """A procedure of the ruleset with its arguments, in the order of its parameters.

    It does not happen if an argument that is things is empty.
    """

    procedure: str
    arguments: tuple[Expr, ...]
    span: Span


@frozen(eq=False, repr=False)
class PlayPhase(Node):
    """A phase, for everybody: nobody acts at its beginning."""

    phase: str
    span: Span


@frozen(eq=False, repr=False)
class Gain(Node):
    """The actor gets so much of a resource: below 0 a loss; no more than the supply has."""

    resource: Cell | ResourceOf
    amount: Expr
    span: Span


@frozen(eq=False, repr=False)
class Pay(Node):
    """The actor pays so much of a resource; the game stops if there is not so much."""

    resource: Cell | ResourceOf
    amount: Expr
    span: Span


@frozen(eq=False, repr=False)
class Move(Node):
    """Pieces go to a place; with several owners, to the first.

    A piece that enters another zone is no longer used; in a shared zone it also loses its marks
    and its memory, in a shared or faceless one its face.  `end` is "", "top" or "bottom".
    """

    pieces: Expr
    to: Place
    end: str
    span: Span


@frozen(eq=False, repr=False)
class MoveToken(Node):
    """The token of a player goes to a space (nowhere if there is none)."""

    token: Token
    of: Expr
    space: Expr
    span: Span


@frozen(eq=False, repr=False)
class Roll(Node):
    """Dice are thrown, in ascending order; they are no longer used."""

    dice: Expr
    span: Span


@frozen(eq=False, repr=False)
class Turn(Node):
    """Dice are turned to a face; they are no longer used."""

    dice: Expr
    face: Expr
    span: Span


@frozen(eq=False, repr=False)
class MarkAs(Node):
    """Pieces get a mark (None: they are used)."""

    pieces: Expr
    mark: Mark | None
    span: Span


@frozen(eq=False, repr=False)
class Signal(Node):
    """An event: abilities `on` it, then what waits for it, then standing rules, then lifetimes
    that end with it."""

    event: str
    span: Span


@frozen(eq=False, repr=False)
class Attempt(Node):
    """An event that its procedure carries out unless a replacement stands in."""

    event: str
    span: Span


@frozen(eq=False, repr=False)
class Resume(Node):
    """Inside a replacement: it does not stand in after all; the next one is asked."""

    event: str
    span: Span


@frozen(eq=False, repr=False)
class Offer(Node):
    """The actor may use abilities of a timing; `things`: only those of these pieces, once each."""

    timing: Timing
    things: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class UseOf(Node):
    """One of the abilities of a timing that pieces of these kinds have is used as if it were that
    of `pieces`: its `this`, `these` are they.

    Abilities that wait for an event are none of them.  While what is used so is carried out,
    another `UseOf` does nothing.
    """

    timing: Timing
    kinds: Expr
    pieces: Expr
    span: Span


@frozen(eq=False, repr=False)
class Settle(Node):
    """The `must` parts of all abilities of a timing that were not used."""

    timing: Timing
    span: Span


@frozen(eq=False, repr=False)
class Resolve(Node):
    """The reward of a space, for the actor."""

    space: Expr
    span: Span


@frozen(eq=False, repr=False)
class Crown(Node):
    """These players win, and the game is over; if there are none, nothing happens."""

    players: Expr
    span: Span


@frozen(eq=False, repr=False)
class Reverse(Node):
    """The playing order turns round."""

    span: Span


@frozen(eq=False, repr=False)
class Shuffle(Node):
    """The order of an ordered place is unknown again."""

    place: Place
    span: Span


@frozen(eq=False, repr=False)
class Show(Node):
    """Some players learn what these pieces are."""

    pieces: Expr
    players: Expr
    span: Span


Statement: TypeAlias = (
    Block
    | SetLocal
    | SetCell
    | If
    | While
    | Repeat
    | ForEach
    | Each
    | Acting
    | Must
    | Later
    | Choose
    | ChooseNumber
    | Menu
    | May
    | Draw
    | Perform
    | PlayPhase
    | Gain
    | Pay
    | Move
    | MoveToken
    | Roll
    | Turn
    | MarkAs
    | Signal
    | Attempt
    | Resume
    | Offer
    | UseOf
    | Settle
    | Resolve
    | Crown
    | Reverse
    | Shuffle
    | Show
)


@frozen(eq=False, repr=False)
class Ability(Node):
    """What a piece can do while it lies in its timing's zone and shows one of its symbols.

    `using` pieces are used together (0: all that are there).  `event` is what triggers it, or
    stands in for (`instead`); None: it is offered.  Slot 0 of its frame is `these` (`this`).
    `projection` is what even those do who decline; `compulsory` if that is all there is.
    `number` tells the abilities of one card apart.
    """

    number: int
    timing: Timing
    ongoing: bool
    using: int
    event: str | None
    instead: bool
    condition: Expr | None
    body: Block
    projection: Block
    compulsory: bool
    frame_size: int
    span: Span
