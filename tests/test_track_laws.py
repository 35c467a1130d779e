"""Laws of tracks: what is read is what is drawn, what is said is true, reports are right."""

import json
from collections import deque
from itertools import permutations

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import maps
from cubedsl import pipeline
from cubedsl.cli import main
from cubedsl.dsl.model.things import Board
from cubedsl.validator.report import report, text
from maps import AROUND, Drawn, Place, board_of, looked_over, ruleset_of, the, track

# ------------------------------------------------------------------ laws of reading


def places(board: Board, drawn: Drawn) -> dict[int, Place]:
    """Where the spaces stand in the drawing: both in reading order."""
    order = sorted(drawn.words, key=lambda one: (one[1], one[0]))
    return dict(enumerate(one for one in order if drawn.words[one][0] != "#"))


def free(drawn: Drawn, **about: str) -> Board:
    """A drawing as the track of a game without start and finish."""
    legend = "legend { . open; ~ wet; a open }"
    text = track(drawn.text(), legend, **about).replace(" from start to finish", "")
    return board_of(text)


@settings(deadline=None)
@given(maps.drawings())
def test_spaces_are_what_is_drawn(drawn: Drawn) -> None:
    board = free(drawn)
    at = places(board, drawn)
    assert len(board.spaces) == len(at)
    for one in board.spaces:
        word = drawn.words[at[one.index]]
        assert (one.key, one.section) == (word[0], int(word[1:]))
        line, column = one.span.position
        assert one.span.text == word and column - 1 == drawn.margin + 2 * at[one.index][0]
    assert board.line_count == max(one.section for one in board.spaces)


@settings(deadline=None)
@given(maps.drawings())
def test_what_touches_is_what_is_drawn_side_by_side(drawn: Drawn) -> None:
    board = free(drawn)
    at, near = places(board, drawn), maps.beside(drawn)
    for one, beside in enumerate(board.touching):
        assert {at[other] for other in beside} == near[at[one]]
        assert {(at[one][0] + dx, at[one][1] + dy) for dx, dy in AROUND} >= near[at[one]]
    assert board.neighbours == board.touching


@settings(deadline=None)
@given(maps.drawings(), st.integers(0, 12), st.integers(0, 12))
def test_neighbours_are_mutual_and_barriers_close_both_ways(
    drawn: Drawn, behind: int, ahead: int
) -> None:
    board = free(drawn, more=f"barrier {behind} | {ahead}")
    for at, near in enumerate(board.touching):
        for to in near:
            assert at in board.touching[to]
            assert (to in board.neighbours[at]) == (at in board.neighbours[to])
            sections = {board.spaces[one].section for one in (at, to)}
            shut = behind != ahead and sections == {behind, ahead}
            assert (to in board.neighbours[at]) != shut


@settings(deadline=None)
@given(maps.drawings(), st.integers(0, 9))
def test_where_a_drawing_stands_does_not_matter(drawn: Drawn, margin: int) -> None:
    moved = Drawn(drawn.words, margin)
    assert free(drawn).touching == free(moved).touching
    assert free(drawn).rows == free(moved).rows


@settings(deadline=None)
@given(maps.drawings())
def test_one_picture_says_what_two_say(drawn: Drawn) -> None:
    one = free(drawn)
    legend = "legend { . open; ~ wet; a open }"
    two_drawings = f'sections """\n{drawn.sections()}\n"""'
    text = track(drawn.text(lines=False), legend, two_drawings)
    two = board_of(text.replace(" from start to finish", ""))
    assert [(a.key, a.section, a.cells) for a in one.spaces] == [
        (b.key, b.section, b.cells) for b in two.spaces
    ]
    assert (one.neighbours, one.rows) == (two.neighbours, two.rows)


@settings(deadline=None)
@given(maps.good_maps())
def test_a_good_map_gives_no_alarm(drawn: Drawn) -> None:
    text = track(drawn.text())
    wet = any(word[0] == "~" for word in drawn.words.values())
    assert maps.codes(text) == ([] if wet else ["CB0612"]), text


# ------------------------------------------------------------------ passes against plain search


def reached(near: dict[Place, set[Place]], start: Place) -> set[Place]:
    """Where one can come to, found without networkx."""
    seen, waiting = {start}, deque([start])
    while waiting:
        new = near[waiting.popleft()] - seen
        seen |= new
        waiting += new
    return seen


