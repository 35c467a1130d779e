"""Expressions whose value is things, and the places where pieces lie."""

from typing import TYPE_CHECKING

from attrs import frozen

from cubedsl.dsl.model.things import Token, Zone
from cubedsl.dsl.model.types import NUMBER, PLAYER, SPACE, Noun, Things, Type
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr


@frozen(eq=False, repr=False)
class Place(Node):
    """Zones of the things `owner` (players or spaces); `owner` is None for a shared zone."""

    zones: tuple[Zone, ...]
    owner: "Expr | None"
    span: Span


@frozen(eq=False, repr=False)
class Nothing(Node):
    """The empty set."""

    type: Type
    span: Span


@frozen(eq=False, repr=False)
class All(Node):
    """All pieces of a noun in the game, all players (from seat 0), all spaces of the board in play
    and then of every path, all kinds, all classes."""

    noun: Noun
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class PiecesIn(Node):
    """The pieces of a noun in some places."""

    noun: Noun
    places: tuple[Place, ...]
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Kinds(Node):
    """The kinds with these numbers."""

    kinds: tuple[int, ...]
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class SeatOf(Node):
    """The player in a seat (from 0)."""

    seat: int
    span: Span
    type: Type = Things(PLAYER, one=True)


@frozen(eq=False, repr=False)
class Where(Node):
    """Those for which `condition` holds, each in turn in `slot`."""

    things: "Expr"
    slot: int
    condition: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Best(Node):
    """All those whose `value` is the most (or the least)."""

    things: "Expr"
    slot: int
    value: "Expr"
    most: bool
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Likeness(Node):
    """How several things are alike in `value` of each, the thing in `slot`.

    `how` is "same" (they have one in common), "different" (no two have one in common) or
    "consecutive" (numbers in a row, each once).  A thing of which the value is nothing is never
    among them.
    """

    how: str
    slot: int
    value: "Expr"
    span: Span


@frozen(eq=False, repr=False)
class Groups(Node):
    """How many times so many (`size`) of the things can be put together, each thing in one group
    at most; all of a group are alike as `likeness` says (None: any things)."""

    things: "Expr"
    size: "Expr"
    likeness: Likeness | None
    span: Span
    type: Type = NUMBER


@frozen(eq=False, repr=False)
class InOrder(Node):
    """The players in playing order, beginning with `start` (nobody: with seat 0)."""

    things: "Expr"
    start: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class First(Node):
    """The first one."""

    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class After(Node):
    """The first of `things` that comes behind `start`: in playing order for players (`start`
    itself comes last), along the path for spaces."""

    things: "Expr"
    start: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class NextTo(Node):
    """Those of `things` (spaces) that one can walk to in one step from `place`."""

    things: "Expr"
    place: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Within(Node):
    """Those of `things` (spaces) at most `distance` steps from `place`, over any terrain, without
    `place` itself."""

    things: "Expr"
    distance: "Expr"
    place: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Nearest(Node):
    """Those of `things` (spaces) with the fewest steps from `place`, not through closed terrain;
    none if there is no way to any of them."""

    things: "Expr"
    place: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Union(Node):
    """All members of both, in ascending order."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Without(Node):
    """The members of the left that are not in the right."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Common(Node):
    """The members of the left that are also in the right, in the left one's order."""

    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class Gather(Node):
    """The things that `value` is for each of `things`, each in turn in `slot`; ascending."""

    things: "Expr"
    slot: int
    value: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class KindsOf(Node):
    """The kinds of some pieces."""

    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class ClassesOf(Node):
    """The classes of some pieces or kinds in a partition (its noun's name)."""

    partition: str
    things: "Expr"
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class FacesOf(Node):
    """The different faces of some dice; `shown`: those that lie up, as printed."""

    things: "Expr"
    shown: bool
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class SpacesOf(Node):
    """The spaces of a terrain on the board in play, in ascending order."""

    terrain: str
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class SpaceAt(Node):
    """A space of the board in play by its place: row and number in the row, both from 1."""

    row: "Expr"
    column: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False, repr=False)
class SpaceNamed(Node):
    """The spaces of the board in play that a character of the legend draws."""

    key: str
    type: Type
    span: Span


@frozen(eq=False, repr=False)
class StopAt(Node):
    """The stop of a path with a number."""

    path: str
    number: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False, repr=False)
class TokenSpace(Node):
    """The space on which a player's token stands."""

    token: Token
    of: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False, repr=False)
class TargetOf(Node):
    """The space that the legend says one space leads to."""

    of: "Expr"
    span: Span
    type: Type = Things(SPACE, one=True)


@frozen(eq=False, repr=False)
class OwnerOf(Node):
    """The player to whom one piece belongs for ever (`holder`: in whose zone it lies)."""

    of: "Expr"
    holder: bool
    span: Span
    type: Type = Things(PLAYER, one=True)
