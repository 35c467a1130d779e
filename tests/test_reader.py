"""Files of all sorts become a `Source`, or one plain diagnostic."""

import os
from pathlib import Path

import pytest

from cubedsl.dsl.codes import files, syntax
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.reader import LARGEST, decode, read
from cubedsl.dsl.source import Source, Span

CARD = """\
# one card
card "Big elk" for brown cost 4 {
  # what it does
  run: gain 2 coins

  now { gain 1 coin; lose this }
}
"""


def text_of(data: bytes) -> str:
    out = Diagnostics()
    source = decode("a.cube", data, out)
    assert out.all == ()
    assert source is not None
    return source.text


def refusal(data: bytes) -> str:
    out = Diagnostics()
    assert decode("a.cube", data, out) is None
    (one,) = out.all
    return f"{one.code.id} {one.message}"


# ------------------------------------------------------------------ D01: one text, many layouts


def outline(text: str) -> str:
    """What a text declares, without places."""
    out = Diagnostics()
    file = parse(Source("a.cube", text), out)
    assert out.all == ()
    return " ".join("".join(item.span.text.split()) for item in file.items)


@pytest.mark.parametrize(
    "data",
    [
        CARD.encode(),
        CARD.replace("\n", "\r\n").encode(),
        CARD.replace("\n", "\r").encode(),
        CARD.rstrip("\n").encode(),
        CARD.replace("  ", "\t").encode(),
        CARD.replace("\n\n", "\n   \t\n# between\n\n").replace("# between\n", "").encode(),
        CARD.replace("card ", "card\u00a0").encode(),
    ],
    ids=["LF", "CRLF", "CR", "no final newline", "tabs", "blank lines", "no-break space"],
)
def test_the_layout_of_a_text_changes_nothing(data: bytes) -> None:
    assert outline(text_of(data)) == outline(CARD).replace("card\u00a0", "card")


def test_tabs_and_spaces_are_not_mixed() -> None:
    out = Diagnostics()
    parse(Source("a.cube", CARD.replace("  run", " \t run")), out)
    (found,) = out.all
    assert found.code.id == "CB0139" and found.primary.span.text == " \t "


@pytest.mark.parametrize("text", ["", "\n", "\n\n  \n", "# only a comment", "# one\n# two\n", "\t"])
def test_a_file_may_say_nothing(text: str) -> None:
    out = Diagnostics()
    file = parse(Source("a.cube", text_of(text.encode())), out)
    assert (file.items, out.all) == ((), ())
    assert len(file.comments) == text.count("#")


# ------------------------------------------------------------------ D02: what is text


def test_one_byte_order_mark_is_ignored_and_columns_begin_at_1() -> None:
    source = Source("a.cube", text_of(b"\xef\xbb\xbfevent a\n"))
    file = parse(source, Diagnostics())
    assert file.items[0].span.position == (1, 1)


def test_a_second_byte_order_mark_is_an_invisible_sign() -> None:
    out = Diagnostics()
    parse(Source("a.cube", text_of(b"\xef\xbb\xbf\xef\xbb\xbfevent a\n")), out)
    (one,) = out.all
    assert one.code is syntax.UNKNOWN_SIGN
    assert "U+FEFF" in one.message
    assert one.primary.span.position == (1, 1)


@pytest.mark.parametrize(
    "data",
    [
        "event a".encode("utf-16"),
        "event a".encode("utf-16-le"),
        "event a".encode("utf-16-be"),
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"event \xff\n",
        b"event a\x00b\n",
        "event \u00e9".encode("latin-1"),
        b"\xed\xa0\x80",
    ],
)
def test_what_is_not_utf_8_is_refused_once(data: bytes) -> None:
    assert refusal(data).startswith("CB0002 `a.cube` is not UTF-8 text")


def test_the_line_of_the_first_bad_byte_is_named() -> None:
    assert refusal(b"event a\nevent \xff\n").endswith("(line 2)")


def test_text_is_not_normalised() -> None:
    assert text_of("n\u0303".encode()) == "n\u0303"


def test_a_large_file_is_refused() -> None:
    assert refusal(b" " * (LARGEST + 1)) == "CB0003 `a.cube` is larger than 4 MB"
    assert len(text_of(b" " * LARGEST)) == LARGEST


# ------------------------------------------------------------------ files


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.cube"
    path.write_bytes(b"\xef\xbb\xbfevent a\r\n")
    out = Diagnostics()
    source = read(path, out)
    assert source is not None
    assert (source.name, source.text, out.all) == (str(path), "event a\n", ())


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.cube", "does not exist"), ("folder", "is no file"), ("\0", "cannot be read")],
)
def test_what_cannot_be_read_is_refused_once(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    out = Diagnostics()
    assert read(tmp_path / name, out) is None
    (one,) = out.all
    assert one.code is files.UNREADABLE
    assert one.message.endswith(message)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    out = Diagnostics()
    assert read(tmp_path / "pipe", out) is None
    assert out.has_errors


def test_a_mistake_is_reported_where_the_file_was_asked_for(tmp_path: Path) -> None:
    asked = Span(Source("b.cube", 'use "a.cube"\n'), 4, 12)
    out = Diagnostics()
    assert read(tmp_path / "a.cube", out, asked) is None
    assert out.all[0].primary.span is asked
