"""What numbers, flags, words and chances are."""

from fractions import Fraction
from functools import cache
from typing import Any

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Cell, Face
from cubedsl.dsl.model.types import Sort, Things, Type
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning.chance import Pool, Vector
from cubedsl.interpreter.meaning.scope import Scope, evaluate, means, nothing_of, within_32_bits
from cubedsl.interpreter.state import NO_FACE, State
from cubedsl.interpreter.stopped import Stopped


@means(core.Literal)
def literal(node: core.Literal, scope: Scope) -> Any:
    """Whatever is written there."""
    return node.value


@means(core.Local)
def local(node: core.Local, scope: Scope) -> Any:
    """What the slot holds; nothing before it got a value."""
    value = scope.frame[node.slot]
    return nothing_of(node.type) if value is None else value


@means(core.You)
def you(node: core.You, scope: Scope) -> tuple[int, ...]:
    """Whoever acts."""
    return () if scope.you == NOBODY else (scope.you,)


@means(core.OptionValue)
def option_value(node: core.OptionValue, scope: Scope) -> Any:
    """What was settled before the game."""
    return scope.state.setup.options[node.option.name]


@means(core.CellValue)
def cell_value(node: core.CellValue, scope: Scope) -> Any:
    """What is remembered."""
    values = scope.state.cells[node.cell.index]
    if node.of is None:
        return values[0]
    of = evaluate(node.of, scope)
    return values[of[0]] if of else nothing_of(node.type)


@means(core.SupplyOf)
def supply_of(node: core.SupplyOf, scope: Scope) -> int:
    """What the pool still has; without a limit as much as a number can be."""
    left = scope.state.supply(node.cell)
    return 2**31 - 1 if left is None else left


@means(core.AmountOf)
def amount_of(node: core.AmountOf, scope: Scope) -> tuple[int, int]:
    """The number of the resource's cell, and how much."""
    return resource_of(node.resource, scope).index, evaluate(node.value, scope)


def resource_of(resource: Cell | core.ResourceOf, scope: Scope) -> Cell:
    """Return the resource itself; of an amount, that which it is of."""
    if isinstance(resource, Cell):
        return resource
    index: int = scope.frame[resource.amount.slot][0]
    return scope.state.setup.ruleset.cells[index]


@means(core.HowMuch)
def how_much(node: core.HowMuch, scope: Scope) -> Any:
    """The number in the amount."""
    return scope.frame[node.amount.slot][1]


@means(core.Held)
def held(node: core.Held, scope: Scope) -> Any:
    """What that player has of it."""
    of = evaluate(node.of, scope)
    resource = resource_of(node.resource, scope)
    return scope.state.cells[resource.index][of[0]] if of else 0


@means(core.RuleValue)
def rule_value(node: core.RuleValue, scope: Scope) -> Any:
    """The rule's expression, in a frame of its own."""
    rule = scope.state.setup.ruleset.rules[node.rule]
    frame: list[Any] = [None] * rule.frame_size
    if node.of is not None:
        of = evaluate(node.of, scope)
        if not of:
            return nothing_of(node.type)
        if rule.noun is not None:
            frame[0] = of
    who = evaluate(node.you, scope) if node.you is not None else ()
    return evaluate(rule.value, Scope(scope.state, frame, who[0] if who else NOBODY))


# ------------------------------------------------------------------ of pieces, kinds and spaces


def sort_of(type: Type) -> Sort | None:
    """Return what the things of a type are."""
    return type.noun.sort if isinstance(type, Things) and type.noun else None


def kind_of(node: core.Expr, scope: Scope) -> int | None:
    """Return the kind of one piece, or the one kind, that an expression stands for."""
    thing: tuple[int, ...] = evaluate(node, scope)
    if not thing:
        return None
    if sort_of(node.type) is Sort.KIND:
        return thing[0]
    return scope.state.setup.pieces.kind[thing[0]]


@means(core.AttributeOf)
def attribute_of(node: core.AttributeOf, scope: Scope) -> Any:
    """The first value there is: of the copy, the card in play, the kind; else the default."""
    thing = evaluate(node.of, scope)
    if not thing:
        return 0
    value = _attribute(node.attribute.name, sort_of(node.of.type), thing[0], scope.state)
    value = node.attribute.default if value is None else value
    if isinstance(value, core.Literal):
        return value.value
    frame: list[Any] = [None] * _slots(value)
    return evaluate(value, Scope(scope.state, frame, scope.you))


def _attribute(name: str, sort: Sort | None, thing: int, state: State) -> core.Expr | None:
    setup = state.setup
    if sort is Sort.SPACE:
        return setup.ground.spaces[thing].attributes.get(name)
    kind = setup.ruleset.kinds[thing if sort is Sort.KIND else setup.pieces.kind[thing]]
    card = setup.cards[kind.index]
    copy = setup.pieces.copy[thing] if sort is Sort.PIECE else len(kind.copies)
    if copy < len(kind.copies) and name in kind.copies[copy]:
        return kind.copies[copy][name]
    if card is not None and name in card.attributes:
        return card.attributes[name]
    return kind.attributes.get(name)


@cache
def _slots(value: core.Expr) -> int:
    """Return how many slots an expression outside every frame needs."""
    return 1 + max((getattr(one, "slot", 0) for one in walk(value)), default=0)


