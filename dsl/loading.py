"""From a name or path to a program: all files of a ruleset, patches merged in.

`use` names files of the same folder (or below).  `extends` names a shipped ruleset or, if there is
none of that name, a file beside this one.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from attrs import Factory, define, evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations, files, names
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.layers import Layer
from cubedsl.dsl.merge import Merged
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.reader import STANDARD_INPUT, read
from cubedsl.dsl.settle import Draft
from cubedsl.dsl.source import NOWHERE, Source, Span
from cubedsl.dsl.suggest import did_you_mean

# Longer texts are not kept once they are parsed.
MOST_KEPT = 200_000
# Stands between the names of rulesets that are put together.
PUT_TOGETHER = "+"
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

    `base` are those of `sources` that are extended; `layers` are the rulesets in the order in which
    they were read, and `stages` what there was after each of them but the last; `removed` tells
    where names were removed; `place` is where a missing part is reported; `complete`: it should be
    playable (it holds more than strategies and scenarios).
    """

    name: str
    title: str
    declarations: tuple[tree.Declaration, ...]
    sources: tuple[Source, ...]
    base: frozenset[Source]
    layers: tuple[Layer, ...]
    stages: tuple[Draft, ...]
    removed: dict[str, Span]
    place: Span
    complete: bool


@define
class Loader:
    """Reads files once each, and follows `use` and `extends`."""

    library: Library
    out: Diagnostics
    sources: list[Source] = Factory(list)
    layers: dict[Path, Layer] = Factory(dict)
    open: list[Path] = Factory(list)
    game: Span | None = None

    @property
    def base(self) -> frozenset[Source]:
        """The files of the rulesets that are extended."""
        under = {one for layer in self.layers.values() for one in layer.under}
        return frozenset(source for layer in under for source in layer.sources)

    def load(self, path: Path, merged: Merged, asked: Span | None = None) -> tree.File | None:
        """Merge a ruleset with its files and all that it extends; None if it cannot be read."""
        file = self._open(path, asked)
        if file is None:
            return None
        self.open.append(path.resolve())
        heads = [one for one in file.items if isinstance(one, tree.RulesetHead)]
        extended = [name for head in heads for name in head.extends]
        under = [self._extend(path, name, merged) for name in extended]
        if extended or self._is_the_game(file, asked):
            place = heads[0].span if heads else Span(file.source, 0, 0)
            layer = Layer(place, frozenset().union(*map(_with_under, under)), [file.source])
            self.layers[path.resolve()] = layer
            merged.begin(layer)
            self._add(path, file, merged)
        self.open.pop()
        return file

    def _open(self, path: Path, asked: Span | None) -> tree.File | None:
        """A file that was not read yet."""
        if path.resolve() in self.open:
            place = asked or NOWHERE
            self.out.add(files.CIRCLE, place, f"`{path.name}` comes back to itself")
            return None
        if any(Path(source.name).resolve() == path.resolve() for source in self.sources):
            return None
        return self._parse(path, asked)

    def _is_the_game(self, file: tree.File, asked: Span | None) -> bool:
        """Whether a ruleset that extends nothing is the one that all others extend."""
        place = asked or Span(file.source, 0, 0)
        if self.game is None:
            self.game = place
            return True
        self.out.add(
            names.TWO_GAMES,
            place,
            "this is another game than the one that it is put together with",
            related=(Label(self.game, "that game"),) if self.game.source.text else (),
            help="all patches must extend the same game",
        )
        return False

    def _add(self, path: Path, file: tree.File, merged: Merged) -> None:
        for item in file.items:
            if isinstance(item, tree.Use):
                for name in item.files:
                    self._use(path, name, merged)
            else:
                merged.add(item)

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
        file = self._open(wanted, name.span)
        if file is not None:
            merged.layer.sources.append(file.source)
            self.open.append(wanted.resolve())
            self._add(wanted, file, merged)
            self.open.pop()

    def _extend(self, path: Path, name: tree.Name | tree.Text, merged: Merged) -> Layer | None:
        """The layer of a ruleset that is extended; None if there is none."""
        text = name.text if isinstance(name, tree.Name) else name.value
        base = find(text, self.library, path.parent)
        if base is None:
            self.out.add(
                names.UNKNOWN_RULESET,
                name.span,
                f"unknown ruleset `{text}`",
                help=did_you_mean(text, self.library.names()),
            )
            return None
        self.load(base, merged, name.span)
        return self.layers.get(base.resolve())


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


