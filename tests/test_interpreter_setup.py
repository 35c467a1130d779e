"""What is settled before a game: sets, boards, options, and what cannot be."""

import pytest

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import CardSet, Option, Owner
from cubedsl.dsl.model.types import FLAG, NUMBER, Word
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.setup import SetupError, prepare
from modelling import Box, number


def ruleset() -> Ruleset:
    """Return a ruleset with two sets, two boards and options of every sort."""
    box = Box(players=(2, 4))
    bag = box.zone("bag", Owner.GAME)
    red = box.kind("red", bag, 1)
    box.card("Piña", red)
    box.card("Plain", red, attributes={"cost": number(1)})
    box.board("Ring", ["SF"], [(0, 1)])
    box.board("Éclair", ["SF"], [(0, 1)])
    box.sets["Race 1"] = CardSet("Race 1", None, {}, ("Piña",), NOWHERE)
    box.sets["Finale"] = CardSet("Finale", "Éclair", {"laps": 3}, ("Plain",), NOWHERE)
    box.options["laps"] = Option("laps", NUMBER, 1, 1, 3, NOWHERE)
    box.options["risk"] = Option("risk", Word(("ever", "never")), "ever", 0, 0, NOWHERE)
    box.options["teams"] = Option("teams", FLAG, False, 0, 0, NOWHERE)
    return box.ruleset()


RULES = ruleset()


def test_the_first_set_and_board_are_the_default() -> None:
    made = prepare(RULES, players=2)
    assert made.card_set is RULES.sets["Race 1"]
    assert made.board is RULES.boards["Ring"]
    assert made.cards == (RULES.cards["Piña"],)
    assert made.options == {"laps": 1, "risk": "ever", "teams": False}
    assert made.names == ("Player 1", "Player 2")


def test_a_set_brings_its_board_and_options() -> None:
    made = prepare(RULES, players=2, card_set="FINALE")
    assert made.board is RULES.boards["Éclair"]
    assert made.options["laps"] == 3
    made = prepare(RULES, players=2, card_set="finale", board="ring", options={"laps": 2})
    assert made.board is RULES.boards["Ring"]
    assert made.options["laps"] == 2


def test_names_are_found_whatever_their_coding() -> None:
    assert prepare(RULES, players=2, board="e\u0301clair").board is RULES.boards["Éclair"]


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"players": 1}, "By hand is for 2 to 4 players, not 1"),
        ({"players": 5}, "By hand is for 2 to 4 players, not 5"),
        ({"card_set": "Race 2"}, "there is no set `Race 2`: did you mean `Race 1`?"),
        ({"card_set": "x"}, "there is no set `x`: there are `Race 1`, `Finale`"),
        ({"board": "Rings"}, "there is no track `Rings`: did you mean `Ring`?"),
        ({"options": {"lap": 1}}, "there is no option `lap`: did you mean `laps`?"),
        ({"options": {"laps": 4}}, "the option `laps` is a number from 1 to 3, not 4"),
        ({"options": {"laps": True}}, "the option `laps` is a number from 1 to 3, not yes"),
        ({"options": {"risk": "often"}}, "the option `risk` is one of ever, never, not often"),
        ({"options": {"teams": 1}}, "the option `teams` is yes or no, not 1"),
        ({"names": ("Ann",)}, "there are 2 seats, but 1 names"),
        ({"names": ("Ann", "Ann")}, "two seats are called Ann"),
    ],
)
def test_what_cannot_be_is_said(about: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError) as error:
        prepare(RULES, **{"players": 2, **about})  # type: ignore[arg-type]
    assert str(error.value) == message


def test_without_sets_the_first_card_of_a_kind_is_in_play() -> None:
    box = Box()
    red = box.kind("red", box.zone("bag", Owner.GAME), 1)
    first = box.card("First", red)
    box.card("Second", red)
    made = prepare(box.ruleset(), players=1)
    assert made.cards == (first,) and made.board is None
    with pytest.raises(SetupError, match="there is no set `Race 1`: there are no sets"):
        prepare(box.ruleset(), players=1, card_set="Race 1")
