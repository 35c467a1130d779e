"""What expressions mean, node by node."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model.things import Owner, Table
from cubedsl.dsl.model.types import CHANCE, FLAG, NUMBER, Noun, Sort, Things, Word
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.game import fresh
from cubedsl.interpreter.meaning.by_kind import sees_only_kinds
from cubedsl.interpreter.meaning.evaluate import MEANINGS, Scope, evaluate
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.stopped import Stopped
from cubedsl.interpreter.streams import Stream
from modelling import (
    DICE,
    DIE,
    EVERYBODY,
    FACES,
    NOBODY_AT_ALL,
    ONE_DIE,
    ONE_PLAYER,
    ONE_SPACE,
    PLAYERS,
    SLOTS,
    SPACES,
    YOU,
    Box,
    blank,
    calc,
    compare,
    count,
    dice_in,
    fixed,
    flag,
    local,
    number,
    value_of,
    where,
)

BOX = Box()
BAG = BOX.zone("bag", Owner.GAME)
HAND = BOX.zone("hand")
COST = BOX.attribute("cost", default=3)
RED = BOX.kind(
    "red",
    BAG,
    4,
    "sun, big sun 2, blank, blank",
    attributes={"cost": number(5)},
    copies=({"cost": number(9)},),
    tables={"worth": (2, 7)},
)
BLUE = BOX.kind("blue", BAG, 2, "moon, sun, blank, blank")
PLAIN = BOX.kind("plain", BAG, 1)
BOX.card("Sunny", BLUE, readings={BOX.face("moon"): BOX.face("sun 3")})
BOX.partition("colour", warm=[RED], cold=[BLUE, PLAIN])
GOLD = BOX.resource("gold", supply=10)
MOOD = BOX.cell("mood", type=Word(("calm", "wild")), default=0)
FRIEND = BOX.cell("friend", type=ONE_PLAYER)
TIRED = BOX.mark("tired")
WORTH = Table(0, "worth", DIE, NOWHERE)
BOX.rule("wealth", calc(value_of(GOLD), "+", number(1)))
BOX.rule("sunny", e.Shows("symbol", "sun", local(0), NOWHERE), DIE, you=False)
#                0 1 2
#                 3 4 (wet)
TRACK = BOX.board(
    "Ring", ["S.~", ".F"], [(0, 1), (1, 2), (0, 3), (2, 4), (3, 4)], target={"F": "S"}
)
STAIRS = BOX.path("stairs", 4)
RUNNER = BOX.token("runner", "track")
CLIMBER = BOX.token("climber", "stairs")
BOX.closed = frozenset({"wet"})
SETUP = prepare(BOX.ruleset(), players=3, names=("Ann", "Ben", "Cid"))
KINDS = Things(Noun("kind", "kinds", Sort.KIND))
ONE_KIND = Things(Noun("kind", "kinds", Sort.KIND), one=True)
EMPTY = e.Nothing(ONE_DIE, NOWHERE)


@pytest.fixture
def scope() -> Scope:
    """Return Ann's scope in a fresh state: reds 0 to 3, blues 4 and 5, plain 6."""
    state = fresh(SETUP, Stream(1))
    for piece, face in ((0, "sun"), (1, "big sun 2"), (2, "blank"), (4, "moon")):
        state.put(piece, SETUP.spots.of(HAND, 0))
        state.turn(piece, BOX.face(face))
    return Scope(state, [None] * SLOTS, 0)


def same(left: e.Expr, right: e.Expr) -> e.Same:
    return e.Same(left, right, NOWHERE)


def things(*numbers: int) -> e.Expr:
    return fixed(*numbers, type=PLAYERS)


def test_every_node_has_a_meaning() -> None:
    from typing import get_args

    from cubedsl.dsl.model.expressions import Expr

    assert set(MEANINGS) == set(get_args(Expr))


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("operator", "left", "right", "expected"),
    [
        ("+", 2, 3, 5),
        ("-", 2, 3, -1),
        ("*", -2, 3, -6),
        ("max", -2, 3, 3),
        ("min", -2, 3, -2),
        ("mod", 7, 3, 1),
        ("mod", -7, 3, 2),
        ("mod", 7, -3, -2),
    ],
)
def test_arithmetic(scope: Scope, operator: str, left: int, right: int, expected: int) -> None:
    assert evaluate(calc(number(left), operator, number(right)), scope) == expected


