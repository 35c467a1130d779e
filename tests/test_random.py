"""The random numbers are the pinned ones, and they are even."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.interpreter.streams import Stream, of_seat, origin

WORDS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_splitmix_gives_the_known_numbers() -> None:
    stream = Stream(1234567)
    assert [stream.word() for _ in WORDS] == WORDS


def test_the_origins_of_streams_are_pinned() -> None:
    assert origin(0, 0, 0) == 0x238275BC38FCBE91
    assert origin(7, 3, of_seat(1)) == 0x8490C52F93C7DF65
    assert origin(2**64 + 7, 3, 2) == origin(7, 3, 2)
    assert origin(-1, 0, 0) == origin(2**64 - 1, 0, 0)


def test_streams_of_one_seed_differ() -> None:
    firsts = {
        Stream.derived(seed, game, number).word()
        for seed in range(20)
        for game in range(20)
        for number in range(6)
    }
    assert len(firsts) == 20 * 20 * 6


def test_numbers_below_a_bound_are_pinned() -> None:
    stream = Stream(1234567)
    assert [stream.below(6) for _ in range(12)] == [2, 1, 3, 1, 5, 2, 3, 1, 2, 4, 2, 2]
    assert stream.drawn == 12


def test_a_biased_word_is_drawn_again() -> None:
    bound = 3 * 2**30  # a quarter of all words must be drawn again
    stream = Stream(1)
    numbers = [stream.below(bound) for _ in range(3000)]
    assert 3900 < stream.drawn < 4100
    assert abs(sum(number < 2**30 for number in numbers) - 1000) < 100


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32))
def test_numbers_stay_below_their_bound(state: int, bound: int) -> None:
    assert 0 <= Stream(state).below(bound) < bound


@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 99)), st.integers(0, 12))
def test_a_draw_takes_different_things_in_order(state: int, things: set[int], count: int) -> None:
    pool = tuple(sorted(things))
    drawn = Stream(state).some(count, pool)
    assert len(drawn) == min(count, len(pool))
    assert list(drawn) == sorted(set(drawn))
    assert set(drawn) <= things


def test_taking_everything_draws_no_number() -> None:
    stream = Stream(5)
    assert stream.some(3, (1, 2, 3)) == (1, 2, 3)
    assert stream.some(4, (1, 2, 3)) == (1, 2, 3)
    assert stream.drawn == 0


# Case S05: three standard deviations.


def test_one_side_of_six_comes_up_one_time_in_six() -> None:
    stream = Stream.derived(5)
    assert abs(sum(stream.below(6) == 0 for _ in range(100_000)) - 16_667) <= 354


def test_all_orders_of_three_cards_are_equally_likely() -> None:
    stream = Stream.derived(5)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(60_000):
        left = [1, 2, 3]
        orders[tuple(left.pop(stream.below(len(left))) for _ in range(3))] += 1
    assert len(orders) == 6
    assert all(abs(count - 10_000) <= 274 for count in orders.values())


def test_every_card_is_as_often_in_the_deck() -> None:
    stream = Stream.derived(5)
    box = tuple(range(55))
    drawn = Counter(card for _ in range(11_000) for card in stream.some(40, box))
    assert set(drawn) == set(box)
    deviation = (11_000 * 40 / 55 * 15 / 55) ** 0.5
    assert all(abs(count - 8_000) <= 4 * deviation for count in drawn.values())


@pytest.mark.parametrize("seat", range(4))
def test_every_seat_has_a_stream_of_its_own(seat: int) -> None:
    assert of_seat(seat) == seat + 1
