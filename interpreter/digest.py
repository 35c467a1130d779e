"""A fingerprint of a position that two engines can agree on.

It is a hash of a canonical text in which no piece number, frame or program counter occurs: what
lies in each zone and how, what is remembered, where tokens stand, what waits, how many random
numbers were drawn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from hashlib import sha256

from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.model.types import Sort, Things, Type
from cubedsl.interpreter.decision import Decision, Option, Outcome, Way
from cubedsl.interpreter.state import State, Value, Waiting
from cubedsl.interpreter.streams import MASK, mix

TURN, FACTOR = 5, 0x9E3779B97F4A7C15
"""By how many bits a hash is turned, and the odd number it is multiplied by (2**64 over the golden
ratio), for every number that is added."""


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
    return f"{whole(state, asked, outcome):016x}"


@cache
def name_number(name: str) -> int:
    """Return the number that stands for a name in hashes."""
    number = int.from_bytes(sha256(name.encode()).digest()[:8], "little")
    return number - 2**64 if number >> 63 else number


def of_menu(name: str, options: Sequence[str]) -> int:
    """Return the hash of a question that no card asks, and whose options are names."""
    return reduce(fold, map(name_number, options), _begun(name, 0, len(options)))


def fold(seen: int, number: int) -> int:
    """Return a hash of 64 bits to which a number is added."""
    turned = (seen << TURN | seen >> 64 - TURN) & MASK
    return (turned ^ number & MASK) * FACTOR & MASK


def whole(state: State, asked: Iterable[tuple[Decision, int]], outcome: Outcome | None) -> int:
    """Return the hash of a game: of its decisions, its position, its outcome.

    Why a game was stopped does not count; a game that goes on counts as one nobody has won.
    """
    seen = 0
    for decision, index in asked:
        for number in (decision.seat, _question(decision), index):
            seen = fold(seen, number)
    stopped = outcome is not None and outcome.stopped is not None
    winners = sum(1 << seat for seat in outcome.winners) if outcome else 0
    ending = (int(stopped), winners, outcome.rounds if outcome else state.rounds)
    return mix(reduce(fold, (*_numbers(state), *ending), seen))


def _question(decision: Decision) -> int:
    """Return the hash of what is asked: the decision, the card, the options."""
    card = name_number(decision.card) if decision.card is not None else 0
    seen = _begun(decision.name, card, len(decision.options))
    if decision.options[0].way is Way.NUMBER:
        return fold(seen, decision.options[0].thing)
    return reduce(_option, decision.options, seen)


def _begun(name: str, card: int, count: int) -> int:
    return reduce(fold, (name_number(name), card, count), 0)


def _option(seen: int, option: Option) -> int:
    match option.way:
        case Way.NAMED:
            return fold(seen, name_number(option.text))
        case Way.ABILITY:
            return fold(fold(seen, name_number(option.title)), option.thing)
    return fold(seen, option.thing)


def _numbers(state: State) -> Iterator[int]:
    """Yield everything there is to say of a position, as numbers."""
    marks = len(state.setup.ruleset.marks)
    for piece, spot in enumerate(state.spot):
        yield from (spot, state.face[piece], state.rank[piece])
        yield state.used[piece] | state.marks[piece] << 1 | state.known[piece] << 1 + marks
    for cell in state.setup.ruleset.cells:
        for value in state.cells[cell.index]:
            yield from _words(value)
    for places in state.tokens:
        yield from places
    yield from (int(state.direction < 0), len(state.laters), state.stream.drawn)


def _words(value: Value) -> Iterator[int]:
    match value:
        case tuple():
            yield from (*value, -1)
        case str():
            yield name_number(value)
        case _:
            yield int(value)


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
