"""How often the parts of the rules were carried out, as text and as JSON."""

from collections.abc import Iterator

from cubedsl.interpreter.bots.statistics import Totals
from cubedsl.interpreter.coverage import Coverage, Place


def data(coverage: Coverage, totals: Totals) -> dict[str, object]:
    """Return how often each place was reached."""
    return {"coverage": [_place(one, times) for one, times in _counted(coverage, totals)]}


def _place(one: Place, times: int) -> dict[str, object]:
    line, column = one.span.position
    place = {"file": one.span.source.name, "line": line, "column": column}
    return {"what": one.what, "ability": one.ability, "times": times, **place}


def text(coverage: Coverage, totals: Totals) -> Iterator[str]:
    """Yield how often each ability was used, then what was never reached."""
    counted = list(_counted(coverage, totals))
    reached = sum(times > 0 for _, times in counted)
    yield f"\nAbilities used; {reached} of {len(counted)} parts of the rules were reached"
    for one, times in counted:
        if one.ability:
            yield f"{times:>9}  {one.what}"
    never = [one for one, times in counted if not times]
    if never:
        yield "Never reached"
        yield from (f"  {one.what} ({one.span})" for one in never)


def _counted(coverage: Coverage, totals: Totals) -> Iterator[tuple[Place, int]]:
    for number, place in enumerate(coverage.places):
        yield place, totals.covered[number]
