"""The lines that lie behind spaces: none is skipped, their number grows, the last one is closed."""

from cubedsl.dsl.codes import tracks as codes
from cubedsl.dsl.diagnostic import Label
from cubedsl.validator.graphs import joined, kept, network, reached, regions, within
from cubedsl.validator.survey import Survey, spaces

Pair = tuple[int, int]


def _section(survey: Survey, index: int) -> int:
    return survey.spaces[index].section


def _last(survey: Survey) -> int:
    """The highest section, without those of spaces that cannot be right."""
    wrong = {one for pairs in _jumps(survey) for one in [_odd_one(survey, pairs)]}
    sections = [one.section for one in survey.spaces if one.index not in wrong]
    return max(sections, default=0)


# ------------------------------------------------------------------ start and finish


def _ends_are_right(survey: Survey) -> bool:
    """Whether there are a start and a finish, in the first and in the last section."""
    if not survey.starts or not survey.finishes:
        return False
    start, finish = survey.starts[0], survey.finishes[0]
    return _section(survey, start) == 0 and _section(survey, finish) == _last(survey)


def check_ends(survey: Survey) -> None:
    """No line lies behind the start, all lie behind the finish."""
    for one in survey.starts[:1]:
        if _section(survey, one) != 0:
            survey.wrong(
                codes.BAD_ENDS,
                one,
                f"behind the {survey.spaces[one].terrain} lies no line, but this one "
                f"({survey.name(one)}) has {_section(survey, one)}",
                lines=True,
            )
    for one in survey.finishes[:1]:
        if _section(survey, one) != _last(survey):
            survey.wrong(
                codes.BAD_ENDS,
                one,
                f"behind the {survey.spaces[one].terrain} ({survey.name(one)}) there is "
                f"{spaces(_section(survey, one), 'line')}, but `{survey.board.title}` has "
                f"{_last(survey)}",
                lines=True,
            )


# ------------------------------------------------------------------ steps


def _jumps(survey: Survey) -> list[list[Pair]]:
    """Steps over two lines and more, those that hang together in one list."""
    found = [
        (at, to)
        for at, near in enumerate(survey.board.neighbours)
        for to in near
        if at < to
        and abs(_section(survey, at) - _section(survey, to)) > 1
        and (at, to) not in survey.lap_steps
    ]
    ends = dict.fromkeys(one for pair in found for one in pair)
    parts = regions(joined({one: () for one in ends}, found))
    return [[pair for pair in found if pair[0] in part] for part in parts]


def _odd_one(survey: Survey, pairs: list[Pair]) -> int:
    """The space that most of the steps have in common; else the one least like those round it."""

    def key(one: int) -> tuple[int, int, int]:
        near = survey.board.neighbours[one]
        alike = sum(_section(survey, to) == _section(survey, one) for to in near)
        return sum(one in pair for pair in pairs), -alike, one

    return max({one for pair in pairs for one in pair}, key=key)


def check_steps(survey: Survey) -> None:
    """No step leads over two lines."""
    for pairs in _jumps(survey):
        one = _odd_one(survey, pairs)
        other = next(sum(pair) - one for pair in pairs if one in pair)
        survey.wrong(
            codes.LINE_SKIPPED,
            one,
            f"one step leads from section {_section(survey, one)} ({survey.name(one)}) to section "
            f"{_section(survey, other)} ({survey.name(other)})",
            way={two for pair in pairs for two in pair},
            lines=True,
            related=(Label(survey.spaces[other].span, "the other space"),),
        )


# ------------------------------------------------------------------ order


def check_order(survey: Survey) -> None:
    """Each part of a section lies between the section before and the one behind."""
    if not _ends_are_right(survey) or not _is_whole(survey):
        return
    odd = _out_of_order(survey)
    for region in odd:
        one = region[0]
        around = {to for at in region for to in survey.board.touching[at]}
        near = {_section(survey, to) for to in around} - {_section(survey, one)}
        others = " and ".join(str(section) for section in sorted(near))
        survey.wrong(
            codes.LINES_NOT_IN_ORDER,
            one,
            f"section {_section(survey, one)} ({survey.name(one)}) has only section {others} "
            "beside it here",
            here=region,
            lines=True,
            help="is the number of lines right?",
        )
    if not odd:
        _check_some_way(survey)


def _is_whole(survey: Survey) -> bool:
    """Whether the map hangs together from the start to the finish, over any terrain."""
    around = dict(enumerate(_around(survey)))
    return survey.finishes[0] in reached(around, survey.starts[:1])


