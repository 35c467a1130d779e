"""The program that the engine makes of a game, to be read."""

import re

import pytest
from click.testing import CliRunner

from cubedsl.cli import main
from library import ROOT

PIG = str(ROOT / "examples" / "pig.cube")


def written(*words: str) -> str:
    result = CliRunner().invoke(main, ["program", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_program_can_be_read() -> None:
    text = written(PIG)
    assert "cell point: 2 x 32 bits" in text
    assert "take_turn (you_0, card_1), asks" in text
    assert re.search(r"= ask \d+ ask roll_or_hold \(you_0, card_1, ", text)


def test_a_program_has_a_text_of_webassembly() -> None:
    assert written(PIG, "--wat").startswith("(module")


def test_only_a_short_program_has_a_second_form() -> None:
    assert "(func $direct." in written(PIG, "--wat")
    assert "(func $direct." not in written("cubitos", "--wat")


@pytest.mark.parametrize(("wish", "said"), [("--players=99", "players"), ("--set=X", "no set")])
def test_a_game_that_there_is_not(wish: str, said: str) -> None:
    result = CliRunner().invoke(main, ["program", PIG, wish])
    assert result.exit_code == 2 and said in result.output
