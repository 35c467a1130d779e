"""Filters that tell pieces apart by their kind only: one evaluation does for all of a kind.

There may be a hundred pieces in a shared zone, of ten kinds.  A condition such as "is it of this
color and does it cost no more than that" has one answer for all pieces of a kind; this module
finds out, once for each condition, whether it is of that sort.  It changes no result.
"""

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.walk import children
from cubedsl.interpreter.setup import Setup

KINDLY = (core.OfKinds, core.KindsOf, core.ClassesOf, core.TableAt)
"""Nodes that see only the kind of the piece they are about."""


def sees_only_kinds(node: core.Where, setup: Setup) -> bool:
    """Return whether a filter over pieces asks only what kind they are."""
    known = setup.by_kind.get(node)
    if known is None:
        known = setup.by_kind[node] = _only_kind(node.condition, node.slot, setup)
    return known


def _only_kind(node: object, slot: int, setup: Setup) -> bool:
    """Return whether an expression sees of the piece in a slot only its kind."""
    for child in children(node):
        if isinstance(child, core.Local) and child.slot == slot:
            if not _is_kindly(node, child, setup):
                return False
        elif not _only_kind(child, slot, setup):
            return False
    return not (isinstance(node, core.Local) and node.slot == slot)


def _is_kindly(node: object, piece: core.Local, setup: Setup) -> bool:
    if isinstance(node, core.AttributeOf):
        name = node.attribute.name
        return not any(name in own for kind in setup.ruleset.kinds for own in kind.copies)
    if isinstance(node, core.RuleValue):
        rule = setup.ruleset.rules[node.rule]
        return node.of is piece and _only_kind(rule.value, 0, setup)
    if setup.counts and isinstance(node, core.OfKinds | core.ClassesOf):
        return False
    return isinstance(node, KINDLY)