def _with_under(layer: Layer | None) -> frozenset[Layer]:
    return layer.under | {layer} if layer is not None else frozenset()


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
    """The program of a shipped name or a path, or of several with `+` between them: a game and its
    patches; None if there is nothing to check."""
    paths = [_path(one, library, out) for one in parts_of(target, library)]
    found = [one for one in paths if one is not None]
    if len(found) < len(paths):
        return None
    return load_path(found[0], library, out, found[1:])


def parts_of(target: str, library: Library) -> list[str]:
    """The names and paths that a target puts together."""
    if PUT_TOGETHER not in target or find(target, library, Path()) is not None:
        return [target]
    return target.split(PUT_TOGETHER)


def _path(target: str, library: Library, out: Diagnostics) -> Path | None:
    path = find(target, library, Path())
    if path is None:
        out.add(
            names.UNKNOWN_RULESET,
            Span(Source(target, ""), 0, 0),
            f"there is no ruleset `{target}`, and no such file",
            help=did_you_mean(target, library.names()),
        )
    return path


def load_path(
    path: Path, library: Library, out: Diagnostics, patches: Sequence[Path] = ()
) -> Program | None:
    """The program of a file, with more patches of the same game."""
    merged = Merged(out)
    loader = Loader(library, out)
    file = loader.load(path, merged)
    if file is None:
        return None
    head = _head(file)
    if head is None and not is_of_scenes(file.items) and not is_of_tracks(file.items):
        _no_head(file, out)
    read = [loader.load(one, merged) for one in patches]
    titles = [_title_of_patch(one, out) for one in read if one is not None]
    return Program(
        name=path.stem,
        title=" + ".join([head.title.value if head else path.stem, *titles]),
        declarations=merged.declarations(),
        sources=tuple(loader.sources),
        base=loader.base,
        layers=tuple(merged.layers),
        stages=tuple(merged.stages),
        removed=merged.removed,
        place=head.span if head else Span(file.source, 0, 0),
        complete=head is not None,
    )


def _no_head(file: tree.File, out: Diagnostics) -> None:
    out.add(
        declarations.NO_RULESET,
        Span(file.source, 0, 0),
        "a ruleset begins with `ruleset` and its name",
        help='write `ruleset "…"` in the first line',
    )


def _title_of_patch(file: tree.File, out: Diagnostics) -> str:
    head = _head(file)
    if head is None:
        _no_head(file, out)
    return head.title.value if head else file.source.name


def program_of(source: Source, out: Diagnostics) -> Program:
    """The program of a text that stands alone: nothing used, nothing extended."""
    merged = Merged(out)
    file = parse(source, out)
    for item in file.items:
        merged.add(item)
    head = _head(file)
    title = head.title.value if head else source.name
    return Program(
        name=source.name,
        title=title,
        declarations=merged.declarations(),
        sources=(source,),
        base=frozenset(),
        layers=(),
        stages=(),
        removed=merged.removed,
        place=head.span if head else Span(source, 0, 0),
        complete=head is not None,
    )


def _head(file: tree.File) -> tree.RulesetHead | None:
    return next((one for one in file.items if isinstance(one, tree.RulesetHead)), None)


def is_of_scenes(items: Iterable[tree.Item]) -> bool:
    """Whether a file holds strategies and scenarios only."""
    return all(isinstance(one, tree.Strategy | tree.Scenario) for one in items)


def is_of_tracks(items: Iterable[tree.Item]) -> bool:
    """Whether a file holds tracks only, and what their drawings need."""
    kinds = {type(one) for one in items}
    return not kinds.isdisjoint({tree.TrackDecl, tree.JoinedDecl}) and kinds <= TRACKS


def parse_path(path: Path, out: Diagnostics) -> tree.File | None:
    """A file's tree, alone; None if it cannot be read."""
    source = read(path, out, None)
    return parse_once(source, out) if source is not None else None


def with_scenes(program: Program, file: tree.File, out: Diagnostics) -> Program:
    """The program with the strategies of another file, and its scenarios in place of its own."""
    known = (one for one in program.declarations if not isinstance(one, tree.Scenario))
    return with_rules(evolve(program, declarations=tuple(known)), file, out)


def with_rules(program: Program, file: tree.File, out: Diagnostics) -> Program:
    """The program with what another file declares, too."""
    merged = Merged(out)
    for one in (*program.declarations, *file.items):
        merged.add(one)
    return evolve(
        program,
        declarations=merged.declarations(),
        sources=(*program.sources, file.source),
    )
