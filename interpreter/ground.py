"""The spaces of a game in one numbering: the board in play first, then every path."""

from collections.abc import Iterable, Sequence

from attrs import Factory, frozen

from cubedsl.dsl.model.things import Board, Space
from cubedsl.dsl.suggest import fold

NOWHERE = -1


@frozen(eq=False)
class Ground:
    """Where tokens stand.  Every tuple has an entry for each space, in global numbers.

    `size` counts the spaces of the board in play.  `target` is the space a space leads to, or
    NOWHERE; `joined` has the start behind each space where a board ends in the next.  `in_row`
    finds a space of the board by row and number in the row (from 0), `stops` one of a path by the
    path's name and its step, `drawn_as` those of a letter or (folded) name, `of_terrain` those of
    a terrain, of joined boards without all starts but the first.
    """

    size: int
    spaces: tuple[Space, ...]
    boards: tuple[Board, ...]
    neighbours: tuple[tuple[int, ...], ...]
    following: tuple[int, ...]
    joined: dict[int, int]
    target: tuple[int, ...]
    in_row: dict[tuple[int, int], int]
    drawn_as: dict[str, tuple[int, ...]]
    of_terrain: dict[str, tuple[int, ...]]
    stops: dict[tuple[str, int], int]
    closed: frozenset[str]
    _rows: dict[tuple[int, bool, bool], tuple[int, ...]] = Factory(dict)
    _ways: dict[tuple[bool, bool], tuple[tuple[int, ...], ...]] = Factory(dict)

    def name_of(self, space: int) -> str:
        """Return what a space is called: its place on the board, with its name, or with its letter
        if only it has it."""
        one = self.spaces[space]
        if space >= self.size or not one.cells:
            return str(one.step)
        row, column = one.cells[0]
        letter = one.key if len(self.drawn_as[one.key]) == 1 else ""
        return f"{one.title or letter} ({row + 1}, {column + 1})".lstrip()

    def distance(self, start: int, goal: int, *, anywhere: bool, onward: bool = True) -> int:
        """Return the steps from one space to another; without a way, the size of the board.

        Unless `anywhere`, no step goes into closed terrain.  `onward`: where boards are joined, it
        is one step from the end of the one to the start of the next.
        """
        return self.distances(start, anywhere=anywhere, onward=onward)[goal]

    def distances(self, start: int, *, anywhere: bool, onward: bool = True) -> tuple[int, ...]:
        """Return the steps from one space to each."""
        key = start, anywhere, onward
        if key not in self._rows:
            self._rows[key] = self._distances(start, self.ways(anywhere=anywhere, onward=onward))
        return self._rows[key]

    def _distances(self, start: int, ways: Sequence[Sequence[int]]) -> tuple[int, ...]:
        unreachable = len(self.boards[start].spaces)
        found = [unreachable] * len(ways)
        found[start] = 0
        waiting = [start]
        # The list grows while it is gone through: what is found is gone on from.
        for here in waiting:
            steps = found[here] + 1
            for there in ways[here]:
                if found[there] == unreachable:
                    found[there] = steps
                    waiting.append(there)
        return tuple(found)

    def ways(self, *, anywhere: bool, onward: bool = True) -> tuple[tuple[int, ...], ...]:
        """Return where one can step to from each space."""
        key = anywhere, onward
        if key not in self._ways:
            shut = [not anywhere and one.terrain in self.closed for one in self.spaces]
            over = self.joined if onward else {}
            self._ways[key] = tuple(
                tuple(to for to in (*near, over.get(at, NOWHERE)) if to >= 0 and not shut[to])
                for at, near in enumerate(self.neighbours)
            )
        return self._ways[key]


def lay_out(board: Board | None, paths: dict[str, Board], closed: frozenset[str]) -> Ground:
    """Return the ground of a game: the board in play (if any) and all paths."""
    parts = [*([board] if board else []), *paths.values()]
    offsets = [sum(len(one.spaces) for one in parts[:i]) for i in range(len(parts))]
    on_board = list(enumerate(board.spaces)) if board else []
    inner = {one.target for one in board.joints} if board else set()
    return Ground(
        size=len(on_board),
        spaces=tuple(space for part in parts for space in part.spaces),
        boards=tuple(part for part in parts for _ in part.spaces),
        neighbours=tuple(
            tuple(sorted(offset + there for there in beside))
            for part, offset in zip(parts, offsets, strict=True)
            for beside in part.neighbours
        ),
        following=tuple(
            _moved(there, offset)
            for part, offset in zip(parts, offsets, strict=True)
            for there in part.following or [NOWHERE] * len(part.spaces)
        ),
        joined={one.source: one.target for one in (board.joints if board else ())},
        target=tuple(
            _moved(part.leads_to(at), offset)
            for part, offset in zip(parts, offsets, strict=True)
            for at in range(len(part.spaces))
        ),
        in_row={cell: number for number, space in on_board for cell in space.cells},
        drawn_as=_grouped(
            (name, number)
            for number, space in on_board
            for name in (space.key, *([fold(space.title)] if space.title else ()))
        ),
        of_terrain=_grouped(
            (space.terrain, number) for number, space in on_board if number not in inner
        ),
        stops={
            (name, space.step): offset + i
            for (name, path), offset in zip(
                paths.items(), offsets[1 if board else 0 :], strict=True
            )
            for i, space in enumerate(path.spaces)
        },
        closed=closed,
    )


def _moved(number: int, offset: int) -> int:
    return NOWHERE if number < 0 else number + offset


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    groups: dict[str, tuple[int, ...]] = {}
    for key, number in pairs:
        groups[key] = (*groups.get(key, ()), number)
    return groups
