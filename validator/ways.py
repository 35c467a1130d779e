"""From the start to the finish over land."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.model.things import Fence
from cubedsl.dsl.source import Span
from cubedsl.validator.graphs import joined, reached
from cubedsl.validator.survey import MOST_REPORTS, Survey, spaces


def check_way(survey: Survey) -> None:
    """The finish can be reached; if not, say what is in the way."""
    if not survey.starts or not survey.finishes:
        return
    goals = set(survey.finishes)
    if goals & reached(survey.land, survey.starts):
        return
    if goals & reached(survey.land_and_leaps, survey.starts):
        _only_by_leap(survey)
    else:
        _no_way(survey)


def _only_by_leap(survey: Survey) -> None:
    found = survey.fewest_closed(survey.land_and_leaps, survey.starts, survey.finishes)
    assert found is not None
    steps = set(zip(found[1], found[1][1:], strict=False))
    used = [one for one in survey.leaps if (one.source, one.target) in steps]
    first = survey.spaces[used[0].source]
    price = f" ({used[0].attribute} {used[0].price})" if used[0].attribute else ""
    survey.wrong(
        codes.FINISH_BY_LEAP,
        survey.finishes[0],
        f"on `{survey.board.title}` the {_finish(survey)} is reached only by way of the "
        f"{first.terrain} `{first.key}`{price} in {survey.name(first.index)}",
        here=survey.finishes[:1],
        way=found[1],
        help="whoever cannot pay is stuck: open a way over land",
    )


def _no_way(survey: Survey) -> None:
    title, start, finish = survey.board.title, survey.starts[0], survey.finishes[0]
    message = (
        f"on `{title}` no way leads over land from the {survey.spaces[start].terrain} to the "
        f"{_finish(survey)}"
    )
    found = survey.fewest_closed(survey.all_ways, survey.starts, survey.finishes)
    fence = _fence_between(survey)
    if found is not None:
        count, way = found
        first = next(one for one in way if one in survey.closed)
        message += f", only one with {spaces(count, 'closed space')}: the first in " + survey.name(
            first
        )
        survey.wrong(codes.NO_WAY, finish, message, way=way, help=_help(fence))
    elif fence is not None:
        message = f"this barrier closes every way from {start_name(survey)} to {_finish(survey)}"
        survey.wrong(codes.NO_WAY, fence.span, message, here=survey.finishes[:1])
    else:
        come_to = reached(survey.all_ways, survey.starts)
        place: int | Span = finish
        survey.wrong(codes.NO_WAY, place, message, way=come_to, help=_help(None))


def start_name(survey: Survey) -> str:
    """The terrain of the start."""
    return survey.spaces[survey.starts[0]].terrain


def _finish(survey: Survey) -> str:
    return survey.spaces[survey.finishes[0]].terrain


def _help(fence: Fence | None) -> str:
    if fence is not None:
        return f"without `barrier {fence.behind} | {fence.ahead}` there would be a way"
    return "open a way, or draw a space that leads across"


def _fence_between(survey: Survey) -> Fence | None:
    """The first barrier without which there would be a way over land."""
    for fence in survey.board.fences[:MOST_REPORTS]:
        opened = (
            (at, to)
            for at, near in enumerate(survey.board.touching)
            for to in near
            if _is_between(survey, fence, at, to)
        )
        graph = joined(survey.land_and_leaps, opened)
        if set(survey.finishes) & reached(graph, survey.starts):
            return fence
    return None


def _is_between(survey: Survey, fence: Fence, at: int, to: int) -> bool:
    sections = {survey.spaces[at].section, survey.spaces[to].section}
    return sections == {fence.behind, fence.ahead}
