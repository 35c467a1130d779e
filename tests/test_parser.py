"""Every construct becomes the node that it should, with its exact place."""

import logging
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
import pytest

from brief import brief, parts
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse import tables
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.parse.words import RESERVED
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree import File

ROOT = Path(__file__).parent.parent
NODES = Path(__file__).parent / "corpus" / "nodes"
SHIPPED = sorted(
    path for folder in ("rulesets", "examples") for path in (ROOT / folder).rglob("*.cube")
)
SOFT_WORDS = [*sorted(set(tables.load().words) - RESERVED), "x3"]

# What stands around the text of a block in `corpus/nodes`, and where its node is in the file.
FRAMES = {
    "values": ("rule r = ", "", "value"),
    "statements": ("game { ", " }", "body.statements"),
    "declarations": ("", "", ""),
    "scenario": ('scenario "S" { ', " }", "lines"),
    "strategy": ('strategy "S" for pig { ', " }", "advice"),
}


def parsed(text: str) -> File:
    """A file that must have no mistake."""
    out = Diagnostics()
    file = parse(Source("a.cube", text), out)
    assert [f"{one.primary.span}: {one.message}" for one in out.all] == []
    return file


def blocks() -> Iterator[tuple[str, str, str]]:
    """Texts of constructs, and their nodes in brief."""
    for chapter in FRAMES:
        for block in (NODES / f"{chapter}.txt").read_text("utf-8").strip().split("\n\n"):
            text, _, expected = block.rpartition("\n=> ")
            yield chapter, text, expected


@pytest.mark.parametrize(("chapter", "text", "expected"), list(blocks()))
def test_a_construct_becomes_its_node(chapter: str, text: str, expected: str) -> None:
    before, behind, path = FRAMES[chapter]
    node: Any = parsed(before + text + behind).items[0]
    for name in filter(None, path.split(".")):
        node = getattr(node, name)
    assert brief(node) == expected


# ------------------------------------------------------------------ places


def nodes(node: object) -> Iterator[Any]:
    """A node and all nodes below it."""
    if isinstance(node, tuple):
        for one in node:
            yield from nodes(one)
    elif attrs.has(type(node)) and not isinstance(node, Source | Span):
        yield node
        for part in parts(node):
            yield from nodes(part)


def places(text: str, kind: str) -> list[str]:
    """The texts of all nodes of a class."""
    return [one.span.text for one in nodes(parsed(text).items) if type(one).__name__ == kind]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("rule r = (a + b) * c", "Binary", ["(a + b) * c", "a + b"]),
        ("rule r = not (a and b)", "Not", ["not (a and b)"]),
        ("rule r = max(a, (b))", "Call", ["max(a, (b))"]),
        ("rule r = a if b else c  # why", "Conditional", ["a if b else c"]),
        ("rule r = money of (red dice in hand)", "NounPhrase", ["red dice in hand"]),
        ("rule r = 5 - -3", "Negate", ["-3"]),
        ("rule r = 20%", "Percent", ["20%"]),
        ("game {\n  if a {\n  b }\n  else { c }\n}", "If", ["if a {\n  b }\n  else { c }"]),
        (
            "game { if a { b } else { c } }",
            "Block",
            ["{ if a { b } else { c } }", "{ b }", "{ c }"],
        ),
        ("game { each player: stop }", "Block", ["{ each player: stop }", "stop"]),
        ("game { roll 2 red dice in cup to hand }", "Pick", ["2 red dice in cup"]),
        ("game { roll 2 red dice in cup to hand }", "NounPhrase", ["red dice in cup"]),
        (
            "game { gain 1 coin for each red die in hand }",
            "NounPhrase",
            ["coin", "red die in hand"],
        ),
        ("game { put a on b by c }", "Preposition", ["on b", "by c"]),
        ("game { later on push until stop: a }", "On", ["on push"]),
        ('card "Elk" for red cost 3 assumed { }', "Text", ['"Elk"']),
        ('card "Elk" for red cost 3 assumed { }', "AttributeValue", ["cost 3 assumed"]),
        ("die red { faces oak, big elm 2 x3 }", "FaceDecl", ["oak", "big elm 2 x3"]),
        ("piece die/dice in cup", "NounName", ["die/dice"]),
        ("to f (die a) to (die b) { c }", "Parameter", ["(die a)", "to (die b)"]),
        ("path p { 0; 1: pays 1 }", "Stop", ["0", "1: pays 1"]),
    ],
)
def test_a_node_has_the_place_of_its_text(text: str, kind: str, expected: list[str]) -> None:
    assert places(text, kind) == expected


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_places_lie_in_one_another(path: Path) -> None:
    for parent in nodes(parsed(path.read_text("utf-8")).items):
        assert parent.span.text.strip() == parent.span.text != ""
        for child in nodes(tuple(parts(parent))):
            assert parent.span.start <= child.span.start
            assert child.span.end <= parent.span.end