@given(st.integers(-(2**31), 2**31 - 1), st.integers(-50, 50).filter(bool), st.booleans())
def test_quotients_are_rounded_as_they_say(left: int, right: int, up: bool) -> None:
    state = fresh(SETUP, Stream(1))
    node = e.Quotient(number(left), number(right), up, NOWHERE)
    exact = Fraction(left, right)
    rounded = exact.__ceil__() if up else exact.__floor__()
    if rounded > 2**31 - 1:
        with pytest.raises(Stopped):
            evaluate(node, Scope(state, []))
    else:
        assert evaluate(node, Scope(state, [])) == rounded


@pytest.mark.parametrize(
    "node",
    [
        calc(number(2**31 - 1), "+", number(1)),
        calc(number(-(2**31)), "-", number(1)),
        calc(number(2**16), "*", number(2**15)),
        calc(number(1), "mod", number(0)),
        e.Quotient(number(1), number(0), False, NOWHERE),
        e.Sum(things(0, 1), 3, number(2**30), NOWHERE),
    ],
)
def test_what_is_no_number_stops_the_game(scope: Scope, node: e.Expr) -> None:
    with pytest.raises(Stopped):
        evaluate(node, scope)


def test_a_choice_looks_only_at_one_side(scope: Scope) -> None:
    never = e.Quotient(number(1), number(0), False, NOWHERE)
    assert evaluate(e.Choice(flag(True), number(1), never, NUMBER, NOWHERE), scope) == 1
    assert evaluate(e.Choice(flag(False), never, number(2), NUMBER, NOWHERE), scope) == 2
    stop = compare(never, ">", number(0))
    assert evaluate(e.Both(flag(False), stop, NOWHERE), scope) is False
    assert evaluate(e.Either(flag(True), stop, NOWHERE), scope) is True


# ------------------------------------------------------------------ memory


def test_memory_of_nobody_is_empty(scope: Scope) -> None:
    assert evaluate(value_of(GOLD, NOBODY_AT_ALL), scope) == 0
    assert evaluate(value_of(MOOD, NOBODY_AT_ALL), scope) == "calm"
    assert evaluate(value_of(FRIEND, NOBODY_AT_ALL), scope) == ()


def test_a_supply_is_what_nobody_holds(scope: Scope) -> None:
    scope.state.remember(GOLD, 1, 7)
    assert evaluate(e.SupplyOf(GOLD, NOWHERE), scope) == 3


def test_a_rule_is_read_as_somebody(scope: Scope) -> None:
    scope.state.remember(GOLD, 2, 4)
    cid = e.SeatOf(2, NOWHERE)
    assert evaluate(e.RuleValue("wealth", None, cid, NUMBER, NOWHERE), scope) == 5
    assert evaluate(e.RuleValue("wealth", None, YOU, NUMBER, NOWHERE), scope) == 1
    assert scope.frame == [None] * SLOTS
    rule = e.RuleValue("sunny", EMPTY, None, FLAG, NOWHERE)
    assert evaluate(rule, scope) is False


# ------------------------------------------------------------------ of pieces


@pytest.mark.parametrize(("piece", "cost"), [(0, 9), (1, 5), (4, 3)])
def test_the_nearest_attribute_counts(scope: Scope, piece: int, cost: int) -> None:
    assert evaluate(e.AttributeOf(COST, fixed(piece), NOWHERE), scope) == cost


def test_attributes_of_kinds_and_of_nothing(scope: Scope) -> None:
    red = fixed(RED.index, type=ONE_KIND)
    assert evaluate(e.AttributeOf(COST, red, NOWHERE), scope) == 5
    assert evaluate(e.AttributeOf(COST, EMPTY, NOWHERE), scope) == 0


@pytest.mark.parametrize(("at", "worth"), [(-1, 0), (0, 0), (1, 2), (2, 7), (9, 7)])
def test_the_last_entry_of_a_table_repeats(scope: Scope, at: int, worth: int) -> None:
    assert evaluate(e.TableAt(WORTH, fixed(1), number(at), NOWHERE), scope) == worth
    assert evaluate(e.TableAt(WORTH, fixed(5), number(at), NOWHERE), scope) == 0


@pytest.mark.parametrize(("piece", "suns"), [(0, 1), (1, 2), (2, 0), (3, 0), (4, 3)])
def test_a_card_reads_the_faces_of_its_kind(scope: Scope, piece: int, suns: int) -> None:
    assert evaluate(e.Shown("sun", fixed(piece), NOWHERE), scope) == suns
    shows = e.Shows("symbol", "sun", fixed(piece), NOWHERE)
    assert evaluate(shows, scope) == (suns > 0)


