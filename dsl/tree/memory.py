"""Nodes for what is remembered: resources, marks, memory, tallies; and for nouns."""

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name


@frozen(eq=False, repr=False)
class NounName(Node):
    """`die/dice`: a noun and its plural (None if it was not given)."""

    singular: Name
    plural: Name | None
    span: Span


@frozen(eq=False, repr=False)
class ResourceDecl(Node):
    """`resource gold, gem/gems = 3 supply 40 until round_end`"""

    nouns: tuple[NounName, ...]
    default: Expr | None
    supply: int | None
    until: Name | None
    span: Span


@frozen(eq=False, repr=False)
class Also(Node):
    """`also counts as blue, green in boat`: more classes; without zones wherever the piece lies."""

    classes: tuple[Name, ...]
    zones: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class MarkDecl(Node):
    """`mark lent until round_end`, `mark painted also counts as blue`"""

    names: tuple[Name, ...]
    until: Name | None
    also: Also | None
    span: Span


@frozen(eq=False, repr=False)
class RememberDecl(Node):
    """`remember choice status of player in rolling, passed until round_end`

    `kind` is the word after `remember`, `of` the owner (None: the game).
    """

    kind: Name
    names: tuple[Name, ...]
    of: Name | None
    words: tuple[Name, ...]
    default: Expr | None
    until: Name | None
    span: Span


@frozen(eq=False, repr=False)
class TallyDecl(Node):
    """`tally gems_won of player counts gain gems until round_end`"""

    name: Name
    of: Name
    verb: Name
    what: Name | None
    until: Name | None
    span: Span
