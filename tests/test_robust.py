"""Whatever a file holds, the command reads it or refuses it: in words, with the right status, soon.

What is refused because it is no text, or cannot be found, is a wrong call (2); what is text and
wrong is a no (1).
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.reader import read

SOON = 1.0
GAME = """\
ruleset "Café"
players 2 to 4
piece die/dice in cup
zone cup shared
sheet card/cards for die
die red x2
card "Piñata Été" for red { }
set "First" { "Piñata Été" }

game {
\teach player: move dice in cup to cup
}
"""


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def check(path: Path, status: int) -> str:
    """Check a file: it ends soon, with this status, without a traceback; return what is said."""
    start = time.process_time()
    result = call("check", str(path))
    assert time.process_time() - start < SOON
    assert (result.exit_code, "Traceback" in result.output) == (status, False), result.output
    assert "internal error" not in result.output
    return result.output


def warm_up() -> None:
    call("check", "cubosaurs")


@pytest.fixture(autouse=True, scope="module")
def ready() -> None:
    warm_up()


# ------------------------------------------------------------------ what is read


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: ("\n\n" + text + "\n \n\t\n").encode(),
        lambda text: normalize("NFD", text).encode(),
        lambda text: text.replace("\t", "  ").encode(),
        lambda text: text.replace(
            '{ "Piñata Été" }', '{ "pin\u0303ata e\u0301te\u0301" }'
        ).encode(),
        lambda text: (text + "# " + "x" * 100_000).encode(),
    ],
    ids=["plain", "bom", "crlf", "cr", "no end", "blanks", "nfd", "spaces", "mixed", "long line"],
)
def test_these_are_the_same_game(change: Callable[[str], bytes], tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    path.write_bytes(change(GAME))
    assert check(path, 0) == "no problems in 1 file\n"


# ------------------------------------------------------------------ what is no text


@pytest.mark.parametrize(
    "data",
    [
        GAME.encode("utf-16"),
        GAME.encode("utf-16-le"),
        GAME.encode("utf-32"),
        GAME.encode("latin-1"),
        b"\x00" * 1000,
        b"\x7fELF\x02\x01\x01\x00" + bytes(range(256)),
        b"PK\x03\x04" + os.urandom(2000) + b"\xff",
        b"\x89PNG\r\n\x1a\n",
    ],
    ids=["utf-16", "utf-16-le", "utf-32", "latin-1", "zeros", "program", "archive", "picture"],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    path.write_bytes(data)
    first, *rest = check(path, 2).splitlines()
    assert first.startswith("error[CB0002]: `") and "is not UTF-8 text" in first
    assert [one for one in rest if one.strip()] == ["1 error in 1 file"]


def test_a_hundred_megabytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert check(path, 2).startswith("error[CB0003]")
    path.write_bytes(b"# all is well\n" * 1_000_000)
    assert check(path, 2).startswith("error[CB0003]")


@pytest.mark.parametrize(
    "junk",
    ["a ", "(", '"', '"""\n', "/*\n", "zone z shared\n", "“", "\U0001f3b2", "é\u0301 ", "\t"],
)
def test_large_files_end_soon(junk: str, tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    path.write_text(junk * (3_900_000 // len(junk.encode())), "utf-8")
    start = time.process_time()
    result = call("check", str(path))
    assert time.process_time() - start < SOON
    assert result.exit_code in (1, 2) and "error[CB" in result.output
    assert "internal error" not in result.output and len(result.output) < 200_000


def test_a_folder_and_nothing_are_no_files(tmp_path: Path) -> None:
    assert check(tmp_path / "nothing.cube", 2).startswith("error[CB0216]")
    assert check(tmp_path, 2).startswith("error[CB")
    (tmp_path / "pipe").unlink(missing_ok=True)
    os.mkfifo(tmp_path / "pipe")
    check(tmp_path / "pipe", 2)


def test_an_empty_file_is_told_so(tmp_path: Path) -> None:
    for text in ("", "\n", "# nothing\n", "\ufeff"):
        path = tmp_path / "game.cube"
        path.write_text(text, "utf-8")
        assert check(path, 1).startswith("error[CB0401]")


# ------------------------------------------------------------------ deep


@pytest.mark.parametrize(
    "text",
    [
        "rule r = " + "(" * 20_000 + "1" + ")" * 20_000,
        "game " + "{" * 20_000,
        "game {" + "if a {" * 20_000 + "}" * 20_001,
        "rule r = " + "not " * 10_000 + "a",
        "rule r = 1" + " + 1" * 10_000,
        "rule r = a" + " or a" * 10_000,
        "rule r = " + "a of " * 10_000 + "b",
        "game { if a { b }" + " else if a { b }" * 3_000 + "}",
    ],
    ids=lambda text: text[:16],
)
def test_what_is_deep_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    path.write_text(f'ruleset "Deep"\nplayers 2 to 4\n{text}\ngame {{ }}\n', "utf-8")
    assert "error[CB01" in check(path, 1)


# ------------------------------------------------------------------ other files


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.cube").write_text(text, "utf-8")


def test_files_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, a='ruleset "A"\nplayers 2 to 4\nuse "b.cube"\ngame { }\n')
    write(tmp_path, b='use "c.cube"\n', c='use "a.cube"\n')
    assert "error[CB0011]" in check(tmp_path / "a.cube", 2)
    write(tmp_path, a='ruleset "A" extends "b.cube"\n', b='ruleset "B" extends "a.cube"\n')
    assert "error[CB0011]" in check(tmp_path / "a.cube", 2)
    write(tmp_path, a='ruleset "A" extends "a.cube"\n')
    assert "error[CB0011]" in check(tmp_path / "a.cube", 2)


@pytest.mark.parametrize(
    "name", ["../part.cube", "/etc/passwd", "inside/../../part.cube", "link.cube", "~/x.cube"]
)
def test_files_outside_the_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    (folder / "inside").mkdir(parents=True)
    write(tmp_path, part="event dusk\n")
    (folder / "link.cube").symlink_to(tmp_path / "part.cube")
    write(folder, game=f'ruleset "A"\nplayers 2 to 4\nuse "{name}"\ngame {{ }}\n')
    said = check(folder / "game.cube", 2)
    assert said.startswith(("error[CB0012]", "error[CB0001]"))
    assert ("root:" in said, "dusk" in said) == (False, False)


def test_a_file_below_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    write(tmp_path / "parts", one="event dusk\n")
    game = "game { signal dusk }\n"
    write(tmp_path, game=f'ruleset "A"\nplayers 2 to 4\nuse "parts/one.cube"\n{game}')
    assert check(tmp_path / "game.cube", 0) == "no problems in 1 file\n"


def test_a_used_file_that_is_no_text(tmp_path: Path) -> None:
    write(tmp_path, game='ruleset "A"\nplayers 2 to 4\nuse "part.cube"\ngame { }\n')
    (tmp_path / "part.cube").write_bytes(b"\xff\xfe\x00")
    said = check(tmp_path / "game.cube", 2)
    assert said.startswith("error[CB0002]") and "game.cube:3:5" in said


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The superuser may read everything, so the refusal is played.
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "game.cube"
    path.write_text(GAME, "utf-8")
    monkeypatch.setattr(Path, "open", refused)
    out = Diagnostics()
    assert read(path, out) is None
    assert [one.code.id for one in out.all] == ["CB0001"]
