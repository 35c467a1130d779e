"""Bad programs, and the diagnostics that they must give: no more and no fewer.

A line says at its end what is expected on it:  `event a b   # error[CB0125]`.  A line with nothing
but `#^ error[CB0125]` says it of the line above, `#^5 …` of the fifth line above: in a map no
comment can stand, so they stand below it.  Several expectations stand one after the other.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from cubedsl.dsl.diagnostic import Diagnostic

FOLDER = Path(__file__).parent / "corpus" / "bad"
EXPECTATIONS = re.compile(r"#(\^\d*)?((?:\s+(?:error|warning|hint)\[CB\d{4}\])+)\s*$")
EXPECTATION = re.compile(r"(\w+\[CB\d{4}\])")


@frozen(order=True)
class Expected:
    """One diagnostic: its line, and its severity and code as in `error[CB0101]`."""

    line: int
    code: str


@frozen
class BadProgram:
    """One file of the corpus."""

    path: Path
    text: str
    expected: tuple[Expected, ...]


def bad_programs(chapter: str) -> list[BadProgram]:
    """All files of a folder under `corpus/bad`; that there are none is a mistake."""
    paths = sorted((FOLDER / chapter).glob("**/*.cube"))
    assert paths, f"no bad programs in {FOLDER / chapter}"
    return [_read(path) for path in paths]


def found(diagnostics: Iterable[Diagnostic]) -> tuple[Expected, ...]:
    """Diagnostics in the form of expectations."""
    return tuple(sorted(Expected(_line(one), _code(one)) for one in diagnostics))


def _read(path: Path) -> BadProgram:
    text = path.read_text("utf-8")
    lines = enumerate(text.split("\n"), start=1)
    expected = sorted(one for number, line in lines for one in _expected(number, line))
    return BadProgram(path, text, tuple(expected))


def _expected(number: int, line: str) -> list[Expected]:
    match = EXPECTATIONS.search(line)
    if match is None:
        return []
    meant = number - int(match[1][1:] or 1) if match[1] else number
    return [Expected(meant, code) for code in EXPECTATION.findall(match[2])]


def _line(diagnostic: Diagnostic) -> int:
    return diagnostic.primary.span.position[0]


def _code(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.severity.value}[{diagnostic.code.id}]"
