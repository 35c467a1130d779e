"""Nodes for patches, and for a file as a whole."""

# ruff: noqa: F403, F405 - the union below names all declarations.

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree.declarations import *
from cubedsl.dsl.tree.expressions import Expr, Name, Text
from cubedsl.dsl.tree.memory import *
from cubedsl.dsl.tree.places import *
from cubedsl.dsl.tree.scenes import Scenario, Strategy
from cubedsl.dsl.tree.things import *

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
    | JoinedDecl
    | ProcedureDecl
    | PhaseDecl
    | GameDecl
    | StandingDecl
    | AroundDecl
    | SetDecl
    | SetLike
    | AdviceDecl
    | SayDecl
    | Strategy
    | Scenario
)


Revised: TypeAlias = Member | AttributeBy | Stop | LegendEntry


@frozen(eq=False, repr=False)
class Replace(Node):
    """`replace rule hand_size = …`"""

    declaration: Declaration
    span: Span


@frozen(eq=False, repr=False)
class Change(Node):
    """`change card "Big elk" cost 7`, `change option laps = 2`, `change rule aim by + 1`

    What stands is given: a value, what is added, what is otherwise in a set, the number of copies,
    lines that take the place of lines of the same sort.
    """

    kind: Name
    name: Name | Text
    value: Expr | None
    by: By | None
    deal: Deal | None
    copies: int | None
    lines: tuple[Revised, ...]
    span: Span


@frozen(eq=False, repr=False)
class Remove(Node):
    """`remove card "Old oak"`"""

    kind: Name
    name: Name | Text
    span: Span


Item: TypeAlias = Declaration | Replace | Change | Remove


@frozen(eq=False, repr=False)
class Comment(Node):
    """A comment with its `#`; `own_line` if nothing stands before it on its line."""

    text: str
    own_line: bool
    span: Span


@frozen(eq=False, repr=False)
class File(Node):
    """One file: what it declares, in order, and its comments (blank lines are in the source)."""

    source: Source
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
