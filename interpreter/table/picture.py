"""A position as text: zones and memory in lines, the board as it is drawn, paths as a row.

On the board `[1]` is a token of the player in the first seat, `[12]` are two, `[*]` are more; a
label stands in the place of a space: `(3)`.
"""

from collections.abc import Iterator, Mapping
from textwrap import dedent

from attrs import frozen

from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.things import Board, Space, Token
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import counted
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import State
from cubedsl.interpreter.table.view import Remembered, View, ZoneView

NO_SPACE = "#"
MARGIN = "  "
SEATS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark(seat: int) -> str:
    """Return the character that stands for a player on the board."""
    return SEATS[seat] if seat < len(SEATS) else "?"


# ------------------------------------------------------------------ zones and memory


@frozen
class Section:
    """What there is of a player, or (NOBODY) on the table: labels, and what is to say of each."""

    seat: int
    title: str
    lines: tuple[tuple[str, str], ...]


def sections(view: View) -> tuple[Section, ...]:
    """Return the zones with their pieces, and what is remembered; empty zones are left out."""
    found = [Section(NOBODY, "table", tuple(_lines(view, NOBODY)))]
    for seat, name in enumerate(view.names):
        found.append(Section(seat, name, tuple(_lines(view, seat))))
    return tuple(one for one in found if one.lines)


def lines(view: View) -> tuple[str, ...]:
    """Return the same as lines that stand alone, and where the tokens stand."""
    said = (
        f"{section.title}: {label}: {text}"
        for section in sections(view)
        for label, text in section.lines
    )
    return (*said, *figures(view))


def _lines(view: View, seat: int) -> Iterator[tuple[str, str]]:
    for zone in view.zones:
        if zone.seat == seat and len(zone):
            yield _label(zone.name, zone, seat), counted(zone.texts)
    resources = [one for one in view.memory if one.seat == seat and one.is_resource]
    if resources:
        yield "has", ", ".join(f"{one.word} {one.text}" for one in resources)
    for one in view.memory:
        if one.seat == seat and one.changed and not one.is_resource:
            yield _label(one.name, one, seat), one.text


def _label(name: str, whose: ZoneView | Remembered, seat: int) -> str:
    return f"{name} of {whose.owner}" if seat == NOBODY and whose.owner else name


# ------------------------------------------------------------------ the board


def board(state: State, labels: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Return the drawing of the board in play with all tokens; nothing if there is no board.

    `labels` are texts for spaces, by their numbers.
    """
    one = state.setup.board
    if one is None or not one.rows:
        return ()
    signs = {space: f"[{said}]" for space, said in _standing(state, one).items()}
    signs.update((space, f"({text})") for space, text in (labels or {}).items())
    places = {
        one.spaces[space].cells[0]: sign for space, sign in signs.items() if space < len(one.spaces)
    }
    rows = dedent("\n".join(one.rows)).split("\n")
    return tuple(_drawn(MARGIN + row, number, places) for number, row in enumerate(rows))


def _standing(state: State, on: Board) -> dict[int, str]:
    """Return who stands on the spaces of the board, one character for each."""
    found: dict[int, str] = {}
    for token in state.setup.ruleset.tokens:
        if token.board == on.noun:
            for seat, space in enumerate(state.tokens[token.index]):
                found[space] = found.get(space, "") + mark(seat)
    found.pop(-1, None)
    return {space: said if len(said) <= 2 else "*" for space, said in found.items()}


def _drawn(row: str, number: int, places: Mapping[tuple[int, int], str]) -> str:
    """Return a row of the drawing with the signs that belong into it."""
    columns = [at for at, char in enumerate(row) if char not in (" ", NO_SPACE)]
    drawn = list(row.replace(NO_SPACE, " "))
    for (in_row, place), sign in places.items():
        if in_row == number:
            start = columns[place] - 1
            drawn[start : start + len(sign)] = sign
    return "".join(drawn).rstrip()


def legend(on: Board) -> tuple[str, ...]:
    """Return what the letters of a board stand for."""
    return tuple(dict.fromkeys(f"{space.key}  {_meaning(space)}" for space in on.spaces))


def _meaning(space: Space) -> str:
    numbers = [
        f"{name} {v.value}" for name, v in space.attributes.items() if isinstance(v, Literal)
    ]
    target = [f"to {space.target}"] if space.target else []
    reward = [" ".join(space.reward.span.text.split())] if space.reward else []
    return " ".join((space.terrain, *numbers, *target, *reward))


# ------------------------------------------------------------------ paths and tokens


def paths(state: State) -> tuple[str, ...]:
    """Return every path as a row of its stops, with the tokens on them."""
    return tuple(_path(state, name, one) for name, one in state.setup.ruleset.paths.items())


def _path(state: State, name: str, path: Board) -> str:
    ground = state.setup.ground
    stops = []
    for space in path.spaces:
        number = ground.stops[name, space.step]
        seats = "".join(
            mark(seat)
            for token in _on(state.setup, name)
            for seat, at in enumerate(state.tokens[token.index])
            if at == number
        )
        stops.append(f"{space.step}[{seats}]" if seats else str(space.step))
    return f"{name}: {' '.join(stops)}"


def _on(setup: Setup, name: str) -> list[Token]:
    return [token for token in setup.ruleset.tokens if token.board == name]


def figures(view: View) -> tuple[str, ...]:
    """Return where the tokens stand, a line for each sort of them."""
    kinds = dict.fromkeys(one.name for one in view.figures)
    return tuple(
        f"{kind}: "
        + ", ".join(
            f"[{mark(one.seat)}] {view.names[one.seat]} on {one.place}"
            for one in view.figures
            if one.name == kind
        )
        for kind in kinds
    )
