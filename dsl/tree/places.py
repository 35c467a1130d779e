"""Nodes for tokens, terrains, paths and tracks."""

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Name, Text
from cubedsl.dsl.tree.memory import NounName
from cubedsl.dsl.tree.statements import Block
from cubedsl.dsl.tree.things import AttributeValue


@frozen(eq=False, repr=False)
class TokenDecl(Node):
    """`token pawn of player on track`"""

    name: Name
    of: Name
    board: Name
    span: Span


@frozen(eq=False, repr=False)
class TerrainDecl(Node):
    """`terrain start, finish big`, `terrain lava closed`"""

    names: tuple[Name, ...]
    modifiers: tuple[Name, ...]
    span: Span


@frozen(eq=False, repr=False)
class Stop(Node):
    """`4: draws 1 assumed`"""

    number: int
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen(eq=False, repr=False)
class PathDecl(Node):
    """`path cheer_path { 0; 1: pays 1 }`"""

    name: Name
    stops: tuple[Stop, ...]
    span: Span


@frozen(eq=False, repr=False)
class BoardDecl(Node):
    """`board track/tracks from start to finish`"""

    noun: NounName
    start: Name | None
    finish: Name | None
    span: Span


@frozen(eq=False, repr=False)
class LegendEntry(Node):
    """`F  finish to S`, `2  reward { gain 2 gems }`, `b  grass "Old bridge"`"""

    key: Name
    terrain: Name
    title: Text | None
    attributes: tuple[AttributeValue, ...]
    target: Name | None
    reward: Block | None
    span: Span


@frozen(eq=False, repr=False)
class Drawing(Node):
    """`map \"\"\" … \"\"\"`, `sections \"\"\" … \"\"\"`; `text.span` covers the quotation marks."""

    keyword: str
    text: Text
    span: Span


@frozen(eq=False, repr=False)
class Barrier(Node):
    """`barrier 8 | 0`"""

    behind: int
    ahead: int
    span: Span


@frozen(eq=False, repr=False)
class TrackDecl(Node):
    """`track "Duck Pond" hex { … }`; `noun` is the board's."""

    noun: Name
    title: Text
    shape: Name
    legend: tuple[LegendEntry, ...]
    drawings: tuple[Drawing, ...]
    barriers: tuple[Barrier, ...]
    span: Span


@frozen(eq=False, repr=False)
class Joint(Node):
    """`to "Lake" as ferry toll 1`: what the finish before this board becomes."""

    title: Text
    terrain: Name
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen(eq=False, repr=False)
class JoinedDecl(Node):
    """`track "Both" joins "River" to "Lake" as ferry toll 1`: boards one behind the other."""

    noun: Name
    title: Text
    first: Text
    joints: tuple[Joint, ...]
    span: Span
