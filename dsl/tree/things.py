"""Nodes for kinds of pieces and the cards that speak of them."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, Text
from cubedsl.dsl.tree.memory import Also, RememberDecl
from cubedsl.dsl.tree.statements import Block, Trigger


@frozen(eq=False, repr=False)
class AttributeValue(Node):
    """`cost 6 assumed`, `worth 4, 1, -2`"""

    name: Name
    values: tuple[Expr, ...]
    assumed: bool
    span: Span


@frozen(eq=False, repr=False)
class By(Node):
    """`by + 1`, `by - nerves`: what is added to something that stands elsewhere."""

    plus: bool
    value: Expr
    span: Span


@frozen(eq=False, repr=False)
class AttributeBy(Node):
    """`cost by + 1`"""

    name: Name
    by: By
    span: Span


@frozen(eq=False, repr=False)
class FaceDecl(Node):
    """`power axes`, `gold 2`, `blank x3`, `pip 1 to 6`"""

    words: tuple[Name, ...]
    amount: int | None
    last_amount: int | None
    copies: int
    span: Span


@frozen(eq=False, repr=False)
class Faces(Node):
    """`faces owl, movement, blank x4`"""

    faces: tuple[FaceDecl, ...]
    span: Span


@frozen(eq=False, repr=False)
class Reading(Node):
    """`read power axes as axes 2`"""

    shown: tuple[Name, ...]
    read: tuple[Name, ...]
    amount: int | None
    span: Span


@frozen(eq=False, repr=False)
class CopiesWith(Node):
    """`copies x2: rank 1, paired 4`"""

    count: int
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen(eq=False, repr=False)
class CopiesOver(Node):
    """`copies rank 2 to 14`, `copies gems 1, 2, 5`: one copy for each value."""

    attribute: Name
    values: tuple[int, ...]
    span: Span


@frozen(eq=False, repr=False)
class Ability(Node):
    """`run using all on compare if most_axes: …`

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
    Faces | Reading | Also | CopiesWith | CopiesOver | AttributeValue | Ability | RememberDecl
)


@frozen(eq=False, repr=False)
class KindDecl(Node):
    """`die red x10 { … }`, `tile steal "Steal 1 card" x1 { … }`"""

    noun: Name
    name: Name
    title: Text | None
    copies: int | None
    members: tuple[Member, ...]
    span: Span


@frozen(eq=False, repr=False)
class GuideDecl(Node):
    """`card "Bob" for blue cost 6 { … }`"""

    noun: Name
    title: Text
    kind: Name
    members: tuple[Member, ...]
    span: Span
