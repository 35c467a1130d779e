"""Tracks: how drawings are read, what is found wrong with them, and what is said of good ones."""

from pathlib import Path

import pytest

import maps
from corpus import BadProgram, bad_programs, found
from cubedsl import pipeline
from cubedsl.dsl import codes, render
from cubedsl.dsl.check import drawings as reading
from cubedsl.dsl.codes import tracks as track_codes
from cubedsl.dsl.diagnostic import Diagnostic
from cubedsl.dsl.model.things import Board
from cubedsl.interpreter.scenarios.scenario import run
from cubedsl.interpreter.setup import prepare
from maps import board_of, ground, looked_over, the, track

PLANTED = bad_programs("tracks")
GOOD = sorted(maps.FOLDER.glob("*.cube"))
BESIDE = Path(__file__).parent / "rulesets" / "test_tracks.cube"


def problems(path: Path) -> tuple[Diagnostic, ...]:
    """What `check` says of a file."""
    return pipeline.load(str(path))[1].all


def only(text: str) -> Diagnostic:
    """The one thing that is wrong with a text that stands alone."""
    (one,) = looked_over(text)[1].all
    return one


# ------------------------------------------------------------------ planted mistakes


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_a_good_map(path: Path) -> None:
    said = [one.code for one in problems(path)]
    assert said in ([], [track_codes.CHECKED_WITH])


def test_the_corpus_of_tracks_is_large() -> None:
    hint = f"hint[{track_codes.CHECKED_WITH.id}]"
    planted = [one for program in PLANTED for one in program.expected if one.code != hint]
    bases = {program.path.stem.split("_")[0] for program in PLANTED}
    assert len(planted) >= 60 and bases == {path.stem for path in GOOD} and len(bases) >= 4


# What is said of these is at the text that is wrong, and that says enough.
NOT_DRAWN = """
    CB0602 CB0603 CB0604 CB0605 CB0607 CB0610 CB0612 CB0613 CB0621 CB0629 CB0630 CB0633 CB0634
    CB0635 CB0636 CB0638 CB0639 CB0640
"""


@pytest.mark.parametrize("program", PLANTED, ids=lambda program: program.path.stem)
def test_a_planted_mistake_is_found(program: BadProgram) -> None:
    said = problems(program.path)
    assert found(said) == program.expected
    for one in said:
        if one.code.id.startswith("CB06") and one.code.id not in NOT_DRAWN:
            assert one.picture is not None and "[" in one.picture


def test_every_code_of_tracks_is_planted() -> None:
    planted = {
        one.code[-7:-1]
        for program in (*PLANTED, *bad_programs("check"))
        for one in program.expected
    }
    known = {one for one in codes.ALL if one.startswith("CB06")}
    assert known - planted == set()


def test_a_space_is_named_and_drawn_with_a_way() -> None:
    one = only(track("S0  .0  .0  ~0  ~0\n  .0  ~0  ~0  ~0\nF0  .0  .0  ~0  ~0"))
    assert one.code is track_codes.TRAP
    assert "row 1, space 5" in one.message and "1 closed space " in one.message
    assert one.picture == " S   .  (.) (~) [~]\n   .   ~   ~  [~]\n F   .   .   ~  [~]"
    assert render.data(one)["picture"] == one.picture
    assert "  |    S   .  (.) (~) [~]\n" in render.one(one)


# ------------------------------------------------------------------ T01: parity

ODD = "S0  .0  .0\n  .0  ~0  F0"
EVEN = "  S0  .0  .0\n.0  ~0  F0"


@pytest.mark.parametrize(("drawn", "steps"), [(ODD, 3), (EVEN, 2)])
def test_t01_the_indent_says_what_touches(drawn: str, steps: int) -> None:
    board = board_of(track(drawn))
    start, finish = the(board, "S"), the(board, "F")
    assert ground(board).distance(start, finish, anywhere=False) == steps


def test_t01_two_spaces_touch_or_not() -> None:
    apart, beside = "S0\n      F0", "  S0\n    F0"
    assert maps.codes(track(apart)) == ["CB0612", "CB0612", "CB0608"]
    board = board_of(track(beside))
    assert ground(board).distance(the(board, "S"), the(board, "F"), anywhere=False) == 1


