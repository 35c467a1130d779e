"""One word, one meaning: names that would be looked up in the same place.

Each declaration *claims* words in places where words are looked up: among values (what a lone word
stands for), of the things of a noun (`cost of die`), among the words that describe them, and among
what can be started.  Two claims to one word in one place are a mistake, unless they mean the same.
`docs/words.md` says which names may be the same.
"""

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model.types import PLAYER, SPACE
from cubedsl.dsl.source import Span

VALUES = "values"
STARTED = "started"
EVERY_NOUN = ("first", "other", "random", "top", "bottom")
OF_PIECES = ("kind", "face", "owner", "holder")
OF_SPACES = ("section", "line_count", "step", "target", "space")
BUILT_IN: dict[str, tuple[str, ...]] = {
    VALUES: (
        *("you", "this", "these", "nothing", "nobody", "player_count", "seat", "winner"),
        *("player", "players", "space", "spaces", "face", "faces", "kind", "kinds"),
    ),
    "of space": OF_SPACES,
    "for player": (*EVERY_NOUN, "winner"),
    "for space": EVERY_NOUN,
}


@frozen
class Claim:
    """A word in a place; `what` says what it is there."""

    place: str
    word: str
    what: str
    span: Span


def check(world: World) -> None:
    """Report words that two declarations claim, or that the language has already."""
    taken = _built_in(world)
    first: dict[tuple[str, str], Claim] = {}
    reported: set[tuple[Span, str]] = set()
    # A word twice in one declaration is said twice (`sense`), not two things.
    for decl in world.program.declarations:
        own = {(one.place, one.word): one for one in reversed([*_claims(world, decl)])}
        for claim in own.values():
            old = first.setdefault((claim.place, claim.word), claim)
            wrong = claim.word in taken.get(claim.place, ()) or not _agree(old, claim)
            if wrong and (claim.span, claim.word) not in reported:
                reported.add((claim.span, claim.word))
                _report(world, claim, old if old is not claim else None)


def _built_in(world: World) -> dict[str, tuple[str, ...]]:
    of_pieces: dict[str, tuple[str, ...]] = {}
    for noun in world.homes:
        of_pieces[f"of {noun}"] = OF_PIECES
        of_pieces[f"for {noun}"] = (*EVERY_NOUN, "used", "own", "usable")
    return {**BUILT_IN, **of_pieces}


def _agree(old: Claim, new: Claim) -> bool:
    """Whether both are the same: one declaration, or a symbol and a resource of one name."""
    return old.span == new.span or {old.what, new.what} == {"a symbol", "a resource"}


def _report(world: World, claim: Claim, old: Claim | None) -> None:
    if old is None:
        message = f"`{claim.word}` is a word of the language, and cannot be {claim.what}"
        world.wrong(codes.BUILT_IN_WORD, claim.span, message, help="take another name")
        return
    world.wrong(
        codes.SAME_WORD,
        claim.span,
        f"`{claim.word}` is {old.what} already, and cannot be {claim.what}, too",
        related=(Label(old.span, f"{old.what} here"),),
        help="give one of them another name",
    )


# ------------------------------------------------------------------ claims


def _claims(world: World, decl: tree.Declaration) -> Iterator[Claim]:
    found = CLAIMS.get(type(decl))
    return found(world, decl) if found is not None else iter(())


def _one(place: str, what: str) -> Callable[[World, Any], Iterator[Claim]]:
    """The claims of a declaration that has a name, or names."""

    def claims(world: World, decl: Any) -> Iterator[Claim]:
        names = decl.names if hasattr(decl, "names") else (decl.name,)
        for name in names:
            yield Claim(place, name.text, what, name.span)

    return claims


def _noun(world: World, decl: Any) -> Iterator[Claim]:
    for word in _words(decl.noun):
        yield Claim(VALUES, word.text, "a noun", word.span)


def _words(noun: tree.NounName) -> tuple[tree.Name, ...]:
    return (noun.singular,) if noun.plural is None else (noun.singular, noun.plural)


def _partition(world: World, decl: tree.PartitionDecl) -> Iterator[Claim]:
    yield from _noun(world, decl)
    for word in _words(decl.noun):
        yield Claim(f"of {decl.of.text}", word.text, "a class", word.span)
    for one in decl.classes:
        yield Claim(f"for {decl.of.text}", one.name.text, "a class", one.name.span)


