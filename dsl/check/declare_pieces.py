"""Declarations about pieces: nouns, symbols, kinds, partitions, attributes, timings."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl import tree
from cubedsl.dsl.check import makers
from cubedsl.dsl.check.world import KindDraft, World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import things
from cubedsl.dsl.model.types import NUMBER, SPACE, Noun, Sort
from cubedsl.dsl.suggest import did_you_mean


def _piece(world: World, decl: tree.PieceDecl) -> None:
    noun = _named(world, decl.noun, Sort.PIECE)
    world.homes[noun.name] = decl
    makers.of_pieces(world, noun)


def _named(world: World, decl: tree.NounName, sort: Sort, piece: str = "") -> Noun:
    plural = decl.plural.text if decl.plural else decl.singular.text + "s"
    noun = Noun(decl.singular.text, plural, sort, piece)
    world.nouns[noun.name] = noun
    world.nouns[noun.plural] = noun
    world.plurals.add(noun.plural)
    return noun


def _symbols(world: World, decl: tree.SymbolDecl) -> None:
    for name in decl.names:
        match decl.keyword:
            case "symbol":
                world.symbols[name.text] = name.span
            case "variant":
                world.variants[name.text] = name.span
            case _ if world.blank:
                world.wrong(
                    names.DECLARED_TWICE,
                    name.span,
                    f"the blank side is called `{world.blank}` already",
                )
            case _:
                world.blank = name.text


def piece_noun(world: World, name: tree.Name) -> Noun | None:
    """A piece noun; a mistake if the word is none."""
    noun = world.nouns.get(name.text)
    if noun is not None and noun.sort is Sort.PIECE:
        return noun
    known = [one.name for one in world.piece_nouns()]
    world.wrong(
        names.UNKNOWN_NOUN,
        name.span,
        f"`{name.text}` is not a piece",
        help=did_you_mean(name.text, known) or "pieces are declared with `piece`",
    )
    return None


def _sheet(world: World, decl: tree.SheetDecl) -> None:
    noun = piece_noun(world, decl.of)
    if noun is not None:
        world.sheets[decl.noun.singular.text] = noun


# ------------------------------------------------------------------ kinds and their faces


def _kind(world: World, decl: tree.KindDecl) -> None:
    noun = world.nouns.get(decl.noun.text)
    if noun is None or noun.sort is not Sort.PIECE:
        _no_declaration(world, decl.noun)
        return
    kind = things.Kind(
        len(world.kinds),
        decl.name.text,
        decl.title.value if decl.title else "",
        noun,
        _home(world, world.homes[noun.name]),
        _count(decl),
        _faces(world, decl),
        {},
        {},
        (),
        (),
        decl.span,
    )
    world.kinds[kind.name] = KindDraft(decl, kind)
    world.describe(noun, decl.name, makers.of_class(noun, kind.name, frozenset({kind.index})))
    world.adjectives["kind", kind.name] = makers.of_kinds(frozenset({kind.index}))
    world.game_names[kind.name] = makers.pieces_of(kind)


def _no_declaration(world: World, word: tree.Name) -> None:
    known = {*world.homes, *world.sheets}
    world.wrong(
        codes.NO_SHEET,
        word.span,
        f"`{word.text}` begins no declaration",
        help=did_you_mean(word.text, known),
    )


def _home(world: World, decl: tree.PieceDecl) -> things.Zone:
    zone = world.zones.get(decl.home.text)
    if zone is not None:
        return zone
    world.wrong(
        names.UNKNOWN_ZONE,
        decl.home.span,
        f"unknown zone `{decl.home.text}`",
        help=did_you_mean(decl.home.text, world.zones),
    )
    game = things.Owner.GAME
    return things.Zone(0, decl.home.text, game, False, False, False, False, decl.home.span)


def _count(decl: tree.KindDecl) -> int:
    if decl.copies is not None:
        return decl.copies
    copies = 0
    for member in decl.members:
        match member:
            case tree.CopiesWith(count=count):
                copies += count
            case tree.CopiesOver(values=values):
                copies += len(values)
    return copies or 1


def _faces(world: World, decl: tree.KindDecl) -> tuple[int, ...]:
    found: list[int] = []
    for member in decl.members:
        if isinstance(member, tree.Faces):
            for face in member.faces:
                found.extend(face_indices(world, face))
    return tuple(found)


def face_indices(world: World, face: tree.FaceDecl) -> list[int]:
    """The faces that one entry of a `faces` line stands for."""
    first = face.amount if face.amount is not None else 1
    last = face.last_amount if face.last_amount is not None else first
    numbered = face.amount is not None
    found = [face_of(world, face.words, amount, numbered) for amount in range(first, last + 1)]
    return [one.index for one in found if one is not None] * face.copies


def face_of(
    world: World, shown: tuple[tree.Name, ...], amount: int, numbered: bool = False
) -> things.Face | None:
    """A face by its words; a mistake if a word is no symbol or variant."""
    *before, last = shown
    for word in before:
        if word.text not in world.variants:
            _no_symbol(world, word, "variant", world.variants)
    blank = last.text == world.blank and bool(world.blank)
    symbol = last.text
    if last.text in world.resources:
        symbol = world.resources[last.text].name
    elif not blank and last.text not in world.symbols:
        _no_symbol(world, last, "symbol or resource", {*world.symbols, *world.resources})
        return None
    variants = tuple(word.text for word in before)
    return intern(world, symbol, variants, amount, blank, numbered)


def intern(
    world: World,
    symbol: str,
    variants: tuple[str, ...],
    amount: int,
    blank: bool,
    numbered: bool = False,
) -> things.Face:
    """The one face that shows this; it is `numbered` if it is where it stands first."""
    key = symbol, variants, amount, blank
    if key not in world.faces:
        world.faces[key] = things.Face(len(world.faces), symbol, variants, amount, blank, numbered)
    return world.faces[key]


def _no_symbol(world: World, word: tree.Name, what: str, known: object) -> None:
    words = sorted(known)  # type: ignore[call-overload]
    world.wrong(
        names.UNKNOWN_SYMBOL,
        word.span,
        f"`{word.text}` is not a {what}",
        help=did_you_mean(word.text, words),
    )


# ------------------------------------------------------------------ classes


def kind_indices(world: World, members: tuple[tree.Name, ...], noun: Noun | None) -> list[int]:
    """The kinds with these names."""
    found = []
    for name in members:
        draft = world.kinds.get(name.text)
        if draft is None or (noun is not None and draft.kind.noun != noun):
            known = [one for one, own in world.kinds.items() if noun in (None, own.kind.noun)]
            world.wrong(
                names.UNKNOWN_KIND,
                name.span,
                f"unknown kind `{name.text}`",
                help=did_you_mean(name.text, known),
            )
        else:
            found.append(draft.kind.index)
    return found


def _partition(world: World, decl: tree.PartitionDecl) -> None:
    piece = piece_noun(world, decl.of)
    if piece is None:
        return
    noun = _named(world, decl.noun, Sort.CLASS, piece.name)
    classes: list[str] = []
    class_of: dict[int, int] = {}
    for equation in decl.classes:
        own = kind_indices(world, equation.members, piece)
        for index, name in zip(own, equation.members, strict=False):
            if index in class_of:
                world.wrong(
                    codes.CLASSED_TWICE, name.span, f"`{name.text}` is already in another class"
                )
            class_of[index] = len(classes)
        classes.append(equation.name.text)
        word = equation.name.text
        world.describe(piece, equation.name, makers.of_class(piece, word, frozenset(own)))
    for draft in world.kinds.values():
        if draft.kind.noun == piece and draft.kind.index not in class_of:
            class_of[draft.kind.index] = len(classes)
            classes.append(draft.kind.name)
    world.partitions[noun.name] = things.Partition(noun, tuple(classes), class_of, decl.span)
    for class_name in classes:
        world.adjectives[noun.name, class_name] = makers.is_class(noun, class_name)
    for word in (noun.name, noun.plural):
        world.let_own(piece, word, makers.classes(noun))
        world.let_own(world.nouns["kind"], word, makers.classes(noun))


def _group(world: World, decl: tree.GroupDecl) -> None:
    own = frozenset(kind_indices(world, decl.equation.members, None))
    nouns = {draft.kind.noun for draft in world.kinds.values() if draft.kind.index in own}
    for noun in nouns:
        world.describe(noun, decl.equation.name, makers.of_kinds(own))
    world.adjectives["kind", decl.equation.name.text] = makers.of_kinds(own)


# ------------------------------------------------------------------ numbers of kinds


def _attributes(world: World, decl: tree.AttributeDecl) -> None:
    noun = world.nouns.get(decl.of.text)
    if noun is None or noun.sort not in (Sort.PIECE, Sort.SPACE):
        _no_owner(world, decl.of)
        return
    default = constant(world, decl.default) if decl.default else 0
    for name in decl.names:
        literal = core.Literal(default, NUMBER, decl.span)
        attribute = things.Attribute(len(world.attributes), name.text, noun, literal, name.span)
        world.attributes[noun.name, name.text] = attribute
        world.let_own(noun, name.text, makers.attribute(attribute))
        if noun is not SPACE:
            world.let_own(world.nouns["kind"], name.text, makers.attribute(attribute))


def _no_owner(world: World, word: tree.Name) -> None:
    known = [*world.homes, SPACE.name]
    world.wrong(
        names.UNKNOWN_NOUN,
        word.span,
        f"only pieces and spaces have attributes and tables, not `{word.text}`",
        help=did_you_mean(word.text, known),
    )


def constant(world: World, node: tree.Expr) -> int:
    """A number that is written out."""
    match node:
        case tree.Number(value):
            return value
        case tree.Negate(tree.Number(value)):
            return -value
    world.wrong(codes.BAD_DEFAULT, node.span, "a plain number is needed here")
    return 0


def _tables(world: World, decl: tree.TableDecl) -> None:
    noun = piece_noun(world, decl.of)
    if noun is None:
        return
    for name in decl.names:
        table = things.Table(len(world.tables), name.text, noun, name.span)
        world.tables[noun.name, name.text] = table
        world.tables["kind", name.text] = table


def _timing(world: World, decl: tree.TimingDecl) -> None:
    noun = piece_noun(world, decl.of)
    zone = world.zones.get(decl.zone.text)
    if zone is None:
        world.wrong(
            names.UNKNOWN_ZONE,
            decl.zone.span,
            f"unknown zone `{decl.zone.text}`",
            help=did_you_mean(decl.zone.text, world.zones),
        )
    if noun is None or zone is None:
        return
    for name in decl.names:
        world.timings[name.text] = things.Timing(name.text, noun, zone, decl.ongoing, name.span)


PIECES: dict[type, Callable[[World, Any], None]] = {
    tree.PieceDecl: _piece,
    tree.SymbolDecl: _symbols,
    tree.SheetDecl: _sheet,
    tree.KindDecl: _kind,
    tree.PartitionDecl: _partition,
    tree.GroupDecl: _group,
    tree.AttributeDecl: _attributes,
    tree.TableDecl: _tables,
    tree.TimingDecl: _timing,
}
