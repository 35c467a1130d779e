"""What nobody can see is chosen at random, and its place among the options tells nothing."""

from collections import Counter

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.imagined import imagined
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.table.view import view
from library import ROOT, ruleset, text_ruleset

BLIND = str(ROOT / "tests" / "playing" / "blind.cube")
SEALED = str(ROOT / "tests" / "playing" / "sealed.cube")

TEXT = """ruleset "Hidden"
players 2 to 2
piece card/cards in deck
zone deck shared
zone hand of player private
zone shown of player
card low x3 { worth 0 }
card high x1 { worth 1 }
attribute worth of card = 0
resource point/points
game {
  each player: move 1 random low card in deck to hand
  each player: move 1 random card in deck to shown
  each player {
    choose 1 card in hand, shown of (other players) as mine
    gain points equal to worth of mine
  }
  crown players with most points
  crown players
}
"""
GIFT = """ruleset "Gift"
players 2 to 2
piece card/cards in deck
zone deck shared
zone hand of player private
card low x3 { }
card high x1 { }
remember player giver
game {
  set giver = first player
  as giver { move cards in deck to hand }
  as player after giver { move 1 card in hand of giver to hand }
  crown players where some high card in hand
}
"""


def test_a_card_from_a_hidden_hand_is_any_of_them() -> None:
    setup = prepare(text_ruleset(GIFT), players=2)
    games = [Game(setup, seed) for seed in range(400)]
    wins = Counter(game.outcome.winners for game in games if game.outcome)
    assert wins.keys() == {(0,), (1,)}
    # One card of four: 100 of 400, standard deviation 8.7.
    assert 65 < wins[1,] < 135


def test_unseen_cards_stand_behind_the_others() -> None:
    ruleset = text_ruleset(
        TEXT.replace("hand, shown of (other players)", "hand of (players), deck")
    )
    for seed in range(20):
        game = Game(prepare(ruleset, players=2), seed)
        while game.decision is not None:
            seen = [game.state.sees(game.decision.seat, one.thing) for one in game.decision.options]
            assert seen == sorted(seen, reverse=True)
            game.choose(0)


def blind(seed: int) -> Game:
    """A game in which the first player is to draw a card of the others."""
    return Game(prepare(ruleset(BLIND), players=3), seed)


def answer(game: Game, title: str) -> int:
    """What a strategy chooses."""
    decision = game.decision
    assert decision is not None
    return Bot(title).sit(game.state.setup, decision.seat, 1, 1).choose(decision, game.state)


def test_hands_that_nobody_sees_are_offered_in_the_order_of_seats() -> None:
    asked = [blind(seed).decision for seed in range(20)]
    texts = {tuple(option.text for option in one.options) for one in asked if one is not None}
    assert texts == {("card in hand of Player 2", "card in hand of Player 3")}


def own_hand(game: Game) -> tuple[int, ...]:
    """The cards that the first player sees."""
    return tuple(one.piece for one in view(game.state, 0).zone("hand", 0).pieces)


def test_the_number_of_an_option_that_is_not_seen_tells_nothing() -> None:
    numbers: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for seed in range(60):
        game = blind(seed)
        assert game.decision is not None
        things = tuple(option.thing for option in game.decision.options)
        numbers.setdefault(own_hand(game), set()).add(things)
    # There are 28 hands: what is seen settles the numbers.
    assert len(numbers) < 30 and all(len(found) == 1 for found in numbers.values())


def test_a_strategy_cannot_choose_by_what_it_does_not_see() -> None:
    answers: dict[tuple[int, ...], set[tuple[int, int]]] = {}
    for seed in range(60):
        game = blind(seed)
        first = answer(game, "Peeping")
        hand = own_hand(game)
        game.choose(0)
        answers.setdefault(hand, set()).add((first, answer(game, "Peeping")))
    assert len(answers) < 30 and all(len(found) == 1 for found in answers.values())


def test_a_strategy_may_count_what_there_is() -> None:
    for seed in range(10):
        game = blind(seed)
        game.choose(0)
        assert game.decision is not None and game.decision.name == "guess"
        assert game.decision.options[answer(game, "Counting")].text == "more"


def test_a_position_is_imagined_without_touching_the_real_one() -> None:
    game = blind(3)
    before = game.digest()
    found = imagined(game.state, 0).state
    assert view(found, 0) == view(game.state, 0)
    assert sorted(one for spot in found.members for one in spot) == list(range(8))
    assert game.digest() == before and found is not game.state
    assert imagined(Game(prepare(ruleset("cubitos"), players=2), 1).state, 0).stands_for == {}


def test_a_bid_is_sealed_until_all_have_bidden() -> None:
    game = Game(prepare(ruleset(SEALED), players=2), 1)
    game.choose(8)
    assert view(game.state, 0).value("bid", 0) == 8
    assert view(game.state, 1).value("bid", 0) == 3
    assert view(game.state, None).value("bid", 0) == 8
    assert answer(game, "Peeping") == 9  # as if the other had not bidden yet
    game.choose(9)
    assert view(game.state, 1).value("bid", 0) == 8 and game.outcome is not None
