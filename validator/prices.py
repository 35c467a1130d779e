"""With what one pays for a step, and for a leap: only then can their prices be compared.

The resources of a step are those that rules ask for when they pick a space next to another one;
those of a leap are compared with its attribute: `toll <= coins`.  Where rules do not tell, a
price is taken to be in steps.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from attrs import frozen

from cubedsl.dsl.model.conditions import Both, Compare, OfTerrain
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.sets import NextTo, Where
from cubedsl.dsl.model.values import AttributeOf, CellValue, RuleValue
from cubedsl.dsl.model.walk import children, walk
from cubedsl.validator.effects import bodies


@frozen(eq=False, slots=False)
class Prices:
    """What is asked for in a ruleset."""

    ruleset: Ruleset

    def like_steps(self, terrain: str, attribute: str) -> bool:
        """Whether spaces of a terrain are paid for like steps, as far as rules tell."""
        asked = self._leaps.get((terrain, attribute)) or self._leaps.get(("", attribute))
        return not asked or bool(asked & self._steps)

    def _resources(self, node: object) -> set[str]:
        """The resources that an expression reads, also by way of rules."""
        found: set[str] = set()
        for one in walk(node):
            if isinstance(one, CellValue) and one.cell.is_resource:
                found.add(one.cell.name)
            elif isinstance(one, RuleValue):
                found |= self._resources(self.ruleset.rules[one.rule].value)
        return found

    @cached_property
    def _steps(self) -> set[str]:
        return {
            name
            for body in bodies(self.ruleset)
            for node in walk(body)
            if isinstance(node, Where) and any(isinstance(one, NextTo) for one in walk(node.things))
            for name in self._resources(node.condition)
        }

    @cached_property
    def _leaps(self) -> dict[tuple[str, str], set[str]]:
        """Resources by terrain ("": any) and attribute."""
        found: dict[tuple[str, str], set[str]] = {}
        for body in bodies(self.ruleset):
            for terrains, comparison in _comparisons(body):
                for name, other in _sides(comparison):
                    for terrain in terrains:
                        found.setdefault((terrain, name), set()).update(self._resources(other))
        return found


@lru_cache(maxsize=1)
def prices_of(ruleset: Ruleset) -> Prices:
    """The prices of a ruleset; its rules are gone through once, for all its boards."""
    return Prices(ruleset)


def _comparisons(node: object) -> Iterator[tuple[set[str], Compare]]:
    """Comparisons, each with the terrains that are asked for in the same breath."""
    parts = list(_conjuncts(node))
    terrains = {one.terrain for one in parts if isinstance(one, OfTerrain)} or {""}
    for part in parts:
        if isinstance(part, Compare):
            yield terrains, part
        else:
            for child in children(part):
                yield from _comparisons(child)


def _conjuncts(node: object) -> Iterator[object]:
    if isinstance(node, Both):
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _sides(comparison: Compare) -> Iterator[tuple[str, object]]:
    """The attribute that is compared, and what with."""
    for one, other in (
        (comparison.left, comparison.right),
        (comparison.right, comparison.left),
    ):
        if isinstance(one, AttributeOf):
            yield one.attribute.name, other
