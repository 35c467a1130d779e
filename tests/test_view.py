"""What a player may see of a position, and read in the log; how it is written and drawn."""

import re

import pytest

from cubedsl.interpreter.game import Game
from cubedsl.interpreter.ground import NOWHERE
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.table import picture
from cubedsl.interpreter.table.view import view
from library import ROOT, play_at_random, ruleset

COURT = str(ROOT / "tests" / "games" / "court.cube")
LIARS = str(ROOT / "examples" / "liars_dice.cube")


def game(target: str, *choices: int, players: int = 2, seed: int = 7, board: str = "") -> Game:
    """Return a game in which these choices have been made."""
    begun = Game(prepare(ruleset(target), players=players, board=board or None), seed)
    for index in choices:
        begun.choose(index)
    return begun


# ------------------------------------------------------------------ hidden things


def test_private_and_hidden_zones_are_counted_for_others() -> None:
    state = game(COURT, players=3).state
    own, other, whole = view(state, 0), view(state, 1), view(state, None)
    assert len(own.zone("hand", 0).pieces) == 2 and own.zone("hand", 0).unseen == 0
    assert other.zone("hand", 0).pieces == () and other.zone("hand", 0).unseen == 2
    assert other.zone("hand", 0).texts == ("2 unseen cards",)
    assert own.zone("deck").unseen == len(own.zone("deck")) == len(whole.zone("deck").pieces)
    assert whole.zone("hand", 0) == own.zone("hand", 0)


def test_a_view_tells_values() -> None:
    seen = view(game("cubitos", players=3).state, 1)
    assert seen.value("money", 1) == 0
    assert seen.value("starter") in seen.names
    assert seen.value("at_risk", 0) in (True, False)
    with pytest.raises(LookupError, match="no zone `hands` of seat 1"):
        seen.zone("hands", 1)
    with pytest.raises(LookupError, match="`moneys` is remembered of the game"):
        seen.value("moneys")


def test_dice_show_their_faces() -> None:
    dice = view(game("cubitos").state, None)
    texts = {one.text for seat in (0, 1) for one in dice.zone("roll", seat).pieces}
    assert "light_gray as blank" in texts
    assert all(" as " in text for text in texts)


def test_a_face_is_called_as_it_is_written() -> None:
    liars = {face.text for face in ruleset(LIARS).faces if not face.blank}
    assert liars == {f"pip {number}" for number in range(1, 7)}
    cubitos = {face.text for face in ruleset("cubitos").faces}
    assert {"money", "money 2"} <= cubitos and "money 1" not in cubitos


def test_the_log_names_nothing_unseen() -> None:
    log = game(COURT, players=3).log
    assert [entry.text_for(1) for entry in log[:5]] == [
        "starter is now Player 1",
        "round begins",
        "the game moves 1 unseen card to aside",
        "Player 1 moves 1 unseen card to hand of Player 1",
        log[4].text,
    ]
    assert "unseen" not in log[3].text_for(0) and "unseen" in log[4].text_for(0)
    assert all("unseen" not in entry.text for entry in log)


def test_rolls_under_a_cup_are_read_by_their_owner_only() -> None:
    rolled = [entry for entry in game(LIARS).log if entry.what.name == "ROLLED"]
    assert rolled
    for entry in rolled:
        assert entry.text_for(entry.seat) == entry.text
        assert " as " not in entry.text_for(1 - entry.seat)


def test_open_games_are_read_as_they_are() -> None:
    played = play_at_random(prepare(ruleset("cubitos"), players=2), 1, most=200)
    assert all(entry.heard == () for entry in played.log)


# ------------------------------------------------------------------ in words


def test_sections_are_of_players_and_the_table() -> None:
    found = picture.sections(view(game(COURT, players=3).state, 0))
    assert [one.title for one in found] == ["table", "Player 1", "Player 2", "Player 3"]
    assert dict(found[2].lines)["hand"] == "1 unseen card"
    assert dict(found[2].lines)["has"] == "favours 0"


def test_lines_say_everything() -> None:
    lines = picture.lines(view(game("cubitos").state, None))
    assert any(line.startswith("table: tray: ") for line in lines)
    assert any(line.startswith("Player 1: has: money 0") for line in lines)
    assert any(line.startswith("runner: [1] Player 1 on S (7, 10), [2]") for line in lines)


# ------------------------------------------------------------------ drawn


def test_the_board_is_drawn_as_in_the_file() -> None:
    state = game("cubitos", board="Duck Pond").state
    for seats in state.tokens:
        seats[:] = [NOWHERE] * len(seats)
    board = state.setup.board
    assert board is not None
    drawn = [line[len(picture.MARGIN) :] for line in picture.board(state)]
    assert drawn == [row.replace("#", " ").rstrip() for row in board.rows]


def test_tokens_and_labels_stand_on_their_spaces() -> None:
    state = game("cubitos", players=4, board="Duck Pond").state
    runner = state.setup.ruleset.tokens[0]
    in_row = state.setup.ground.in_row
    state.step_token(runner, 0, in_row[0, 1])
    state.step_token(runner, 1, in_row[0, 1])
    for seat in (2, 3):
        state.step_token(runner, seat, in_row[2, 0])
    drawn = picture.board(state, {in_row[0, 2]: "12", in_row[1, 0]: "3"})
    assert drawn[0] == "      .  [12](12) J   .   .   x   ."
    assert drawn[1].startswith("   (3)  .")
    assert drawn[2].startswith(" [34] f")
    state.step_token(runner, 1, in_row[2, 0])
    assert picture.board(state)[2].startswith(" [*]  f")


def test_signs_never_lie_on_one_another() -> None:
    state = game("cubitos", board="Duck Pond").state
    single = [space.index for space in state.setup.ground.spaces if len(space.cells) == 1]
    labels = {space: str(10 + space % 90) for space in single}
    drawn = "".join(picture.board(state, labels))
    assert sorted(re.findall(r"\((\d\d)\)", drawn)) == sorted(labels.values())


def test_paths_are_rows() -> None:
    assert picture.paths(game("cubitos").state) == (
        "fan_track: 0[12] 1 2 3 4 5 6 7 8 9 10 11 12 13",
    )


def test_the_legend_says_what_letters_stand_for() -> None:
    board = game("cubitos", board="Duck Pond").state.setup.board
    assert board is not None
    lines = picture.legend(board)
    assert "c  reward { gain 2 credits }" in lines
    assert "M  money_shortcut cost 5 to m" in lines


def test_a_game_without_a_board_has_none() -> None:
    assert picture.board(game(COURT).state) == ()
    assert picture.paths(game(COURT).state) == ()