def test_variants_and_blank_sides(scope: Scope) -> None:
    big = where(dice_in(HAND), 2, e.Shows("variant", "big", local(2), NOWHERE))
    assert evaluate(big, scope) == (1,)
    assert evaluate(where(dice_in(HAND), 2, blank(2)), scope) == (2,)
    bag = fixed(3)
    assert not evaluate(e.Shows("blank", "", bag, NOWHERE), scope)


def test_kinds_marks_and_use(scope: Scope) -> None:
    scope.state.mark(1, TIRED)
    scope.state.use(2)
    assert evaluate(e.OfKinds(fixed(4), frozenset({BLUE.index}), NOWHERE), scope)
    assert not evaluate(e.OfKinds(EMPTY, frozenset({BLUE.index}), NOWHERE), scope)
    tired = where(dice_in(HAND), 2, e.Marked(TIRED, local(2), NOWHERE))
    assert evaluate(tired, scope) == (1,)
    used = where(dice_in(HAND), 2, e.Used(local(2), NOWHERE))
    assert evaluate(used, scope) == (2,)


def test_kinds_and_classes_of_pieces(scope: Scope) -> None:
    hand = dice_in(HAND)
    assert evaluate(e.KindsOf(hand, KINDS, NOWHERE), scope) == (0, 1)
    colours = Things(BOX.partitions["colour"].noun)
    assert evaluate(e.ClassesOf("colour", hand, colours, NOWHERE), scope) == (0, 1)
    kinds = fixed(1, 2, type=KINDS)
    assert evaluate(e.ClassesOf("colour", kinds, colours, NOWHERE), scope) == (1,)


def test_faces_that_lie_up_and_faces_there_are(scope: Scope) -> None:
    shown = evaluate(e.FacesOf(dice_in(HAND), True, FACES, NOWHERE), scope)
    assert [SETUP.ruleset.faces[face].text for face in shown] == [
        "sun",
        "big sun 2",
        "blank",
        "moon",
    ]
    sides = evaluate(e.FacesOf(fixed(4), False, FACES, NOWHERE), scope)
    assert [SETUP.ruleset.faces[face].text for face in sides] == ["sun", "blank", "moon"]


def test_owners_and_holders(scope: Scope) -> None:
    assert evaluate(e.OwnerOf(fixed(0), False, NOWHERE), scope) == ()
    assert evaluate(e.OwnerOf(fixed(0), True, NOWHERE), scope) == (0,)
    assert evaluate(e.OwnerOf(fixed(3), True, NOWHERE), scope) == ()


# ------------------------------------------------------------------ sets


def test_places_with_several_owners(scope: Scope) -> None:
    scope.state.put(3, SETUP.spots.of(HAND, 2))
    assert evaluate(dice_in(HAND, of=EVERYBODY), scope) == (0, 1, 2, 3, 4)
    assert evaluate(dice_in(HAND, BAG), scope) == (0, 1, 2, 4, 5, 6)
    assert evaluate(e.All(DIE, DICE, NOWHERE), scope) == tuple(range(7))


@pytest.mark.parametrize(
    ("condition", "kindly", "expected"),
    [
        (e.OfKinds(local(2), frozenset({BLUE.index}), NOWHERE), True, (4, 5)),
        (
            compare(e.TableAt(WORTH, local(2), number(2), NOWHERE), ">", number(0)),
            True,
            (0, 1, 2, 3),
        ),
        (compare(e.AttributeOf(COST, local(2), NOWHERE), ">", number(5)), False, (0,)),
        (e.Used(local(2), NOWHERE), False, (5,)),
        (e.RuleValue("sunny", local(2), None, FLAG, NOWHERE), False, (0, 1, 4)),
        (e.Among(local(2), fixed(1, 5), NOWHERE), False, (1, 5)),
    ],
)
def test_a_filter_that_sees_only_kinds_is_no_other(
    scope: Scope, condition: e.Expr, kindly: bool, expected: tuple[int, ...]
) -> None:
    scope.state.use(5)
    node = where(e.All(DIE, DICE, NOWHERE), 2, condition)
    assert sees_only_kinds(node, SETUP) is kindly
    assert evaluate(node, scope) == expected


def test_a_superlative_keeps_all_that_share_it(scope: Scope) -> None:
    by_suns = e.Shown("sun", local(2), NOWHERE)
    most = e.Best(dice_in(HAND), 2, by_suns, True, DICE, NOWHERE)
    least = e.Best(dice_in(HAND), 2, by_suns, False, DICE, NOWHERE)
    assert evaluate(most, scope) == (4,)
    assert evaluate(least, scope) == (2,)
    nothing = e.Best(EMPTY, 2, by_suns, True, DICE, NOWHERE)
    assert evaluate(nothing, scope) == ()


