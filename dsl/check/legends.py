"""Legends of tracks: what letters stand for, and what spaces are called."""

from collections.abc import Iterable

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import names, tracks
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.suggest import did_you_mean, fold


def check_legend(world: World, decl: tree.TrackDecl) -> dict[str, tree.LegendEntry]:
    """The entries by letter; letters and names twice, unknown terrains and targets are reported."""
    entries: dict[str, tree.LegendEntry] = {}
    for entry in decl.legend:
        old = entries.setdefault(entry.key.text, entry)
        if old is not entry:
            world.wrong(
                tracks.LETTER_TWICE,
                entry.key.span,
                f"`{entry.key.text}` stands twice in the legend",
                related=(Label(old.key.span, "here it was first"),),
            )
        if entry.terrain.text not in world.terrains:
            world.wrong(
                names.UNKNOWN_TERRAIN,
                entry.terrain.span,
                f"unknown terrain `{entry.terrain.text}`",
                help=did_you_mean(entry.terrain.text, world.terrains),
            )
    for entry in entries.values():
        if entry.target is not None and entry.target.text not in entries:
            world.wrong(
                tracks.NO_TARGET,
                entry.target.span,
                f"`{entry.target.text}` is not in the legend, so this leads nowhere",
            )
    _check_titles(world, entries.values())
    return entries


def _check_titles(world: World, entries: Iterable[tree.LegendEntry]) -> None:
    """A name is no letter, and is given once."""
    first: dict[str, tree.Text] = {}
    for entry in entries:
        title = entry.title
        if title is None:
            continue
        old = first.setdefault(fold(title.value), title)
        if len(title.value.strip()) < 2:
            message = "the name of a space has at least two characters: one alone is a letter"
            world.wrong(tracks.NAME_TWICE, title.span, message)
        elif old is not title:
            world.wrong(
                tracks.NAME_TWICE,
                title.span,
                f"`{title.value}` is the name of another space already",
                related=(Label(old.span, "of this one"),),
            )


def key(text: str) -> str:
    """What a space is found with: its letter as it is, or its name as names are compared."""
    return text if len(text) == 1 else fold(text)


def find(world: World, text: tree.Text) -> str | None:
    """What a space that is named is found with; None if no track has it."""
    found = key(text.value)
    entries = (
        entry
        for one in world.program.declarations
        if isinstance(one, tree.TrackDecl)
        for entry in one.legend
    )
    known = (name for one in entries for name in (one.key, one.title) if name is not None)
    names = (name.text if isinstance(name, tree.Name) else name.value for name in known)
    return found if any(key(name) == found for name in names) else None
