"""What there is to say of a result by its form alone: whatever command it comes from.

Lists of objects become tables. Where each object has a `low` and a `high`, and a number between
them, they become a plot as well; numbers by round become lines.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cubedsl.reporting import plots
from cubedsl.reporting.parts import Data, Estimate, Picture, Section, Table

MOST_DRAWN, MOST_LINES = 40, 16
OVER = "round"
FIGURES = "value", "difference", "win_rate", "rate", "mean"
NAMES = "name", "title", "card", "strategy"


def section(data: Data, name: str) -> Section:
    """Return what there is to say of a result; `name` is that of its file."""
    found = dict(_lists(data, ""))
    return Section(
        title=_title(data, name),
        facts=tuple(_facts(data, "")),
        pictures=(*_pictures(found), *_courses(found)),
        tables=tuple(_table(title, rows) for title, rows in found.items()),
    )


def _title(data: Data, name: str) -> str:
    if "a" in data and "b" in data:
        return f"{data['a']} and {data['b']} compared"
    return str(data.get("title") or data.get("ruleset") or name)


def _facts(data: Data, within: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _facts(value, f"{within}{_words(name)}, ")
        elif not isinstance(value, list):
            yield f"{within}{_words(name)}", _text(value)


def _lists(data: Data, within: str) -> Iterator[tuple[str, list[Data]]]:
    """Yield the lists of objects in an object, with their names."""
    for name, value in data.items():
        title = f"{within}{_words(name)}"
        if isinstance(value, dict):
            yield from _lists(value, f"{title}, ")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield title, [_flat(one) for one in value]


def _flat(data: Data) -> Data:
    """The fields of an object and of the objects in it."""
    flat: Data = {}
    for name, value in data.items():
        if isinstance(value, dict):
            flat |= {f"{name} {key}": each for key, each in _flat(value).items()}
        else:
            flat[name] = value
    return flat


def _table(title: str, rows: Sequence[Data]) -> Table:
    heads = tuple(dict.fromkeys(name for one in rows for name in one))
    cells = tuple(tuple(_text(one.get(name)) for name in heads) for one in rows)
    return Table(title, tuple(map(_words, heads)), cells)


def _pictures(found: dict[str, list[Data]]) -> Iterator[Picture]:
    for title, rows in found.items():
        for sort, alike in _sorted(title, rows).items():
            for value, low, high in _measures(alike):
                known = [one for one in alike if _are_numbers(one, value, low, high)]
                estimates = [
                    Estimate(_name(one, number), one[value], one[low], one[high])
                    for number, one in enumerate(known, start=1)
                ]
                yield _intervals(sort, _words(value.removesuffix(" value")), estimates)


def _sorted(title: str, rows: Sequence[Data]) -> dict[str, list[Data]]:
    """Return rows by what they are about, if they say so before they say their name."""
    found: dict[str, list[Data]] = {}
    for row in rows:
        first = next((name for name, value in row.items() if isinstance(value, str)), None)
        named = any(isinstance(row.get(name), str) for name in NAMES)
        about = f"{title}, {row[first]}" if first and named and first not in NAMES else title
        found.setdefault(about, []).append(row)
    return found


def _intervals(title: str, value: str, estimates: Sequence[Estimate]) -> Picture:
    left_out = len(estimates) - MOST_DRAWN
    more = f" {left_out} more are in the table." if left_out > 0 else ""
    estimates = estimates[:MOST_DRAWN]
    words = (f"{one.name}: {one.value:.4g} ({one.low:.4g} to {one.high:.4g})" for one in estimates)
    alt = f"{title}: {value}. {'; '.join(words)}"
    line = 0.0 if any(one.low < 0 for one in estimates) else None
    drawn = plots.intervals(estimates, alt, line=line, shares=False)
    return Picture(drawn, alt, f"{title}: {value}, with intervals.{more}")


def _courses(found: dict[str, list[Data]]) -> Iterator[Picture]:
    """Yield what becomes of numbers from round to round."""
    for title, rows in found.items():
        series = _series(rows)
        if series and len(series) <= MOST_LINES:
            ends = (
                f"{name}: {points[0][1]:.4g} to {points[-1][1]:.4g}"
                for name, points in series.items()
            )
            alt = f"{title}, from round to round. {'; '.join(ends)}"
            drawn = plots.lines(series, _words(OVER), alt)
            yield Picture(drawn, alt, f"{title}, from round to round.")


def _series(rows: Sequence[Data]) -> dict[str, list[tuple[float, float]]]:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        for name, value in row.items():
            if name != OVER and _are_numbers(row, OVER, name):
                texts = [one for one in row.values() if isinstance(one, str)]
                line = ", ".join((*texts, _words(name)))
                series.setdefault(line, []).append((row[OVER], value))
    return series


def _measures(rows: Sequence[Data]) -> Iterator[tuple[str, str, str]]:
    """Yield the fields that are a figure and its bounds: `x` of `low`, `high`; `a b` of `a low`."""
    for low in dict.fromkeys(name for row in rows for name in row):
        if low == "low" or low.endswith(" low"):
            before = low.removesuffix("low")
            value = _between(rows, before)
            if value is not None:
                yield value, low, f"{before}high"


def _between(rows: Sequence[Data], before: str) -> str | None:
    """Return which field is the figure of some bounds: what is called so, else what lies there."""
    low, high = f"{before}low", f"{before}high"
    known = next((row for row in rows if _are_numbers(row, low, high)), {})
    inside = [
        name
        for name in known
        if name.startswith(before)
        and name not in (low, high)
        and " " not in name.removeprefix(before)
        and _lies_between(known, low, name, high)
    ]
    called = [name for name in inside if name.removeprefix(before) in FIGURES]
    return next(iter((*called, *inside)), None)


def _lies_between(row: Data, low: str, name: str, high: str) -> bool:
    return _are_numbers(row, low, name, high) and row[low] <= row[name] <= row[high]


def _are_numbers(row: Data, *names: str) -> bool:
    return all(
        isinstance(row.get(name), int | float) and not isinstance(row[name], bool) for name in names
    )


def _name(row: Data, number: int) -> str:
    called = [row[name] for name in NAMES if isinstance(row.get(name), str)]
    texts = [value for value in row.values() if isinstance(value, str)]
    return next(iter((*called, *texts)), str(number))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}"
        case list():
            return ", ".join(map(_text, value))
        case dict():
            return ", ".join(f"{_words(key)} {_text(one)}" for key, one in value.items())
        case _:
            return str(value)
