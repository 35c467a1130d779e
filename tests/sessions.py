"""Sessions of `cubedsl play`: through a pipe in this process, or in a process of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from library import ROOT

PIG = str(ROOT / "examples" / "pig.cube")
COURT = str(ROOT / "tests" / "games" / "court.cube")
LATE = str(ROOT / "tests" / "playing" / "late_start.cube")
COMMAND = (sys.executable, "-m", "cubedsl")
KEPT = "the game is kept in "


def process(
    *words: str, said: str | bytes = "", cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, and say something to it."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=said.encode() if isinstance(said, str) else said,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=120,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == 0, out + err
    assert "Traceback" not in out + err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def cubedsl(*words: str, said: str | bytes = "", cwd: Path, code: int = 0) -> Result:
    """Run a command in this process, and say something to it through a pipe."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        patch.delenv("NO_COLOR", raising=False)
        result = CliRunner().invoke(main, list(words), input=said)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code, result.output
    return result


def play(*words: str, said: str | bytes, cwd: Path) -> str:
    """Return what a session writes."""
    return cubedsl("play", *words, said=said, cwd=cwd).stdout


def questions(out: str) -> list[str]:
    """Return the questions that were asked, with the first line of their options."""
    return re.findall(r"^(\S.*\?\n .*)$", out, re.MULTILINE)