@pytest.mark.parametrize("drawn", ["S0  .0\n.0  F0", "S0  .0\n .0  F0", "S0  .0\n   .0  F0"])
def test_t01_rows_that_do_not_alternate_are_an_error(drawn: str) -> None:
    assert "CB0603" in maps.codes(track(drawn))


def test_t01_neighbours_where_odd_rows_are_set_in() -> None:
    board = board_of(track(".0  .0  .0\n  .0  a0  .0\nS0  .0  F0", NAMED))
    near = {board.spaces[one].cells[0] for one in board.neighbours[the(board, "a")]}
    assert near == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)}


def test_t01_from_places_to_cubes_and_back() -> None:
    for row in range(-6, 7):
        for column in range(-6, 7):
            place = (2 * column + row % 2, row)
            q, r, s = maps.cube(place)
            assert maps.place_of(q, r) == place and q + r + s == 0


# ------------------------------------------------------------------ T02: reachability

LAKE = """
    .0  ~0  ~0  .0
  S0  ~0  ~0  ~0  .0
    .0  ~0  ~0  .0  F0
      .0  .0  .0  .0
""".strip("\n")


def test_t02_water_all_round_is_a_trap() -> None:
    one = only(track(LAKE))
    assert (one.code, one.severity.value) == (track_codes.TRAP, "warning")
    assert "row 2, space 3" in one.message and "1 closed space " in one.message
    assert one.primary.span.position == (10, 11)
    assert one.picture is not None and "[~]" in one.picture


SHORTCUT = "legend { . open; S start; F finish; G gate price 1 to a; a open; b open; ~ wet }"


def test_t02_what_only_a_shortcut_reaches_is_no_mistake() -> None:
    drawn = "S0  G0  .0  .0  b0  F0\n  .0  .0  .0\n~0  ~0  ~0\n  a0  ~0\n~0  ~0"
    legend = SHORTCUT.replace("a open", "a gate price 1 to b")
    one = only(track(drawn, legend))
    assert (one.code, one.severity.value) == (track_codes.ONLY_BY_LEAP, "hint")
    assert "row 4, space 1" in one.message and "only by way of the gate `G`" in one.message


def test_t02_what_a_shortcut_leads_to_must_lead_on() -> None:
    drawn = "S0  G0  .0  b0  F0\n  .0  .0  .0\n~0  ~0  ~0\n  a0  ~0\n~0  ~0"
    one = only(track(drawn, SHORTCUT))
    assert (one.code, one.severity.value) == (track_codes.NO_WAY_ON, "warning")
    assert "only by way of the gate `G`" in one.message and "1 closed space" in one.message


def test_t02_shortcuts_lead_one_way() -> None:
    board = board_of(track("S0  G0  .0  .0  a0  F0", SHORTCUT))
    target = ground(board).target
    assert (target[the(board, "G")], target[the(board, "a")]) == (the(board, "a"), -1)


def test_t02_a_shortcut_without_destination_is_an_error() -> None:
    legend = "legend { . open; S start; F finish; G gate price 1 to a; a open }"
    one = only(track("S0  G0  .0  F0", legend))
    assert (one.code, one.severity.value) == (track_codes.NO_TARGET, "error")


def test_t02_a_finish_behind_water_is_an_error() -> None:
    one = only(track("S0  .0  ~0  F0\n  .0  ~0  ~0"))
    assert (one.code, one.severity.value) == (track_codes.NO_WAY, "error")
    assert "1 closed space" in one.message and "row 1, space 3" in one.message
    assert one.picture is not None and "(~)" in one.picture and "[F]" in one.picture


# ------------------------------------------------------------------ T03: what lies on the way


def jet_packs() -> Board:
    ruleset, out = pipeline.load(str(BESIDE))
    assert ruleset is not None and not out.errors
    board = ruleset.boards["Two jet packs"]
    assert not [one for one in out.all if board.title in one.message]
    return board


