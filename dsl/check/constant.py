"""What is known of a value before a game begins: bounds of numbers, conditions that are settled.

Nothing is guessed: what is not certain is unknown (`None`, or no bound).
"""

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

from attrs import Factory, define

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.types import CHANCE, NUMBER, PLAYER

Number: TypeAlias = int | float | Fraction
Bounds: TypeAlias = tuple[Number, Number]

ANY: Bounds = (-inf, inf)
SOME: Bounds = (0, inf)


@define
class Constants:
    """Works out what is settled; `open` are the rules that are being looked into."""

    ruleset: Ruleset
    open: set[str] = Factory(set)

    # -------------------------------------------------------------- yes or no

    def truth(self, node: core.Expr) -> bool | None:
        """Whether a condition always holds (True) or never does (False)."""
        settle = TRUTHS.get(type(node))
        return settle(self, node) if settle is not None else None

    def _literal(self, node: core.Literal) -> bool | None:
        return node.value if isinstance(node.value, bool) else None

    def _crowned(self, node: core.Crowned) -> bool | None:
        return False

    def _not(self, node: core.Not) -> bool | None:
        found = self.truth(node.value)
        return None if found is None else not found

    def _both(self, node: core.Both) -> bool | None:
        sides = self.truth(node.left), self.truth(node.right)
        return False if False in sides else True if sides == (True, True) else None

    def _either(self, node: core.Either) -> bool | None:
        sides = self.truth(node.left), self.truth(node.right)
        return True if True in sides else False if sides == (False, False) else None

    def _exists(self, node: core.Exists) -> bool | None:
        if self.is_empty(node.things):
            return False
        return True if _is_everybody(node.things) else None

    def _compare(self, node: core.Compare) -> bool | None:
        (low, high), (least, most) = self.bounds(node.left), self.bounds(node.right)
        match node.operator:
            case "<":
                return _settled(high < least, low >= most)
            case "<=":
                return _settled(high <= least, low > most)
            case ">":
                return _settled(low > most, high <= least)
            case _:
                return _settled(low >= most, high < least)

    def _same(self, node: core.Same) -> bool | None:
        if node.left.type in (NUMBER, CHANCE):
            (low, high), (least, most) = self.bounds(node.left), self.bounds(node.right)
            return _settled(low == high == least == most, high < least or most < low)
        match node.left, node.right:
            case core.Literal(value=left), core.Literal(value=right):
                return left == right
        return None

    # -------------------------------------------------------------- numbers

    def bounds(self, node: core.Expr) -> Bounds:
        """The least and the greatest value that a number or a chance can have."""
        bound = BOUNDS.get(type(node))
        return bound(self, node) if bound is not None else ANY

    def _number(self, node: core.Literal) -> Bounds:
        value = node.value
        known = node.type in (NUMBER, CHANCE) and not isinstance(value, bool | str)
        return (value, value) if known else ANY  # type: ignore[return-value]

    def _option(self, node: core.OptionValue) -> Bounds:
        return node.option.low, node.option.high

    def _fact(self, node: core.Fact) -> Bounds:
        return self.ruleset.players if node.name == "player_count" else SOME

    def _count(self, node: core.Count) -> Bounds:
        return (0, 0) if self.is_empty(node.things) else SOME

    def _chance(self, node: core.ChanceOf) -> Bounds:
        return 0, 1

    def _sum(self, node: core.Arithmetic) -> Bounds:
        (low, high), (least, most) = self.bounds(node.left), self.bounds(node.right)
        match node.operator:
            case "+":
                return low + least, high + most
            case "-":
                return low - most, high - least
            case "max":
                return max(low, least), max(high, most)
            case "min":
                return min(low, least), min(high, most)
        return ANY

    def _choice(self, node: core.Choice) -> Bounds:
        settled = self.truth(node.condition)
        if settled is not None:
            return self.bounds(node.then if settled else node.otherwise)
        (low, high), (least, most) = self.bounds(node.then), self.bounds(node.otherwise)
        return min(low, least), max(high, most)

    # -------------------------------------------------------------- things, rules

    def is_empty(self, node: core.Expr) -> bool:
        """Whether there never is such a thing."""
        match node:
            case core.Nothing():
                return True
            case core.Where(things, _, condition):
                return self.truth(condition) is False or self.is_empty(things)
            case core.First(things) | core.Best(things) | core.InOrder(things):
                return self.is_empty(things)
            case core.Union(left, right):
                return self.is_empty(left) and self.is_empty(right)
            case core.Common(left, right):
                return self.is_empty(left) or self.is_empty(right)
        return False

    def _rule_truth(self, node: core.RuleValue) -> bool | None:
        return self._look_into(node, self.truth, None) if node.of is None else None

    def _rule_bounds(self, node: core.RuleValue) -> Bounds:
        return self._look_into(node, self.bounds, ANY) if node.of is None else ANY

    def _look_into(self, node: core.RuleValue, read: Callable[[core.Expr], Any], else_: Any) -> Any:
        rule = self.ruleset.rules.get(node.rule)
        if rule is None or node.rule in self.open:
            return else_
        self.open.add(node.rule)
        found = read(rule.value)
        self.open.discard(node.rule)
        return found


def _settled(always: bool, never: bool) -> bool | None:
    return True if always else False if never else None


def _is_everybody(node: core.Expr) -> bool:
    match node:
        case core.All(noun=noun):
            return noun == PLAYER
        case core.You():
            return True
    return False


TRUTHS: dict[type, Callable[[Constants, Any], bool | None]] = {
    core.Literal: Constants._literal,
    core.Crowned: Constants._crowned,
    core.Not: Constants._not,
    core.Both: Constants._both,
    core.Either: Constants._either,
    core.Exists: Constants._exists,
    core.Compare: Constants._compare,
    core.Same: Constants._same,
    core.RuleValue: Constants._rule_truth,
}
BOUNDS: dict[type, Callable[[Constants, Any], Bounds]] = {
    core.Literal: Constants._number,
    core.OptionValue: Constants._option,
    core.Fact: Constants._fact,
    core.Count: Constants._count,
    core.ChanceOf: Constants._chance,
    core.Arithmetic: Constants._sum,
    core.Choice: Constants._choice,
    core.RuleValue: Constants._rule_bounds,
}
