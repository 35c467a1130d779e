"""Everything that the documentation says is so: its texts are checked, played, executed."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from click.testing import CliRunner

import cubedsl.rulesets as library
import docs_diagnostics
from cubedsl.cli import main
from cubedsl.dsl import render, tree
from cubedsl.dsl.check.calls import FUNCTIONS
from cubedsl.dsl.check.declare import declare
from cubedsl.dsl.check.verbs import BUILT_IN
from cubedsl.dsl.check.world import World
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import load_path
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.parse.words import RESERVED
from cubedsl.dsl.source import Source
from cubedsl.interpreter.setup import prepare
from docs_blocks import DOCS, ROOT, Block, blocks, blocks_of, pages, whole_text
from docs_run import Table, checked, failures, play, read, write

CUBE = [block for block in blocks("cube") if "file" not in block.options]
CODE = ("dsl", "validator", "interpreter", "src", "tests")
GRAMMAR = ROOT / "dsl" / "parse" / "grammar" / "cube.lark"


def place(block: Block) -> str:
    """Return the name of a block's test."""
    return block.place


def test_there_is_enough_to_test() -> None:
    assert len(CUBE) >= 80
    assert len(blocks("python")) >= 30
    assert len(blocks("console")) >= 4
    assert sum(bool(block.codes) for block in CUBE) >= 6


@pytest.mark.parametrize("block", CUBE, ids=place)
def test_a_text_is_what_the_page_says(block: Block, tmp_path: Path) -> None:
    ruleset, out = read(write(block, tmp_path))
    # What is shown line by line need not use all it declares: hints are not counted.
    found = [one for one in out.all if not one.code.id.startswith("CB08")]
    assert [one.code.id for one in found] == block.codes, render.text(out.all)
    first = whole_text(block)[1]
    assert all(one.primary.span.position[0] >= first for one in found)
    if ruleset is None:
        return
    failed = failures(ruleset)
    assert bool(failed) == ("fails" in block.options), "\n".join(failed)
    for players in sorted(set(ruleset.players)):
        for seed in (1, 2):
            outcome = play(prepare(ruleset, players=players), seed).outcome
            assert outcome is not None
            assert bool(outcome.stopped) == ("stops" in block.options), outcome.stopped


@pytest.mark.parametrize("block", blocks("python"), ids=place)
def test_python_runs(block: Block, tmp_path: Path) -> None:
    before = [
        one for one in blocks_of(block.page) if one.language == "cube" and one.line < block.line
    ]
    table = Table(checked(write(before[-1], tmp_path)))
    code = "\n" * (block.line - 1) + block.text
    exec(compile(code, str(block.page), "exec"), table.names())


@pytest.mark.parametrize("block", blocks("console"), ids=place)
def test_commands_write_what_the_page_shows(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in blocks_of(block.page):
        if "file" in one.options:
            (tmp_path / one.options["file"]).write_text(one.text, "utf-8")
        if "save" in one.options:
            (tmp_path / one.options["save"]).write_text(whole_text(one)[0], "utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command, expected in _commands(block.text):
        name, *words = _split(command)
        assert name == "cubedsl"
        result = CliRunner().invoke(main, words)
        assert result.exit_code in (0, 1), result.output
        assert _plain(result.output) == _plain(expected), result.output


def _commands(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def _split(command: str) -> list[str]:
    return [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]


def _plain(output: str) -> list[str]:
    """The lines without how long it took, which differs."""
    lines = (re.sub(r"[\d.]+ (s|games/s)\b", r"… \1", line) for line in output.splitlines())
    return [line.rstrip() for line in lines if line.strip()]


# ------------------------------------------------------------------ nothing is missing


@cache
def _nodes() -> frozenset[str]:
    """The names of all nodes of the syntax tree that some block of the documentation has."""
    found: set[str] = set()
    for block in blocks("cube"):
        text = whole_text(block)[0]
        for item in parse(Source(block.place, text), Diagnostics()).items:
            found |= set(_below(item))
    return frozenset(found)


def _below(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        for one in node:
            yield from _below(one)
    elif attrs.has(type(node)) and not isinstance(node, Source):
        yield type(node).__name__
        for field in attrs.fields(cast(Any, type(node))):
            yield from _below(getattr(node, field.name))


def test_every_construct_has_an_example() -> None:
    known = {
        name
        for name, one in vars(tree).items()
        if isinstance(one, type) and attrs.has(one) and one.__module__.startswith(tree.__name__)
    }
    assert len(known) > 60
    assert known - _nodes() == {"File", "Comment"}


def test_every_word_of_the_grammar_has_an_example() -> None:
    words = set(re.findall(r'^[A-Z_]+: "([a-z]+)"$', GRAMMAR.read_text("utf-8"), re.MULTILINE))
    used = {word for block in blocks("cube") for word in re.findall(r"[a-z_]+", block.text)}
    assert len(words) > 90
    assert words - used == set()


def test_every_word_of_the_language_stands_on_its_page() -> None:
    page = (DOCS / "words.md").read_text("utf-8")
    spoken = {word for code in re.findall(r"`([^`]+)`", page) for word in re.findall(r"\w+", code)}
    built_in = {*BUILT_IN, *FUNCTIONS, *RESERVED, *_always_known()}
    words = set(re.findall(r'^[A-Z_]+: "([a-z]+)"$', GRAMMAR.read_text("utf-8"), re.MULTILINE))
    assert (built_in | words) - spoken == set()


def _always_known() -> set[str]:
    """What a ruleset with one piece and a board knows without declaring it."""
    text = 'ruleset "R"\npiece a/b in z\nzone z shared\nboard c/d\n'
    file = parse(Source("r", text), Diagnostics())
    program = load_path(library.path(library.names()[0]), library, Diagnostics())
    assert program is not None
    declarations = cast(tuple[tree.Declaration, ...], file.items[1:])
    world = World(attrs.evolve(program, declarations=declarations), Diagnostics())
    declare(world)
    found = {word for _, word in (*world.properties, *world.adjectives)} | set(world.game_names)
    return found | (set(world.nouns) - {"a", "b", "c", "d"})


# ------------------------------------------------------------------ the pages themselves


def test_the_page_of_diagnostics_is_what_the_registry_says() -> None:
    page = (DOCS / "diagnostics.md").read_text("utf-8")
    assert page == docs_diagnostics.page(), "run `python tests/docs_diagnostics.py`"


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page make."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", head.lower()) for head in heads)
    return {head.replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, anchor = target.partition("#")
        if not name.startswith("http"):
            other = page.parent / name if name else page
            assert other.exists(), target
            assert not anchor or anchor in anchors(other), target


def test_the_map_names_what_is_there() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    modules = {one.name for folder in CODE for one in (ROOT / folder).rglob("*.py")}
    named = re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", page)
    assert len(named) > 60
    assert set(named) - modules == set()
    for path in re.findall(r"`((?:dsl|interpreter|validator|src|docs|tests)/[\w/.]+)`", page):
        assert (ROOT / path).exists(), path


def test_the_decisions_are_complete() -> None:
    index = (DOCS / "README.md").read_text("utf-8")
    decisions = sorted((DOCS / "decisions").glob("*.md"))
    assert [int(one.name[:4]) for one in decisions] == list(range(1, len(decisions) + 1))
    for one in decisions:
        heads = re.findall(r"^## (.*)$", one.read_text("utf-8"), re.MULTILINE)
        assert heads == ["Context", "Decision", "Consequences"], one.name
        assert f"decisions/{one.name}" in index