@settings(max_examples=200, deadline=None)
@given(maps.any_maps())
def test_what_is_said_of_any_map_is_true(drawn: Drawn) -> None:
    letters = {one: word[0] for one, word in drawn.words.items() if word[0] != "#"}
    (start,) = (one for one, letter in letters.items() if letter == "S")
    (finish,) = (one for one, letter in letters.items() if letter == "F")
    near = maps.beside(drawn)
    land = {
        one: {to for to in beside if letters[to] != "~"} if letters[one] != "~" else set()
        for one, beside in near.items()
    }
    anywhere, by_land = reached(near, start), reached(land, start)
    _, out = looked_over(track(drawn.text()))
    said = {one.code.id for one in out.all}
    assert ("CB0608" in said) == (finish not in by_land)
    cut_off = set(letters) - anywhere
    assert ("CB0609" in said) == bool(cut_off - reached(near, finish))
    trapped = {
        one
        for one in anywhere
        if letters[one] == "~" and near[one] and all(letters[to] == "~" for to in near[one])
    }
    assert ("CB0619" in said) == bool(trapped)
    ends = {one for one in by_land if letters[one] == "." and len(near[one]) == 1}
    assert sum(one.code.id == "CB0620" for one in out.all) == len(ends)


# ------------------------------------------------------------------ reports


@pytest.mark.parametrize(
    ("title", "spaces", "shortest", "lines"),
    [("Nothing Goes Right", 150, 30, 8), ("Duck Pond", 56, 21, 4)],
)
def test_what_is_said_of_the_shipped_tracks(
    title: str, spaces: int, shortest: int, lines: int
) -> None:
    ruleset, _ = pipeline.load("cubitos")
    assert ruleset is not None
    one = report(ruleset, ruleset.boards[title])
    assert (one.spaces, one.shortest, one.lines) == (spaces, shortest, lines)
    assert one.longest is not None and one.shortest is not None
    assert one.shortest < one.longest < spaces
    assert text(one).startswith(f"{title}: {spaces} spaces, {one.closed} of them closed")


def test_shortcuts_with_what_they_save() -> None:
    ruleset, _ = pipeline.load("cubitos")
    assert ruleset is not None
    leaps = report(ruleset, ruleset.boards["Duck Pond"]).leaps
    assert [(one.key, one.price, one.saves) for one in leaps] == [("M", 5, 5), ("V", 3, 7)]


def test_check_says_it_of_every_track() -> None:
    runner = CliRunner()
    said = runner.invoke(main, ["check", "--tracks", "cubitos"]).stdout
    assert "Duck Pond: 56 spaces" in said and "shortest way: 21 steps" in said
    words = ["check", "--tracks", "--format", "json", "cubitos"]
    data = json.loads(runner.invoke(main, words).stdout)
    assert [one["shortest"] for one in data["tracks"]] == [30, 21, 36, 36, 30, 67]


def test_where_all_must_pass() -> None:
    drawn = "S0  .0      .0  F0\n  .0  a0  .0"
    ruleset = ruleset_of(track(drawn, "legend { . open; S start; F finish; a open }"))
    one = report(ruleset, ruleset.boards["M"])
    assert one.chokes == ("row 2, space 2", "row 2, space 3", "row 1, space 3")
    assert (one.shortest, one.longest, one.exact) == (5, 6, True)


def longest_by_brute_force(board: Board) -> int | None:
    """The longest sensible way: all orders of all spaces are tried."""
    start, finish = the(board, "S"), the(board, "F")
    inner = [one.index for one in board.spaces if one.index not in (start, finish)]
    best = None
    for size in range(len(inner) + 1):
        for order in permutations(inner, size):
            way = (start, *order, finish)
            steps = list(zip(way, way[1:], strict=False))
            if all(
                to in board.neighbours[at]
                and board.spaces[to].section >= board.spaces[at].section
                and board.spaces[to].terrain != "wet"
                for at, to in steps
            ):
                best = size + 1
    return best


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([".0", ".1", ".1", "~1", ".2", "#"]), min_size=6, max_size=6),
    st.integers(0, 1),
)
def test_the_longest_way_is_the_longest(words: list[str], last: int) -> None:
    drawn = f"S0  {'  '.join(w.ljust(2) for w in words[:3])}\n  " + "  ".join(
        w.ljust(2) for w in [*words[3:], f"F{last}"]
    )
    ruleset, out = looked_over(track(drawn))
    if ruleset is None:
        assert out.has_errors
        return
    board = ruleset.boards["M"]
    one = report(ruleset, board)
    assert one.exact and one.longest == longest_by_brute_force(board)
