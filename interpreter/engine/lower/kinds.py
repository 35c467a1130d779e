"""What pieces are: kinds, classes, faces, owners, and the numbers that belong to them."""

from collections.abc import Mapping

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Owner, Partition
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower.filters import by_face, class_pieces
from cubedsl.interpreter.engine.lower.pieces import by_piece, kind_table, lying
from cubedsl.interpreter.engine.lower.scope import (
    NOTHING,
    Scope,
    Words,
    alone,
    group,
    held,
    is_one,
    lone,
    many,
    num,
    one,
    plain,
    region_words,
    some,
    sort_of,
)
from cubedsl.interpreter.engine.lower.tests import face_of
from cubedsl.interpreter.engine.lower.things import fixed
from cubedsl.interpreter.engine.lower.values import in_range
from cubedsl.interpreter.engine.lower.world import World

# ------------------------------------------------------------------ attributes


def attribute_of_all(world: World, name: str, sort: Sort, default: core.Expr) -> list[core.Expr]:
    """Return an attribute's expression for every thing of a sort."""
    setup, ruleset = world.setup, world.ruleset
    if sort is Sort.SPACE:
        return [space.attributes.get(name, default) for space in setup.ground.spaces]
    if sort is Sort.KIND:
        return [_of_kind(world, name, kind, default) for kind in range(len(ruleset.kinds))]
    found = []
    for kind, copy in zip(setup.pieces.kind, setup.pieces.copy, strict=True):
        copies = ruleset.kinds[kind].copies
        own = copies[copy] if copy < len(copies) else {}
        found.append(own[name] if name in own else _of_kind(world, name, kind, default))
    return found


def _of_kind(world: World, name: str, kind: int, default: core.Expr) -> core.Expr:
    card = world.setup.cards[kind]
    own: Mapping[str, core.Expr] = world.ruleset.kinds[kind].attributes
    if card is not None and name in card.attributes:
        return card.attributes[name]
    return own.get(name, default)


@plain(core.AttributeOf)
def attribute_of(node: core.AttributeOf, scope: Scope) -> Words:
    """The first value there is: of the copy, the card in play, the kind; else the default."""
    sort = sort_of(node.of, scope)
    if sort is None:
        return (Const(0),)
    world, own = scope.world, node.attribute
    thing = one(node.of, scope)
    name = f"attribute {own.name} of {sort.value}"
    if name in world.tables:
        return (Load(world.tables[name], thing, 1),)
    found = attribute_of_all(world, own.name, sort, own.default)
    if all(isinstance(one, core.Literal) for one in found):
        flat = (0, *(int(one.value) for one in found if isinstance(one, core.Literal)))
        return (Load(world.table(name, flat), thing, 1),)
    function = _attribute_function(world, own.name, sort, found)
    return (scope.b.result(function, thing, scope.you),)


def _attribute_function(world: World, name: str, sort: Sort, found: list[core.Expr]) -> Function:
    """Return the function of an attribute that has to be worked out."""
    different = list(dict.fromkeys(found))
    numbers = {id(one): number for number, one in enumerate(different)}
    table = world.table(f"which {name} of {sort.value}", (-1, *(numbers[id(one)] for one in found)))

    def make(b: Builder) -> None:
        thing, seat = (Get(word) for word in b.function.parameters)
        which = b.held(Load(table, thing, 1))
        for number, expression in enumerate(different):
            with b.when(which.equals(number)):
                b.give(num(expression, Scope(world, b, seat, slots={})))
        b.give(0)

    key = ("attribute", name, sort)
    return world.function(key, f"{name} of {sort.value}", make, parameters=2, results=1)


