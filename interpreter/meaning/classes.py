"""The classes of pieces: their own, and those that they count as besides."""

from collections.abc import Iterator

from cubedsl.dsl.model.things import Also, Partition
from cubedsl.interpreter.state import State


def classes_of(state: State, partition: Partition, piece: int) -> Iterator[int]:
    """Yield the numbers of a piece's classes in a partition."""
    yield partition.class_of_kind[state.setup.pieces.kind[piece]]
    if state.setup.counts:
        for word in counted(state, piece):
            if word in partition.classes:
                yield partition.classes.index(word)


def counted(state: State, piece: int) -> Iterator[str]:
    """Yield the classes that a piece is in besides its own, by their names."""
    if not state.setup.counts:
        return
    zone = state.setup.spots.zone[state.spot[piece]]
    for one in _of_piece(state, piece):
        if not one.zones or zone in one.zones:
            yield from one.classes


def _of_piece(state: State, piece: int) -> Iterator[Also]:
    yield from state.setup.counts[state.setup.pieces.kind[piece]]
    for mark in state.setup.ruleset.marks:
        if mark.also is not None and state.marks[piece] >> mark.index & 1:
            yield mark.also
