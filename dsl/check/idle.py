"""Events that never happen, and timings that never come."""

from collections.abc import Iterator

from cubedsl.dsl.codes import lints as codes
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part, abilities
from cubedsl.dsl.model.ruleset import Ruleset, Standing
from cubedsl.dsl.model.things import Cell, Mark
from cubedsl.dsl.source import Span


def check(
    ruleset: Ruleset, parts: tuple[Part, ...], events: dict[str, Span], out: Diagnostics
) -> None:
    """Report them; `events` tells where events are declared."""
    nodes = [node for part in parts for node in part.nodes]
    signalled = {one.event for one in nodes if isinstance(one, made.Signal)}
    attempted = {one.event for one in nodes if isinstance(one, made.Attempt)}
    for name, span in events.items():
        if name not in signalled | attempted:
            out.add(codes.NEVER_HAPPENS, span, f"nothing ever makes `{name}` happen")
    for name, instead, span in _waiting(ruleset, nodes):
        if instead and name in signalled - attempted:
            message = f"nothing can stand in for `{name}`: it is signalled, but never attempted"
            out.add(codes.NEVER_HAPPENS, span, message)
        if not instead and name in attempted - signalled:
            message = f"`{name}` is attempted, but never signalled: nothing happens on it"
            out.add(codes.NEVER_HAPPENS, span, message)
    _check_timings(ruleset, nodes, out)


def _waiting(ruleset: Ruleset, nodes: list[object]) -> Iterator[tuple[str, bool, Span]]:
    """Yield the events that something waits for: `on` them, `instead of` them, `until` them."""
    laters = [node for node in nodes if isinstance(node, made.Later)]
    waiting: tuple[made.Later | made.Ability | Standing, ...] = (
        *ruleset.standing,
        *abilities(ruleset),
        *laters,
    )
    for one in waiting:
        if one.event is not None:
            yield one.event, one.instead, one.span
    lasting: tuple[made.Later | Cell | Mark, ...] = (*laters, *ruleset.cells, *ruleset.marks)
    for thing in lasting:
        if thing.until is not None:
            yield thing.until, False, thing.span


def _check_timings(ruleset: Ruleset, nodes: list[object], out: Diagnostics) -> None:
    offering = made.Offer | made.Settle | made.UseOf
    offered = {one.timing.name for one in nodes if isinstance(one, offering)}
    for timing in ruleset.timings.values():
        own = [one for one in abilities(ruleset) if one.timing is timing]
        idle = [one for one in own if one.event is None]
        if timing.name in offered or (own and not idle):
            continue
        out.add(
            codes.NEVER_OFFERED,
            timing.span,
            f"nothing ever offers `{timing.name}`",
            related=tuple(Label(one.span, "this is never offered") for one in idle[:3]),
            help=f"write `offer {timing.name}` where these abilities can be used",
        )
