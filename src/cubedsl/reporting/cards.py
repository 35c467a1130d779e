"""The cards of a balance as a table that fits on paper: an interval stands behind its figure."""

from collections.abc import Iterator

from cubedsl.reporting.parts import Data, Table

CARDS = "cards"
HEADS = (
    "Card",
    "Taken",
    "Round",
    "by winners",
    "by others",
    "Winners − others",
    "Effect, points",
    "p (Holm)",
    "Verdict",
)
PRICES = ("Price", "Fair price")


def card_table(data: Data) -> Iterator[Table]:
    """Yield the table of cards, with prices if there are any."""
    cards = data[CARDS]
    priced = any(one["price"] is not None for one in cards)
    if cards:
        rows = tuple((*_row(one), *(_prices(one) if priced else ())) for one in cards)
        yield Table("Cards", (*HEADS, *(PRICES if priced else ())), rows)


def _row(one: Data) -> tuple[str, ...]:
    return (
        one["card"],
        f"{one['taken']['value']:.2f}",
        _number(one["mean_round"]),
        f"{one['by_winners']:.2f}",
        f"{one['by_others']:.2f}",
        with_bounds(one["winners_more"], 1, "+.2f"),
        with_bounds(one["effect"], 100, "+.1f"),
        "" if one["p_holm"] is None else f"{one['p_holm']:.3f}",
        one["verdict"],
    )


def _prices(one: Data) -> tuple[str, str]:
    now = "" if one["price"] is None else str(one["price"])
    return now, with_bounds(one["fair_price"], 1, ".1f")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def with_bounds(one: Data | None, scale: int, form: str) -> str:
    """Write a figure and its interval; nothing if there is none, or none is known."""
    if one is None or one["low"] is None:
        return ""
    value, low, high = (format(scale * one[key], form) for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"