def _around(survey: Survey) -> list[set[int]]:
    """What touches each space, whatever barriers there are; but not over the line of the finish."""
    return [
        {to for to in near if (at, to) not in survey.lap_steps}
        for at, near in enumerate(survey.board.touching)
    ]


def _out_of_order(survey: Survey) -> list[list[int]]:
    """Parts of sections with nothing lower, or nothing higher, beside them.

    Of several side by side it is the smallest that is meant: the others are so because of it.
    """
    around = _around(survey)
    parts = _parts(survey)
    part_of = {one: i for i, part in enumerate(parts) for one in part}
    near = [
        {part_of[to] for one in part for to in around[one]} - {i} for i, part in enumerate(parts)
    ]
    jumps = {part_of[one] for pairs in _jumps(survey) for pair in pairs for one in pair}
    odd = {
        i
        for i, part in enumerate(parts)
        if near[i] and i not in jumps and _is_odd(survey, part, [parts[to] for to in near[i]])
    }
    groups = ([parts[i] for i in one] for one in regions(within(dict(enumerate(near)), odd)))
    return sorted(min(one, key=lambda part: (len(part), part)) for one in groups)


def _parts(survey: Survey) -> list[list[int]]:
    """The sections in as many parts as they have."""
    touching = dict(enumerate(survey.board.touching))
    return regions(kept(touching, lambda at, to: _section(survey, at) == _section(survey, to)))


def _is_odd(survey: Survey, part: list[int], near: list[list[int]]) -> bool:
    section = _section(survey, part[0])
    sections = {_section(survey, other[0]) for other in near}
    comes = min(sections) < section or bool(set(part) & set(survey.starts))
    goes = max(sections) > section or bool(set(part) & set(survey.finishes))
    return not (comes and goes)


def _check_some_way(survey: Survey) -> None:
    """There is a way on which the number of lines never falls."""
    graph = survey.land_and_leaps
    start, finish = survey.starts[0], survey.finishes[0]

    def rises(at: int, to: int) -> bool:
        return _section(survey, at) <= _section(survey, to)

    if finish not in reached(graph, [start]) or finish in reached(kept(graph, rises), [start]):
        return
    import networkx as nx

    way = nx.shortest_path(network(graph), start, finish)
    at, to = next(pair for pair in zip(way, way[1:], strict=False) if not rises(*pair))
    survey.wrong(
        codes.LINES_NOT_IN_ORDER,
        to,
        f"every way to the {survey.spaces[finish].terrain} of `{survey.board.title}` leads back "
        f"over a line: here from section {_section(survey, at)} to {_section(survey, to)} "
        f"({survey.name(to)})",
        way=way,
        lines=True,
    )


# ------------------------------------------------------------------ barriers


def check_barriers(survey: Survey) -> None:
    """Barriers stand at lines, and one at the finish if the last section touches the first."""
    sections = {one.section for one in survey.spaces}
    astray = [
        one
        for one in survey.board.fences
        if one.behind == one.ahead or not {one.behind, one.ahead} <= sections
    ]
    for fence in astray:
        missing = sorted({fence.behind, fence.ahead} - sections)
        what = f"section {missing[0]}" if missing else "line between them"
        survey.wrong(
            codes.BAD_BARRIER,
            fence.span,
            f"`{survey.board.title}` has no {what}, so this barrier closes nothing",
            help=_lap_barrier(survey),
        )
    if not astray and _ends_are_right(survey):
        _check_lap(survey)


def _lap_barrier(survey: Survey) -> str:
    return f"at the finish it would be `barrier {_last(survey)} | 0`"


def _check_lap(survey: Survey) -> None:
    first, last = 0, _last(survey)
    pairs = [
        (at, to)
        for at, to in sorted(survey.lap_steps)
        if _section(survey, at) == last and to in survey.board.neighbours[at]
    ]
    if not pairs:
        return
    at, to = min(pairs, key=lambda pair: (pair[0] not in survey.finishes, pair))
    survey.wrong(
        codes.NO_BARRIER,
        at,
        f"on `{survey.board.title}` one can step from section {last} ({survey.name(at)}) to "
        f"section {first} ({survey.name(to)}), and back",
        here={pair[0] for pair in pairs},
        way={pair[1] for pair in pairs},
        lines=True,
        help=f"write `barrier {last} | {first}` behind the map",
    )
