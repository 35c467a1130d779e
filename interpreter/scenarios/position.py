"""A position in words, for people: what lies elsewhere than at home, what is remembered."""

from collections.abc import Iterator

from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.interpreter import describe
from cubedsl.interpreter.ground import NOWHERE
from cubedsl.interpreter.log import counted
from cubedsl.interpreter.state import State


def lines(state: State) -> tuple[str, ...]:
    """Return what there is to say, a line for each zone, memory and token."""
    return (*_zones(state), *_memory(state), *_tokens(state))


def _zones(state: State) -> Iterator[str]:
    for spot, members in enumerate(state.members):
        away = [piece for piece in members if _home(state, piece) != spot]
        if away:
            said = tuple(describe.told(state, piece) for piece in away)
            yield f"{describe.spot_name(state, spot)}: {counted(said)}"


def _home(state: State, piece: int) -> int:
    pieces = state.setup.pieces
    kind = state.setup.ruleset.kinds[pieces.kind[piece]]
    return state.setup.spots.of(kind.home, pieces.owner[piece])


def _memory(state: State) -> Iterator[str]:
    for cell in state.setup.ruleset.cells:
        if cell.owner in (Owner.GAME, Owner.PLAYER):
            yield from _cell(state, cell)


def _cell(state: State, cell: Cell) -> Iterator[str]:
    for owner, value in enumerate(state.cells[cell.index]):
        if value != state.defaults[cell.index]:
            of = f" of {state.setup.names[owner]}" if cell.owner is Owner.PLAYER else ""
            yield f"{cell.called(0)}{of} = {describe.value_text(state, value, cell.type)}"


def _tokens(state: State) -> Iterator[str]:
    for token in state.setup.ruleset.tokens:
        for seat, space in enumerate(state.tokens[token.index]):
            if space != NOWHERE:
                where = state.setup.ground.name_of(space)
                yield f"{token.name} of {state.setup.names[seat]} on {where}"
