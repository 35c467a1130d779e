"""What a player may see of a position: for terminals, and for programs that play.

    seen = view(game.state, seat=0)
    seen.zone("hand", 0).pieces, seen.value("points", 1), seen.zone("deck").unseen

What lies in hidden zones, and in private ones of others, is counted and not named; what others
have just set in secret is as it was before.  The view of nobody (`seat` None) hides nothing.
"""

from collections.abc import Iterator

from attrs import frozen

from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.model.types import Sort, Things
from cubedsl.interpreter import describe
from cubedsl.interpreter.ground import NOWHERE
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.state import NO_FACE, State, Value


@frozen
class Seen:
    """A piece that can be seen.

    `face` is what it shows ("" if nothing), `notes` its marks, whether it is used, and what is
    remembered of it.
    """

    piece: int
    kind: str
    name: str
    face: str
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """The piece in words: `red as cross 2 (used)`."""
        shown = f"{self.name} as {self.face}" if self.face else self.name
        return f"{shown} ({', '.join(self.notes)})" if self.notes else shown


@frozen
class ZoneView:
    """A zone of one owner: the pieces that can be seen, and how many are `unseen`.

    `owner` is the name of whose it is ("" if it is shared), `seat` the seat of a player, else -1.
    `texts` is the whole in words.
    """

    name: str
    owner: str
    seat: int
    pieces: tuple[Seen, ...]
    unseen: int
    texts: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.pieces) + self.unseen


@frozen
class Remembered:
    """A resource, or something remembered, of one owner.

    `value` is a number, yes or no, or text; `changed`: it is not what it was in the beginning.
    `word` is the name for so many: the plural, unless it is one.
    """

    name: str
    owner: str
    seat: int
    value: int | bool | str
    text: str
    is_resource: bool
    changed: bool
    word: str


@frozen
class Figure:
    """A token of a player, and the number and name of the space it stands on."""

    name: str
    seat: int
    space: int
    place: str


@frozen
class View:
    """A position as `seat` sees it, or (None) as it is."""

    seat: int | None
    names: tuple[str, ...]
    rounds: int
    zones: tuple[ZoneView, ...]
    memory: tuple[Remembered, ...]
    figures: tuple[Figure, ...]

    def zone(self, name: str, seat: int = NOBODY) -> ZoneView:
        """Return a zone: of a player, or the shared one."""
        for one in self.zones:
            if (one.name, one.seat) == (name, seat):
                return one
        raise LookupError(f"there is no zone `{name}` of {_whose(seat)}")

    def value(self, name: str, seat: int = NOBODY) -> int | bool | str:
        """Return what is remembered under a name: of a player, or of the game."""
        for one in self.memory:
            if (one.name, one.seat) == (name, seat):
                return one.value
        raise LookupError(f"nothing called `{name}` is remembered of {_whose(seat)}")


def _whose(seat: int) -> str:
    return "the game" if seat == NOBODY else f"seat {seat}"


def view(state: State, seat: int | None) -> View:
    """Return what a player may see, or (None) everything."""
    return View(
        seat,
        state.setup.names,
        state.rounds,
        tuple(_zone(state, seat, spot) for spot in range(len(state.members))),
        tuple(_memory(state, seat)),
        tuple(_figures(state)),
    )


# ------------------------------------------------------------------ zones


def _zone(state: State, seat: int | None, spot: int) -> ZoneView:
    zone, owner = state.setup.spots.zone[spot], state.setup.spots.owner[spot]
    members = state.members[spot]
    pieces = tuple(_seen(state, seat, piece) for piece in members if _sees(state, seat, piece))
    others = [piece for piece in members if not _sees(state, seat, piece)]
    return ZoneView(
        zone.name,
        describe.owner_name(state.setup, zone.owner, owner),
        owner if zone.owner is Owner.PLAYER else NOBODY,
        pieces,
        len(others),
        (*(piece.text for piece in pieces), *describe.unseen(state, others)),
    )


def _sees(state: State, seat: int | None, piece: int) -> bool:
    return seat is None or state.sees(seat, piece)


def _seen(state: State, seat: int | None, piece: int) -> Seen:
    setup = state.setup
    kind = setup.ruleset.kinds[setup.pieces.kind[piece]]
    face = state.face[piece]
    shown = "" if face == NO_FACE else describe.face_name(setup.ruleset.faces[face])
    notes = tuple(_notes(state, seat, piece))
    return Seen(piece, kind.name, describe.piece_name(state, piece), shown, notes)


def _notes(state: State, seat: int | None, piece: int) -> Iterator[str]:
    if state.used[piece]:
        yield "used"
    for mark in state.setup.ruleset.marks:
        if state.marks[piece] >> mark.index & 1:
            yield mark.name
    for cell in state.setup.of_pieces:
        value = state.cells[cell.index][piece]
        if value != state.defaults[cell.index]:
            yield f"{cell.name} {_text(state, seat, cell, value)}"


# ------------------------------------------------------------------ memory, tokens


def _memory(state: State, seat: int | None) -> Iterator[Remembered]:
    for cell in state.setup.ruleset.cells:
        if cell.owner is not Owner.PIECE:
            for owner, value in enumerate(state.cells[cell.index]):
                told = seat in (None, owner)
                before = value if told else state.covered.get((cell.index, owner), value)
                yield _remembered(state, seat, cell, owner, before)


def _remembered(state: State, seat: int | None, cell: Cell, owner: int, value: Value) -> Remembered:
    text = _text(state, seat, cell, value)
    return Remembered(
        cell.name,
        describe.owner_name(state.setup, cell.owner, owner),
        owner if cell.owner is Owner.PLAYER else NOBODY,
        value if isinstance(value, int) else text,
        text,
        cell.is_resource,
        value != state.defaults[cell.index],
        cell.called(value) if isinstance(value, int) else cell.name,
    )


def _text(state: State, seat: int | None, cell: Cell, value: Value) -> str:
    """Return a value in words; pieces that are not seen are called by where they lie."""
    noun = cell.type.noun if isinstance(cell.type, Things) else None
    if seat is None or noun is None or noun.sort is not Sort.PIECE or not isinstance(value, tuple):
        return describe.value_text(state, value, cell.type)
    said = (
        describe.piece_name(state, piece)
        if state.sees(seat, piece)
        else describe.hidden_name(state, piece)
        for piece in value
    )
    return ", ".join(said) or "nothing"


def _figures(state: State) -> Iterator[Figure]:
    for token in state.setup.ruleset.tokens:
        for seat, space in enumerate(state.tokens[token.index]):
            if space != NOWHERE:
                yield Figure(token.name, seat, space, state.setup.ground.name_of(space))