@pytest.mark.parametrize(
    ("kind", "expected"), [(e.Union, (0, 1, 2)), (e.Without, (2,)), (e.Common, (1,))]
)
def test_sets_of_sets(scope: Scope, kind: Any, expected: tuple[int, ...]) -> None:
    assert evaluate(kind(things(2, 1), things(0, 1), PLAYERS, NOWHERE), scope) == expected


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [((0, 1), (1, 0), True), ((0,), (1,), False), ((0, 1), (0,), False), ((), (), True)],
)
def test_sets_are_the_same_in_any_order(
    scope: Scope, left: tuple[int, ...], right: tuple[int, ...], equal: bool
) -> None:
    assert evaluate(same(things(*left), things(*right)), scope) is equal


@pytest.mark.parametrize(
    ("things_", "group", "among"),
    [((1,), (0, 1), True), ((1, 2), (0, 1), False), ((), (0, 1), False)],
)
def test_among(scope: Scope, things_: tuple[int, ...], group: tuple[int, ...], among: bool) -> None:
    assert evaluate(e.Among(things(*things_), things(*group), NOWHERE), scope) is among


@pytest.mark.parametrize(
    ("direction", "start", "order", "after"),
    [(1, 1, (1, 2, 0), 2), (-1, 1, (1, 0, 2), 0), (1, 2, (2, 0, 1), 0)],
)
def test_the_playing_order(
    scope: Scope, direction: int, start: int, order: tuple[int, ...], after: int
) -> None:
    if direction < 0:
        scope.state.reverse()
    who = e.SeatOf(start, NOWHERE)
    assert evaluate(e.InOrder(EVERYBODY, who, PLAYERS, NOWHERE), scope) == order
    assert evaluate(e.After(EVERYBODY, who, ONE_PLAYER, NOWHERE), scope) == (after,)
    alone = e.SeatOf(start, NOWHERE)
    assert evaluate(e.After(alone, who, ONE_PLAYER, NOWHERE), scope) == (start,)


def test_order_from_nobody(scope: Scope) -> None:
    assert evaluate(e.InOrder(EVERYBODY, NOBODY_AT_ALL, PLAYERS, NOWHERE), scope) == (0, 1, 2)
    assert evaluate(e.After(EVERYBODY, NOBODY_AT_ALL, ONE_PLAYER, NOWHERE), scope) == ()


# ------------------------------------------------------------------ spaces


def spot(space: int) -> e.Expr:
    return fixed(space, type=ONE_SPACE)


ALL_SPACES = e.All(SPACES.noun or DIE, SPACES, NOWHERE)


@pytest.mark.parametrize(
    ("start", "goal", "anywhere", "steps"),
    [
        (0, 4, False, 2),
        (1, 4, False, 3),
        (1, 4, True, 2),
        (0, 2, False, 5),
        (0, 2, True, 2),
        (2, 1, False, 1),
        (0, 0, False, 0),
    ],
)
def test_distances(scope: Scope, start: int, goal: int, anywhere: bool, steps: int) -> None:
    node = e.Distance(spot(start), spot(goal), anywhere, NOWHERE)
    assert evaluate(node, scope) == steps


def test_the_nearest_of_several(scope: Scope) -> None:
    goals = fixed(2, 3, type=SPACES)
    assert evaluate(e.Distance(spot(0), goals, False, NOWHERE), scope) == 1
    assert evaluate(e.Distance(spot(0), EMPTY, False, NOWHERE), scope) == 0


@pytest.mark.parametrize(
    ("start", "among", "nearest"),
    [(0, (1, 3), (1, 3)), (0, (4, 1), (1,)), (0, (0, 1), (0,)), (0, (2,), ()), (0, (), ())],
)
def test_the_nearest_spaces(
    scope: Scope, start: int, among: tuple[int, ...], nearest: tuple[int, ...]
) -> None:
    node = e.Nearest(fixed(*among, type=SPACES), spot(start), SPACES, NOWHERE)
    assert evaluate(node, scope) == nearest


def test_spaces_near_a_place(scope: Scope) -> None:
    assert evaluate(e.NextTo(ALL_SPACES, spot(0), SPACES, NOWHERE), scope) == (1, 3)
    within = e.Within(ALL_SPACES, number(2), spot(1), SPACES, NOWHERE)
    assert evaluate(within, scope) == (0, 2, 3, 4)


