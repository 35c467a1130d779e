"""The code blocks of the documentation, and the texts that are made of them.

What stands behind the opening fence says what a block is:

    ```cube                      a whole ruleset: it checks clean, is played, its scenarios hold
    ```cube name=harbor          the same; other blocks of the page are written for it
    ```cube file=parts.cube      a file that lies beside the other texts of the page
    ```cube in=harbor            declarations that are added to the ruleset of that name (and to
                                 what that one is added to)
    ```cube … save=harbor.cube   the whole text lies under this name where commands are run
    ```cube in=harbor do         statements: they become the body of its verb `your_turn`
    ```cube … error=CB0201       this diagnostic comes of it and no other (several: with commas)
    ```cube … fails              its scenarios do not hold
    ```cube … stops              games of it are stopped
    ```python                    is executed; `Player` in `docs_run` says what it may call
    ```console                   commands behind `$ `, each with what it writes

All other languages are left alone.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KNOWN = frozenset({"name", "file", "save", "in", "do", "error", "fails", "stops"})


@frozen
class Block:
    """One code block; `line` is the number of its first line."""

    page: Path
    line: int
    language: str
    options: Mapping[str, str]
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for messages and as the name of a test."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def codes(self) -> list[str]:
        """The diagnostics that must come of it."""
        return self.options["error"].split(",") if "error" in self.options else []


def pages() -> list[Path]:
    """Return every page of the documentation."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


@cache
def blocks_of(page: Path) -> tuple[Block, ...]:
    """Return the code blocks of a page, in order."""
    return tuple(_blocks(page, page.read_text("utf-8")))


def _blocks(page: Path, text: str) -> Iterator[Block]:
    for found in FENCE.finditer(text):
        language, words, body = found.groups()
        line = text.count("\n", 0, found.start()) + 2
        yield Block(page, line, language, dict(map(_option, words.split())), body)


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    if name not in KNOWN:
        raise ValueError(f"a code block has no option `{name}`")
    return name, value


def blocks(*languages: str) -> list[Block]:
    """Return all blocks of some languages."""
    return [one for page in pages() for one in blocks_of(page) if one.language in languages]


def whole_text(block: Block) -> tuple[str, int]:
    """Return the text that is checked for a block, and the line in which the block begins."""
    base = block.options.get("in")
    if base is None:
        return block.text, 1
    before = whole_text(named(block.page, base))[0].rstrip("\n") + "\n\n"
    if "do" not in block.options:
        return before + block.text, before.count("\n") + 1
    before += "replace to your_turn {\n"
    return f"{before}{block.text}}}\n", before.count("\n") + 1


def named(page: Path, name: str) -> Block:
    """Return the block of a page that has a name."""
    for one in blocks_of(page):
        if one.options.get("name") == name:
            return one
    raise LookupError(f"{page.name} has no block called {name}")


def beside(page: Path) -> list[Block]:
    """Return the blocks of a page that are files of their own."""
    return [one for one in blocks_of(page) if "file" in one.options]
