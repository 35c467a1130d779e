"""Values that are named: kinds, classes, faces; and numbers of one kind."""

from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from library import text_ruleset

HEAD = """ruleset "Values"
players 1 to 2
piece die/dice in cup
zone cup, box shared
symbol star
variant bright
blank void
die red x4 { faces star, bright star, void; price 3 }
die blue x2 { faces void, star, star }
die green x1 { faces void, void, void }
attribute price of die = 1
partition color/colors of die { warm = red }
remember kind favourite of player
remember color banner of player
resource coin/coins
option extra = -2 in -5 to 5
"""


def coins(body: str) -> int:
    ruleset = text_ruleset(HEAD + "game { each player { " + body + " }; crown players }")
    game = Game(prepare(ruleset, players=1), 0)
    cell = next(cell for cell in ruleset.cells if cell.name == "coin")
    value = game.state.cells[cell.index][0]
    assert isinstance(value, int) and game.outcome is not None
    return value


def test_an_attribute_of_a_kind_counts_once() -> None:
    assert coins("gain coins equal to price of red") == 3
    assert coins("gain coins equal to price of (red dice in cup)") == 12


def test_kinds_are_values() -> None:
    assert coins("set favourite = blue; if favourite is blue: gain 1 coin") == 1
    assert coins("set favourite = blue; gain coins equal to count(favourite dice in cup)") == 2
    assert coins("gain coins equal to count(kinds of die)") == 3


def test_classes_are_values() -> None:
    assert coins("set banner = warm; if banner is warm: gain 2 coins") == 2
    assert coins("set banner = green; if banner is warm: gain 2 coins") == 0
    assert coins("set banner = warm; gain coins equal to count(banner dice in cup)") == 4


def test_dice_are_turned_to_a_face_by_name() -> None:
    turned = "turn red dice in cup to {}; gain coins equal to count(dice in cup where star)"
    assert coins(turned.format("bright star")) == 4
    assert coins(turned.format("void")) == 0
    assert coins("turn red dice in cup to star; if no bright die in cup: gain 1 coin") == 1


def test_options_may_be_negative() -> None:
    assert coins("gain coins equal to extra + 3") == 1
