"""Many games: what is counted, and that how the work is divided leaves no trace."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from struct import pack

import pytest

from cubedsl.interpreter.bots.chunk import Chunk
from cubedsl.interpreter.bots.seats import Bot, line_up
from cubedsl.interpreter.bots.simulate import Engine, Plan, Report, play, simulate
from cubedsl.interpreter.bots.statistics import Histogram, Result, Share, Totals
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from library import ROOT, ruleset

PIG = str(ROOT / "examples" / "pig.cube")
SEATS = str(ROOT / "tests" / "stage" / "seats.cube")


def plan(
    target: str = PIG,
    *,
    games: int = 20,
    seed: int = 7,
    players: int = 2,
    seats: Sequence[str] = (),
    rotate: bool = False,
    max_steps: int = 100_000,
) -> Plan:
    setup = prepare(ruleset(target), players=players)
    bots = line_up(ruleset(target), players, seats)
    return Plan(setup, bots, games, seed, rotate, max_steps)


# ------------------------------------------------------------------ counting


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (3, 10, 0.1078, 0.6032),
        (250, 1000, 0.2242, 0.2778),
        (2500, 10000, 0.2416, 0.2586),
    ],
)
def test_the_interval_of_wilson(count: int, of: int, low: float, high: float) -> None:
    assert Share(count, of).interval == pytest.approx((low, high), abs=5e-5)


def test_quantiles() -> None:
    histogram = Histogram()
    assert (histogram.mean, histogram.quantile(0.5)) == (0, 0)
    for value in range(1, 101):
        histogram.counts[value] += 1
    assert [histogram.quantile(share) for share in (0.05, 0.5, 0.95, 1.0)] == [5, 50, 95, 100]
    assert histogram.mean == 50.5


def result(*winners: int, stopped: str | None = None, bots: tuple[int, ...] = (0, 1, 2)) -> Result:
    return Result(bots, Outcome(winners, 5, stopped), 10, f"{0:016x}")


def test_ties_and_stopped_games_are_nobodys_wins() -> None:
    totals = Totals()
    for one in (
        result(0),
        result(1, 2),
        result(),
        result(stopped="too long"),
        result(0, bots=(2, 0, 1)),
    ):
        totals.add(one)
    assert (totals.games, totals.finished, totals.stopped) == (5, 4, 1)
    assert (totals.tied, totals.unwon) == (1, 1)
    assert totals.wins_of(seat=0) == Share(2, 4)
    assert totals.wins_of(bots=[0]) == totals.wins_of(bots=[2]) == Share(1, 4)
    assert totals.wins_of(bots=[0, 2]) == Share(2, 4)
    assert [totals.shared_of(seat=seat) for seat in range(3)] == [0, 1, 1]
    assert totals.reasons == {"too long": 1}
    assert totals.rounds.total == 4


def test_the_digest_depends_on_the_order() -> None:
    first, second = Totals(), Totals()
    digests = ("0" * 15 + "1", "f" * 16)
    one, other = (Result((0,), Outcome((0,), 1), 1, digest) for digest in digests)
    for left, right in ((one, other), (other, one)):
        first.add(left)
        second.add(right)
    assert first.digest != second.digest


def test_a_chunk_is_counted_like_its_results() -> None:
    turns = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    chunk = Chunk(
        first=4,
        turns=turns,
        stopped=[0, 0, 1, 0, 0, 1],
        winners=[0b001, 0b110, 0b010, 0b000, 0b001, 0b000],
        rounds=[5, 6, 7, 5, 5, 2],
        decisions=[1, 2, 3, 4, 5, 6],
        digests=pack(">6q", 1, -1, 2, 3, 4, 5),
        reasons={5: "too long", 2: "too deep"},
        counted=[(place,) for place in range(6)],
    )
    at_once, each = Totals(), Totals()
    chunk.add_to(at_once)
    for one in chunk:
        each.add(one)
    assert at_once == each
    assert each.wins == {(1, 0): 1, (2, 0): 1} and list(each.reasons) == ["too deep", "too long"]
    assert chunk[1].digest == "f" * 16 and chunk[1].outcome == Outcome((1, 2), 6)
    assert chunk[2] == Result((0, 1, 2), Outcome((), 7, "too deep"), 3, f"{2:016x}", counted=(2,))
    assert chunk[-2:] == list(chunk)[4:] and len(chunk) == 6


# ------------------------------------------------------------------ playing


def test_a_game_of_a_plan_is_that_game() -> None:
    made = plan()
    assert play(made, 3) == play(plan(games=4), 3)
    assert play(made, 3).digest != play(made, 4).digest
    assert play(made, 3).digest != play(plan(seed=8), 3).digest


def test_all_games_are_different() -> None:
    made = plan(games=300)
    assert len({play(made, number).digest for number in range(300)}) == 300


def test_the_line_up_rotates() -> None:
    made = plan(games=4, players=3, rotate=True)
    bots = [play(made, number).bots for number in range(4)]
    assert bots == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert play(plan(players=3), 1).bots == (0, 1, 2)


def test_identical_bots_in_fixed_and_rotating_seats() -> None:
    fixed = simulate(plan(games=100, players=4)).totals
    moving = simulate(plan(games=100, players=4, rotate=True)).totals
    for totals in (fixed, moving):
        assert sum(totals.wins_of(seat=seat).count for seat in range(4)) == 100
        assert sum(totals.wins_of(bots=[bot]).count for bot in range(4)) == 100
    assert all(fixed.wins_of(seat=n) == fixed.wins_of(bots=[n]) for n in range(4))
    assert [moving.wins_of(seat=n) for n in range(4)] == [fixed.wins_of(seat=n) for n in range(4)]
    assert any(moving.wins_of(seat=n) != moving.wins_of(bots=[n]) for n in range(4))


@pytest.mark.long
def test_seats_and_bots_agree_within_the_interval() -> None:
    totals = simulate(plan(games=1000, players=4, rotate=True), jobs=2).totals
    for n in range(4):
        assert totals.wins_of(seat=n).rate == pytest.approx(0.25, abs=0.04)
        assert totals.wins_of(bots=[n]).rate == pytest.approx(0.25, abs=0.04)


def test_a_game_that_takes_too_long_is_stopped() -> None:
    totals = simulate(plan(games=3, max_steps=30)).totals
    assert (totals.stopped, totals.finished) == (3, 0)
    assert all("is not over after 30 steps" in reason for reason in totals.reasons)
    assert totals.wins_of(seat=0) == Share(0, 0)


def test_a_strategy_that_cannot_be_followed_stops_the_game() -> None:
    totals = simulate(plan(SEATS, games=2, seats=["Broken"])).totals
    assert totals.stopped == 2
    (reason,) = totals.reasons
    assert reason.startswith('something is divided by zero, in the strategy "Broken" (')


# ------------------------------------------------------------------ dividing the work


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.REFERENCE])
def test_whoever_watches_is_told_of_every_game_once(engine: Engine) -> None:
    told: list[str] = []

    def watch(totals: Totals, results: Sequence[Result]) -> None:
        told.extend(one.digest for one in results)
        assert totals.games == len(told)

    made = plan(games=300 if engine is Engine.FAST else 5)
    simulate(made, watches=(watch,), jobs=2, engine=engine)
    assert told[:5] == [play(made, number).digest for number in range(5)]
    assert len(told) == made.games


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.REFERENCE])
@pytest.mark.parametrize("first", [1, 17, 40])
def test_games_that_were_played_before_leave_no_trace(first: int, engine: Engine) -> None:
    before = simulate(plan(games=first, players=3, rotate=True)).totals
    made = plan(games=40, players=3, rotate=True)
    report = simulate(made, before=before, jobs=2, engine=engine)
    assert report == simulate(made) and report.before == first


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.REFERENCE])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_neither_engine_nor_number_of_jobs_changes_anything(jobs: int, engine: Engine) -> None:
    made = plan(games=70, players=3, rotate=True)
    assert simulate(made, jobs=jobs, engine=engine) == simulate(made, engine=Engine.REFERENCE)


@pytest.mark.long
def test_a_thousand_games_in_one_and_four_processes() -> None:
    made = plan(games=1000)
    assert simulate(made, jobs=4) == simulate(made, jobs=1)
    assert len({play(made, number).digest for number in range(1000)}) == 1000


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.REFERENCE])
def test_a_fault_in_another_thread_or_process_is_not_hidden(engine: Engine) -> None:
    made = plan(games=20)
    broken = Plan(made.setup, (Bot("Nobody"), Bot("Nobody")), 20)
    with pytest.raises((KeyError, ValueError), match="Nobody"):
        simulate(broken, jobs=2, engine=engine)


def test_there_is_a_bot_for_every_seat() -> None:
    made = plan()
    with pytest.raises(ValueError, match="1 bots cannot sit in 2 seats"):
        Plan(made.setup, made.bots[:1], 20)


@pytest.fixture
def interrupted() -> Iterator[None]:
    """Interrupt this process in a while."""
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.cancel()


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.REFERENCE])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("interrupted")
def test_an_interruption_keeps_what_is_finished(jobs: int, engine: Engine) -> None:
    report = simulate(plan(games=10_000_000), jobs=jobs, engine=engine)
    assert report.interrupted
    assert report == Report(simulate(plan(games=report.totals.games)).totals, interrupted=True)


def test_an_interruption_that_python_forgets_is_remembered() -> None:
    def forget(_totals: Totals, _results: Sequence[Result]) -> None:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            signal.sigtimedwait([], 0.01)

    report = simulate(plan(games=50), watches=(forget,), engine=Engine.REFERENCE)
    assert report.interrupted and report.totals.games == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interruption_in_a_game_loses_only_that_game(monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Game.choose

    def interrupt(game: Game, index: int) -> None:
        if game.state.stream == started[2]:
            raise KeyboardInterrupt
        choose(game, index)

    made = plan(games=5)
    started = [Game(made.setup, made.seed, number).state.stream for number in range(5)]
    monkeypatch.setattr(Game, "choose", interrupt)
    report = simulate(made, engine=Engine.REFERENCE)
    assert report.interrupted and report.totals.games == 2
