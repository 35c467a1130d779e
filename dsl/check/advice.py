"""What sets of cards should hold: `advice` is checked against every set, before any game."""

from collections.abc import Callable, Iterator
from operator import ge, gt, le, lt
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check.constant import Constants
from cubedsl.dsl.check.declare import KIND
from cubedsl.dsl.check.scope import Frame, Name, Scope
from cubedsl.dsl.check.verbs import BUILT_IN
from cubedsl.dsl.check.world import Calls
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import lints, names
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Attribute, Card, CardSet
from cubedsl.dsl.model.types import Things
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.suggest import did_you_mean

BEFORE_A_GAME = (
    *(core.Literal, core.Local, core.AttributeOf, core.OfKinds, core.OptionValue),
    *(core.Compare, core.Same, core.Both, core.Either, core.Not),
)
Known: TypeAlias = bool | int | None
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


@frozen
class Advice:
    """A piece of advice: the declaration, and its condition about the card's kind (if any)."""

    decl: tree.AdviceDecl
    condition: core.Expr | None


def read(scope: Scope) -> tuple[Advice, ...]:
    """The advice of a ruleset; what in it is wrong by itself is reported, and not given."""
    decls = scope.world.program.declarations
    found = (_read(scope, one) for one in decls if isinstance(one, tree.AdviceDecl))
    return tuple(one for one in found if one is not None)


def check(scope: Scope, ruleset: Ruleset, found: tuple[Advice, ...]) -> None:
    """Report sets that do not follow the advice."""
    judge = Judge(ruleset, Constants(ruleset))
    in_sets = dict.fromkeys(card for one in ruleset.sets.values() for card in one.cards)
    for one in found:
        verdicts = {card: judge.fits(one, ruleset.cards[card]) for card in in_sets}
        for card_set in ruleset.sets.values():
            _compare(scope, one, card_set, [verdicts[card] for card in card_set.cards])


# ------------------------------------------------------------------ what is advised


def _read(scope: Scope, decl: tree.AdviceDecl) -> Advice | None:
    before = len(scope.world.out.errors)
    _check_words(scope, decl)
    condition = _condition(scope, decl.where) if decl.where is not None else None
    return Advice(decl, condition) if len(scope.world.out.errors) == before else None


def _check_words(scope: Scope, decl: tree.AdviceDecl) -> None:
    sheets = {word.text for one in _sheets(scope) for word in (one.singular, one.plural) if word}
    if decl.noun.text not in sheets:
        known = ", ".join(dict.fromkeys(one.singular.text for one in _sheets(scope)))
        message = f"advice is about cards, expected {known or 'a declared `sheet`'}"
        help = did_you_mean(decl.noun.text, sheets)
        scope.wrong(names.UNKNOWN_NOUN, decl.noun.span, message, help=help)
    verbs = {*BUILT_IN, *scope.world.procedures}
    for name in decl.verbs:
        if name.text not in verbs:
            help = did_you_mean(name.text, verbs)
            scope.wrong(names.UNKNOWN_VERB, name.span, f"unknown verb `{name.text}`", help=help)


def _sheets(scope: Scope) -> Iterator[tree.NounName]:
    for one in scope.world.program.declarations:
        if isinstance(one, tree.SheetDecl):
            yield one.noun


def _condition(scope: Scope, node: tree.Expr) -> core.Expr:
    inside = Scope(scope.world, scope.reader, Calls("advice", node.span), Frame())
    one = core.Local(inside.frame.slot(), KIND.name, Things(KIND, one=True), node.span)
    inside.candidates = ((KIND, one),)
    inside.names[KIND.name] = Name(one.slot, one.type, True)
    condition = inside.condition(node)
    for part in walk(condition):
        if not isinstance(part, BEFORE_A_GAME):
            message = "before a game nobody knows whether this is so"
            help = "compare attributes with numbers, or name kinds"
            scope.wrong(codes.ADVICE_UNKNOWN, node.span, message, help=help)
            break
    return condition


# ------------------------------------------------------------------ what is there


def _compare(scope: Scope, one: Advice, found: CardSet, verdicts: list[bool | None]) -> None:
    decl = one.decl
    # Who cannot be judged before a game does no harm.
    number = verdicts.count(True) + (verdicts.count(None) if decl.at_least else 0)
    if number < decl.number if decl.at_least else number > decl.number:
        bound = "at least" if decl.at_least else "at most"
        message = (
            f"{number} cards in `{found.title}` are like this, {bound} {decl.number} are advised"
        )
        scope.world.wrong(
            lints.AGAINST_ADVICE,
            found.span,
            f"{message}: {decl.text.value}",
            related=(Label(decl.span, "the advice"),),
        )


@frozen
class Judge:
    """Tells of a card, without a game, what a condition about it comes to: None if it cannot."""

    ruleset: Ruleset
    constants: Constants

    def fits(self, one: Advice, card: Card) -> bool | None:
        """Whether the advice means the card."""
        if one.condition is not None:
            known = self.known(one.condition, card)
            return None if known is None else bool(known)
        wanted = {name.text for name in one.decl.verbs}
        return any(wanted & _verbs(ability.body) for ability in card.abilities)

    def known(self, node: core.Expr, card: Card) -> Known:
        """What an expression comes to."""
        match node:
            case core.Literal(value=bool() | int() as value):
                return value
            case core.AttributeOf(attribute=attribute, of=core.Local(slot=0)):
                return self._attribute(attribute, card)
            case core.OfKinds(thing=core.Local(slot=0), kinds=kinds):
                return card.kind in kinds
            case core.Not(value=value):
                known = self.known(value, card)
                return None if known is None else not known
        return self._of_two(node, card)

    def _of_two(self, node: core.Expr, card: Card) -> Known:
        if not isinstance(node, core.Compare | core.Same | core.Both | core.Either):
            return None
        left, right = self.known(node.left, card), self.known(node.right, card)
        if left is None or right is None:
            return None
        match node:
            case core.Compare(operator=operator):
                return COMPARISONS[operator](left, right)
            case core.Same():
                return left == right
            case core.Both():
                return bool(left and right)
        return bool(left or right)

    def _attribute(self, attribute: Attribute, card: Card) -> Known:
        kind = self.ruleset.kinds[card.kind]
        given = (card.attributes, kind.attributes, {attribute.name: attribute.default})
        value = next(one[attribute.name] for one in given if attribute.name in one)
        low, high = self.constants.bounds(value)
        return int(low) if low == high else None


def _verbs(body: made.Block) -> set[str]:
    """The verbs that stand in an ability."""
    found = set()
    for node in walk(body):
        found.add(node.procedure if isinstance(node, made.Perform) else type(node).__name__.lower())
    return found