@plain(core.TableAt)
def table_at(node: core.TableAt, scope: Scope) -> Words:
    """The entry with that number; the last one repeats."""
    world = scope.world
    rows = [kind.tables.get(node.table.name, ()) for kind in world.ruleset.kinds]
    longest = max(map(len, rows), default=0)
    flat = [0] * (longest + 1)
    for row in rows:
        full = [*row, *[row[-1]] * (longest - len(row))] if row else [0] * longest
        flat += [0, *full]
    at = scope.b.held(num(node.at, scope))
    at = If(Op("lt_s", (at, Const(0))), Const(0), at)
    at = scope.b.held(at)
    at = If(Op("gt_s", (at, Const(longest))), Const(longest), at)
    kind = kind_of(node.of, scope)
    table = world.table(f"table {node.table.name}", tuple(flat))
    return (Load(table, (kind + 1) * (longest + 1) + at),)


def kind_of(node: core.Expr, scope: Scope) -> Value:
    """Return the kind of one piece, or the one kind; or -1."""
    thing = one(node, scope)
    if sort_of(node, scope) is Sort.KIND:
        return thing
    return Load(kind_table(scope.world), thing, 1)


@plain(core.Shown)
def shown(node: core.Shown, scope: Scope) -> Words:
    """The amount of the face, if it shows that symbol."""
    return (Load(by_face_amount(scope.world, node.symbol), face_of(node.of, scope), 1),)


def by_face_amount(world: World, symbol: str) -> Region:
    """Return the table of what each face shows of a symbol."""
    amounts = (one.amount if one.symbol == symbol else 0 for one in world.ruleset.faces)
    return world.table(f"amount {symbol}", (0, *amounts))


# ------------------------------------------------------------------ kinds, classes, faces


@lone(core.KindsOf)
def kind_of_one(node: core.KindsOf, scope: Scope) -> Value:
    """The kind of one piece."""
    return kind_of(node.things, scope)


@group(core.KindsOf)
def kinds_of(node: core.KindsOf, scope: Scope) -> Words:
    """The kinds of pieces."""
    if is_one(node.things, scope):
        return alone(scope, kind_of(node.things, scope), Sort.KIND)
    groups = {kind: (kind,) for kind in range(len(scope.world.ruleset.kinds))}
    return _found_in(scope, node.things, groups, Sort.KIND)


@lone(core.ClassesOf)
def class_of_one(node: core.ClassesOf, scope: Scope) -> Value:
    """The class of one piece or kind."""
    classes = scope.world.ruleset.partitions[node.partition].class_of_kind
    flat = (classes.get(kind, -1) for kind in range(len(scope.world.ruleset.kinds)))
    table = scope.world.table(f"classes {node.partition}", (-1, *flat))
    return Load(table, kind_of(node.things, scope), 1)


@group(core.ClassesOf)
def classes_of(node: core.ClassesOf, scope: Scope) -> Words:
    """The classes of pieces or kinds."""
    partition = scope.world.ruleset.partitions[node.partition]
    if scope.world.setup.counts and sort_of(node.things, scope) is Sort.PIECE:
        return _classes_of_pieces(node, partition, scope)
    if is_one(node.things, scope):
        return alone(scope, class_of_one(node, scope), Sort.CLASS)
    groups = {
        number: tuple(kind for kind, own in partition.class_of_kind.items() if own == number)
        for number in range(len(partition.classes))
    }
    return _found_in(scope, node.things, groups, Sort.CLASS)


def _classes_of_pieces(node: core.ClassesOf, partition: Partition, scope: Scope) -> Words:
    """The classes of pieces, and those that they count as besides."""
    things = held(scope, many(node.things, scope, Sort.PIECE))
    found: list[Value] = [Const(0)] * scope.world.counts.words(Sort.CLASS)
    for number in range(len(partition.classes)):
        own = class_pieces(partition, number, scope)
        inside = some(tuple(a & b for a, b in zip(things, own, strict=True)))
        word, bit = divmod(number, 64)
        found[word] = found[word] | Op("shl", (inside, Const(bit)))
    return tuple(found)


