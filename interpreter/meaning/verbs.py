"""What the built-in verbs do."""

from collections.abc import Callable
from typing import Any

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.source import Span
from cubedsl.interpreter import describe
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import Heard, What, counted
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.evaluate_things import spots_of
from cubedsl.interpreter.meaning.evaluate_values import resource_of
from cubedsl.interpreter.meaning.machine import Run, Throw, actor, asks, does
from cubedsl.interpreter.meaning.scope import Scope, within_32_bits
from cubedsl.interpreter.state import State, Value
from cubedsl.interpreter.stopped import Over, Stopped
from cubedsl.interpreter.watch import Counted

# ------------------------------------------------------------------ memory


@does(core.SetCell)
def set_cell(node: core.SetCell, scope: Scope) -> None:
    """The cell of every one of the things gets the value; of nothing, none does."""
    owners = (0,) if node.of is None else evaluate(node.of, scope)
    value = evaluate(node.value, scope)
    for owner in owners:
        scope.state.remember(node.cell, owner, value)
        _told(node.cell, owner, value, scope)


def _told(cell: Cell, owner: int, value: Value, scope: Scope) -> None:
    state = scope.state
    name, text = cell_name(state, cell, owner), describe.value_text(state, value, cell.type)
    heard = _heard_of(state, cell, owner, value, text) if state.secret else ()
    state.record(What.REMEMBERED, scope.you, (name,), text, heard=heard)


def _heard_of(state: State, cell: Cell, owner: int, value: Value, text: str) -> Heard:
    """Return what players read of a cell that pieces own, or that remembers pieces."""
    whose = (owner,) if cell.owner is Owner.PIECE else ()
    things = value if cell in state.setup.with_pieces and isinstance(value, tuple) else ()
    names = describe.heard(state, whose, describe.names(state, whose))
    values = describe.heard(state, things, describe.names(state, things))
    return tuple(
        (
            (f"{cell.name} of {names[seat][0][0]}" if names else cell_name(state, cell, owner),),
            counted(values[seat][0]) if values else "something" if names else text,
        )
        for seat in (range(state.setup.players) if names or values else ())
    )


def cell_name(state: State, cell: Cell, owner: int) -> str:
    """Return what is remembered of whom: `status of Ann`."""
    return cell.called(0) + OWNERS[cell.owner](state, owner)


OWNERS: dict[Owner, Callable[[State, int], str]] = {
    Owner.GAME: lambda state, owner: "",
    Owner.PLAYER: lambda state, owner: f" of {state.setup.names[owner]}",
    Owner.SPACE: lambda state, owner: f" of {state.setup.ground.name_of(owner)}",
    Owner.PIECE: lambda state, owner: f" of {describe.piece_name(state, owner)}",
    Owner.KIND: lambda state, owner: f" of {describe.kind_name(state.setup, owner)}",
}


@does(core.Gain)
def gain(node: core.Gain, scope: Scope) -> None:
    """At most what the supply has; below 0 it is a loss."""
    amount, resource = evaluate(node.amount, scope), resource_of(node.resource, scope)
    left = scope.state.supply(resource)
    if left is not None and amount > 0:
        amount = min(amount, max(left, 0))
    _change(resource, amount, scope, node.span)
    tally(scope, "gain", resource, amount, node.span)
    what = Counted.GAINED if amount > 0 else Counted.PAID
    scope.state.count(what, resource.index, scope.you, abs(amount))
    if amount:
        scope.state.record(What.GAINED, scope.you, detail=resource.called(amount), amount=amount)


@does(core.Pay)
def pay(node: core.Pay, scope: Scope) -> None:
    """Never more than there is."""
    amount, resource = evaluate(node.amount, scope), resource_of(node.resource, scope)
    held: Any = scope.state.cells[resource.index][actor(scope, node.span)]
    name = resource.called(amount)
    if amount < 0:
        raise Stopped(f"{amount} {name} cannot be paid", node.span)
    if amount > max(held, 0):
        raise Stopped(f"{amount} {name} must be paid, but there are only {held}", node.span)
    _change(resource, -amount, scope, node.span)
    tally(scope, "pay", resource, amount, node.span)
    scope.state.count(Counted.PAID, resource.index, scope.you, amount)
    if amount:
        scope.state.record(What.PAID, scope.you, detail=name, amount=amount)


def _change(resource: Cell, by: int, scope: Scope, span: Span) -> None:
    seat = actor(scope, span)
    held: Any = scope.state.cells[resource.index][seat]
    scope.state.remember(resource, seat, within_32_bits(held + by, span))


def tally(scope: Scope, verb: str, resource: Cell | None, amount: int, span: Span) -> None:
    """Add what a verb does to the tallies of whoever acts."""
    if scope.you == NOBODY:
        return
    for cell in scope.state.setup.counting.get((verb, resource), ()):
        held: Any = scope.state.cells[cell.index][scope.you]
        scope.state.remember(cell, scope.you, within_32_bits(held + amount, span))


# ------------------------------------------------------------------ pieces


@does(core.Move)
def move(node: core.Move, scope: Scope) -> None:
    """All of them go to the first of the places; nowhere if there is none."""
    pieces = evaluate(node.pieces, scope)
    spot = next(spots_of(node.to, scope), None)
    if spot is None:
        return
    state = scope.state
    moved = tuple(piece for piece in pieces if state.put(piece, spot, node.end))
    if moved:
        _record_of(What.MOVED, moved, describe.spot_name(state, spot), scope)


