"""The result of a search, as tables and as a JSON object."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from cubedsl.cli.shared import console, write_json
from cubedsl.interpreter.bots.statistics import Share
from cubedsl.interpreter.percents import share
from cubedsl.tuning.field import Measured
from cubedsl.tuning.search import Found, Task
from cubedsl.tuning.targets import off

if TYPE_CHECKING:
    from rich.table import Table


def data(task: Task, found: Sequence[Found], patch: str, seconds: float) -> dict[str, Any]:
    """Return a result as a JSON object; its keys are stable.

    `points` are how far games were from the targets: first those that were searched with, then
    others (`before`, `after`).
    """
    return {
        "result": "tune",
        "ruleset": task.subject.ruleset.name,
        "title": task.subject.ruleset.title,
        "fingerprint": task.subject.ruleset.fingerprint,
        "targets": [one.words for one in task.targets],
        "games": task.wanted.games,
        "tries": task.tries,
        "seed": task.wanted.seed,
        "interrupted": any(one.interrupted for one in found),
        "sets": [_of_set(task, one) for one in found],
        "patch": patch,
        "seconds": seconds,
    }


def _of_set(task: Task, one: Found) -> dict[str, Any]:
    return {
        "set": one.card_set,
        "tries": one.tries,
        "searched": {"before": one.searched[0], "after": one.searched[1]},
        "kept": one.kept,
        "before": _measured(task, one.before),
        "after": _measured(task, one.after),
        "numbers": [
            {"number": number.title, "was": number.value, "now": value}
            for number, value in one.chosen.items()
        ],
    }


def _measured(task: Task, found: Measured | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "games": found.games,
        "stopped": found.stopped,
        "points": off(task.targets, found),
        "rounds": found.rounds.mean,
        "seats": [{"seat": seat, **_share(one)} for seat, one in enumerate(found.seats, start=1)],
        "strategies": [
            {"strategy": title, **_share(one)} for title, one in found.strategies.items()
        ],
    }


def _share(one: Share) -> dict[str, Any]:
    low, high = one.interval
    return {"wins": one.count, "of": one.of, "win_rate": one.rate, "low": low, "high": high}


# ------------------------------------------------------------------ text


def write(found: dict[str, Any], form: str, stream: TextIO) -> None:
    """Write a result: as text to a stream, as JSON to stdout."""
    if form == "json":
        write_json(found)
        return
    out = console(stream)
    aims = ", ".join(found["targets"])
    out.print(f"{found['title']}, for {aims}; seed {found['seed']}", style="bold", markup=False)
    for one in found["sets"]:
        out.print("\n".join(_head(found, one)), markup=False)
        changed = [each for each in one["numbers"] if each["was"] != each["now"]]
        if changed:
            out.print(_numbers(changed))
        if one["before"]:
            out.print(_shares(one))
    out.print(f"time: {found['seconds']:.1f} s", markup=False)


def _head(found: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    if one["set"]:
        yield f"\nset {one['set']}"
    points = one["searched"]
    yield (
        f"{one['tries']} tries of {found['games']} games: {points['before']:.2f} points off "
        f"before, {points['after']:.2f} at best"
    )
    if found["interrupted"] and one["before"] is None:
        yield "interrupted: the best so far, not played with other dice"
    if one["before"]:
        before, after = one["before"], one["after"]
        yield (
            f"{after['games']} games with other dice: {before['points']:.2f} points off before, "
            f"{after['points']:.2f} after; {before['rounds']:.1f} rounds before, "
            f"{after['rounds']:.1f} after"
        )
    if one["kept"] and all(each["was"] == each["now"] for each in one["numbers"]):
        yield "nothing better was found"
    if not one["kept"]:
        yield "that is no better: the numbers are left as they were"


def _numbers(changed: Sequence[dict[str, Any]]) -> "Table":
    table = _table("Number", "Was", "Now")
    for one in changed:
        table.add_row(_plain(one["number"]), str(one["was"]), str(one["now"]))
    return table


def _shares(one: dict[str, Any]) -> "Table":
    table = _table("Wins", "Before", "95 % interval", "After", "95 % interval")
    for before, after in zip(
        [*one["before"]["strategies"], *one["before"]["seats"]],
        [*one["after"]["strategies"], *one["after"]["seats"]],
        strict=True,
    ):
        title = before.get("strategy") or f"seat {before['seat']}"
        table.add_row(_plain(title), *_cells(before), *_cells(after))
    return table


def _cells(one: dict[str, Any]) -> tuple[str, str]:
    return share(one["win_rate"]), f"{share(one['low'])} to {share(one['high'])}"


def _plain(text: str) -> Any:
    from rich.text import Text

    return Text(text)


def _table(first: str, *others: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(first)
    for title in others:
        table.add_column(title, justify="right")
    return table
