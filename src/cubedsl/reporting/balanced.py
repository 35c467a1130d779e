"""What there is to say of a balance: options and what is taken by round; the rest by its form."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from cubedsl.reporting import anything, plots
from cubedsl.reporting.cards import CARDS, card_table, with_bounds
from cubedsl.reporting.parts import Data, Estimate, Picture, Section, Table, percent

OWN = ("choices", "purchases")
MOST_DRAWN = 40
ACROSS = 8
"""So many columns of cards stand side by side, so that a table fits on paper."""


def is_one(data: Data) -> bool:
    """Whether a result is one of `balance`."""
    return "cards" in data and "choices" in data and "purchases" in data


def section(data: Data, name: str) -> Section:
    """Return what there is to say; `name` is that of the file."""
    rest = {key: value for key, value in data.items() if key not in OWN}
    known = anything.section(rest, name)
    others = (one for one in known.tables if one.caption != CARDS)
    return evolve(
        known,
        pictures=(*purchase_pictures(data), *_options(data), *known.pictures),
        tables=(*card_table(data), *others, *_option_tables(data), *purchase_tables(data)),
        notes=(*known.notes, "What each figure means: docs/metrics.md. Intervals are at 95 %."),
    )


# ------------------------------------------------------------------ what is taken by round


def purchase_pictures(data: Data) -> Iterator[Picture]:
    """Yield the plot of what was taken in which round, if anything was."""
    rounds = _rounds(data)
    rows = {name: [one["taken"][name] for one in rounds] for name in _names(rounds)}
    if not rows:
        return
    shown = dict(list(rows.items())[:MOST_DRAWN])
    numbers = [one["round"] for one in rounds]
    alt = "What a player takes in each round. " + "; ".join(
        f"{name}: {sum(values):.3g} a game, most in round {_peak(numbers, values)}"
        for name, values in shown.items()
    )
    drawn = plots.by_round(numbers, shown, alt)
    later = " The last round stands for all later ones." if rounds[-1]["later"] else ""
    more = f" {len(rows) - MOST_DRAWN} more are in the table." if len(rows) > MOST_DRAWN else ""
    said = "How many a player takes in each round, in the mean of all games; all to the same scale."
    yield Picture(drawn, alt, f"{said}{later}{more}")


def purchase_tables(data: Data) -> Iterator[Table]:
    """Yield tables of what was taken in which round, so many cards in each."""
    rounds = _rounds(data)
    names = _names(rounds)
    for first in range(0, len(names), ACROSS):
        part = names[first : first + ACROSS]
        rows = tuple(
            (_called(one), str(one["games"]), *(f"{one['taken'][name]:.3f}" for name in part))
            for one in rounds
        )
        title = "Taken by a player in each round of a game, in the mean of all games"
        yield Table(title, ("Round", "Games that came so far", *part), rows)


def _rounds(data: Data) -> list[Data]:
    found: list[Data] = (data.get("purchases") or {}).get("by_round", [])
    return found


def _names(rounds: Sequence[Data]) -> list[str]:
    return list(rounds[0]["taken"]) if rounds else []


def _peak(numbers: Sequence[int], values: Sequence[float]) -> int:
    return numbers[max(range(len(values)), key=lambda i: values[i])]


def _called(one: Data) -> str:
    return f"{one['round']} and later" if one["later"] else str(one["round"])


# ------------------------------------------------------------------ options


def _options(data: Data) -> Iterator[Picture]:
    for field, said in (
        ("winners_more", "Share of the offers that winners take, less that of the others"),
        ("effect", "What whoever may not take an option loses by it"),
    ):
        found = [
            Estimate(f"{one['decision']}: {one['name']}", **one[field])
            for one in data["choices"]
            if one[field] and one[field]["low"] is not None and one["taken"]["value"]
        ]
        if found:
            shown = found[:MOST_DRAWN]
            more = len(found) - len(shown)
            words = (f"{one.name}: {_points(one)}" for one in shown)
            alt = f"{said}, in points. {'; '.join(words)}"
            rest = f" {more} more are in the table." if more else ""
            drawn = plots.intervals(shown, alt, line=0.0, label="points, with 95 % intervals")
            yield Picture(drawn, alt, f"{said}; dashed: no difference.{rest}")


def _points(one: Estimate) -> str:
    return f"{100 * one.value:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f})"


def _option_tables(data: Data) -> Iterator[Table]:
    heads = (
        "Option",
        "Offered",
        "Taken",
        "by winners",
        "by others",
        "Winners − others, points",
        "p (Holm)",
        "Effect, points",
        "p (Holm)",
        "Verdict",
    )
    if data["choices"]:
        yield Table("Options that have a name", heads, tuple(map(_row, data["choices"])))


def _row(one: Data) -> tuple[str, ...]:
    return (
        f"{one['decision']}: {one['name']}",
        f"{one['offered']:.2f}",
        percent(one["taken"]["value"]),
        *("" if one[side] is None else percent(one[side]) for side in ("by_winners", "by_others")),
        with_bounds(one["winners_more"], 100, "+.1f"),
        f"{one['winners_more_p_holm']:.3f}",
        with_bounds(one["effect"], 100, "+.1f"),
        "" if one["effect_p_holm"] is None else f"{one['effect_p_holm']:.3f}",
        one["verdict"],
    )
