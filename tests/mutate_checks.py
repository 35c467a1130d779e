"""Switches every report of the checker off, one at a time: does the corpus notice?

`python tests/mutate_checks.py` goes through all places in `dsl/` and `validator/` where a mistake
is reported, and checks the whole corpus of bad programs without that report.  A place is noticed if
some program of the corpus no longer gives what it says.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from attrs import frozen

from corpus import FOLDER, BadProgram, Expected, bad_programs, found
from cubedsl import pipeline
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.source import Source

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("dsl/check", "validator")
PATCHING = ("deals", "layers", "loading", "merge", "revise", "settle", "unfit")
MODULES = tuple(f"dsl/{name}.py" for name in PATCHING)
# What only hands a report on: the place is where it is called.
FORWARDING = frozenset({"wrong", "twice", "wrong_number"})
CHAPTERS = ("check", "tracks", "syntax")


@frozen(order=True)
class Site:
    """A place where something is reported."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# ------------------------------------------------------------------ the places


def sites() -> list[Site]:
    """Every place where a mistake is reported."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    paths += [ROOT / module for module in MODULES]
    return sorted(site for path in paths for site in _sites_of(path))


def _sites_of(path: Path) -> Iterator[Site]:
    tree = ast.parse(path.read_text("utf-8"))
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    forwarding = {one.name for one in functions if _forwards(one)} | FORWARDING
    inside = {
        call
        for one in functions
        if _forwards(one) or one.name in FORWARDING
        for call in _calls(one)
    }
    name = str(path.relative_to(ROOT))
    for call in _calls(tree):
        if call not in inside and _reports(call, forwarding):
            yield Site(name, call.lineno)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Call))


def _forwards(function: ast.FunctionDef) -> bool:
    """Whether a function reports what it is given to say."""
    names = {one.arg for one in function.args.args}
    return "message" in names


def _reports(call: ast.Call, forwarding: set[str]) -> bool:
    match call.func:
        case ast.Name(id=name):
            return name in forwarding
        case ast.Attribute(attr=name, value=owner):
            if name == "add":
                return ast.unparse(owner).split(".")[-1] in ("out", "diagnostics")
            return name in forwarding
    return False


# ------------------------------------------------------------------ switching off


def site_of(frame: FrameType | None) -> Site | None:
    """The place that a report comes from: the first that does not only hand it on."""
    while frame is not None:
        path = Path(frame.f_code.co_filename).resolve()
        if path.is_relative_to(ROOT):
            forwards = frame.f_code.co_name in FORWARDING or (
                "message" in frame.f_code.co_varnames[: frame.f_code.co_argcount]
            )
            if not forwards:
                return Site(str(path.relative_to(ROOT)), frame.f_lineno)
        frame = frame.f_back
    return None


@contextmanager
def watching(allow: Callable[[Site | None], bool]) -> Iterator[None]:
    """Let only those reports through whose place is allowed."""
    add = Diagnostics.add

    def watched(self: Diagnostics, *arguments: Any, **named: Any) -> None:
        if allow(site_of(sys._getframe(1))):
            add(self, *arguments, **named)

    Diagnostics.add = watched  # type: ignore[method-assign]
    try:
        yield
    finally:
        Diagnostics.add = add  # type: ignore[method-assign]


# ------------------------------------------------------------------ the corpus


NOTHING = BadProgram(FOLDER / "check" / "nosuch.cube", "", (Expected(1, "error[CB0216]"),))
"""What is not there is wrong, too."""


def programs() -> list[BadProgram]:
    """All bad programs."""
    chapters = [name for name in CHAPTERS if (FOLDER / name).is_dir()]
    return [*(one for name in chapters for one in bad_programs(name)), NOTHING]


def outcome(program: BadProgram) -> tuple[Diagnostic, ...]:
    """What is found in a program, as its chapter of the corpus is read."""
    if "syntax" in program.path.parts:
        out = Diagnostics()
        parse(Source(str(program.path), program.text), out)
        return out.all
    return pipeline.load(str(program.path))[1].all


def holds(program: BadProgram) -> bool:
    """Whether a program gives what it says, and nothing elsewhere."""
    everything = outcome(program)
    own = [one for one in everything if one.primary.span.source.name == str(program.path)]
    return found(own) == program.expected and len(own) == len(everything)


def reached() -> dict[Site, list[BadProgram]]:
    """The places from which the corpus gets a report, each with the programs that get it."""
    seen: dict[Site, list[BadProgram]] = {}
    for program in programs():
        with watching(partial(_note, seen, program)):
            outcome(program)
    return seen


def _note(seen: dict[Site, list[BadProgram]], program: BadProgram, site: Site | None) -> bool:
    own = seen.setdefault(site, []) if site is not None else []
    if program not in own:
        own.append(program)
    return True


def is_noticed(site: Site, order: list[BadProgram]) -> bool:
    """Whether one of these programs is not what it says without the reports of a place."""
    with watching(lambda one: one != site):
        return any(not _still_holds(program) for program in order)


def _still_holds(program: BadProgram) -> bool:
    try:
        return holds(program)
    except Exception:
        return False


def unnoticed() -> list[Site]:
    """The places that can be switched off and nothing of the corpus tells."""
    assert all(map(holds, programs()))
    seen = reached()
    return [one for one in sites() if not is_noticed(one, seen.get(one, []))]


if __name__ == "__main__":
    missed = unnoticed()
    total = len(sites())
    print(f"{total - len(missed)} of {total} reports are noticed when they are switched off")
    print(*missed, sep="\n")
