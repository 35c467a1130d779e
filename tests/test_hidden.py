"""What nobody can see is chosen at random, and its place among the options tells nothing."""

from collections import Counter

from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from library import text_ruleset

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
