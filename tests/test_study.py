"""Questions to many games: estimates against known values, and how often they are wrong."""

from math import inf
from pathlib import Path

import pytest
from attrs import evolve

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.setup import prepare, watching
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.study.arms import arms
from cubedsl.interpreter.study.balance import Balance, arms_of, balance
from cubedsl.interpreter.study.batches import Aim
from cubedsl.interpreter.study.compare import About, Comparison, compare
from cubedsl.interpreter.study.fairness import dominant, seats, strategies
from cubedsl.interpreter.study.figures import Estimate, Pair, Sums, holm, student
from cubedsl.interpreter.study.price import fair_prices, price, price_of, repriced
from cubedsl.interpreter.study.rates import Rates
from library import ROOT, ruleset

STAGE = ROOT / "tests" / "stage"


def plan(
    name: str, *words: str, seed: int = 0, lead: str | None = None, strong: bool = False
) -> Plan:
    rules = ruleset(str(Path(STAGE, name)))
    setup = watching(prepare(rules, players=2, options={"strong": True} if strong else None), lead)
    return Plan(setup, line_up(rules, 2, words), 0, seed, rotate=True)


def balanced(made: Plan, games: int, *, aim: Aim | None = None) -> Balance:
    kinds, plans = arms_of(made)
    with arms(plans) as field:
        *_, found = balance(made, field, kinds, aim or Aim(games))
    return found


def compared(one: Plan, other: Plan, aim: Aim, *, paired: bool = True) -> Comparison:
    comparison = Comparison(one, other, paired=paired)
    with arms((one, other)) as field:
        for _ in compare(comparison, field, aim):
            pass
    return comparison


# ------------------------------------------------------------------ figures


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_the_quantiles_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)
    assert student(0) == inf


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_mean_by_hand() -> None:
    sums = Sums()
    for value in (1, 2, 3, 4, 5):
        sums.add(value)
    assert sums.mean.value == 3
    assert sums.mean.interval == pytest.approx((1.0368, 4.9632), abs=0.01)


def test_a_pair_by_hand() -> None:
    """13 and 7 games that only one of both won of 100: Agresti and Min give -0.027 to 0.145."""
    pair = Pair(rate=True)
    for first, second, times in ((1, 1, 40), (1, 0, 7), (0, 1, 13), (0, 0, 40)):
        pair.add(first, second, times)
    estimate = pair.difference()
    assert estimate.value == pytest.approx(0.06)
    assert estimate.interval == pytest.approx((-0.0306, 0.1482), abs=0.003)
    one, other = pair.difference(paired=True).error, pair.difference(paired=False).error
    assert other > 1.5 * one


def test_shares_by_hand() -> None:
    """With one occasion a game for each side, they are what Agresti and Min say of pairs."""
    rates, pair = Rates(), Pair(rate=True)
    for first, second, times in ((1, 1, 40), (1, 0, 7), (0, 1, 13), (0, 0, 40)):
        pair.add(first, second, times)
        for _ in range(times):
            rates.add(second, 1, first, 1)
    own, known = rates.difference, pair.difference()
    assert own.value == pytest.approx(known.value) and own.middle == pytest.approx(known.middle)
    assert own.error == pytest.approx(known.error)
    assert Rates().rate.error == inf and Rates().difference.p == 1


def test_intervals_of_shares_hold_although_games_hang_together() -> None:
    """Who is bold in a game is so at every occasion of it: true shares 0.5 and 0.3."""
    stream, covered, runs = Stream.derived(6), 0, 400
    for _ in range(runs):
        rates = Rates()
        for _ in range(40):
            of, of_other = 1 + stream.below(5), stream.below(6)
            rates.add(of * stream.below(2), of, of_other * (stream.below(10) < 3), of_other)
        low, high = rates.difference.interval
        covered += low <= 0.2 <= high
    assert 0.92 * runs <= covered <= 0.99 * runs


def test_how_many_games_a_difference_needs() -> None:
    pair = Pair()
    for i in range(1000):
        pair.add(0, 1 if i % 2 else -1)
    assert pair.games_for(0.1) == pytest.approx(785, abs=3)
    assert pair.games_for(0.05) == pytest.approx(4 * 785, abs=10)


