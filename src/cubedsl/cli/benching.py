"""`cubedsl bench`: how fast both engines play the games that are shipped."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import click
from attrs import frozen

from cubedsl import __version__, rulesets
from cubedsl.cli.shared import common, console, output_format, ruleset, write_json
from cubedsl.interpreter.percents import share

if TYPE_CHECKING:
    from cubedsl.interpreter.bots.bench import Effort, Speed, Spread
    from cubedsl.interpreter.bots.openspiel import Elsewhere
    from cubedsl.interpreter.bots.plan import Plan

Data: TypeAlias = dict[str, object]
ENGINES = ("fast", "reference")
STARTS = 3
MOST_STEPS = 1_000_000


@frozen
class Case:
    """What is played, see `bench.toml`."""

    title: str
    target: str
    players: int
    set: str | None = None
    options: Mapping[str, Any] = {}
    seats: Sequence[str] = ()
    openspiel: str | None = None

    @property
    def place(self) -> str:
        """The shipped name, or the path of the file."""
        return self.target if self.target in rulesets.names() else str(rulesets.file(self.target))


@frozen
class Measured:
    """What was found out of a case; `starts` are seconds from the text to the end of a first game,
    by engine."""

    case: Case
    plan: "Plan"
    speeds: "Mapping[str, Speed]"
    starts: "Mapping[str, Spread]"
    same: bool | None
    elsewhere: "Elsewhere | None"


@click.command("bench")
@click.argument("titles", metavar="[GAME]...", nargs=-1)
@click.option("--engine", type=click.Choice(ENGINES), help="Only one of them.")
@click.option(
    "--repetitions", type=click.IntRange(1), default=5, show_default=True, help="How many."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=0.5,
    show_default=True,
    help="How long each repetition should take.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The games that are played.")
@click.option(
    "--openspiel/--no-openspiel",
    default=None,
    help="Measure OpenSpiel beside it; unless said, if it is installed.",
)
@output_format
@common
def command(
    titles: Sequence[str],
    engine: str | None,
    repetitions: int,
    seconds: float,
    seed: int,
    openspiel: bool | None,
    form: str,
) -> None:
    """Measure how fast both engines play the shipped games, or those whose title begins with GAME.

    Speeds are per second of processor time, on one processor: the median of several repetitions,
    and how far they lie apart.
    """
    from cubedsl.interpreter.bots.bench import Effort
    from cubedsl.interpreter.bots.openspiel import is_there

    if openspiel and not is_there():
        raise click.UsageError("OpenSpiel is not installed: pip install 'cubedsl[compare]'")
    beside = is_there() if openspiel is None else openspiel
    effort = Effort(repetitions, seconds)
    engines = (engine,) if engine else ENGINES
    found = []
    for case in _cases(titles):
        click.echo(f"{case.title} …", err=True)
        found.append(_measure(case, engines, effort, seed, beside))
    if form == "json":
        write_json(_data(found, effort, seed))
    else:
        _write(found)


def _cases(titles: Sequence[str]) -> list[Case]:
    known = [Case(**one) for one in rulesets.cases()]
    for title in titles:
        if not any(_is_meant(one, title) for one in known):
            names = ", ".join(f"`{one.title}`" for one in known)
            raise click.BadParameter(f"there is no `{title}`: there are {names}")
    return [one for one in known if not titles or any(_is_meant(one, it) for it in titles)]


def _is_meant(case: Case, title: str) -> bool:
    return case.title.casefold().startswith(title.casefold())


# ------------------------------------------------------------------ measuring


def _measure(
    case: Case, engines: Sequence[str], effort: "Effort", seed: int, beside: bool
) -> Measured:
    from cubedsl.interpreter.bots import bench, openspiel
    from cubedsl.interpreter.bots.plan import Engine

    plan = _plan(case, seed)
    speeds = {one: bench.measure(plan, Engine(one), effort) for one in engines}
    same = None
    if len(speeds) == len(ENGINES):
        slow = speeds["reference"].totals
        same = bench.played(plan, Engine.FAST, slow.games).digest == slow.digest
    wanted = case.openspiel if beside else None
    return Measured(
        case,
        plan,
        speeds,
        {one: _starts(case, one, seed) for one in engines},
        same,
        openspiel.measure(wanted, seed, effort) if wanted else None,
    )


def _plan(case: Case, seed: int) -> "Plan":
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.bots.seats import line_up
    from cubedsl.interpreter.setup import prepare

    found = ruleset(case.place)
    setup = prepare(found, players=case.players, card_set=case.set, options=case.options)
    bots = line_up(found, case.players, case.seats)
    return Plan(setup, bots, 1, seed, max_steps=MOST_STEPS)


def _starts(case: Case, engine: str, seed: int) -> "Spread":
    """Return the seconds, by the clock, that it takes a new process to play a first game."""
    from cubedsl.interpreter.bots.bench import Spread

    call = [sys.executable, "-m", "cubedsl", "sim", case.place, *_words(case)]
    call += ["--games", "1", "--jobs", "1", "--seed", str(seed), "--engine", engine]
    return Spread(tuple(_start(call) for _ in range(STARTS)))


def _start(call: Sequence[str]) -> float:
    began = perf_counter()
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def _words(case: Case) -> Iterator[str]:
    yield from ("--players", str(case.players))
    if case.set is not None:
        yield from ("--set", case.set)
    for name, value in case.options.items():
        yield from ("--option", f"{name}={'yes' if value is True else value}")
    for seat in case.seats:
        yield from ("--seat", seat)


# ------------------------------------------------------------------ JSON


def _data(found: Sequence[Measured], effort: "Effort", seed: int) -> Data:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        "seed": seed,
        "repetitions": effort.repetitions,
        "seconds": effort.seconds,
        "cases": [_case(one) for one in found],
    }


def _case(one: Measured) -> Data:
    setup = one.plan.setup
    return {
        "case": one.case.title,
        "ruleset": setup.ruleset.name,
        "players": setup.players,
        "set": one.case.set,
        "options": dict(one.case.options),
        "seats": [bot.title for bot in one.plan.bots],
        "engines": {name: _speed(speed, one.starts[name]) for name, speed in one.speeds.items()},
        "same_games": one.same,
        "fast_by_reference": _ratio(one),
        "openspiel": _elsewhere(one),
    }


def _speed(speed: "Speed", starts: "Spread") -> Data:
    return {
        "games": speed.totals.games,
        "digest": speed.totals.digest,
        "decisions_per_game": speed.totals.decisions_per_game,
        "games_per_second": _spread(speed.games_per_second),
        "decisions_per_second": _spread(speed.decisions_per_second),
        "bare_games_per_second": speed.bare and _spread(speed.bare),
        "compile_seconds": speed.compile and _spread(speed.compile),
        "first_game_seconds": _spread(starts),
        "clone_seconds": _spread(speed.clone),
    }


def _spread(one: "Spread") -> Data:
    return {
        "median": one.median,
        "low": min(one.values),
        "high": max(one.values),
        "values": list(one.values),
    }


def _ratio(one: Measured) -> float | None:
    if len(one.speeds) < len(ENGINES):
        return None
    fast, slow = (one.speeds[name].games_per_second.median for name in ENGINES)
    return fast / slow


def _elsewhere(one: Measured) -> Data | None:
    other = one.elsewhere
    if other is None:
        return None
    data: Data = {
        "game": other.game,
        "decisions_per_game": other.decisions_per_game,
        "games_per_second": _spread(other.games_per_second),
    }
    return {**data, "ratios": {name: _ratios(one, name) for name in one.speeds}}


def _ratios(one: Measured, name: str) -> dict[str, float]:
    """Return how many times as fast as OpenSpiel an engine is, by games and by decisions."""
    speed, other = one.speeds[name], one.elsewhere
    assert other is not None
    games = speed.games_per_second.median / other.games_per_second.median
    bare = (speed.bare or speed.games_per_second).median / other.games_per_second.median
    longer = speed.totals.decisions_per_game / other.decisions_per_game
    return {"games": games, "decisions": games * longer, "bare_games": bare}


# ------------------------------------------------------------------ text


def _write(found: Sequence[Measured]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("Game", no_wrap=True)
    table.add_column("Engine")
    titles = ("games/s", "±", "bare", "decisions/s", "compile", "first game", "clone")
    for title in titles:
        table.add_column(title, justify="right")
    for one in found:
        for name, speed in one.speeds.items():
            table.add_row(one.case.title, name, *_cells(speed, one.starts[name]))
    out = console(sys.stdout)
    out.print(table)
    out.print("\n".join(_lines(found)), markup=False, soft_wrap=True)


def _cells(speed: "Speed", starts: "Spread") -> list[str]:
    return [
        f"{speed.games_per_second.median:,.1f}",
        share(speed.games_per_second.width, 0),
        f"{speed.bare.median:,.1f}" if speed.bare is not None else "",
        f"{speed.decisions_per_second.median:,.0f}",
        _time(speed.compile.median) if speed.compile is not None else "",
        _time(starts.median),
        _time(speed.clone.median),
    ]


def _time(seconds: float) -> str:
    """Return a time with a fitting unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def _lines(found: Sequence[Measured]) -> Iterator[str]:
    for one in found:
        said = _said(one)
        if said:
            yield f"{one.case.title}: {'; '.join(said)}"


def _said(one: Measured) -> list[str]:
    said, ratio = [], _ratio(one)
    if ratio is not None:
        same = "the same games" if one.same else "OTHER GAMES"
        said.append(f"the engine is {ratio:,.0f} times as fast as the reference, {same}")
    if one.elsewhere is not None:
        said.append(f"OpenSpiel plays {one.elsewhere.games_per_second.median:,.0f} games/s")
        said += [_compared(one, name) for name in one.speeds]
    return said


def _compared(one: Measured, name: str) -> str:
    ratios = _ratios(one, name)
    return (
        f"{name} {ratios['games']:.3g} times that, bare {ratios['bare_games']:.3g}, "
        f"by decisions {ratios['decisions']:.3g}"
    )
