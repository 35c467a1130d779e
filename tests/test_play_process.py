"""`cubedsl play` in processes of its own: interrupted, in a terminal, under any locale."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sessions import COMMAND, COURT, KEPT, PIG, cubedsl, play, process


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_game_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", PIG, "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        bufsize=0,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"roll\n")
    seen = b""
    while seen.count(b"roll_or_hold?") < 2:
        seen += os.read(process.stdout.fileno(), 65536)
    time.sleep(0.2)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"{KEPT}pig-3.json" in err.decode()
    assert "--load pig-3.json" in err.decode()
    assert b"Traceback" not in out + err
    choices = json.loads((tmp_path / "pig-3.json").read_text("utf-8"))["choices"]
    assert [one["option"] for one in choices if one["seat"] == 0] == ["roll"]


def test_bots_that_are_interrupted_are_kept(tmp_path: Path) -> None:
    seats = ("--seat", "random", "--seat", "random")
    process = subprocess.Popen(
        [*COMMAND, "play", "cubitos", *seats, "--seed", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"{KEPT}cubitos-3.json" in err.decode() and b"Traceback" not in err
    out = cubedsl("replay", "cubitos-3.json", "--verify", cwd=tmp_path).stdout
    assert out.startswith("verified: ")


# ------------------------------------------------------------------ surroundings


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX"},
        {"PYTHONIOENCODING": "latin-1"},
        {"NO_COLOR": "1"},
    ],
)
def test_any_locale_will_do(environment: dict[str, str], tmp_path: Path) -> None:
    said = "help piña\nquit\n"
    words = ("play", "cubitos", "--seed", "7", "--name", "Bén")
    out = process(*words, said=said, cwd=tmp_path, **environment).stdout
    assert 'card "Piña Cubelada" for green' in out
    assert "Bén, push_or_pass?" in out
    assert "\x1b" not in out


def test_colors_can_be_asked_for(tmp_path: Path) -> None:
    out = play(PIG, "--color", "always", "--seed", "3", said="", cwd=tmp_path)
    assert "\x1b[1mPlayer 1, roll_or_hold?\x1b[0m" in out


def test_a_closed_input_is_the_end(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", PIG, "--seed", "3"],
        preexec_fn=lambda: os.close(0),
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr


def in_a_terminal(*words: str, typed: list[bytes], cwd: Path) -> tuple[bytes, int]:
    """Return what a session in a terminal shows, and how it ends; each prompt is answered."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cwd)
        os.execve(sys.executable, [*COMMAND, *words], {**os.environ, "TERM": "xterm"})
    shown, answered, until = b"", 0, time.monotonic() + 60
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        try:
            shown += os.read(terminal, 65536) if ready else b""
        except OSError:
            break
        prompts = shown.count(b"\n> ") + shown.count(b"press Enter. ")
        if not ready and answered < min(len(typed), prompts):
            os.write(terminal, typed[answered])
            answered += 1
    else:
        os.kill(child, signal.SIGKILL)
    return shown, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_session_in_a_terminal(tmp_path: Path) -> None:
    shown, code = in_a_terminal(
        "play", PIG, "--seed", "3", typed=[b"roll\r", b"\x04"], cwd=tmp_path
    )
    assert code == 0, shown
    assert b"\x1b[1mPlayer 1, roll_or_hold?" in shown
    assert b"the game is kept in pig-3.json" in shown


def test_an_interruption_in_a_terminal(tmp_path: Path) -> None:
    shown, code = in_a_terminal(
        "play", PIG, "--seed", "3", typed=[b"roll\r", b"\x03"], cwd=tmp_path
    )
    assert code == 130, shown
    assert b"the game is kept in pig-3.json" in shown
    assert b"Traceback" not in shown


def test_the_keyboard_is_handed_over(tmp_path: Path) -> None:
    words = ("play", COURT, "--seed", "3", "--seat", "human", "--seat", "human")
    shown, code = in_a_terminal(*words, typed=[b"\r", b"1\r", b"\r", b"\x04"], cwd=tmp_path)
    assert code == 0, shown
    assert shown.count(b"press Enter") >= 1
    assert shown.count(b"\x1b[2J") == shown.count(b"press Enter")
