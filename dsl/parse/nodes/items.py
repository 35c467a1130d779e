"""One item of a file: a declaration, or a change to one."""

from collections.abc import Callable
from typing import TypeAlias

from lark import Token

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse.nodes import declarations, places, scenes, things
from cubedsl.dsl.parse.nodes.base import Builder
from cubedsl.dsl.parse.nodes.expressions import value_in
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.source import Source
from cubedsl.dsl.tree import Change, Declaration, Item, Remove, Replace, Revised
from cubedsl.dsl.tree.expressions import Name, Text

_Make: TypeAlias = Callable[[Builder, Syntax], Declaration]


def build_item(part: Syntax, source: Source, out: Diagnostics) -> Item:
    """Translate one item."""
    b = Builder(source, out)
    match part.data:
        case "replace":
            return Replace(_declaration(b, next(part.parts())), b.span(part))
        case "change":
            return _change(b, part)
        case "remove":
            return Remove(*_what(b, part), b.span(part))
        case _:
            return _declaration(b, part)


def _what(b: Builder, part: Syntax) -> tuple[Name, Name | Text]:
    """The kind of thing and its name or title."""
    kind, name = [child for child in part.children if isinstance(child, Token)]
    return b.name(kind), b.reference(name)


def _change(b: Builder, part: Syntax) -> Change:
    kind, name, *_ = part.children
    assert isinstance(kind, Token) and isinstance(name, Token)
    return Change(
        kind=b.name(kind),
        name=b.reference(name),
        value=value_in(b, part),
        by=things.by_in(b, part),
        deal=declarations.deal_in(b, part),
        copies=things.copies_in(b, part),
        lines=tuple(one for line in part.parts() for one in _lines(b, line)),
        span=b.span(part),
    )


def _lines(b: Builder, part: Syntax) -> tuple[Revised, ...]:
    """What one line between the braces of a change says."""
    match part.data:
        case "attribute_by":
            return (things.attribute_by(b, part),)
        case "stop":
            return (places.stop(b, part),)
        case "legend":
            return places.entries(b, part)
        case kind if kind in things.MEMBERS:
            return (things.MEMBERS[kind](b, part),)
    return ()


def _declaration(b: Builder, part: Syntax) -> Declaration:
    return DECLARATIONS[part.data](b, part)


DECLARATIONS: dict[str, _Make] = {
    "ruleset": declarations.ruleset,
    "use": declarations.use,
    "players": declarations.players,
    "option": declarations.option,
    "piece": declarations.piece,
    "sheet": declarations.sheet,
    "symbol": declarations.symbol,
    "partition": declarations.partition,
    "group": declarations.group,
    "resource": declarations.resource,
    "zone": declarations.zone,
    "attribute": declarations.attribute,
    "table": declarations.table,
    "mark": declarations.mark,
    "event": declarations.event,
    "timing": declarations.timing,
    "remember": things.remember,
    "tally": declarations.tally,
    "rule": declarations.rule,
    "kind": things.kind,
    "guide": things.guide,
    "token": places.token,
    "terrain": places.terrain,
    "path": places.path,
    "board": places.board,
    "track": places.track,
    "joined": places.joined,
    "procedure": declarations.procedure,
    "phase": declarations.phase,
    "game": declarations.game,
    "standing": declarations.standing,
    "around": declarations.around,
    "set": declarations.set_,
    "set_like": declarations.set_like,
    "advice": declarations.advice,
    "say": declarations.say,
    "strategy": scenes.strategy,
    "scenario": scenes.scenario,
}
