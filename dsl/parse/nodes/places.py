"""Boards, paths and tracks."""

from lark import Token

from cubedsl.dsl.parse.nodes.base import Builder, number_in
from cubedsl.dsl.parse.nodes.statements import block
from cubedsl.dsl.parse.nodes.things import attributes_in, noun_name
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.tree import (
    Barrier,
    BoardDecl,
    Drawing,
    JoinedDecl,
    Joint,
    LegendEntry,
    PathDecl,
    Stop,
    TerrainDecl,
    TokenDecl,
    TrackDecl,
)
from cubedsl.dsl.tree.expressions import Text

# ------------------------------------------------------------------ boards and paths


def token(b: Builder, part: Syntax) -> TokenDecl:
    """`token pawn of player on track`"""
    name, board = b.names(part)
    return TokenDecl(name, b.first_name(next(part.parts("owner"))), board, b.span(part))


def terrain(b: Builder, part: Syntax) -> TerrainDecl:
    """`terrain start, finish big`"""
    names = b.names(part.part("names"))
    return TerrainDecl(names, b.names(part.part("modifiers")), b.span(part))


def path(b: Builder, part: Syntax) -> PathDecl:
    """`path ladder { 0; 1: pays 1 }`"""
    stops = tuple(stop(b, one) for one in part.parts("stop"))
    return PathDecl(b.first_name(part), stops, b.span(part))


def stop(b: Builder, part: Syntax) -> Stop:
    """`4: draws 1 assumed`"""
    return Stop(number_in(part) or 0, attributes_in(b, part), b.span(part))


def board(b: Builder, part: Syntax) -> BoardDecl:
    """`board track/tracks from start to finish`"""
    start, finish = part.part("board_from"), part.part("board_to")
    return BoardDecl(noun_name(b, part), b.name_in(start), b.name_in(finish), b.span(part))


# ------------------------------------------------------------------ tracks


def track(b: Builder, part: Syntax) -> TrackDecl:
    """`track "River" hex { … }`"""
    noun, shape = b.names(part)
    return TrackDecl(
        noun=noun,
        title=b.first_text(part),
        shape=shape,
        legend=tuple(entry for legend in part.parts("legend") for entry in entries(b, legend)),
        drawings=tuple(_drawing(b, one) for one in part.parts("drawing")),
        barriers=tuple(_barrier(b, one) for one in part.parts("barrier")),
        span=b.span(part),
    )


def entries(b: Builder, part: Syntax) -> tuple[LegendEntry, ...]:
    """`legend { … }`"""
    return tuple(_entry(b, one) for one in part.parts("entry"))


def _entry(b: Builder, part: Syntax) -> LegendEntry:
    key, *target = map(b.name, part.tokens("KEY"))
    reward = part.part("block")
    return LegendEntry(
        key=key,
        terrain=b.first_name(part),
        title=b.text_in(part),
        attributes=attributes_in(b, part),
        target=target[0] if target else None,
        reward=block(b, reward) if reward else None,
        span=b.span(part),
    )


def _drawing(b: Builder, part: Syntax) -> Drawing:
    keyword, drawn = part.children
    assert isinstance(keyword, Token) and isinstance(drawn, Token)
    text = Text(drawn[3:-3], b.span(drawn))
    return Drawing(str(keyword), text, b.span(part))


def _barrier(b: Builder, part: Syntax) -> Barrier:
    behind, ahead = map(int, part.tokens("INT"))
    return Barrier(behind, ahead, b.span(part))


def joined(b: Builder, part: Syntax) -> JoinedDecl:
    """`track "Both" joins "River" to "Lake" as ferry toll 1`"""
    title, first = b.texts(part)
    joints = tuple(_joint(b, one) for one in part.parts("joint"))
    return JoinedDecl(b.first_name(part), title, first, joints, b.span(part))


def _joint(b: Builder, part: Syntax) -> Joint:
    return Joint(b.first_text(part), b.first_name(part), attributes_in(b, part), b.span(part))
