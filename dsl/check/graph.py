"""Who calls whom: no verb comes back to itself, and what needs somebody who acts has somebody.

An `offer` does not count as a call of the abilities it offers: those are queued.
"""

from graphlib import CycleError, TopologicalSorter

from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.source import Span


def check_recursion(world: World) -> None:
    """Report circles of calls, one after the other."""
    graph = {
        name: {other for other in sorted(calls.calls) if other in world.calls}
        for name, calls in world.calls.items()
    }
    while circle := _circle(graph):
        _report(world, circle)
        graph[circle[0]].discard(circle[1])


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """Members of a circle in calling order, the first one again at the end; or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        # A sorter's edges point from a node to what must come before it.
        found: list[str] = list(reversed(error.args[1]))
        first = min(found[:-1])
        start = found.index(first)
        return [*found[start:-1], *found[:start], first]
    return []


def _report(world: World, circle: list[str]) -> None:
    steps = list(zip(circle, circle[1:], strict=False))
    places = [
        Label(world.calls[one].calls[other], f"`{one}` leads to `{other}`") for one, other in steps
    ]
    world.wrong(
        play.RECURSION,
        places[0].span,
        f"this comes back to itself: {' → '.join(circle)}",
        related=tuple(places[1:]),
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
