"""Strategies and scenarios, checked."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.things import Cell, Mark, Token, Zone
from cubedsl.dsl.model.types import Noun
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span

# ------------------------------------------------------------------ strategies


@frozen(eq=False, repr=False)
class OfNoun(Node):
    """An expression about an option that is a thing of `noun`, or a number (None): in slot 0."""

    noun: Noun | None
    value: Expr


@frozen(eq=False, repr=False)
class Take(Node):
    """The option with this text (a name, a card's title, yes, no, done), if it is there."""

    option: str
    when: Expr | None


@frozen(eq=False, repr=False)
class Prefer(Node):
    """The options for which the first test that any option passes holds, if there are any.

    `tests` is a list in order of preference; each has one reading for every noun it fits.
    """

    tests: tuple[tuple[OfNoun, ...], ...]
    when: Expr | None


@frozen(eq=False, repr=False)
class Best(Node):
    """The options for which the value is the most (least); options it does not fit drop out."""

    most: bool
    values: tuple[OfNoun, ...]
    when: Expr | None


@frozen(eq=False, repr=False)
class Random(Node):
    """One of the options that are left, at random."""

    when: Expr | None


@frozen(eq=False, repr=False)
class Like(Node):
    """What another strategy would do with the options that are left."""

    strategy: str
    when: Expr | None


Wish: TypeAlias = Take | Prefer | Best | Random | Like


@frozen(eq=False, repr=False)
class Advice(Node):
    """Wishes for one decision; `card`: only if this card asks it."""

    decision: str
    card: str | None
    wishes: tuple[Wish, ...]


@frozen(eq=False, repr=False)
class Strategy(Node):
    """How a seat decides: the advice for the decision, else `otherwise`; in frames of
    `frame_size`."""

    title: str
    advice: tuple[Advice, ...]
    otherwise: Wish | None
    frame_size: int
    span: Span


# ------------------------------------------------------------------ scenarios


@frozen(eq=False, repr=False)
class Pile(Node):
    """`count` pieces (None: all the rest) of these kinds, showing a face (None: not said).

    Only those are meant that pass `test`, about the piece in slot 0.  `keeps` is what they are
    given to remember, `marks` what they are marked as.
    """

    count: int | None
    kinds: frozenset[int]
    face: int | None
    test: Expr | None
    keeps: tuple[tuple[Cell, int], ...]
    marks: tuple[Mark, ...]
    span: Span


@frozen(eq=False, repr=False)
class Fill(Node):
    """Pieces that lie in a zone at the beginning.

    `seat` is None if they are nobody's; `of` says in the zone of which thing, if it is no player's.
    """

    seat: int | None
    zone: Zone
    of: Expr | None
    piles: tuple[Pile, ...]
    span: Span


@frozen(eq=False, repr=False)
class GiveCell(Node):
    """A cell has a value at the beginning; `seat` is None for one of the game."""

    seat: int | None
    cell: Cell
    value: Expr
    span: Span


@frozen(eq=False, repr=False)
class GiveToken(Node):
    """A token stands on a space at the beginning."""

    seat: int
    token: Token
    space: Expr
    span: Span


@frozen(eq=False, repr=False)
class Begin(Node):
    """A phase or procedure is carried out."""

    name: str
    span: Span


@frozen(eq=False, repr=False)
class Rolls(Node):
    """What the next throw of a player shows."""

    seat: int
    piles: tuple[Pile, ...]
    span: Span


@frozen(eq=False, repr=False)
class Wanted(Node):
    """One option, by what is said of it: `count` times.

    `text` is its name if it may be a named option; `tests` its readings as a thing (in slot 0).
    """

    count: int
    text: str
    tests: tuple[OfNoun, ...]
    span: Span


@frozen(eq=False, repr=False)
class Chooses(Node):
    """What a player answers next; `decision` is None if any will do."""

    seat: int
    decision: str | None
    wanted: tuple[Wanted, ...]
    span: Span


@frozen(eq=False, repr=False)
class MayNotChoose(Node):
    """What is not among the options of a player's next decision."""

    seat: int
    decision: str | None
    wanted: tuple[Wanted, ...]
    span: Span


@frozen(eq=False, repr=False)
class Then(Node):
    """What must be true by now."""

    condition: Expr
    span: Span


Line: TypeAlias = Begin | Rolls | Chooses | MayNotChoose | Then


@frozen(eq=False, repr=False)
class Scenario(Node):
    """A position, a course of play, and what must come out.

    `settings` are options by name; `card_set` and `board` titles, or None for the first.
    """

    title: str
    cites: str
    seats: tuple[str, ...]
    settings: dict[str, int | bool | str]
    card_set: str | None
    board: str | None
    given: tuple[Fill | GiveCell | GiveToken, ...]
    lines: tuple[Line, ...]
    frame_size: int
    span: Span
