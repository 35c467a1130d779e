"""Nodes for tokens, terrains, paths and tracks."""

from attrs import frozen

from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Name, Text
from cubedsl.dsl.tree.memory import NounName
from cubedsl.dsl.tree.statements import Block
from cubedsl.dsl.tree.things import AttributeValue


@frozen
class TokenDecl:
    """`token pawn of player on track`"""

    name: Name
    of: Name
    board: Name
    span: Span


@frozen
class TerrainDecl:
    """`terrain start, finish big`, `terrain lava closed`"""

    names: tuple[Name, ...]
    modifiers: tuple[Name, ...]
    span: Span


@frozen
class Stop:
    """`4: draws 1 assumed`"""

    number: int
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen
class PathDecl:
    """`path cheer_path { 0; 1: pays 1 }`"""

    name: Name
    stops: tuple[Stop, ...]
    span: Span


@frozen
class BoardDecl:
    """`board track/tracks from start to finish`"""

    noun: NounName
    start: Name | None
    finish: Name | None
    span: Span


@frozen
class LegendEntry:
    """`F  finish to S`, `2  reward { gain 2 gems }`, `b  grass "Old bridge"`"""

    key: Name
    terrain: Name
    title: Text | None
    attributes: tuple[AttributeValue, ...]
    target: Name | None
    reward: Block | None
    span: Span


@frozen
class Drawing:
    """`map \"\"\" … \"\"\"`, `sections \"\"\" … \"\"\"`; `text.span` covers the quotation marks."""

    keyword: str
    text: Text
    span: Span


@frozen
class Barrier:
    """`barrier 8 | 0`"""

    behind: int
    ahead: int
    span: Span


@frozen
class TrackDecl:
    """`track "Duck Pond" hex { … }`; `noun` is the board's."""

    noun: Name
    title: Text
    shape: Name
    legend: tuple[LegendEntry, ...]
    drawings: tuple[Drawing, ...]
    barriers: tuple[Barrier, ...]
    span: Span


@frozen
class Joint:
    """`to "Lake" as ferry toll 1`: what the finish before this board becomes."""

    title: Text
    terrain: Name
    attributes: tuple[AttributeValue, ...]
    span: Span


@frozen
class JoinedDecl:
    """`track "Both" joins "River" to "Lake" as ferry toll 1`: boards one behind the other."""

    noun: Name
    title: Text
    first: Text
    joints: tuple[Joint, ...]
    span: Span
