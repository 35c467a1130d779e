"""What always holds of a state, whatever is done to it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl.model.things import Owner
from cubedsl.interpreter.game import fresh
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import What
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.state import NO_FACE, State
from cubedsl.interpreter.streams import Stream
from modelling import Box, number


def table() -> Setup:
    """Return a setup with every sort of zone, and two players."""
    box = Box()
    bag = box.zone("bag", Owner.GAME)
    box.zone("hand")
    box.zone("sleeve", faceless=True)
    box.zone("pile", hidden=True, ordered=True)
    own = box.zone("own")
    box.zone("lap", private=True)
    box.kind("red", bag, 3, "sun, blank", copies=({"cost": number(1)}, {"cost": number(1)}))
    box.kind("pawn", own, 2)
    box.mark("kept")
    box.mark("lent", until="dusk")
    box.cell("weight", 7, Owner.PIECE, until="dusk")
    box.cell("score", 5, until="dusk")
    box.cell("round", 1, Owner.GAME, until="dusk")
    return prepare(box.ruleset(), players=2)


SETUP = table()
BAG, HAND, SLEEVE, PILE, OWN, LAP = SETUP.ruleset.zones
SPOTS = range(len(SETUP.spots.zone))


def new() -> State:
    """Return a fresh state."""
    return fresh(SETUP, Stream(1))


def check(state: State) -> None:
    """Assert what always holds."""
    assert sorted(piece for group in state.members for piece in group) == list(range(7))
    for spot, members in enumerate(state.members):
        assert members == sorted(members)
        assert all(state.spot[piece] == spot for piece in members)
        if state.setup.spots.faceless[spot]:
            assert all(state.face[piece] == NO_FACE for piece in members)


def test_pieces_begin_in_their_homes() -> None:
    state = new()
    assert state.members[0] == [0, 1, 2]
    assert SETUP.pieces.owner == (NOBODY, NOBODY, NOBODY, 0, 0, 1, 1)
    assert state.members[SETUP.spots.of(OWN, 0)] == [3, 4]
    assert state.members[SETUP.spots.of(OWN, 1)] == [5, 6]
    assert SETUP.pieces.look == (0, 0, 2, 0, 0, 0, 0)
    check(state)


CHANGES = st.one_of(
    st.tuples(
        st.just("put"),
        st.integers(0, 6),
        st.sampled_from(SPOTS),
        st.sampled_from(["", "top", "bottom"]),
    ),
    st.tuples(st.just("turn"), st.integers(0, 6), st.integers(0, 1)),
    st.tuples(st.just("use"), st.integers(0, 6)),
    st.tuples(st.just("mark"), st.integers(0, 6), st.sampled_from(SETUP.ruleset.marks)),
    st.tuples(st.just("shuffle"), st.sampled_from(SPOTS)),
    st.tuples(st.just("end_lifetimes"), st.just("dusk"), st.integers(-1, 1)),
)


@given(st.lists(CHANGES, max_size=40))
def test_no_change_breaks_what_always_holds(changes: list[tuple[Any, ...]]) -> None:
    state = new()
    for name, *arguments in changes:
        getattr(state, name)(*arguments)
        check(state)


@given(st.lists(CHANGES, max_size=10), st.integers(0, 6), st.sampled_from(SPOTS))
def test_whoever_comes_into_a_zone_is_fresh(
    changes: list[tuple[Any, ...]], piece: int, spot: int
) -> None:
    state = new()
    for name, *arguments in changes:
        getattr(state, name)(*arguments)
    state.remember(SETUP.ruleset.cells[0], piece, 9)
    before = state.spot[piece], state.used[piece], state.marks[piece], state.face[piece]
    came = state.put(piece, spot)
    if not came:
        assert before == (spot, state.used[piece], state.marks[piece], state.face[piece])
        return
    shared = SETUP.spots.shared[spot]
    assert not state.used[piece]
    assert state.marks[piece] == (0 if shared else before[2])
    assert state.cells[0][piece] == (7 if shared else 9)
    faceless = shared or SETUP.spots.faceless[spot]
    assert state.face[piece] == (NO_FACE if faceless else before[3])


def test_a_die_gets_a_face_where_it_is_thrown_even_in_a_shared_zone() -> None:
    state = new()
    state.turn(0, 1)
    assert state.face[0] == 1
    state.put(0, SETUP.spots.of(HAND, 1))
    assert state.face[0] == 1
    state.put(0, 0)
    assert state.face[0] == NO_FACE


def test_turning_makes_a_used_die_fresh() -> None:
    state = new()
    state.use(1)
    state.turn(1, 0)
    assert not state.used[1]


def test_the_ends_of_an_ordered_zone_are_known() -> None:
    state = new()
    pile = SETUP.spots.of(PILE, 0)
    state.put(0, pile, "top")
    state.put(1, pile, "top")
    state.put(2, pile, "bottom")
    state.put(3, pile)
    assert [state.rank[piece] for piece in range(4)] == [1, 2, -1, 0]
    state.put(2, pile, "top")
    assert state.rank[2] == 3
    state.shuffle(pile)
    assert not any(state.rank)
    state.put(0, SETUP.spots.of(HAND, 0), "top")
    assert state.rank[0] == 0


def test_who_sees_a_piece() -> None:
    state = new()
    state.put(0, SETUP.spots.of(PILE, 0))
    state.put(1, SETUP.spots.of(LAP, 0))
    assert not state.sees(0, 0)
    assert state.sees(0, 1)
    assert not state.sees(1, 1)
    state.show(0, [1])
    assert state.sees(1, 0) and not state.sees(0, 0)
    state.shuffle(SETUP.spots.of(PILE, 0))
    assert not state.sees(1, 0)


@pytest.mark.parametrize(
    ("seat", "scores", "weights", "marked"),
    [
        (0, [5, 8], [7, 8, 8], [False, True, True]),
        (1, [8, 5], [8, 7, 8], [True, False, True]),
        (NOBODY, [5, 5], [7, 7, 7], [False, False, False]),
    ],
)
def test_lifetimes_end_for_whoever_acts(
    seat: int, scores: list[int], weights: list[int], marked: list[bool]
) -> None:
    state = new()
    weight, score, turn = SETUP.ruleset.cells
    state.put(0, SETUP.spots.of(HAND, 0))
    state.put(1, SETUP.spots.of(HAND, 1))
    for piece in range(3):
        state.remember(weight, piece, 8)
        state.mark(piece, SETUP.ruleset.marks[1])
    state.remember(score, 0, 8)
    state.remember(score, 1, 8)
    state.remember(turn, 0, 8)
    state.end_lifetimes("dawn", seat)
    assert state.cells[1] == [8, 8]
    state.end_lifetimes("dusk", seat)
    assert state.cells[1] == scores
    assert state.cells[0][:3] == weights
    assert [bool(state.marks[piece]) for piece in range(3)] == marked
    assert state.cells[2] == [1]


def test_entries_can_be_held_back() -> None:
    state = new()
    state.record(What.REVERSED, 0)
    state.hold()
    state.record(What.GAINED, 1, detail="gold", amount=2)
    assert len(state.log) == 1
    state.release()
    assert [entry.text for entry in state.log] == [
        "the playing order turns round",
        "Player 2 gains 2 gold",
    ]
