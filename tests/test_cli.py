"""The commands: what they print, where, and how they end."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from cubedsl import __version__, pipeline
from cubedsl.cli import main
from cubedsl.dsl.codes import ALL, lints
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.source import Source, Span
from library import ROOT

PIG = "examples/pig.cube"
STAGE = "tests/stage/stage.cube"
WRONG = "tests/stage/wrong.cube"
SIM = ("sim", PIG, "--games", "20", "--seed", "7", "--format", "json")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let paths be those of the checkout, and the environment say nothing of colors."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("NO_COLOR", raising=False)


def call(*arguments: str, input: str | None = None) -> Result:
    """Run a command in this process; an exception that nobody caught is a failure."""
    result = CliRunner().invoke(main, list(arguments), input=input)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def data(*arguments: str, status: int = 0) -> Any:
    """Return the JSON that a command prints."""
    result = call(*arguments)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def process(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command in a process of its own."""
    command = (sys.executable, "-m", "cubedsl", *arguments)
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True)


# ------------------------------------------------------------------ all commands


def test_version() -> None:
    assert __version__ in call("--version").stdout


@pytest.mark.parametrize("name", ["check", "explain", "list", "sim", "test"])
def test_help_everywhere(name: str) -> None:
    assert name in call("--help").stdout
    result = call(name, "--help")
    assert result.exit_code == 0 and "--format" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("nosuch",),
        ("check",),
        ("check", "--nosuch", PIG),
        ("sim",),
        ("sim", PIG, "--games", "0"),
        ("sim", PIG, "--players", "99"),
        ("sim", PIG, "--seat", "nobody"),
        ("sim", PIG, "--seat", "random", "--seat", "random", "--players", "3"),
        ("sim", PIG, "--option", "goal"),
        ("sim", PIG, "--option", "goal=high"),
        ("sim", PIG, "--option", "gaol=20"),
        ("sim", PIG, "--set", "none"),
        ("sim", PIG, "--strategies", "nosuch.cube"),
        ("sim", "tests/stage/hold.cube"),
        ("check", "nosuch.cube"),
        ("check", "examples"),
        ("list", "nosuch"),
        ("check", "x" * 5000),
        ("test", "nosuch.cube"),
        ("test", ""),
        ("explain", "CB9999"),
    ],
)
def test_a_wrong_call_ends_with_2(arguments: tuple[str, ...]) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_fault_is_no_traceback_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(target: str) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(pipeline, "load", fault)
    result = call("check", PIG)
    assert result.exit_code == 70
    assert result.stderr.startswith("internal error: RuntimeError: broken")
    for arguments in (("--debug", "check", PIG), ("check", "--debug", PIG)):
        shown = CliRunner().invoke(main, arguments)
        assert isinstance(shown.exception, RuntimeError)


def test_an_interrupted_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(target: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "load", interrupt)
    result = call("check", PIG)
    assert result.exit_code == 130 and result.stderr == "interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="there, arguments are no bytes")
@pytest.mark.parametrize("form", ["text", "json"])
def test_utf8_whatever_the_locale(form: str) -> None:
    ascii = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = process("check", "Piña – 日本.cube", "--format", form, **ascii, PYTHONIOENCODING="ascii")
    assert done.returncode == 2 and done.stderr == b""
    assert "Piña – 日本.cube" in done.stdout.decode("utf-8")


# ------------------------------------------------------------------ check


def test_check_of_what_is_right() -> None:
    result = call("check", PIG, STAGE, "tests/stage/hold.cube")
    assert result.exit_code == 0, result.output
    assert result.stdout == "no problems in 3 files\n"


def test_check_reports_everything_at_once() -> None:
    result = call("check", WRONG, PIG)
    assert result.exit_code == 1
    assert f" --> {WRONG}:12:16\n" in result.stdout
    assert "12 |   roll dice in bix\n   |                ^^^" in result.stdout
    assert f" --> {WRONG}:13:9\n" in result.stdout
    assert result.stdout.endswith("2 errors in 2 files\n")


def test_check_as_json() -> None:
    found = data("check", WRONG, "--format", "json", status=1)
    assert (found["files"], found["errors"], found["warnings"]) == (1, 2, 0)
    assert [one["line"] for one in found["diagnostics"]] == [12, 13]
    assert all(one["file"] == WRONG for one in found["diagnostics"])


def test_check_lists_assumed_numbers() -> None:
    found = data("check", "cubitos", "--assumed", "--format", "json")
    keys = {"what", "text", "file", "line", "column"}
    assert found["assumed"] and all(keys == set(one) for one in found["assumed"])
    lines = call("check", "cubitos", "--assumed").stdout.splitlines()
    assert len(lines) == len(found["assumed"]) + 1


