"""`compare` and `balance` into files: games that are kept, and gone on with."""

import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from library import ROOT

STAGE = ROOT / "tests" / "stage"
SHELF, STALL, SWING, TOLL = (
    str(STAGE / f"{name}.cube") for name in ("shelf", "stall", "swing", "toll")
)
BALANCE = ("balance", SHELF, "--seat", "random", "--games", "300")
PRICE = ("balance", TOLL, "--seat", "random", "--games", "200", "--price", "price")
COMPARE = ("compare", SHELF, STALL, "--seat", "random", "--games", "700", "--precision", "6%")


def call(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def found(*words: object) -> dict[str, Any]:
    return dict(json.loads(call(*words, "--format", "json").stdout))


@pytest.mark.parametrize("command", [BALANCE, COMPARE, PRICE])
@pytest.mark.parametrize("share", [0.3, 0.8, 1.0])
def test_a_killed_run_goes_on_as_if_in_one_go(
    command: tuple[str, ...], share: float, tmp_path: Path
) -> None:
    run, whole = tmp_path / "run.jsonl", found(*command)
    assert found(*command, "--resume", run, "--jobs", 1) == whole
    kept = run.read_bytes()
    run.write_bytes(kept[: int(len(kept) * share)])
    assert share == 1 or not run.read_bytes().endswith(b"\n")
    assert found(*command, "--resume", run, "--jobs", 2) == whole
    assert run.read_bytes() == kept


@pytest.mark.parametrize("command", [BALANCE, PRICE])
def test_games_that_are_kept_are_not_played_again(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run.jsonl"
    before = found(*command, "--resume", run)
    monkeypatch.setattr(
        "cubedsl.interpreter.study.arms.Field._play", lambda *_: pytest.fail("it is played")
    )
    assert found(*command, "--resume", run) == before
    assert found(*command, "--games", 120, "--resume", run)["games"] == 120


def test_prices_can_be_asked_for_later(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    without = found(*PRICE[:-2], "--resume", run)
    assert found(*PRICE, "--resume", run) == found(*PRICE) != without
    assert found(*PRICE[:-2], "--resume", run) == without


def test_there_may_be_more_games_than_before(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    found(*BALANCE, "--games", 70, "--resume", run)
    assert found(*BALANCE, "--resume", run) == found(*BALANCE)


OTHERS = {
    "the seed: 0 in the record, 5 here": (*BALANCE, "--seed", 5),
    "the number of players: 2 in the record, 3 here": (*BALANCE, "--players", 3),
    "what leads: missing in the record, points here": (*BALANCE, "--lead", "points"),
    "the most steps of a game: 1000000 in the record, 900 here": (*BALANCE, "--max-steps", 900),
    "it is a run of `balance`, not of `compare`": COMPARE,
    "it is a run of Shelf (shelf), not of Stall (stall)": ("balance", STALL),
}


@pytest.mark.parametrize("said", OTHERS)
def test_games_of_another_question_are_refused(said: str, tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    found(*BALANCE, "--games", 20, "--resume", run)
    before = run.read_bytes()
    result = call(*OTHERS[said], "--resume", run)
    assert result.exit_code == 1 and run.read_bytes() == before
    assert result.stderr.startswith(f"Error: {run} is another run:\n  ")
    assert f"\n  {said}\n" in result.stderr


def test_which_side_of_a_comparison_differs_is_said(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    words = ("compare", "Early", "Late", "--in", SWING, "--games", 20, "--resume", run)
    found(*words)
    result = call("compare", "Early", "random", *words[3:])
    assert "  B: the seats: Late, Late in the record, random, Late here\n" in result.stderr
    assert "  A:" not in result.stderr
    assert "B: the seed: " in call(*words, "--unpaired").stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is not JSON"),
        (b"{}\n", "is no file of games"),
        (b"{}", "has no end of its first line"),
        (b"HEAD[0,0,[[1]]]\n", "has no games in line 2"),
        (b"HEAD[0,5,[]]\n", "has games in line 2 that do not follow those before"),
    ],
)
def test_a_file_that_has_no_games(text: bytes, said: str, tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    found(*BALANCE, "--games", 20, "--resume", run)
    head = run.read_bytes().splitlines(keepends=True)[0]
    run.write_bytes(text.replace(b"HEAD", head))
    result = call(*BALANCE, "--resume", run)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {run} {said}")


def test_a_file_that_cannot_be(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "run.jsonl"
    result = call(*BALANCE, "--resume", nowhere)
    assert result.exit_code == 2 and f"{nowhere} cannot be written" in result.stderr
    result = call(*BALANCE, "--resume", "/dev/full")
    assert result.exit_code == 2 and "/dev/full is no file" in result.stderr


def test_on_a_full_disk_what_is_finished_is_told(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    found(*BALANCE, "--resume", run)
    size, before = run.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5000, before[1]))
    try:
        result = call(*BALANCE, "--games", 3000, "--resume", run, "--format", "json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {run} cannot be written: File too large\n"
    assert json.loads(result.stdout)["games"] >= 200
    assert run.read_bytes().endswith(b"\n")
    assert found(*BALANCE, "--games", 500, "--resume", run) == found(*BALANCE, "--games", 500)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_goes_on(number: signal.Signals, tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    words = (*BALANCE, "--resume", str(run), "--games")
    running = subprocess.Popen(
        [sys.executable, "-m", "cubedsl", *words, "1000000"], stdout=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while not (run.exists() and run.stat().st_size > 200_000) and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(number)
    assert running.wait(60) == (130 if number is signal.SIGINT else -number)
    assert run.stat().st_size > 200_000
    assert found(*words, 400) == found(*BALANCE, "--games", 400)
