"""Expressions whose value is things, and the places where pieces lie."""

from typing import TYPE_CHECKING

from attrs import frozen

from cubedsl.dsl.model.things import Token, Zone
from cubedsl.dsl.model.types import NUMBER, PLAYER, SPACE, Noun, Things, Type
from cubedsl.dsl.source import Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr


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
    """All pieces of a noun in the game, all players (from seat 0), all spaces of the board in play
    and then of every path, all kinds, all classes."""

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
class Likeness:
    """How several things are alike in `value` of each, the thing in `slot`.

    `how` is "same" (they have one in common), "different" (no two have one in common) or
    "consecutive" (numbers in a row, each once).  A thing of which the value is nothing is never
    among them.
    """

    how: str
    slot: int
    value: "Expr"
    span: Span


@frozen(eq=False)
class Groups:
    """How many times so many (`size`) of the things can be put together, each thing in one group
    at most; all of a group are alike as `likeness` says (None: any things)."""

    things: "Expr"
    size: "Expr"
    likeness: Likeness | None
    span: Span
    type: Type = NUMBER


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
class Nearest:
    """Those of `things` (spaces) with the fewest steps from `place`, not through closed terrain;
    none if there is no way to any of them."""

    things: "Expr"
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
