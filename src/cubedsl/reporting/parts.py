"""What a page is made of, and how numbers are written in it."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.interpreter import percents

Data: TypeAlias = dict[str, Any]


@frozen
class Picture:
    """A plot as SVG, what it shows in words for those who do not see it, and a line below it."""

    svg: str
    alt: str
    caption: str


@frozen
class Table:
    """Rows of texts below heads; the first column names the row."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Section:
    """What there is to say of a result: facts, then pictures and tables."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


@frozen
class Estimate:
    """A figure with its 95 % interval."""

    name: str
    value: float
    low: float
    high: float


def percent(share: float) -> str:
    """Write a share."""
    return percents.share(share).replace("%", " %")


def interval(one: Estimate) -> str:
    """Write the interval of a share."""
    return f"{100 * one.low:.1f} to {100 * one.high:.1f} %"


def count(number: float) -> str:
    """Write a number, with narrow spaces between thousands."""
    return f"{number:,.0f}".replace(",", "\u202f")


def shares(caption: str, first: str, estimates: Sequence[Estimate], wins: Sequence[int]) -> Table:
    """Return a table of win rates."""
    rows = (
        (one.name, count(won), percent(one.value), interval(one))
        for one, won in zip(estimates, wins, strict=True)
    )
    return Table(caption, (first, "Wins", "Share", "95 % interval"), tuple(rows))


def said(estimates: Sequence[Estimate]) -> str:
    """Say some shares in words, for those who do not see them."""
    return "; ".join(f"{one.name}: {percent(one.value)} ({interval(one)})" for one in estimates)
