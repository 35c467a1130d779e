"""Boards that are joined: what is theirs stays as it is, and only joints are new."""

from pathlib import Path

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board, Space
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.ground import Ground
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.table import picture
from cubedsl.validator.report import report
from library import ROOT, ruleset

LAKES = str(ROOT / "tests" / "games" / "lakes.cube")
CHAINS = {
    (LAKES, "The Chain"): ("Long Lake", "Mill Pond", "Bear Lake"),
    ("cubitos", "Grand Finale"): ("Still Waters Run Deep", "Testing the Waters"),
}
ALL = pytest.mark.parametrize(("target", "title"), CHAINS)


def parts(target: str, title: str) -> list[tuple[Board, int, int]]:
    """The boards of a chain, each with its first space and with the lines before it."""
    found = []
    first = lines = 0
    for name in CHAINS[target, title]:
        board = ruleset(target).boards[name]
        found.append((board, first, lines))
        first, lines = first + len(board.spaces), lines + board.line_count
    return found


def ground(target: str, title: str) -> Ground:
    game = ruleset(target)
    return prepare(game, players=game.players[0], board=title).ground


def end(rules: Ruleset, board: Board, terrain: str) -> int:
    """The one space of a terrain."""
    noun = rules.board_noun
    assert noun is not None
    wanted = {"start": noun.start, "finish": noun.finish}[terrain]
    return next(one.index for one in board.spaces if one.terrain == wanted)


# ------------------------------------------------------------------ what stays, what is new


@ALL
def test_all_but_the_ends_is_as_it_was(target: str, title: str) -> None:
    whole = ruleset(target).boards[title]
    sources = {one.source for one in whole.joints}

    def drawn(one: Space) -> tuple[object, ...]:
        return one.key, one.terrain, one.attributes, one.reward, one.target, one.title

    for board, first, lines in parts(target, title):
        for old in board.spaces:
            new = whole.spaces[old.index + first]
            assert new.index == old.index + first and new.section == old.section + lines
            assert new.index in sources or drawn(new) == drawn(old)
    assert len(whole.spaces) == sum(len(board.spaces) for board, _, _ in parts(target, title))
    assert whole.line_count == sum(board.line_count for board, _, _ in parts(target, title))


@ALL
def test_steps_stay_on_a_board(target: str, title: str) -> None:
    whole = ruleset(target).boards[title]
    for board, first, _ in parts(target, title):
        for at in range(len(board.spaces)):
            assert whole.neighbours[at + first] == tuple(to + first for to in board.neighbours[at])
            assert whole.touching[at + first] == tuple(to + first for to in board.touching[at])


@ALL
def test_a_joint_leads_from_a_finish_to_the_next_start(target: str, title: str) -> None:
    rules = ruleset(target)
    whole, boards = rules.boards[title], parts(target, title)
    for joint, before, after in zip(whole.joints, boards, boards[1:], strict=False):
        assert joint.source == end(rules, before[0], "finish") + before[1]
        assert joint.target == end(rules, after[0], "start") + after[1]
        assert whole.leads_to(joint.source) == joint.target
        assert whole.spaces[joint.source].section == whole.spaces[joint.target].section
    assert len(whole.joints) == len(boards) - 1
    assert whole.leads_to(end(rules, whole, "finish")) == end(rules, whole, "start")


@ALL
def test_other_spaces_lead_on_within_their_board(target: str, title: str) -> None:
    rules = ruleset(target)
    whole = rules.boards[title]
    for board, first, _ in parts(target, title):
        for at in range(len(board.spaces)):
            to = board.leads_to(at)
            if to >= 0 and at != end(rules, board, "finish"):
                assert whole.leads_to(at + first) == to + first


@ALL
def test_lines_to_the_end_are_those_of_the_own_board(target: str, title: str) -> None:
    whole = ruleset(target).boards[title]
    for board, first, _ in parts(target, title):
        for one in board.spaces:
            at = one.index + first
            left = whole.lines_to_end(at) - whole.spaces[at].section
            assert left == board.line_count - one.section


# ------------------------------------------------------------------ ways