@asks(core.Roll)
def roll(node: core.Roll, scope: Scope) -> Run:
    """Each die shows one of its sides; what has no sides is not thrown."""
    state = scope.state
    kinds, kind_of = state.setup.ruleset.kinds, state.setup.pieces.kind
    pieces = sorted(evaluate(node.dice, scope))
    dice = tuple(die for die in pieces if kinds[kind_of[die]].faces)
    if not dice:
        return
    faces = yield Throw(scope.you, dice)
    for die, face in zip(dice, faces, strict=True):
        state.turn(die, face)
    all_faces = state.setup.ruleset.faces
    said = tuple(
        f"{describe.piece_name(state, die)} as {describe.face_name(all_faces[face])}"
        for die, face in zip(dice, faces, strict=True)
    )
    state.record(What.ROLLED, scope.you, said, heard=describe.heard(state, dice, said))


@does(core.Turn)
def turn(node: core.Turn, scope: Scope) -> None:
    """Every one of the dice shows the face."""
    dice, face = evaluate(node.dice, scope), evaluate(node.face, scope)
    if not dice or not face:
        return
    state = scope.state
    for die in dice:
        if face[0] not in state.setup.ruleset.kinds[state.setup.pieces.kind[die]].faces:
            raise Stopped(f"{describe.piece_name(state, die)} has no such side", node.span)
        state.turn(die, face[0])
    name = describe.face_name(state.setup.ruleset.faces[face[0]])
    _record_of(What.TURNED, dice, name, scope)


@does(core.MarkAs)
def mark_as(node: core.MarkAs, scope: Scope) -> None:
    """They bear the mark, or count as used."""
    state = scope.state
    pieces = evaluate(node.pieces, scope)
    for piece in pieces:
        if node.mark is None:
            state.use(piece)
        else:
            state.mark(piece, node.mark)
    if pieces:
        name = node.mark.name if node.mark else "used"
        _record_of(What.MARKED, pieces, name, scope)


@does(core.Draw)
def draw(node: core.Draw, scope: Scope) -> None:
    """Each of the things is as likely as any other, unless they are taken from an end."""
    things, count = evaluate(node.things, scope), evaluate(node.count, scope)
    wanted, state = max(count, 0), scope.state
    if node.end:
        drawn = _from_end(state, set(things), wanted, 1 if node.end == "top" else -1)
    else:
        drawn = state.stream.some(wanted, tuple(sorted(things)))
    scope.frame[node.slot] = drawn


def _from_end(state: State, left: set[int], wanted: int, up: int) -> tuple[int, ...]:
    """Return so many pieces, one after the other from one end; `up` is 1 for the top, else -1."""
    drawn: list[int] = []
    while left and len(drawn) < wanted:
        end = max(up * state.rank[piece] for piece in left)
        outermost = tuple(sorted(piece for piece in left if up * state.rank[piece] == end))
        drawn += state.stream.some(1, outermost)
        left.discard(drawn[-1])
    return tuple(sorted(drawn))


@does(core.Shuffle)
def shuffle(node: core.Shuffle, scope: Scope) -> None:
    """The order is not known any more."""
    state = scope.state
    for spot in spots_of(node.place, scope):
        state.shuffle(spot)
        state.record(What.SHUFFLED, scope.you, detail=describe.spot_name(state, spot))


@does(core.Show)
def show(node: core.Show, scope: Scope) -> None:
    """The players know them from now on."""
    state = scope.state
    pieces, seats = evaluate(node.pieces, scope), evaluate(node.players, scope)
    for piece in pieces:
        state.show(piece, seats)
    if pieces and seats:
        told = ", ".join(state.setup.names[seat] for seat in seats)
        _record_of(What.SHOWN, pieces, told, scope)


def _record_of(what: What, pieces: tuple[int, ...], detail: str, scope: Scope) -> None:
    """Add to the log what was done with pieces; who cannot see them reads how many there were."""
    state = scope.state
    names = describe.names(state, pieces)
    state.record(what, scope.you, names, detail, heard=describe.heard(state, pieces, names, detail))


# ------------------------------------------------------------------ tokens, order, the end


@does(core.MoveToken)
def move_token(node: core.MoveToken, scope: Scope) -> None:
    """The token stands there from now on."""
    state = scope.state
    seats, space = evaluate(node.of, scope), evaluate(node.space, scope)
    for seat in seats if space else ():
        state.step_token(node.token, seat, space[0])
        name = f"{node.token.name} of {state.setup.names[seat]}"
        state.record(What.STEPPED, scope.you, (name,), state.setup.ground.name_of(space[0]))


@does(core.Reverse)
def reverse(node: core.Reverse, scope: Scope) -> None:
    """From now on the other way round."""
    scope.state.reverse()
    scope.state.record(What.REVERSED, scope.you)


@does(core.Crown)
def crown(node: core.Crown, scope: Scope) -> None:
    """Nothing happens any more; to crown nobody is nothing."""
    winners = tuple(sorted(evaluate(node.players, scope)))
    if not winners:
        return
    names = tuple(scope.state.setup.names[seat] for seat in winners)
    scope.state.record(What.CROWNED, scope.you, names)
    scope.state.winners = winners
    raise Over(winners)
