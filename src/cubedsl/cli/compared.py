"""A comparison, as tables and as a JSON object."""

import sys
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define

from cubedsl.cli.shared import console, write_json
from cubedsl.interpreter.study.compare import About, Comparison
from cubedsl.interpreter.study.figures import Estimate, Pair, holm

if TYPE_CHECKING:
    from rich.table import Table

LEVEL = 0.05


@define(slots=False)
class Told:
    """A comparison and what is to be said of it."""

    names: tuple[str, str]
    comparison: Comparison
    precision: float | None
    detect: float
    interrupted: bool
    engine: str

    @property
    def reached(self) -> bool:
        """Whether it is as certain as was wanted."""
        return self.precision is None or self.comparison.width() <= self.precision

    @cached_property
    def rows(self) -> list[tuple[About, str, Pair, Estimate, float]]:
        """What each figure is about, its name, sums, difference, and chance of error after Holm."""
        paired = self.comparison.paired
        seen = [
            (about, name, pair, pair.difference(paired=paired))
            for (about, name), pair in self.comparison.pairs.items()
            if about is not About.COUNT or pair.first or pair.second
        ]
        adjusted = holm([estimate.p for *_, estimate in seen])
        return [(*row, chance) for row, chance in zip(seen, adjusted, strict=True)]


def write(told: Told, form: str) -> None:
    """Write a comparison to stdout."""
    if form == "json":
        write_json(data(told))
    else:
        _write_text(told)


def data(told: Told) -> dict[str, object]:
    """Return a comparison as a JSON object; its keys are stable.

    Differences are the second less the first.
    """
    own = told.comparison
    return {
        "a": told.names[0],
        "b": told.names[1],
        "about": "strategies" if own.strategies else "rulesets",
        "fingerprints": [own.one.setup.ruleset.fingerprint, own.other.setup.ruleset.fingerprint],
        "players": own.one.setup.players,
        "seed": own.one.seed,
        "paired": own.paired,
        "engine": told.engine,
        "games": own.games,
        "games_alike": own.same if own.paired else None,
        "identical": own.identical,
        "stopped": own.stopped,
        "interrupted": told.interrupted,
        "precision": told.precision,
        "precision_reached": told.reached,
        "detect": told.detect,
        "figures": [_figure(told, *row) for row in told.rows],
    }


def _figure(
    told: Told, about: About, name: str, pair: Pair, estimate: Estimate, chance: float
) -> dict[str, object]:
    low, high = estimate.interval
    found: dict[str, object] = {
        "about": about.value,
        "name": name,
        "a": pair.means[0],
        "b": pair.means[1],
        "difference": estimate.value,
        "low": low,
        "high": high,
        "p_holm": chance,
        "certain": chance < LEVEL,
    }
    if about is About.WINS:
        found["games_needed"] = pair.games_for(told.detect, paired=told.comparison.paired)
    return found


# ------------------------------------------------------------------ text


def _write_text(told: Told) -> None:
    out, own = console(sys.stdout), told.comparison
    out.print("\n".join(_head(told)), markup=False, soft_wrap=True)
    if own.identical:
        return
    wins = [row for row in told.rows if row[0] is not About.COUNT]
    counts = [row for row in told.rows if row[0] is About.COUNT]
    out.print(_table(told, "Of a game", wins))
    moved = [row for row in counts if row[4] < LEVEL]
    if moved:
        out.print(_table(told, "Of a game, what moved", moved))
    still = len(counts) - len(moved)
    out.print("\n".join(_tail(told, still)), markup=False, soft_wrap=True)


def _head(told: Told) -> Iterator[str]:
    own = told.comparison
    luck = "on the same luck" if own.paired else "each on luck of its own"
    yield f"A: {told.names[0]}\nB: {told.names[1]}"
    yield f"{own.games} games of {own.one.setup.players} players each, {luck}; seats in turn"
    if told.interrupted:
        yield "interrupted; this is what was finished"
    if own.stopped:
        yield f"{own.stopped} pairs with a game that was stopped are left out"
    if own.identical:
        yield f"identical: all {own.games} games went exactly alike"
    elif own.paired:
        yield f"{own.same} of them went exactly alike"


def _table(told: Told, title: str, rows: list[tuple[About, str, Pair, Estimate, float]]) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(title)
    for heading in ("A", "B", "B − A", "95 % interval", "p (Holm)", "Games needed"):
        table.add_column(heading, justify="right")
    for about, name, pair, estimate, chance in rows:
        scale, unit = (100, " %") if pair.rate else (1, "")
        low, high = (scale * bound for bound in estimate.interval)
        label = f"wins, {name}" if about is About.WINS and name != "wins" else name
        needed = (
            pair.games_for(told.detect, paired=told.comparison.paired)
            if about is About.WINS
            else ""
        )
        table.add_row(
            Text(label),
            *(f"{scale * mean:.2f}{unit}" for mean in pair.means),
            f"{scale * estimate.value:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            f"{chance:.3f}" + ("*" if chance < LEVEL else ""),
            str(needed),
        )
    return table


def _tail(told: Told, still: int) -> Iterator[str]:
    looked = len(told.rows)
    yield f"* certain at the level of 5 % after Holm, with {looked} figures looked at"
    if still:
        yield f"{still} more counts show no certain difference (--format json has them)"
    yield f"games needed: for a difference of {100 * told.detect:g} points, four times in five"
    if told.precision is not None and not told.reached:
        width = 100 * told.comparison.width()
        yield f"not as certain as was wanted: ± {width:.2f} instead of {100 * told.precision:g}"
    yield f"engine: {told.engine}"
