"""Choosing: options are legal, in canonical order, and equal things are one option."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubedsl.dsl.model import expressions as e
from cubedsl.dsl.model import statements as s
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import FLAG, NUMBER, SPACE, Noun, Sort, Things
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.decision import Way
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from modelling import (
    DIE,
    EVERYBODY,
    FACES,
    ONE_DIE,
    SPACES,
    Box,
    acting,
    block,
    call,
    choose,
    compare,
    count,
    dice_in,
    fixed,
    let,
    local,
    move,
    number,
    put,
    value_of,
)


def play(ruleset: Ruleset, *choices: int, players: int = 2) -> Game:
    """Return a game in which these choices were made."""
    game = Game(prepare(ruleset, players=players, names=("Ann", "Ben", "Cid")[:players]), 1)
    for index in choices:
        game.choose(index)
    return game


def texts(game: Game) -> list[str]:
    """Return what can be chosen."""
    assert game.decision is not None
    return [option.text for option in game.decision.options]


# ------------------------------------------------------------------ all ways of choosing

COLOURS = st.lists(st.integers(0, 3), min_size=1, max_size=7)
GROUPS = Things(Noun("group", "groups", Sort.CLASS, "die"))
ALIKE = st.sampled_from([None, "same", "different", "consecutive"])


def alike_in(how: str | None, box: Box) -> e.Likeness | None:
    """Return how things are alike: in their group, or (in a row) in their rank."""
    one = local(3)
    rank = e.AttributeOf(box.attributes[0], one, NOWHERE)
    group = e.ClassesOf("group", one, GROUPS, NOWHERE)
    value = rank if how == "consecutive" else group
    return None if how is None else e.Likeness(how, 3, value, NOWHERE)


def lot(colours: list[int], node: s.Choose, *, how: str | None = None) -> Ruleset:
    """Return a game in which one choice is made from dice of these colours."""
    box = Box()
    box.attribute("rank")
    bag = box.zone("bag", Owner.GAME)
    ranks = [{"rank": number(i)} for i in range(4)]
    kinds = [box.kind(f"colour{i}", bag, colours.count(i), attributes=ranks[i]) for i in range(4)]
    box.partition("group", low=kinds[:2], high=kinds[2:])
    things = e.All(DIE, node.things.type, NOWHERE)
    chosen = s.Choose(
        node.decision, things, node.high, node.exactly, alike_in(how, box), 1, NOWHERE
    )
    hand = box.zone("hand")
    return box.ruleset(acting(0, chosen, move(local(1), hand)))


def endings(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """Return what is chosen at the end of every course of choices."""
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        choices = waiting.pop()
        game = play(ruleset, *choices)
        if game.decision is None:
            state = game.state
            hand = state.members[state.setup.spots.of(ruleset.zones[1], 0)]
            kinds = state.setup.pieces.kind
            found.append(tuple(ruleset.kinds[kinds[piece]].name for piece in hand))
        else:
            assert len(game.decision.options) > 1
            assert len(set(texts(game))) == len(texts(game))
            waiting.extend((*choices, i) for i in range(len(game.decision.options)))
    return found


def are_alike(how: str | None, chosen: tuple[str, ...]) -> bool:
    """Return whether colours go together."""
    ranks = sorted(int(name.removeprefix("colour")) for name in chosen)
    groups = {rank // 2 for rank in ranks}
    match how:
        case "same":
            return len(groups) <= 1
        case "different":
            return len(groups) == len(ranks)
        case "consecutive":
            return ranks == [ranks[0] + i for i in range(len(ranks))] if ranks else True
    return True


def wanted(colours: list[int], how: str | None) -> set[tuple[str, ...]]:
    """Return every different choice there is, worked out from all subsets."""
    names = sorted(f"colour{colour}" for colour in colours)
    chosen = {one for size in range(len(names) + 1) for one in combinations(names, size)}
    return {one for one in chosen if are_alike(how, one)}


@given(COLOURS, st.integers(0, 4), ALIKE)
def test_exactly_so_many_in_every_way_once(colours: list[int], high: int, how: str | None) -> None:
    node = choose(dice_in(Box().zone("x")), high)
    ways = wanted(colours, how)
    most = min(high, max(map(len, ways)))
    found = endings(lot(colours, node, how=how))
    assert len(found) == len(set(found))
    assert set(found) == {one for one in ways if len(one) == most}


@given(COLOURS, st.integers(0, 3) | st.none(), st.sampled_from([None, "same", "different"]))
def test_up_to_so_many_in_every_way_once(
    colours: list[int], high: int | None, how: str | None
) -> None:
    node = choose(dice_in(Box().zone("x")), high, exactly=False)
    most = len(colours) if high is None else high
    found = endings(lot(colours[:5], node, how=how))
    assert len(found) == len(set(found))
    assert set(found) == {one for one in wanted(colours[:5], how) if len(one) <= most}


def test_done_comes_last_and_alone_is_not_asked() -> None:
    game = play(lot([0, 1], choose(fixed(), None, exactly=False)))
    assert texts(game) == ["colour0", "colour1", "done"]
    game.choose(1)
    assert game.decision is None
    assert game.state.picked[0].things == (1,)


def test_nothing_to_choose_from_is_nothing_chosen() -> None:
    box = Box()
    hand = box.zone("hand")
    box.cell("number", -1)
    rules = box.ruleset(acting(0, choose(dice_in(hand), 2), put(box.cells[0], count(local(1)))))
    game = play(rules)
    assert game.decision is None
    assert game.state.cells[0][0] == 0


# ------------------------------------------------------------------ equal pieces


def two_alike(box: Box, *before: s.Statement, name: str = "chosen") -> list[str]:
    """Return the options of a choice between two dice of a kind, after something was done."""
    if not box.zones:
        box.zone("hand")
    hand = box.zones[0]
    if not box.kinds:
        box.kind("red", hand, 2, "sun, moon, blank")
    game = play(box.ruleset(acting(0, *before, choose(dice_in(hand), 1, name=name))), players=1)
    return texts(game) if game.decision else []


def test_equal_pieces_are_one_option() -> None:
    assert two_alike(Box()) == []


def test_a_face_tells_pieces_apart() -> None:
    box = Box()
    face = box.face("sun")
    assert two_alike(box, s.Turn(fixed(1), fixed(face, type=FACES), NOWHERE)) == [
        "red",
        "red as sun",
    ]


def test_marks_and_use_tell_pieces_apart() -> None:
    box = Box()
    mark = box.mark("lent")
    assert two_alike(box, s.MarkAs(fixed(1), mark, NOWHERE)) == ["red", "red, lent"]
    assert two_alike(Box(), s.MarkAs(fixed(0), None, NOWHERE)) == ["red, used", "red"]


def test_memory_tells_pieces_apart() -> None:
    box = Box()
    weight = box.cell("weight", 0, Owner.PIECE)
    assert two_alike(box, put(weight, number(2), fixed(0))) == ["red, weight 2", "red, weight 0"]


def test_zones_and_holders_tell_pieces_apart() -> None:
    box = Box()
    hand, lap = box.zone("hand"), box.zone("lap")
    box.kind("red", hand, 2)
    things = dice_in(hand, lap, of=EVERYBODY)
    rules = box.ruleset(acting(0, move(fixed(0), lap), choose(things)), acting(1, choose(things)))
    game = play(rules)
    assert texts(game) == [
        "red in lap of Ann, Ann's",
        "red in hand of Ann, Ann's",
        "red in hand of Ben, Ben's",
    ]


def test_attributes_of_copies_tell_pieces_apart() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 3, copies=({"cost": number(1)}, {"cost": number(4)}, {"cost": number(1)}))
    assert two_alike(box) == ["red cost 1", "red cost 4"]


def test_kinds_with_one_title_are_told_apart() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("small_egg", hand, 1, title="Egg")
    box.kind("big_egg", hand, 1, title="Egg")
    assert two_alike(box) == ["Egg (small_egg)", "Egg (big_egg)"]


def test_a_cell_that_holds_one_of_them_tells_pieces_apart() -> None:
    box = Box()
    friend = box.cell("friend", type=ONE_DIE)
    assert two_alike(box, put(friend, fixed(1))) == ["red (1)", "red (2)"]


def test_a_name_that_is_still_read_tells_pieces_apart() -> None:
    read = move(local(5), Box().zone("hand"))
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 2)
    remembered = box.ruleset(acting(0, let(5, fixed(1)), choose(dice_in(hand)), read))
    assert texts(play(remembered, players=1)) == ["red (1)", "red (2)"]
    forgotten = box.ruleset(acting(0, let(5, fixed(1)), read, choose(dice_in(hand))))
    assert play(forgotten, players=1).decision is None


def test_a_name_of_a_caller_tells_pieces_apart() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 2)
    box.procedure("ask", choose(dice_in(hand)))
    read = move(local(5), hand)
    rules = box.ruleset(acting(0, let(5, fixed(1)), call("ask"), read, call("ask")))
    game = play(rules, players=1)
    assert texts(game) == ["red (1)", "red (2)"]
    game.choose(0)
    assert game.decision is None


def test_the_rest_of_a_loop_tells_pieces_apart() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 3)
    loop = s.ForEach(dice_in(hand), 5, block(choose(dice_in(hand))), NOWHERE)
    game = play(box.ruleset(acting(0, loop)), players=1)
    assert texts(game) == ["red (1)", "red (2)"]  # one that was, two that come
    game.choose(0)
    game.choose(0)
    assert game.decision is None


def test_what_waits_tells_pieces_apart() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 2)
    waiting = s.Later("dusk", False, None, block(move(local(5), hand)), NOWHERE)
    rules = box.ruleset(acting(0, let(5, fixed(0)), waiting, choose(dice_in(hand))))
    assert len(texts(play(rules, players=1))) == 2


def test_hidden_pieces_look_alike() -> None:
    box = Box()
    lap = box.zone("lap", private=True)
    box.kind("red", lap, 1)
    box.kind("blue", lap, 1)
    rules = box.ruleset(acting(0, choose(dice_in(lap, of=EVERYBODY), 1)))
    assert texts(play(rules)) == ["red", "blue", "die in lap of Ben"]


# ------------------------------------------------------------------ other things


def test_players_are_offered_in_the_order_of_the_value() -> None:
    box = Box()
    order = e.InOrder(EVERYBODY, e.SeatOf(1, NOWHERE), EVERYBODY.type, NOWHERE)
    game = play(box.ruleset(acting(0, choose(order, 2))), players=3)
    assert texts(game) == ["Ben", "Cid"]
    game.choose(1)
    assert game.state.picked[0].things == (2, 0)


def test_faces_and_spaces_are_called_by_what_they_show() -> None:
    box = Box()
    hand = box.zone("hand")
    box.kind("red", hand, 1, "sun, big sun 2, blank")
    sides = e.FacesOf(fixed(0), False, FACES, NOWHERE)
    assert texts(play(box.ruleset(acting(0, choose(sides))), players=1)) == [
        "sun",
        "big sun 2",
        "blank",
    ]
    box.board("Ring", ["S.", ".F"], [(0, 1)])
    spaces = e.All(SPACE, SPACES, NOWHERE)
    assert texts(play(box.ruleset(acting(0, choose(spaces))), players=1)) == [
        "S (1, 1)",
        "(1, 2)",
        "(2, 1)",
        "F (2, 2)",
    ]


def test_numbers() -> None:
    box = Box()
    chosen = box.cell("chosen", 0)
    ask = s.ChooseNumber("bid", number(2), number(4), 1, NOWHERE)
    rules = box.ruleset(acting(0, ask, put(chosen, local(1, NUMBER))))
    game = play(rules)
    assert texts(game) == ["2", "3", "4"]
    assert game.decision is not None and game.decision.options[0].way is Way.NUMBER
    game.choose(1)
    assert game.state.cells[0][0] == 3


@pytest.mark.parametrize(("low", "high", "result"), [(3, 3, 3), (5, 2, 5)])
def test_a_single_number_is_not_asked(low: int, high: int, result: int) -> None:
    box = Box()
    chosen = box.cell("chosen", 0)
    ask = s.ChooseNumber("bid", number(low), number(high), 1, NOWHERE)
    game = play(box.ruleset(acting(0, ask, put(chosen, local(1, NUMBER)))))
    assert game.decision is None and game.state.cells[0][0] == result


def test_too_many_numbers_stop_the_game() -> None:
    ask = s.ChooseNumber("bid", number(0), number(2**31 - 1), 1, NOWHERE)
    game = play(Box().ruleset(acting(0, ask)))
    assert game.outcome is not None and game.outcome.stopped is not None


def menu(box: Box, *least: int) -> Ruleset:
    """Return a game with a menu whose items need so much gold."""
    gold = box.resource("gold")
    taken = box.cell("taken", 0)
    items = tuple(
        s.MenuItem(
            f"item{i}",
            compare(value_of(gold), ">=", number(one)),
            block(put(taken, number(i + 1))),
            NOWHERE,
        )
        for i, one in enumerate(least)
    )
    return box.ruleset(acting(0, s.Menu("shop", items, NOWHERE)))


def test_only_legal_items_are_offered() -> None:
    game = play(menu(Box(), 0, 1, 0), 1)
    assert game.state.cells[1][0] == 3
    assert play(menu(Box(), 1, 0, 1)).state.cells[1][0] == 2
    assert play(menu(Box(), 1, 1)).state.cells[1][0] == 0


def test_may() -> None:
    box = Box()
    done = box.cell("done", False)
    yes = put(done, e.Literal(True, FLAG, NOWHERE))
    rules = box.ruleset(acting(0, s.May("act", block(yes), NOWHERE)))
    assert texts(play(rules)) == ["yes", "no"]
    assert play(rules, 0).state.cells[0][0] is True
    assert play(rules, 1).state.cells[0][0] is False


def test_nobody_can_choose_nothing() -> None:
    box = Box()
    hand = box.zone("hand", Owner.GAME)
    box.kind("red", hand, 1)
    box.kind("blue", hand, 1)
    game = play(box.ruleset(choose(dice_in(hand))))
    assert game.outcome is not None and "nobody acts" in str(game.outcome.stopped)


@given(st.lists(st.sampled_from(["red", "red", "blue, used"]), max_size=6))
def test_texts_become_unique(found: list[str]) -> None:
    from cubedsl.interpreter.describe import unique

    made = unique(found)
    assert len(set(made)) == len(made)
    assert all(text.startswith(old) for old, text in zip(found, made, strict=True))
    assert Counter(made).total() == len(found)
