"""What there is to say of a track that is good: how long it is, and where all must pass.

A *sensible* way goes step by step over land from the start to the finish, comes to no space twice,
and never to a section with a lower number.
"""

from attrs import frozen

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board
from cubedsl.validator.graphs import lengths, network
from cubedsl.validator.longest import longest_way
from cubedsl.validator.survey import Leap, Survey, spaces


@frozen
class LeapReport:
    """A space that leads on: its letter and terrain, its price, and the steps that it saves."""

    key: str
    terrain: str
    place: str
    price: int
    saves: int | None


@frozen
class TrackReport:
    """Numbers of spaces, ways in steps, and places as people find them.

    `shortest` and `longest` are None if there is no sensible way; `longest` is a lower bound unless
    it is `exact`.  Through each of `chokes` every way over land goes.
    """

    title: str
    spaces: int
    closed: int
    rewards: int
    lines: int
    shortest: int | None
    longest: int | None
    exact: bool
    chokes: tuple[str, ...]
    leaps: tuple[LeapReport, ...]


def report(ruleset: Ruleset, board: Board) -> TrackReport:
    """Return what there is to say of a track."""
    survey = Survey(ruleset, board, Diagnostics())
    way = longest_way(survey)
    return TrackReport(
        title=board.title,
        spaces=len(board.spaces),
        closed=len(survey.closed),
        rewards=sum(one.reward is not None for one in board.spaces),
        lines=board.line_count,
        shortest=shortest_way(survey),
        longest=way.steps if way else None,
        exact=way.exact if way else True,
        chokes=tuple(survey.name(one) for one in choke_points(survey)),
        leaps=tuple(_leap(survey, one) for one in survey.leaps),
    )


def shortest_way(survey: Survey) -> int | None:
    """The steps of the shortest sensible way."""
    found = lengths(survey.rising, survey.starts)
    return min((found[one] for one in survey.finishes if one in found), default=None)


def choke_points(survey: Survey) -> tuple[int, ...]:
    """The spaces without which the finish could not be reached over land, in the order of the way.

    Start and finish themselves are left out.
    """
    import networkx as nx

    if len(survey.starts) != 1 or len(survey.finishes) != 1:
        return ()
    start, finish = survey.starts[0], survey.finishes[0]
    graph = network(survey.land).to_undirected()
    if start not in graph or finish not in graph or not nx.has_path(graph, start, finish):
        return ()
    narrow = set(nx.articulation_points(graph)) - {start, finish}
    way = nx.shortest_path(graph, start, finish)
    return tuple(one for one in way if one in narrow and _parts(graph, one, start, finish))


def _parts(graph: object, one: int, start: int, finish: int) -> bool:
    import networkx as nx

    without = nx.restricted_view(graph, [one], [])
    return not nx.has_path(without, start, finish)


def _leap(survey: Survey, leap: Leap) -> LeapReport:
    source = survey.spaces[leap.source]
    before, after = (survey.to_finish.get(one) for one in (leap.source, leap.target))
    saves = before - after if before is not None and after is not None else None
    return LeapReport(source.key, source.terrain, survey.name(leap.source), leap.price, saves)


def text(one: TrackReport) -> str:
    """Return a report as text."""
    lines = [
        f"{one.title}: {spaces(one.spaces)}, {one.closed} of them closed, {one.rewards} with a "
        f"reward; {spaces(one.lines, 'line')}",
        f"  shortest way: {_steps(one.shortest)}",
        f"  longest way:  {'' if one.exact else 'at least '}{_steps(one.longest)}",
        f"  all pass:     {'; '.join(one.chokes) or 'nothing in particular'}",
    ]
    for leap in one.leaps:
        price = f" for {leap.price}" if leap.price else ""
        saved = f", saves {spaces(leap.saves, 'step')}" if leap.saves is not None else ""
        lines.append(f"  {leap.key}  {leap.terrain} ({leap.place}){price}{saved}")
    return "\n".join(lines) + "\n"


def _steps(number: int | None) -> str:
    return "none" if number is None else spaces(number, "step")
