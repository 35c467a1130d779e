"""What declared words turn into: functions that make checked expressions."""

from cubedsl.dsl.check import rules, words
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.check.world import Describe, Mention, World
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import things
from cubedsl.dsl.model.types import FACE, PLAYER, SPACE, Noun, Things
from cubedsl.dsl.source import Span

# ------------------------------------------------------------------ of the game


def option(option: things.Option) -> Mention:
    """An option's value."""
    return lambda scope, span: core.OptionValue(option, option.type, span)


def game_cell(cell: things.Cell) -> Mention:
    """What the game remembers."""
    return lambda scope, span: core.CellValue(cell, None, cell.type, span)


def spaces_of(terrain: str) -> Mention:
    """A terrain's name alone: its spaces; a big one has one."""

    def make(scope: Scope, span: Span) -> core.Expr:
        one = "big" in scope.world.terrains[terrain]
        return core.SpacesOf(terrain, Things(SPACE, one=one), span)

    return make


def pieces_of(kind: things.Kind) -> Mention:
    """A kind's name alone: all pieces of the kind."""

    def make(scope: Scope, span: Span) -> core.Expr:
        everything = core.All(kind.noun, Things(kind.noun), span)
        one = core.Local(scope.frame.slot(), kind.noun.name, Things(kind.noun, one=True), span)
        test = core.OfKinds(one, frozenset({kind.index}), span)
        type = Things(kind.noun, one=kind.count == 1 and kind.home.owner is things.Owner.GAME)
        return core.Where(everything, one.slot, test, type, span)

    return make


# ------------------------------------------------------------------ of things


def cell(cell: things.Cell) -> Describe:
    """What is remembered of one thing."""
    return lambda scope, one, span: core.CellValue(cell, one, cell.type, span)


def has_word(cell: things.Cell, word: str) -> Describe:
    """Whether a remembered choice is this word."""

    def make(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
        value = core.CellValue(cell, one, cell.type, span)
        return core.Same(value, core.Literal(word, cell.type, span), span)

    return make


def attribute(attribute: things.Attribute) -> Describe:
    """An attribute of one piece, kind or space."""
    return lambda scope, one, span: core.AttributeOf(attribute, one, span)


def token(token: things.Token) -> Describe:
    """The space of a player's token."""
    return lambda scope, one, span: core.TokenSpace(token, one, span)


def rule(name: str) -> Describe:
    """A rule of things."""
    return lambda scope, one, span: rules.read_of_thing(scope, name, one, span)


def of_kinds(kinds: frozenset[int]) -> Describe:
    """Being of one of these kinds."""
    return lambda scope, one, span: core.OfKinds(one, kinds, span)


def of_class(noun: Noun, name: str, kinds: frozenset[int]) -> Describe:
    """Being of one of these kinds, or counting as the class of this name."""

    def make(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
        also = name if (noun.name, name) in scope.world.also else ""
        return core.OfKinds(one, kinds, span, also=also)

    return make


def marked(mark: things.Mark) -> Describe:
    """Bearing a mark."""
    return lambda scope, one, span: core.Marked(mark, one, span)


def terrain(name: str) -> Describe:
    """Being of a terrain."""
    return lambda scope, one, span: core.OfTerrain(name, one, span)


def shows(what: str, name: str) -> Describe:
    """Showing a symbol, a variant, the blank side."""
    return lambda scope, one, span: core.Shows(what, name, one, span)


def shown(symbol: str) -> Describe:
    """How much of a symbol is shown."""
    return lambda scope, one, span: core.Shown(symbol, one, span)


def fact(name: str) -> Describe:
    """A number the game knows of a thing."""
    return lambda scope, one, span: core.Fact(name, one, span)


def is_class(noun: Noun, name: str) -> Describe:
    """Being one class of a partition."""

    def make(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
        value = words.class_named(scope, noun, name, span) or core.Nothing(Things(noun), span)
        return words.in_common(scope, one, value, span) or core.Same(one, value, span)

    return make


def classes(noun: Noun) -> Describe:
    """The class of a piece or kind in a partition."""
    return lambda scope, one, span: core.ClassesOf(noun.name, one, Things(noun, one=True), span)


def _kind(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
    return core.KindsOf(one, Things(scope.world.nouns["kind"], one=True), span)


def _face(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
    return core.FacesOf(one, True, Things(FACE, one=True), span)


def _crowned(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
    return core.Crowned(one, span)


def _usable(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
    return core.Usable(one, scope.owner(span), span)


def _own(scope: Scope, one: core.Expr, span: Span) -> core.Expr:
    return core.Same(core.OwnerOf(one, False, span), scope.owner(span), span)


# ------------------------------------------------------------------ what is always there


def built_in(world: World) -> None:
    """The words every ruleset has."""
    world.game_names["player_count"] = lambda scope, span: core.Fact("player_count", None, span)
    world.let_own(PLAYER, "seat", fact("seat"))
    for name in ("section", "line_count", "step"):
        world.let_own(SPACE, name, fact(name))
    world.let_own(PLAYER, "winner", _crowned)
    world.adjectives[PLAYER.name, "winner"] = _crowned
    world.let_own(SPACE, "space", lambda scope, one, span: one)
    world.let_own(SPACE, "target", lambda scope, one, span: core.TargetOf(one, span))


def of_pieces(world: World, noun: Noun) -> None:
    """The words every piece noun has."""
    world.let_own(noun, "kind", _kind)
    world.let_own(noun, "face", _face)
    for name, holder in (("owner", False), ("holder", True)):
        world.let_own(noun, name, _owner(holder))
    world.adjectives[noun.name, "used"] = lambda scope, one, span: core.Used(one, span)
    world.adjectives[noun.name, "own"] = _own
    world.adjectives[noun.name, "usable"] = _usable


def _owner(holder: bool) -> Describe:
    return lambda scope, one, span: core.OwnerOf(one, holder, span)


def finish(world: World) -> None:
    """What faces show describes dice and faces; done when all kinds are known."""
    nouns = {draft.kind.noun for draft in world.kinds.values() if draft.kind.faces}
    on_faces = {face.symbol for face in world.faces.values() if not face.blank}
    for noun in sorted((*nouns, FACE), key=lambda noun: noun.name):
        for symbol in sorted(on_faces | set(world.symbols)):
            _show(world, noun, symbol)
        for variant in world.variants:
            world.adjectives[noun.name, variant] = shows("variant", variant)
        if world.blank:
            world.adjectives[noun.name, world.blank] = shows("blank", world.blank)


def _show(world: World, noun: Noun, symbol: str) -> None:
    resource = world.resources.get(symbol)
    words = {symbol}
    if resource is not None:
        words |= {word for word, cell in world.resources.items() if cell is resource}
    for word in sorted(words):
        world.adjectives[noun.name, word] = shows("symbol", symbol)
        world.let_own(noun, word, shown(symbol))
