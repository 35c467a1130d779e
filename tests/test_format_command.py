"""`cubedsl fmt`: what it writes and where, and what it never does to a file."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main

BAD = "event  a\n"
GOOD = "event a\n"
WRONG = "game {\n  a\n"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin in a folder with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("bad.cube").write_text(BAD)
    Path("good.cube").write_text(GOOD)
    Path("wrong.cube").write_text(WRONG)


def fmt(*arguments: str, input: bytes | None = None) -> Result:
    """Call the command; a fault of the program is a failure."""
    result = CliRunner().invoke(main, ["fmt", *arguments], input=input)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def text_of(name: str) -> bytes:
    return Path(name).read_bytes()


def leftovers() -> list[str]:
    return [name for name in os.listdir() if name.startswith(".")]


# ------------------------------------------------------------------ what is said


def test_files_are_written_anew() -> None:
    result = fmt("bad.cube", "good.cube", "bad.cube")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 written anew, 1 unchanged\n"
    assert text_of("bad.cube") == text_of("good.cube") == GOOD.encode()


def test_a_file_with_mistakes_stays_and_the_others_are_written() -> None:
    result = fmt("wrong.cube", "bad.cube")
    assert result.exit_code == 1 and "error[CB0102]" in result.stderr and result.stdout == ""
    assert text_of("wrong.cube") == WRONG.encode() and text_of("bad.cube") == GOOD.encode()


def test_check_names_the_files() -> None:
    result = fmt("--check", "good.cube", "bad.cube")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "bad.cube\n", "")
    assert text_of("bad.cube") == BAD.encode()
    assert fmt("--check", "good.cube").exit_code == 0


def test_diff_shows_what_changes() -> None:
    result = fmt("--diff", "good.cube", "bad.cube")
    assert result.exit_code == 1
    assert result.stdout == ("--- bad.cube\n+++ bad.cube\n@@ -1 +1 @@\n-event  a\n+event a\n")
    assert text_of("bad.cube") == BAD.encode()
    colored = fmt("--diff", "--color", "always", "bad.cube").stdout
    assert "\x1b[31m-event  a\x1b[0m\n\x1b[32m+event a\x1b[0m\n" in colored


def patched(old: bytes, diff: bytes) -> bytes:
    """What a unified diff makes of a text; its lines must be those of the text."""
    lines, made, at = old.splitlines(keepends=True), [], 0
    for line in diff.split(b"\n")[2:]:
        match line[:1]:
            case b"@":
                start = int(line.split()[1].split(b",")[0][1:])
                made += lines[at : max(start - 1, at)]
                at = max(start - 1, at)
            case b"+":
                made.append(line[1:] + b"\n")
            case b"-" | b" ":
                assert lines[at].rstrip(b"\n") == line[1:]
                made += [lines[at]] if line[:1] == b" " else []
                at += 1
    return b"".join(made + lines[at:])


@pytest.mark.parametrize("old", [BAD, BAD.rstrip(), "\n\n" + BAD + "\n\n", "game {\r\n a }\r\n"])
def test_a_diff_is_a_patch(old: str) -> None:
    Path("bad.cube").write_bytes(old.encode())
    diff = fmt("--diff", "bad.cube").stdout_bytes
    Path("bad.cube").write_bytes(patched(old.encode(), diff))
    assert fmt("--check", "bad.cube").exit_code == 0


def test_folders() -> None:
    Path("in", ".hidden").mkdir(parents=True)
    for name in ("in/bad.cube", "in/.hidden/bad.cube", "in/bad.txt"):
        Path(name).write_text(BAD)
    assert fmt("--check", "in", "in/bad.cube").stdout == f"{Path('in/bad.cube')}\n"
    Path("none").mkdir()
    assert fmt("none").exit_code == 2


def test_stdin_becomes_stdout() -> None:
    result = fmt("-", input=BAD.encode())
    assert (result.exit_code, result.stdout, result.stderr) == (0, GOOD, "")
    assert fmt("--check", "-", input=BAD.encode()).exit_code == 1
    assert fmt("-", input=b"").stdout == ""
    result = fmt("-", input=WRONG.encode())
    assert result.exit_code == 1 and result.stdout == "" and "-:1:6" in result.stderr


def test_json() -> None:
    result = fmt("--format", "json", "--diff", "bad.cube", "good.cube", "wrong.cube")
    data = json.loads(result.stdout)
    assert [one["state"] for one in data["files"]] == ["changed", "unchanged", "wrong"]
    assert data["files"][0]["diff"].endswith("+event a\n") and data["files"][1]["diff"] == ""
    assert [one["code"] for one in data["diagnostics"]] == ["CB0102"]
    assert (result.exit_code, result.stderr) == (1, "")
    data = json.loads(fmt("--format", "json", "-", input=BAD.encode()).stdout)
    assert data["files"] == [{"file": "-", "state": "changed", "text": GOOD}]


@pytest.mark.parametrize("name", ["nosuch.cube", "latin.cube", "pipe"])
def test_what_cannot_be_read(name: str) -> None:
    Path("latin.cube").write_bytes(b"event \xe9\n")
    os.mkfifo("pipe")
    result = fmt(name, "bad.cube")
    assert result.exit_code == 2 and name in result.stderr
    assert text_of("bad.cube") == GOOD.encode()


# ------------------------------------------------------------------ what a file keeps


@pytest.mark.parametrize("old", [b"event a\r\n", b"\xef\xbb\xbfevent a\n", b"event a"])
def test_line_ends_are_line_feeds_and_there_is_no_mark(old: bytes) -> None:
    Path("bad.cube").write_bytes(old)
    assert fmt("--check", "bad.cube").exit_code == 1
    assert fmt("bad.cube").exit_code == 0
    assert text_of("bad.cube") == GOOD.encode()


def test_permissions_and_links_are_kept() -> None:
    Path("bad.cube").chmod(0o640)
    Path("link.cube").symlink_to("bad.cube")
    assert fmt("link.cube").exit_code == 0
    assert Path("link.cube").is_symlink() and text_of("bad.cube") == GOOD.encode()
    assert Path("bad.cube").stat().st_mode & 0o777 == 0o640
    assert leftovers() == []


def test_a_file_in_good_layout_is_not_touched() -> None:
    os.utime("good.cube", (1, 1))
    fmt("good.cube")
    assert Path("good.cube").stat().st_mtime == 1


def test_a_read_only_file_stays() -> None:
    Path("bad.cube").chmod(0o444)
    result = fmt("bad.cube", "good.cube")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: `bad.cube` is not written: it is read-only",
        "1 unchanged, 1 not writable",
    ]
    assert text_of("bad.cube") == BAD.encode()


def test_a_full_disk() -> None:
    big = "event  a\n" * 5000
    Path("big.cube").write_text(big)
    done = subprocess.run(
        [sys.executable, "-c", "from cubedsl.cli import main; main()", "fmt", "big.cube"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)),
        env={**os.environ, "CUBEDSL_CACHE": "cache"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stderr.startswith("error: `big.cube` is not written: File")
    assert text_of("big.cube") == big.encode() and leftovers() == []


def test_an_interruption_leaves_one_of_the_two(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    assert fmt("bad.cube").exit_code == 130
    assert text_of("bad.cube") == BAD.encode() and leftovers() == []