@means(core.TableAt)
def table_at(node: core.TableAt, scope: Scope) -> int:
    """The entry with that number; the last one repeats."""
    kind = kind_of(node.of, scope)
    at = evaluate(node.at, scope)
    if kind is None or at <= 0:
        return 0
    entries = scope.state.setup.ruleset.kinds[kind].tables.get(node.table.name, ())
    return entries[min(at, len(entries)) - 1] if entries else 0


def face_of(node: core.Expr, scope: Scope) -> Face | None:
    """Return the face that one piece shows, as its card reads it; or the one face itself."""
    thing: tuple[int, ...] = evaluate(node, scope)
    if not thing:
        return None
    setup = scope.state.setup
    if sort_of(node.type) is Sort.FACE:
        return setup.ruleset.faces[thing[0]]
    face = scope.state.face[thing[0]]
    if face == NO_FACE:
        return None
    card = setup.cards[setup.pieces.kind[thing[0]]]
    return setup.ruleset.faces[card.readings.get(face, face) if card else face]


@means(core.Shown)
def shown(node: core.Shown, scope: Scope) -> int:
    """The amount of the face, if it shows that symbol."""
    face = face_of(node.of, scope)
    return face.amount if face and face.symbol == node.symbol else 0


# ------------------------------------------------------------------ arithmetic


@means(core.Sum)
def total(node: core.Sum, scope: Scope) -> int:
    """Everything added up."""
    frame, found = scope.frame, 0
    for thing in evaluate(node.things, scope):
        frame[node.slot] = (thing,)
        found = within_32_bits(found + evaluate(node.value, scope), node.span)
    return found


@means(core.Count)
def count(node: core.Count, scope: Scope) -> int:
    """How many there are."""
    return len(evaluate(node.things, scope))


def _modulo(left: int, right: int, node: core.Arithmetic) -> int:
    if right == 0:
        raise Stopped("something is divided by zero", node.span)
    return left % right


ARITHMETIC = {
    "+": lambda left, right, node: left + right,
    "-": lambda left, right, node: left - right,
    "*": lambda left, right, node: left * right,
    "max": lambda left, right, node: max(left, right),
    "min": lambda left, right, node: min(left, right),
    "mod": _modulo,
}


@means(core.Arithmetic)
def arithmetic(node: core.Arithmetic, scope: Scope) -> int:
    """From left to right, within 32 bits."""
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    return within_32_bits(ARITHMETIC[node.operator](left, right, node), node.span)


@means(core.Quotient)
def quotient(node: core.Quotient, scope: Scope) -> int:
    """Rounded down or up, never towards zero."""
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    if right == 0:
        raise Stopped("something is divided by zero", node.span)
    found = -(-left // right) if node.up else left // right
    return within_32_bits(found, node.span)


@means(core.Choice)
def choice(node: core.Choice, scope: Scope) -> Any:
    """One of two values."""
    return evaluate(node.then if evaluate(node.condition, scope) else node.otherwise, scope)


# ------------------------------------------------------------------ chances


@means(core.ChanceOf)
def chance_of(node: core.ChanceOf, scope: Scope) -> Fraction:
    """The ways in which the condition holds, out of all ways."""
    dice = evaluate(node.dice, scope)
    pool = Pool.of([_sides(node, die, scope) for die in dice], len(node.tallies))

    def holds(sums: Vector) -> bool:
        for slot, found in zip(node.tally_slots, sums, strict=True):
            scope.frame[slot] = within_32_bits(found, node.span)
        return bool(evaluate(node.condition, scope))

    return pool.chance(holds)


def _sides(node: core.ChanceOf, die: int, scope: Scope) -> list[Vector]:
    """Return what each side of a die adds to the tallies; a piece without sides has one."""
    state = scope.state
    before = state.face[die]
    kind = state.setup.ruleset.kinds[state.setup.pieces.kind[die]]
    scope.frame[node.slot] = (die,)
    found = []
    for face in kind.faces or (before,):
        state.imagine(die, face)
        found.append(tuple(evaluate(tally, scope) for tally in node.tallies))
    state.imagine(die, before)
    return found


# ------------------------------------------------------------------ facts


@means(core.Distance)
def distance(node: core.Distance, scope: Scope) -> int:
    """To the nearest goal; 0 from or to nothing."""
    start, goals = evaluate(node.start, scope), evaluate(node.goal, scope)
    if not start or not goals:
        return 0
    ground = scope.state.setup.ground
    return min(ground.distance(start[0], goal, anywhere=node.anywhere) for goal in goals)


@means(core.Fact)
def fact(node: core.Fact, scope: Scope) -> int:
    """Something that is so for the whole game."""
    return FACTS[node.name](evaluate(node.of, scope) if node.of else None, scope.state)


def _player_count(of: tuple[int, ...] | None, state: State) -> int:
    return state.setup.players


def _seat(of: tuple[int, ...] | None, state: State) -> int:
    return of[0] if of else 0


def _section(of: tuple[int, ...] | None, state: State) -> int:
    return state.setup.ground.spaces[of[0]].section if of else 0


def _step(of: tuple[int, ...] | None, state: State) -> int:
    return state.setup.ground.spaces[of[0]].step if of else 0


def _line_count(of: tuple[int, ...] | None, state: State) -> int:
    if of is None:
        return state.setup.board.line_count if state.setup.board else 0
    ground = state.setup.ground
    return ground.boards[of[0]].lines_to_end(of[0]) if of else 0


FACTS = {
    "player_count": _player_count,
    "seat": _seat,
    "section": _section,
    "step": _step,
    "line_count": _line_count,
}
