"""A run of many games that is kept in a file, so that it can be gone on with.

    keep(plan, totals, path)
    totals = counts_of(load(path), plan)     # of the games that were played

A plan says which games there are and a game is the same whenever it is played, so nothing is kept
but the plan and the counts of the first games.  A run of another plan is refused, and the
difference named; there may be more games in the plan than there were.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.statistics import Histogram, Totals
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.fields import Fields, is_number, list_of
from cubedsl.interpreter.records.played import Data, Played, of_setup, read, written
from cubedsl.interpreter.records.resume import differences, of_another_ruleset, unlike
from cubedsl.interpreter.records.whole_file import fields_of, read_whole, write_whole
from cubedsl.interpreter.setup import OptionValue

FORMAT = "cubedsl run"
VERSION = 2


@frozen(kw_only=True)
class Run(Played):
    """A run as it is kept: a plan, without its number of games, and the counts so far.

    `seats` are the titles of the bots.
    """

    rotate: bool
    coverage: bool
    totals: Totals


def run_of(plan: Plan, totals: Totals) -> Run:
    """Return what is to be kept of a plan of which some games were played."""
    setup = plan.setup
    return Run(
        **of_setup(setup, [*map(_called, plan.bots)]),
        seed=plan.seed,
        max_steps=plan.max_steps,
        rotate=plan.rotate,
        coverage=setup.coverage is not None,
        totals=totals,
    )


def _called(bot: Bot) -> str:
    return f"{bot.title}:{', '.join(bot.like)}" if bot.playouts else bot.title


def counts_of(run: Run, plan: Plan) -> Totals:
    """Return the counts of the games of a plan that were played; raise RecordError if the run was
    another one."""
    reasons = of_another_ruleset(run, plan.setup.ruleset, "a run")
    if run.title == plan.setup.ruleset.title:
        reasons += [*differences(run, plan.setup), *unlike(_pairs(run, plan))]
    if run.totals.games > plan.games:
        reasons.append(f"{run.totals.games} games were played, more than {plan.games}")
    if reasons:
        raise RecordError("\n".join(reasons))
    return run.totals


def _pairs(run: Run, plan: Plan) -> Iterator[tuple[str, OptionValue | None, OptionValue | None]]:
    now = run_of(plan, Totals())
    yield "the seats", ", ".join(run.seats), ", ".join(now.seats)
    yield "the seed", run.seed, now.seed
    yield "whether the line-up rotates", run.rotate, now.rotate
    yield "the most steps of a game", run.max_steps, now.max_steps
    yield "whether coverage is counted", run.coverage, now.coverage


# ------------------------------------------------------------------ writing


def keep(run: Run, path: Path) -> None:
    """Write a run to a file; if that fails, the file is as it was."""
    lines = (f"  {_json(key)}: {_json(value)}" for key, value in data_of(run).items())
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def data_of(run: Run) -> Data:
    """Return a run as a JSON object."""
    rest = {"rotate": run.rotate, "coverage": run.coverage, **_counts(run.totals)}
    return written(run, FORMAT, VERSION, rest)


def _counts(totals: Totals) -> Data:
    return {
        "games": totals.games,
        "stopped": totals.stopped,
        "tied": totals.tied,
        "without_winner": totals.unwon,
        "decisions": totals.decisions,
        "wins": [[*who, times] for who, times in sorted(totals.wins.items())],
        "shared": [[*who, times] for who, times in sorted(totals.shared.items())],
        "rounds": [list(one) for one in sorted(totals.rounds.counts.items())],
        "covered": [list(one) for one in sorted(totals.covered.items())],
        "stopped_because": dict(totals.reasons),
        "digest": totals.digest,
    }


# ------------------------------------------------------------------ reading


def load(path: Path) -> Run:
    """Read a run from a file."""
    return read_whole(path, loads)


def loads(data: bytes) -> Run:
    """Return the run that some JSON holds."""
    return run_from(fields_of(data, FORMAT, VERSION, "run of games"))


def run_from(fields: Fields) -> Run:
    """Return the run that a JSON object holds."""
    return Run(
        **read(fields),
        rotate=fields.flag("rotate"),
        coverage=fields.flag("coverage"),
        totals=_totals(fields),
    )


def _totals(fields: Fields) -> Totals:
    reasons = fields.values("stopped_because", lambda one: is_number(one, 1))
    totals = Totals(
        games=fields.number("games", 0),
        stopped=fields.number("stopped", 0),
        tied=fields.number("tied", 0),
        unwon=fields.number("without_winner", 0),
        decisions=fields.number("decisions", 0),
        wins=_counter(fields, "wins", 3),
        shared=_counter(fields, "shared", 3),
        rounds=Histogram(Counter({one: n for (one,), n in _rows(fields, "rounds", 2)})),
        covered=Counter({one: n for (one,), n in _rows(fields, "covered", 2)}),
        reasons=Counter(reasons),
        digest=fields.text("digest"),
    )
    won = totals.wins.total() + totals.tied + totals.unwon
    if not won == totals.rounds.total == totals.finished or reasons and not totals.stopped:
        raise RecordError("does not add up: its counts are not those of one run")
    return totals


def _counter(fields: Fields, key: str, length: int) -> Counter[Any]:
    return Counter({tuple(who): times for who, times in _rows(fields, key, length)})


def _rows(fields: Fields, key: str, length: int) -> Iterator[tuple[list[int], int]]:
    """Yield what was counted, and how often."""
    numbers = list_of(lambda one: is_number(one, 0))
    rows = list_of(lambda one: numbers(one) and isinstance(one, list) and len(one) == length)
    for *who, times in fields.get(key, "list of counts", rows):
        yield who, times
