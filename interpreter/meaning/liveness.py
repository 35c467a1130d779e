"""Which of a frame's names still matter behind a statement.

Two pieces are equal only if nothing that can still be read tells them apart.  A slot that holds
one of them tells them apart as long as the slot may be read again before it is written: it is
*live*.  This is the usual analysis, from the last statement to the first, on checked statements.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from attrs import Factory, frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.expressions import ChanceOf, Local
from cubedsl.dsl.model.types import Sort, Things, Type
from cubedsl.dsl.model.walk import children, walk

Slots: TypeAlias = frozenset[int]
NONE: Slots = frozenset()


def holds_pieces(type: Type) -> bool:
    """Whether values of a type are pieces."""
    return isinstance(type, Things) and type.noun is not None and type.noun.sort is Sort.PIECE


@frozen(eq=False)
class Liveness:
    """The live slots behind every statement of some bodies, for slots whose type is wanted."""

    wanted: Callable[[Type], bool]
    behind: dict[Any, Slots] = Factory(dict)

    def body(self, block: core.Block, after: Slots = NONE) -> Slots:
        """Note what is live behind the statements of a block; return what is before it."""
        for statement in reversed(block.statements):
            after = self.statement(statement, after)
        return after

    def statement(self, node: core.Statement, after: Slots) -> Slots:
        """Note what is live behind a statement; return what is before it."""
        written = after - {getattr(node, "slot", None)}
        self.behind[node] = self.behind.get(node, NONE) | written
        return COMPOUND.get(type(node), _simple)(self, node, after)

    def reads(self, node: object) -> Slots:
        """Return the wanted slots that the expressions directly below a statement read."""
        return NONE.union(
            *(_reads(one, self.wanted) for one in children(node) if not _is_done(one))
        )


def _is_done(node: object) -> bool:
    return type(node).__module__ == core.__name__


def _reads(expression: object, wanted: Callable[[Type], bool]) -> Slots:
    nodes = list(walk(expression))
    looked_at = {one.slot for one in nodes if hasattr(one, "slot") and not isinstance(one, Local)}
    looked_at.update(*(one.tally_slots for one in nodes if isinstance(one, ChanceOf)))
    return frozenset(
        one.slot
        for one in nodes
        if isinstance(one, Local) and wanted(one.type) and one.slot not in looked_at
    )


# ------------------------------------------------------------------ by statement


def _simple(live: Liveness, node: core.Statement, after: Slots) -> Slots:
    return (after - {getattr(node, "slot", None)}) | live.reads(node)


def _block(live: Liveness, node: core.Block, after: Slots) -> Slots:
    return live.body(node, after)


def _if(live: Liveness, node: core.If, after: Slots) -> Slots:
    otherwise = live.body(node.otherwise, after) if node.otherwise else after
    return live.reads(node) | live.body(node.then, after) | otherwise


def _maybe(live: Liveness, node: core.Acting | core.May | core.Must, after: Slots) -> Slots:
    return live.reads(node) | live.body(node.body, after) | after


def _while(live: Liveness, node: core.While, after: Slots) -> Slots:
    return _loop(live, node.body, after | live.reads(node), NONE)


def _repeat(live: Liveness, node: core.Repeat, after: Slots) -> Slots:
    return _loop(live, node.body, after, NONE) | live.reads(node)


def _each(live: Liveness, node: core.ForEach | core.Each, after: Slots) -> Slots:
    return _loop(live, node.body, after, frozenset({node.slot})) | live.reads(node)


def _loop(live: Liveness, body: core.Block, after: Slots, written: Slots) -> Slots:
    before = after
    while (more := before | (live.body(body, before) - written)) != before:
        before = more
    return before


def _menu(live: Liveness, node: core.Menu, after: Slots) -> Slots:
    items = (live.reads(item) | live.body(item.body, after) for item in node.items)
    return after.union(*items)


def _later(live: Liveness, node: core.Later, after: Slots) -> Slots:
    return after | live.body(node.body)


COMPOUND: dict[type, Callable[[Liveness, Any, Slots], Slots]] = {
    core.Block: _block,
    core.If: _if,
    core.While: _while,
    core.Repeat: _repeat,
    core.ForEach: _each,
    core.Each: _each,
    core.Acting: _maybe,
    core.Must: _maybe,
    core.May: _maybe,
    core.Menu: _menu,
    core.Later: _later,
}


# ------------------------------------------------------------------ of a ruleset


def pieces_behind(bodies: Iterable[core.Block]) -> dict[Any, Slots]:
    """Return for every statement the slots that hold pieces and are live behind it."""
    live = Liveness(holds_pieces)
    for body in bodies:
        live.body(body)
    return live.behind


def captured(bodies: Iterable[core.Block]) -> dict[Any, tuple[tuple[int, Type], ...]]:
    """Return for every `later` the slots that its body goes on reading, with their types."""
    waiting = [one for body in bodies for one in walk(body) if isinstance(one, core.Later)]
    return {one: _captured(one.body) for one in waiting}


def _captured(body: core.Block) -> tuple[tuple[int, Type], ...]:
    types = {one.slot: one.type for one in walk(body) if isinstance(one, Local)}
    return tuple((slot, types[slot]) for slot in sorted(Liveness(_anything).body(body)))


def _anything(type: Type) -> bool:
    return True
