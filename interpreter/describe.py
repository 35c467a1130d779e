"""What things are called: in options, in the log.

A piece that the reader cannot see is called by its noun and where it lies.  Where
several pieces would have the same name, what tells them apart is added: the kind, the face, the
zone, the holder, and so on down the list `MARKS_OF_DIFFERENCE`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.things import Face, Owner
from cubedsl.dsl.model.types import Noun, Sort, Things, Type
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import Heard
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import NO_FACE, State, Value

Telling: TypeAlias = Callable[[State, int], str]


def kind_name(setup: Setup, kind: int) -> str:
    """Return what pieces of a kind are called: its title, or its name."""
    one = setup.ruleset.kinds[kind]
    return one.title or one.name


def piece_name(state: State, piece: int) -> str:
    """Return what a piece is called: after its kind, with what only some of its copies have."""
    setup = state.setup
    kind, look = setup.pieces.kind[piece], setup.pieces.look[piece]
    copies = setup.ruleset.kinds[kind].copies
    own = copies[look] if look < len(copies) else {}
    said = [f" {name} {v.value}" for name, v in own.items() if isinstance(v, Literal)]
    return kind_name(setup, kind) + "".join(said)


def hidden_name(state: State, piece: int) -> str:
    """Return what a piece is called by those who cannot see it: `card in hand of Ben`."""
    return f"{state.setup.pieces.noun[piece]} in {spot_name(state, state.spot[piece])}"


def names(state: State, pieces: Sequence[int]) -> tuple[str, ...]:
    """Return what pieces are called."""
    return tuple(piece_name(state, piece) for piece in pieces)


def heard(state: State, pieces: Sequence[int], said: Sequence[str], detail: str = "") -> Heard:
    """Return what players read of pieces that are called so, if not all of them see all."""
    if not state.secret or not any(_is_closed(state, piece) for piece in pieces):
        return ()
    seats = range(state.setup.players)
    seen = [[state.sees(seat, piece) for piece in pieces] for seat in seats]
    if all(map(all, seen)):
        return ()
    return tuple((_as_seen(state, pieces, said, one), detail) for one in seen)


def _is_closed(state: State, piece: int) -> bool:
    zone = state.setup.spots.zone[state.spot[piece]]
    return zone.hidden or zone.private


def _as_seen(
    state: State, pieces: Sequence[int], said: Sequence[str], seen: Sequence[bool]
) -> tuple[str, ...]:
    """Return the names of the pieces that are seen, and how many others there are."""
    names = [name for name, open in zip(said, seen, strict=True) if open]
    others = [piece for piece, open in zip(pieces, seen, strict=True) if not open]
    return (*names, *unseen(state, others))


def unseen(state: State, pieces: Sequence[int]) -> tuple[str, ...]:
    """Return how many pieces there are, for those who cannot see them: `2 unseen cards`."""
    kinds, kind_of = state.setup.ruleset.kinds, state.setup.pieces.kind
    counts = Counter(kinds[kind_of[piece]].noun for piece in pieces)
    return tuple(
        f"{count} unseen {noun.name if count == 1 else noun.plural}"
        for noun, count in counts.items()
    )


def face_name(face: Face) -> str:
    """Return what a face is called."""
    return face.text or "blank"


def shown(state: State, piece: int) -> str:
    """Return a piece with its face: `red as blank`."""
    return piece_name(state, piece) + _face(state, piece)


def told(state: State, piece: int) -> str:
    """Return a piece with all that it bears and remembers: `soaked red wear 3 as blank`."""
    ruleset, noun = state.setup.ruleset, state.setup.pieces.noun[piece]
    before = [one.name for one in ruleset.marks if state.marks[piece] >> one.index & 1]
    behind = ""
    for cell in state.setup.of_pieces:
        value = state.cells[cell.index][piece]
        if cell.noun and cell.noun.name == noun and value != state.defaults[cell.index]:
            if value is True:
                before.append(cell.name)
            else:
                behind += f" {cell.name} {value_text(state, value, cell.type)}"
    return " ".join((*before, piece_name(state, piece))) + behind + _face(state, piece)


def spot_name(state: State, spot: int) -> str:
    """Return a zone with its owner: `hand of Ann`."""
    return state.setup.spots.zone[spot].name + _owner_of_spot(state, spot)


def _owner_of_spot(state: State, spot: int) -> str:
    setup = state.setup
    name = owner_name(setup, setup.spots.zone[spot].owner, setup.spots.owner[spot])
    return f" of {name}" if name else ""


def owner_name(setup: Setup, sort: Owner, owner: int) -> str:
    """Return what the owner of a zone or of memory is called; "" for the game."""
    match sort:
        case Owner.PLAYER:
            return setup.names[owner]
        case Owner.KIND:
            return kind_name(setup, owner)
        case Owner.SPACE:
            return setup.ground.name_of(owner)
        case _:
            return ""


def value_text(state: State, value: Value, type: Type) -> str:
    """Return a remembered value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, tuple):
        return str(value)
    noun = type.noun if isinstance(type, Things) else None
    texts = [thing_name(state, noun, thing) for thing in value] if noun else []
    return ", ".join(texts) or "nothing"


