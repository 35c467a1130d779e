"""What a lone word means, and what `X of Y` means.

A word is looked up in this order: local names, then the things that filters look at (the innermost
first), then the player who acts, then the game.
"""

from collections.abc import Callable

from cubedsl.dsl import tree
from cubedsl.dsl.check import rules
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names, play, syntax
from cubedsl.dsl.diagnostic import Fix
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import (
    FACE,
    FLAG,
    NOTHING,
    PLAYER,
    Amount,
    Noun,
    Number,
    Sort,
    Things,
    Type,
    Unknown,
    Word,
)
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import GROUP_WORDS, NUMBER_WORDS, did_you_mean

EMPTY = ("nothing", "nobody")


# ------------------------------------------------------------------ values


def lone(scope: Scope, word: tree.Name, expect: Type | None = None) -> core.Expr:
    """The value of one word."""
    found = (
        _local(scope, word)
        or _constant(scope, word, expect)
        or _of_candidates(scope, word)
        or _of_you(scope, word)
        or _of_game(scope, word)
    )
    return found if found is not None else unknown(scope, word)


def _local(scope: Scope, word: tree.Name) -> core.Expr | None:
    if word.text in scope.names:
        name = scope.names[word.text]
        name.read = True
        if isinstance(name.type, Amount):
            return core.HowMuch(_read(word, name.slot, name.type), word.span)
        return name.value or core.Local(name.slot, word.text, name.type, word.span)
    if word.text == "you":
        return scope.you(word.span)
    if word.text in EMPTY:
        return core.Nothing(NOTHING, word.span)
    if word.text in ("this", "these"):
        return scope.wrong(
            play.NO_THIS, word.span, f"`{word.text}` has no meaning outside an ability"
        )
    return None


def _constant(scope: Scope, word: tree.Name, expect: Type | None) -> core.Expr | None:
    match expect:
        case Word(words) if word.text in words:
            return core.Literal(word.text, expect, word.span)
        case Things(Noun(sort=Sort.KIND)) if word.text in scope.world.kinds:
            return kind_named(scope, word.text, word.span)
        case Things(Noun(sort=Sort.CLASS) as noun):
            return class_named(scope, noun, word.text, word.span)
    return None


def kind_named(scope: Scope, name: str, span: Span) -> core.Expr:
    """A kind as a value."""
    index = scope.world.kinds[name].kind.index
    return core.Kinds((index,), Things(scope.world.nouns["kind"], one=True), span)


def class_named(scope: Scope, noun: Noun, name: str, span: Span) -> core.Expr | None:
    """A class of a partition as a value; None if there is none of this name."""
    partition = scope.world.partitions[noun.name]
    members = [
        kind
        for kind, own in sorted(partition.class_of_kind.items())
        if partition.classes[own] == name
    ]
    if not members:
        return None
    kind = core.Kinds((members[0],), Things(scope.world.nouns["kind"], one=True), span)
    return core.ClassesOf(noun.name, kind, Things(noun, one=True), span)


def _of_candidates(scope: Scope, word: tree.Name) -> core.Expr | None:
    for noun, one in reversed(scope.candidates):
        if shown_or_owned(scope, noun, word.text):
            return scope.wrong(
                names.TWO_MEANINGS,
                word.span,
                f"`{word.text}` could be what the {noun.name} shows, or what a player has",
                help=f"write `{word.text} of {noun.name}`, or `{word.text} of you`",
            )
        found = property_of(scope, noun, word.text, one, word.span)
        if found is not None:
            return found
    return None


def shown_or_owned(scope: Scope, noun: Noun, word: str) -> bool:
    """Whether a word is both on faces of the noun's pieces and a resource of players."""
    both = word in scope.world.resources and (noun.name, word) in scope.world.properties
    return both and noun.sort is Sort.PIECE and scope.acts


def _of_you(scope: Scope, word: tree.Name) -> core.Expr | None:
    if any(noun.sort is Sort.PLAYER for noun, _ in scope.candidates):
        return None
    if not _is_property(scope, PLAYER, word.text):
        return None
    return property_of(scope, PLAYER, word.text, scope.you(word.span), word.span)


def _of_game(scope: Scope, word: tree.Name) -> core.Expr | None:
    world = scope.world
    if word.text in world.game_names:
        return world.game_names[word.text](scope, word.span)
    if word.text in world.rule_decls and not world.rule_decls[word.text].of:
        return rules.read(scope, word.text, None, None, word.span)
    if word.text in world.plurals:
        noun = world.nouns[word.text]
        return core.All(noun, Things(noun), word.span)
    return None


