"""Tracks as graphs: the finish is reached over land, and no space is cut off.

A graph has the spaces of a board as nodes; an edge leads where one can go in one step, or where
the legend says that a space leads to.  Over land, spaces of closed terrain are left out.
"""

from typing import TYPE_CHECKING

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board, Space

if TYPE_CHECKING:
    import networkx as nx


def check_tracks(ruleset: Ruleset, out: Diagnostics) -> None:
    """Report for every board what cannot be reached."""
    for board in ruleset.boards.values():
        _check(ruleset, board, out)


def graph_of(board: Board, closed: frozenset[str]) -> "nx.DiGraph[int]":
    """The ways of a board, without the spaces of closed terrains."""
    # networkx takes longer to load than a ruleset to be checked: only when there is a board.
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    by_key: dict[str, list[int]] = {}
    for space in board.spaces:
        by_key.setdefault(space.key, []).append(space.index)
        if space.terrain not in closed:
            graph.add_node(space.index)
    for space in board.spaces:
        ways = (*board.neighbours[space.index], *by_key.get(space.target, ()))
        graph.add_edges_from(
            (space.index, to) for to in ways if space.index in graph and to in graph
        )
    return graph


def _check(ruleset: Ruleset, board: Board, out: Diagnostics) -> None:
    noun = ruleset.board_noun
    if noun is None or not noun.start or not noun.finish:
        return
    starts = _of_terrain(board, noun.start)
    finishes = _of_terrain(board, noun.finish)
    for terrain, found in ((noun.start, starts), (noun.finish, finishes)):
        if not found:
            out.add(codes.NO_WAY, board.span, f"`{board.title}` has no {terrain}")
    if starts and finishes:
        _check_ways(ruleset, board, starts, finishes, out)


def _of_terrain(board: Board, terrain: str) -> list[Space]:
    return [space for space in board.spaces if space.terrain == terrain]


def _check_ways(
    ruleset: Ruleset, board: Board, starts: list[Space], finishes: list[Space], out: Diagnostics
) -> None:
    land = _reached(graph_of(board, ruleset.terrains_closed), starts)
    anywhere = _reached(graph_of(board, frozenset()), starts)
    if not any(space.index in land for space in finishes):
        out.add(
            codes.NO_WAY,
            finishes[0].span,
            f"on `{board.title}` no way leads over land from the {starts[0].terrain} to the "
            f"{finishes[0].terrain}",
            help="open a way, or draw a space that leads across",
        )
    for space in board.spaces:
        if space.index not in anywhere:
            out.add(
                codes.UNREACHABLE,
                space.span,
                f"nothing leads to this space ({_place(space)}) of `{board.title}`",
            )


def _reached(graph: "nx.DiGraph[int]", starts: list[Space]) -> set[int]:
    import networkx as nx

    found: set[int] = set()
    for start in starts:
        if start.index in graph:
            found |= {start.index} | nx.descendants(graph, start.index)
    return found


def _place(space: Space) -> str:
    if not space.cells:
        return f"stop {space.step}"
    row, number = space.cells[0]
    return f"row {row + 1}, space {number + 1}"
