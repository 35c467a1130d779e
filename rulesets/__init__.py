"""The rulesets that are shipped: each is a folder `<name>/` with the entry file `<name>.cube`."""

import tomllib
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

__all__ = ["cases", "file", "names", "path"]


def _folder() -> Path:
    """Return where this package lies on the disk."""
    with as_file(files(__name__)) as folder:
        return folder


def names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets, in alphabetical order."""
    entries = _folder().glob("*/*.cube")
    return tuple(sorted(entry.stem for entry in entries if entry.stem == entry.parent.name))


def path(name: str) -> Path:
    """Return the entry file of the shipped ruleset called `name`.

    Raises:
        LookupError: no ruleset of that name is shipped.
    """
    if name not in names():
        raise LookupError(f"no ruleset called {name!r} is shipped")
    return _folder() / name / f"{name}.cube"


def file(name: str) -> Path:
    """Return a file that is shipped, by its place among the rulesets (`small/some.cube`)."""
    return _folder() / name


def cases() -> list[dict[str, Any]]:
    """Return what is measured: see `bench.toml`."""
    found: list[dict[str, Any]] = tomllib.loads(file("bench.toml").read_text("utf-8"))["case"]
    return found
