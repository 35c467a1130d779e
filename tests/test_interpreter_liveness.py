"""Which slots matter behind which statement."""

from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model import statements as s
from cubedsl.dsl.model.types import FLAG, NUMBER, Type
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.meaning.liveness import Liveness, captured, pieces_behind
from modelling import (
    DICE,
    Box,
    block,
    choose,
    count,
    fixed,
    let,
    local,
    move,
    number,
    where,
)

HAND = Box().zone("hand")


def read(slot: int) -> s.Statement:
    """Return a statement that reads a slot."""
    return move(local(slot, DICE), HAND)


def behind(statement: s.Statement, *body: s.Statement) -> set[int]:
    """Return the live slots behind one of the statements of a body."""
    return set(pieces_behind([block(*body)])[statement])


def test_a_slot_is_live_until_its_last_read() -> None:
    ask = choose(fixed(1), slot=1)
    assert behind(ask, let(2, fixed(0)), ask, read(2)) == {2}
    assert behind(ask, let(2, fixed(0)), read(2), ask) == set()
    assert behind(ask, ask, let(2, fixed(0)), read(2)) == set()
    assert behind(ask, ask, read(1)) == set()  # it is being written


def test_a_branch_may_read_it() -> None:
    ask = choose(fixed(1), slot=1)
    yes = e.Literal(True, FLAG, NOWHERE)
    either = s.If(yes, block(read(2)), block(let(3, fixed(0)), read(3)), NOWHERE)
    assert behind(ask, ask, either) == {2}
    assert behind(ask, s.If(yes, block(ask), None, NOWHERE), read(4)) == {4}


def test_the_next_turn_of_a_loop_may_read_it() -> None:
    ask = choose(fixed(1), slot=1)
    yes = e.Literal(True, FLAG, NOWHERE)
    assert behind(ask, s.While(yes, block(read(2), ask), NOWHERE)) == {2}
    assert behind(ask, s.Repeat(number(2), block(read(2), let(2, fixed(0)), ask), NOWHERE)) == {2}
    assert behind(ask, s.Repeat(number(2), block(let(2, fixed(0)), read(2), ask), NOWHERE)) == set()
    each = s.ForEach(fixed(0, 1), 2, block(ask, read(2)), NOWHERE)
    assert behind(ask, each) == {2}
    each = s.ForEach(fixed(0, 1), 2, block(read(2), ask), NOWHERE)
    assert behind(ask, each) == set()


def test_what_a_filter_looks_at_is_not_remembered() -> None:
    ask = choose(fixed(1), slot=1)
    own = where(local(2, DICE), 5, e.Among(local(5), local(3, DICE), NOWHERE))
    assert behind(ask, ask, move(own, HAND)) == {2, 3}


def test_only_pieces_count() -> None:
    ask = choose(fixed(1), slot=1)
    assert behind(ask, ask, s.Repeat(local(2, NUMBER), block(), NOWHERE)) == set()


def test_a_later_effect_captures_what_it_reads() -> None:
    body = block(let(2, fixed(1)), read(2), read(3), s.Repeat(local(4, NUMBER), block(), NOWHERE))
    waiting = s.Later("dusk", False, None, body, NOWHERE)
    ask = choose(fixed(1), slot=1)
    assert behind(ask, ask, waiting) == {3}
    assert captured([block(waiting)]) == {waiting: ((3, DICE), (4, NUMBER))}


def _wanted(type: Type) -> bool:
    return True


STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=12)


@given(STEPS)
def test_in_a_straight_line_it_is_what_a_scan_finds(steps: list[tuple[bool, int]]) -> None:
    body = [let(slot, fixed(0)) if write else read(slot) for write, slot in steps]
    live = Liveness(_wanted)
    live.body(block(*body))
    for i, statement in enumerate(body):
        expected = set()
        for slot in range(4):
            later = [write for write, one in steps[i + 1 :] if one == slot]
            if later and not later[0]:
                expected.add(slot)
        written = {steps[i][1]} if steps[i][0] else set()
        assert live.behind[statement] == expected - written


def test_counting_reads() -> None:
    ask = choose(fixed(1), slot=1)
    assert behind(ask, ask, let(3, count(local(2, DICE)))) == {2}
