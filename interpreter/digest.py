"""A fingerprint of a position that two engines can agree on.

It is a hash of a canonical text in which no piece number, frame or program counter occurs: what
lies in each zone and how, what is remembered, where tokens stand, what waits, how many random
numbers were drawn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256

from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.model.types import Sort, Things, Type
from cubedsl.interpreter.decision import Decision, Outcome
from cubedsl.interpreter.state import State, Value, Waiting


def position(state: State) -> str:
    """Return the canonical text of a position, a line for each thing there is to say."""
    return "\n".join(
        [
            *_zones(state),
            *_cells(state),
            *_tokens(state),
            f"direction {state.direction}",
            *_waiting(state),
            *_batches(state),
            f"drawn {state.stream.drawn}",
        ]
    )


def of_position(state: State) -> str:
    """Return the digest of a position."""
    return hashed([position(state)])


def of_game(state: State, asked: Iterable[tuple[Decision, int]], outcome: Outcome | None) -> str:
    """Return the digest of a whole game: every decision with its answer, the end, the outcome."""
    return hashed([*map(decided, asked), position(state), ended(outcome)])


def decided(answer: tuple[Decision, int]) -> str:
    """Return the canonical line of a decision and what was chosen."""
    decision, index = answer
    options = "|".join(f"{option.way.value}:{option.text}" for option in decision.options)
    return f"{decision.seat} {decision.name} [{decision.card or ''}] {options} > {index}"


def ended(outcome: Outcome | None) -> str:
    """Return the canonical line of how a game ended; why it was stopped is not compared."""
    if outcome is None:
        return "running"
    end = "stopped" if outcome.stopped else "over"
    return f"{end} {list(outcome.winners)} after {outcome.rounds}"


def hashed(lines: Iterable[str]) -> str:
    """Return the digest of some lines."""
    return sha256("\n".join(lines).encode()).hexdigest()


# ------------------------------------------------------------------ zones


def _zones(state: State) -> Iterator[str]:
    spots = state.setup.spots
    for spot, members in enumerate(state.members):
        if members:
            lying = Counter(_piece(state, piece) for piece in members)
            said = "; ".join(f"{count} {text}" for text, count in sorted(lying.items()))
            yield f"{spots.zone[spot].name} {spots.owner[spot]}: {said}"


def _piece(state: State, piece: int) -> str:
    """Return what can be told of a piece."""
    memory = [
        f"{cell.name}={_value(state, state.cells[cell.index][piece], cell.type)}"
        for cell in state.setup.of_pieces
        if state.cells[cell.index][piece] != state.defaults[cell.index]
    ]
    return " ".join([_lying(state, piece), *memory])


def _lying(state: State, piece: int) -> str:
    setup = state.setup
    pieces, face = setup.pieces, state.face[piece]
    kind = setup.ruleset.kinds[pieces.kind[piece]]
    marks = [one.name for one in setup.ruleset.marks if state.marks[piece] >> one.index & 1]
    parts = [
        kind.name,
        f"copy {pieces.look[piece]}" if kind.copies else "",
        f"owner {pieces.owner[piece]}" if pieces.owner[piece] >= 0 else "",
        f"face {face}" if face >= 0 else "",
        "used" if state.used[piece] else "",
        *marks,
        f"known {state.known[piece]}" if state.known[piece] else "",
        f"rank {state.rank[piece]}" if state.rank[piece] else "",
    ]
    return " ".join(part for part in parts if part)


def _value(state: State, value: Value, type: Type) -> str:
    """Return a value; of pieces, what can be told of them."""
    if isinstance(value, tuple):
        noun = type.noun if isinstance(type, Things) else None
        if noun is not None and noun.sort is Sort.PIECE:
            said = sorted(_placed(state, piece) for piece in value)
        else:
            said = [str(one) for one in value]
        return "{" + ", ".join(said) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(Fraction(value)) if isinstance(value, Fraction) else str(value)


def _placed(state: State, piece: int) -> str:
    return f"{_lying(state, piece)} at {state.spot[piece]}"


# ------------------------------------------------------------------ the rest


def _cells(state: State) -> Iterator[str]:
    own = set(state.setup.of_pieces)
    for cell in state.setup.ruleset.cells:
        if cell not in own:
            yield from _cell(state, cell)


def _cell(state: State, cell: Cell) -> Iterator[str]:
    for owner, value in enumerate(state.cells[cell.index]):
        if value != state.defaults[cell.index]:
            yield f"{cell.name} {owner} = {_value(state, value, cell.type)}"


def _tokens(state: State) -> Iterator[str]:
    for token in state.setup.ruleset.tokens:
        for seat, space in enumerate(state.tokens[token.index]):
            yield f"{token.name} {seat} on {space}"


def _waiting(state: State) -> Iterator[str]:
    for one in state.laters:
        yield f"later {_later(state, one)}"


def _later(state: State, one: Waiting) -> str:
    node = one.node
    captured = [
        "" if one.frame[slot] is None else _value(state, one.frame[slot], type)
        for slot, type in state.setup.captures[node]
    ]
    instead = "instead of " if node.instead else ""
    return f"{one.seat} {instead}{node.event} until {node.until} [{'; '.join(captured)}]"


def _batches(state: State) -> Iterator[str]:
    for timing, batches in sorted(state.batches.items()):
        for batch in batches:
            said = sorted(_placed(state, piece) for piece in batch.pieces)
            yield f"waiting {timing} {batch.seat}: {'; '.join(said)}"
