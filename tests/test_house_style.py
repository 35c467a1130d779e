"""Budgets of size, and no word of any one game in the Python of the project."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = ("dsl", "interpreter", "rulesets", "src", "validator")
LINES_OF_A_MODULE = 500
LINES_OF_A_FUNCTION = 60

# The names of the kinds, cards, symbols, resources, marks, zones, memory, events and procedures of
# the two games that are shipped, in as far as they are no terms of the field ("die", "draw",
# "movement", "space" are) and no plain English that code needs ("start", "red", "collect").
# `jet_pack` is found in `use_jet_pack`, `JetPack` and "jet-pack" alike, `fan` not in "fantasy".
GAME_WORDS = """
    cubitos cubosaur cubosaurs cubasaurus combotastic
    light_gray dark_gray start_die starting_die
    cat cats dog dogs doggie sword swords rock rocks beaver beavers cheese llama llamas
    dinosaur dinosaurs dino dinos fish cow
    money credit credits draw_token draw_tokens water waters water_movement fan fans fan_track
    tray runner runners jet_pack shortcut shortcuts bleachers borrowed uncounted bought purse
    bust busts busted at_risk round_over roll_over roll_phase run_phase push_or_pass
    draw_amount draw_up draw_free first_roll free_roll set_face end_in_a_bust
    laps_run lines_run lines_behind lines_to_finish dice_lost compared_by_tiebreak tiebreak
    move_step buy_step leave_finish cross_gate crossing_costs enterable stroll for_sale
    tastrophy schmutz smelly livingstone muggles crabby bandito couteau supah soldier
    cubelada pineapple stoned batter benchwarmer dugout eater reliever
    ledercheesen reckless stinky bahama chillster shaman stogie undercover
    bronto rollosaurus shimmy jurassican wikiwiki
    velociraptor velociraptors stegosaurus brontosaurus pterodactyl pentaceratops t_rex trex
    egg eggs dna dna_token dna_tokens dna_mode earn_dna evolution hatch species
    collection add_to_collection refuse refusal keep_or_refuse market fill_market
    worth_of_card most_bonus else_bonus gain_if_paired pair_velociraptors hand_types
    deck_ran_dry last_points new_round turn_over rounds_to_play
    tied_with_none passive_dna direct_interaction three_rounds_for_two
"""

ANY_WORD = "|".join(GAME_WORDS.split()).replace("_", "[_-]")
PATTERN = re.compile(rf"(?<![^\W_])(?:{ANY_WORD})(?![^\W_])")


def files(folders: tuple[str, ...], *suffixes: str) -> list[Path]:
    """Return the files of these kinds, each once: links are not followed."""
    return [
        Path(place, name)
        for folder in folders
        for place, _, names in os.walk(ROOT / folder)
        for name in sorted(names)
        if name.endswith(suffixes)
    ]


def game_words(line: str) -> set[str]:
    """Return the words of a game that stand in a line."""
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", line)
    return {found.replace("-", "_") for found in PATTERN.findall(humps.lower())}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module, at any depth."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_the_code_is_found() -> None:
    assert {file.relative_to(ROOT).parts[0] for file in files(CODE, ".py")} == set(CODE)


def test_modules_are_short() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in files((*CODE, "tests"), ".py")
        if (lines := len(file.read_text("utf-8").splitlines())) > LINES_OF_A_MODULE
    }
    assert long == {}


def test_functions_are_short() -> None:
    long = {
        f"{file.relative_to(ROOT)}:{one.lineno} {one.name}": lines
        for file in files((*CODE, "tests"), ".py")
        for one in functions(ast.parse(file.read_text("utf-8"), str(file)))
        if (lines := (one.end_lineno or one.lineno) - one.lineno + 1) > LINES_OF_A_FUNCTION
    }
    assert long == {}


def test_no_code_knows_a_game() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {', '.join(sorted(game_words(line)))}"
        for file in files(CODE, ".py", ".lark")
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if game_words(line)
    ]
    assert not found, "\n".join(["say it with a word that no game owns:", *found])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the fan moves on", {"fan"}),
        ("fanfare of a fantasy", set()),
        ("use_jet_pack(JET_PACK)", {"jet_pack"}),
        ("class JetPack:", {"jet_pack"}),
        ("_credits = 3", {"credits"}),
        ("from collections import deque", set()),
        ("gain_t_rex_egg", {"t_rex", "egg"}),
        ("a T-Rex", {"t_rex"}),
        ("draw a die, push, discard the active hand, move on the track", set()),
    ],
)
def test_words_of_a_game_are_found(line: str, expected: set[str]) -> None:
    assert game_words(line) == expected
