"""`chance( … )`: the condition taken apart into sums over dice that can be thrown in thought.

`chance(no die in roll where not blank)` becomes: for every die in Roll and each of its faces, 1 if
it is not blank, else 0; the chance that the sum of these is 0.
"""

from attrs import define, evolve

from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import FLAG, NUMBER, UNKNOWN, Noun, Sort, Things
from cubedsl.dsl.model.walk import rebuild, walk
from cubedsl.dsl.source import Span


@define
class Tallies:
    """What is summed while a condition is taken apart.

    `looked_at` are the slots of things that filters in the condition look at.
    """

    scope: Scope
    die: core.Local
    looked_at: frozenset[int]
    values: list[core.Expr]
    slots: list[int]
    dice: core.Expr | None = None


def chance(scope: Scope, condition: core.Expr, span: Span) -> core.Expr:
    """The exact chance of a condition over dice."""
    noun = _noun(condition)
    if noun is None:
        return scope.wrong(
            kinds.CHANCE_TOO_DEEP,
            span,
            "`chance` needs dice to throw, and there are none in it",
            help="write the dice out: `chance(no die in … where not blank)`",
        )
    die = core.Local(scope.frame.slot(), noun.name, Things(noun, one=True), span)
    tallies = Tallies(scope, die, _looked_at(condition), [], [])
    rewritten = _rewrite(tallies, condition)
    if tallies.dice is None:
        return core.Literal(0, UNKNOWN, span)
    slots = tuple(tallies.slots)
    return core.ChanceOf(tallies.dice, die.slot, tuple(tallies.values), slots, rewritten, span)


def _noun(condition: core.Expr) -> Noun | None:
    for node in walk(condition):
        if isinstance(node, core.Exists | core.Count | core.Sum):
            type = node.things.type
            if isinstance(type, Things) and type.noun and type.noun.sort is Sort.PIECE:
                return type.noun
    return None


def _looked_at(node: core.Expr) -> frozenset[int]:
    filters = (core.Where, core.Best, core.Sum, core.Gather)
    return frozenset(one.slot for one in walk(node) if isinstance(one, filters))


def _is_nested(tallies: Tallies, node: core.Expr) -> bool:
    """Whether something is counted of each thing that a filter around it looks at."""
    outside = tallies.looked_at - _looked_at(node)
    return any(isinstance(one, core.Local) and one.slot in outside for one in walk(node))


def _rewrite(tallies: Tallies, node: core.Expr) -> core.Expr:
    one = core.Literal(1, NUMBER, node.span)
    match node:
        case core.Exists() | core.Count() | core.Sum() if _is_nested(tallies, node):
            return _cannot(tallies, node)
        case core.Exists(things) if _is_dice(tallies, things):
            count = _tally(tallies, things, one, node.span)
            zero = core.Literal(0, NUMBER, node.span)
            return core.Compare(">", count, zero, node.span)
        case core.Count(things) if _is_dice(tallies, things):
            return _tally(tallies, things, one, node.span)
        case core.Sum(things, slot, value) if _is_dice(tallies, things):
            return _tally(tallies, things, _renamed(value, slot, tallies.die), node.span)
        case core.RuleValue() | core.Best() | core.First() | core.Groups():
            return _too_deep(tallies, node)
    return rebuild(node, lambda child: _rewrite(tallies, child))


def _too_deep(tallies: Tallies, node: core.Expr) -> core.Expr:
    reads = isinstance(node, core.RuleValue) and node.type not in (FLAG, NUMBER)
    if isinstance(node, core.RuleValue) and not reads:
        rule = tallies.scope.world.rules.get(node.rule)
        if rule is None or _noun(rule.value) is None:
            return node
    return _cannot(tallies, node)


def _cannot(tallies: Tallies, node: core.Expr) -> core.Expr:
    return tallies.scope.wrong(
        kinds.CHANCE_TOO_DEEP,
        node.span,
        "`chance` cannot look into this",
        help="write the dice out in `chance( … )` itself",
    )


def _is_dice(tallies: Tallies, things: core.Expr) -> bool:
    return isinstance(things.type, Things) and things.type.noun == _die_noun(tallies)


def _die_noun(tallies: Tallies) -> Noun | None:
    assert isinstance(tallies.die.type, Things)
    return tallies.die.type.noun


def _tally(tallies: Tallies, things: core.Expr, value: core.Expr, span: Span) -> core.Local:
    tests: list[core.Expr] = []
    base = things
    while isinstance(base, core.Where):
        tests.append(_renamed(base.condition, base.slot, tallies.die))
        base = base.things
    condition: core.Expr = core.Among(tallies.die, base, span)
    for test in reversed(tests):
        condition = core.Both(condition, test, span)
    zero = core.Literal(0, NUMBER, span)
    tallies.values.append(core.Choice(condition, value, zero, NUMBER, span))
    tallies.slots.append(tallies.scope.frame.slot())
    both = core.Union(tallies.dice, base, base.type, span) if tallies.dice else base
    tallies.dice = both
    return core.Local(tallies.slots[-1], "", NUMBER, span)


def _renamed(node: core.Expr, slot: int, to: core.Local) -> core.Expr:
    def change(child: core.Expr) -> core.Expr:
        if isinstance(child, core.Local) and child.slot == slot:
            return evolve(child, slot=to.slot)
        return rebuild(child, change)

    return change(node)