def _found_in(
    scope: Scope, node: core.Expr, groups: Mapping[int, tuple[int, ...]], sort: Sort
) -> Words:
    """Return the numbers of those groups of kinds of which there is any among some things."""
    own = sort_of(node, scope)
    if own is None:
        return fixed(scope, (), sort)
    things = held(scope, many(node, scope, own))
    words = [Const(0) for _ in range(scope.world.counts.words(sort))]
    found: list[Value] = list(words)
    for number, kinds in groups.items():
        wanted = kinds if own is Sort.KIND else _pieces_of(scope, kinds)
        inside = some(tuple(a & b for a, b in zip(things, fixed(scope, wanted, own), strict=True)))
        word, bit = divmod(number, 64)
        found[word] = found[word] | (Op("shl", (inside, Const(bit))))
    return tuple(found)


def _pieces_of(scope: Scope, kinds: tuple[int, ...]) -> tuple[int, ...]:
    own = scope.world.setup.pieces.kind
    return tuple(piece for piece, kind in enumerate(own) if kind in kinds)


@lone(core.FacesOf)
def face_of_one(node: core.FacesOf, scope: Scope) -> Value:
    """The face that one die shows, as it is printed."""
    if not node.shown:
        return NOTHING
    return by_piece(lying(scope.world).face, one(node.things, scope))


@group(core.FacesOf)
def faces_of(node: core.FacesOf, scope: Scope) -> Words:
    """The faces that dice show, or that they have."""
    ruleset = scope.world.ruleset
    if not node.shown:
        groups = {
            face.index: tuple(kind.index for kind in ruleset.kinds if face.index in kind.faces)
            for face in ruleset.faces
        }
        return _found_in(scope, node.things, groups, Sort.FACE)
    dice = held(scope, many(node.things, scope, Sort.PIECE))
    found: list[Value] = [Const(0)] * scope.world.counts.words(Sort.FACE)
    for face in range(len(ruleset.faces)):
        showing = region_words(lying(scope.world).showing, face, len(dice))
        inside = some(tuple(a & b for a, b in zip(dice, showing, strict=True)))
        word, bit = divmod(face, 64)
        found[word] = found[word] | Op("shl", (inside, Const(bit)))
    return tuple(found)


# ------------------------------------------------------------------ owners


@lone(core.OwnerOf)
def owner_of(node: core.OwnerOf, scope: Scope) -> Value:
    """Whose a piece is, or in whose zone it lies."""
    setup = scope.world.setup
    piece = one(node.of, scope)
    if not node.holder:
        return Load(scope.world.table("owners", (-1, *setup.pieces.owner)), piece, 1)
    holders = (
        owner if zone.owner is Owner.PLAYER else -1
        for zone, owner in zip(setup.spots.zone, setup.spots.owner, strict=True)
    )
    spot = by_piece(lying(scope.world).spot, piece)
    return Load(scope.world.table("holders", (-1, *holders)), spot, 1)


# ------------------------------------------------------------------ what dice show, added up


def shown_by_all(node: core.Sum, scope: Scope) -> Value | None:
    """Return a sum over dice of what each one shows, without going through them one by one."""
    shows = node.value
    if not isinstance(shows, core.Shown) or not _is_slot(shows.of, node.slot, scope):
        return None
    dice = held(scope, many(node.things, scope, Sort.PIECE))
    found: Value = Const(0)
    for amount, kept in _amounts(scope, shows.symbol).items():
        count: Value = Const(0)
        for a, b in zip(dice, kept, strict=True):
            count = count + Op("popcnt", (a & b,))
        found = found + count * amount
    return in_range(scope, found, node.span)


def _is_slot(node: core.Expr, slot: int, scope: Scope) -> bool:
    is_slot = isinstance(node, core.Local) and node.slot == slot
    return is_slot and sort_of(node, scope) is Sort.PIECE


def _amounts(scope: Scope, symbol: str) -> dict[int, Words]:
    """Return for every amount the dice that show a symbol so many times."""
    faces = scope.world.ruleset.faces
    amounts = sorted({one.amount for one in faces if one.symbol == symbol})
    return {
        amount: by_face(
            scope.world,
            lambda face, a=amount: face.symbol == symbol and face.amount == a,  # type: ignore[misc]
        )
        for amount in amounts
    }
