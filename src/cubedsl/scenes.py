"""Files of strategies and scenarios: for which rulesets they are, and what is wrong with them.

A file that holds only those is no ruleset: it is read together with the rulesets that it is for.
Where it does not say which, the first shipped ruleset with which it checks will do.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from cubedsl.dsl import loading, tree
from cubedsl.dsl.codes import declarations, names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Library, Program
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.scenes import Scenario
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.suggest import did_you_mean


@frozen
class Scenes:
    """Scenarios of one file that are for one ruleset, and all that is wrong with them."""

    ruleset: Ruleset | None
    scenarios: tuple[Scenario, ...]
    out: Diagnostics


@frozen
class Reader:
    """Reads such files; `finish` checks a program; `patches` are put on top of every ruleset."""

    library: Library
    finish: Callable[[Program, Diagnostics], Ruleset | None]
    patches: Sequence[Path] = ()

    def problems(self, path: Path) -> Diagnostics:
        """Return all that is wrong with a file."""
        out = Diagnostics()
        for part in self.scenes(path):
            out.extend(part.out)
        return out

    def scenes(self, path: Path) -> Iterator[Scenes]:
        """Yield the scenarios of a file, by the ruleset that they are for.

        A ruleset has its own, not those of what it extends.  A part of a ruleset has none.
        """
        out = Diagnostics()
        file = loading.parse_path(path, out)
        if file is not None and not (file.items or out.has_errors):
            place = Span(file.source, 0, 0)
            out.add(declarations.NO_RULESET, place, "the file declares nothing")
        if file is None or out.has_errors:
            yield Scenes(None, (), out)
        elif loading.is_of_scenes(file.items):
            yield from (self._for(path, name, part) for name, part in self._parts(path, file))
        elif any(isinstance(item, tree.RulesetHead) for item in file.items):
            yield self._of_ruleset(path)

    def _of_ruleset(self, path: Path) -> Scenes:
        out = Diagnostics()
        program = loading.load_path(path, self.library, out, self.patches)
        if program is None:
            return Scenes(None, (), out)
        ruleset = self.finish(program, out)
        found = ruleset.scenarios if ruleset else ()
        own = (one for one in found if one.span.source not in program.base)
        return Scenes(ruleset, tuple(own), out)

    def _parts(self, path: Path, file: tree.File) -> Iterator[tuple[str, tree.File]]:
        """Yield the parts of a file by the ruleset that they are said to be for ("": none)."""
        items: dict[str, list[tree.Item]] = {}
        for item in file.items:
            name = _ruleset_of(item)
            base = loading.find(_text(name), self.library, path.parent) if name else None
            items.setdefault(str(base or (name and _text(name)) or ""), []).append(item)
        yield from ((key, evolve(file, items=tuple(part))) for key, part in items.items())

    def _for(self, path: Path, name: str, file: tree.File) -> Scenes:
        if not name:
            return self._for_any(path, file)
        return self._together(Path(name), file) if Path(name).is_file() else self._unknown(file)

    def _unknown(self, file: tree.File) -> Scenes:
        out = Diagnostics()
        for item in file.items:
            place = _ruleset_of(item)
            if place is not None:
                name = _text(place)
                help = did_you_mean(name, self.library.names())
                message = f"unknown ruleset `{name}`"
                out.add(names.UNKNOWN_RULESET, place.span, message, help=help)
        return Scenes(None, (), out)

    def _for_any(self, path: Path, file: tree.File) -> Scenes:
        """Return the scenes for the first shipped ruleset with which the file checks.

        That of its own folder comes first.  If there is none: for the one with the fewest mistakes.
        """
        here = path.resolve()
        paths = map(self.library.path, self.library.names())
        tried: list[Scenes] = []
        for base in sorted(paths, key=lambda one: one.resolve().parent not in here.parents):
            tried.append(self._together(base, file))
            if not tried[-1].out.has_errors:
                return tried[-1]
        return min(tried, key=lambda one: len(one.out.errors))

    def _together(self, base: Path, file: tree.File) -> Scenes:
        """Return the scenes of a file, checked with a ruleset (which may use the file already)."""
        out = Diagnostics()
        program = loading.load_path(base, self.library, out, self.patches)
        if program is None:
            return Scenes(None, (), out)
        place = _place(file.source)
        if place not in map(_place, program.sources):
            program = loading.with_scenes(program, file, out)
        ruleset = self.finish(program, out)
        found = ruleset.scenarios if ruleset else ()
        return Scenes(ruleset, tuple(one for one in found if _place(one.span.source) == place), out)


def _place(source: Source) -> Path:
    return Path(source.name).resolve()


def _ruleset_of(item: tree.Item) -> tree.Name | tree.Text | None:
    """Return what an item says that it is for."""
    if isinstance(item, tree.Strategy):
        return item.ruleset
    for line in item.lines if isinstance(item, tree.Scenario) else ():
        for setting in line.settings if isinstance(line, tree.With) else ():
            if setting.name.text == "ruleset" and isinstance(setting.value, tree.Name | tree.Text):
                return setting.value
    return None


def _text(name: tree.Name | tree.Text) -> str:
    return name.text if isinstance(name, tree.Name) else name.value
