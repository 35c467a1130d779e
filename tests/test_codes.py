"""The registry of codes: every code is told, shown, found in the corpus, and used."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from importlib.resources import files
from pathlib import Path

import pytest

from corpus import EXPECTATION, EXPECTATIONS, FOLDER
from cubedsl import pipeline
from cubedsl.dsl import codes, render
from cubedsl.dsl.codes import ALL, CHAPTERS, Code, program
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import layout
from cubedsl.dsl.reader import LARGEST
from cubedsl.dsl.source import Source
from maps import track

ROOT = Path(__file__).resolve().parent.parent
CHAPTER_OF = {
    "files": ("00",),
    "syntax": ("01",),
    "names": ("02",),
    "kinds": ("03",),
    "declarations": ("04",),
    "play": ("05",),
    "tracks": ("06",),
    "scenes": ("07",),
    "lints": ("08",),
}
# Files that are no text, or that nobody wants to read: they are made here.
MADE = {
    "CB0002": ('ruleset "Réd"\n'.encode("utf-16"), 'ruleset "Réd"\ngame { }\n'.encode()),
    "CB0003": (b"#" * (LARGEST + 1), b'ruleset "R"\ngame { }\n' + b"#" * 1000),
    "CB0135": (
        b'ruleset "R"\nrule r = ' + b"(" * 999 + b"1" + b")" * 999 + b"\ngame { }\n",
        b'ruleset "R"\nrule r = ' + b"(" * 9 + b"1" + b")" * 9 + b"\ngame { }\n",
    ),
    "CB0136": (b"zone zone\n" * 200, b'ruleset "R"\nplayers 2 to 4\ngame { }\n'),
    "CB0638": (track(".0  " * 2001).encode(), track("S0  .0  F0\n  .0  ~0").encode()),
}
ONLY_WITH_OTHERS = {"CB0136"}
SHOWN = sorted(id for id in ALL if id not in MADE)


def constants() -> Iterator[tuple[str, str, Code]]:
    """Every constant: its module, its name, the code."""
    for chapter in CHAPTERS:
        for name, code in vars(chapter).items():
            if isinstance(code, Code):
                yield chapter.__name__.rpartition(".")[2], name, code


def problems(path: Path) -> Diagnostics:
    return pipeline.load(str(path))[1]


def programs() -> Path:
    return Path(str(files(codes))) / "programs"


# ------------------------------------------------------------------ the registry


def test_no_chapter_is_forgotten() -> None:
    modules = {one.stem for one in (ROOT / "dsl" / "codes").glob("*.py")} - {"__init__", "code"}
    assert {one.__name__.rpartition(".")[2] for one in CHAPTERS} == modules == set(CHAPTER_OF)
    assert len(ALL) >= 120


def test_ids_are_unique_and_in_their_chapter() -> None:
    found = [(module, code.id) for module, _, code in constants()]
    assert len({id for _, id in found}) == len(found) == len(ALL)
    assert all(re.fullmatch(r"CB\d{4}", id) for _, id in found)
    assert [one for one in found if one[1][2:4] not in CHAPTER_OF[one[0]]] == []
    assert list(ALL) == sorted(ALL) and all(ALL[id].id == id for id in ALL)


@pytest.mark.parametrize("code", ALL.values(), ids=lambda code: code.id)
def test_a_code_is_told_in_plain_words(code: Code) -> None:
    assert 5 <= len(code.title) <= 60 and code.title == code.title.strip()
    assert code.title[-1] not in ".:;!" and "\n" not in code.title
    assert len(code.explanation) >= 25 and code.explanation[-1] in ".?`)"
    assert code.explanation == code.explanation.strip() and "  " not in code.explanation
    said = re.sub(r"`[^`]*`", "", f"{code.title} {code.explanation}")
    assert said.count("`") == 0
    jargon = r"\b(token|parse|parser|AST|null|None|string|identifier|boolean|integer|syntax)\b"
    assert not re.search(jargon, said) or "token" in code.explanation and code.id >= "CB02"
    assert not re.search(r"[A-Z]{2,}", re.sub(r"UTF-8|MB|PDF", "", said))


def test_titles_are_different() -> None:
    titles = [code.title for code in ALL.values()]
    assert len(set(titles)) == len(titles)


# ------------------------------------------------------------------ programs


@pytest.mark.parametrize("id", SHOWN)
def test_the_wrong_program_shows_it_and_nothing_else(id: str) -> None:
    assert program(id, "wrong") is not None, f"write dsl/codes/programs/{id}.wrong.cube"
    out = problems(programs() / f"{id}.wrong.cube")
    assert {one.code.id for one in out.all} == {id}, render.text(out.all)
    assert len(out.all) <= 4
    shown = [one.primary.span.source.name for one in out.all]
    assert all(name.endswith(f"{id}.wrong.cube") for name in shown)


@pytest.mark.parametrize("id", SHOWN)
def test_the_right_program_is_right(id: str) -> None:
    path = programs() / f"{id}.right.cube"
    out = problems(path)
    assert out.all == (), render.text(out.all)
    text = path.read_text("utf-8")
    assert layout(Source(path.name, text), out) == text


@pytest.mark.parametrize("id", SHOWN)
def test_programs_are_small_and_differ_little(id: str) -> None:
    wrong, right = program(id, "wrong"), program(id, "right")
    assert wrong is not None and right is not None and wrong != right
    assert wrong.endswith("\n") and right.endswith("\n")
    assert max(len(wrong.splitlines()), len(right.splitlines())) <= 45
    lines = [*unified_diff(wrong.splitlines(), right.splitlines(), n=0)][2:]
    assert 1 <= sum(not line.startswith("@") for line in lines) <= 12


def test_there_is_no_other_program() -> None:
    names = {one.name.split(".")[0] for one in programs().glob("*.cube")}
    assert names - {"base", "poor", "rich"} == set(SHOWN)
    assert program("CB9999", "wrong") is None


@pytest.mark.parametrize("id", MADE)
def test_files_that_are_made(id: str, tmp_path: Path) -> None:
    wrong, right = MADE[id]
    path = tmp_path / "a.cube"
    path.write_bytes(wrong)
    found = {one.code.id for one in problems(path).all}
    assert found == {id} or (id in ONLY_WITH_OTHERS and id in found)
    (tmp_path / "b.cube").write_bytes(right)
    assert problems(tmp_path / "b.cube").all == ()


# ------------------------------------------------------------------ corpus and code


def expected() -> set[str]:
    """The codes that the corpus of bad programs expects."""
    found: set[str] = set()
    for path in FOLDER.rglob("*.cube"):
        for line in path.read_text("utf-8").splitlines():
            match = EXPECTATIONS.search(line)
            found.update(EXPECTATION.findall(match[2]) if match else ())
    return {one[-7:-1] for one in found}


def test_every_code_occurs_in_the_corpus() -> None:
    assert set(SHOWN) - expected() == set()


def test_the_corpus_expects_no_other_code() -> None:
    assert expected() - set(ALL) == set()


def test_no_code_is_dead() -> None:
    folders = ("dsl", "validator", "src/cubedsl")
    paths = [one for folder in folders for one in (ROOT / folder).rglob("*.py")]
    text = "\n".join(one.read_text("utf-8") for one in paths if one.parent.name != "codes")
    modules = r"\b(?:codes|files|syntax|names|kinds|declarations|play|tracks|scenes|lints)\."
    used = set(re.findall(rf"(?:{modules}|import .*\b)([A-Z][A-Z_]+)\b", text))
    assert {name for _, name, _ in constants()} - used == set()
