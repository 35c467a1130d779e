"""Tracks and paths: from drawings to spaces that hang together.

A map is drawn: a space every four columns, each row two columns off the next, so that a space
touches the two beside it and two above and two below.  In half steps (two columns) the neighbours
of (x, row) are (x-2, row), (x+2, row) and (x±1, row±1).
"""

import re

from attrs import define, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import names, tracks
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.model.things import Board, Space
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.suggest import did_you_mean

AROUND = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
NO_SPACE = "#"


@frozen
class Cell:
    """One drawn place: its half step from the left edge, its row, its number in the row."""

    x: int
    row: int
    number: int
    text: str
    span: Span


@frozen(eq=False)
class Meaning:
    """What a letter of the legend stands for, checked."""

    entry: tree.LegendEntry
    attributes: dict[str, Expr]
    reward: Block | None
    reward_frame: int


@define
class Drawn:
    """Spaces that grow while the map is read: the cells of each, in reading order."""

    cells: list[list[Cell]]
    of_cell: dict[tuple[int, int], int]


def track(world: World, decl: tree.TrackDecl, meanings: dict[str, Meaning]) -> Board:
    """A board from its legend, map, sections and barriers."""
    drawings = {one.keyword: one for one in decl.drawings}
    for needed in ("map", "sections"):
        if needed not in drawings:
            world.wrong(tracks.NO_MAP, decl.title.span, f"the track has no `{needed}`")
    cells = _cells(world, drawings["map"]) if "map" in drawings else []
    known = [cell for cell in cells if _has_meaning(world, cell, meanings)]
    drawn = _join(world, known, meanings)
    sections = _sections(world, drawings.get("sections"), cells, drawn)
    spaces = tuple(
        _space(index, own, meanings[own[0].text], sections.get(index, 0))
        for index, own in enumerate(drawn.cells)
    )
    touching = _touching(drawn)
    rows = drawings["map"].text.value.split("\n") if "map" in drawings else []
    return Board(
        decl.title.value,
        decl.noun.text,
        spaces,
        _behind_barriers(touching, spaces, decl.barriers),
        touching,
        (-1,) * len(spaces),
        max((space.section for space in spaces), default=0),
        tuple(row.rstrip() for row in rows if row.strip()),
        decl.span,
    )


# ------------------------------------------------------------------ reading drawings


def _words(drawing: tree.Drawing) -> list[list[tuple[int, str, Span]]]:
    """Column, text and place of every word, row by row; empty lines are left out."""
    source, start = drawing.text.span.source, drawing.text.span.start + 3
    rows, offset = [], start
    for line in drawing.text.value.split("\n"):
        column = source.position(offset)[1] - 1
        found = [
            (
                column + one.start(),
                one.group(),
                Span(source, offset + one.start(), offset + one.end()),
            )
            for one in re.finditer(r"\S+", line)
        ]
        offset += len(line) + 1
        if found:
            rows.append(found)
    return rows


def _at(source: Source, offset: int, found: "re.Match[str]") -> Span:
    return Span(source, offset + found.start(), offset + found.end())


