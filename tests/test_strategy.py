"""How strategies choose: the options of real decisions, narrowed wish by wish."""

from pathlib import Path

import pytest

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots import seats
from cubedsl.interpreter.bots.strategy import Agent, RandomAgent, StrategyAgent, is_called
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.setup import SetupError, prepare
from cubedsl.interpreter.streams import Stream
from library import ruleset

SEATS = str(Path(__file__).parent / "stage" / "seats.cube")


def rules() -> Ruleset:
    return ruleset(SEATS, hints=True)


def scene(start: str, *, coins: tuple[int, ...] = (0, 0, 0), hand: tuple[str, ...] = ()) -> Scene:
    """Return the scene in which the first player is asked something."""
    made = Scene.empty(prepare(rules(), players=3, names=("Ann", "Ben", "Cid")))
    cell = next(one for one in rules().cells if one.name == "coin")
    for seat, number in enumerate(coins):
        made.give(cell, seat, number)
    zone = next(one for one in rules().zones if one.name == "hand")
    kinds = {kind.name: kind for kind in rules().kinds}
    for name in hand:
        kind = kinds[name]
        made.place(1, frozenset({kind.index}), kind.faces[0], zone, 0)
    made.start(start, 0)
    return made


def agent(title: str, seed: int = 1) -> Agent:
    found = rules().strategies
    return StrategyAgent(found[title], found, Stream.derived(seed, 0, 1))


def chosen(title: str, made: Scene, seed: int = 1) -> str:
    """Return what a strategy chooses where a scene stands."""
    assert made.decision is not None
    return made.decision.options[agent(title, seed).choose(made.decision, made.state)].text


def test_the_first_named_option_that_is_there() -> None:
    assert chosen("Take", scene("pay_or_not", coins=(1, 0, 0))) == "pay"
    assert chosen("Take", scene("pay_or_not")) == "wait"


@pytest.mark.parametrize(("coins", "text"), [(1, "earn"), (2, "wait")])
def test_a_wish_counts_when_its_condition_holds(coins: int, text: str) -> None:
    assert chosen("When", scene("pay_or_not", coins=(coins, 0, 0))) == text


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Prefer", "red"),
        ("In order", "blue"),
        ("None of them", "red"),
        ("Dear", "blue"),
        ("Cheap", "red"),
        ("Like", "blue"),
        ("Take", "red"),
    ],
)
def test_things_are_narrowed(title: str, text: str) -> None:
    assert chosen(title, scene("find")) == text


def test_a_wish_of_another_strategy_counts_when_its_condition_holds() -> None:
    assert chosen("Like", scene("find", coins=(1, 0, 0))) == "red"
    assert chosen("Like", scene("pay_or_not")) == "wait"


def test_advice_for_the_card_that_asks() -> None:
    made = scene("use_now", hand=("blue", "red"))
    assert chosen("Take", made) == "Owl"
    made.choose(0 if made.decision and made.decision.options[0].text == "Owl" else 1)
    assert made.decision is not None and made.decision.card == "Owl"
    assert chosen("For a card", made) == "orange"
    assert chosen("For a card", scene("find")) == "red"


def test_players_are_things_too() -> None:
    assert chosen("Friend", scene("greet", coins=(9, 1, 3))) == "Cid"


def test_random_draws_from_the_stream_of_the_seat() -> None:
    drawn = [chosen("Any", scene("find"), seed) for seed in range(30)]
    assert set(drawn) == {"red", "orange", "blue"}
    assert drawn == [chosen("Any", scene("find"), seed) for seed in range(30)]


def test_random_draws_nothing_where_nothing_is_left_to_choose() -> None:
    made = scene("pay_or_not", coins=(1, 0, 0))
    found = rules().strategies
    stream = Stream.derived(1)
    player = StrategyAgent(found["Take"], found, stream)
    assert made.decision is not None
    player.choose(made.decision, made.state)
    assert stream.drawn == 0


def test_a_declined_question_is_not_thought_over_again() -> None:
    """`random` declines once; as long as nothing changes, it goes on declining."""
    made = scene("nag", hand=("red",))
    found = rules().strategies
    for seed in range(20):
        player = StrategyAgent(found["Any"], found, Stream.derived(seed))
        first = _answers(player, made, 1)[0]
        if first == "done":
            assert set(_answers(player, made, 20)) == {"done"}
            assert player.stream.drawn == 1
            break
    else:
        pytest.fail("nobody declined")
    coins = next(one for one in rules().cells if one.name == "coin")
    made.give(coins, 1, 5)
    assert set(_answers(player, made, 1)) <= {"done", "Lamp"}
    assert player.stream.drawn == 2


def _answers(player: StrategyAgent, made: Scene, times: int) -> list[str]:
    decision = made.decision
    assert decision is not None
    return [decision.options[player.choose(decision, made.state)].text for _ in range(times)]


def test_random_is_fair() -> None:
    made = scene("find")
    assert made.decision is not None
    player = RandomAgent(Stream.derived(3))
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[player.choose(made.decision, made.state)] += 1
    assert all(abs(count - 1000) < 130 for count in counts)


# ------------------------------------------------------------------ seats


def test_words_for_seats() -> None:
    assert seats.find(rules(), "IN ORDER").title == "In order"
    assert seats.find(rules(), "Random").title == "random"


def test_unknown_words_for_seats() -> None:
    with pytest.raises(SetupError, match="no strategy `Preffer` .*: did you mean `Prefer`?"):
        seats.find(rules(), "Preffer")
    with pytest.raises(SetupError, match="there are `random`, `Take`, "):
        seats.find(rules(), "xyzzy")


def test_a_line_up() -> None:
    titles = [bot.title for bot in seats.line_up(rules(), 4)]
    assert titles == ["Take", "When", "Prefer", "In order"]
    assert [bot.title for bot in seats.line_up(rules(), 3, ["random"])] == ["random"] * 3
    assert [bot.title for bot in seats.line_up(rules(), 2, ["take", "any"])] == ["Take", "Any"]
    with pytest.raises(SetupError, match="there are 3 seats, but 2 players for them"):
        seats.line_up(rules(), 3, ["take", "any"])


def test_seats_share_nothing() -> None:
    setup = prepare(rules(), players=2)
    bot = seats.find(rules(), "any")
    made = scene("find")
    assert made.decision is not None
    drawn = [[_drawn(bot.sit(setup, seat, 7, 0), made.decision, made)] for seat in (0, 1)]
    assert drawn[0] != drawn[1]


def _drawn(player: Agent, decision: Decision, made: Scene) -> list[int]:
    return [player.choose(decision, made.state) for _ in range(20)]


def test_an_ability_is_called_by_the_whole_title_of_its_card() -> None:
    told_apart = Option(Way.ABILITY, "Harbor as sun (2)", title="Harbor")
    another = Option(Way.ABILITY, "Harbor of Ann", title="Harbor of Ann")
    assert is_called(told_apart, "Harbor") and is_called(told_apart, "Harbor as sun (2)")
    assert is_called(another, "Harbor of Ann") and not is_called(another, "Harbor")
    assert not is_called(Option(Way.THING, "red of Ann", title=""), "red")
