"""`compare` and `balance` with `--out`: a row for each game of each arm, or the result."""

import csv
import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from docs_blocks import blocks
from library import ROOT

STAGE = ROOT / "tests" / "stage"
SHELF, STALL, SWING, ENDLESS = (
    str(STAGE / f"{name}.cube") for name in ("shelf", "stall", "swing", "endless")
)
BALANCE = ("balance", SHELF, "--seat", "random", "--games", "300")
COMPARE = ("compare", SHELF, STALL, "--seat", "random", "--games", "300")
WITHOUT = ("Apple", "Bread", "Cake", "Dates", "settled: Apple", "settled: done")
ARMS = {COMPARE: ["A", "B"], BALANCE: ["base", *(f"without {one}" for one in WITHOUT)]}


def call(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def rows_of(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".parquet":
        rows = pyarrow.parquet.read_table(path).to_pylist()
        return [{name: _text(value) for name, value in row.items()} for row in rows]
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _text(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("command", ARMS)
def test_a_row_for_each_game_of_each_arm(
    command: tuple[str, ...], suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"rows{suffix}"
    found = json.loads(call(*command, "--out", path, "--format", "json").stdout)
    games = [(row["arm"], int(row["game"])) for row in rows_of(path)]
    assert games == [(arm, game) for game in range(300) for arm in ARMS[command]]
    assert len(games) == found["games"] * found.get("arms", 2)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_both_forms_have_the_same_rows(tmp_path: Path) -> None:
    for suffix in (".csv", ".parquet"):
        call(*COMPARE, "--max-steps", 16, "--out", tmp_path / f"rows{suffix}")
    rows = rows_of(tmp_path / "rows.csv")
    assert rows == rows_of(tmp_path / "rows.parquet")
    stopped = [row for row in rows if row["stopped"]]
    assert 0 < len(stopped) < len(rows)
    assert all("is not over after 16 steps" in row["stopped"] for row in stopped)


@pytest.mark.parametrize("command", ARMS)
def test_rows_do_not_depend_on_who_plays(command: tuple[str, ...], tmp_path: Path) -> None:
    ways = (("--jobs", "1"), ("--jobs", "2"), ("--engine", "reference"))
    paths = [tmp_path / f"{number}.csv" for number in range(len(ways))]
    for way, path in zip(ways, paths, strict=True):
        call(*command, "--games", 40, *way, "--out", path)
    assert len({path.read_bytes() for path in paths}) == 1


def test_the_figures_follow_from_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    found = json.loads(call(*BALANCE, "--out", path, "--format", "json").stdout)
    rows, won = rows_of(path), dict.fromkeys(ARMS[BALANCE], 0)
    for row in rows:
        alone = [row["won_1"], row["won_2"]].count("true") == 1
        won[row["arm"]] += alone and row[f"won_{row['focus']}"] == "true"
    effects = {one["card"]: one["effect"]["value"] for one in found["cards"]}
    lost = {card: (won["base"] - won[f"without {card}"]) / 300 for card in effects}
    assert lost == pytest.approx(effects)


def test_the_seat_in_focus_plays_the_strategy_that_is_compared(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    call("compare", "Early", "Late", "--in", SWING, "--games", 9, "--out", path)
    rows = rows_of(path)
    seats = [(row["arm"], row[f"seat_{row['focus']}"]) for row in rows]
    assert seats == [("A", "Early"), ("B", "Late")] * 9
    call(*COMPARE, "--out", path)
    assert {row["focus"] for row in rows_of(path)} == {""}


def test_options_are_arms_and_those_without_which_nothing_ends_are_none(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    call("balance", SWING, "--games", 9, "--out", path)
    assert [row["arm"] for row in rows_of(path)][:4] == [
        "base",
        *(f"without way: {option}" for option in ("high", "low", "wait")),
    ]
    call("balance", ENDLESS, "--games", 4, "--max-steps", 1000, "--out", path)
    assert "without way: off" not in {row["arm"] for row in rows_of(path)}


def test_the_rows_that_the_page_shows(tmp_path: Path) -> None:
    (shown,) = (one for one in blocks("csv") if one.page.name == "metrics.md")
    words = ("--in", ROOT / "examples" / "pig.cube", "--games", 100, "--out", tmp_path / "rows.csv")
    call("compare", "Hold at 20", "random", *words)
    assert (tmp_path / "rows.csv").read_text("utf-8").startswith(shown.text)


@pytest.mark.parametrize("command", ARMS)
def test_the_result_as_a_file(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    shown = call(*command, "--games", 30, "--out", path, "--format", "json").stdout
    assert path.read_text("utf-8") == shown


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("command", ARMS)
def test_with_a_run_that_is_gone_on_with_all_rows_are_there(
    command: tuple[str, ...], suffix: str, tmp_path: Path
) -> None:
    run, path, whole = (tmp_path / name for name in ("run", f"rows{suffix}", f"whole{suffix}"))
    call(*command, "--games", 70, "--resume", run, "--out", path)
    assert len(rows_of(path)) == 70 * len(ARMS[command])
    run.write_bytes(run.read_bytes()[:-9])
    call(*command, "--resume", run, "--out", path)
    call(*command, "--out", whole)
    assert rows_of(path) == rows_of(whole)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "rows.txt"), "`rows.txt` should end in .json, .csv, .parquet"),
        (("--out", "nowhere/rows.csv"), "nowhere/rows.csv cannot be written: there is no folder"),
        (("--out", "nowhere/rows.json"), "nowhere/rows.json cannot be written: there is no"),
        (("--out", "folder.csv"), "is a directory"),
    ],
)
@pytest.mark.parametrize("command", ARMS)
def test_files_that_cannot_be(
    command: tuple[str, ...],
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    result = call(*command, *words)
    assert result.exit_code == 2 and said in result.stderr, result.output
    assert [one.name for one in tmp_path.iterdir()] == ["folder.csv"]


def test_what_parquet_needs_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = call(*COMPARE, "--out", tmp_path / "rows.parquet")
    assert result.exit_code == 2
    assert result.stderr == "Error: Parquet needs more: pip install 'cubedsl[parquet]'\n"


# ------------------------------------------------------------------ what ends early


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("command", ARMS)
def test_on_a_full_disk_what_is_finished_is_told(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    call(*command, "--out", path)
    size = path.stat().st_size
    with full_disk(size + 5000):
        result = call(*command, "--games", 3000, "--out", path, "--format", "json")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path} cannot be written: File too large\n"
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["interrupted"] and found["games"] >= 200
    assert len(rows_of(path)) == found["games"] * len(ARMS[command])


def test_a_parquet_file_that_finds_no_room_leaves_its_table(tmp_path: Path) -> None:
    path, table = tmp_path / "rows.parquet", tmp_path / "rows.parquet.csv"
    with full_disk(2500):
        result = call("balance", SWING, "--games", 8, "--out", path)
    assert result.exit_code == 2 and not path.exists()
    assert result.stderr.startswith(f"Error: {path} cannot be written; its rows are in {table}: ")
    assert "8 games" in result.stdout
    assert len(rows_of(table)) == 8 * 4


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_an_interruption_leaves_the_rows_of_what_is_told(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows{suffix}"
    words = (*BALANCE, "--games", "1000000", "--format", "json", "--out", str(path))
    running = subprocess.Popen(
        [sys.executable, "-m", "cubedsl", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    table = tmp_path / f"rows{suffix}.csv" if suffix == ".parquet" else path
    until = time.monotonic() + 60
    while not (table.exists() and table.stat().st_size > 100_000) and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    found = json.loads(out)
    assert 0 < found["games"] < 1_000_000
    assert len(rows_of(path)) == found["games"] * found["arms"]
