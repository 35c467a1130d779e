"""`cubedsl tune`: numbers searched so that games are as they should be."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from os.path import relpath
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from cubedsl.cli import options
from cubedsl.cli.options import AT_LEAST_1, wrong_call
from cubedsl.cli.shared import Exit, common, console, leave, output_format, program, stacked, write

if TYPE_CHECKING:
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.dsl.tunable import Tunable
    from cubedsl.interpreter.setup import Setup
    from cubedsl.tuning.journal import Journal
    from cubedsl.tuning.search import Found, Task
    from cubedsl.tuning.targets import Targets
    from cubedsl.tuning.trial import Subject


@frozen
class _Wishes:
    """What was asked for on the command line."""

    target: str
    aims: Sequence[str]
    numbers: Sequence[str]
    within: int
    least: int | None
    most: int | None
    games: int
    budget: int
    players: int | None
    seed: int
    sets: Sequence[str]
    board: str | None
    options: Sequence[str]
    seats: Sequence[str]
    files: Sequence[str]
    jobs: int | None
    max_steps: int
    out: str | None
    resume: str | None
    page: Path | None


@click.command("tune")
@click.argument("target", metavar="RULESET")
@click.option(
    "--target",
    "aims",
    metavar="WHAT",
    multiple=True,
    required=True,
    help="What games should be like: `rounds=14`, `seats` or `strategies` (all win equally "
    "often); several add up.",
)
@click.option(
    "--number",
    "numbers",
    metavar="WORDS",
    multiple=True,
    help="Only numbers whose title holds these words, options as well; all that are marked "
    "`assumed` unless said.",
)
@click.option(
    "--within", type=AT_LEAST_1, default=2, show_default=True, help="Each at most so far from now."
)
@click.option("--least", type=int, help="None below it; one that is there already may stay.")
@click.option("--most", type=int, help="None above it; one that is there already may stay.")
@click.option("--games", type=AT_LEAST_1, default=1000, show_default=True, help="For each try.")
@click.option(
    "--budget", type=AT_LEAST_1, default=60_000, show_default=True, help="Games for each set."
)
@click.option(
    "--players",
    type=AT_LEAST_1,
    help="How many; unless said, as many as are seated, or the fewest or most there may be.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same end.")
@click.option(
    "--set", "sets", metavar="TITLE", multiple=True, help="The set; several one after another."
)
@options.board
@options.variants
@click.option(
    "--seat",
    "seats",
    metavar="STRATEGY",
    multiple=True,
    help="Who plays; more than there are seats meet in all combinations. The strategies of the "
    "ruleset unless said.",
)
@options.strategies
@options.jobs
@options.max_steps
@click.option("--out", metavar="FILE", help="Where the patch is written; to stdout unless said.")
@click.option(
    "--resume", metavar="FILE", help="A journal of what was tried: kept there, and gone on from."
)
@options.report
@output_format
@stacked
@common
def command(form: str, **wishes: Any) -> None:
    """Search numbers so that games are as they should be, and write them as a patch.

    The numbers are those that are marked `assumed`, and options that are named. An interruption
    keeps the best so far. What is found is played again with other dice, and left out if it is
    no better there.
    """
    from cubedsl.cli import reporting, tuned
    from cubedsl.tuning.search import search_all

    if find_spec("optuna") is None:
        raise click.UsageError("this needs an optimiser: `pip install cubedsl[tune]`")
    wish = _Wishes(**wishes)
    if wish.page is not None:
        reporting.check_libraries()
    _check_folders(wish)
    task, sets = _task(wish)
    journal = _journal(wish, task)
    began = perf_counter()
    with _progress(task.tries * len(sets)) as watch:
        found = search_all(task, sets, journal, watch)
    patch = _patch(wish, task, found)
    if wish.out is not None:
        Path(wish.out).write_text(patch, "utf-8")
    elif form == "text":
        write(patch)
    data = tuned.data(task, found, patch, perf_counter() - began)
    if wish.page is not None:
        reporting.write_report(wish.page, data)
    tuned.write(data, form, sys.stderr if wish.out is None else sys.stdout)
    leave(Exit.INTERRUPTED if found[-1].interrupted else Exit.FINE)


def _check_folders(wish: _Wishes) -> None:
    """Say before the search, and not behind it, that a file cannot be written."""
    for path in (wish.out, wish.resume, wish.page):
        if path is not None and not Path(path).parent.is_dir():
            raise click.UsageError(f"{path} cannot be written: there is no such folder")


# ------------------------------------------------------------------ what is looked for


def _task(wish: _Wishes) -> "tuple[Task, list[tuple[str | None, tuple[Tunable, ...]]]]":
    from cubedsl.dsl.tunable import tunable
    from cubedsl.tuning import field, trial
    from cubedsl.tuning.search import Task

    subject = _subject(wish)
    known = tunable(subject.declarations, subject.ruleset.assumed)
    numbers = trial.named(known, wish.numbers)
    jobs = wish.jobs or options.processors()
    wanted = field.Wanted(wish.games, wish.seed, tuple(wish.seats), wish.max_steps, jobs)
    tries = max(1, wish.budget // wish.games)
    task = Task(subject, _targets(wish.aims), wanted, tries, wish.within, wish.least, wish.most)
    with wrong_call():
        titles: Sequence[str | None] = wish.sets or (None,)
        setups = [(title, subject.prepare(subject.ruleset, title)) for title in titles]
        for _, setup in setups:
            field.plans(setup, wanted)
    sets = [(title, tuple(trial.in_play(numbers, setup))) for title, setup in setups]
    if not all(found for _, found in sets):
        raise click.UsageError(_nothing(known, wish))
    return task, sets


def _nothing(known: "Sequence[Tunable]", wish: _Wishes) -> str:
    if not known:
        return f"{wish.target} has no numbers that are marked `assumed`"
    titles = [f"  {one.title}" for one in known[:8]]
    titles += ["  …"] if len(known) > len(titles) else []
    return "\n".join(("no such number is in play; there are", *titles))


def _targets(words: Sequence[str]) -> "Targets":
    from cubedsl.tuning.targets import TargetError, target

    try:
        return tuple(map(target, words))
    except TargetError as error:
        raise click.BadParameter(str(error), param_hint="--target") from error


def _subject(wish: _Wishes) -> "Subject":
    from cubedsl import pipeline
    from cubedsl.cli.shared import ruleset
    from cubedsl.tuning.trial import Subject

    files = tuple(Path(one) for one in wish.files)
    declarations, _ = program(wish.target)
    with_files = ruleset(wish.target, wish.files)
    problems = len(pipeline.load(wish.target, files)[1].all)
    base = _base(wish.target, None)
    prepare = _preparing(wish)
    return Subject(with_files, declarations, base, files, prepare, problems)


def _preparing(wish: _Wishes) -> "Callable[[Ruleset, str | None], Setup]":
    from cubedsl.cli.variants import values
    from cubedsl.interpreter.setup import prepare

    def prepared(ruleset: "Ruleset", card_set: str | None) -> "Setup":
        low, high = ruleset.players
        return prepare(
            ruleset,
            players=wish.players or min(max(len(wish.seats), low), high),
            options=values(ruleset, wish.options),
            card_set=card_set,
            board=wish.board,
        )

    return prepared


def _base(target: str, folder: Path | None) -> str:
    """How a patch in a folder calls what it lies on; in any folder if none is given."""
    from cubedsl import pipeline

    first, *patches = pipeline.parts(target)
    return ", ".join(_called(one, folder) for one in patches or [first])


def _called(target: str, folder: Path | None) -> str:
    from cubedsl import pipeline

    if target in pipeline.shipped():
        return target
    path = pipeline.file_of(target) or Path(target)
    where = path.resolve() if folder is None else relpath(path.resolve(), folder.resolve())
    return f'"{Path(where).as_posix()}"'


def _journal(wish: _Wishes, task: "Task") -> "Journal":
    from cubedsl.tuning.journal import JournalError, journal

    subject, wanted = task.subject, task.wanted
    about: dict[str, object] = {
        "fingerprint": subject.ruleset.fingerprint,
        "targets": [one.words for one in task.targets],
        "games": wanted.games,
        "seed": wanted.seed,
        "players": wish.players,
        "board": wish.board,
        "options": list(wish.options),
        "seats": list(wish.seats),
        "strategies": sorted(str(one) for one in subject.ruleset.strategies),
    }
    try:
        return journal(Path(wish.resume) if wish.resume is not None else None, about)
    except JournalError as error:
        raise click.UsageError(str(error)) from error


# ------------------------------------------------------------------ what is written


def _patch(wish: _Wishes, task: "Task", found: "Sequence[Found]") -> str:
    chosen = {one: value for each in found for one, value in each.chosen.items()}
    folder = Path(wish.out).parent if wish.out is not None else Path()
    aims = ", ".join(one.words for one in task.targets)
    tries = sum(one.tries for one in found)
    head = (
        f"# Found by `cubedsl tune` for {aims}: {tries} tries of {task.wanted.games} games, "
        f"seed {task.wanted.seed}.\n# The other numbers are as they were.\n\n"
    )
    return task.subject.patch(chosen, head, _base(wish.target, folder))


@contextmanager
def _progress(tries: int) -> Iterator[Callable[[float], None]]:
    """Show on a terminal how far it is, and how good the best is."""
    if not sys.stderr.isatty():
        yield lambda best: None
        return
    from rich.progress import Progress as Bar

    with Bar(console=console(sys.stderr), transient=True) as bar:
        row = bar.add_task("tries", total=tries)
        yield lambda best: bar.update(row, advance=1, description=f"{best:.2f} points off")
