"""`cubedsl sim` into files: runs that are gone on with, rows of games, memory, the progress bar."""

import csv
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.bots.simulate import play, simulate
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.run import counts_of, keep, load, run_of
from cubedsl.interpreter.setup import covering, prepare
from library import ROOT, ruleset

PIG = str(ROOT / "examples" / "pig.cube")
FARKLE = str(ROOT / "examples" / "farkle.cube")
COMMAND = (sys.executable, "-m", "cubedsl", "sim", PIG)


def plan(games: int = 40, *, target: str = PIG, players: int = 2, **more: Any) -> Plan:
    setup = prepare(ruleset(target), players=players, options=more.pop("options", {}))
    words = more.pop("seats", ())
    return Plan(setup, line_up(ruleset(target), players, words), games, **more)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["sim", PIG, *map(str, arguments)])


def found(*arguments: object) -> dict[str, Any]:
    result = call(*arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


# ------------------------------------------------------------------ going on


def test_a_kept_run_is_read_as_it_was(tmp_path: Path) -> None:
    stopping = plan(60, players=3, rotate=True, max_steps=450, seats=["random"])
    for made in (plan(players=3), stopping, Plan(covering(plan().setup), plan().bots, 2)):
        totals = simulate(made).totals
        keep(run_of(made, totals), tmp_path / "run.json")
        assert counts_of(load(tmp_path / "run.json"), made) == totals
    assert 0 < simulate(stopping).totals.stopped < 60


def test_the_same_call_again_goes_on(tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    whole = found("--games", 90)
    first = found("--games", 50, "--resume", run)
    more = found("--games", 90, "--resume", run)
    assert (first["played_before"], more["played_before"]) == (0, 50)
    assert more["digest"] == whole["digest"] and more["seats"] == whole["seats"]
    again = call("--games", 90, "--resume", run)
    assert "90 of 90 games had been played before" in again.stdout


OTHERS = {
    "the seed: 0 in the record, 5 here": plan(seed=5),
    "the number of players: 2 in the record, 3 here": plan(players=3),
    "the seats: Hold at 20, Hold at 20 in the record, random, random here": plan(seats=["random"]),
    "whether the line-up rotates: no in the record, yes here": plan(rotate=True),
    "the most steps of a game: 1000000 in the record, 9000 here": plan(max_steps=9000),
    "the option `goal`: 100 in the record, 50 here": plan(options={"goal": 50}),
    "the seats: Hold at 20, Hold at 20 in the record, mcts:5:random, mcts:5:random here": plan(
        seats=["mcts:5:random"]
    ),
    "40 games were played, more than 39": plan(39),
    "it is a run of Pig (pig), not of Farkle (farkle)": plan(target=FARKLE),
    "whether coverage is counted: no in the record, yes here": Plan(
        covering(plan().setup), plan().bots, 40
    ),
}


@pytest.mark.parametrize("said", OTHERS)
def test_a_run_of_another_plan_is_refused(said: str) -> None:
    made = plan(max_steps=1_000_000) if "steps" in said else plan()
    with pytest.raises(RecordError) as caught:
        counts_of(run_of(made, simulate(made).totals), OTHERS[said])
    assert said in str(caught.value).splitlines()


def test_another_plan_is_refused_by_the_command(tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    found("--games", 10, "--resume", run)
    before = run.read_bytes()
    result = call("--games", 10, "--resume", run, "--seed", 3)
    assert result.exit_code == 1 and run.read_bytes() == before
    assert result.stderr == (f"Error: {run} is another run:\n  the seed: 0 in the record, 3 here\n")


def test_a_run_of_other_rules_is_refused(tmp_path: Path) -> None:
    changed = tmp_path / "pig.cube"
    text = Path(PIG).read_text("utf-8")
    changed.write_text(text.replace("goal = 100", "goal = 90"), "utf-8")
    assert changed.read_text("utf-8") != text
    made = plan()
    with pytest.raises(RecordError, match=r"Pig \(pig\) has another text.*\n.*option `goal`"):
        counts_of(run_of(made, simulate(made).totals), plan(target=str(changed)))


WRONG: dict[str, tuple[str, Callable[[str], str]]] = {
    "is not JSON": ("is not JSON", lambda text: text[:-20]),
    "another format": ("is no run of games", lambda text: text.replace("cubedsl run", "x")),
    "another version": ("is a run of version 7", lambda text: text.replace('n": 2', 'n": 7')),
    "a field is missing": ("has no `seed`", lambda text: text.replace('"seed"', '"need"')),
    "a field is wrong": ("has no yes or no in `rotate`", lambda text: text.replace("false", "0")),
    "counts are wrong": ("has no list of counts", lambda text: text.replace("[[0, 0,", "[[0,")),
    "it does not add up": ("does not add up", lambda text: text.replace('games": 9', 'games": 8')),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_run(name: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    found("--games", 9, "--resume", run)
    said, change = WRONG[name]
    text = run.read_text("utf-8")
    run.write_text(change(text), "utf-8")
    assert run.read_text("utf-8") != text
    result = call("--games", 9, "--resume", run)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {run} {said}")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_run_that_was_ended_goes_on(number: signal.Signals, suffix: str, tmp_path: Path) -> None:
    run, rows = tmp_path / "run.json", tmp_path / f"rows{suffix}"
    files = ("--resume", str(run), "--out", str(rows))
    running = subprocess.Popen(
        [*COMMAND, "--games", "100000000", *files],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 60
    while not run.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    assert running.returncode == (130 if number is signal.SIGINT else -number), err
    played = load(run).totals.games
    assert 0 < played < 100_000_000
    more = found("--games", played + 300, *files)
    assert more["played_before"] == played
    whole = simulate(plan(played + 300, max_steps=1_000_000), jobs=2).totals
    assert more["digest"] == whole.digest
    assert games_in(rows) == list(range(played + 300))


def games_in(path: Path) -> list[int]:
    """Return the numbers of the games that a file has rows for."""
    if path.suffix == ".parquet":
        return list(pyarrow.parquet.read_table(path)["game"].to_pylist())
    with path.open(encoding="utf-8", newline="") as file:
        return [int(row["game"]) for row in csv.DictReader(file)]


# ------------------------------------------------------------------ rows


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_row_for_each_game(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows{suffix}"
    wishes = ("--players", 3, "--rotate", "--seat", "random", "--seat", "hold at 20")
    found("--games", 5, *wishes, "--seat", "random", "--out", path)
    made = plan(5, players=3, rotate=True, seats=["random", "Hold at 20", "random"])
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    if suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            rows: list[dict[str, Any]] = list(csv.DictReader(file))
    else:
        rows = pyarrow.parquet.read_table(path).to_pylist()
    for number, row in enumerate(rows):
        game = play(made, number)
        assert [row[f"seat_{n}"] for n in (1, 2, 3)] == [made.bots[b].title for b in game.bots]
        won = [str(row[f"won_{n}"]).lower() == "true" for n in (1, 2, 3)]
        assert won == [seat in game.outcome.winners for seat in range(3)]
        assert (int(row["game"]), int(row["rounds"])) == (number, game.outcome.rounds)
        assert (int(row["decisions"]), row["digest"]) == (game.decisions, game.digest)
        assert row["stopped"] == ""
    assert len(rows) == 5


def test_why_a_game_was_stopped_stands_in_its_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    assert call("--games", 2, "--max-steps", 30, "--out", path).exit_code == 3
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            assert "is not over after 30 steps" in row["stopped"]
            assert (row["won_1"], row["won_2"]) == ("false", "false")


def test_the_result_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    shown = found("--games", 5, "--out", path)
    assert json.loads(path.read_text("utf-8")) == shown


def test_rows_that_are_not_all_there_are_refused(tmp_path: Path) -> None:
    run, rows = tmp_path / "run.json", tmp_path / "rows.csv"
    found("--games", 9, "--resume", run)
    result = call("--games", 20, "--resume", run, "--out", rows)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {rows} has none of the 9 games that were played\n"
    found("--games", 4, "--out", rows)
    for text, rest in (("", 4), ("game,seat_1\n", 0)):
        rows.write_text(text + rows.read_text("utf-8"), "utf-8")
        result = call("--games", 20, "--resume", run, "--out", rows)
        assert result.stderr == f"Error: {rows} has {rest} of the 9 games that were played\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "rows.txt"), "`rows.txt` should end in .json, .csv, .parquet"),
        (
            ("--out", "nowhere/rows.csv"),
            "nowhere/rows.csv cannot be written: there is no folder nowhere",
        ),
        (("--out", "nowhere/rows.json"), "nowhere/rows.json cannot be written: there"),
        (("--resume", "nowhere/run.json"), "nowhere/run.json cannot be written"),
        (("--engine", "fast", "--coverage"), "the engine cannot play this: only the reference"),
    ],
)
def test_files_that_cannot_be(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("--games", 3, *arguments)
    assert result.exit_code == 2 and said in result.stderr, result.output
    assert list(tmp_path.iterdir()) == []


def test_on_a_full_disk_the_rows_of_whole_games_stay(tmp_path: Path) -> None:
    run, rows = tmp_path / "run.json", tmp_path / "rows.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        result = call("--games", 20_000, "--resume", run, "--out", rows)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {rows} cannot be written: File too large\n"
    assert games_in(rows) == list(range(len(games_in(rows))))
    assert found("--games", 3000, "--resume", run, "--out", rows)["games"] == 3000
    assert games_in(rows) == list(range(3000))


def test_what_parquet_needs_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = call("--games", 3, "--out", tmp_path / "rows.parquet")
    assert result.exit_code == 2
    assert result.stderr == "Error: Parquet needs more: pip install 'cubedsl[parquet]'\n"


# ------------------------------------------------------------------ memory, progress


# A child counts the memory of whoever starts it as its own: so it is started by a small process.
MEASURE = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
assert status == 0
print(used.ru_maxrss)
"""


def most_memory(games: int, *arguments: object) -> int:
    """Return how many bytes a process had at most that plays games."""
    command = [*COMMAND, "--games", str(games), *map(str, arguments)]
    found = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True
    )
    return int(found.stdout) * (1 if sys.platform == "darwin" else 1024)


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    few, many = (most_memory(games, "--out", tmp_path / "r.csv") for games in (5_000, 100_000))
    assert many - few < 12 * 2**20
    assert many < 200 * 2**20


@pytest.mark.long
@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", None])
def test_the_memory_of_a_million_games(name: str | None, tmp_path: Path) -> None:
    out = ("--out", tmp_path / name) if name else ()
    assert most_memory(1_000_000, *out) < 200 * 2**20


def test_on_a_terminal_a_bar_shows_rate_and_time_left() -> None:
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, "--games", "10000000"], stdout=subprocess.DEVNULL, stderr=slave
    )
    os.close(slave)
    seen, until = b"", time.monotonic() + 60
    bar = re.compile(rb"\d/10000000 games, [\d,]{3,}/s, \d:\d\d:\d\d left")
    while not bar.search(re.sub(rb"\x1b\[[\d;]*m", b"", seen)) and time.monotonic() < until:
        seen += os.read(master, 65536)
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 130
    os.close(master)
    assert time.monotonic() < until, seen