def test_warnings_are_errors_if_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Diagnostics()
    out.add(lints.UNUSED_NAME, Span(Source("odd.cube", "let x = 1\n"), 4, 5), "nothing reads `x`")
    monkeypatch.setattr(pipeline, "load", lambda target: (None, out))
    fine = data("check", "odd.cube", "--format", "json")
    assert (fine["errors"], fine["warnings"]) == (0, 1)
    strict = data("check", "odd.cube", "--strict", "--format", "json", status=1)
    assert (strict["errors"], strict["warnings"]) == (1, 0)
    assert call("check", "odd.cube").stdout.startswith("warning[CB0801]: nothing reads `x`\n")
    assert call("check", "odd.cube", "--strict").stdout.startswith("error[CB0801]: ")


@pytest.mark.parametrize(
    ("arguments", "variable", "colored"),
    [
        ((), "", False),
        (("--color", "always"), "", True),
        (("--color", "never"), "", False),
        (("--color", "always"), "1", True),
    ],
)
def test_colors(
    arguments: tuple[str, ...], variable: str, colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    assert ("\x1b[" in call("check", WRONG, *arguments).stdout) == colored
    assert ("\x1b[" in call(*arguments, "check", WRONG).stdout) == colored


def test_a_check_starts_fast() -> None:
    question = "import sys, cubedsl.cli.checking; print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", question), capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "cubedsl.dsl.check" in loaded
    assert not loaded & {"rich", "concurrent.futures.process", "cubedsl.interpreter"}


# ------------------------------------------------------------------ list, explain


def test_list_of_what_is_shipped() -> None:
    assert call("list").stdout.split() == list(pipeline.shipped())
    assert data("list", "--format", "json") == {"rulesets": list(pipeline.shipped())}


def test_list_of_what_is_inside() -> None:
    text = call("list", STAGE).stdout
    assert text.startswith("Stage (stage), 2 to 3 players\n")
    for line in ("options:\n  speed = 3 (1 to 9)", "  Lamp, for red", "strategies:\n  Seller"):
        assert line in text
    found = data("list", STAGE, "--format", "json")
    assert found["players"] == [2, 3] and found["strategies"] == ["Seller"]
    assert found["options"] == {"speed": {"default": 3, "low": 1, "high": 9}}


def test_list_of_a_wrong_ruleset() -> None:
    result = call("list", WRONG)
    assert result.exit_code == 1 and result.stdout == ""
    assert "2 errors in 1 file" in result.stderr


@pytest.mark.parametrize("code", ALL)
def test_explain_every_code(code: str) -> None:
    text = call("explain", code.lower()).stdout
    assert code in text and len(text.splitlines()) >= 3
    assert data("explain", code, "--format", "json")["code"] == code


def test_explain_suggests() -> None:
    assert "did you mean `CB0101`?" in call("explain", "CB101").stderr


# ------------------------------------------------------------------ sim


def test_sim_as_text() -> None:
    text = call("sim", PIG, "--games", "10", "--players", "3", "--rotate").stdout
    assert text.startswith("Pig, 3 players; 10 games, seed 0\n10 finished: 10 won, 0 tied, ")
    for word in ("Seat", "Bot", "95 % interval", "Hold at 20", "rounds:", "digest:"):
        assert word in text


def test_sim_as_json() -> None:
    found = data(*SIM)
    assert (found["ruleset"], found["games"], found["seed"]) == ("pig", 20, 7)
    assert (found["finished"], found["tied"], found["stopped"]) == (20, 0, 0)
    assert found["options"] == {"goal": 100, "size": "d6"} and found["engine"] == "fast"
    assert sum(one["wins"] for one in found["seats"]) == 20
    for one in found["seats"]:
        assert 0 <= one["low"] <= one["win_rate"] <= one["high"] <= 1
    assert found["rounds"]["p5"] <= found["rounds"]["p50"] <= found["rounds"]["p95"]
    assert found["decisions_per_game"] > 10 and found["games_per_second"] > 0
    assert [one["strategy"] for one in found["strategies"]] == ["Hold at 20"]


def test_sim_of_strategies_that_share_a_name() -> None:
    seats = ("--seat", "hold at 20", "--seat", "random", "--seat", "Hold at 20")
    found = data(*SIM, *seats)
    assert found["players"] == 3
    assert [one["strategy"] for one in found["seats"]] == ["Hold at 20", "random", "Hold at 20"]
    assert [one["bots"] for one in found["strategies"]] == [2, 1]
    assert sum(one["wins"] for one in found["strategies"]) == 20