def test_spaces_by_name_terrain_and_place(scope: Scope) -> None:
    assert evaluate(e.SpaceNamed("F", SPACES, NOWHERE), scope) == (4,)
    assert evaluate(e.SpacesOf("wet", SPACES, NOWHERE), scope) == (2,)
    assert evaluate(e.SpaceAt(number(2), number(1), NOWHERE), scope) == (3,)
    assert evaluate(e.SpaceAt(number(3), number(1), NOWHERE), scope) == ()
    assert evaluate(e.OfTerrain("finish", spot(4), NOWHERE), scope) is True
    assert evaluate(e.TargetOf(spot(4), NOWHERE), scope) == (0,)
    assert evaluate(e.TargetOf(spot(3), NOWHERE), scope) == ()


def test_paths_have_numbers_of_their_own(scope: Scope) -> None:
    top = evaluate(e.StopAt("stairs", number(3), NOWHERE), scope)
    assert top == (8,)
    assert evaluate(e.StopAt("stairs", number(4), NOWHERE), scope) == ()
    climber = e.TokenSpace(CLIMBER, YOU, NOWHERE)
    assert evaluate(climber, scope) == (5,)
    assert evaluate(e.TokenSpace(RUNNER, YOU, NOWHERE), scope) == (0,)
    stops = fixed(5, 6, 7, 8, type=SPACES)
    assert evaluate(e.After(stops, climber, ONE_SPACE, NOWHERE), scope) == (6,)
    assert evaluate(e.After(stops, fixed(8, type=ONE_SPACE), ONE_SPACE, NOWHERE), scope) == ()
    assert evaluate(e.Fact("step", fixed(7, type=ONE_SPACE), NOWHERE), scope) == 2


def test_facts(scope: Scope) -> None:
    assert evaluate(e.Fact("player_count", None, NOWHERE), scope) == 3
    assert evaluate(e.Fact("seat", e.SeatOf(2, NOWHERE), NOWHERE), scope) == 2
    assert evaluate(e.Fact("line_count", None, NOWHERE), scope) == 3
    assert evaluate(e.Fact("line_count", spot(0), NOWHERE), scope) == 3
    assert evaluate(e.Fact("section", EMPTY, NOWHERE), scope) == 0


# ------------------------------------------------------------------ chances


def no_hit(dice: e.Expr) -> e.ChanceOf:
    hits = e.Choice(blank(2), number(0), number(1), NUMBER, NOWHERE)
    condition = compare(local(3, NUMBER), "<=", number(0))
    return e.ChanceOf(dice, 2, (hits,), (3,), condition, NOWHERE)


def test_a_chance_is_exact_and_changes_nothing(scope: Scope) -> None:
    before = list(scope.state.face)
    node = no_hit(dice_in(HAND))
    assert evaluate(node, scope) == Fraction(1, 2) ** 4
    assert scope.state.face == before
    sixteenth = e.Literal(Fraction(1, 16), CHANCE, NOWHERE)
    assert evaluate(same(node, sixteenth), scope)
    assert evaluate(compare(node, "<", number(1)), scope)


def test_without_dice_the_condition_is_certain(scope: Scope) -> None:
    assert evaluate(no_hit(EMPTY), scope) == 1


def test_readings_count_in_chances(scope: Scope) -> None:
    suns = e.Shown("sun", local(2), NOWHERE)
    three = compare(local(3, NUMBER), ">=", number(3))
    node = e.ChanceOf(fixed(4, 5), 2, (suns,), (3,), three, NOWHERE)
    # a blue die counts 3, 1, 0, 0 suns
    assert evaluate(node, scope) == Fraction(7, 16)


def test_counting_and_gathering(scope: Scope) -> None:
    assert evaluate(count(dice_in(HAND)), scope) == 4
    assert evaluate(e.Sum(dice_in(HAND), 2, e.Shown("sun", local(2), NOWHERE), NOWHERE), scope) == 6
    assert evaluate(e.Exists(dice_in(HAND), NOWHERE), scope) is True
    holders = e.Gather(dice_in(HAND), 2, e.OwnerOf(local(2), True, NOWHERE), PLAYERS, NOWHERE)
    assert evaluate(holders, scope) == (0,)
    assert evaluate(e.First(dice_in(HAND), ONE_DIE, NOWHERE), scope) == (0,)


def test_a_seat_that_nobody_has(scope: Scope) -> None:
    assert evaluate(e.SeatOf(3, NOWHERE), scope) == ()
    assert evaluate(YOU, Scope(State(SETUP, Stream(1)), [])) == ()
