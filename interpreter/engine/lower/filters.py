"""Filters over pieces as sets: all pieces at once, where a condition allows it.

`fitting` returns the pieces of which a condition holds, or None if they have to be looked at one
by one.  What is worked out for all pieces must be fit for that: it reads of the piece only what
sets tell (kind, face, marks), and nothing in it can stop the game.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Face, Partition, Zone
from cubedsl.dsl.model.types import Flag, Number, Sort, Word
from cubedsl.dsl.model.walk import walk
from cubedsl.interpreter.engine.code import Const, Op, Statement, Value
from cubedsl.interpreter.engine.lower.pieces import effective, lying
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    is_one,
    many,
    num,
    one,
    region_words,
    sort_of,
)
from cubedsl.interpreter.engine.lower.shapes import bits
from cubedsl.interpreter.engine.lower.world import World

Fitting: TypeAlias = Callable[[Any, int, Scope], Words | None]
MOST_VALUES = 12
MOST_STATEMENTS = 4
"""What takes more is not written out for each player."""
STOPPING = (core.Quotient, core.Sum)


def fitting(node: core.Expr, slot: int, scope: Scope) -> Words | None:
    """Return the pieces of which a condition holds, the piece being in a slot."""
    if not _reads(node, slot):
        return _of_all(node, scope)
    found = FITTING.get(type(node))
    return found(node, slot, scope) if found is not None else None


def _reads(node: object, slot: int) -> bool:
    return any(isinstance(one, core.Local) and one.slot == slot for one in walk(node))


def _is_piece(node: core.Expr, slot: int) -> bool:
    return isinstance(node, core.Local) and node.slot == slot


def _of_all(node: core.Expr, scope: Scope) -> Words | None:
    """All pieces, or none: the condition is not about the piece."""
    value = _calm(node, scope)
    if value is None:
        return None
    every = scope.b.held(Const(0) - Op("ne", (value, Const(0))))
    return (every,) * scope.world.piece_words


def _calm(node: core.Expr, scope: Scope) -> Value | None:
    """Return a value that is worked out without statements and cannot stop the game, if it is."""
    if not isinstance(node.type, Number | Flag | Word) or _can_stop(node, scope):
        return None
    statements: list[Statement] = []
    with scope.b.inside(statements):
        found = num(node, scope)
    scope.b.here.extend(statements)
    return found


def players_fitting(node: core.Expr, slot: int, scope: Scope) -> Value | None:
    """Return the bits of the players of whom a condition holds, or None if they have to be looked
    at one by one: if it is long, or can stop the game."""
    if _can_stop(node, scope) or _can_overflow(node, scope):
        return None
    found: Value = Const(0)
    written: list[Statement] = []
    with scope.b.inside(written):
        for seat in range(scope.world.setup.players):
            scope.bind(slot, scope.world.counts.one(Sort.PLAYER), (Const(seat),))
            # Worked out before the slot holds the next player.
            found = scope.b.held(found | (num(node, scope).differs(0) << seat))
            if len(written) > MOST_STATEMENTS * (seat + 1):
                return None
    scope.b.here.extend(written)
    return found


def _can_stop(node: core.Expr, scope: Scope) -> bool:
    """Whether working something out can stop the game, rules included."""
    waiting: list[object] = [node]
    seen: set[str] = set()
    while waiting:
        for one_node in walk(waiting.pop()):
            if isinstance(one_node, STOPPING):
                return True
            if isinstance(one_node, core.Arithmetic) and one_node.operator == "mod":
                return True
            if isinstance(one_node, core.RuleValue) and one_node.rule not in seen:
                rule = scope.world.ruleset.rules[one_node.rule]
                if rule.noun is not None and _can_overflow(rule.value, scope):
                    return True
                seen.add(one_node.rule)
                waiting.append(rule.value)
    return False


def _can_overflow(node: core.Expr, scope: Scope) -> bool:
    """Whether a rule of a thing, which is not worked out in place, can meet too large a number."""
    rules = scope.world.ruleset.rules
    return any(
        isinstance(one_node, core.Arithmetic | core.Sum)
        or (
            isinstance(one_node, core.RuleValue)
            and _can_overflow(rules[one_node.rule].value, scope)
        )
        for one_node in walk(node)
    )


# ------------------------------------------------------------------ by node


def _both(node: core.Both, slot: int, scope: Scope) -> Words | None:
    left, right = fitting(node.left, slot, scope), fitting(node.right, slot, scope)
    if left is None or right is None:
        return None
    return tuple(a & b for a, b in zip(left, right, strict=True))


def _either(node: core.Either, slot: int, scope: Scope) -> Words | None:
    left, right = fitting(node.left, slot, scope), fitting(node.right, slot, scope)
    if left is None or right is None:
        return None
    return tuple(a | b for a, b in zip(left, right, strict=True))


def _not(node: core.Not, slot: int, scope: Scope) -> Words | None:
    found = fitting(node.value, slot, scope)
    return None if found is None else tuple(~word for word in found)


def _of_kinds(node: core.OfKinds, slot: int, scope: Scope) -> Words | None:
    if not _is_piece(node.thing, slot):
        return None
    own = constant(scope.world.of_kinds(node.kinds))
    if not node.also or not scope.world.setup.counts:
        return own
    besides = counted_as(node.also, scope)
    return tuple(a | b for a, b in zip(own, besides, strict=True))


def counted_as(word: str, scope: Scope) -> Words:
    """Return the pieces that count as a class besides their own, see `meaning.classes`."""
    world, words = scope.world, scope.world.piece_words
    found: Words = (Const(0),) * words
    for kind, every in enumerate(world.setup.counts):
        for also in every:
            if word in also.classes:
                own = constant(world.of_kinds(frozenset({kind})))
                if also.zones:
                    inside = _inside(also.zones, scope)
                    own = tuple(a & b for a, b in zip(own, inside, strict=True))
                found = tuple(a | b for a, b in zip(found, own, strict=True))
    if world.setup.counts:
        for mark in world.ruleset.marks:
            if mark.also is not None and word in mark.also.classes:
                marked = region_words(lying(world).marked, mark.index, words)
                if mark.also.zones:
                    inside = _inside(mark.also.zones, scope)
                    marked = tuple(a & b for a, b in zip(marked, inside, strict=True))
                found = tuple(a | b for a, b in zip(found, marked, strict=True))
    return found


def _inside(zones: tuple[Zone, ...], scope: Scope) -> Words:
    words, setup = scope.world.piece_words, scope.world.setup
    found: Words = (Const(0),) * words
    for spot, zone in enumerate(setup.spots.zone):
        if zone in zones:
            inside = region_words(lying(scope.world).inside, spot, words)
            found = tuple(a | b for a, b in zip(found, inside, strict=True))
    return found


def class_pieces(partition: Partition, number: int, scope: Scope) -> Words:
    """Return the pieces of a class."""
    kinds = {kind for kind, own in partition.class_of_kind.items() if own == number}
    own = constant(scope.world.of_kinds(kinds))
    if not scope.world.setup.counts:
        return own
    besides = counted_as(partition.classes[number], scope)
    return tuple(a | b for a, b in zip(own, besides, strict=True))


def constant(words: tuple[int, ...]) -> Words:
    """Return a set that is known."""
    return tuple(Const(one - 2**64 if one >> 63 else one) for one in words)


def _shows(node: core.Shows, slot: int, scope: Scope) -> Words | None:
    if not _is_piece(node.thing, slot):
        return None
    tests: dict[str, Callable[[Face], bool]] = {
        "symbol": lambda face: face.symbol == node.name,
        "variant": lambda face: node.name in face.variants,
        "blank": lambda face: face.blank,
    }
    key = ("shows", node.what, node.name)
    return scope.world.once(key, lambda world: by_face(world, tests[node.what]))


def by_face(world: World, holds: Callable[[Face], bool]) -> Words:
    """Return the dice that show a face of which something holds, as their cards read it."""
    faces, words = world.ruleset.faces, world.piece_words
    readings = effective(world)
    found: Words = (Const(0),) * words
    for face in faces:
        odd = {
            kind
            for kind, own in readings.items()
            if holds(faces[own.get(face.index, face.index)]) != holds(face)
        }
        plainly = set(range(len(world.ruleset.kinds))) - odd if holds(face) else odd
        if not plainly:
            continue
        showing = region_words(lying(world).showing, face.index, words)
        if odd:
            own = constant(world.of_kinds(plainly))
            showing = tuple(a & b for a, b in zip(showing, own, strict=True))
        found = tuple(a | b for a, b in zip(found, showing, strict=True))
    return found


def _marked(node: core.Marked, slot: int, scope: Scope) -> Words | None:
    if not _is_piece(node.thing, slot):
        return None
    return region_words(lying(scope.world).marked, node.mark.index, scope.world.piece_words)


def _used(node: core.Used, slot: int, scope: Scope) -> Words | None:
    if not _is_piece(node.thing, slot):
        return None
    return region_words(lying(scope.world).used, 0, scope.world.piece_words)


def _rule(node: core.RuleValue, slot: int, scope: Scope) -> Words | None:
    """A rule of the piece, seen by whom the filter says."""
    rule = scope.world.ruleset.rules[node.rule]
    if node.of is None or not _is_piece(node.of, slot) or rule.noun is None:
        return None
    if node.you is not None and _reads(node.you, slot):
        return None
    seat = scope.b.held(one(node.you, scope)) if node.you is not None else Const(-1)
    inside = Scope(scope.world, scope.b, seat, slots={}, overflow=scope.overflow)
    return fitting(rule.value, 0, inside)


def _compare(node: core.Compare, slot: int, scope: Scope) -> Words | None:
    """An attribute of the piece against a number that is not about it."""
    if isinstance(node.left, core.AttributeOf) and _is_piece(node.left.of, slot):
        return _against(node.left, node.right, node.operator, slot, scope)
    if isinstance(node.right, core.AttributeOf) and _is_piece(node.right.of, slot):
        return _against(node.right, node.left, MIRRORED[node.operator], slot, scope)
    return None


MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
COMPARING = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s", "=": "eq"}


def _against(
    own: core.AttributeOf, other: core.Expr, operator: str, slot: int, scope: Scope
) -> Words | None:
    groups = _by_attribute(own, scope)
    if groups is None or _reads(other, slot):
        return None
    limit = _calm(other, scope)
    if limit is None:
        return None
    limit = scope.b.held(limit)
    found: Words = (Const(0),) * scope.world.piece_words
    for number, pieces in groups.items():
        holds = Const(0) - Op(COMPARING[operator], (Const(number), limit))
        found = tuple(a | (holds & b) for a, b in zip(found, constant(pieces), strict=True))
    return found


def _by_attribute(own: core.AttributeOf, scope: Scope) -> Mapping[int, tuple[int, ...]] | None:
    """Return the pieces of each value of an attribute, None if it has to be worked out."""
    from cubedsl.interpreter.engine.lower.kinds import attribute_of_all

    attribute = own.attribute
    found = attribute_of_all(scope.world, attribute.name, Sort.PIECE, attribute.default)
    if not all(isinstance(one_value, core.Literal) for one_value in found):
        return None
    numbers = [int(one_value.value) for one_value in found]  # type: ignore[union-attr, arg-type]
    different = sorted(set(numbers))
    if len(different) > MOST_VALUES:
        return None
    return {
        number: bits(
            [piece for piece, n in enumerate(numbers) if n == number], scope.world.piece_words
        )
        for number in different
    }


def _same(node: core.Same, slot: int, scope: Scope) -> Words | None:
    """An attribute or class of the piece, and something that is not about it."""
    for own, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(own, core.AttributeOf) and _is_piece(own.of, slot):
            return _against(own, other, "=", slot, scope)
        if isinstance(own, core.ClassesOf) and _is_piece(own.things, slot) and is_one(other, scope):
            return _in_classes(own, other, slot, scope)
    return None


def _among(node: core.Among, slot: int, scope: Scope) -> Words | None:
    """The class or kind of the piece among some."""
    own = node.things
    if _is_piece(own, slot) and sort_of(node.group, scope) is Sort.PIECE:
        return None if _reads(node.group, slot) else many(node.group, scope, Sort.PIECE)
    if isinstance(own, core.ClassesOf) and _is_piece(own.things, slot):
        return _in_classes(own, node.group, slot, scope)
    return None


def _in_classes(own: core.ClassesOf, classes: core.Expr, slot: int, scope: Scope) -> Words | None:
    if _reads(classes, slot) or sort_of(classes, scope) is not Sort.CLASS:
        return None
    if scope.world.setup.counts:
        return None
    partition = scope.world.ruleset.partitions[own.partition]
    wanted = tuple(map(scope.b.held, many(classes, scope, Sort.CLASS)))
    found: Words = (Const(0),) * scope.world.piece_words
    for number in range(len(partition.classes)):
        word, bit = divmod(number, 64)
        there = Const(0) - (Op("shr_u", (wanted[word], Const(bit))) & 1)
        pieces = class_pieces(partition, number, scope)
        found = tuple(a | (there & b) for a, b in zip(found, pieces, strict=True))
    return found


FITTING: dict[type, Fitting] = {
    core.Both: _both,
    core.Either: _either,
    core.Not: _not,
    core.OfKinds: _of_kinds,
    core.Shows: _shows,
    core.Marked: _marked,
    core.Used: _used,
    core.RuleValue: _rule,
    core.Compare: _compare,
    core.Same: _same,
    core.Among: _among,
}
