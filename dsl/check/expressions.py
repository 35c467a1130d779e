"""Expressions: the kind of value of each, and what it means."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check import calls, phrases, picks, tests, words
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import (
    CHANCE,
    FLAG,
    NUMBER,
    UNKNOWN,
    Flag,
    Noun,
    Number,
    Sort,
    Things,
    Type,
    Unknown,
)


@frozen
class Readings:
    """The four readings of an expression (see `scope.Reader`)."""

    def value(self, scope: Scope, node: tree.Expr, expect: Type | None = None) -> core.Expr:
        """Any value."""
        return VALUES[type(node)](scope, node, expect)

    def condition(self, scope: Scope, node: tree.Expr) -> core.Expr:
        """Yes or no."""
        if isinstance(node, tree.Words) and len(node.words) == 1 and node.of is None:
            found = words.lone_condition(scope, node.words[0])
        else:
            found = self.value(scope, node)
        if isinstance(found.type, Flag | Unknown):
            return found
        return scope.wrong(
            kinds.NOT_A_CONDITION,
            node.span,
            f"yes or no is needed here, but this is {found.type}",
            help=_as_condition(found.type, node.span.text),
        )

    def things(self, scope: Scope, node: tree.Expr) -> core.Expr:
        """Things."""
        found = self.value(scope, node)
        if isinstance(found.type, Things | Unknown):
            return found
        return scope.wrong(
            kinds.WRONG_KIND, node.span, f"things are needed here, but this is {found.type}"
        )

    def number(self, scope: Scope, node: tree.Expr) -> core.Expr:
        """A number."""
        found = self.value(scope, node)
        if isinstance(found.type, Number | Unknown):
            return found
        return scope.wrong(
            kinds.WRONG_KIND,
            node.span,
            f"a number is needed here, but this is {found.type}",
            help="`count(…)` says how many there are" if isinstance(found.type, Things) else None,
        )


def _as_condition(type: Type, text: str) -> str | None:
    match type:
        case Number():
            return f"compare it: `{text} > 0`"
        case Things():
            return f"ask whether there is one: `some {text}`"
    return None


# ------------------------------------------------------------------ single values


def _number(scope: Scope, node: tree.Number, expect: Type | None) -> core.Expr:
    return core.Literal(node.value, NUMBER, node.span)


def _percent(scope: Scope, node: tree.Percent, expect: Type | None) -> core.Expr:
    if node.value > 100:
        return scope.wrong(kinds.OVER_ALL, node.span, "a chance is at most 100%")
    return core.Literal(Fraction(node.value, 100), CHANCE, node.span)


def _yes_no(scope: Scope, node: tree.YesNo, expect: Type | None) -> core.Expr:
    return core.Literal(node.value, FLAG, node.span)


def _text(scope: Scope, node: tree.Text, expect: Type | None) -> core.Expr:
    return scope.wrong(kinds.WRONG_KIND, node.span, "a name in quotation marks has no value here")


def _words(scope: Scope, node: tree.Words, expect: Type | None) -> core.Expr:
    if len(node.words) > 1:
        return phrases.things(scope, tree.NounPhrase(node.words, node.of, (), node.span))
    word = node.words[0]
    if node.of is None:
        return words.lone(scope, word, expect)
    special = calls.special(scope, word, node.of, node.span)
    if special is not None:
        return special
    noun = scope.world.nouns.get(word.text)
    if noun is not None and _is_noun(noun, word, scope, node.of):
        return phrases.things(scope, tree.NounPhrase(node.words, node.of, (), node.span))
    return words.of(scope, word, _owner(scope, word, node.of), node.span)


def _is_noun(noun: Noun, word: tree.Name, scope: Scope, of: tree.Expr) -> bool:
    """Whether a word before `of` is a noun, and not what a thing has (`color of this`): `faces of
    this` are all its sides, `face of this` is the one that lies up; `kinds of card`."""
    if noun.sort is Sort.PIECE or (noun.sort is Sort.FACE and word.text == noun.plural):
        return True
    match of:
        case tree.Words(words=(word,), of=None):
            known = word.text in scope.world.nouns and word.text not in scope.names
            return noun.sort is Sort.KIND and known
    return False


def _owner(scope: Scope, word: tree.Name, of: tree.Expr) -> core.Expr:
    """Whose property it is; an attribute or table of a kind's name is the kind's, once."""
    match of:
        case tree.Words(words=(name,), of=None) if name.text not in scope.names:
            draft = scope.world.kinds.get(name.text)
            of_kinds = {*scope.world.attributes, *scope.world.tables}
            if draft is not None and (draft.kind.noun.name, word.text) in of_kinds:
                return words.kind_named(scope, name.text, name.span)
    return scope.value(of)


def _phrase(scope: Scope, node: tree.NounPhrase, expect: Type | None) -> core.Expr:
    return phrases.things(scope, node)


def _pick(scope: Scope, node: tree.Pick, expect: Type | None) -> core.Expr:
    return picks.pick(scope, node)


def _amount(scope: Scope, node: tree.AmountOf, expect: Type | None) -> core.Expr:
    return scope.wrong(
        kinds.WRONG_KIND, node.span, "`equal to` belongs to `gain` and `pay`; here use `=`"
    )


# ------------------------------------------------------------------ arithmetic


def _binary(scope: Scope, node: tree.Binary, expect: Type | None) -> core.Expr:
    left = scope.value(node.left)
    if isinstance(left.type, Things) and node.operator in "+-":
        return _sets(scope, node, left)
    right = scope.number(node.right)
    if not isinstance(left.type, Number | Unknown):
        return scope.wrong(
            kinds.WRONG_KIND, node.left.span, f"a number is needed here, but this is {left.type}"
        )
    if node.operator == "mod":
        _check_divisor(scope, right)
    return core.Arithmetic(node.operator, left, right, node.span)


def _check_divisor(scope: Scope, right: core.Expr) -> None:
    if isinstance(right, core.Literal) and right.type == NUMBER and right.value == 0:
        scope.wrong(kinds.DIVISION_BY_ZERO, right.span, "nothing can be divided by 0")


def _sets(scope: Scope, node: tree.Binary, left: core.Expr) -> core.Expr:
    right = scope.things(node.right)
    if isinstance(right.type, Unknown):
        return right
    assert isinstance(left.type, Things) and isinstance(right.type, Things)
    noun = left.type.noun or right.type.noun
    if right.type.noun not in (noun, None):
        return scope.wrong(
            kinds.WRONG_KIND, node.span, f"{left.type} and {right.type} cannot be put together"
        )
    made = core.Union if node.operator == "+" else core.Without
    return made(left, right, Things(noun), node.span)


def _divide(scope: Scope, node: tree.Divide, expect: Type | None) -> core.Expr:
    left, right = scope.number(node.left), scope.number(node.right)
    _check_divisor(scope, right)
    if node.rounding is None:
        return scope.wrong(
            kinds.NEEDS_ROUNDING,
            node.span,
            "the rounding is not stated",
            help="write `rounded down` or `rounded up` after it",
        )
    return core.Quotient(left, right, node.rounding == "up", node.span)


def _negate(scope: Scope, node: tree.Negate, expect: Type | None) -> core.Expr:
    zero = core.Literal(0, NUMBER, node.span)
    return core.Arithmetic("-", zero, scope.number(node.value), node.span)


def _conditional(scope: Scope, node: tree.Conditional, expect: Type | None) -> core.Expr:
    condition = scope.condition(node.condition)
    then = scope.value(node.then, expect)
    otherwise = scope.value(node.otherwise, expect or then.type)
    if not tests.fits(then.type, otherwise.type):
        return scope.wrong(
            kinds.WRONG_KIND,
            node.span,
            f"both sides must be of one kind, but this is {then.type} or {otherwise.type}",
        )
    type = then.type if then.type != UNKNOWN else otherwise.type
    return core.Choice(condition, then, otherwise, type, node.span)


def _lookup(scope: Scope, node: tree.Lookup, expect: Type | None) -> core.Expr:
    match node.table:
        case tree.Words(words=(word,), of=None):
            path = scope.world.paths.get(word.text)
            if path is not None:
                return core.StopAt(word.text, scope.number(node.key), node.span)
        case tree.Words(words=(word,), of=owner) if owner is not None:
            return _table(scope, word, owner, node)
    return scope.wrong(
        names.UNKNOWN_NAME, node.table.span, "`at` reads a table or a path, and this is neither"
    )


def _table(scope: Scope, word: tree.Name, owner: tree.Expr, node: tree.Lookup) -> core.Expr:
    of = _owner(scope, word, owner)
    if not isinstance(of.type, Things) or of.type.noun is None:
        return scope.things(owner)
    table = scope.world.tables.get((of.type.noun.name, word.text))
    if table is None:
        return scope.wrong(
            names.UNKNOWN_ATTRIBUTE, word.span, f"{of.type.noun.plural} have no table `{word.text}`"
        )
    at = scope.number(node.key)
    if of.type.one:
        return core.TableAt(table, of, at, node.span)
    return words.together(scope, of, lambda one: core.TableAt(table, one, at, node.span), node.span)


VALUES: dict[type, Callable[[Scope, Any, Type | None], core.Expr]] = {
    tree.Number: _number,
    tree.Percent: _percent,
    tree.YesNo: _yes_no,
    tree.Text: _text,
    tree.Words: _words,
    tree.NounPhrase: _phrase,
    tree.Pick: _pick,
    tree.AmountOf: _amount,
    tree.Binary: _binary,
    tree.Divide: _divide,
    tree.Negate: _negate,
    tree.Conditional: _conditional,
    tree.Lookup: _lookup,
    tree.Call: calls.call,
    tree.Compare: tests.compare,
    tree.Logic: tests.logic,
    tree.Not: tests.negation,
    tree.Is: tests.is_what,
    tree.IsIn: tests.is_in,
    tree.Some: tests.some,
}
