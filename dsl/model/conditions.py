"""Expressions whose value is yes or no."""

from typing import TYPE_CHECKING

from attrs import frozen

from cubedsl.dsl.model.things import Mark
from cubedsl.dsl.model.types import FLAG, Type
from cubedsl.dsl.source import Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr


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
    """Whether one piece (or kind) is of one of these kinds (a kind, a class, a group), or counts
    as the class `also` ("": nothing else does)."""

    thing: "Expr"
    kinds: frozenset[int]
    span: Span
    type: Type = FLAG
    also: str = ""


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
class Usable:
    """Whether one piece has an ability without an event whose condition holds for `you`, wherever
    the piece lies."""

    thing: "Expr"
    you: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False)
class Crowned:
    """Whether one player has won; nobody has while the game goes on."""

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
