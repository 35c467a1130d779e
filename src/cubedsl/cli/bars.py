"""The bar of a terminal, for every command that plays many games."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from cubedsl.cli.shared import console


@contextmanager
def games_bar(
    games: int | None = None, before: int = 0
) -> Iterator[Callable[[int, int], None] | None]:
    """Show on a terminal how far it is, how fast, and how long it will take.

    What is yielded hears how many games are done, of how many. Games played `before` count as
    done, but not for the rate.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[rate]:,.0f}/s,"),
        TimeLeft(),
        TextColumn("left"),
    )
    began = monotonic()
    with Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=games, completed=before, rate=0.0)

        def show(done: int, of: int) -> None:
            rate = (done - before) / max(monotonic() - began, 1e-9)
            bar.update(task, completed=done, total=of, rate=rate)

        yield show
