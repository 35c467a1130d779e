"""Noun phrases: `gray dice in draw, roll where not used` as a set of things.

Adjectives and `where` filter first, then the superlative, then the order, then `first`.
"""

from typing import Any, cast

from attrs import evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check import words
from cubedsl.dsl.check.places import places
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import declarations, kinds, names
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import PLAYER, SPACE, UNKNOWN, Noun, Sort, Things, Unknown
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

ORDERS = ("first",)


@frozen
class Parts:
    """A phrase taken apart: adjectives, the head word, and the clauses by kind."""

    first: bool
    adjectives: tuple[tree.Name, ...]
    head: tree.Name
    of: tree.Expr | None
    inside: tree.In | None = None
    start: tree.From | None = None
    after: tree.After | None = None
    next_to: tree.NextTo | None = None
    within: tree.Within | None = None
    nearest: tree.Nearest | None = None
    best: tree.Extreme | None = None
    where: tree.Where | None = None


FIELDS: dict[type, str] = {
    tree.In: "inside",
    tree.From: "start",
    tree.After: "after",
    tree.NextTo: "next_to",
    tree.Within: "within",
    tree.Nearest: "nearest",
    tree.Extreme: "best",
    tree.Where: "where",
}


def take_apart(scope: Scope, phrase: tree.NounPhrase) -> Parts:
    """The parts of a phrase; a clause that stands twice is a mistake."""
    spoken = phrase.words
    first = len(spoken) > 1 and spoken[0].text in ORDERS
    parts = Parts(first, spoken[1 if first else 0 : -1], spoken[-1], phrase.of)
    for clause in phrase.clauses:
        name = FIELDS.get(type(clause))
        if name is None:
            scope.wrong(
                kinds.WRONG_KIND,
                clause.span,
                f"`with {clause.how}` says something about several of them together",  # type: ignore[union-attr]
                help="put a number before it: `2 dice in … with same face`",
            )
        elif getattr(parts, name) is not None:
            scope.wrong(
                declarations.SAID_TWICE,
                clause.span,
                f"`{clause.span.text.split()[0]}` stands twice",
            )
        else:
            parts = evolve(parts, **cast(dict[str, Any], {name: clause}))
    return parts


def things(scope: Scope, phrase: tree.NounPhrase, *, conjuncts: bool = False) -> core.Expr:
    """The things of a phrase; `conjuncts`: every part of `where` must be about them."""
    parts = take_apart(scope, phrase)
    found = _base(scope, parts, phrase.span)
    noun = found.type.noun if isinstance(found.type, Things) else None
    if noun is None:
        return _of_nothing(scope, parts, found)
    found = _filtered(scope, parts, noun, found, phrase.span, conjuncts)
    return _ordered(scope, parts, noun, found, phrase.span)


def _of_nothing(scope: Scope, parts: Parts, found: core.Expr) -> core.Expr:
    if isinstance(found.type, Things | Unknown):
        return found
    return scope.wrong(
        kinds.WRONG_KIND,
        parts.head.span,
        f"things are needed here, but `{parts.head.text}` is {found.type}",
    )


# ------------------------------------------------------------------ the head


def _base(scope: Scope, parts: Parts, span: Span) -> core.Expr:
    noun = noun_of(scope, parts)
    if noun is None:
        value = words.lone(scope, parts.head)
        return _inside(scope, parts, value) if parts.inside else value
    if parts.of is not None and noun.sort not in (Sort.FACE, Sort.KIND):
        return scope.wrong(
            kinds.WRONG_KIND,
            parts.of.span,
            f"`of` does not say which {noun.plural} are meant",
            help=f"write `in`, `from` or `where`: `{noun.plural} in …`",
        )
    match noun.sort:
        case Sort.PIECE:
            return _pieces(scope, parts, noun, span)
        case Sort.KIND:
            return _kinds(scope, parts, noun, span)
        case Sort.CLASS:
            return _classes(scope, parts, noun, span)
        case Sort.FACE:
            return _faces(scope, parts, noun, span)
        case _:
            return _inside(scope, parts, core.All(noun, Things(noun), span))


def noun_of(scope: Scope, parts: Parts) -> Noun | None:
    """The noun that is the head of a phrase; a local name alone is not one."""
    word = parts.head.text
    alone = not parts.adjectives and not parts.first and parts.inside is None
    if word in scope.names and (alone or word not in scope.world.nouns):
        return None
    return scope.world.nouns.get(word)


def _pieces(scope: Scope, parts: Parts, noun: Noun, span: Span) -> core.Expr:
    if parts.inside is None:
        return core.All(noun, Things(noun), span)
    return gather(scope, noun, parts.inside, span)


