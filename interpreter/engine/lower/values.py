"""Numbers, flags and words."""

from fractions import Fraction

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.ruleset import Rule
from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    FALSE,
    TRUE,
    Const,
    Function,
    Get,
    If,
    Load,
    Op,
    Value,
    known,
)
from cubedsl.interpreter.engine.lower.scope import (
    NOTHING,
    Scope,
    Words,
    blank,
    fit,
    fitted,
    group,
    is_one,
    lone,
    many,
    members,
    num,
    one,
    own_shape,
    plain,
    size,
    sort_of,
)
from cubedsl.interpreter.engine.lower.shapes import AMOUNT, Form, Shape
from cubedsl.interpreter.engine.lower.world import Unsupported, World

LARGEST = 2**31 - 1
LIMB = 2**64


def written(scope: Scope, found: object) -> Words:
    """Return a value that is written out."""
    match found:
        case bool():
            return (TRUE if found else FALSE,)
        case int():
            return (Const(found),)
        case str():
            return (Const(scope.world.names.of(found)),)
        case Fraction():
            return (*wide(found.numerator), *wide(found.denominator))
    raise Unsupported(repr(found))


def wide(number: int) -> Words:
    """Return a number of 128 bits as two words, the low one first."""
    low, high = number % LIMB, number // LIMB
    return tuple(Const(one - LIMB if one >= LIMB // 2 else one) for one in (low, high))


@plain(core.Literal)
def literal(node: core.Literal, scope: Scope) -> Words:
    """What is written there."""
    found = written(scope, node.value)
    shape = scope.shape(node.type)
    if shape.form is Form.CHANCE and len(found) == 1:
        return (found[0], Const(0), Const(1), Const(0))
    return found


@plain(core.OptionValue)
def option_value(node: core.OptionValue, scope: Scope) -> Words:
    """Settled before the game, so it is written out."""
    return written(scope, scope.world.setup.options[node.option.name])


# ------------------------------------------------------------------ names


def _local(node: core.Local, scope: Scope, wanted: Shape) -> Words:
    slot = scope.slots.get(node.slot)
    if slot is None:
        return blank(scope, wanted)
    return fit(scope, tuple(Get(name) for name in slot.names), slot.shape, wanted)


@plain(core.Local)
def local(node: core.Local, scope: Scope) -> Words:
    """What the slot holds."""
    return _local(node, scope, own_shape(node, scope))


@lone(core.Local)
def local_thing(node: core.Local, scope: Scope) -> Value:
    """The thing in the slot."""
    (word,) = _local(node, scope, own_shape(node, scope))
    return word


@group(core.Local)
def local_things(node: core.Local, scope: Scope) -> Words:
    """The things in the slot."""
    sort = sort_of(node, scope)
    assert sort is not None
    return _local(node, scope, scope.world.counts.many(sort))


@lone(core.You)
def you(node: core.You, scope: Scope) -> Value:
    """Whoever acts."""
    return scope.you


# ------------------------------------------------------------------ memory


def cell_words(node: core.CellValue, scope: Scope) -> Words:
    """What is remembered of the game, or of one thing (or of none)."""
    region = scope.world.cell(node.cell)
    shape = scope.shape(node.cell.type)
    if node.of is None:
        return tuple(Load(region, Const(0), i) for i in range(shape.words))
    of = scope.b.held(one(node.of, scope), "of")
    row = of if shape.words == 1 else of * shape.words
    there = Op("ge_s", (of, Const(0)))
    found = tuple(Load(region, row, i) for i in range(shape.words))
    nothing = nothing_of(scope, node, shape)
    return tuple(If(there, word, empty) for word, empty in zip(found, nothing, strict=True))


def nothing_of(scope: Scope, node: core.Expr, shape: Shape) -> Words:
    """Return what a value of nothing is: 0, no, the first word, nothing."""
    words = getattr(node.type, "words", None)
    if words:
        return (Const(scope.world.names.of(words[0])),)
    return blank(scope, shape)


@plain(core.CellValue)
def cell_value(node: core.CellValue, scope: Scope) -> Words:
    """What is remembered."""
    return cell_words(node, scope)


@lone(core.CellValue)
def cell_thing(node: core.CellValue, scope: Scope) -> Value:
    """The thing that is remembered."""
    own = scope.shape(node.cell.type)
    (word,) = fit(scope, cell_words(node, scope), own, _one_of(own))
    return word


@group(core.CellValue)
def cell_things(node: core.CellValue, scope: Scope) -> Words:
    """The things that are remembered."""
    own = scope.shape(node.cell.type)
    assert own.sort is not None
    return fit(scope, cell_words(node, scope), own, scope.world.counts.many(own.sort))


def _one_of(shape: Shape) -> Shape:
    return Shape(Form.ONE, 1, shape.sort)


@plain(core.SupplyOf)
def supply_of(node: core.SupplyOf, scope: Scope) -> Words:
    """What the pool still has."""
    if node.cell.supply is None:
        return (Const(LARGEST),)
    return (left_of(scope, node.cell.supply, node.cell),)


def left_of(scope: Scope, supply: int, cell: object) -> Value:
    """Return what all players together have left of a supply."""
    region = scope.world.cell(cell)  # type: ignore[arg-type]
    left: Value = Const(supply)
    for seat in range(scope.world.setup.players):
        left = left - Load(region, Const(seat))
    return left


@plain(core.AmountOf)
def amount_of(node: core.AmountOf, scope: Scope) -> Words:
    """The number of the resource's cell, and how much."""
    resource = node.resource
    if isinstance(resource, Cell):
        return (Const(resource.index), num(node.value, scope))
    return (resource_number(resource, scope), num(node.value, scope))


def resource_number(resource: core.ResourceOf, scope: Scope) -> Value:
    """Return the number of the resource that an amount is of."""
    return _local(resource.amount, scope, AMOUNT)[0]


@plain(core.HowMuch)
def how_much(node: core.HowMuch, scope: Scope) -> Words:
    """The number in the amount."""
    return (_local(node.amount, scope, AMOUNT)[1],)


@plain(core.Held)
def held_of(node: core.Held, scope: Scope) -> Words:
    """What a player has of the amount's resource."""
    which = scope.b.held(resource_number(node.resource, scope))
    seat = scope.b.held(one(node.of, scope))
    found: Value = Const(0)
    for cell in resources(scope.world):
        found = If(which.equals(cell.index), Load(scope.world.cell(cell), seat), found)
    return (If(Op("ge_s", (seat, Const(0))), found, Const(0)),)


def resources(world: World) -> list[Cell]:
    """Return the cells that are resources."""
    return [cell for cell in world.ruleset.cells if cell.is_resource]


# ------------------------------------------------------------------ rules


def rule_function(world: World, rule: Rule) -> Function:
    """Return the function of a rule: of the thing (if it is of any) and the seat that sees it."""
    shape = world.counts.shape(rule.type)

    def make(b: Builder) -> None:
        *thing, seat = (Get(word) for word in b.function.parameters)
        scope = Scope(world, b, seat, slots={})
        if rule.noun is not None:
            scope.bind(0, world.counts.one(rule.noun.sort), tuple(thing))
        b.give(*fitted(rule.value, scope, shape))

    return world.function(
        ("rule", rule.name),
        f"rule {rule.name}",
        make,
        parameters=2 if rule.noun is not None else 1,
        results=shape.words,
    )


def rule_words(node: core.RuleValue, scope: Scope) -> Words:
    """The rule's value, in the rule's own shape."""
    rule = scope.world.ruleset.rules[node.rule]
    shape = scope.shape(rule.type)
    seat = one(node.you, scope) if node.you is not None else Const(-1)
    if scope.overflow is not None and rule.noun is None:
        return _inlined(rule, seat, scope)
    if node.of is None:
        return _call(scope, rule_function(scope.world, rule), (seat,), shape)
    of = scope.b.held(one(node.of, scope), "of")
    arguments = (of, seat) if rule.noun is not None else (seat,)
    function = rule_function(scope.world, rule)
    there, nothing = Op("ge_s", (of, Const(0))), nothing_of(scope, node, shape)
    if shape.words == 1:
        return (If(there, scope.b.result(function, *arguments), nothing[0]),)
    names = [scope.b.temp("rule", word) for word in nothing]
    with scope.b.when(there):
        scope.b.call(function, arguments, names)
    return tuple(map(Get, names))


def _inlined(rule: Rule, seat: Value, scope: Scope) -> Words:
    """The rule's value, worked out here: what is too large is noted and does not stop the game."""
    inside = Scope(scope.world, scope.b, scope.b.held(seat), slots={}, overflow=scope.overflow)
    return fitted(rule.value, inside, scope.shape(rule.type))


def _call(scope: Scope, function: Function, arguments: Words, shape: Shape) -> Words:
    if shape.words == 1:
        return (scope.b.result(function, *arguments),)
    names = [scope.b.temp("rule") for _ in range(shape.words)]
    scope.b.call(function, arguments, names)
    return tuple(map(Get, names))


@plain(core.RuleValue)
def rule_value(node: core.RuleValue, scope: Scope) -> Words:
    """The rule's value."""
    return rule_words(node, scope)


@lone(core.RuleValue)
def rule_thing(node: core.RuleValue, scope: Scope) -> Value:
    """The thing that a rule names."""
    own = scope.shape(scope.world.ruleset.rules[node.rule].type)
    if own.form is Form.EMPTY:
        return NOTHING
    (word,) = fit(scope, rule_words(node, scope), own, _one_of(own))
    return word


@group(core.RuleValue)
def rule_things(node: core.RuleValue, scope: Scope) -> Words:
    """The things that a rule names."""
    own, sort = scope.shape(scope.world.ruleset.rules[node.rule].type), sort_of(node, scope)
    assert sort is not None
    return fit(scope, rule_words(node, scope), own, scope.world.counts.many(sort))


# ------------------------------------------------------------------ arithmetic


def in_range(scope: Scope, found: Value, span: Span) -> Value:
    """Return a number; the game stops if it has more than 32 bits."""
    if isinstance(found, Const) and -LARGEST - 1 <= found.value <= LARGEST:
        return found
    found = scope.b.held(found)
    cut = Op("extend32_s", (found,))
    if scope.overflow is not None:
        scope.world.noted.add(scope.overflow)
        scope.b.set(scope.overflow, Get(scope.overflow) | (found ^ cut))
        return found
    with scope.b.when(found.differs(cut)):
        scope.b.fail(scope.world.fail("{0} is beyond what a number can be", span), found)
    return found


@plain(core.Sum)
def total(node: core.Sum, scope: Scope) -> Words:
    """Everything added up."""
    sort = sort_of(node.things, scope)
    if sort is None:
        return (Const(0),)
    things = many(node.things, scope, sort)
    found = scope.b.temp("sum", 0)
    shape = scope.world.counts.one(sort)
    with members(scope, things, sort) as thing:
        scope.bind(node.slot, shape, (thing,))
        scope.b.set(found, in_range(scope, Get(found) + num(node.value, scope), node.span))
    return (Get(found),)


@plain(core.Count)
def count(node: core.Count, scope: Scope) -> Words:
    """How many there are."""
    if is_one(node.things, scope):
        there = Op("ge_s", (one(node.things, scope), Const(0)))
        return (If(there, Const(1), Const(0)),)
    sort = sort_of(node.things, scope)
    if sort is None:
        return (Const(0),)
    words = many(node.things, scope, sort)
    return (size(words[: scope.world.counts.many(sort).mask_words]),)


@plain(core.Arithmetic)
def arithmetic(node: core.Arithmetic, scope: Scope) -> Words:
    """From left to right, within 32 bits."""
    left, right = num(node.left, scope), num(node.right, scope)
    match node.operator:
        case "+":
            return (in_range(scope, left + right, node.span),)
        case "-":
            return (in_range(scope, left - right, node.span),)
        case "*":
            return (in_range(scope, left * right, node.span),)
        case "mod":
            _no_zero(scope, right, node)
            return (scope.b.result(division(scope.world, "mod"), left, right),)
    left, right = scope.b.held(left), scope.b.held(right)
    compare = "gt_s" if node.operator == "max" else "lt_s"
    return (If(Op(compare, (left, right)), left, right),)


@plain(core.Quotient)
def quotient(node: core.Quotient, scope: Scope) -> Words:
    """Rounded down or up."""
    left, right = num(node.left, scope), num(node.right, scope)
    right = scope.b.held(right)
    _no_zero(scope, right, node)
    function = division(scope.world, "up" if node.up else "down")
    return (in_range(scope, scope.b.result(function, left, right), node.span),)


def _no_zero(scope: Scope, right: Value, node: core.Expr) -> None:
    if isinstance(right, Const) and right.value != 0:
        return
    reason = scope.world.fail("something is divided by zero", node.span)
    with scope.b.when(right.equals(0)):
        scope.b.fail(reason)


def division(world: World, way: str) -> Function:
    """Return a division that rounds `down` or `up`, or its remainder (`mod`, of the divisor's
    sign)."""

    def make(b: Builder) -> None:
        left, right = (Get(word) for word in b.function.parameters)
        whole = b.held(Op("div_s", (left, right)))
        rest = b.held(Op("rem_s", (left, right)))
        apart = Op("both", (rest.differs(0), Op("lt_s", (rest ^ right, Const(0)))))
        alike = Op("both", (rest.differs(0), Op("ge_s", (rest ^ right, Const(0)))))
        found = {
            "down": If(apart, whole - 1, whole),
            "up": If(alike, whole + 1, whole),
            "mod": If(apart, rest + right, rest),
        }
        b.give(found[way])

    return world.function(("division", way), f"division {way}", make, parameters=2, results=1)


# ------------------------------------------------------------------ one of two


def branches(node: core.Choice, scope: Scope, shape: Shape) -> Words:
    """One of two values, in a shape; only one is worked out."""
    condition = num(node.condition, scope)
    if known(condition) is not None:
        return fitted(node.then if known(condition) else node.otherwise, scope, shape)
    names = [scope.b.temp("either") for _ in range(shape.words)]
    with scope.b.when(condition) as branch:
        for name, word in zip(names, fitted(node.then, scope, shape), strict=True):
            scope.b.set(name, word)
    with scope.b.otherwise(branch):
        for name, word in zip(names, fitted(node.otherwise, scope, shape), strict=True):
            scope.b.set(name, word)
    return tuple(map(Get, names))


@plain(core.Choice)
def choice(node: core.Choice, scope: Scope) -> Words:
    """One of two values."""
    return branches(node, scope, scope.shape(node.type))


@lone(core.Choice)
def choice_of_one(node: core.Choice, scope: Scope) -> Value:
    """One of two things."""
    return branches(node, scope, scope.shape(node.type))[0]


@group(core.Choice)
def choice_of_many(node: core.Choice, scope: Scope) -> Words:
    """One of two sets."""
    sort = sort_of(node, scope)
    assert sort is not None
    return branches(node, scope, scope.world.counts.many(sort))
