"""First pass: every declared name gets what it stands for.  Bodies are read later."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl import tree
from cubedsl.dsl.check import clashes, counting, makers, sense, sides
from cubedsl.dsl.check.declare_memory import MEMORY
from cubedsl.dsl.check.declare_pieces import PIECES
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.model import things
from cubedsl.dsl.model.types import FACE, FLAG, NUMBER, PLAYER, SPACE, Noun, Sort, Type, Word
from cubedsl.dsl.suggest import did_you_mean

KIND = Noun("kind", "kinds", Sort.KIND)
BUILT_IN = (PLAYER, SPACE, FACE, KIND)
ORDER: tuple[tuple[type, ...], ...] = (
    (tree.Players, tree.EventDecl, tree.PieceDecl, tree.BoardDecl, tree.SymbolDecl),
    (tree.OptionDecl, tree.ZoneDecl, tree.TerrainDecl, tree.ResourceDecl, tree.MarkDecl),
    (tree.KindDecl,),
    (tree.PartitionDecl, tree.GroupDecl, tree.SheetDecl),
    (tree.AttributeDecl, tree.TableDecl, tree.TimingDecl, tree.RememberDecl, tree.TokenDecl),
    (tree.TallyDecl, tree.RuleDecl, tree.PhaseDecl),
)


def declare(world: World) -> None:
    """Fill the world, in an order in which nothing is needed before it is there."""
    for noun in BUILT_IN:
        _noun(world, noun)
    makers.built_in(world)
    declarations = world.program.declarations
    for group in ORDER:
        for one in declarations:
            if isinstance(one, group):
                DECLARE[type(one)](world, one)
    makers.finish(world)
    counting.declare(world)
    sides.check(world)
    clashes.check(world)
    sense.check(world)


def _noun(world: World, noun: Noun) -> None:
    world.nouns[noun.name] = noun
    world.nouns[noun.plural] = noun
    world.plurals.add(noun.plural)


# ------------------------------------------------------------------ the game


def _players(world: World, decl: tree.Players) -> None:
    if decl.low < 1 or decl.high < decl.low:
        world.wrong(codes.BAD_DEFAULT, decl.span, "the first number must be the smaller one")
    world.players = decl.low, decl.high


def _option(world: World, decl: tree.OptionDecl) -> None:
    type, default = _default(world, decl)
    low, high = decl.span_of_values or (-(2**31), 2**31 - 1)
    number = isinstance(default, int) and not isinstance(default, bool)
    if number and low <= high and not low <= default <= high:  # type: ignore[operator]
        world.wrong(
            codes.BAD_DEFAULT, decl.default.span, f"the default is not between {low} and {high}"
        )
    option = things.Option(decl.name.text, type, default, low, high, decl.span)
    world.options[option.name] = option
    world.game_names[option.name] = makers.option(option)


def _default(world: World, decl: tree.OptionDecl) -> tuple[Type, int | bool | str]:
    words = tuple(word.text for word in decl.words)
    match decl.default:
        case tree.Number(value):
            return NUMBER, value
        case tree.Negate(tree.Number(value)):
            return NUMBER, -value
        case tree.YesNo(flag):
            return FLAG, flag
        case tree.Words(words=(word,), of=None) if words:
            if word.text not in words:
                world.wrong(
                    codes.BAD_DEFAULT,
                    word.span,
                    f"`{word.text}` is not one of {', '.join(words)}",
                    help=did_you_mean(word.text, words),
                )
            return Word(words), word.text
    world.wrong(
        codes.BAD_DEFAULT,
        decl.default.span,
        "an option is a number, yes or no, or one of several words",
        help="`option laps = 1 in 1 to 3`, `option short = no`, `option risk = a in a, b`",
    )
    return NUMBER, 0


def _events(world: World, decl: tree.EventDecl) -> None:
    for name in decl.names:
        world.events[name.text] = name.span


def _rule(world: World, decl: tree.RuleDecl) -> None:
    world.rule_decls[decl.name.text] = decl
    if decl.of is not None and decl.of.text != PLAYER.name:
        noun = world.nouns.get(decl.of.text)
        if noun is not None:
            world.let_own(noun, decl.name.text, makers.rule(decl.name.text))


def _phase(world: World, decl: tree.PhaseDecl) -> None:
    world.phases[decl.name.text] = decl


# ------------------------------------------------------------------ places


def _board(world: World, decl: tree.BoardDecl) -> None:
    plural = decl.noun.plural.text if decl.noun.plural else decl.noun.singular.text + "s"
    noun = Noun(decl.noun.singular.text, plural, Sort.SPACE)
    world.board_noun = things.BoardNoun(
        noun,
        decl.start.text if decl.start else "",
        decl.finish.text if decl.finish else "",
        decl.span,
    )


def _terrain(world: World, decl: tree.TerrainDecl) -> None:
    modifiers = tuple(word.text for word in decl.modifiers)
    for word in decl.modifiers:
        if word.text not in ("big", "closed"):
            _modifier(world, word, "terrain", ("big", "closed"))
    for name in decl.names:
        world.terrains[name.text] = modifiers
        world.describe(SPACE, name, makers.terrain(name.text))
        world.game_names[name.text] = makers.spaces_of(name.text)


def _modifier(world: World, word: tree.Name, what: str, known: tuple[str, ...]) -> None:
    world.wrong(
        codes.UNKNOWN_MODIFIER,
        word.span,
        f"a {what} cannot be `{word.text}`, only {', '.join(known)}",
        help=did_you_mean(word.text, known),
    )


def _token(world: World, decl: tree.TokenDecl) -> None:
    known = {one.name.text for one in world.program.declarations if isinstance(one, tree.PathDecl)}
    board = world.board_noun
    if board is not None:
        known.add(board.noun.name)
    if decl.board.text not in known:
        world.wrong(
            names.UNKNOWN_BOARD,
            decl.board.span,
            f"unknown board or path `{decl.board.text}`",
            help=did_you_mean(decl.board.text, known),
        )
    if decl.of.text != PLAYER.name:
        world.wrong(names.UNKNOWN_NOUN, decl.of.span, "a token belongs to a `player`")
    token = things.Token(len(world.tokens), decl.name.text, decl.board.text, decl.span)
    world.tokens[token.name] = token
    world.let_own(PLAYER, token.name, makers.token(token))


def _zones(world: World, decl: tree.ZoneDecl) -> None:
    known = ("hidden", "private", "ordered", "faceless")
    words = {word.text for word in decl.modifiers}
    for word in decl.modifiers:
        if word.text not in known:
            _modifier(world, word, "zone", known)
    owner = _zone_owner(world, decl)
    for name in decl.names:
        world.zones[name.text] = things.Zone(
            len(world.zones),
            name.text,
            owner,
            "hidden" in words,
            "private" in words,
            "ordered" in words,
            "faceless" in words,
            name.span,
        )


def _zone_owner(world: World, decl: tree.ZoneDecl) -> things.Owner:
    if decl.of is None:
        return things.Owner.GAME
    owners = {PLAYER.name: things.Owner.PLAYER, SPACE.name: things.Owner.SPACE}
    if decl.of.text not in owners:
        world.wrong(
            names.UNKNOWN_NOUN,
            decl.of.span,
            f"there are zones of a player or a space, not of `{decl.of.text}`",
            help=did_you_mean(decl.of.text, owners),
        )
    return owners.get(decl.of.text, things.Owner.GAME)


DECLARE: dict[type, Callable[[World, Any], None]] = {
    tree.Players: _players,
    tree.OptionDecl: _option,
    tree.EventDecl: _events,
    tree.RuleDecl: _rule,
    tree.PhaseDecl: _phase,
    tree.BoardDecl: _board,
    tree.TerrainDecl: _terrain,
    tree.TokenDecl: _token,
    tree.ZoneDecl: _zones,
    **PIECES,
    **MEMORY,
}