def gather(scope: Scope, noun: Noun, inside: tree.In, span: Span) -> core.Expr:
    """The pieces of a noun in zones and sets."""
    zones, sets = places(scope, inside)
    found: core.Expr | None = core.PiecesIn(noun, zones, Things(noun), span) if zones else None
    for one in sets:
        if not isinstance(one.type, Things) or one.type.noun not in (noun, None):
            _not_pieces(scope, one, noun)
            continue
        found = core.Union(found, one, Things(noun), span) if found else one
    return found or core.Nothing(Things(noun), span)


def _not_pieces(scope: Scope, one: core.Expr, noun: Noun) -> None:
    if one.type != UNKNOWN:
        scope.wrong(kinds.WRONG_KIND, one.span, f"{noun.plural} are not in this: it is {one.type}")


def _inside(scope: Scope, parts: Parts, value: core.Expr) -> core.Expr:
    if parts.inside is None:
        return value
    noun = value.type.noun if isinstance(value.type, Things) else None
    if noun is None:
        return value
    if noun.sort is Sort.PIECE:
        group = gather(scope, noun, parts.inside, parts.inside.span)
        return core.Common(value, group, value.type, value.span)
    _, sets = places(scope, parts.inside)
    if len(sets) != 1 or not isinstance(sets[0].type, Things):
        return scope.wrong(
            names.UNKNOWN_NAME, parts.inside.span, f"{noun.plural} cannot be in this"
        )
    if isinstance(value, core.All):
        return evolve(sets[0]) if sets[0].type.noun in (noun, None) else _bad(scope, sets[0], noun)
    return core.Common(value, sets[0], value.type, value.span)


def _bad(scope: Scope, one: core.Expr, noun: Noun) -> core.Expr:
    return scope.wrong(kinds.WRONG_KIND, one.span, f"this is {one.type}, not {noun.plural}")


def _kinds_of_noun(scope: Scope, of: tree.Expr, noun: Noun, span: Span) -> core.Expr:
    """`kind of card`: the kinds of a noun; of other things: their kinds."""
    match of:
        case tree.Words(words=(word,), of=None) if word.text not in scope.names:
            piece = scope.world.nouns.get(word.text)
            if piece is not None and piece.sort is Sort.PIECE:
                own = [d.kind.index for d in scope.world.kinds.values() if d.kind.noun == piece]
                return core.Kinds(tuple(own), Things(noun), span)
    return core.KindsOf(scope.things(of), Things(noun), span)


def _kinds(scope: Scope, parts: Parts, noun: Noun, span: Span) -> core.Expr:
    if parts.of is not None:
        return _kinds_of_noun(scope, parts.of, noun, span)
    if parts.inside is None:
        return core.All(noun, Things(noun), span)
    found: core.Expr | None = None
    for piece in scope.world.piece_nouns():
        pieces = gather(scope, piece, parts.inside, span)
        kinds_of = core.KindsOf(pieces, Things(noun), span)
        found = core.Union(found, kinds_of, Things(noun), span) if found else kinds_of
    return found or core.Nothing(Things(noun), span)


def _classes(scope: Scope, parts: Parts, noun: Noun, span: Span) -> core.Expr:
    if parts.inside is None:
        return core.All(noun, Things(noun), span)
    pieces = gather(scope, scope.world.nouns[noun.piece], parts.inside, span)
    return core.ClassesOf(noun.name, pieces, Things(noun), span)


def _faces(scope: Scope, parts: Parts, noun: Noun, span: Span) -> core.Expr:
    if parts.of is not None:
        return core.FacesOf(scope.things(parts.of), False, Things(noun), span)
    if parts.inside is None:
        return scope.wrong(
            names.UNKNOWN_NOUN,
            parts.head.span,
            "which die's faces?",
            help="write `face of …`, or `faces in …`",
        )
    dice = {draft.kind.noun for draft in scope.world.kinds.values() if draft.kind.faces}
    nouns = [one for one in scope.world.piece_nouns() if one in dice]
    if not nouns:
        return scope.wrong(names.UNKNOWN_NOUN, span, "nothing here has faces")
    found = gather(scope, nouns[0], parts.inside, span)
    for one in nouns[1:]:
        found = core.Union(found, gather(scope, one, parts.inside, span), found.type, span)
    return core.FacesOf(found, True, Things(noun), span)


# ------------------------------------------------------------------ filters


def _filtered(
    scope: Scope, parts: Parts, noun: Noun, found: core.Expr, span: Span, conjuncts: bool
) -> core.Expr:
    found = _placed(scope, parts, noun, found, span)
    for word in parts.adjectives:
        found = described(scope, noun, word, found)
    if parts.where is not None:
        with scope.looking_at(noun, span) as (inside, one):
            condition = inside.condition(parts.where.condition)
        if conjuncts:
            _check_conjuncts(scope, condition, one)
        found = core.Where(found, one.slot, condition, found.type, span)
    return found


