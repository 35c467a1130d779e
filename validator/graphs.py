"""Maps as graphs: each space with those that a step from it leads to.

What every check of a board asks is found here: to load networkx takes longer than all of that.
What is only asked where something is wrong, or is described, is asked of networkx, see `network`.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = Mapping[int, Iterable[int]]


def reached(graph: Graph, starts: Iterable[int]) -> set[int]:
    """Where one can come to from any of these spaces, themselves included."""
    return set(lengths(graph, starts))


def lengths(graph: Graph, starts: Iterable[int]) -> dict[int, int]:
    """How many steps each space is away from the nearest of some, where there is a way."""
    found = {one: 0 for one in starts if one in graph}
    waiting = list(found)
    # The list grows while it is gone through: what is found is gone on from.
    for here in waiting:
        for there in graph[here]:
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def within(graph: Graph, spaces: Set[int]) -> Graph:
    """The graph of some of the spaces."""
    return {at: [to for to in near if to in spaces] for at, near in graph.items() if at in spaces}


def kept(graph: Graph, keeps: Callable[[int, int], bool]) -> Graph:
    """The graph with some of the steps."""
    return {at: [to for to in near if keeps(at, to)] for at, near in graph.items()}


def joined(graph: Graph, steps: Iterable[tuple[int, int]]) -> Graph:
    """The graph with more steps between its spaces."""
    found = {at: [*near] for at, near in graph.items()}
    for at, to in steps:
        if at in found and to in found and to not in found[at]:
            found[at].append(to)
    return found


def backwards(graph: Graph) -> Graph:
    """The graph with all steps turned round."""
    found: dict[int, list[int]] = {at: [] for at in graph}
    for at, near in graph.items():
        for to in near:
            found[to].append(at)
    return found


def regions(graph: Graph) -> list[list[int]]:
    """What hangs together, whichever way the steps lead: sorted, the lowest spaces first."""
    both = joined(graph, ((to, at) for at, near in graph.items() for to in near))
    found: list[list[int]] = []
    left = dict.fromkeys(sorted(both))
    while left:
        region = sorted(reached(both, [next(iter(left))]))
        found.append(region)
        for one in region:
            del left[one]
    return found


def network(graph: Graph) -> "nx.DiGraph[int]":
    """The graph for networkx."""
    import networkx as nx

    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(graph)
    found.add_edges_from((at, to) for at, near in graph.items() for to in near)
    return found