def thing_name(state: State, noun: Noun, thing: int) -> str:
    """Return what a thing of a noun is called."""
    return (
        piece_name(state, thing)
        if noun.sort is Sort.PIECE
        else NAMES[noun.sort](state.setup, noun, thing)
    )


# ------------------------------------------------------------------ options


def texts(state: State, seat: int, noun: Noun, things: Sequence[int]) -> list[str]:
    """Return the texts of options that are things of a noun, as a player reads them."""
    if noun.sort is Sort.PIECE:
        seen = [state.sees(seat, piece) for piece in things]
        bases = [
            piece_name(state, piece) if open else hidden_name(state, piece)
            for piece, open in zip(things, seen, strict=True)
        ]
        return told_apart(state, bases, things, seen)
    return unique([NAMES[noun.sort](state.setup, noun, thing) for thing in things])


NAMES: dict[Sort, Callable[[Setup, Noun, int], str]] = {
    Sort.PLAYER: lambda setup, noun, seat: setup.names[seat],
    Sort.SPACE: lambda setup, noun, space: setup.ground.name_of(space),
    Sort.FACE: lambda setup, noun, face: face_name(setup.ruleset.faces[face]),
    Sort.KIND: lambda setup, noun, kind: setup.ruleset.kinds[kind].name,
    Sort.CLASS: lambda setup, noun, number: setup.ruleset.partitions[noun.name].classes[number],
}


def told_apart(
    state: State, bases: Sequence[str], pieces: Sequence[int], seen: Sequence[bool]
) -> list[str]:
    """Return the base texts, with what tells apart those that are the same."""
    found = list(bases)
    for base, count in Counter(bases).items():
        if count > 1:
            group = [i for i, one in enumerate(bases) if one == base]
            for tell in MARKS_OF_DIFFERENCE:
                said = [tell(state, pieces[i]) if seen[i] else "" for i in group]
                if len(set(said)) > 1:
                    for i, text in zip(group, said, strict=True):
                        found[i] += text
    return unique(found)


def unique(found: Sequence[str]) -> list[str]:
    """Return texts, numbered where they are still the same."""
    total, so_far = Counter(found), Counter[str]()
    numbered = []
    for text in found:
        so_far[text] += 1
        numbered.append(f"{text} ({so_far[text]})" if total[text] > 1 else text)
    return numbered


def _face(state: State, piece: int) -> str:
    face = state.face[piece]
    return "" if face == NO_FACE else f" as {face_name(state.setup.ruleset.faces[face])}"


def _zone(state: State, piece: int) -> str:
    return f" in {state.setup.spots.zone[state.spot[piece]].name}"


def _holder(state: State, piece: int) -> str:
    return _owner_of_spot(state, state.spot[piece])


def _used(state: State, piece: int) -> str:
    return ", used" if state.used[piece] else ""


def _marks(state: State, piece: int) -> str:
    marks = state.setup.ruleset.marks
    return "".join(f", {one.name}" for one in marks if state.marks[piece] >> one.index & 1)


def _kind(state: State, piece: int) -> str:
    return f" ({state.setup.ruleset.kinds[state.setup.pieces.kind[piece]].name})"


def _owner(state: State, piece: int) -> str:
    owner = state.setup.pieces.owner[piece]
    return "" if owner == NOBODY else f", {state.setup.names[owner]}'s"


def _memory(state: State, piece: int) -> str:
    said = ""
    noun = state.setup.pieces.noun[piece]
    for cell in state.setup.of_pieces:
        if cell.noun and cell.noun.name == noun:
            value = value_text(state, state.cells[cell.index][piece], cell.type)
            said += f", {cell.name} {value}"
    return said


MARKS_OF_DIFFERENCE: tuple[Telling, ...] = (
    _kind,
    _face,
    _zone,
    _holder,
    _used,
    _marks,
    _owner,
    _memory,
)