def _placed(scope: Scope, parts: Parts, noun: Noun, found: core.Expr, span: Span) -> core.Expr:
    if parts.next_to is not None:
        place = _anchor(scope, noun, parts.next_to, parts.next_to.place, (SPACE,))
        found = core.NextTo(found, place, Things(noun), span)
    if parts.within is not None:
        distance = scope.number(parts.within.distance)
        place = _anchor(scope, noun, parts.within, parts.within.place, (SPACE,))
        found = core.Within(found, distance, place, Things(noun), span)
    return found


def _anchor(
    scope: Scope, noun: Noun, clause: tree.Clause, place: tree.Expr, nouns: tuple[Noun, ...]
) -> core.Expr:
    """What a clause goes by: a thing of the same noun, which must be one of these."""
    found = scope.things(place)
    own = found.type.noun if isinstance(found.type, Things) else None
    if noun not in nouns:
        word = clause.span.text.split()[0]
        known = " or ".join(one.plural for one in nouns)
        message = f"`{word}` says something about {known}, not about {noun.plural}"
        return scope.wrong(kinds.WRONG_KIND, clause.span, message)
    if own not in (noun, None):
        return scope.wrong(
            kinds.WRONG_KIND, place.span, f"a {noun.name} is needed here, but this is {found.type}"
        )
    return found


def described(scope: Scope, noun: Noun, word: tree.Name, found: core.Expr) -> core.Expr:
    """Those that an adjective describes."""
    if word.text == "other":
        return core.Without(found, _self(scope, noun, word), Things(noun), word.span)
    one = core.Local(scope.frame.slot(), noun.name, Things(noun, one=True), word.span)
    test = words.adjective(scope, noun, word, one)
    if test is None:
        return no_adjective(scope, noun, word)
    return core.Where(found, one.slot, test, found.type, word.span)


def _self(scope: Scope, noun: Noun, word: tree.Name) -> core.Expr:
    """What `other` is other than: whoever acts, or the pieces whose ability is used."""
    these = scope.names.get("these")
    if noun is PLAYER:
        return scope.owner(word.span)
    if these is None or these.type != Things(noun):
        return scope.wrong(names.UNKNOWN_ADJECTIVE, word.span, f"other {noun.plural} than which?")
    return core.Local(these.slot, "these", these.type, word.span)


def no_adjective(scope: Scope, noun: Noun, word: tree.Name) -> core.Expr:
    """Report a word that does not describe things of a noun."""
    known = {own for name, own in scope.world.adjectives if name == noun.name} | {"other"}
    known |= {
        name
        for name, decl in scope.world.rule_decls.items()
        if decl.of is None or decl.of.text == noun.name
    }
    return scope.wrong(
        names.UNKNOWN_ADJECTIVE,
        word.span,
        f"`{word.text}` does not describe {noun.plural}",
        help=did_you_mean(word.text, known),
    )


def _check_conjuncts(scope: Scope, condition: core.Expr, one: core.Local) -> None:
    if not isinstance(condition, core.Both):
        return
    for part in (condition.left, condition.right):
        if isinstance(part, core.Both):
            _check_conjuncts(scope, part, one)
        elif not mentions(part, one.slot):
            scope.wrong(
                kinds.UNCHECKED_CONJUNCT,
                part.span,
                f"this says nothing about the {one.name}",
                help="put it first, or put `some … where …` in parentheses",
            )


def mentions(node: core.Expr, slot: int) -> bool:
    """Whether an expression reads a slot, or has a mistake that keeps us from knowing."""
    return any(
        (isinstance(one, core.Local) and one.slot == slot)
        or (isinstance(one, core.Literal) and one.type == UNKNOWN)
        for one in walk(node)
    )


# ------------------------------------------------------------------ order


def _nearest(scope: Scope, node: tree.Nearest, noun: Noun, found: core.Expr) -> core.Expr:
    place = _anchor(scope, noun, node, node.place, (SPACE,))
    return core.Nearest(found, place, found.type, node.span)


def _ordered(scope: Scope, parts: Parts, noun: Noun, found: core.Expr, span: Span) -> core.Expr:
    if parts.nearest is not None:
        found = _nearest(scope, parts.nearest, noun, found)
    if parts.best is not None:
        with scope.looking_at(noun, span) as (inside, one):
            value = inside.number(parts.best.value)
        found = core.Best(found, one.slot, value, parts.best.most, found.type, span)
    if parts.start is not None:
        start = _anchor(scope, noun, parts.start, parts.start.start, (PLAYER,))
        found = core.InOrder(found, start, found.type, span)
    single = Things(noun, one=True)
    if parts.after is not None:
        start = _anchor(scope, noun, parts.after, parts.after.start, (PLAYER, SPACE))
        return core.After(found, start, single, span)
    return core.First(found, single, span) if parts.first else found
