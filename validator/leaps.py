"""Spaces that lead on: to land, nearer to the finish, and for less than it takes to walk."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.validator.graphs import lengths, network
from cubedsl.validator.prices import Prices, prices_of
from cubedsl.validator.survey import MOST_REPORTS, Leap, Survey, spaces


def check_leaps(survey: Survey) -> None:
    """Report every leap that nobody would want."""
    prices = prices_of(survey.ruleset)
    for leap in survey.leaps[: 5 * MOST_REPORTS]:
        if leap.target in survey.closed:
            _into_closed(survey, leap)
        elif not _leads_back(survey, leap):
            _check_price(survey, leap, prices)


def _into_closed(survey: Survey, leap: Leap) -> None:
    source, target = survey.spaces[leap.source], survey.spaces[leap.target]
    survey.wrong(
        codes.INTO_CLOSED,
        source.entry,
        f"`{source.key}` leads to the {target.terrain} `{target.key}` "
        f"({survey.name(leap.target)}), where nobody walks",
        here=(leap.source,),
        way=(leap.target,),
    )


def _leads_back(survey: Survey, leap: Leap) -> bool:
    """Report a leap away from the finish, as far as one can walk there at all."""
    before = survey.to_finish.get(leap.source)
    after = survey.to_finish.get(leap.target)
    if before is None or after is None or after < before:
        return False
    source, target = survey.spaces[leap.source], survey.spaces[leap.target]
    how = "back" if after > before else "no further"
    survey.wrong(
        codes.LEADS_BACK,
        source.entry,
        f"`{source.key}` ({survey.name(leap.source)}) leads {how}: from it the finish is "
        f"{spaces(before, 'step')} away, from `{target.key}` {after}",
        here=(leap.source,),
        way=(leap.target,),
    )
    return True


def _check_price(survey: Survey, leap: Leap, prices: Prices) -> None:
    """Compare the price with the steps, if both are paid with the same."""
    steps = lengths(survey.onward, [leap.source]).get(leap.target)
    source = survey.spaces[leap.source]
    if steps is None or not prices.like_steps(source.terrain, leap.attribute):
        return
    if leap.price >= steps:
        import networkx as nx

        way = nx.shortest_path(network(survey.onward), leap.source, leap.target)
        survey.wrong(
            codes.DEAR_LEAP,
            source.entry,
            f"`{source.key}` ({survey.name(leap.source)}) asks for {leap.attribute} {leap.price}, "
            f"but `{source.target}` is only {spaces(steps, 'step')} away",
            here=(leap.source,),
            way=way[1:],
        )