def _cells(world: World, drawing: tree.Drawing) -> list[Cell]:
    rows = _words(drawing)
    left = min((row[0][0] for row in rows), default=0)
    cells: list[Cell] = []
    parity: int | None = None
    for number, row in enumerate(rows):
        wanted = None if parity is None else 2 - parity
        parity = (row[0][0] - left) % 4
        if parity not in (0, 2) or wanted not in (None, parity):
            _bad_indent(world, row[0][2], number)
            parity = wanted if wanted is not None else 0
        place = 0
        for column, text, span in row:
            if (column - left) % 4 != parity or len(text) > 1:
                _bad_indent(world, span, number)
            place += text != NO_SPACE
            cells.append(Cell((column - left) // 2, number, place, text, span))
    return cells


def _bad_indent(world: World, span: Span, row: int) -> None:
    world.wrong(
        tracks.BAD_INDENT,
        span,
        f"row {row + 1} of the drawing is out of step here",
        help="a space stands every four columns, each row two columns off the next",
    )


def _has_meaning(world: World, cell: Cell, meanings: dict[str, Meaning]) -> bool:
    if cell.text in meanings:
        return True
    if cell.text != NO_SPACE:
        world.wrong(
            tracks.UNKNOWN_LETTER,
            cell.span,
            f"`{cell.text}` (row {cell.row + 1}) is not in the legend",
            help="`#` is no space",
        )
    return False


def _join(world: World, cells: list[Cell], meanings: dict[str, Meaning]) -> Drawn:
    drawn = Drawn([], {})
    big: dict[str, int] = {}
    for cell in cells:
        entry = meanings[cell.text].entry
        is_big = "big" in world.terrains.get(entry.terrain.text, ())
        index = big.get(cell.text, len(drawn.cells)) if is_big else len(drawn.cells)
        if index == len(drawn.cells):
            drawn.cells.append([])
            big[cell.text] = index
        drawn.cells[index].append(cell)
        drawn.of_cell[cell.x, cell.row] = index
    return drawn


def _sections(
    world: World, drawing: tree.Drawing | None, cells: list[Cell], drawn: Drawn
) -> dict[int, int]:
    if drawing is None:
        return {}
    rows = _words(drawing)
    left = min((row[0][0] for row in rows), default=0)
    found: dict[int, int] = {}
    numbers = {
        ((column - left) // 2, number): (text, span)
        for number, row in enumerate(rows)
        for column, text, span in row
        if text != NO_SPACE
    }
    for (x, row), index in drawn.of_cell.items():
        text, span = numbers.pop((x, row), ("", drawing.span))
        if text.isdigit():
            _note_section(world, found, index, int(text), span)
        else:
            _bad_section(world, span, f"row {row + 1} has a space without its number of lines")
    for (_, row), (_, span) in numbers.items():
        if not any(cell.row == row and cell.span == span for cell in cells):
            _bad_section(world, span, f"row {row + 1}: the map has no space here")
    return found


def _note_section(
    world: World, found: dict[int, int], index: int, section: int, span: Span
) -> None:
    if found.setdefault(index, section) != section:
        world.wrong(
            tracks.TORN_SPACE,
            span,
            f"one big space cannot lie in section {found[index]} and in section {section}",
        )


def _bad_section(world: World, span: Span, message: str) -> None:
    world.wrong(
        tracks.SECTIONS_DIFFER,
        span,
        message,
        help="write the number of red lines behind every space exactly where the map has it",
    )


# ------------------------------------------------------------------ spaces


def _space(index: int, cells: list[Cell], meaning: Meaning, section: int) -> Space:
    entry = meaning.entry
    return Space(
        index,
        entry.key.text,
        entry.terrain.text,
        section,
        0,
        meaning.attributes,
        entry.target.text if entry.target else "",
        meaning.reward,
        meaning.reward_frame,
        tuple((cell.row, cell.number - 1) for cell in cells),
        cells[0].span,
    )


def _touching(drawn: Drawn) -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in drawn.cells]
    for (x, row), index in drawn.of_cell.items():
        for dx, dy in AROUND:
            other = drawn.of_cell.get((x + dx, row + dy), index)
            if other != index:
                found[index].add(other)
    return tuple(tuple(sorted(one)) for one in found)


def _behind_barriers(
    touching: tuple[tuple[int, ...], ...],
    spaces: tuple[Space, ...],
    barriers: tuple[tree.Barrier, ...],
) -> tuple[tuple[int, ...], ...]:
    closed = {(one.behind, one.ahead) for one in barriers}
    closed |= {(ahead, behind) for behind, ahead in closed}
    return tuple(
        tuple(to for to in near if (spaces[at].section, spaces[to].section) not in closed)
        for at, near in enumerate(touching)
    )


def check_legend(world: World, decl: tree.TrackDecl) -> dict[str, tree.LegendEntry]:
    """The entries by letter; a letter twice, an unknown terrain, a missing target are reported."""
    entries: dict[str, tree.LegendEntry] = {}
    for entry in decl.legend:
        old = entries.setdefault(entry.key.text, entry)
        if old is not entry:
            world.wrong(
                tracks.LETTER_TWICE,
                entry.key.span,
                f"`{entry.key.text}` stands twice in the legend",
                related=(Label(old.key.span, "here it was first"),),
            )
        if entry.terrain.text not in world.terrains:
            world.wrong(
                names.UNKNOWN_TERRAIN,
                entry.terrain.span,
                f"unknown terrain `{entry.terrain.text}`",
                help=did_you_mean(entry.terrain.text, world.terrains),
            )
    for entry in entries.values():
        if entry.target is not None and entry.target.text not in entries:
            world.wrong(
                tracks.NO_TARGET,
                entry.target.span,
                f"`{entry.target.text}` is not in the legend, so this leads nowhere",
            )
    return entries


# ------------------------------------------------------------------ paths


def path(decl: tree.PathDecl, attributes: list[dict[str, Expr]]) -> Board:
    """A path: stops one behind the other."""
    spaces = tuple(
        Space(i, str(stop.number), "", 0, stop.number, own, "", None, 0, (), stop.span)
        for i, (stop, own) in enumerate(zip(decl.stops, attributes, strict=True))
    )
    last = len(spaces) - 1
    near = tuple(tuple(to for to in (at - 1, at + 1) if 0 <= to <= last) for at in range(last + 1))
    following = tuple(at + 1 if at < last else -1 for at in range(last + 1))
    return Board(decl.name.text, decl.name.text, spaces, near, near, following, 0, (), decl.span)