def test_t03_movement_effects_lie_where_the_cases_have_them() -> None:
    board = jet_packs()
    steps = ground(board).distance
    first, second, dear = the(board, "J"), the(board, "K"), the(board, "V")
    assert steps(the(board, "S"), first, anywhere=False) == 4
    assert steps(first, second, anywhere=False) == 2
    assert steps(second, dear, anywhere=False) == 2
    assert steps(dear, the(board, "v"), anywhere=False) > 7
    assert ground(board).target[dear] == the(board, "v")


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        ("S0  .0  .0  F0\n  .0  .0\n    j0", "CB0609"),
        ("S0  .0  .0  F0\n  .0  .0\n.0", "CB0620"),
    ],
)
def test_t03_spaces_nobody_comes_to_or_through(drawn: str, code: str) -> None:
    legend = "legend { . open; S start; F finish; j gate }"
    drawn = drawn.replace("    j0", "#   #   #   j0")
    assert code in maps.codes(track(drawn, legend))


# ------------------------------------------------------------------ names of spaces

NAMED = 'legend { . open; S start; F finish; a open "Old bridge" }'


def test_a_map_names_spaces() -> None:
    board = board_of(track("S0  a0  F0\n  .0  .0", NAMED))
    own = the(board, "a")
    assert board.spaces[own].title == "Old bridge"
    assert ground(board).drawn_as["old bridge"] == ground(board).drawn_as["a"] == (own,)


def test_scenarios_find_spaces_by_name(tmp_path: Path) -> None:
    scene = """scenario "Over the weir" {
  seats Ann, Ben
  with track "Mill Race"
  given Ann { runner = space(8, 3); movement = 2 }
  start run_phase
  Ann chooses step, "weir", stop
  then runner of Ann is space("WEIR") and runner of Ann is space("v")
}
"""
    path = tmp_path / "mill.cube"
    path.write_text((maps.FOLDER / "mill.cube").read_text("utf-8") + scene, "utf-8")
    ruleset, out = pipeline.load(str(path))
    assert ruleset is not None and not out.all
    (verdict,) = (run(ruleset, one) for one in ruleset.scenarios if one.title == "Over the weir")
    assert verdict.failure is None, verdict.failure


def test_options_say_the_names_of_spaces() -> None:
    ruleset, _ = pipeline.load(str(maps.FOLDER / "mill.cube"))
    assert ruleset is not None
    setup = prepare(ruleset, players=2, board="Mill Race")
    weir = the(ruleset.boards["Mill Race"], "v")
    assert setup.ground.name_of(weir) == "Weir (8, 4)"


# ------------------------------------------------------------------ files of tracks


def test_a_file_of_tracks_is_checked_with_a_shipped_ruleset() -> None:
    ruleset, out = pipeline.load(str(maps.FOLDER / "gorge.cube"))
    assert ruleset is not None and ruleset.name == "cubitos"
    assert {"The Gorge", "Duck Pond"} <= set(ruleset.boards)
    (hint,) = out.all
    assert hint.code is track_codes.CHECKED_WITH and "`cubitos`" in hint.message


def test_a_file_of_tracks_may_stand_alone() -> None:
    ruleset, out = pipeline.load(str(maps.FOLDER / "fjord.cube"))
    assert ruleset is None and not out.all


def test_a_file_of_tracks_in_the_folder_of_its_ruleset() -> None:
    ruleset, out = pipeline.load(str(pipeline.folder("cubitos") / "tracks.cube"))
    assert ruleset is not None and not out.all


def test_what_is_missing_in_a_file_of_tracks_is_an_error(tmp_path: Path) -> None:
    text = 'track "T" hex {\n  legend { S start; F finish; m mud }\n  map """\nS0  m0  F0\n"""\n}\n'
    path = tmp_path / "mud.cube"
    path.write_text(text, "utf-8")
    assert [one.code.id for one in problems(path)] == ["CB0635", "CB0219"]


def test_a_part_that_holds_more_than_tracks_is_no_file_of_tracks() -> None:
    _, out = pipeline.load(str(pipeline.folder("cubitos") / "flow.cube"))
    assert [one.code.id for one in out.all] == ["CB0401"]


def test_a_map_of_many_thousand_spaces_is_refused() -> None:
    row = "   ".join("." * 60)
    rows = "\n".join("  " * (i % 2) + row for i in range(40))
    said = maps.codes(track(rows))
    assert "CB0638" in said and reading.MOST_SPACES < 2400
