"""What there is to say of many games (`cubedsl sim --format json`)."""

from collections.abc import Iterator

from cubedsl.reporting import balanced, plots
from cubedsl.reporting.parts import Data, Estimate, Picture, Section, Table, count, said, shares


def is_one(data: Data) -> bool:
    """Whether a result is one of `sim`."""
    return "seats" in data and "rounds" in data and "digest" in data


def section(data: Data) -> Section:
    """Return what there is to say."""
    return Section(
        title=f"{data['ruleset']}: {count(data['games'])} games",
        facts=tuple(_facts(data)),
        pictures=(
            _strategies(data),
            _seats(data),
            *_lengths(data),
            *balanced.purchase_pictures(data),
        ),
        tables=(*_tables(data), *balanced.purchase_tables(data)),
        notes=tuple(_notes(data)),
    )


def _facts(data: Data) -> Iterator[tuple[str, str]]:
    yield "players", str(data["players"])
    for name in ("set", "board"):
        if data[name]:
            yield name, str(data[name])
    yield "seed", str(data["seed"])
    yield "finished", count(data["finished"])
    yield "tied", count(data["tied"])
    yield "without a winner", count(data["without_winner"])
    yield "stopped", count(data["stopped"])
    rounds = data["rounds"]
    yield "rounds", f"{rounds['mean']:.1f} on average, median {rounds['p50']}"
    yield "decisions in a game", f"{data['decisions_per_game']:.1f}"
    yield "engine", str(data["engine"])
    yield "digest", str(data["digest"])


def _notes(data: Data) -> Iterator[str]:
    if data["interrupted"]:
        yield f"Interrupted after {data['games']} of {data['games_wanted']} games."
    if data["stopped"]:
        yield "Games that were stopped count for nobody."
    yield "A victory that is shared is no win. Intervals are those of Wilson, 95 %."


def _estimates(data: Data, kind: str) -> list[Estimate]:
    return [
        Estimate(_name(one, kind), one["win_rate"], one["low"], one["high"]) for one in data[kind]
    ]


def _name(one: Data, kind: str) -> str:
    return f"seat {one['seat']}" if kind == "seats" else str(one["strategy"])


def _strategies(data: Data) -> Picture:
    found = _estimates(data, "strategies")
    alt = f"Share of the games that each strategy won. {said(found)}"
    return Picture(
        plots.intervals(found, alt),
        alt,
        "How often each strategy won. One that sits in several seats wins if any of them does.",
    )


def _seats(data: Data) -> Picture:
    found = _estimates(data, "seats")
    even = sum(one.value for one in found) / len(found)
    alt = f"Share of the games that were won in each seat. {said(found)}"
    who = "everybody in turn" if data["rotate"] else ", ".join(_sitting(data))
    return Picture(
        plots.intervals(found, alt, line=even),
        alt,
        f"How often each seat won ({who}); dashed: if all seats won equally often.",
    )


def _sitting(data: Data) -> Iterator[str]:
    for one in data["seats"]:
        yield f"{one['seat']}: {one['strategy']}"


def _lengths(data: Data) -> Iterator[Picture]:
    counts = {int(rounds): times for rounds, times in data["rounds"].get("counts", {}).items()}
    if not counts:
        return
    rounds = data["rounds"]
    alt = (
        f"Histogram of the rounds of a game: from {min(counts)} to {max(counts)}, mean "
        f"{rounds['mean']:.1f}, 5 % quantile {rounds['p5']}, median {rounds['p50']}, 95 % "
        f"quantile {rounds['p95']}."
    )
    drawn = plots.histogram(counts, rounds["mean"], "rounds", alt)
    yield Picture(drawn, alt, "How many rounds games take; dashed: the mean.")


def _tables(data: Data) -> Iterator[Table]:
    for kind, first in (("strategies", "Strategy"), ("seats", "Seat")):
        wins = [one["wins"] for one in data[kind]]
        yield shares(f"Victories by {first.lower()}", first, _estimates(data, kind), wins)
    counts = data["rounds"].get("counts", {})
    if counts:
        rows = tuple((rounds, count(times)) for rounds, times in counts.items())
        yield Table("Games by length", ("Rounds", "Games"), rows)
