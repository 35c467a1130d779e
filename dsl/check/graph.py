"""Who calls whom: no verb comes back to itself, and what needs somebody who acts has somebody.

An `offer` does not count as a call of the abilities it offers: those are queued.
"""

import networkx as nx

from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.source import Span


def check_recursion(world: World) -> None:
    """Report every circle of calls once, at its first member in the text."""
    graph = nx.DiGraph()
    for name, calls in world.calls.items():
        graph.add_edges_from((name, other) for other in calls.calls if other in world.calls)
    for component in nx.strongly_connected_components(graph):
        if len(component) > 1 or graph.has_edge(*(list(component) * 2)[:2]):
            _report(world, graph, component)


def _report(world: World, graph: "nx.DiGraph[str]", component: set[str]) -> None:
    first = min(component, key=lambda name: (world.calls[name].span.start, name))
    edges = nx.find_cycle(graph.subgraph(component), first)
    circle = [edge[0] for edge in edges]
    way = " → ".join((*circle, circle[0]))
    places = tuple(
        Label(world.calls[one].calls[other], f"`{one}` leads to `{other}`") for one, other in edges
    )
    world.wrong(
        play.RECURSION,
        places[0].span,
        f"this comes back to itself: {way}",
        related=places[1:],
        help="use a loop, or `offer`, which waits for its turn",
    )


def check_actors(world: World) -> None:
    """Report calls, made where nobody acts, of what needs somebody."""
    needy = {name for name, calls in world.calls.items() if calls.uses_you}
    grown = True
    while grown:
        more = {
            name
            for name, calls in world.calls.items()
            if name not in needy and any(other in needy for other in calls.own)
        }
        grown = bool(more)
        needy |= more
    for calls in world.calls.values():
        for name, span in calls.lonely.items():
            if name in needy and name in world.calls:
                _nobody(world, name, span)


def _nobody(world: World, name: str, place: Span) -> None:
    world.wrong(
        names.NOBODY_ACTS,
        place,
        f"`{name}` needs a player who acts, and nobody acts here",
        help=f"write `each player: {name}`, or `as … : {name}`",
        related=(Label(world.calls[name].span, "declared here"),),
    )