def unknown(scope: Scope, word: tree.Name) -> core.Expr:
    """Report a name that nothing declares."""
    if word.text in scope.world.zones:
        return scope.wrong(
            kinds.WRONG_KIND,
            word.span,
            f"`{word.text}` is a zone, and a zone is not a value",
            help=f"say what lies there: `… in {word.text}`, `count(… in {word.text})`",
        )
    if word.text in NUMBER_WORDS:
        return wrong_number(scope, word)
    return scope.wrong(
        names.UNKNOWN_NAME,
        word.span,
        f"unknown name `{word.text}`",
        help=_near_meaning(scope, word.text) or did_you_mean(word.text, known_words(scope)),
    )


def wrong_number(scope: Scope, word: tree.Name) -> core.Expr:
    """Report a number that is written as a word."""
    digits = NUMBER_WORDS[word.text]
    return scope.wrong(
        syntax.NUMBER_WORD,
        word.span,
        f"`{word.text}` is a name here, not a number",
        help="write it with digits",
        fix=Fix(word.span, digits),
    )


def known_words(scope: Scope) -> set[str]:
    """All words that would mean something here."""
    world = scope.world
    nouns = {PLAYER.name} | {noun.name for noun, _ in scope.candidates}
    return (
        set(scope.names)
        | {word for noun, word in world.properties if noun in nouns}
        | {word for noun, word in world.adjectives if noun in nouns}
        | set(world.game_names)
        | set(world.rule_decls)
        | world.plurals
    )


def _near_meaning(scope: Scope, word: str) -> str | None:
    if word in GROUP_WORDS:
        return f"write how many are alike in what: `{GROUP_WORDS[word]} … with same …`"
    if (PLAYER.name, word) in scope.world.properties:
        return f"`{word}` is a player's: write `{word} of …`"
    owners = [noun for noun, own in scope.world.properties if own == word]
    if owners:
        return f"`{word}` is a {owners[0]}'s: write `{word} of …`"
    described = [noun for noun, own in scope.world.adjectives if own == word]
    return f"`{word}` describes a {described[0]}: write `… is {word}`" if described else None


# ------------------------------------------------------------------ properties


def _is_property(scope: Scope, noun: Noun, word: str) -> bool:
    if noun is PLAYER and word in scope.world.rule_decls:
        return rules.is_of_players(scope, word)
    return (noun.name, word) in scope.world.properties


def property_of(
    scope: Scope, noun: Noun, word: str, one: core.Expr, span: Span
) -> core.Expr | None:
    """What `word of` one thing of `noun` is, or None if it has no such property."""
    if noun.sort is Sort.PLAYER and word in scope.world.rule_decls:
        if not rules.is_of_players(scope, word):
            return None
        return rules.read_of_player(scope, word, one, span)
    maker = scope.world.properties.get((noun.name, word))
    return maker(scope, one, span) if maker else None


def _held(scope: Scope, word: tree.Name, noun: Noun, one: core.Expr) -> core.Expr | None:
    """`loot of victim`: what a player has of the resource of an amount."""
    local = scope.names.get(word.text)
    if local is None or not isinstance(local.type, Amount) or noun.sort is not Sort.PLAYER:
        return None
    local.read = True
    resource = core.ResourceOf(_read(word, local.slot, local.type), word.span)
    return core.Held(resource, one, word.span)


def of(scope: Scope, word: tree.Name, owner: core.Expr, span: Span) -> core.Expr:
    """`word of owner`: of one thing, or of several taken together."""
    match owner.type:
        case Unknown():
            return owner
        case Things(None):
            return core.Literal(0, Number(), span)
        case Things(noun) if noun is not None:
            return _of_things(scope, word, owner, noun, span)
    return scope.wrong(
        kinds.WRONG_KIND,
        span,
        f"`{word.text} of` needs a thing, but this is {owner.type}",
    )


def _of_things(
    scope: Scope, word: tree.Name, owner: core.Expr, noun: Noun, span: Span
) -> core.Expr:
    def make(one: core.Expr) -> core.Expr:
        held = _held(scope, word, noun, one)
        found = held or property_of(scope, noun, word.text, one, span)
        return found if found is not None else _no_property(scope, word, noun)

    if isinstance(owner.type, Things) and owner.type.one:
        return make(owner)
    return together(scope, owner, make, span, singular=_is_singular(scope, owner))


def _no_property(scope: Scope, word: tree.Name, noun: Noun) -> core.Expr:
    known = {own for name, own in scope.world.properties if name == noun.name}
    if noun.sort is Sort.PLAYER:
        known |= rules.names_of_players(scope)
    return scope.wrong(
        names.UNKNOWN_NAME,
        word.span,
        f"a {noun.name} has no `{word.text}`",
        help=did_you_mean(word.text, known),
    )


def _is_singular(scope: Scope, owner: core.Expr) -> bool:
    return isinstance(owner, core.Local) and any(
        name.slot == owner.slot and name.singular for name in scope.names.values()
    )


