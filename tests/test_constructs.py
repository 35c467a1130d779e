"""Every construct of the language is used by at least two games that have nothing in common."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import attrs

from cubedsl.dsl import tree
from cubedsl.dsl.check.calls import FUNCTIONS
from cubedsl.dsl.check.verbs import BUILT_IN
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import parse_path
from cubedsl.dsl.source import Source, Span
from library import GAMES, ROOT, WHOLE

FOLDERS = ("rulesets/cubitos", "rulesets/cubosaurs")


def families() -> dict[str, list[Path]]:
    """The games by name: files of one folder belong together."""
    found = {Path(one).name: sorted((ROOT / one).glob("**/*.cube")) for one in FOLDERS}
    found |= {one.stem: [one] for one in (*WHOLE, *GAMES)}
    found["house"] = sorted((ROOT / "examples").glob("house_cards/*.cube"))
    found["house"] += [ROOT / "examples" / "friday_night.cube"]
    bench = sorted((ROOT / "tests" / "constructs").glob("*.cube"))
    for stem in ("river", "tower"):
        found[stem] = [path for path in bench if path.stem.startswith(stem)]
    return found


def nodes(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif attrs.has(type(value)) and not isinstance(value, Span | Source):
        yield value
        for slot in value.__slots__:  # type: ignore[attr-defined]
            if slot != "__weakref__":
                yield from nodes(getattr(value, slot))


def constructs(file: tree.File) -> Iterator[str]:
    for node in nodes(file.items):
        yield type(node).__name__
        yield from words_of(node)
        yield from shape_of(node)


def words_of(node: object) -> Iterator[str]:
    """What a node says with words that are not nodes of their own."""
    match node:
        case tree.Phrase(verb=verb):
            yield f"verb {verb.text}"
        case tree.Call(name=name):
            yield f"function {name.text}"
        case tree.ZoneDecl(modifiers=modifiers) | tree.TerrainDecl(modifiers=modifiers):
            yield from (f"modifier {word.text}" for word in modifiers)
        case tree.Likeness(how=how):
            yield f"with {how}"
        case tree.RememberDecl(kind=kind):
            yield f"remember {kind.text}"


def shape_of(node: object) -> Iterator[str]:
    """Which of the forms of a construct a node is."""
    match node:
        case tree.Phrase(for_each=for_each) if for_each is not None:
            yield "… for each"
        case tree.Each(secretly=True):
            yield "secretly"
        case tree.Ability(using=using, ongoing=ongoing) if using != 1 or ongoing:
            yield "ongoing" if ongoing else "using"
        case tree.Some(phrase=tree.Pick()):
            yield "some of several"


def used() -> dict[str, set[str]]:
    by_construct: dict[str, set[str]] = defaultdict(set)
    for family, paths in families().items():
        for path in paths:
            out = Diagnostics()
            file = parse_path(path, out)
            assert file is not None and not out.all, (path, out.all)
            for construct in constructs(file):
                by_construct[construct].add(family)
    return by_construct


def wanted() -> set[str]:
    classes = {
        name
        for name, one in vars(tree).items()
        if isinstance(one, type) and attrs.has(one) and one.__module__.startswith("cubedsl")
    }
    parts = {f"verb {verb}" for verb in BUILT_IN} | {f"function {name}" for name in FUNCTIONS}
    more = {"… for each", "secretly", "ongoing", "using", "some of several"}
    more |= {"with same", "with different", "with consecutive"}
    modifiers = ("hidden", "private", "ordered", "faceless", "big", "closed")
    kinds = ("number", "flag", "choice", "player", "space", "kind")
    words = {f"modifier {one}" for one in modifiers} | {f"remember {one}" for one in kinds}
    return (classes - {"File", "Comment", "Span", "Source"}) | parts | more | words


def test_every_construct_is_used_by_two_games() -> None:
    by_construct = used()
    lonely = {
        construct: sorted(by_construct.get(construct, ()))
        for construct in sorted(wanted())
        if len(by_construct.get(construct, ())) < 2
    }
    assert not lonely
