"""What there is to say of a search (`cubedsl tune --format json`)."""

from collections.abc import Iterator

from cubedsl.reporting import plots
from cubedsl.reporting.parts import Data, Estimate, Picture, Section, Table, count, percent, said


def is_one(data: Data) -> bool:
    """Whether a result is one of `tune`."""
    return data.get("result") == "tune"


def sections(data: Data) -> Iterator[Section]:
    """Yield what there is to say of each set."""
    for one in data["sets"]:
        where = f", {one['set']}" if one["set"] else ""
        yield Section(
            title=f"{data['title']}{where}: tuned for {', '.join(data['targets'])}",
            facts=tuple(_facts(data, one)),
            pictures=tuple(_pictures(one)),
            tables=tuple(_tables(one)),
            notes=tuple(_notes(one)),
        )


def _facts(data: Data, one: Data) -> Iterator[tuple[str, str]]:
    yield "tries", f"{one['tries']} of {count(data['games'])} games"
    searched = one["searched"]
    points = searched["before"], searched["after"]
    yield "searched with", f"{points[0]:.2f} points off before, {points[1]:.2f} after"
    if one["before"]:
        before, after = one["before"]["points"], one["after"]["points"]
        games = count(one["after"]["games"])
        yield f"{games} games with other dice", f"{before:.2f} points off before, {after:.2f} after"
        rounds = one["before"]["rounds"], one["after"]["rounds"]
        yield "rounds", f"{rounds[0]:.1f} before, {rounds[1]:.1f} after"
    yield "seed", str(data["seed"])


def _notes(one: Data) -> Iterator[str]:
    if not one["before"]:
        yield "Interrupted: the best so far, not played with other dice."
    if not one["kept"]:
        yield "That is no better with other dice: the numbers were left as they were."
    yield "Figures with intervals (95 %) are of games with other dice than those of the search."


def _pictures(one: Data) -> Iterator[Picture]:
    if not one["before"]:
        return
    for kind, what in (("strategies", "strategy"), ("seats", "seat")):
        before, after = (_estimates(one[when], kind) for when in ("before", "after"))
        even = sum(each.value for each in after) / len(after)
        alt = f"Victories by {what}. Before: {said(before)}. After: {said(after)}."
        yield Picture(
            plots.compared({"before": before, "after": after}, alt, line=even),
            alt,
            f"How often each {what} won, before and after; dashed: if all won equally often.",
        )


def _estimates(measured: Data, kind: str) -> list[Estimate]:
    return [
        Estimate(
            str(one.get("strategy") or f"seat {one['seat']}"),
            one["win_rate"],
            one["low"],
            one["high"],
        )
        for one in measured[kind]
    ]


def _tables(one: Data) -> Iterator[Table]:
    rows = tuple(
        (each["number"], str(each["was"]), str(each["now"]) if each["now"] != each["was"] else "=")
        for each in one["numbers"]
    )
    yield Table("Numbers", ("Number", "Was", "Now"), rows)
    if one["before"]:
        both = zip(one["before"]["strategies"], one["after"]["strategies"], strict=True)
        shares = tuple((a["strategy"], *_cells(a), *_cells(b)) for a, b in both)
        heads = ("Strategy", "Before", "95 % interval", "After", "95 % interval")
        yield Table("Victories", heads, shares)


def _cells(one: Data) -> tuple[str, str]:
    return percent(one["win_rate"]), f"{100 * one['low']:.1f} to {100 * one['high']:.1f} %"
