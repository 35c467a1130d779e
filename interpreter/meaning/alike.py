"""Which pieces are equal: alike in everything that a rule can read of them.

Equal pieces are one option, and stand for the one with the lowest number.  A piece is told apart
by what it is (kind, attributes of its copy, owner), how it lies (spot, face, used, marks, rank,
memory), and by everything that remembers it and not the other: cells, live names of the bodies
that are being carried out, what loops still come to, what waits, which abilities were used.
"""

from collections.abc import Iterator
from typing import Any

from cubedsl.dsl.model.statements import Ability
from cubedsl.interpreter.meaning.liveness import holds_pieces
from cubedsl.interpreter.state import State

NONE: frozenset[int] = frozenset()


def groups(state: State, seat: int, pieces: tuple[int, ...]) -> list[list[int]]:
    """Return the pieces in groups of equal ones, as a player sees them.

    The groups are in the order of their first members, the members in the order of `pieces`.
    Those that the player does not see come behind, in the order of where they lie: their place
    among the others would tell what they are.
    """
    if len(pieces) < 2:
        return [[piece] for piece in pieces]
    among = frozenset(pieces)
    remembered = [group for group in _remembered(state) if _tells_apart(group, among)]
    found: dict[Any, list[int]] = {}
    for piece in pieces:
        key = look(state, piece) if state.sees(seat, piece) else state.spot[piece]
        own = tuple([i for i, group in enumerate(remembered) if piece in group])
        found.setdefault((key, own), []).append(piece)
    return [found[key] for key in sorted(found, key=_place)]


def _place(key: tuple[Any, tuple[int, ...]]) -> tuple[int, tuple[int, ...]]:
    """Return where a group stands: one that is seen, by its look, comes first."""
    look, remembered = key
    return (look, remembered) if isinstance(look, int) else (-1, ())


def look(state: State, piece: int) -> tuple[Any, ...]:
    """Return how a piece lies, in a form that can be compared."""
    pieces = state.setup.pieces
    return (
        pieces.kind[piece],
        pieces.look[piece],
        pieces.owner[piece],
        state.spot[piece],
        state.face[piece],
        state.used[piece],
        state.marks[piece],
        state.rank[piece],
        *[state.cells[cell.index][piece] for cell in state.setup.of_pieces],
    )


def _tells_apart(group: frozenset[int], among: frozenset[int]) -> bool:
    return not group.isdisjoint(among) and not group >= among


def _remembered(state: State) -> Iterator[frozenset[int]]:
    """Yield every set of pieces that something remembers."""
    yield from _in_cells(state)
    for scope in state.scopes:
        for slot in state.setup.live.get(scope.at, NONE):
            yield frozenset(scope.frame[slot] or ())
    for waiting in state.laters:
        for slot, type in state.setup.captures[waiting.node]:
            if holds_pieces(type):
                yield frozenset(waiting.frame[slot] or ())
    for snapshot in state.snapshots:
        yield frozenset(snapshot)
    for batches in state.batches.values():
        for batch in batches:
            yield batch.pieces
            yield from _users(batch.spent)
    for spent in state.spent:
        yield from _users(spent)


def _in_cells(state: State) -> Iterator[frozenset[int]]:
    for cell in state.setup.with_pieces:
        for value in state.cells[cell.index]:
            yield frozenset(value if isinstance(value, tuple) else ())


def _users(spent: set[tuple[int, Ability]]) -> Iterator[frozenset[int]]:
    """Yield for every ability the pieces that it was used of."""
    by_ability: dict[Ability, set[int]] = {}
    for piece, ability in sorted(spent, key=lambda one: (one[0], str(one[1].span), one[1].number)):
        by_ability.setdefault(ability, set()).add(piece)
    for users in by_ability.values():
        yield frozenset(users)
