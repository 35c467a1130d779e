"""The registry of diagnostic codes: one module a chapter, one constant a code.

`programs/` has for every code a wrong program and the same one repaired: `CB0201.wrong.cube`,
`CB0201.right.cube`.  Only codes about files that are no text at all have none.
"""

from importlib.resources import files as resources

from cubedsl.dsl.codes import (
    declarations,
    files,
    kinds,
    lints,
    names,
    play,
    scenes,
    syntax,
    tracks,
)
from cubedsl.dsl.codes.code import Code, Severity

CHAPTERS = (files, syntax, names, kinds, declarations, play, tracks, scenes, lints)

ALL: dict[str, Code] = {
    code.id: code
    for code in sorted(
        (one for chapter in CHAPTERS for one in vars(chapter).values() if isinstance(one, Code)),
        key=lambda code: code.id,
    )
}
"""Every code by its id, in the order of their numbers."""


def program(code: str, side: str) -> str | None:
    """Return the program of a code that is `wrong`, or the one that is `right`, if it has one."""
    file = resources(__name__) / "programs" / f"{code}.{side}.cube"
    return file.read_text("utf-8") if file.is_file() else None


__all__ = ["ALL", "CHAPTERS", "Code", "Severity", "program"]
