"""What can be reached from the start, how, and whether one gets on from there."""

from collections.abc import Callable

from cubedsl.dsl.codes import tracks as codes
from cubedsl.validator.graphs import backwards, reached
from cubedsl.validator.survey import Survey, spaces


def check_reach(survey: Survey) -> None:
    """Report regions that are cut off, or reached in an unusual way only."""
    if not survey.starts:
        return
    steps = reached(survey.land, survey.starts)
    land = reached(survey.land_and_leaps, survey.starts)
    anywhere = reached(survey.all_ways, survey.starts)
    everything = set(survey.anywhere)
    back = backwards(survey.land_and_leaps)
    goes_on = reached(back, survey.finishes) if land & set(survey.finishes) else land
    _each(survey, everything - anywhere, _unreachable)
    _each(survey, land - goes_on, _no_way_on)
    _each(survey, (land & goes_on) - steps, _only_by_leap)
    _each(survey, anywhere - land - survey.closed, _only_over_closed)


def _each(survey: Survey, found: set[int], report: Callable[[Survey, list[int]], None]) -> None:
    """Report regions, without that of the finish: of it more is said elsewhere."""
    for region in survey.regions(found):
        if not set(region) & {*survey.finishes, *survey.starts}:
            report(survey, region)


def _these(survey: Survey, region: list[int]) -> str:
    if len(region) == 1:
        return f"this space ({survey.name(region[0])})"
    return f"these {len(region)} spaces (the first: {survey.name(region[0])})"


def _unreachable(survey: Survey, region: list[int]) -> None:
    beside = {to for one in region for to in survey.board.touching[one]} - set(region)
    survey.wrong(
        codes.UNREACHABLE,
        region[0],
        f"nothing leads to {_these(survey, region)} of `{survey.board.title}`",
        here=region,
        lines=bool(beside),
        help="a barrier shuts it off: is its number of lines right?" if beside else None,
    )


def _leap_to(survey: Survey, region: list[int]) -> tuple[str, list[int]]:
    """The last leap on the way over land to a region, in words; and the way."""
    found = survey.fewest_closed(survey.land_and_leaps, survey.starts, region)
    assert found is not None
    steps = set(zip(found[1], found[1][1:], strict=False))
    leap = [one for one in survey.leaps if (one.source, one.target) in steps][-1]
    source = survey.spaces[leap.source]
    return f"only by way of the {source.terrain} `{source.key}`", found[1]


def _only_by_leap(survey: Survey, region: list[int]) -> None:
    how, way = _leap_to(survey, region)
    survey.wrong(
        codes.ONLY_BY_LEAP,
        region[0],
        f"{_these(survey, region)} of `{survey.board.title}` can be reached over land {how}",
        here=region,
        way=way,
    )


def _only_over_closed(survey: Survey, region: list[int]) -> None:
    found = survey.fewest_closed(survey.all_ways, survey.starts, region)
    assert found is not None
    survey.wrong(
        codes.ONLY_OVER_CLOSED,
        region[0],
        f"{_these(survey, region)} of `{survey.board.title}` can be reached only over "
        f"{spaces(found[0], 'closed space')}",
        here=region,
        way=found[1],
    )


def _no_way_on(survey: Survey, region: list[int]) -> None:
    """Over land one walks back where one came from: so it was a leap that led here."""
    how, _ = _leap_to(survey, region)
    out = survey.fewest_closed(survey.all_ways, region, survey.finishes)
    over = f" without {spaces(out[0], 'closed space')}" if out else ""
    survey.wrong(
        codes.NO_WAY_ON,
        region[0],
        f"to {_these(survey, region)} of `{survey.board.title}` one comes over land {how}, and "
        f"from here not to the {survey.spaces[survey.finishes[0]].terrain}{over}",
        here=region,
        way=out[1] if out else (),
    )