def _group(world: World, decl: tree.GroupDecl) -> Iterator[Claim]:
    name = decl.equation.name
    members = {one.text for one in decl.equation.members}
    kinds = (draft.kind for draft in world.kinds.values())
    for noun in sorted({kind.noun.name for kind in kinds if kind.name in members}):
        yield Claim(f"for {noun}", name.text, "a group", name.span)


def _kind(world: World, decl: tree.KindDecl) -> Iterator[Claim]:
    yield Claim(VALUES, decl.name.text, "a kind", decl.name.span)
    yield Claim(f"for {decl.noun.text}", decl.name.text, "a kind", decl.name.span)


def _symbol(world: World, decl: tree.SymbolDecl) -> Iterator[Claim]:
    for name in decl.names:
        for noun in _with_faces(world):
            yield Claim(f"for {noun}", name.text, f"a {decl.keyword}", name.span)
            if decl.keyword == "symbol":
                yield Claim(f"of {noun}", name.text, "a symbol", name.span)


def _with_faces(world: World) -> list[str]:
    kinds = (draft.kind for draft in world.kinds.values())
    return sorted({kind.noun.name for kind in kinds if kind.faces})


def _resource(world: World, decl: tree.ResourceDecl) -> Iterator[Claim]:
    shown = {face.symbol for face in world.faces.values() if not face.blank}
    for noun in decl.nouns:
        for word in _words(noun):
            yield Claim(VALUES, word.text, "a resource", word.span)
            for piece in _with_faces(world) if noun.singular.text in shown else ():
                yield Claim(f"of {piece}", word.text, "a resource", word.span)
                yield Claim(f"for {piece}", word.text, "a resource", word.span)


def _mark(world: World, decl: tree.MarkDecl) -> Iterator[Claim]:
    for name in decl.names:
        for noun in world.homes:
            yield Claim(f"for {noun}", name.text, "a mark", name.span)


def _attribute(world: World, decl: tree.AttributeDecl | tree.TableDecl) -> Iterator[Claim]:
    what = "an attribute" if isinstance(decl, tree.AttributeDecl) else "a table"
    for name in decl.names:
        yield Claim(f"of {decl.of.text}", name.text, what, name.span)


def _remember(world: World, decl: tree.RememberDecl) -> Iterator[Claim]:
    owner = decl.of.text if decl.of else ""
    for name in decl.names:
        place = VALUES if owner in ("", PLAYER.name) else f"of {owner}"
        yield Claim(place, name.text, "remembered", name.span)
        if owner and decl.kind.text == "flag":
            yield Claim(f"for {owner}", name.text, "a flag", name.span)
    for word in decl.words if owner else ():
        yield Claim(f"for {owner}", word.text, "a word of a choice", word.span)


def _rule(world: World, decl: tree.RuleDecl) -> Iterator[Claim]:
    owner = decl.of.text if decl.of else PLAYER.name
    name = decl.name
    place = VALUES if owner == PLAYER.name else f"of {owner}"
    yield Claim(place, name.text, "a rule", name.span)
    yield Claim(f"for {owner}", name.text, "a rule", name.span)


def _terrain(world: World, decl: tree.TerrainDecl) -> Iterator[Claim]:
    for name in decl.names:
        yield Claim(VALUES, name.text, "a terrain", name.span)
        yield Claim(f"for {SPACE.name}", name.text, "a terrain", name.span)


CLAIMS: dict[type, Callable[[World, Any], Iterator[Claim]]] = {
    tree.OptionDecl: _one(VALUES, "an option"),
    tree.TokenDecl: _one(VALUES, "a token"),
    tree.TallyDecl: _one(VALUES, "a tally"),
    tree.PathDecl: _one(VALUES, "a path"),
    tree.PhaseDecl: _one(STARTED, "a phase"),
    tree.ProcedureDecl: _one(STARTED, "a verb"),
    tree.PieceDecl: _noun,
    tree.BoardDecl: _noun,
    tree.PartitionDecl: _partition,
    tree.GroupDecl: _group,
    tree.KindDecl: _kind,
    tree.SymbolDecl: _symbol,
    tree.ResourceDecl: _resource,
    tree.MarkDecl: _mark,
    tree.AttributeDecl: _attribute,
    tree.TableDecl: _attribute,
    tree.RememberDecl: _remember,
    tree.RuleDecl: _rule,
    tree.TerrainDecl: _terrain,
}