def test_an_interval_holds_although_games_stop_when_it_is_narrow() -> None:
    """The true difference is 0.1; nominally 95 % of the intervals cover it."""
    stream, covered, runs, games = Stream.derived(5), 0, 300, []
    for _ in range(runs):
        pair = Pair(rate=True)
        for numbers in Aim(4000, 0.04).stretches(lambda pair=pair: pair.difference().half_width):  # type: ignore[misc]
            for _ in numbers:
                luck = stream.below(10)
                pair.add(luck < 3, (luck + stream.below(2)) % 10 < 4)
        low, high = pair.difference().interval
        assert pair.difference().half_width <= 0.04
        covered += low <= 0.1 <= high
        games.append(pair.games)
    assert covered >= 0.925 * runs
    assert 400 <= min(games) <= max(games) < 4000


def test_fieller_by_hand() -> None:
    found = price(0, 3, Estimate(0.06, 0.005, 9999), Estimate(0.02, 0.002, 9999))
    assert found.fair == pytest.approx(6)
    assert found.low == pytest.approx(5.330, abs=0.002)
    assert found.high == pytest.approx(6.909, abs=0.002)
    backwards = price(0, 3, Estimate(0.06, 0.005, 9999), Estimate(-0.02, 0.002, 9999))
    assert (backwards.low, backwards.high) == (-inf, inf)
    open_ended = price(0, 3, Estimate(0.06, 0.005, 9999), Estimate(0.001, 0.002, 9999))
    assert (open_ended.low, open_ended.high) == (-inf, inf)


# ------------------------------------------------------------------ compare


def test_a_ruleset_is_identical_to_itself() -> None:
    found = compared(plan("shelf.cube"), plan("shelf.cube"), Aim(120))
    assert found.identical and found.same == found.games == 120
    assert not compared(plan("shelf.cube"), plan("shelf.cube", seed=1), Aim(50)).identical


def test_what_differs_is_named() -> None:
    found = compared(
        plan("stall.cube", "random"), plan("stall.cube", "random", strong=True), Aim(600)
    )
    points = found.pairs[About.COUNT, "gained: points"].difference()
    assert points.interval[0] < 1.0 < points.interval[1]
    assert points.p < 1e-6
    takes = found.pairs[About.COUNT, "done: take"]
    assert takes.means == (10, 10) and takes.difference().error == 0


def test_two_strategies_in_the_same_seats() -> None:
    early, late = (plan("swing.cube", word, "Late") for word in ("Early", "Late"))
    comparison = Comparison(early, late, strategies=True)
    with arms((early, late)) as field:
        for _ in compare(comparison, field, Aim(40)):
            pass
    wins = comparison.pairs[About.WINS, "wins"]
    assert wins.means == (1, 0)
    assert comparison.pairs[About.GAME, "ties"].means == (0, 1)


def test_it_stops_when_it_is_certain_enough() -> None:
    found = compared(plan("duel.cube"), plan("duel.cube", seed=1), Aim(50_000, 0.05), paired=False)
    assert 400 <= found.games < 5000 and found.width() <= 0.05


@pytest.mark.long
def test_unpaired_intervals_cover_no_difference() -> None:
    covered = 0
    for seed in range(100):
        one, other = (plan("stall.cube", "random", seed=seed + at) for at in (0, 1000))
        pair = compared(one, other, Aim(200), paired=False).pairs[About.WINS, "seat 1"]
        low, high = pair.difference(paired=False).interval
        covered += low <= 0 <= high
    assert covered >= 90


# ------------------------------------------------------------------ balance


def test_effects_that_are_known() -> None:
    """Both take the sure one and win half of the games; the other one wins a quarter of them."""
    found = balanced(plan("duel.cube"), 4000)
    (effect,) = found.effects
    low, high = effect.gain.interval
    assert low < 0.25 < high and high - low < 0.05
    sure, half = found.takings[0], found.takings[1]
    assert sure.each.mean.value == 1 and sure.mean_round == 1
    assert sure.more.mean.value == 0 and half.taken == 0
    assert found.decided.rate == 1
    assert not [one for one in seats(found) if one.unfair]
    watch = found.plan.setup.watch
    assert watch is not None
    unused = [watch.columns[place].name for place, times in found.used.items() if not times]
    assert unused == ["Sure, held: offer held"]


def test_how_a_game_went_that_is_known() -> None:
    found = balanced(plan("swing.cube", "Early", "Late", lead="points"), 40)
    assert found.course.changes.mean.value == 2
    assert found.course.settled.mean.value == 0.75
    assert (found.course.from_behind, found.course.known) == (0, 40)
    assert [one.wins.count for one in strategies(found)] == [40, 0]
    assert dominant(found) == "Early"
    assert [one.wins.count for one in seats(found)] == [20, 20]
    assert found.totals.rounds.mean == 4


