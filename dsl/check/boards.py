"""Tracks and paths: from drawings to spaces that hang together."""

from collections import Counter

from attrs import define, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check import drawings
from cubedsl.dsl.check.drawings import Cell
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import tracks
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.model.things import Board, Fence, Space

BESIDE = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
# Between two places of one column that are two rows apart there is only the border of two others.
STRAIGHT_ON = ((0, -2), (0, 2))


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
    parts = _drawings(world, decl)
    cells = drawings.cells(world, parts["map"]) if "map" in parts else []
    known = [
        cell
        for cell in drawings.numbered(world, decl, parts.get("sections"), cells)
        if _has_meaning(world, cell, meanings, cells)
    ]
    drawn = _join(world, known, meanings)
    for own in drawn.cells:
        _check_whole(world, own, cells)
    _check_use(world, decl, meanings, drawn)
    spaces = tuple(
        _space(index, own, meanings[own[0].text]) for index, own in enumerate(drawn.cells)
    )
    touching = _touching(drawn)
    fences = tuple(Fence(one.behind, one.ahead, one.span) for one in decl.barriers)
    return Board(
        decl.title.value,
        decl.noun.text,
        spaces,
        _inside_fences(touching, spaces, fences),
        touching,
        (-1,) * len(spaces),
        max((space.section for space in spaces), default=0),
        _rows(cells),
        decl.span,
        fences,
    )


# ------------------------------------------------------------------ the parts of a track


def _drawings(world: World, decl: tree.TrackDecl) -> dict[str, tree.Drawing]:
    """The drawings by their words."""
    found: dict[str, tree.Drawing] = {}
    for one in decl.drawings:
        old = found.setdefault(one.keyword, one)
        if old is not one:
            world.wrong(
                tracks.DRAWN_TWICE,
                drawings.head(one),
                f"the track has a second `{one.keyword}`",
                related=(Label(drawings.head(old), "the first one"),),
            )
    if "map" not in found:
        world.wrong(tracks.NO_MAP, decl.title.span, "the track has no `map`")
    elif not any(word for row in drawings.words(found["map"]) for word in row):
        world.wrong(tracks.NO_MAP, drawings.head(found["map"]), "the map is empty")
    return found


def _has_meaning(world: World, cell: Cell, meanings: dict[str, Meaning], cells: list[Cell]) -> bool:
    if cell.text in meanings or not cell.sound:
        return cell.text in meanings
    message = f"`{cell.text}` ({cell.name}) is not in the legend"
    help = "`#` is no space"
    drawings.report(world, tracks.UNKNOWN_LETTER, cell, cells, message, help=help)
    return False


def _check_use(
    world: World, decl: tree.TrackDecl, meanings: dict[str, Meaning], drawn: Drawn
) -> None:
    """Every letter is drawn, and what a space leads to is there once."""
    counts: dict[str, int] = dict.fromkeys(meanings, 0)
    for own in drawn.cells:
        counts[own[0].text] += 1
    targets = {one.entry.target.text for one in meanings.values() if one.entry.target}
    if not drawn.cells:
        return
    for key, meaning in meanings.items():
        _check_target(world, meaning.entry, counts)
        if meaning.entry.title is not None and counts[key] > 1:
            message = f"the map has {counts[key]} spaces `{key}`; they cannot have one name"
            world.wrong(tracks.NAME_TWICE, meaning.entry.title.span, message)
        if not counts[key] and key not in targets:
            world.wrong(
                tracks.UNUSED_LETTER,
                meaning.entry.key.span,
                f"the map of `{decl.title.value}` has no `{key}`",
            )


def _check_target(world: World, entry: tree.LegendEntry, counts: dict[str, int]) -> None:
    target = entry.target
    if target is None or target.text not in counts:
        return
    if target.text == entry.key.text:
        message = f"`{target.text}` leads to itself"
        world.wrong(tracks.NO_TARGET, target.span, message)
    elif not counts[target.text]:
        message = f"the map has no `{target.text}`, so this leads nowhere"
        world.wrong(tracks.NO_TARGET, target.span, message)
    elif counts[target.text] > 1:
        message = f"the map has {counts[target.text]} spaces `{target.text}`; which is meant?"
        help = "give the one that is meant a letter of its own"
        world.wrong(tracks.MANY_TARGETS, target.span, message, help=help)


def _rows(cells: list[Cell]) -> tuple[str, ...]:
    """The drawing without its numbers, as far left as it can stand."""
    left = min((cell.x for cell in cells), default=0)
    rows = [""] * (max((cell.row for cell in cells), default=-1) + 1)
    for cell in cells:
        rows[cell.row] = rows[cell.row].ljust(2 * (cell.x - left)) + cell.text
    return tuple(rows)


# ------------------------------------------------------------------ spaces


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
        drawn.of_cell[cell.place] = index
    return drawn


def _check_whole(world: World, own: list[Cell], cells: list[Cell]) -> None:
    """One space hangs together, and no line goes through it."""
    largest = max((_together(own, one) for one in own), key=len)
    apart = [one for one in own if one.place not in largest]
    if apart:
        rest = next(one for one in own if one.place in largest)
        drawings.report(
            world,
            tracks.TORN_SPACE,
            apart[0],
            cells,
            f"all `{own[0].text}` are one big space, but this piece of it ({apart[0].name}) "
            "lies apart",
            related=(Label(rest.span, "the other piece"),),
            marked=apart,
        )
    usual = Counter(one.lines for one in own).most_common(1)[0][0]
    other = [one for one in own if one.lines is not None and one.lines != usual]
    if other:
        drawings.report(
            world,
            tracks.TORN_SPACE,
            other[0],
            cells,
            f"one big space cannot lie in section {usual} and in section {other[0].lines} "
            f"({other[0].name})",
            marked=other,
        )


def _together(own: list[Cell], first: Cell) -> set[tuple[int, int]]:
    """The places that hang together with one of them."""
    places = {one.place for one in own}
    found = {first.place}
    waiting = [first.place]
    while waiting:
        x, row = waiting.pop()
        near = {(x + dx, row + dy) for dx, dy in (*BESIDE, *STRAIGHT_ON)} & places - found
        found |= near
        waiting += near
    return found


def _space(index: int, cells: list[Cell], meaning: Meaning) -> Space:
    entry = meaning.entry
    return Space(
        index,
        entry.key.text,
        entry.terrain.text,
        cells[0].lines or 0,
        0,
        meaning.attributes,
        entry.target.text if entry.target else "",
        meaning.reward,
        meaning.reward_frame,
        tuple((cell.row, cell.number - 1) for cell in cells),
        cells[0].span,
        entry.title.value if entry.title else "",
        entry.span,
    )


def _touching(drawn: Drawn) -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in drawn.cells]
    for (x, row), index in drawn.of_cell.items():
        for dx, dy in BESIDE:
            other = drawn.of_cell.get((x + dx, row + dy), index)
            if other != index:
                found[index].add(other)
    return tuple(tuple(sorted(one)) for one in found)


def _inside_fences(
    touching: tuple[tuple[int, ...], ...],
    spaces: tuple[Space, ...],
    fences: tuple[Fence, ...],
) -> tuple[tuple[int, ...], ...]:
    closed = {(one.behind, one.ahead) for one in fences if one.behind != one.ahead}
    closed |= {(ahead, behind) for behind, ahead in closed}
    return tuple(
        tuple(to for to in near if (spaces[at].section, spaces[to].section) not in closed)
        for at, near in enumerate(touching)
    )


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
