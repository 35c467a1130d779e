"""How problems are shown."""

import json
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl import render
from cubedsl.dsl.codes import Code, Severity
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics, Label
from cubedsl.dsl.source import NOWHERE, Source, Span

WRONG = Code("CB9901", "a mistake", "What it means.")
ODD = Code("CB9902", "a doubt", "What it means.", Severity.WARNING)


def at(source: Source, text: str) -> Span:
    """Return the first place of a text."""
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def shown(primary: Label, *related: Label, help: str | None = None) -> str:
    """Return a diagnostic as text, without colors."""
    return render.one(Diagnostic(WRONG, "this is wrong", primary, related, help))


def expected(text: str) -> str:
    return dedent(text).removeprefix("\n")


def test_one_place() -> None:
    source = Source("a.cube", "x\ny\nmove hits to actve\n")
    assert shown(Label(at(source, "actve"), "unknown"), help="look there") == expected(
        """
        error[CB9901]: this is wrong
         --> a.cube:3:14
          |
        3 | move hits to actve
          |              ^^^^^ unknown
          |
          = help: look there
        """
    )


def test_related_places_in_two_files() -> None:
    here = Source("here.cube", "first\n" * 9 + "tenth\n")
    there = Source("there.cube", "twice\n")
    primary = Label(at(here, "tenth"), "again")
    before = Label(at(here, "irst"), "before")
    other = Label(at(there, "ice"))
    assert shown(primary, before, other) == expected(
        """
        error[CB9901]: this is wrong
          --> here.cube:10:1
           |
         1 | first
           |  ---- before
           ...
        10 | tenth
           | ^^^^^ again
           |
          ::: there.cube:1:3
           |
         1 | twice
           |   ---
           |
        """
    )


def test_two_marks_in_a_line() -> None:
    source = Source("a.cube", "one two three\n")
    both = shown(Label(at(source, "two"), "B"), Label(at(source, "one"), "A"))
    assert both == expected(
        """
        error[CB9901]: this is wrong
         --> a.cube:1:5
          |
        1 | one two three
          |     ^^^ B
          | --- A
          |
        """
    )


def test_several_lines() -> None:
    source = Source("a.cube", "card {\n  a\n  b\n  c\n  d\n}\nnext\n")
    assert shown(Label(Span(source, 0, source.text.index("}") + 1), "all of it")) == expected(
        """
        error[CB9901]: this is wrong
         --> a.cube:1:1
          |
        1 | card {
          | ^^^^^^
        2 |   a
          |   ^
          ...
        6 | }
          | ^ all of it
          |
        """
    )


@pytest.mark.parametrize(
    ("line", "indent"),
    [
        ("\tdog", 4),
        ("\t\tdog", 8),
        ("日本 dog", 5),
        ("Pin\u0303a dog", 5),
        ("Piña dog", 5),
        ("\x1b[31mdog", 5),
        ("\u202edog", 1),
        ("👋 dog", 3),
    ],
)
def test_the_caret_stands_under_the_text(line: str, indent: int) -> None:
    source = Source("a.cube", line)
    rows = shown(Label(at(source, "dog"))).splitlines()
    assert rows[4] == "  | " + " " * indent + "^^^"


def test_control_characters_do_not_reach_the_terminal() -> None:
    source = Source("\x1b[2J.cube", "a \x1b[31m\x07\r\x9b\u202e b\n")
    text = render.one(
        Diagnostic(WRONG, "`\x1b[0m`\nmore", Label(at(source, "b"), "\x08"), (), "\x7f")
    )
    assert set(text) & set(map(chr, range(32))) == {"\n"}
    assert not set(text) & set("\x7f\x9b\u202e")


def test_the_end_of_a_text() -> None:
    source = Source("a.cube", "x\n")
    assert "2 |\n  | ^\n" in shown(Label(Span(source, 2, 2)))
    assert "1 | x\n  |  ^\n" in shown(Label(Span(source, 1, 2)))


def test_a_long_line_is_cut() -> None:
    source = Source("a.cube", "x" * 5000 + "bad" + "y" * 5000)
    rows = shown(Label(at(source, "bad"))).splitlines()
    assert max(map(len, rows)) < 200
    place = rows[4].index("^^^")
    assert rows[3][place : place + 3] == "bad"


def test_a_place_in_no_text() -> None:
    text = shown(Label(NOWHERE), help="do that")
    assert text == "error[CB9901]: this is wrong\n --> <built in>:1:1\n  = help: do that\n"


def test_colors_only_when_asked_for() -> None:
    source = Source("a.cube", "x\n")
    found = Diagnostic(ODD, "odd", Label(at(source, "x"), "this"), (), "help")
    plain, colored = render.one(found), render.one(found, color=True)
    assert "\x1b" not in plain
    assert colored.startswith("\x1b[1;33mwarning[CB9902]\x1b[0m")
    assert "\x1b[1;33m^ this\x1b[0m" in colored


def test_a_summary() -> None:
    source = Source("a.cube", "x y z\n")
    out = Diagnostics()
    assert render.summary(out.all, 2) == "no problems in 2 files"
    out.add(WRONG, at(source, "x"), "one")
    assert render.summary(out.all, 1) == "1 error in 1 file"
    out.add(WRONG, at(source, "y"), "two")
    out.add(ODD, at(source, "z"), "three")
    assert render.summary(out.all, 3) == "2 errors, 1 warning in 3 files"


def test_data() -> None:
    source = Source("a.cube", "x\nyy\n")
    found = Diagnostic(WRONG, "m", Label(at(source, "yy"), "l"), (Label(at(source, "x")),), "h")
    assert render.data(found) == {
        "code": "CB9901",
        "severity": "error",
        "title": "a mistake",
        "message": "m",
        "file": "a.cube",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 3,
        "label": "l",
        "related": [
            {
                "file": "a.cube",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 2,
                "label": "",
            }
        ],
        "help": "h",
        "fix": None,
        "picture": None,
    }


def test_a_picture_stands_under_the_place() -> None:
    source = Source("a.cube", "x\nyy\n")
    found = Diagnostic(WRONG, "m", Label(at(source, "yy")), help="h", picture="  a  [b]\n[c]\x1b")
    assert render.one(found) == expected(
        """
        error[CB9901]: m
         --> a.cube:2:1
          |
        2 | yy
          | ^^
          |
          |     a  [b]
          |   [c]␛
          |
          = help: h
        """
    )
    assert render.data(found)["picture"] == "  a  [b]\n[c]\x1b"


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40), st.text(max_size=5))
def test_anything_can_be_shown(text: str, start: int, length: int, said: str) -> None:
    start = min(start, len(text))
    source = Source("a.cube", text)
    span = Span(source, start, min(start + length, len(text)))
    rows = shown(Label(span, said)).split("\n")
    assert rows[0] == "error[CB9901]: this is wrong" and rows[-1] == ""
    json.dumps(render.data(Diagnostic(WRONG, said, Label(span, said))))
