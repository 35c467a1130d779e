"""Boards that are joined: one behind the other, as one board."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check import things
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import names, tracks
from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.things import Board, BoardNoun, Fence, Joint, Space
from cubedsl.dsl.model.types import SPACE
from cubedsl.dsl.suggest import did_you_mean, fold

# A board, the joint behind it, and the numbers of that.
Known: TypeAlias = tuple[Board, tree.Joint | None, dict[str, Expr]]


@frozen
class Piece:
    """A board within the joined one: what its spaces, lines and rows are counted on from.

    `joint` stands in the place of its finish, with `values`; the last board has none.  `start` and
    `finish` are numbers in the whole, -1 if there is none.
    """

    board: Board
    first: int
    lines: int
    rows: int
    joint: tree.Joint | None
    values: dict[str, Expr]
    start: int
    finish: int

    @property
    def end(self) -> int:
        """The number behind its last space."""
        return self.first + len(self.board.spaces)


def joined(scope: Scope, decl: tree.JoinedDecl, drawn: dict[str, Board]) -> Board:
    """Of boards that are drawn those that are named, as one; each but the last ends in a joint."""
    noun = scope.world.board_noun
    _check_noun(scope, decl, noun)
    for joint in decl.joints:
        _check_terrain(scope, joint, noun)
    known = [
        (board, joint, _values(scope, joint))
        for title, joint in _titles(decl)
        if (board := _board(scope, title, drawn)) is not None
    ]
    pieces = list(_pieces(known, noun))
    spaces = tuple(_moved(space, one) for one in pieces for space in one.board.spaces)
    return Board(
        title=decl.title.value,
        noun=decl.noun.text,
        spaces=spaces,
        neighbours=_all(pieces, [one.board.neighbours for one in pieces]),
        touching=_all(pieces, [one.board.touching for one in pieces]),
        following=(-1,) * len(spaces),
        line_count=sum(one.board.line_count for one in pieces),
        rows=_rows(pieces),
        span=decl.span,
        fences=tuple(_fences(pieces)),
        joints=tuple(_joints(pieces)),
        leads=dict(_leads(pieces)),
    )


# ------------------------------------------------------------------ what is named


def _titles(decl: tree.JoinedDecl) -> Iterator[tuple[tree.Text, tree.Joint | None]]:
    """The titles of the boards, each with the joint behind it."""
    titles = decl.first, *(one.title for one in decl.joints)
    yield from zip(titles, (*decl.joints, None), strict=True)


def _values(scope: Scope, joint: tree.Joint | None) -> dict[str, Expr]:
    return things.attributes(scope, SPACE, joint.attributes)[0] if joint is not None else {}


def _check_noun(scope: Scope, decl: tree.JoinedDecl, noun: BoardNoun | None) -> None:
    things.check_board_noun(scope, decl.noun)
    if noun is not None and not (noun.start and noun.finish):
        scope.wrong(
            tracks.CANNOT_JOIN,
            decl.title.span,
            f"a {noun.noun.name} of this game has no start or no finish: there is nothing to join",
            help=f"declare `board {noun.noun.name} from … to …`",
        )


def _board(scope: Scope, title: tree.Text, drawn: dict[str, Board]) -> Board | None:
    found = {fold(one): board for one, board in drawn.items()}.get(fold(title.value))
    if found is None and fold(title.value) in _joined_titles(scope):
        message = f"`{title.value}` is joined itself"
        help = "name the boards that it is made of"
        scope.wrong(tracks.CANNOT_JOIN, title.span, message, help=help)
    elif found is None:
        scope.wrong(
            names.UNKNOWN_BOARD,
            title.span,
            f"unknown board `{title.value}`",
            help=did_you_mean(title.value, drawn),
        )
    return found


def _joined_titles(scope: Scope) -> set[str]:
    decls = scope.world.program.declarations
    return {fold(one.title.value) for one in decls if isinstance(one, tree.JoinedDecl)}


def _check_terrain(scope: Scope, joint: tree.Joint, noun: BoardNoun | None) -> None:
    name, terrains = joint.terrain, scope.world.terrains
    if name.text not in terrains:
        scope.wrong(
            names.UNKNOWN_TERRAIN,
            name.span,
            f"unknown terrain `{name.text}`",
            help=did_you_mean(name.text, terrains),
        )
        return
    what = "closed: nobody would get to it" if "closed" in terrains[name.text] else ""
    if noun is not None and name.text in (noun.start, noun.finish):
        what = "where the whole begins or ends"
    if what:
        message = f"a joint cannot be `{name.text}`, which is {what}"
        scope.wrong(tracks.CANNOT_JOIN, name.span, message)


# ------------------------------------------------------------------ the whole


def _pieces(known: list[Known], noun: BoardNoun | None) -> Iterator[Piece]:
    first, lines, rows = 0, 0, 0
    ends = (noun.start, noun.finish) if noun is not None else ("", "")
    for number, (board, joint, values) in enumerate(known):
        start, finish = (_end(board, end, first) for end in ends)
        joint = joint if number < len(known) - 1 else None
        yield Piece(board, first, lines, rows, joint, values, start, finish)
        first += len(board.spaces)
        lines += board.line_count
        rows += len(board.rows) + 1


def _end(board: Board, terrain: str, first: int) -> int:
    """The number of the first space of a terrain in the whole, or -1."""
    found = (one.index + first for one in board.spaces if terrain and one.terrain == terrain)
    return next(found, -1)


def _moved(space: Space, piece: Piece) -> Space:
    """A space as it is in the whole."""
    moved = evolve(
        space,
        index=space.index + piece.first,
        section=space.section + piece.lines,
        cells=tuple((row + piece.rows, at) for row, at in space.cells),
    )
    if piece.joint is None or moved.index != piece.finish:
        return moved
    terrain = piece.joint.terrain.text
    return evolve(moved, terrain=terrain, attributes=piece.values, entry=piece.joint.span)


def _all(
    pieces: list[Piece], near: list[tuple[tuple[int, ...], ...]]
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(to + piece.first for to in beside)
        for piece, own in zip(pieces, near, strict=True)
        for beside in own
    )


def _rows(pieces: list[Piece]) -> tuple[str, ...]:
    """The drawings one below the other, with an empty row between two."""
    rows: list[str] = []
    for piece in pieces:
        rows += [""] * (piece.rows - len(rows)) + list(piece.board.rows)
    return tuple(rows)


def _fences(pieces: list[Piece]) -> Iterator[Fence]:
    for piece in pieces:
        for one in piece.board.fences:
            yield Fence(one.behind + piece.lines, one.ahead + piece.lines, one.span)


def _joints(pieces: list[Piece]) -> Iterator[Joint]:
    for piece, after in zip(pieces, pieces[1:], strict=False):
        if piece.finish >= 0 and after.start >= 0 and piece.joint is not None:
            yield Joint(piece.finish, after.start, piece.end, after.lines, piece.joint.span)


def _leads(pieces: list[Piece]) -> Iterator[tuple[int, int]]:
    """Where spaces lead to: on their own board; a joint to the next one, the last finish to the
    first start."""
    for piece in pieces:
        for at in range(len(piece.board.spaces)):
            to = piece.board.leads_to(at)
            if to >= 0:
                yield at + piece.first, to + piece.first
    for one in _joints(pieces):
        yield one.source, one.target
    end = pieces[-1].finish if pieces else -1
    if end >= 0 and pieces[0].start >= 0 and pieces[-1].board.leads_to(end - pieces[-1].first) >= 0:
        yield end, pieces[0].start