def test_there_are_shipped_files() -> None:
    assert len(SHIPPED) >= 10


# ------------------------------------------------------------------ line ends, comments, words


@pytest.mark.parametrize(
    "text",
    [
        "event a,\n  b",
        "event a, # why\n\n  b",
        "rule r =\n  1 +\n  2",
        "rule r = max(\n  1,\n  2\n)",
        "rule r = a and\n  b",
        "game\n{\n  a\n}",
        "game { if a {\n b\n }\n else {\n c\n } }",
        "game { if a {\n b\n }\n\n # otherwise\n else if d {\n c\n } }",
        "game {\n a;\n b;\n}",
        "game { a; b }",
        "game {\n\n}",
        'set "S" {\n  "A",\n  "B"\n}',
    ],
)
def test_line_ends_that_mean_nothing(text: str) -> None:
    assert len(parsed(text).items) == 1


def test_a_line_end_ends_a_statement() -> None:
    assert brief(parsed("game {\n a\n b c\n}").items[0]) == (
        "GameDecl(Block(Phrase(a, -, -, -, -) Phrase(b, Words(c, -), -, -, -)))"
    )


def test_comments_are_kept() -> None:
    text = (
        '# one\nevent a  # two\n\n  # three\ncard "#4" for red { }\n'
        'track "T" hex {\n  map """\n #\n"""\n}'
    )
    comments = parsed(text).comments
    assert [(one.text, one.own_line) for one in comments] == [
        ("# one", True),
        ("# two", False),
        ("# three", True),
    ]
    assert all(one.span.text == one.text for one in comments)


@pytest.mark.parametrize("word", SOFT_WORDS)
def test_a_word_that_is_not_reserved_is_a_name(word: str) -> None:
    text = f"game {{ {word} {word}; set {word} = {word} + 1\n {word} red {word} in {word} }}"
    assert f"Words({word}, -)" in brief(parsed(text).items)
    assert brief(parsed(f"event {word}, {word}").items[0]) == f"EventDecl({word} {word})"


def test_accents_may_be_coded_in_two_ways() -> None:
    names = [one for one in nodes(parsed("event pi\u00f1a, pin\u0303a").items[0])][1:]
    assert [one.text for one in names] == ["pi\u00f1a", "pi\u00f1a"]
    assert [len(one.span.text) for one in names] == [4, 5]


def test_a_key_of_a_legend_may_be_any_sign() -> None:
    keys = "abZ019.~*+-/=<>()[],:;|&!'x@"
    lines = "\n".join(f"    {key}  open to {key}" for key in keys)
    text = f'track "T" hex {{\n  legend {{\n{lines}\n  }}\n}}\npath p {{ 1: pays 1 }}'
    track: Any = parsed(text).items[0]
    assert "".join(one.key.text for one in track.legend) == keys
    assert "".join(one.target.text for one in track.legend) == keys


# ------------------------------------------------------------------ the grammar and its tables


def grammar() -> str:
    return files("cubedsl.dsl.parse").joinpath("grammar/cube.lark").read_text("utf-8")


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="lark"):
        tables.build(grammar(), debug=True)
    assert [one.message for one in caplog.records if "conflict" in one.message.lower()] == []


def test_all_terminals_have_names() -> None:
    names = {terminal.name for terminal in tables.build(grammar()).terminals}
    assert [name for name in names if "ANON" in name] == []
    assert len(names) > 100


def test_reserved_words_are_words_of_the_grammar() -> None:
    assert tables.load().words.keys() >= RESERVED


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder that tables are loaded from, for one test."""
    monkeypatch.setenv("CUBEDSL_CACHE", str(tmp_path / "cache"))
    tables.load.cache_clear()
    yield tmp_path / "cache"
    tables.load.cache_clear()


def test_tables_are_kept(cache: Path) -> None:
    made = tables.load()
    (kept,) = cache.iterdir()
    tables.load.cache_clear()
    loaded = tables.load()
    assert (loaded.words, loaded.signs) == (made.words, made.signs)
    assert brief(parsed("event a").items[0]) == "EventDecl(a)"
    assert list(cache.iterdir()) == [kept]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x05N."])
def test_kept_tables_may_be_spoiled(cache: Path, content: bytes) -> None:
    tables.load()
    (kept,) = cache.iterdir()
    kept.write_bytes(content)
    tables.load.cache_clear()
    assert brief(parsed("event a").items[0]) == "EventDecl(a)"
    assert kept.read_bytes() != content


def test_tables_need_not_be_kept(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert brief(parsed("event a").items[0]) == "EventDecl(a)"
    assert cache.is_file()
