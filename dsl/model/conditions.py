"""Expressions whose value is yes or no."""

from typing import TYPE_CHECKING

from attrs import frozen

from cubedsl.dsl.model.things import Mark
from cubedsl.dsl.model.types import FLAG, Type
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span

if TYPE_CHECKING:
    from cubedsl.dsl.model.expressions import Expr


@frozen(eq=False, repr=False)
class Compare(Node):
    """`< <= > >=` between numbers or chances."""

    operator: str
    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Same(Node):
    """Equality: of numbers, words, flags, or of things (the same set)."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Both(Node):
    """`and`: the right side is evaluated only if the left side holds."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Either(Node):
    """`or`: the right side is evaluated only if the left side does not hold."""

    left: "Expr"
    right: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Not(Node):
    """The opposite."""

    value: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Exists(Node):
    """Whether there is any."""

    things: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class OfKinds(Node):
    """Whether one piece (or kind) is of one of these kinds (a kind, a class, a group), or counts
    as the class `also` ("": nothing else does)."""

    thing: "Expr"
    kinds: frozenset[int]
    span: Span
    type: Type = FLAG
    also: str = ""


@frozen(eq=False, repr=False)
class Shows(Node):
    """Whether one piece or face shows a symbol, a variant, or the blank side.

    `what` is "symbol", "variant" or "blank".  A piece without a face shows nothing: not even a
    blank side.
    """

    what: str
    name: str
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Marked(Node):
    """Whether one piece bears a mark."""

    mark: Mark
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Used(Node):
    """Whether one piece has been used."""

    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Usable(Node):
    """Whether one piece has an ability without an event whose condition holds for `you`, wherever
    the piece lies."""

    thing: "Expr"
    you: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Crowned(Node):
    """Whether one player has won; nobody has while the game goes on."""

    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class OfTerrain(Node):
    """Whether one space is of a terrain."""

    terrain: str
    thing: "Expr"
    span: Span
    type: Type = FLAG


@frozen(eq=False, repr=False)
class Among(Node):
    """Whether the left things (at least one) all are members of the right ones."""

    things: "Expr"
    group: "Expr"
    span: Span
    type: Type = FLAG
