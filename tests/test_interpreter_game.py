"""Whole games: verbs, loops, who acts, the end, replay, digests, scenes, the log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model import statements as s
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Owner, Tally
from cubedsl.dsl.model.types import FACE, FLAG, NUMBER, PLAYER, Things
from cubedsl.dsl.source import NOWHERE, Span
from cubedsl.interpreter import digest
from cubedsl.interpreter.game import Game, IllegalChoice, replay
from cubedsl.interpreter.log import What
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.setup import Setup, SetupError, prepare
from modelling import (
    DICE,
    EVERYBODY,
    TEXT,
    YOU,
    Box,
    acting,
    block,
    calc,
    call,
    choose,
    compare,
    count,
    dice_in,
    each,
    fixed,
    here,
    let,
    local,
    move,
    number,
    put,
    value_of,
)


def setup(ruleset: Ruleset, players: int = 2) -> Setup:
    """Return a setup with names."""
    return prepare(ruleset, players=players, names=("Ann", "Ben", "Cid")[:players])


def play(ruleset: Ruleset, seed: int = 1, players: int = 2) -> Game:
    """Return a new game."""
    return Game(setup(ruleset, players), seed)


def stopped(ruleset: Ruleset) -> str:
    """Return why a game was stopped."""
    outcome = play(ruleset).outcome
    assert outcome is not None and outcome.stopped is not None
    return outcome.stopped


# ------------------------------------------------------------------ verbs


def test_gain_and_pay() -> None:
    box = Box()
    gold = box.resource("gold", supply=10)

    def gain(amount: int) -> s.Gain:
        return s.Gain(gold, number(amount), NOWHERE)

    game = play(
        box.ruleset(acting(0, gain(7), s.Pay(gold, number(2), NOWHERE)), acting(1, gain(9)))
    )
    assert game.state.cells[0] == [5, 5]
    assert game.state.supply(gold) == 0
    assert [entry.text for entry in game.log] == [
        "Ann gains 7 gold",
        "Ann pays 2 gold",
        "Ben gains 5 gold",
    ]
    assert play(box.ruleset(acting(0, gain(-3)))).state.cells[0] == [-3, 0]


def test_paying_too_much_stops_the_game_and_names_the_rule() -> None:
    box = Box()
    gold = box.resource("gold")
    box.procedure("spend", s.Pay(gold, number(1), Span(TEXT, 10, 20)), at=5)
    assert stopped(box.ruleset(acting(0, call("spend")))) == (
        "1 gold must be paid, but there are only 0, in `spend` (hand.cube:1:11)"
    )
    nothing = s.Pay(gold, number(0), NOWHERE)
    game = play(box.ruleset(acting(0, s.Gain(gold, number(-1), NOWHERE), nothing)))
    assert game.outcome is not None and game.outcome.stopped is None


def test_overflow_stops_the_game() -> None:
    box = Box()
    gold = box.resource("gold")
    most = s.Gain(gold, number(2**31 - 1), NOWHERE)
    one = s.Gain(gold, number(1), NOWHERE)
    assert "2147483648 is beyond" in stopped(box.ruleset(acting(0, most, one)))


def test_tallies_count_what_verbs_do() -> None:
    box = Box()
    gold, hand, bag = box.resource("gold"), box.zone("hand"), box.zone("bag", Owner.GAME)
    box.kind("red", hand, 3)
    gained, lost, calls = (box.cell(name, 0) for name in ("gained", "lost", "calls"))
    box.tallies += [
        Tally(gained, "gain", gold),
        Tally(lost, "lose", None),
        Tally(calls, "act", None),
    ]
    box.procedure("lose", move(local(0, DICE), bag), parameters=[DICE])
    box.procedure("act")
    game = play(
        box.ruleset(
            acting(0, s.Gain(gold, number(4), NOWHERE), s.Gain(gold, number(2), NOWHERE)),
            acting(0, call("lose", fixed(0, 1)), call("lose", e.Nothing(DICE, NOWHERE))),
            acting(1, call("act"), call("act")),
        )
    )
    assert game.state.cells[1:] == [[6, 0], [2, 0], [0, 2]]


def test_a_procedure_about_nothing_does_not_happen() -> None:
    box = Box()
    calls = box.cell("calls", 0)
    note = put(calls, calc(value_of(calls), "+", number(1)))
    box.procedure("act", note, parameters=[DICE, NUMBER])
    nothing = e.Nothing(DICE, NOWHERE)
    game = play(
        box.ruleset(acting(0, call("act", nothing, number(1)), call("act", fixed(0), number(0))))
    )
    assert game.state.cells[0] == [1, 0]
    assert game.state.steps == 1


def test_moving_to_several_owners_goes_to_the_first() -> None:
    box = Box()
    bag, hand = box.zone("bag", Owner.GAME), box.zone("hand")
    box.kind("red", bag, 2)
    game = play(box.ruleset(move(fixed(0), hand, of=EVERYBODY), acting(1, move(fixed(1), hand))))
    assert [game.state.spot[piece] for piece in (0, 1)] == [1, 2]
    assert [entry.text for entry in game.log] == [
        "the game moves red to hand of Ann",
        "Ben moves red to hand of Ben",
    ]


def test_rolling_is_random_but_the_same_for_a_seed() -> None:
    box = Box()
    bag = box.zone("bag", Owner.GAME)
    box.kind("red", bag, 5, "one, two, three, four")
    box.kind("plain", bag, 1)
    rules = box.ruleset(acting(0, s.Roll(dice_in(bag), NOWHERE)))
    faces = {tuple(play(rules, seed).state.face[:5]) for seed in range(30)}
    assert len(faces) > 25
    assert play(rules, 3).state.face == play(rules, 3).state.face
    assert play(rules).state.face[5] == -1
    entry = play(rules).log[0]
    assert entry.what is What.ROLLED and entry.text.startswith("Ann rolls ")


def test_turning_to_a_side_that_is_not_there_stops_the_game() -> None:
    box = Box()
    bag = box.zone("bag", Owner.GAME)
    box.kind("red", bag, 1, "one")
    other = fixed(box.face("two"), type=Things(FACE))
    assert "red has no such side" in stopped(box.ruleset(s.Turn(fixed(0), other, NOWHERE)))


def test_tokens_direction_and_shows() -> None:
    box = Box()
    lap = box.zone("lap", private=True)
    box.kind("red", lap, 1)
    box.path("stairs", 3)
    climber = box.token("climber", "stairs")
    up = e.StopAt("stairs", number(2), NOWHERE)
    ben = e.SeatOf(1, NOWHERE)
    game = play(
        box.ruleset(
            acting(0, s.MoveToken(climber, YOU, up, NOWHERE), s.Reverse(NOWHERE)),
            acting(0, s.MoveToken(climber, YOU, e.Nothing(up.type, NOWHERE), NOWHERE)),
            acting(0, s.Show(fixed(0), ben, NOWHERE)),
        )
    )
    assert game.state.tokens == [[2, 0]]
    assert game.state.direction == -1
    assert game.state.sees(1, 0)
    assert [entry.text for entry in game.log] == [
        "climber of Ann moves to 2",
        "the playing order turns round",
        "Ann shows red to Ben",
    ]


# ------------------------------------------------------------------ loops, and who acts


def test_each_acts_and_for_each_does_not() -> None:
    box = Box()
    one, two = box.cell("one", 0), box.cell("two", 0)
    add = put(one, calc(value_of(one), "+", number(1)))
    for_each = s.ForEach(
        EVERYBODY, 4, block(put(two, number(5), local(4, Things(PLAYER)))), NOWHERE
    )
    inner = each(put(one, calc(value_of(one), "+", number(10))))
    game = play(box.ruleset(acting(0, for_each, inner, add), each(add)))
    assert game.state.cells == [[12, 11], [5, 5]]


def test_loops_look_at_what_there_was() -> None:
    box = Box()
    bag, hand = box.zone("bag", Owner.GAME), box.zone("hand")
    box.kind("red", bag, 3)
    turns = box.cell("turns", 0, Owner.GAME)
    body = block(
        move(dice_in(bag), hand, of=e.SeatOf(0, NOWHERE)),
        put(turns, calc(value_of(turns), "+", number(1))),
    )
    game = play(box.ruleset(s.ForEach(dice_in(bag), 4, body, NOWHERE)))
    assert game.state.cells[0] == [3]


def test_a_phase_begins_with_nobody_acting() -> None:
    box = Box()
    acted = box.cell("acted", 0)
    box.phase("night", put(acted, number(1)), each(put(acted, number(2))))
    game = play(box.ruleset(acting(1, s.PlayPhase("night", NOWHERE), put(acted, number(3)))))
    assert game.state.cells[0] == [2, 3]


def test_what_is_chosen_in_secret_is_told_afterwards() -> None:
    box = Box()
    bid = box.cell("bid", 0)
    ask = s.ChooseNumber("bid", number(0), number(5), 1, NOWHERE)
    body = block(ask, put(bid, local(1, NUMBER)))
    game = play(box.ruleset(s.Each(EVERYBODY, 4, body, True, NOWHERE)))
    game.choose(3)
    assert list(game.log) == []
    game.choose(2)
    assert [entry.text for entry in game.log] == [
        "Ann chooses 3 (bid)",
        "bid of Ann is now 3",
        "Ben chooses 2 (bid)",
        "bid of Ben is now 2",
    ]


def test_rounds_are_turns_of_the_loops_of_the_game() -> None:
    box = Box()

    def repeat(times: int, *body: s.Statement) -> s.Repeat:
        return s.Repeat(number(times), block(*body), NOWHERE)

    game = play(box.ruleset(repeat(3, repeat(2)), repeat(2)))
    assert game.outcome is not None and game.outcome.rounds == 5
    assert game.state.steps == 3 + 6 + 2


# ------------------------------------------------------------------ the end


def test_the_end_comes_at_once() -> None:
    box = Box()
    after = box.cell("after", 0)
    crown = s.Crown(EVERYBODY, NOWHERE)
    game = play(box.ruleset(acting(1, crown, put(after, number(1)))))
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1) and game.outcome.stopped is None
    assert game.state.cells[0] == [0, 0]
    assert game.log[-1].text == "Ann, Ben wins"


def test_nobody_is_crowned() -> None:
    outcome = play(Box().ruleset()).outcome
    assert outcome is not None and outcome.winners == ()


def test_a_loop_without_end_is_stopped() -> None:
    box = Box()
    box.procedure("run_on", s.While(e.Literal(True, FLAG, NOWHERE), block(), here(12)), at=5)
    assert stopped(box.ruleset(call("run_on"))) == (
        "nobody decided or rolled anything in 100000 steps, in `run_on` (hand.cube:1:13)"
    )


def test_rules_that_call_themselves_are_stopped() -> None:
    box = Box()
    box.procedure("again", call("again"))
    assert stopped(box.ruleset(call("again"))) == "the rules call one another too deeply"


def test_a_game_without_end_is_stopped() -> None:
    rules = dice_game()
    game = Game(setup(rules), 1, max_steps=10)
    while game.decision is not None:
        game.choose(0)
    assert game.outcome is not None
    assert "the game is not over after 10 steps" in str(game.outcome.stopped)


# ------------------------------------------------------------------ choices, replay, digests


def dice_game(goal: int = 20) -> Ruleset:
    """Return a little game: roll or hold, until someone has enough."""
    box = Box()
    bag, hand = box.zone("bag", Owner.GAME), box.zone("hand")
    box.kind("red", bag, 4, "pip, pip 2, pip 3, blank")
    points = box.resource("points")
    shown = e.Sum(dice_in(hand), 2, e.Shown("pip", local(2), NOWHERE), NOWHERE)
    throw = block(
        s.Draw(dice_in(bag), number(1), 3, "", NOWHERE),
        move(local(3, DICE), hand),
        s.Roll(dice_in(hand), NOWHERE),
    )
    hold = block(s.Gain(points, shown, NOWHERE), move(dice_in(hand), bag))
    some = compare(count(dice_in(bag)), ">", number(0))
    ask = s.Menu(
        "throw_or_hold",
        (s.MenuItem("throw", some, throw, NOWHERE), s.MenuItem("hold", None, hold, NOWHERE)),
        NOWHERE,
    )
    enough = compare(value_of(points, local(5, Things(PLAYER))), ">=", number(goal))
    rich = e.Where(EVERYBODY, 5, enough, EVERYBODY.type, NOWHERE)
    poor = e.Not(e.Exists(rich, NOWHERE), NOWHERE)
    return box.ruleset(s.While(poor, block(each(ask)), NOWHERE), s.Crown(rich, NOWHERE))


DICE_GAME = setup(dice_game(), 3)


def finished(seed: int, picks: list[int]) -> Game:
    """Return a game in which options were picked by these numbers."""
    game = Game(DICE_GAME, seed)
    for pick in picks:
        if game.decision is None:
            break
        assert len(game.decision.options) >= 2
        game.choose(pick % len(game.decision.options))
    return game


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 5), max_size=40))
def test_choices_and_seed_give_the_same_game(seed: int, picks: list[int]) -> None:
    game = finished(seed, picks)
    again = replay(DICE_GAME, seed, 0, game.choices)
    assert again.digest() == game.digest()
    assert again.whole_digest() == game.whole_digest()
    assert again.log == game.log
    assert again.decision == game.decision and again.outcome == game.outcome


def test_games_differ() -> None:
    digests = {finished(seed, [0, 1] * 60).whole_digest() for seed in range(20)}
    assert len(digests) == 20
    numbers = {Game(DICE_GAME, 1, number).state.stream.state for number in range(20)}
    assert len(numbers) == 20


@pytest.mark.parametrize("index", [-1, 2, True, 1.0, "0", None])
def test_an_illegal_choice_changes_nothing(index: object) -> None:
    game = finished(1, [0])
    before, log = game.digest(), list(game.log)
    with pytest.raises(IllegalChoice):
        game.choose(index)  # type: ignore[arg-type]
    assert game.digest() == before and list(game.log) == log and len(game.choices) == 1


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    game = finished(1, [0, 1] * 200)
    assert game.outcome is not None
    with pytest.raises(IllegalChoice):
        game.choose(0)


def test_two_games_at_once_do_not_touch_each_other() -> None:
    one, other = finished(1, []), finished(1, [])
    one.choose(0)
    assert other.digest() == finished(1, []).digest()


def test_a_position_is_told_without_numbers_of_pieces() -> None:
    box = Box()
    bag, hand = box.zone("bag", Owner.GAME), box.zone("hand")
    box.kind("red", bag, 3, "sun, blank")
    friend = box.cell("friend", type=DICE)
    first = play(box.ruleset(acting(0, move(fixed(0), hand), put(friend, fixed(0)))))
    second = play(box.ruleset(acting(0, move(fixed(2), hand), put(friend, fixed(2)))))
    assert digest.position(first.state) == digest.position(second.state)
    third = play(box.ruleset(acting(0, move(fixed(2), hand), put(friend, fixed(0)))))
    assert digest.position(third.state) != digest.position(first.state)


def test_what_waits_is_part_of_a_position() -> None:
    box = Box()
    gold = box.resource("gold")
    waits = s.Later("dusk", False, "dawn", block(s.Gain(gold, local(3, NUMBER), NOWHERE)), NOWHERE)
    texts = {
        digest.position(play(box.ruleset(acting(0, let(3, number(n)), waits))).state)
        for n in (1, 2)
    }
    assert len(texts) == 2
    assert all("later 0 dusk until dawn [" in text for text in texts)


# ------------------------------------------------------------------ scenes


def scene() -> tuple[Ruleset, Scene]:
    """Return a scene of a ruleset with a phase that rolls, asks, and rolls again."""
    box = Box()
    bag, hand, gold = box.zone("bag", Owner.GAME), box.zone("hand"), box.resource("gold")
    box.kind("red", bag, 3, "one, two")
    box.kind("blue", bag, 2, "one, two")
    roll = s.Roll(dice_in(hand), NOWHERE)
    ask = choose(dice_in(hand), 1)
    box.phase("night", acting(0, roll, s.Gain(gold, number(1), NOWHERE), ask, roll))
    box.procedure("act", s.Gain(gold, number(5), NOWHERE))
    box.procedure("about", parameters=[DICE])
    rules = box.ruleset()
    return rules, Scene.empty(setup(rules))


def test_a_scene_stops_before_every_throw() -> None:
    rules, made = scene()
    hand = rules.zones[1]
    made.place(2, frozenset({0}), None, hand, 0)
    made.place(None, frozenset({1}), 0, hand, 0)
    made.give(rules.cells[0], 0, 7)
    assert made.state.face == [-1, -1, -1, 0, 0]
    made.start("night")
    assert made.running and made.throw is not None and made.decision is None
    assert made.throw.seat == 0 and made.throw.dice == (0, 1, 3, 4)
    assert made.state.cells[0] == [7, 0]
    made.roll([1, 0, 1])
    assert made.state.face[:2] == [1, 0] and made.state.face[3] == 1
    assert made.state.cells[0] == [8, 0]
    assert made.decision is not None
    made.choose(0)
    made.roll()
    assert not made.running and made.outcome is None
    made.start("act", 1)
    assert made.state.cells[0] == [8, 5]


def test_a_scene_says_what_cannot_be() -> None:
    rules, made = scene()
    hand = rules.zones[1]
    with pytest.raises(SetupError, match="4 are to be placed in hand, but 3 are left"):
        made.place(4, frozenset({0}), None, hand, 0)
    with pytest.raises(SetupError, match="there is no phase or procedure `day`"):
        made.start("day")
    with pytest.raises(SetupError, match="`about` cannot begin a scene"):
        made.start("about")
    with pytest.raises(IllegalChoice):
        made.roll()
    made.place(1, frozenset({0}), None, hand, 0)
    made.start("night")
    with pytest.raises(IllegalChoice):
        made.start("night")
    with pytest.raises(IllegalChoice):
        made.choose(0)
