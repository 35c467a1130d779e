"""`also counts as red`: pieces that are in more classes of a partition than their own."""

from collections.abc import Iterator

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations, names
from cubedsl.dsl.model.things import Also, Partition, Zone
from cubedsl.dsl.model.types import Noun
from cubedsl.dsl.suggest import did_you_mean


def declare(world: World) -> None:
    """Note what some pieces count as, so that every word is read so; marks get it here."""
    for decl in world.program.declarations:
        match decl:
            case tree.KindDecl(noun=noun) if noun.text in world.nouns:
                _note(world, world.nouns[noun.text], decl.members)
            case tree.GuideDecl(noun=noun) if noun.text in world.sheets:
                _note(world, world.sheets[noun.text], decl.members)
            case tree.MarkDecl(also=tree.Also() as counts):
                _mark(world, decl, counts)


def _note(world: World, noun: Noun, members: tuple[tree.Member, ...]) -> None:
    for one in members:
        if isinstance(one, tree.Also):
            world.also |= {(noun.name, word.text) for word in one.classes}


def _mark(world: World, decl: tree.MarkDecl, counts: tree.Also) -> None:
    nouns = world.piece_nouns()
    for noun in nouns:
        _note(world, noun, (counts,))
    made = _made(world, counts, nouns)
    for name in decl.names:
        world.marks[name.text] = evolve(world.marks[name.text], also=made)


def also(
    world: World, members: tuple[tree.Member, ...], noun: Noun, kinds: tuple[int, ...]
) -> tuple[Also, ...]:
    """What all pieces of these kinds count as, too."""
    found = [one for one in members if isinstance(one, tree.Also)]
    for one in found:
        for word in one.classes:
            _check_new(world, word, noun, kinds)
    return tuple(_made(world, one, (noun,)) for one in found)


def _made(world: World, node: tree.Also, nouns: tuple[Noun, ...]) -> Also:
    seen: set[str] = set()
    for word in node.classes:
        if not any(_with_class(world, noun, word.text) for noun in nouns):
            _unknown(world, word, nouns)
        elif word.text in seen:
            world.wrong(declarations.SAID_TWICE, word.span, f"`{word.text}` stands twice")
        seen.add(word.text)
    zones = tuple(zone for name in node.zones for zone in _zone(world, name))
    return Also(tuple(word.text for word in node.classes), zones, node.span)


def _with_class(world: World, noun: Noun, word: str) -> list[Partition]:
    return [
        one
        for one in world.partitions.values()
        if one.noun.piece == noun.name and word in one.classes
    ]


def _unknown(world: World, word: tree.Name, nouns: tuple[Noun, ...]) -> None:
    partitions = [one for one in world.partitions.values() if one.noun.piece in _names(nouns)]
    draft = world.kinds.get(word.text)
    own = [
        one.classes[one.class_of_kind[draft.kind.index]]
        for one in partitions
        if draft is not None and draft.kind.index in one.class_of_kind
    ]
    near = did_you_mean(word.text, [one for each in partitions for one in each.classes])
    world.wrong(
        names.UNKNOWN_CLASS,
        word.span,
        f"`{word.text}` is no class of {nouns[0].plural if len(nouns) == 1 else 'any pieces'}",
        help=f"the class of `{word.text}` is `{own[0]}`"
        if own
        else near or "`partition` declares classes",
    )


def _names(nouns: tuple[Noun, ...]) -> set[str]:
    return {noun.name for noun in nouns}


def _check_new(world: World, word: tree.Name, noun: Noun, kinds: tuple[int, ...]) -> None:
    own = [
        one.classes[one.class_of_kind[kind]] == word.text
        for one in _with_class(world, noun, word.text)
        for kind in kinds
    ]
    if own and all(own):
        message = f"these are `{word.text}` as it is"
        world.wrong(declarations.SAID_TWICE, word.span, message)


def _zone(world: World, name: tree.Name) -> Iterator[Zone]:
    zone = world.zones.get(name.text)
    if zone is not None:
        yield zone
        return
    world.wrong(
        names.UNKNOWN_ZONE,
        name.span,
        f"unknown zone `{name.text}`",
        help=did_you_mean(name.text, world.zones),
    )