def together(
    scope: Scope,
    owner: core.Expr,
    make: Callable[[core.Expr], core.Expr],
    span: Span,
    *,
    singular: bool = False,
) -> core.Expr:
    """A property of several things: numbers are added, things gathered; others need one thing."""
    assert isinstance(owner.type, Things) and owner.type.noun is not None
    one = core.Local(scope.frame.slot(), "", Things(owner.type.noun, one=True), span)
    value = make(one)
    match value.type:
        case Number():
            return core.Sum(owner, one.slot, value, span)
        case Things(noun):
            return core.Gather(owner, one.slot, value, Things(noun), span)
        case Unknown():
            return value
    if singular:
        return make(core.First(owner, one.type, span))
    return scope.wrong(
        kinds.NOT_ONE,
        span,
        f"this is of one {owner.type.noun.name}, and several may stand here",
        help="take one of them, such as the `first`",
    )


# ------------------------------------------------------------------ adjectives


def adjective(scope: Scope, noun: Noun, word: tree.Name, one: core.Expr) -> core.Expr | None:
    """The test whether `word` describes one thing of `noun`; None if it cannot."""
    local = scope.names.get(word.text)
    if local is not None and word.text != noun.name:
        found = by_name(scope, noun, local.value or _read(word, local.slot, local.type), one)
        if found is not None:
            local.read = True
            return found
    maker = scope.world.adjectives.get((noun.name, word.text))
    if maker is not None:
        return maker(scope, one, word.span)
    remembered = _remembered(scope, word)
    if remembered is not None:
        return by_name(scope, noun, remembered, one)
    return rules.as_adjective(scope, noun, word, one)


def _remembered(scope: Scope, word: tree.Name) -> core.Expr | None:
    """A kind or class that a player or the game remembers, as in `trump cards`."""
    memory = scope.world.memory
    own, game = memory.get((PLAYER.name, word.text)), memory.get(("", word.text))
    cell = own or game
    if cell is None or not isinstance(cell.type, Things):
        return None
    owner = scope.owner(word.span) if own is not None else None
    return core.CellValue(cell, owner, cell.type, word.span)


def _read(word: tree.Name, slot: int, type: Type) -> core.Local:
    return core.Local(slot, word.text, type, word.span)


def by_name(scope: Scope, noun: Noun, value: core.Expr, one: core.Expr) -> core.Expr | None:
    """The test whether things of `noun` are of a kind, a class or a face that has a name."""
    match value.type:
        case Things(Noun(sort=Sort.KIND)) if noun.sort is Sort.PIECE:
            own = core.KindsOf(one, value.type, value.span)
            return core.Among(own, value, value.span)
        case Things(Noun(sort=Sort.CLASS, name=partition, piece=piece)) if piece == noun.name:
            classes = core.ClassesOf(partition, one, value.type, value.span)
            shared = in_common(scope, classes, value, value.span)
            return shared or core.Among(classes, value, value.span)
        case Things(Noun(sort=Sort.FACE)) if noun.sort is Sort.PIECE:
            return core.Among(core.FacesOf(one, True, value.type, value.span), value, value.span)
    return None


def in_common(scope: Scope, left: core.Expr, right: core.Expr, span: Span) -> core.Expr | None:
    """Whether two classes are the same, where a piece can be in several; None where it cannot."""
    match left.type, right.type:
        case Things(Noun(sort=Sort.CLASS, piece=piece), one=True), Things(noun) if noun:
            if any(own == piece for own, _ in scope.world.also):
                return core.Exists(core.Common(left, right, Things(noun), span), span)
    return None


def face_tests(scope: Scope, spoken: tuple[tree.Name, ...], one: core.Local) -> list[core.Expr]:
    """The tests whether a face is the one that words name: without a variant it has none."""
    said = {word.text for word in spoken}
    tests: list[core.Expr] = [
        core.Not(core.Shows("variant", variant, one, one.span), one.span)
        for variant in scope.world.variants
        if variant not in said
    ]
    found = (adjective(scope, FACE, word, one) for word in spoken)
    return [*tests, *(test for test in found if test is not None)]


def lone_condition(scope: Scope, word: tree.Name) -> core.Expr:
    """Yes or no: an adjective of what is looked at, or a flag."""
    local = scope.names.get(word.text)
    if local is not None and local.type == FLAG:
        local.read = True
        return _read(word, local.slot, local.type)
    for noun, one in reversed(scope.candidates):
        found = adjective(scope, noun, word, one)
        if found is not None:
            return found
        value = property_of(scope, noun, word.text, one, word.span)
        if value is not None and value.type == FLAG:
            return value
    described = _describes_you(scope, word)
    if described is not None:
        return described
    return lone(scope, word)


def _describes_you(scope: Scope, word: tree.Name) -> core.Expr | None:
    looked_at = any(noun.sort is Sort.PLAYER for noun, _ in scope.candidates)
    if looked_at or word.text in scope.names or not scope.acts:
        return None
    if (PLAYER.name, word.text) not in scope.world.adjectives:
        return None
    return adjective(scope, PLAYER, word, scope.you(word.span))
