"""A position as one seat can imagine it: all that it sees is as it is, nothing else is.

The pieces that the seat does not see are laid out anew where such pieces lie, always in the same
order: whatever is read of this position follows from what the seat may know.  How many there are,
and which of them all there are, stays true; a piece that is not seen shows no face, has no mark
and remembers nothing.  What others have just set in secret is as it was before.
"""

from collections.abc import Mapping
from copy import copy

from attrs import frozen

from cubedsl.interpreter.state import NO_FACE, State, Value


@frozen(eq=False)
class Imagined:
    """The position, and what the pieces that are not seen are in it."""

    state: State
    stands_for: Mapping[int, int]

    def number(self, piece: int) -> int:
        """Return what a piece is called: its number; unseen, the lowest that is imagined there."""
        if piece not in self.stands_for:
            return piece
        spot = self.state.spot[self.stands_for[piece]]
        unseen = set(self.stands_for)
        return min(one for one in self.state.members[spot] if one in unseen)


def imagined(state: State, seat: int) -> Imagined:
    """Return the position as a seat can imagine it; itself if the seat sees all there is."""
    if not state.secret and not state.covered:
        return Imagined(state, {})
    stands_for = _laid_out(state, seat)
    if not stands_for and not state.covered:
        return Imagined(state, {})
    found = copy(state)
    _lay(found, state, stands_for)
    _remember(found, state, seat, stands_for)
    return Imagined(found, stands_for)


def _laid_out(state: State, seat: int) -> dict[int, int]:
    """Return for every piece that is not seen the one that is imagined in its place."""
    held = [set(value) for value in _sets(state)]
    found: dict[int, int] = {}
    for pieces in _unseen(state, seat):
        # What a place is known by: where it is, how high it lies, what remembers it.
        known = {
            piece: (state.spot[piece], state.rank[piece], [piece in one for one in held])
            for piece in pieces
        }
        places = sorted(pieces, key=lambda piece: known[piece])
        found.update(zip(places, pieces, strict=True))
    return found


def _unseen(state: State, seat: int) -> list[list[int]]:
    """Return the pieces of each noun that a seat does not see, in the order of what they are."""
    found: dict[str, list[int]] = {}
    setup = state.setup.pieces
    for piece in range(len(setup)):
        if not state.sees(seat, piece):
            found.setdefault(setup.noun[piece], []).append(piece)
    for pieces in found.values():
        pieces.sort(key=lambda piece: (setup.kind[piece], setup.copy[piece], setup.owner[piece]))
    return list(found.values())


def _sets(state: State) -> list[tuple[int, ...]]:
    """Return the sets of pieces that are remembered."""
    return [
        value
        for cell in state.setup.with_pieces
        for value in state.cells[cell.index]
        if isinstance(value, tuple)
    ]


def _lay(found: State, state: State, stands_for: Mapping[int, int]) -> None:
    """Lay the imagined pieces where those lie that they stand for."""
    found.spot, found.rank = list(state.spot), list(state.rank)
    found.face, found.used = list(state.face), list(state.used)
    found.marks, found.known = list(state.marks), list(state.known)
    for real, piece in stands_for.items():
        found.spot[piece], found.rank[piece] = state.spot[real], state.rank[real]
        found.face[piece], found.used[piece] = NO_FACE, False
        found.marks[piece] = found.known[piece] = 0
    found.members = [
        sorted([stands_for.get(piece, piece) for piece in spot]) for spot in state.members
    ]


def _remember(found: State, state: State, seat: int, stands_for: Mapping[int, int]) -> None:
    """Let the imagined position remember what the seat may know."""
    found.cells = [list(values) for values in state.cells]
    for (index, owner), before in state.covered.items():
        if owner != seat:
            found.cells[index][owner] = before
    for cell in state.setup.of_pieces:
        for piece in stands_for.values():
            found.cells[cell.index][piece] = found.defaults[cell.index]
    for cell in state.setup.with_pieces:
        values = found.cells[cell.index]
        values[:] = [_standing(value, stands_for) for value in values]


def _standing(value: Value, stands_for: Mapping[int, int]) -> Value:
    """Return a set of pieces with those that stand for them."""
    if not isinstance(value, tuple):
        return value
    return tuple(stands_for.get(piece, piece) for piece in value)
