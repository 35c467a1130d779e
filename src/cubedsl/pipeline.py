"""The whole way from a text to a checked ruleset, on one page.

    name or path -> Program: files read and parsed, parts and patches merged
                 -> Ruleset: names, kinds of value, who acts, what waits checked
                 -> looked over as a whole: tracks

Each stage is a function that takes what the one before made, adds what is wrong to `out`, and
returns None if nothing can be made of it.

A file that holds only strategies and scenarios is no ruleset: it is read together with those that
it is for.  Where it does not say which, the first shipped ruleset with which it checks will do.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from cubedsl import rulesets
from cubedsl.dsl import loading, tree
from cubedsl.dsl.check import check
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Program
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.scenes import Scenario
from cubedsl.dsl.source import Source
from cubedsl.dsl.suggest import did_you_mean
from cubedsl.validator import validate


def shipped() -> tuple[str, ...]:
    """Return the names of the shipped rulesets."""
    return rulesets.names()


def folder(name: str) -> Path:
    """Return where a shipped ruleset lies."""
    return rulesets.path(name).parent


def load(target: str, scenes: Sequence[Path] = ()) -> tuple[Ruleset | None, Diagnostics]:
    """Return the checked ruleset of a shipped name or a path, and all that is wrong with it.

    `scenes` are files whose strategies and scenarios are added.  If the target is itself such a
    file, there is no ruleset, but it is checked with those it is for.
    """
    out = Diagnostics()
    program = loading.load(target, rulesets, out)
    if program is None:
        return None, out
    if not program.complete:
        return None, _all_problems(Path(program.sources[0].name))
    for path in scenes:
        file = loading.parse_path(path, out)
        program = loading.with_scenes(program, file, out) if file else program
    return finish(program, out), out


def finish(program: Program, out: Diagnostics) -> Ruleset | None:
    """Return the checked ruleset of a program; what is wrong with it as a whole is reported."""
    ruleset = check(program, out)
    if ruleset is not None:
        validate(ruleset, out)
    return ruleset


# ------------------------------------------------------------------ strategies and scenarios


@frozen
class Scenes:
    """Scenarios of one file that are for one ruleset, and all that is wrong with them."""

    ruleset: Ruleset | None
    scenarios: tuple[Scenario, ...]
    out: Diagnostics


def scenes(path: Path) -> Iterator[Scenes]:
    """Yield the scenarios of a file, by the ruleset they are for.

    A ruleset has its own scenarios: those in files of its folder.  A part of a ruleset has none.
    """
    out = Diagnostics()
    file = loading.parse_path(path, out)
    if file is None or out.has_errors:
        yield Scenes(None, (), out)
    elif not loading.is_of_scenes(file):
        if any(isinstance(item, tree.RulesetHead) for item in file.items):
            yield _own_scenes(path)
    else:
        yield from (_scenes_for(path, name, part) for name, part in _parts(file).items())


def _own_scenes(path: Path) -> Scenes:
    ruleset, out = load(str(path))
    found = ruleset.scenarios if ruleset else ()
    here = path.resolve().parent
    own = (one for one in found if _place(one.span.source).parent == here)
    return Scenes(ruleset, tuple(own), out)


def _all_problems(path: Path) -> Diagnostics:
    out = Diagnostics()
    for part in scenes(path):
        out.extend(part.out)
    return out


def _parts(file: tree.File) -> dict[str, tree.File]:
    """Return the parts of a file by the ruleset that they are said to be for ("": none)."""
    items: dict[str, list[tree.Item]] = {}
    for item in file.items:
        name = _ruleset_of(item)
        items.setdefault(_text(name) if name else "", []).append(item)
    return {name: evolve(file, items=tuple(part)) for name, part in items.items()}


def _ruleset_of(item: tree.Item) -> tree.Name | tree.Text | None:
    if isinstance(item, tree.Strategy | tree.Scenario) and item.ruleset is not None:
        return item.ruleset
    for line in item.lines if isinstance(item, tree.Scenario) else ():
        for setting in line.settings if isinstance(line, tree.With) else ():
            if setting.name.text == "ruleset" and isinstance(setting.value, tree.Name | tree.Text):
                return setting.value
    return None


def _text(name: tree.Name | tree.Text) -> str:
    return name.text if isinstance(name, tree.Name) else name.value


def _scenes_for(path: Path, name: str, file: tree.File) -> Scenes:
    if not name:
        return _scenes_for_any(path, file)
    base = loading.find(name, rulesets, path.parent)
    if base is None:
        return _unknown(name, file)
    return _together(base, file)


def _unknown(name: str, file: tree.File) -> Scenes:
    out = Diagnostics()
    for item in file.items:
        place = _ruleset_of(item)
        assert place is not None
        help = did_you_mean(name, shipped())
        out.add(names.UNKNOWN_RULESET, place.span, f"unknown ruleset `{name}`", help=help)
    return Scenes(None, (), out)


def _scenes_for_any(path: Path, file: tree.File) -> Scenes:
    """Return the scenes for the first shipped ruleset with which the file checks.

    Its own folder's comes first.  If there is none: for the one with the fewest mistakes.
    """
    here = path.resolve().parent
    paths = sorted((rulesets.path(name) for name in shipped()), key=lambda one: one.parent != here)
    tried: list[Scenes] = []
    for base in paths:
        tried.append(_together(base, file))
        if not tried[-1].out.has_errors:
            return tried[-1]
    return min(tried, key=lambda one: len(one.out.errors))


def _together(base: Path, file: tree.File) -> Scenes:
    """Return the scenes of a file, checked with a ruleset (which may use the file already)."""
    out = Diagnostics()
    program = loading.load_path(base, rulesets, out)
    if program is None:
        return Scenes(None, (), out)
    place = _place(file.source)
    if place not in map(_place, program.sources):
        program = loading.with_scenes(program, file, out)
    ruleset = finish(program, out)
    found = ruleset.scenarios if ruleset else ()
    return Scenes(ruleset, tuple(one for one in found if _place(one.span.source) == place), out)


def _place(source: Source) -> Path:
    return Path(source.name).resolve()


__all__ = ["Scenes", "finish", "folder", "load", "scenes", "shipped"]
