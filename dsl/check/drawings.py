"""Reading drawings: where the spaces of a map stand, and how many lines lie behind each.

A map is drawn: a space every four columns, each row two columns off the next, so that a space
touches the two beside it and two above and two below.  In half steps (two columns) the neighbours
of (x, row) are (x-2, row), (x+2, row) and (x±1, row±1).  A word of a map is a letter, perhaps with
the number of lines behind the space; the numbers may also stand in a drawing of their own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import tracks
from cubedsl.dsl.codes.code import Code
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.sketch import Sign, sketch
from cubedsl.dsl.source import Span

NO_SPACE = "#"
WORD = re.compile(r"\S+")
MOST_SPACES = 2000
SPACE = re.compile(r"(?P<letter>[^#])(?P<lines>[0-9]{1,2})?")


@frozen
class Word:
    """What stands between blanks in a drawing: its column and its row, both from 0."""

    column: int
    row: int
    text: str
    span: Span


@frozen
class Cell:
    """One drawn place: its half step, its row, and its number in the row (from 1).

    `lines` is the number drawn behind the letter; a cell that is not `sound` was reported.
    """

    x: int
    row: int
    number: int
    text: str
    lines: int | None
    sound: bool
    span: Span

    @property
    def place(self) -> tuple[int, int]:
        """Half step and row."""
        return self.x, self.row

    @property
    def name(self) -> str:
        """As people find it: `row 3, space 4`."""
        return f"row {self.row + 1}, space {self.number}"


# ------------------------------------------------------------------ words


def words(drawing: tree.Drawing) -> list[list[Word]]:
    """The words of a drawing, row by row; empty lines are no rows."""
    source, offset = drawing.text.span.source, drawing.text.span.start + 3
    rows: list[list[Word]] = []
    for line in drawing.text.value.split("\n"):
        column = source.position(offset)[1] - 1
        found = [
            Word(
                column + one.start(),
                len(rows),
                one.group(),
                Span(source, offset + one.start(), offset + one.end()),
            )
            for one in WORD.finditer(line)
        ]
        rows += [found] if found else []
        offset += len(line) + 1
    return rows


def head(drawing: tree.Drawing) -> Span:
    """Where the word stands that begins a drawing."""
    start = drawing.span.start
    return Span(drawing.span.source, start, start + len(drawing.keyword))


def _phase(rows: Iterable[list[Word]]) -> int:
    """What is left of the columns, each row taken back to where the first begins: by majority."""
    seen = Counter((word.column - 2 * word.row) % 4 for row in rows for word in row)
    return seen.most_common(1)[0][0] if seen else 0


def _in_step(word: Word, phase: int) -> int:
    """The column that is in step and nearest to a word."""
    start = phase + 2 * word.row
    return start + 4 * ((word.column - start + 1) // 4)


def _left(rows: Iterable[list[Word]], phase: int) -> int:
    """The column of the space that is furthest left."""
    spaces = [word for row in rows for word in row if word.text != NO_SPACE]
    return min((_in_step(word, phase) for word in spaces), default=0)


# ------------------------------------------------------------------ the map


def cells(world: World, drawing: tree.Drawing) -> list[Cell]:
    """The places of a map in reading order; what is wrong with its words is reported."""
    rows = words(drawing)
    count = sum(map(len, rows))
    if count > MOST_SPACES:
        message = f"the map has {count} spaces, more than {MOST_SPACES}"
        world.wrong(tracks.MAP_TOO_LARGE, head(drawing), message)
        return []
    phase = _phase(rows)
    left = _left(rows, phase)
    found = [one for row in rows for one in _row(row, phase, left)]
    for row in rows:
        _check_row(world, row, phase)
    for one in found:
        if not one.sound:
            _bad_word(world, one, found)
    return found


def _row(row: list[Word], phase: int, left: int) -> list[Cell]:
    found, number = [], 0
    for word in row:
        number += word.text != NO_SPACE
        space = SPACE.fullmatch(word.text)
        lines = int(space["lines"]) if space and space["lines"] else None
        letter = space["letter"] if space else word.text[0]
        sound = bool(space) or word.text == NO_SPACE
        x = (_in_step(word, phase) - left) // 2
        found.append(Cell(x, word.row, number, letter, lines, sound, word.span))
    return found


def _check_row(world: World, row: list[Word], phase: int) -> None:
    astray = [word for word in row if word.column != _in_step(word, phase)]
    if not astray:
        return
    word = astray[0]
    place = "" if len(astray) == len(row) else f" from `{word.text}` on"
    if len(astray) == 1 < len(row):
        place = f" at `{word.text}`"
    world.wrong(
        tracks.BAD_INDENT,
        word.span,
        f"row {word.row + 1} of the drawing is out of step{place}",
        help="a space stands every four columns, each row two columns off the next: "
        f"this one could stand in column {_in_step(word, phase) + 1}",
    )


def _bad_word(world: World, cell: Cell, found: list[Cell]) -> None:
    text = cell.span.text
    if text[0] == NO_SPACE:
        message = f"`{text}`: where no space is, there is nothing to count"
    elif text[1:].isdecimal():
        message = f"`{text}`: the number of lines has two digits at most"
    else:
        message = f"`{text}` is no space: one letter, and at once the number of lines behind it"
    report(world, tracks.BAD_SPACE, cell, found, f"{message} ({cell.name})")


# ------------------------------------------------------------------ the lines behind spaces


def numbered(
    world: World, decl: tree.TrackDecl, drawing: tree.Drawing | None, found: list[Cell]
) -> list[Cell]:
    """The cells of spaces, with their numbers of lines, from the map or from `sections`."""
    spaces = [one for one in found if one.text != NO_SPACE]
    sound = [one for one in spaces if one.sound]
    with_lines = [one for one in sound if one.lines is not None]
    if drawing is not None and not with_lines:
        return _sections(world, drawing, spaces)
    if drawing is not None:
        _both(world, drawing, sound, with_lines)
    elif sound and not with_lines:
        _no_numbers(world, decl)
    elif len(with_lines) < len(sound):
        _without_lines(world, sound)
    return spaces


def _no_numbers(world: World, decl: tree.TrackDecl) -> None:
    world.wrong(
        tracks.NO_MAP,
        decl.title.span,
        "the track does not say how many lines lie behind its spaces",
        help="write the number at once behind each letter of the map: `.4`; "
        "or draw them alone, as `sections`",
    )


def _without_lines(world: World, spaces: list[Cell]) -> None:
    """One report for every row in which numbers are missing."""
    missing = [one for one in spaces if one.lines is None]
    for row in dict.fromkeys(one.row for one in missing):
        in_row = [one for one in missing if one.row == row]
        more = f", like {len(in_row) - 1} more of its row" if len(in_row) > 1 else ""
        message = f"this space ({in_row[0].name}) has no number, as others have{more}"
        report(world, tracks.NUMBERS_MIXED, in_row[0], spaces, message)


def _both(world: World, drawing: tree.Drawing, spaces: list[Cell], with_lines: list[Cell]) -> None:
    if 2 * len(with_lines) < len(spaces):
        for one in with_lines:
            message = f"this space ({one.name}) has a number, though `sections` has them"
            report(world, tracks.NUMBERS_MIXED, one, spaces, message)
        return
    world.wrong(
        tracks.NUMBERS_MIXED,
        head(drawing),
        "the map has its numbers already",
        related=(Label(with_lines[0].span, "here"),),
        help="take away `sections`",
    )


def _sections(world: World, drawing: tree.Drawing, spaces: list[Cell]) -> list[Cell]:
    numbers = _numbers(drawing, spaces)
    made = []
    for cell in spaces:
        word = numbers.get(cell.place)
        good = word is not None and re.fullmatch("[0-9]{1,2}", word.text)
        made.append(evolve(cell, lines=int(word.text)) if word and good else cell)
    missing = [one for one in made if one.lines is None]
    mapped = {one.place for one in spaces if one not in missing}
    astray = [word for place, word in numbers.items() if place not in mapped]
    for row in sorted({one.row for one in missing} | {one.row for one in astray}):
        _bad_row(
            world,
            drawing,
            [word for word in astray if word.row == row],
            [cell for cell in missing if cell.row == row],
        )
    return made


def _numbers(drawing: tree.Drawing, spaces: list[Cell]) -> dict[tuple[int, int], Word]:
    """The words of the second drawing by the places of the map on which they lie.

    The two are laid upon each other so that most of their rows begin together.
    """
    rows = [[word for word in row if word.text != NO_SPACE] for row in words(drawing)]
    phase = _phase(rows)
    begins = {cell.row: cell.x for cell in reversed(spaces)}
    offsets = Counter(
        _in_step(row[0], phase) // 2 - begins[row[0].row]
        for row in rows
        if row and row[0].row in begins
    )
    offset = offsets.most_common(1)[0][0] if offsets else 0
    return {(_in_step(word, phase) // 2 - offset, word.row): word for row in rows for word in row}


def _bad_row(world: World, drawing: tree.Drawing, astray: list[Word], missing: list[Cell]) -> None:
    """One report for a row: at what is too much, else at all of it, else at the drawing."""
    row = astray[0].row if astray else missing[0].row
    rows = words(drawing)
    place = head(drawing)
    if astray:
        place = astray[0].span
    elif row < len(rows):
        place = rows[row][0].span.to(rows[row][-1].span)
    lacks = f"{missing[0].name} has no number of lines" if missing else ""
    more = f"`{astray[0].text}` stands where the map has no space" if astray and not missing else ""
    world.wrong(
        tracks.SECTIONS_DIFFER,
        place,
        f"row {row + 1} of `sections` differs from the map: {lacks or more}",
        related=tuple(Label(one.span, "this space") for one in missing[:1]),
        help="write the number of lines into the map, at once behind each letter: `.4`; "
        "then there is nothing to keep in step",
    )


# ------------------------------------------------------------------ reports


def report(
    world: World,
    code: Code,
    cell: Cell,
    all_cells: Sequence[Cell],
    message: str,
    *,
    help: str | None = None,
    related: tuple[Label, ...] = (),
    marked: Iterable[Cell] = (),
) -> None:
    """Report what is wrong with a place of a map, with a drawing of it."""
    signs = [Sign(one.x, one.row, one.text) for one in all_cells]
    here = {cell.place, *(one.place for one in marked)}
    picture = sketch(signs, here)
    world.out.add(code, cell.span, message, help=help, related=related, picture=picture)
