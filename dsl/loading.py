"""From a name or path to a program: all files of a ruleset, patches merged in.

`use` names files of the same folder (or below).  `extends` names a shipped ruleset or, if there is
none of that name, a file beside this one.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations, files, names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.merge import Merged
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.reader import STANDARD_INPUT, read
from cubedsl.dsl.source import NOWHERE, Source, Span
from cubedsl.dsl.suggest import did_you_mean

# Longer texts are not kept once they are parsed.
MOST_KEPT = 200_000
TRACKS = {
    tree.TrackDecl,
    tree.JoinedDecl,
    tree.BoardDecl,
    tree.TerrainDecl,
    tree.AttributeDecl,
}


class Library(Protocol):
    """The shipped rulesets."""

    def names(self) -> tuple[str, ...]:
        """Their names."""

    def path(self, name: str) -> Path:
        """The entry file of one."""


@frozen(eq=False)
class Program:
    """What a ruleset declares, patches merged in.

    `base` are those of `sources` that are extended, `unpatched` is what they declare by themselves;
    `removed` and `patched` tell where names were removed, replaced, changed; `place` is where a
    missing part is reported; `complete`: it should be playable (it holds more than strategies and
    scenarios).
    """

    name: str
    title: str
    declarations: tuple[tree.Declaration, ...]
    sources: tuple[Source, ...]
    base: frozenset[Source]
    unpatched: tuple[tree.Declaration, ...]
    removed: dict[str, Span]
    patched: dict[str, Span]
    place: Span
    complete: bool


@define
class Loader:
    """Reads files once each, and follows `use` and `extends`."""

    library: Library
    out: Diagnostics
    sources: list[Source] = Factory(list)
    base: set[Source] = Factory(set)
    open: list[Path] = Factory(list)

    def load(self, path: Path, merged: Merged, asked: Span | None = None) -> tree.File | None:
        """Merge a ruleset's file, what it extends and what it uses; None if it cannot be read."""
        if path.resolve() in self.open:
            place = asked or NOWHERE
            self.out.add(files.CIRCLE, place, f"`{path.name}` comes back to itself")
            return None
        if any(Path(source.name).resolve() == path.resolve() for source in self.sources):
            return None
        file = self._parse(path, asked)
        if file is None:
            return None
        self.open.append(path.resolve())
        for head in file.items:
            if isinstance(head, tree.RulesetHead) and head.extends is not None:
                self._extend(path, head.extends, merged)
        for item in file.items:
            if isinstance(item, tree.Use):
                for name in item.files:
                    self._use(path, name, merged)
            else:
                merged.add(item)
        self.open.pop()
        return file

    def _parse(self, path: Path, asked: Span | None) -> tree.File | None:
        source = read(path, self.out, asked)
        if source is None:
            return None
        file = parse_once(source, self.out)
        self.sources.append(file.source)
        return file

    def _use(self, path: Path, name: tree.Text, merged: Merged) -> None:
        wanted = path.parent / name.value
        if not _is_inside(wanted, path.parent):
            self.out.add(
                files.OUTSIDE,
                name.span,
                f"`{name.value}` lies outside the folder of this file",
                help="copy it here: a ruleset is one folder",
            )
            return
        self.load(wanted, merged, name.span)

    def _extend(self, path: Path, name: tree.Name | tree.Text, merged: Merged) -> None:
        text = name.text if isinstance(name, tree.Name) else name.value
        base = find(text, self.library, path.parent)
        if base is None:
            self.out.add(
                names.UNKNOWN_RULESET,
                name.span,
                f"unknown ruleset `{text}`",
                help=did_you_mean(text, self.library.names()),
            )
            return
        self.load(base, merged, name.span)
        self.base.update(self.sources[1:])
        merged.begin_patches()


def parse_once(source: Source, out: Diagnostics) -> tree.File:
    """The tree of a text; one that was read a moment ago is not parsed again.

    The trees' source is the one of the first time: where nothing changed, places stay the same.
    """
    if len(source.text) > MOST_KEPT:
        return parse(source, out)
    file, found = _parsed(source.name, source.text)
    out.extend(found)
    return file


@lru_cache(maxsize=32)
def _parsed(name: str, text: str) -> tuple[tree.File, Diagnostics]:
    out = Diagnostics()
    return parse(Source(name, text), out), out


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def find(target: str, library: Library, folder: Path) -> Path | None:
    """The file of a ruleset: a shipped name, a path (with or without `.cube`), `-` for what comes
    from the standard input."""
    if target in library.names():
        return library.path(target)
    if target == str(STANDARD_INPUT):
        return STANDARD_INPUT
    for path in (folder / target, folder / f"{target}.cube"):
        if path.is_file():
            return path
    return None


def load(target: str, library: Library, out: Diagnostics) -> Program | None:
    """The program of a shipped name or a path; None if there is nothing to check."""
    path = find(target, library, Path())
    if path is None:
        out.add(
            names.UNKNOWN_RULESET,
            Span(Source(target, ""), 0, 0),
            f"there is no ruleset `{target}`, and no such file",
            help=did_you_mean(target, library.names()),
        )
        return None
    return load_path(path, library, out)


def load_path(path: Path, library: Library, out: Diagnostics) -> Program | None:
    """The program of a file."""
    merged = Merged(out)
    loader = Loader(library, out)
    file = loader.load(path, merged)
    if file is None:
        return None
    head = _head(file)
    if head is None and not is_of_scenes(file.items) and not is_of_tracks(file.items):
        out.add(
            declarations.NO_RULESET,
            Span(file.source, 0, 0),
            "a ruleset begins with `ruleset` and its name",
            help='write `ruleset "…"` in the first line',
        )
    place = head.span if head else Span(file.source, 0, 0)
    return Program(
        path.stem,
        head.title.value if head else path.stem,
        merged.declarations(),
        tuple(loader.sources),
        frozenset(loader.base),
        merged.unpatched,
        merged.removed,
        merged.patched,
        place,
        head is not None,
    )


def program_of(source: Source, out: Diagnostics) -> Program:
    """The program of a text that stands alone: nothing used, nothing extended."""
    merged = Merged(out)
    file = parse(source, out)
    for item in file.items:
        merged.add(item)
    head = _head(file)
    title = head.title.value if head else source.name
    return Program(
        source.name,
        title,
        merged.declarations(),
        (source,),
        frozenset(),
        (),
        merged.removed,
        merged.patched,
        head.span if head else Span(source, 0, 0),
        head is not None,
    )


def _head(file: tree.File) -> tree.RulesetHead | None:
    return next((one for one in file.items if isinstance(one, tree.RulesetHead)), None)


def is_of_scenes(items: Iterable[tree.Item]) -> bool:
    """Whether a file holds strategies and scenarios only."""
    return all(isinstance(one, tree.Strategy | tree.Scenario) for one in items)


def is_of_tracks(items: Iterable[tree.Item]) -> bool:
    """Whether a file holds tracks only, and what their drawings need."""
    kinds = {type(one) for one in items}
    return tree.TrackDecl in kinds and kinds <= TRACKS


def parse_path(path: Path, out: Diagnostics) -> tree.File | None:
    """A file's tree, alone; None if it cannot be read."""
    source = read(path, out, None)
    return parse_once(source, out) if source is not None else None


def with_scenes(program: Program, file: tree.File, out: Diagnostics) -> Program:
    """The program with the strategies and scenarios of another file."""
    merged = Merged(out, patching=True)
    for one in (*program.declarations, *file.items):
        merged.add(one)
    return evolve(
        program,
        declarations=merged.declarations(),
        sources=(*program.sources, file.source),
    )