def test_sim_with_an_option_and_more_strategies(tmp_path: Path) -> None:
    file = tmp_path / "more.cube"
    file.write_text('strategy "Twice" for pig {\n  at roll_or_hold: hold\n}\n', "utf-8")
    more = ("--strategies", str(file), "--seat", "twice", "--option", "goal=20")
    found = data(*SIM, *more)
    assert found["options"] == {"goal": 20, "size": "d6"}
    assert {one["strategy"] for one in found["seats"]} == {"Twice"}


def test_sim_of_games_that_are_stopped() -> None:
    result = call("sim", PIG, "--games", "3", "--max-steps", "30")
    assert result.exit_code == 3
    assert "0 finished" in result.stdout and "3 stopped" in result.stdout
    assert "is not over after 30 steps" in result.stdout


def digest(*arguments: str, **environment: str) -> str:
    done = process(*SIM, *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["digest"])


def test_the_digest_is_the_same_everywhere() -> None:
    seeds = [digest(PYTHONHASHSEED=seed) for seed in ("0", "1", "random")]
    jobs = [digest("--jobs", jobs, PYTHONHASHSEED="random") for jobs in ("2", "4")]
    assert {*seeds, *jobs} == {data(*SIM)["digest"]}


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_simulation_shows_what_is_finished(jobs: str) -> None:
    command = (sys.executable, "-m", "cubedsl", *SIM, "--games", "100000000", "--jobs", jobs)
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(2.5)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and b"Traceback" not in err
    found = json.loads(out)
    assert found["interrupted"] and found["games_wanted"] == 100_000_000
    assert found["games"] < 100_000_000 and found["finished"] == found["games"]


# ------------------------------------------------------------------ test


def test_scenarios_that_hold() -> None:
    result = call("test", "tests/stage/hold.cube", PIG)
    assert result.exit_code == 0, result.output
    assert (
        "tests/stage/hold.cube (stage)\n  ok     Dice by kind, the rest as one\n" in result.stdout
    )
    assert result.stdout.splitlines()[-1] == "22 passed, 0 failed"


def test_scenarios_that_fail() -> None:
    result = call("test", "tests/stage/fail.cube")
    assert result.exit_code == 1
    assert (
        "  failed Not offered\n    tests/stage/fail.cube:80:3\n      Ann chooses 4" in result.stdout
    )
    assert "    `4` is not offered: Ann may choose: 1, 2, 3\n" in result.stdout
    assert "    asked instead: Ann: number_said (1, 2, 3)\n" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("0 passed, ")


def test_scenarios_as_json() -> None:
    found = data("test", "tests/stage/fail.cube", "--format", "json", status=1)
    assert found["passed"] == 0 and found["failed"] == len(found["scenarios"])
    first = found["scenarios"][0]
    assert (first["title"], first["ruleset"], first["ok"]) == ("A wrong number", "stage", False)
    assert first["failure"]["reason"] == "expected coins of Ann = 2, was 1"
    assert first["failure"]["line"] == 9 and len(first["failure"]["log"]) == 3


def test_scenarios_of_a_folder() -> None:
    found = data("test", "tests/stage", "--format", "json", status=1)
    files = {one["file"] for one in found["scenarios"]}
    assert files == {f"tests/stage/{name}.cube" for name in ("hold", "fail", "several")}
    wrong = {one["file"] for one in found["diagnostics"]}
    assert wrong == {"tests/stage/wrong.cube", "tests/stage/unknown.cube"}


def test_a_file_without_scenarios() -> None:
    result = call("test", "tests/stage/seats.cube")
    assert result.exit_code == 1
    assert result.stdout == "0 passed, 0 failed: there are no scenarios\n"


def test_the_heading_is_cited() -> None:
    assert "(1. Draw)" in call("test", "cubitos").stdout


def test_click_knows_the_group() -> None:
    assert isinstance(main, click.Group)


def test_a_dash_is_the_standard_input() -> None:
    clean = CliRunner().invoke(main, ["check", "-"], input=(ROOT / PIG).read_text("utf-8"))
    assert (clean.exit_code, clean.stdout) == (0, "no problems in 1 file\n")
    wrong = CliRunner().invoke(main, ["check", "-"], input='ruleset "X"\nplayrs 2 to 3\n')
    assert wrong.exit_code == 1 and "-:2:1" in wrong.output