def test_options_that_are_known() -> None:
    """Early has 1 + 5, Late 5: without the 1 that is a tie; Late gains 3 if it may not wait."""
    found = balanced(plan("swing.cube", "Early", "Late"), 200)
    by_name = {one.named: one for one in found.choices.told(found.counted)}
    assert set(by_name) == {("way", "low"), ("way", "high"), ("way", "wait")}
    for name, rate, winners, others, gain in (
        ("low", 1 / 8, 1 / 4, 0, 0.5),
        ("high", 1 / 4, 1 / 4, 1 / 4, 0.5),
        ("wait", 5 / 8, 1 / 2, 3 / 4, -0.5),
    ):
        one = by_name["way", name]
        sides = one.choice.sides
        assert (one.offered, one.rate.value) == (4, rate)
        assert (sides.share, sides.other_share) == (winners, others)
        assert one.more.value == winners - others
        assert one.gain is not None and one.gain.value == gain
        assert one.verdict == ("needed" if gain > 0 else "harmful")


def test_what_is_taken_by_round_that_is_known() -> None:
    found = balanced(plan("shelf.cube", "First"), 10).purchases
    assert [(one.number, one.games, one.taken) for one in found.rounds] == [
        (number, 10, {"Apple": float(number < 3), "Bread": float(number > 2)})
        for number in (1, 2, 3, 4)
    ]
    assert not any(one.is_later for one in found.rounds)


def test_late_rounds_are_one_and_so_are_numbers_out_of_sight() -> None:
    found = balanced(plan("ledger.cube", "High", "Low"), 4)
    *rounds, last = found.purchases.rounds
    assert {one.taken["red"] for one in rounds} == {1} and last.taken == {"red": 11}
    assert (last.number, last.games, last.is_later) == (60, 4, True)
    told = {one.named[1]: one for one in found.choices.told(4)}
    assert len(told) == 23 and all(one.offered == 70 for one in told.values())
    shares = {name: one.rate.value for name, one in told.items() if one.rate.value}
    assert shares == {"less than 0": 0.5, "more than 20": 0.5}
    assert told["more than 20"].more.value == 1 and found.options == ()


def test_an_option_without_which_games_do_not_end_has_no_effect() -> None:
    made = evolve(plan("endless.cube", "Off"), max_steps=1000)
    found = balanced(made, 20)
    assert (found.options, found.endless) == ((), (("way", "off"),))
    (_, off) = sorted(found.choices.told(20), key=lambda one: one.named[1])
    assert off.gain is None and off.rate.value == 1 and found.stopped == 0


def test_a_card_that_is_twice_as_strong_is_named() -> None:
    found = balanced(plan("stall.cube", "random", strong=True), 3000)
    assert [(one.kind, one.verdict) for one in found.effects if one.verdict] == [(2, "strong")]


@pytest.mark.long
def test_no_card_is_named_when_all_are_equal() -> None:
    """At most 10 false alarms in 100 runs; nominally 5."""
    alarms = 0
    for seed in range(100):
        found = balanced(plan("stall.cube", "random", seed=seed), 300)
        alarms += any(one.verdict for one in found.effects)
    assert alarms <= 10


def test_a_fair_price_that_is_known() -> None:
    """Gold at c does (7 - c) / 24, stone nothing: at 3 gold does twice the middle, at 5 as much."""
    made = plan("toll.cube")
    kinds, plans = arms_of(made)
    with arms(plans) as field:
        *_, found = balance(made, field, kinds, Aim(3000))
        (fair,) = fair_prices(found, "price", field, 1)
    gold, stone = found.effects
    assert gold.gain.interval[0] < 4 / 24 < gold.gain.interval[1]
    assert stone.gain.interval[0] < 0 < stone.gain.interval[1]
    assert (fair.kind, fair.now) == (0, 3)
    assert 3 < fair.low < 5 < fair.high < 9


def test_a_price_is_changed_on_the_card() -> None:
    setup = plan("duel.cube").setup
    assert price_of(setup, 0, "price") == 3
    changed = prepare(repriced(setup.ruleset, setup, 0, "price", 5), players=2)
    assert price_of(changed, 0, "price") == 5
    assert price_of(changed, 1, "price") == 3
    assert price_of(setup, 0, "weight") is None
