"""While a simulation runs: how far it is, the file it is kept in, the rows of its games."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click
from attrs import Factory, define, evolve, frozen

from cubedsl.cli.bars import games_bar
from cubedsl.cli.rows import GameRows, Rows, columns
from cubedsl.cli.shared import WrongCall
from cubedsl.cli.writing import check_folders, has_rows
from cubedsl.interpreter.bots.cluster import ClusterError, cluster
from cubedsl.interpreter.bots.plan import Engine, Plan, Report, Watch
from cubedsl.interpreter.bots.simulate import simulate
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.engine.lower.world import Unsupported
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.run import Run, counts_of, keep, load, run_of
from cubedsl.interpreter.study.purchases import Purchases

EVERY = 2
"""After so many seconds a run is kept again."""


@frozen
class Way:
    """How games are played: where, by what, into which files; and what else counts them."""

    jobs: int
    engine: Engine
    scheduler: str | None
    resume: Path | None
    out: Path | None
    taken: Purchases | None = None


def run(plan: Plan, way: Way) -> Report:
    """Play the games of a plan; what is wrong with the files or the cluster ends the command."""
    try:
        return _run(plan, way)
    except Unsupported as error:
        place = f" ({error.span})" if error.span is not None else ""
        raise click.UsageError(f"the engine cannot play this: {error}{place}") from error
    except (RecordError, ClusterError) as error:
        raise WrongCall(str(error)) from error


def _run(plan: Plan, way: Way) -> Report:
    check_folders(way.resume, way.out)
    before = _before(plan, way.resume)
    rows = _rows(plan, way.out, before.games)
    kept = Kept(run_of(plan, before), way.resume) if way.resume else None
    report = None
    try:
        with progress(plan.games, before.games) as shown:
            report = simulate(
                plan,
                jobs=way.jobs,
                engine=way.engine,
                before=before,
                watches=tuple(one for one in (rows, kept, shown, way.taken) if one is not None),
                elsewhere=cluster(way.scheduler) if way.scheduler else None,
            )
    except RecordError:
        kept = None  # a file is full: there are games that were counted and do not stand in it
        raise
    finally:
        if kept is not None:
            kept.keep(before)
        if rows is not None:
            rows.rows.close(more=way.resume is not None)
    return report


def _rows(plan: Plan, path: Path | None, before: int) -> GameRows | None:
    if path is None or not has_rows(path):
        return None
    return GameRows(plan, Rows(path, columns(plan), before))


def _before(plan: Plan, path: Path | None) -> Totals:
    """Return the counts of the games that were played and kept."""
    if path is None or not path.exists():
        return Totals()
    kept = load(path)
    try:
        return counts_of(kept, plan)
    except RecordError as error:
        lines = [f"{path} is another run:", *str(error).splitlines()]
        raise click.ClickException("\n  ".join(lines)) from error


@define
class Kept:
    """Keeps a run in its file every few seconds: what is told of a game before stands there."""

    run: Run
    path: Path
    _last: float = Factory(monotonic)

    def __call__(self, totals: Totals, _results: Sequence[Result]) -> None:
        """Keep the run, if it is time."""
        if monotonic() - self._last >= EVERY:
            self.keep(totals)

    def keep(self, totals: Totals) -> None:
        """Keep the run."""
        keep(evolve(self.run, totals=totals), self.path)
        self._last = monotonic()


@contextmanager
def progress(games: int, before: int) -> Iterator[Watch | None]:
    """Show on a terminal how far a simulation is."""
    with games_bar(games, before) as told:
        if told is None:
            yield None
            return

        def show(totals: Totals, _results: Sequence[Result]) -> None:
            told(totals.games, games)

        yield show
