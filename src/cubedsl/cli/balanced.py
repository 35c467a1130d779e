"""The balance of a game, as tables and as a JSON object."""

import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from attrs import define, frozen

from cubedsl.cli.chosen import choices, figure, points, purchases, table
from cubedsl.cli.shared import console, write_json
from cubedsl.interpreter.bots.statistics import Share
from cubedsl.interpreter.percents import share
from cubedsl.interpreter.study import choices as choosing
from cubedsl.interpreter.study.balance import Balance, Effect, Taking
from cubedsl.interpreter.study.fairness import Standing, dominant, seats, strategies
from cubedsl.interpreter.study.price import Price
from cubedsl.interpreter.watch import Counted

if TYPE_CHECKING:
    from rich.table import Table


@frozen
class Row:
    """All that is known of a kind; there is no effect of what nobody takes."""

    title: str
    taking: Taking
    effect: Effect | None
    price: Price | None


@define(slots=False)
class Told:
    """A balance and what is to be said of it."""

    balance: Balance
    precision: float | None
    interrupted: bool
    engine: str
    attribute: str | None
    prices: Sequence[Price]

    @property
    def reached(self) -> bool:
        """Whether it is as certain as was wanted."""
        return self.precision is None or self.balance.width() <= self.precision

    @cached_property
    def rows(self) -> list[Row]:
        """The kinds, those that do most first."""
        effects = {one.kind: one for one in self.balance.effects}
        prices = {one.kind: one for one in self.prices}
        watch = self.balance.plan.setup.watch
        assert watch is not None
        names = {one.key[1]: one.name for one in watch.columns if one.what is Counted.TAKEN}
        found = [
            Row(names[kind], taking, effects.get(kind), prices.get(kind))
            for kind, taking in self.balance.takings.items()
        ]
        return sorted(found, key=lambda row: -row.effect.gain.value if row.effect else 9.0)

    @cached_property
    def choices(self) -> list[choosing.Told]:
        """The options that were offered, decision by decision."""
        return self.balance.choices.told(self.balance.counted)

    @property
    def never(self) -> list[str]:
        """The abilities that were never used."""
        watch = self.balance.plan.setup.watch
        assert watch is not None
        return [
            column.name
            for place, column in enumerate(watch.columns)
            if column.what is Counted.USED and not self.balance.used[place]
        ]


def write(told: Told, form: str) -> None:
    """Write a balance to stdout."""
    if form == "json":
        write_json(data(told))
    else:
        _write_text(told)


# ------------------------------------------------------------------ JSON


def data(told: Told) -> dict[str, object]:
    """Return a balance as a JSON object; its keys are stable."""
    own, totals = told.balance, told.balance.totals
    course = own.course
    return {
        "ruleset": own.plan.setup.ruleset.name,
        "fingerprint": own.plan.setup.ruleset.fingerprint,
        "set": own.plan.setup.card_set and own.plan.setup.card_set.title,
        "players": own.plan.setup.players,
        "seed": own.plan.seed,
        "engine": told.engine,
        "games": own.games,
        "arms": 1 + len(own.kinds) + len(own.options),
        "stopped": own.stopped,
        "interrupted": told.interrupted,
        "precision": told.precision,
        "precision_reached": told.reached,
        "decided": _share(own.decided),
        "tied": totals.tied,
        "without_winner": totals.unwon,
        "rounds": {
            "mean": totals.rounds.mean,
            **{f"p{percent}": totals.rounds.quantile(percent / 100) for percent in (5, 50, 95)},
        },
        "lead_changes": figure(course.changes.mean) if course.changes.games else None,
        "settled_at": figure(course.settled.mean) if course.settled.games else None,
        "won_from_behind": _share(Share(course.from_behind, course.known))
        if course.known
        else None,
        "cards": [_card(row) for row in told.rows],
        "choices": choices(told.choices),
        "endless_without": [": ".join(one) for one in own.endless],
        "purchases": purchases(own.purchases),
        "seats": [_standing(one) for one in seats(own)],
        "strategies": [_standing(one) for one in strategies(own)],
        "dominant_strategy": dominant(own),
        "never_used": told.never,
    }


def _share(share: Share) -> dict[str, float]:
    low, high = share.interval
    return {"value": share.rate, "low": low, "high": high}


def _standing(one: Standing) -> dict[str, object]:
    return {
        "name": one.name,
        **_share(one.wins),
        "fair": one.fair,
        "p_holm": one.adjusted,
        "unfair": one.unfair,
    }


