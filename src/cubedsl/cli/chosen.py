"""Named options and what is taken by round, in the balance of a game: as tables and as JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING

from cubedsl.interpreter.percents import share
from cubedsl.interpreter.study.choices import Told
from cubedsl.interpreter.study.figures import LEVEL, Estimate
from cubedsl.interpreter.study.purchases import Purchases

if TYPE_CHECKING:
    from rich.table import Table

HEADS = ("Offered", "Taken", "Winners − others", "Effect, points", "p (Holm)", "Verdict")


def figure(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as JSON; what is endless is null."""
    low, high = estimate.interval
    numbers = {"value": estimate.value, "low": low, "high": high}
    return {name: one if isfinite(one) else None for name, one in numbers.items()}


def points(estimate: Estimate) -> str:
    """Write a difference of shares, with its interval."""
    low, high = (100 * bound for bound in estimate.interval)
    value = f"{100 * estimate.value:+.2f}"
    return f"{value} ({low:+.2f} to {high:+.2f})" if isfinite(low) else ""


def purchases(found: Purchases) -> dict[str, object]:
    """Return what was taken by round as JSON: of a player in a game, in the mean."""
    return {
        "games": found.games,
        "by_round": [
            {"round": one.number, "later": one.is_later, "games": one.games, "taken": one.taken}
            for one in found.rounds
        ],
    }


def choices(found: Sequence[Told]) -> list[dict[str, object]]:
    """Return the options that were offered as JSON."""
    return [_choice(one) for one in found]


def _choice(one: Told) -> dict[str, object]:
    sides, gain = one.choice.sides, one.gain
    rate = figure(one.rate)
    for bound, worst in (("low", max), ("high", min)):
        if (value := rate[bound]) is not None:
            rate[bound] = worst(value, float(bound == "high"))
    return {
        "decision": one.named[0],
        "name": one.named[1],
        "offered": one.offered,
        "taken": rate,
        "by_winners": sides.share if sides.totals[1] else None,
        "by_others": sides.other_share if sides.totals[3] else None,
        "winners_more": figure(one.more),
        "winners_more_p_holm": one.more_adjusted,
        "effect": figure(gain) if gain else None,
        "effect_p_holm": one.adjusted if gain else None,
        "endless_without": one.choice.stopped,
        "verdict": one.verdict,
    }


def table(found: Sequence[Told]) -> "Table":
    """Return the options that were taken as a table, below the names of their decisions."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD)
    made.add_column("Option", no_wrap=True)
    for heading in HEADS:
        made.add_column(heading, justify="right", no_wrap=True)
    for decision, options in groupby(found, lambda one: one.named[0]):
        made.add_row(Text(decision))
        for one in options:
            made.add_row(Text(f"  {one.named[1]}"), *_cells(one))
    return made


def _cells(one: Told) -> Iterator[str]:
    yield f"{one.offered:.2f}"
    yield share(one.rate.value)
    yield points(one.more) + ("*" if one.more_adjusted < LEVEL else " ")
    yield points(one.gain) if one.gain else "–"
    yield f"{one.adjusted:.3f}" if one.gain else ""
    yield one.verdict
