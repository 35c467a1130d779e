"""The image of a game as a state of the reference: to be read, told and compared."""

from typing import Any

from attrs import frozen

from cubedsl.dsl.model.types import Flag, Things, Word
from cubedsl.interpreter.engine.lower.shapes import Form, Shape
from cubedsl.interpreter.engine.lower.waiting import (
    CAPTURED,
    CARD,
    SEAT,
    STATEMENT,
    abilities_of,
    captured,
    record_size,
    statements_that_wait,
)
from cubedsl.interpreter.engine.machine import Machine
from cubedsl.interpreter.layout import OFFERED
from cubedsl.interpreter.state import Batch, State, Waiting
from cubedsl.interpreter.streams import Stream

BITS = 64


@frozen(eq=False)
class View:
    """Reads the memory of a machine."""

    machine: Machine

    def state(self) -> State:
        """Return the position as a state."""
        world = self.machine.compiled.lowered.world
        state = State(world.setup, self._stream())
        state.spot = self._region("spot")[1:]
        state.face = self._region("face")[1:]
        state.rank = self._region("rank")[1:]
        state.members = [[] for _ in world.setup.spots.zone]
        for piece, spot in enumerate(state.spot):
            state.members[spot].append(piece)
        words = world.piece_words
        used = self._set("used", 0, words)
        state.used = [piece in used for piece in range(len(state.spot))]
        state.marks = self._bits_of("marked", len(world.ruleset.marks), len(state.spot))
        state.known = self._bits_of("known", world.setup.players, len(state.spot))
        cells = world.ruleset.cells
        state.defaults = [self._cells(f"first {one.name}", one.type, 1)[0] for one in cells]
        state.cells = [
            self._cells(f"cell {one.name}", one.type, world.owners(one.owner)) for one in cells
        ]
        state.tokens = [self._token(one.name) for one in world.ruleset.tokens]
        state.direction = -1 if self._number("backwards") else 1
        state.rounds, state.steps = self._number("rounds"), self._number("steps")
        state.silent = state.steps - self._number("heard")
        state.laters = self._laters()
        state.batches = self._batches()
        return state

    def _stream(self) -> Stream:
        regions = self.machine.compiled.lowered.world.regions
        drawn = self.machine.read(regions["drawn"])[0] if "drawn" in regions else 0
        state = self.machine.read(regions["streams"])[0] if "streams" in regions else 0
        return Stream(state % 2**64, drawn)

    def _region(self, name: str) -> list[int]:
        return self.machine.read(self.machine.compiled.lowered.world.regions[name])

    def _number(self, name: str) -> int:
        return self._region(name)[0]

    def _set(self, name: str, row: int, words: int) -> frozenset[int]:
        return members(self._region(name)[row * words : (row + 1) * words])

    def _bits_of(self, name: str, rows: int, count: int) -> list[int]:
        """Return for every piece the rows of a region that it is in, as bits."""
        words = self.machine.compiled.lowered.world.piece_words
        found = [0] * count
        for row in range(rows):
            for piece in self._set(name, row, words):
                found[piece] |= 1 << row
        return found

    def _cells(self, name: str, type: Any, owners: int) -> list[Any]:
        """Return what a cell holds for each owner."""
        world = self.machine.compiled.lowered.world
        if name not in world.regions:
            return [0] * owners
        shape, flat = world.counts.shape(type), self._region(name)
        size = shape.words
        return [
            self._value(flat[owner * size : (owner + 1) * size], shape, type)
            for owner in range(owners)
        ]

    def _value(self, words: list[int], shape: Shape, type: Any) -> Any:
        world = self.machine.compiled.lowered.world
        match type:
            case Flag():
                return bool(words[0])
            case Word():
                return world.names.texts[words[0]]
            case Things():
                if shape.form is Form.ONE:
                    return () if words[0] < 0 else (words[0],)
                if shape.form is Form.EMPTY:
                    return ()
                return self._ordered(words, shape)
        return words[0]

    def _ordered(self, words: list[int], shape: Shape) -> tuple[int, ...]:
        found = members(words[: shape.mask_words])
        if not shape.ordered:
            return tuple(sorted(found))
        count = self.machine.compiled.lowered.world.setup.players
        start, back = words[-1] >> 1, words[-1] & 1
        seats = [(start + (-i if back else i)) % count for i in range(count)]
        return tuple(seat for seat in seats if seat in found)

    def _token(self, name: str) -> list[int]:
        world = self.machine.compiled.lowered.world
        number = next(one.index for one in world.ruleset.tokens if one.name == name)
        from cubedsl.interpreter.engine.lower.ground import token_region

        return self.machine.read(token_region(world, number))[1:]

    # -------------------------------------------------------------- what waits

    def _laters(self) -> list[Waiting]:
        world = self.machine.compiled.lowered.world
        if "waiting" not in world.regions:
            return []
        size, flat = record_size(world), self._region("waiting")
        rows = [flat[i * size : (i + 1) * size] for i in range(self._number("waiting count"))]
        return [self._later(row) for row in rows]

    def _later(self, row: list[int]) -> Waiting:
        world = self.machine.compiled.lowered.world
        node = statements_that_wait(world)[row[STATEMENT]]
        types = dict(world.setup.captures[node])
        frame: list[Any] = [None] * (1 + max(types, default=0))
        place = CAPTURED
        for slot, shape in captured(world, node):
            frame[slot] = self._value(row[place : place + shape.words], shape, types[slot])
            place += shape.words
        card = world.names.texts[row[CARD]] if row[CARD] >= 0 else None
        return Waiting(node, row[SEAT], tuple(frame), card)

    def _batches(self) -> dict[str, list[Batch]]:
        world = self.machine.compiled.lowered.world
        found: dict[str, list[Batch]] = {}
        for name in [one for one in world.regions if one.startswith("batches ")]:
            timing = name.removeprefix("batches ")
            abilities = abilities_of(world, OFFERED, (timing,))
            size = 1 + abilities.words + abilities.size
            flat = self._region(name)
            for i in range(self._number(f"batch count {timing}")):
                row = flat[i * size : (i + 1) * size]
                pieces = members(row[1 : 1 + abilities.words])
                found.setdefault(timing, []).append(Batch(row[0], pieces))
        return found


def members(words: list[int]) -> frozenset[int]:
    """Return the things whose bits are set."""
    found = set()
    for i, word in enumerate(words):
        left = word % 2**BITS
        while left:
            found.add(BITS * i + (left & -left).bit_length() - 1)
            left &= left - 1
    return frozenset(found)
