"""What is yes or no: comparisons, `is`, `some` and `no`, `and`, `or`, `not`."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import phrases, places, several, words
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import (
    FLAG,
    NUMBER,
    Chance,
    Flag,
    Noun,
    Number,
    Sort,
    Things,
    Type,
    Unknown,
    Word,
)
from cubedsl.dsl.source import Span


def fits(left: Type, right: Type) -> bool:
    """Whether values of the two kinds can be compared, or stand in one place."""
    match left, right:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Things(one), Things(other):
            return one == other or one is None or other is None
        case Word(one), Word(other):
            return bool(set(one) & set(other))
    return left == right


# ------------------------------------------------------------------ comparisons


def compare(scope: Scope, node: tree.Compare, expect: Type | None) -> core.Expr:
    """`a < b`, `a = b`"""
    left = scope.value(node.left)
    right = scope.value(node.right, left.type)
    if node.operator in ("=", "!="):
        same = _same(scope, node, left, right)
        return core.Not(same, node.span) if node.operator == "!=" else same
    for side, written in ((left, node.left), (right, node.right)):
        if not isinstance(side.type, Number | Chance | Unknown):
            return _not_a_number(scope, side, written)
    if not fits(left.type, right.type):
        return scope.wrong(
            kinds.WRONG_KIND,
            node.span,
            f"one side is {left.type}, the other {right.type}",
            help="a chance is compared with another one, or with a percentage: `> 50%`",
        )
    return core.Compare(node.operator, left, right, node.span)


def _not_a_number(scope: Scope, side: core.Expr, written: tree.Expr) -> core.Expr:
    return scope.wrong(
        kinds.WRONG_KIND,
        written.span,
        f"a number is needed here, but this is {side.type}",
        help=f"`count({written.span.text})`" if isinstance(side.type, Things) else None,
    )


def _same(scope: Scope, node: tree.Compare, left: core.Expr, right: core.Expr) -> core.Expr:
    if not fits(left.type, right.type):
        return scope.wrong(
            kinds.WRONG_KIND,
            node.span,
            f"these can never be equal: one is {left.type}, the other {right.type}",
        )
    return _equal(scope, left, right, node.span)


def _equal(scope: Scope, left: core.Expr, right: core.Expr, span: Span) -> core.Expr:
    """The same value; of two classes, where a piece can be in several, the same one among them."""
    one = isinstance(right.type, Things) and right.type.one
    shared = words.in_common(scope, left, right, span) if one else None
    return shared or core.Same(left, right, span)


# ------------------------------------------------------------------ and, or, not


def logic(scope: Scope, node: tree.Logic, expect: Type | None) -> core.Expr:
    """`a and b`, `a or b`"""
    left, right = scope.condition(node.left), scope.condition(node.right)
    made = core.Both if node.operator == "and" else core.Either
    return made(left, right, node.span)


def negation(scope: Scope, node: tree.Not, expect: Type | None) -> core.Expr:
    """`not a`"""
    return core.Not(scope.condition(node.value), node.span)


def some(scope: Scope, node: tree.Some, expect: Type | None) -> core.Expr:
    """`some X`, `no X`"""
    exists = _exists(scope, node)
    return core.Not(exists, node.span) if node.negated else exists


def _exists(scope: Scope, node: tree.Some) -> core.Expr:
    if isinstance(node.phrase, tree.NounPhrase):
        return core.Exists(phrases.things(scope, node.phrase, conjuncts=True), node.span)
    found = several.groups(scope, node.phrase, conjuncts=True)
    return core.Compare(">", found, core.Literal(0, NUMBER, node.span), node.span)


# ------------------------------------------------------------------ is


def is_what(scope: Scope, node: tree.Is, expect: Type | None) -> core.Expr:
    """`X is A`: an adjective of one thing, the thing itself, or the word it has."""
    left = scope.value(node.value)
    test = _is(scope, node, left)
    return core.Not(test, node.span) if node.negated else test


def _is(scope: Scope, node: tree.Is, left: core.Expr) -> core.Expr:
    match left.type:
        case Unknown():
            return left
        case Word():
            return _is_word(scope, node, left)
        case Things(noun) if noun is not None:
            return _is_thing(scope, node, left, noun)
    return scope.wrong(
        kinds.WRONG_KIND,
        node.span,
        f"`is` tests one thing or one word, but this is {left.type}",
        help="numbers are compared with `=`" if isinstance(left.type, Number) else None,
    )


def _is_word(scope: Scope, node: tree.Is, left: core.Expr) -> core.Expr:
    right = scope.value(node.other, left.type)
    if not fits(left.type, right.type):
        return scope.wrong(
            kinds.WRONG_KIND, node.other.span, f"this can only be {left.type}, not {right.type}"
        )
    return core.Same(left, right, node.span)


def _is_thing(scope: Scope, node: tree.Is, left: core.Expr, noun: Noun) -> core.Expr:
    other = node.other
    match other:
        case tree.Words(words=(word,), of=None):
            if word.text in scope.names and scope.names[word.text].type != FLAG:
                value = scope.value(other)
                return _same_thing(scope, node, left, value)
            return _each_is(scope, node, left, noun, word)
        case tree.Words() | tree.Call():
            return _same_thing(scope, node, left, scope.value(other))
    with scope.looking_at(noun, node.span) as (inside, one):
        condition = inside.condition(other)
    return _all_of(left, one.slot, condition, node.span)


def _each_is(
    scope: Scope, node: tree.Is, left: core.Expr, noun: Noun, word: tree.Name
) -> core.Expr:
    if isinstance(left.type, Things) and left.type.one:
        test = words.adjective(scope, noun, word, left)
        return test if test is not None else _thing_or_wrong(scope, node, left, noun, word)
    one = core.Local(scope.frame.slot(), noun.name, Things(noun, one=True), node.span)
    test = words.adjective(scope, noun, word, one)
    if test is None:
        return _thing_or_wrong(scope, node, left, noun, word)
    return _all_of(left, one.slot, test, node.span)


def _thing_or_wrong(
    scope: Scope, node: tree.Is, left: core.Expr, noun: Noun, word: tree.Name
) -> core.Expr:
    if word.text in words.known_words(scope) or word.text in words.EMPTY or word.text == "you":
        return _same_thing(scope, node, left, scope.value(node.other))
    return phrases.no_adjective(scope, noun, word)


def _same_thing(scope: Scope, node: tree.Is, left: core.Expr, right: core.Expr) -> core.Expr:
    if isinstance(right.type, Things) and isinstance(left.type, Things):
        noun = left.type.noun
        described = words.by_name(scope, noun, right, left) if noun is not None else None
        if described is not None:
            return described
    if not fits(left.type, right.type) or isinstance(right.type, Flag):
        return scope.wrong(
            kinds.WRONG_KIND,
            node.other.span,
            f"this is {left.type} and can never be {right.type}",
        )
    return _equal(scope, left, right, node.span)


def _all_of(left: core.Expr, slot: int, test: core.Expr, span: Span) -> core.Expr:
    """Whether there is any, and none fails the test."""
    fails = core.Where(left, slot, core.Not(test, span), left.type, span)
    return core.Both(core.Exists(left, span), core.Not(core.Exists(fails, span), span), span)


def is_in(scope: Scope, node: tree.IsIn, expect: Type | None) -> core.Expr:
    """`this is in active`, `color is not in taken_colors`"""
    left = scope.things(node.value)
    place = places.place_or_set(scope, node.place)
    if not isinstance(left.type, Things) or left.type.noun is None:
        return left
    if isinstance(place, core.Place):
        if left.type.noun.sort is not Sort.PIECE:
            return scope.wrong(
                kinds.WRONG_KIND, node.span, f"only pieces lie in a zone, not {left.type}"
            )
        group: core.Expr = core.PiecesIn(
            left.type.noun, (place,), Things(left.type.noun), node.place.span
        )
    else:
        group = place
    if not fits(left.type, group.type):
        return scope.wrong(kinds.WRONG_KIND, node.span, f"{left.type} cannot be among {group.type}")
    among = words.in_common(scope, left, group, node.span) or core.Among(left, group, node.span)
    return core.Not(among, node.span) if node.negated else among
