"""Writes `docs/diagnostics.md` from the registry of codes: `python tests/docs_diagnostics.py`."""

from collections.abc import Iterator
from pathlib import Path

from cubedsl.dsl.codes import ALL, Code, Severity, program

PAGE = Path(__file__).resolve().parent.parent / "docs" / "diagnostics.md"
HEAD = """\
# Diagnostics

What `cubedsl check` can say. Every mistake has a code; the text beside it tells what is wrong in
this case, and where. `cubedsl explain CB0201` shows what stands here.

Errors make a text unusable; warnings (most of them `CB08…`) point at what hardly is meant, and
`--strict` makes them errors. Where the repair is certain, it is told behind `fix:`. For programs
there are two more forms: `--format json` (one object; each diagnostic has `code`, `severity`,
`title`, `message`, `file`, `line`, `column`, `end_line`, `end_column`, `label`, `related`, `help`,
`fix`), and `--format sarif` (SARIF 2.1.0, for editors and code hosts).

<!-- made by tests/docs_diagnostics.py from dsl/codes/ -->
"""
CHAPTERS = {
    "00": "Files",
    "01": "Spelling: what cannot be read",
    "02": "Names",
    "03": "Kinds of value",
    "04": "Declarations",
    "05": "What is done",
    "06": "Maps and paths",
    "07": "Strategies and scenarios",
    "08": "Hints",
}


def page() -> str:
    """Return the page as it should be."""
    return "\n".join([HEAD, *_chapters()])


def _chapters() -> Iterator[str]:
    chapter = ""
    for code in ALL.values():
        if code.id[2:4] != chapter:
            chapter = code.id[2:4]
            yield f"## {CHAPTERS[chapter]}\n"
        yield from _entry(code)


def _entry(code: Code) -> Iterator[str]:
    yield f"### {code.id}\n"
    mild = "" if code.severity is Severity.ERROR else f" ({code.severity.value})"
    yield f"**{code.title}{mild}**\n"
    yield f"{code.explanation}\n"
    for side in ("wrong", "right"):
        text = program(code.id, side)
        if text is not None:
            yield f"{side.capitalize()}:\n\n```text\n{text}```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
