"""A fix that is offered repairs what it is offered for, and is told to people and programs."""

from pathlib import Path

import pytest

from corpus import FOLDER, BadProgram, bad_programs
from cubedsl import rulesets
from cubedsl.dsl import render
from cubedsl.dsl.check import check
from cubedsl.dsl.codes.names import UNKNOWN_NAME
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics, Fix
from cubedsl.dsl.loading import load
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.suggest import did_you_mean
from fixes import apply, offered

SYNTAX = bad_programs("syntax")
CHECK = bad_programs("check")


def parsed(text: str) -> tuple[Diagnostic, ...]:
    out = Diagnostics()
    parse(Source("a.cube", text), out)
    return out.all


def checked(text: str, folder: Path) -> tuple[Diagnostic, ...]:
    base = (FOLDER / "check" / "base.cube").read_text("utf-8")
    (folder / "base.cube").write_text(base, "utf-8")
    (folder / "text.cube").write_text(text, "utf-8")
    out = Diagnostics()
    program = load(str(folder / "text.cube"), rulesets, out)
    if program is not None:
        check(program, out)
    return out.all


def places(found: tuple[Diagnostic, ...]) -> set[tuple[str, tuple[int, int]]]:
    return {(one.code.id, one.primary.span.position) for one in found}


@pytest.mark.parametrize("program", SYNTAX, ids=lambda program: program.path.stem)
def test_a_fix_of_the_spelling_repairs(program: BadProgram) -> None:
    for one in parsed(program.text):
        if one.fix is not None:
            left = places(parsed(apply(program.text, one.fix)))
            assert (one.code.id, one.primary.span.position) not in left


@pytest.mark.parametrize("program", CHECK, ids=lambda program: program.path.stem)
def test_a_fix_of_a_name_repairs(program: BadProgram, tmp_path: Path) -> None:
    for one in checked(program.text, tmp_path):
        if one.fix is not None:
            left = places(checked(apply(program.text, one.fix), tmp_path))
            assert (one.code.id, one.primary.span.position) not in left


def test_there_are_fixes(tmp_path: Path) -> None:
    assert len(offered(one for program in SYNTAX for one in parsed(program.text))) >= 25
    assert len(offered(one for program in CHECK for one in checked(program.text, tmp_path))) >= 10


@pytest.mark.parametrize(
    ("name", "known", "instead"),
    [
        ("golld", ["gold", "goal"], "gold"),
        ("catt", ["cat", "cats"], None),
        ("abcd", ["abxy"], None),
        ("Golld", ["gold"], "gold"),
    ],
)
def test_only_what_is_certain_is_a_fix(name: str, known: list[str], instead: str | None) -> None:
    said = did_you_mean(name, known)
    assert (said.instead if said else None) == instead


def test_a_title_stays_in_its_quotes() -> None:
    source = Source("a.cube", 'set "S" { "Small won" }')
    out = Diagnostics()
    span = Span(source, 10, 21)
    out.add(UNKNOWN_NAME, span, "m", help=did_you_mean("Small won", ["Small one"]))
    (found,) = out.all
    assert found.fix == Fix(span, '"Small one"')
    assert '= fix: replace `"Small won"` by `"Small one"`' in render.one(found)
    assert render.data(found)["fix"] == {
        "file": "a.cube",
        "line": 1,
        "column": 11,
        "end_line": 1,
        "end_column": 22,
        "replacement": '"Small one"',
    }


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("game { if a == 1: b }", "replace `==` by `=`"),
        ("game { if a&&b: c }", "replace `&&` by ` and `"),
        ("game { a\u200b }", "take `"),
        ("remove card Two Words", 'replace `Two Words` by `"Two Words"`'),
    ],
)
def test_spelling_is_repaired(text: str, fix: str) -> None:
    (found,) = parsed(text)
    assert f"= fix: {fix}" in render.one(found)
