"""The result of a simulation, as a table and as a JSON object."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from cubedsl.cli import chosen, covered
from cubedsl.cli.shared import console, write_json
from cubedsl.interpreter.bots.simulate import Plan, Report
from cubedsl.interpreter.bots.statistics import Share, Totals
from cubedsl.interpreter.percents import share
from cubedsl.interpreter.study.purchases import Purchases

if TYPE_CHECKING:
    from rich.table import Table

Data: TypeAlias = dict[str, object]


@frozen
class _Row:
    """How often somebody won alone, and shared a victory."""

    name: str
    wins: Share
    shared: int

    def data(self) -> Data:
        """Return the row as JSON."""
        low, high = self.wins.interval
        return {
            "wins": self.wins.count,
            "shared": self.shared,
            "win_rate": self.wins.rate,
            "low": low,
            "high": high,
        }


def write(
    plan: Plan, report: Report, seconds: float, form: str, taken: Purchases | None = None
) -> None:
    """Write a result to stdout."""
    if form == "json":
        write_json(data(plan, report, seconds, taken))
    else:
        _write_text(plan, report, seconds)


# ------------------------------------------------------------------ rows


def _seats(plan: Plan, totals: Totals) -> Iterator[_Row]:
    for seat, bot in enumerate(plan.bots):
        title = "in turn" if plan.rotate else bot.title
        yield _Row(title, totals.wins_of(seat=seat), totals.shared_of(seat=seat))


def _bots(plan: Plan, totals: Totals) -> Iterator[_Row]:
    for number, bot in enumerate(plan.bots):
        yield _Row(bot.title, totals.wins_of(bots=[number]), totals.shared_of(bots=[number]))


def _strategies(plan: Plan, totals: Totals) -> Iterator[_Row]:
    for bots in _by_title(plan):
        title = plan.bots[bots[0]].title
        yield _Row(title, totals.wins_of(bots=bots), totals.shared_of(bots=bots))


def _by_title(plan: Plan) -> list[list[int]]:
    """Return the bots of each strategy."""
    found: dict[str, list[int]] = {}
    for number, bot in enumerate(plan.bots):
        found.setdefault(bot.title, []).append(number)
    return list(found.values())


# ------------------------------------------------------------------ JSON


def data(plan: Plan, report: Report, seconds: float, taken: Purchases | None = None) -> Data:
    """Return a result as a JSON object; its keys are stable.

    Seats and bots (the entries of the line-up) count from 1.  `wins` are victories that were not
    shared, out of the `finished` games; of a strategy, the games that any of its bots won.
    `purchases` is null if they were not counted.
    """
    totals, setup = report.totals, plan.setup
    reached = covered.data(setup.coverage, totals) if setup.coverage is not None else {}
    return {
        **reached,
        "ruleset": setup.ruleset.name,
        "fingerprint": setup.ruleset.fingerprint,
        "options": setup.options,
        "set": setup.card_set and setup.card_set.title,
        "board": setup.board and setup.board.title,
        "players": setup.players,
        "games": totals.games,
        "games_wanted": plan.games,
        "seed": plan.seed,
        "rotate": plan.rotate,
        "engine": report.engine.value,
        "finished": totals.finished,
        "tied": totals.tied,
        "without_winner": totals.unwon,
        "stopped": totals.stopped,
        "stopped_because": dict(totals.reasons),
        "interrupted": report.interrupted,
        "played_before": report.before,
        "seats": [
            {"seat": seat, "strategy": None if plan.rotate else row.name, **row.data()}
            for seat, row in enumerate(_seats(plan, totals), start=1)
        ],
        "bots": [
            {"bot": number, "strategy": row.name, **row.data()}
            for number, row in enumerate(_bots(plan, totals), start=1)
        ],
        "strategies": [
            {"strategy": row.name, "bots": len(bots), **row.data()}
            for bots, row in zip(_by_title(plan), _strategies(plan, totals), strict=True)
        ],
        "rounds": {
            "mean": totals.rounds.mean,
            **{f"p{percent}": totals.rounds.quantile(percent / 100) for percent in (5, 50, 95)},
            "counts": {str(one): n for one, n in sorted(totals.rounds.counts.items())},
        },
        "purchases": chosen.purchases(taken) if taken is not None else None,
        "decisions_per_game": totals.decisions_per_game,
        "seconds": seconds,
        "games_per_second": _speed(report, seconds),
        "digest": totals.digest,
    }


def _speed(report: Report, seconds: float) -> float:
    return (report.totals.games - report.before) / seconds if seconds else 0.0


# ------------------------------------------------------------------ text


def _write_text(plan: Plan, report: Report, seconds: float) -> None:
    out = console(sys.stdout)
    totals = report.totals
    out.print(_head(plan), style="bold", markup=False)
    out.print("\n".join(_endings(plan, report)) + "\n", markup=False)
    out.print(_table("Seat", _seats(plan, totals)))
    if plan.rotate:
        out.print(_table("Bot", _bots(plan, totals)))
    titles = {bot.title for bot in plan.bots}
    if 1 < len(titles) < len(plan.bots):
        out.print(_table("Bots", _strategies(plan, totals), list(map(len, _by_title(plan)))))
    out.print("\n".join(_lengths(report, seconds)), markup=False, soft_wrap=True)
    if plan.setup.coverage is not None:
        out.print(
            "\n".join(covered.text(plan.setup.coverage, totals)), markup=False, soft_wrap=True
        )


def _head(plan: Plan) -> str:
    setup = plan.setup
    played = [setup.ruleset.title, f"{setup.players} players"]
    played += [f"set {setup.card_set.title}"] if setup.card_set else []
    played += [f"on {setup.board.title}"] if setup.board else []
    return f"{', '.join(played)}; {plan.games} games, seed {plan.seed}"


def _endings(plan: Plan, report: Report) -> Iterator[str]:
    totals = report.totals
    if report.before:
        yield f"{report.before} of {totals.games} games had been played before"
    if report.interrupted:
        yield f"interrupted after {totals.games} of {plan.games} games"
    won = totals.finished - totals.tied - totals.unwon
    yield (
        f"{totals.finished} finished: {won} won, {totals.tied} tied, {totals.unwon} without a "
        f"winner; {totals.stopped} stopped"
    )
    for reason, times in totals.reasons.most_common():
        yield f"  stopped {times} times: {reason}"


def _table(kind: str, rows: Iterator[_Row], numbers: Iterable[int] | None = None) -> "Table":
    """Return a table of rows, with a number before each: unless said, from 1 on."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(kind, justify="right")
    table.add_column("Strategy")
    for title in ("Wins", "Share", "95 % interval", "Ties"):
        table.add_column(title, justify="right")
    for number, row in zip(numbers or count(1), rows, strict=False):
        table.add_row(str(number), Text(row.name), *_cells(row))
    return table


def _cells(row: _Row) -> Sequence[str]:
    low, high = row.wins.interval
    interval = f"{share(low)} to {share(high)}"
    return str(row.wins.count), share(row.wins.rate), interval, str(row.shared)


def _lengths(report: Report, seconds: float) -> Iterator[str]:
    totals, rounds = report.totals, report.totals.rounds
    low, middle, high = (rounds.quantile(share) for share in (0.05, 0.5, 0.95))
    yield f"rounds: {rounds.mean:.1f} on average; 5 % quantile {low}, median {middle}, 95 % {high}"
    yield f"decisions: {totals.decisions_per_game:.1f} a game"
    yield f"time: {seconds:.1f} s, {_speed(report, seconds):.1f} games/s ({report.engine.value})"
    yield f"digest: {totals.digest}"