def _card(row: Row) -> dict[str, object]:
    taking, effect, price = row.taking, row.effect, row.price
    return {
        "card": row.title,
        "taken": figure(taking.each.mean),
        "mean_round": taking.mean_round if taking.taken else None,
        "by_winners": taking.winners.mean.value,
        "by_others": taking.losers.mean.value,
        "winners_more": figure(taking.more.mean),
        "effect": figure(effect.gain) if effect else None,
        "against_middle": figure(effect.contrast) if effect else None,
        "p_holm": effect.adjusted if effect else None,
        "verdict": effect.verdict if effect else "",
        "price": price.now if price else None,
        "fair_price": _price(price) if price else None,
    }


def _price(price: Price) -> dict[str, float | None]:
    if not isfinite(price.low):
        return {"value": None, "low": None, "high": None}
    return {"value": price.fair, "low": price.low, "high": price.high}


# ------------------------------------------------------------------ text


def _write_text(told: Told) -> None:
    out = console(sys.stdout)
    out.print("\n".join(_head(told)), markup=False, soft_wrap=True)
    if any(row.taking.taken for row in told.rows):
        out.print(_cards(told))
    if told.prices:
        out.print(_prices(told))
    if taken := [one for one in told.choices if one.rate.value]:
        out.print(table(taken))
    out.print(_standings("Seat", seats(told.balance)))
    if found := strategies(told.balance):
        out.print(_standings("Strategy", found))
    out.print("\n".join(_tail(told)), markup=False, soft_wrap=True)


def _head(told: Told) -> Iterator[str]:
    own, setup = told.balance, told.balance.plan.setup
    words = [setup.ruleset.title, f"{setup.players} players"]
    words += [f"set {setup.card_set.title}"] if setup.card_set else []
    yield f"{', '.join(words)}; {own.games} games, and as many without each of {_arms(own)}"
    if told.interrupted:
        yield "interrupted; this is what was finished"
    if own.stopped:
        yield f"{own.stopped} games that were stopped are left out"


def _arms(own: Balance) -> str:
    """Say without what games were played."""
    options = f" and {len(own.options)} options" if own.options else ""
    return f"{len(own.kinds)} cards{options}"


def _cards(told: Told) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("Card")
    for heading in ("Taken", "Round", "Winners − others", "Effect, points", "p (Holm)", "Verdict"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in told.rows:
        if not row.taking.taken:
            continue
        low, high = row.taking.more.mean.interval
        cells = [
            f"{row.taking.each.mean.value:.2f}",
            f"{row.taking.mean_round:.1f}",
            f"{row.taking.more.mean.value:+.2f} ({low:+.2f} to {high:+.2f})",
            points(row.effect.gain) if row.effect else "seldom taken",
            f"{row.effect.adjusted:.3f}" if row.effect else "",
            row.effect.verdict if row.effect else "",
        ]
        table.add_row(Text(row.title), *cells)
    return table


def _prices(told: Told) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("Card")
    for heading in (f"{told.attribute} now", "fair", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in told.rows:
        if (price := row.price) is not None:
            known = isfinite(price.low)
            fair = f"{price.fair:.1f}" if known else ""
            bounds = f"{price.low:.1f} to {price.high:.1f}" if known else "cannot be told"
            table.add_row(Text(row.title), str(price.now), fair, bounds)
    return table


def _standings(kind: str, found: list[Standing]) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(kind)
    for heading in ("Wins", "95 % interval", "Fair", "p (Holm)"):
        table.add_column(heading, justify="right")
    for one in found:
        low, high = one.wins.interval
        table.add_row(
            Text(one.name),
            share(one.wins.rate),
            f"{share(low)} to {share(high)}",
            share(one.fair),
            f"{one.adjusted:.3f}" + ("*" if one.unfair else ""),
        )
    return table


def _tail(told: Told) -> Iterator[str]:
    own, course = told.balance, told.balance.course
    low, high = own.decided.interval
    rounds = own.totals.rounds
    yield f"decided: {share(own.decided.rate)} ({share(low)} to {share(high)})"
    ends = [rounds.quantile(share) for share in (0.05, 0.95)]
    yield f"rounds: {rounds.mean:.1f} on average, 5 % {ends[0]}, 95 % {ends[1]}"
    if course.changes.games:
        yield f"lead: changes {course.changes.mean.value:.2f} times a game"
        yield f"settled after {share(course.settled.mean.value, 0)} of the rounds"
        yield f"won from behind: {course.from_behind} of {course.known}"
    if name := dominant(own):
        yield f"warning: the strategy `{name}` dominates: its odds are twice what is fair, and more"
    chosen = {one.named[1] for one in told.choices if one.rate.value}
    if left := [row.title for row in told.rows if not row.taking.taken and row.title not in chosen]:
        yield f"never taken: {', '.join(left)}"
    yield from (f"never used: {name}" for name in told.never)
    yield from (f"games do not end without: {': '.join(one)}" for one in own.endless)
    if told.precision is not None and not told.reached:
        yield f"not as certain as was wanted: ± {100 * own.width():.2f} points"
    yield f"verdicts and * are at the level of 5 % after Holm; engine: {told.engine}"
