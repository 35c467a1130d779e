"""Declarations of what is remembered: resources, marks, memory, tallies."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl import tree
from cubedsl.dsl.check import makers
from cubedsl.dsl.check.declare_pieces import constant
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Cell, Mark, Owner, Tally
from cubedsl.dsl.model.types import FLAG, NUMBER, PLAYER, Noun, Sort, Things, Type, Word
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

OWNERS = {Sort.PLAYER: Owner.PLAYER, Sort.SPACE: Owner.SPACE, Sort.PIECE: Owner.PIECE}


def _until(world: World, name: tree.Name | None) -> str | None:
    if name is None:
        return None
    if name.text not in world.events:
        world.wrong(
            names.UNKNOWN_EVENT,
            name.span,
            f"unknown event `{name.text}`",
            help=did_you_mean(name.text, world.events),
        )
    return name.text


def _add(world: World, cell: Cell) -> None:
    world.cells.append(cell)
    noun = cell.noun
    world.memory[noun.name if noun else "", cell.name] = cell
    if noun is None:
        world.game_names[cell.name] = makers.game_cell(cell)
    else:
        world.let_own(noun, cell.name, makers.cell(cell))


# ------------------------------------------------------------------ resources and marks


def _resources(world: World, decl: tree.ResourceDecl) -> None:
    until = _until(world, decl.until)
    first = constant(world, decl.default) if decl.default else 0
    _check_supply(world, decl, first)
    for noun in decl.nouns:
        span = decl.default.span if decl.default else noun.span
        begin = core.Literal(first, NUMBER, span)
        cell = Cell(
            len(world.cells),
            noun.singular.text,
            Owner.PLAYER,
            PLAYER,
            NUMBER,
            begin,
            until,
            True,
            decl.supply,
            noun.span,
            noun.plural.text if noun.plural else "",
        )
        _add(world, cell)
        for word in (noun.singular, noun.plural):
            if word is not None:
                world.resources[word.text] = cell
                world.memory[PLAYER.name, word.text] = cell
                world.let_own(PLAYER, word.text, makers.cell(cell))


def _check_supply(world: World, decl: tree.ResourceDecl, first: int) -> None:
    most = world.players[1]
    if decl.supply is None or decl.default is None or first * most <= decl.supply:
        return
    world.wrong(
        codes.BAD_DEFAULT,
        decl.default.span,
        f"{first} for each of {most} players is more than the supply of {decl.supply}",
    )


def _marks(world: World, decl: tree.MarkDecl) -> None:
    until = _until(world, decl.until)
    for name in decl.names:
        mark = Mark(len(world.marks), name.text, until, name.span)
        world.marks[name.text] = mark
        for noun in world.piece_nouns():
            world.describe(noun, name, makers.marked(mark))


# ------------------------------------------------------------------ memory


def _remember(world: World, decl: tree.RememberDecl) -> None:
    type = _type(world, decl)
    owner = _owner(world, decl.of)
    until = _until(world, decl.until)
    default = _default(world, decl, type)
    for name in decl.names:
        place = OWNERS[owner.sort] if owner else Owner.GAME
        cell = Cell(
            len(world.cells), name.text, place, owner, type, default, until, False, None, name.span
        )
        _add(world, cell)
        if owner is not None:
            _describe(world, owner, name, cell)


def _type(world: World, decl: tree.RememberDecl) -> Type:
    match decl.kind.text:
        case "number":
            return NUMBER
        case "flag":
            return FLAG
        case "choice":
            return Word(tuple(word.text for word in decl.words))
    noun = world.nouns.get(decl.kind.text)
    if noun is not None:
        return Things(noun, one=decl.kind.text == noun.name)
    known = {"number", "flag", "choice", *world.nouns}
    world.wrong(
        codes.BAD_MEMORY,
        decl.kind.span,
        f"`{decl.kind.text}` cannot be remembered",
        help=did_you_mean(decl.kind.text, known),
    )
    return NUMBER


def _owner(world: World, name: tree.Name | None) -> Noun | None:
    if name is None:
        return None
    noun = world.nouns.get(name.text)
    if noun is not None and noun.sort in OWNERS:
        return noun
    world.wrong(
        names.UNKNOWN_NOUN,
        name.span,
        f"only players, spaces and pieces remember, not `{name.text}`",
        help=did_you_mean(name.text, world.nouns),
    )
    return None


def _default(world: World, decl: tree.RememberDecl, type: Type) -> core.Expr:
    given, span = decl.default, decl.span
    match type:
        case Word(words):
            first = words[0] if words else ""
            return core.Literal(_word(world, given, words) or first, type, span)
        case Things():
            return core.Nothing(type, span)
    if type == FLAG:
        return core.Literal(_flag(world, given), type, span)
    return core.Literal(constant(world, given) if given else 0, type, span)


def _word(world: World, given: tree.Expr | None, words: tuple[str, ...]) -> str | None:
    match given:
        case None:
            return None
        case tree.Words(words=(word,), of=None) if word.text in words:
            return word.text
    world.wrong(codes.BAD_DEFAULT, given.span, f"this is not one of {', '.join(words)}")
    return None


def _flag(world: World, given: tree.Expr | None) -> bool:
    match given:
        case None:
            return False
        case tree.YesNo(value):
            return value
    world.wrong(codes.BAD_DEFAULT, given.span, "a flag is `yes` or `no`")
    return False


def _describe(world: World, noun: Noun, name: tree.Name, cell: Cell) -> None:
    if cell.type == FLAG:
        world.describe(noun, name, makers.cell(cell))
    if isinstance(cell.type, Word):
        for word in cell.type.words:
            world.describe(noun, tree.Name(word, name.span), makers.has_word(cell, word))


# ------------------------------------------------------------------ tallies


def _tally(world: World, decl: tree.TallyDecl) -> None:
    zero = core.Literal(0, NUMBER, decl.span)
    until = _until(world, decl.until)
    if decl.of.text != PLAYER.name:
        world.wrong(names.UNKNOWN_NOUN, decl.of.span, "a tally is a `player`'s")
    cell = Cell(
        len(world.cells),
        decl.name.text,
        Owner.PLAYER,
        PLAYER,
        NUMBER,
        zero,
        until,
        False,
        None,
        decl.span,
    )
    _add(world, cell)
    resource = _counted(world, decl)
    world.tallies.append(Tally(cell, decl.verb.text, resource))


def _counted(world: World, decl: tree.TallyDecl) -> Cell | None:
    verb = decl.verb.text
    if verb in ("gain", "pay"):
        cell = world.resources.get(decl.what.text) if decl.what else None
        if cell is None:
            place: Span = decl.what.span if decl.what else decl.verb.span
            world.wrong(
                play.NOT_A_RESOURCE,
                place,
                f"`counts {verb}` needs a resource behind it",
                help=did_you_mean(decl.what.text, world.resources) if decl.what else None,
            )
        return cell
    known = {
        one.name.text for one in world.program.declarations if isinstance(one, tree.ProcedureDecl)
    }
    if verb not in known:
        world.wrong(
            names.UNKNOWN_VERB,
            decl.verb.span,
            f"unknown verb `{verb}`",
            help=did_you_mean(verb, {*known, "gain", "pay"}),
        )
    return None


MEMORY: dict[type, Callable[[World, Any], None]] = {
    tree.ResourceDecl: _resources,
    tree.MarkDecl: _marks,
    tree.RememberDecl: _remember,
    tree.TallyDecl: _tally,
}
