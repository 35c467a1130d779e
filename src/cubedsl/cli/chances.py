"""Exact chances, as text and as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from cubedsl.cli.shared import style, write_json
from cubedsl.cli.shared import write as write_text
from cubedsl.dsl.render import visible, width
from cubedsl.interpreter.game import Play
from cubedsl.interpreter.odds.chain import Course, Ended
from cubedsl.interpreter.odds.holding import Measures
from cubedsl.interpreter.odds.pool import Distribution, Rolled
from cubedsl.interpreter.percents import decimal, fraction, percent
from cubedsl.interpreter.setup import Setup

NOTHING = "nothing to roll"


@frozen
class Part:
    """Chances under one title; `mean` is the mean of what they are of, if that are numbers."""

    title: str
    chances: Sequence[tuple[str, Fraction]]
    mean: Fraction | None = None


@frozen
class Section:
    """What follows from one thing that is done, with what is said of it as a whole."""

    head: str
    notes: Sequence[str]
    parts: Sequence[Part]
    data: Mapping[str, Any]


@frozen
class Result:
    """An answer: what it is about, and the sections; none: there is nothing to roll."""

    head: str
    data: Mapping[str, Any]
    sections: Sequence[Section]


# ------------------------------------------------------------------ a pool


def of_pool(
    setup: Setup, dice: Sequence[tuple[int, int]], rolled: Rolled, hit: str | None
) -> Result:
    """Return the answer about a pool that is thrown once."""
    names = {setup.ruleset.kinds[kind].name: count for kind, count in dice}
    pool = ", ".join(f"{count} {name}" for name, count in names.items())
    parts = [_hits(rolled.hits, hit)] if rolled.hits is not None else []
    parts += [_numbers(name, found) for name, found in rolled.sums.items()]
    data = {"ruleset": setup.ruleset.name, "pool": names}
    head = f"{setup.ruleset.title}: {pool or 'no dice'}, rolled once"
    return Result(head, data, [Section("", (), parts, {})] if dice else ())


def _hits(found: Distribution, hit: str | None) -> Part:
    chances = [("no hit" if not count else str(count), share) for count, share in found.items()]
    return Part(f"hits ({hit or 'not blank'})", chances, _mean(found))


def _numbers(title: str, found: Mapping[Any, Fraction]) -> Part:
    chances = [(_said(value), share) for value, share in found.items()]
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in found)
    return Part(title, chances, _mean(found) if numbers else None)


def _mean(found: Mapping[int, Fraction]) -> Fraction:
    return sum((value * share for value, share in found.items()), Fraction())


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{len(value)} things" if isinstance(value, tuple) else str(value)


# ------------------------------------------------------------------ a position


def of_position(play: Play, measures: Measures, courses: Mapping[str, Course], how: str) -> Result:
    """Return the answer about options of a choice; `how` says how often they are taken."""
    setup, decision = play.state.setup, play.decision
    where = f"{setup.names[decision.seat]} at {decision.name}" if decision else "no choice is open"
    throwing = {name: one for name, one in courses.items() if one.thrown}
    sections = [_section(name, how, one, measures) for name, one in throwing.items()]
    data = {
        "ruleset": setup.ruleset.name,
        "player": setup.names[decision.seat] if decision else None,
        "decision": decision.name if decision else None,
    }
    return Result(f"{setup.ruleset.title}: {where}", data, sections)


def _section(name: str, how: str, course: Course, measures: Measures) -> Section:
    parts = [_events(course.ends)]
    for place, title in enumerate(measures.names):
        found = _by(course.ends, place)
        if len(found) > 1 or measures.asked:
            parts.append(_numbers(title, found))
    notes = [f"taken {decimal(course.times)} times on average"] if course.times != 1 else []
    data = {"option": name, "how": how, "times": _of(course.times)}
    return Section(f"{name}, {how}", notes, [one for one in parts if one.chances], data)


def _events(ends: Mapping[Ended, Fraction]) -> Part:
    names = sorted({event for end in ends for event in end.events})
    chances = [(name, _share(ends, lambda end, name=name: name in end.events)) for name in names]
    over = _share(ends, lambda end: end.over)
    return Part("comes to pass", [*chances, *([("the game is over", over)] if over else [])])


def _share(ends: Mapping[Ended, Fraction], holds: Any) -> Fraction:
    return sum((share for end, share in ends.items() if holds(end)), Fraction())


def _by(ends: Mapping[Ended, Fraction], place: int) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for end, share in ends.items():
        value = end.values[place]
        found[value] = found.get(value, Fraction()) + share
    return dict(sorted(found.items()))


# ------------------------------------------------------------------ writing


def write(result: Result, form: str) -> None:
    """Write an answer to stdout."""
    if form == "json":
        write_json(_data(result))
    else:
        write_text("\n".join(_lines(result)))


def _lines(result: Result) -> Iterator[str]:
    yield style("1", visible(result.head))
    if not result.sections:
        yield NOTHING
    for section in result.sections:
        if section.head:
            yield style("1", visible(section.head))
        yield from (f"  {visible(note)}" for note in section.notes)
        for part in section.parts:
            yield from _table(part)


def _table(part: Part) -> Iterator[str]:
    mean = f", {decimal(part.mean)} on average" if part.mean is not None else ""
    yield visible(f"{part.title}{mean}")
    widest = max(width(visible(name)) for name, _ in part.chances)
    for name, share in part.chances:
        shown = visible(name)
        yield f"  {shown}{' ' * (widest - width(shown))}  {fraction(share)}"


def _data(result: Result) -> dict[str, object]:
    sections = [_section_data(one) for one in result.sections]
    return {**result.data, "nothing_to_roll": not sections, "sections": sections}


def _section_data(section: Section) -> dict[str, object]:
    return {**section.data, "parts": [_part_data(one) for one in section.parts]}


def _part_data(part: Part) -> dict[str, object]:
    mean = {"mean": _of(part.mean)} if part.mean is not None else {}
    return {"title": part.title, **mean, "chances": list(_chances(part.chances))}


def _chances(chances: Iterable[tuple[str, Fraction]]) -> Iterator[dict[str, object]]:
    for name, share in chances:
        yield {"value": name, **_of(share), "percent": percent(share)}


def _of(number: Fraction) -> dict[str, object]:
    return {"fraction": str(number), "number": float(number)}