@ALL
def test_the_way_is_that_of_the_parts_and_a_step_for_each_joint(target: str, title: str) -> None:
    rules = ruleset(target)
    whole, boards = rules.boards[title], [board for board, _, _ in parts(target, title)]
    start, finish = end(rules, whole, "start"), end(rules, whole, "finish")
    walked = sum(
        ground(target, one.title).distance(
            end(rules, one, "start"), end(rules, one, "finish"), anywhere=False
        )
        for one in boards
    )
    on = ground(target, title)
    assert on.distance(start, finish, anywhere=False) == walked + len(boards) - 1
    assert on.distance(finish, start, anywhere=True) == len(whole.spaces)
    assert on.distance(start, finish, anywhere=False, onward=False) == len(whole.spaces)
    own = [report(rules, one) for one in (whole, *boards)]
    shortest = [one.shortest for one in own if one.shortest is not None]
    assert shortest[0] == sum(shortest[1:]) + len(boards) - 1
    assert sorted(one.saves or 0 for one in own[0].leaps) == sorted(
        one.saves or 0 for part in own[1:] for one in part.leaps
    )


@ALL
def test_alone_the_word_for_the_start_is_where_all_begins(target: str, title: str) -> None:
    noun = ruleset(target).board_noun
    assert noun is not None
    on = ground(target, title)
    assert len(on.of_terrain[noun.start]) == len(on.of_terrain[noun.finish]) == 1
    starts = [one.terrain == noun.start for one in on.spaces[: on.size]]
    assert sum(starts) == len(CHAINS[target, title])


# ------------------------------------------------------------------ what is shown


@ALL
def test_the_pictures_stand_one_below_the_other(target: str, title: str) -> None:
    rules = ruleset(target)
    whole = rules.boards[title]
    rows: list[str] = []
    for board, _, _ in parts(target, title):
        rows += [*([""] if rows else []), *board.rows]
    assert whole.rows == tuple(rows)
    for one in whole.spaces:
        for row, number in one.cells:
            assert [char for char in whole.rows[row] if char not in " #"][number] == one.key
    game = Game(prepare(rules, players=rules.players[0], board=title), 1)
    assert len(picture.board(game.state)) == len(rows)


def test_the_legend_has_every_meaning_of_a_letter() -> None:
    shown = picture.legend(ruleset("cubitos").boards["Grand Finale"])
    assert len(shown) == len(set(shown))
    assert "F  gate cost 1 to S" in shown and "F  finish to S" in shown
    assert "V  movement_shortcut cost 2 to v" in shown
    assert "V  movement_shortcut cost 3 to v" in shown


# ------------------------------------------------------------------ patches

HOUSE = """ruleset "House" extends cubitos
track "There and back" joins "Duck Pond" to "Duck Pond" as gate cost 2 to "Duck Pond" as gate cost 3
"""
SMALL = """replace track "Testing the Waters" hex {
  legend { . open; S start; F finish to S }
  map \"\"\"
S0  .0  .1  F1
\"\"\"
}
"""


def loaded(path: Path, text: str) -> Ruleset:
    path.write_text(text, "utf-8")
    found, out = pipeline.load(str(path))
    assert found is not None and not out.all, [one.message for one in out.all]
    return found


def test_a_board_can_come_twice(tmp_path: Path) -> None:
    rules = loaded(tmp_path / "house.cube", HOUSE)
    whole, pond = rules.boards["There and back"], rules.boards["Duck Pond"]
    assert whole.line_count == 3 * pond.line_count and len(whole.joints) == 2
    assert [one.lines for one in whole.joints] == [4, 8]
    assert report(rules, whole).shortest == 3 * 21 + 2


def test_what_is_joined_is_what_stands_there_after_patches(tmp_path: Path) -> None:
    text = f'ruleset "Small" extends cubitos\n{SMALL}'.replace("waters", "Waters")
    (tmp_path / "small.cube").write_text(text, "utf-8")
    rules, out = pipeline.load(str(tmp_path / "small.cube"))
    assert out.all == () and rules is not None
    assert rules.boards["Grand Finale"].line_count == 9 + 1


def test_a_board_that_is_joined_cannot_be_removed(tmp_path: Path) -> None:
    text = 'ruleset "Less" extends cubitos\nremove track "Still Waters Run Deep"\n'
    (tmp_path / "less.cube").write_text(text, "utf-8")
    _, out = pipeline.load(str(tmp_path / "less.cube"))
    assert {one.code.id for one in out.errors} == {"CB0222"}


def test_a_file_of_joined_boards_alone_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "both.cube"
    file.write_text('track "Both" joins "Duck Pond" to "Nothing Goes Right" as gate cost 1\n')
    rules, out = pipeline.load(str(file))
    assert [one.code.id for one in out.all] == ["CB0635"]
    assert rules is not None and rules.boards["Both"].line_count == 12
