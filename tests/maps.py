"""Tracks for tests: from texts, as drawings at random, and as good ones made at random.

A place is (x, row) in half steps, as in `dsl/check/drawings.py`.
"""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen
from hypothesis import strategies as st

from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import program_of
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board
from cubedsl.dsl.source import Source
from cubedsl.interpreter.ground import Ground, lay_out
from cubedsl.validator import validate

FOLDER = Path(__file__).parent / "corpus" / "tracks"
Place = tuple[int, int]
HEAD = """board mat/mats from start to finish
terrain start, finish big
terrain open, gate
terrain wet closed
attribute price of space = 0
"""
LEGEND = "legend { . open; ~ wet; S start; F finish }"
AROUND = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))


def track(drawn: str, legend: str = LEGEND, more: str = "") -> str:
    """The text of a track that stands alone; a drawing with numbers needs no `more`."""
    return f'{HEAD}mat "M" hex {{\n{legend}\nmap """\n{drawn}\n"""\n{more}\n}}\n'


def looked_over(text: str) -> tuple[Ruleset | None, Diagnostics]:
    """A text that stands alone, and everything that is wrong with it."""
    out = Diagnostics()
    ruleset = check(program_of(Source("a.cube", text), out), out)
    if ruleset is not None:
        validate(ruleset, out)
    return ruleset, out


def ruleset_of(text: str) -> Ruleset:
    """A text without errors."""
    ruleset, out = looked_over(text)
    assert ruleset is not None, [one.message for one in out.all]
    return ruleset


def board_of(text: str) -> Board:
    """The track of a text without errors."""
    return ruleset_of(text).boards["M"]


def codes(text: str) -> list[str]:
    """The codes of everything that is wrong with a text, in the order of the text."""
    return [one.code.id for one in looked_over(text)[1].all]


def ground(board: Board) -> Ground:
    """What the interpreter knows of a track."""
    return lay_out(board, {}, frozenset({"wet"}))


def the(board: Board, key: str) -> int:
    """The one space that a letter draws."""
    (found,) = (one.index for one in board.spaces if one.key == key)
    return found


# ------------------------------------------------------------------ drawings at random


@frozen
class Drawn:
    """Words by place, and how far the drawing is set in."""

    words: Mapping[Place, str]
    margin: int

    def text(self, *, lines: bool = True) -> str:
        """The drawing, with the numbers of lines or with the letters alone."""
        return self._text({one: word if lines else word[0] for one, word in self.words.items()})

    def sections(self) -> str:
        """The numbers alone."""
        return self._text({one: word[1:] for one, word in self.words.items()})

    def _text(self, words: Mapping[Place, str]) -> str:
        last = max(row for _, row in words)
        rows = [""] * (last + 1)
        for (x, row), word in sorted(words.items(), key=lambda one: (one[0][1], one[0][0])):
            rows[row] = rows[row].ljust(self.margin + 2 * x) + word
        return "\n".join(
            row or "#".rjust(self.margin + 1 + row_number % 2 * 2)
            for row_number, row in enumerate(rows)
        )


@st.composite
def drawings(draw: st.DrawFn) -> Drawn:
    """Any letters at any places that are in step, no row left out."""
    odd = draw(st.integers(0, 1))
    places = st.tuples(st.integers(0, 7), st.integers(0, 5))
    found = draw(st.sets(places, min_size=1, max_size=30))
    rows = sorted({row for _, row in found})
    number = {row: i for i, row in enumerate(rows)}
    words = {
        (2 * x + (number[row] + odd) % 2, number[row]): draw(st.sampled_from(".~a"))
        + str(draw(st.integers(0, 12)))
        for x, row in sorted(found)
    }
    return Drawn(words, draw(st.integers(0, 9)))


@st.composite
def good_maps(draw: st.DrawFn) -> Drawn:
    """A band from the left to the right, at least three rows wide, with some closed spaces in it.

    The lines go across; the first and the last column are the start and the finish.
    """
    columns = draw(st.integers(4, 14))
    wide = draw(st.integers(2, 12))
    low, high = 4, 4 + draw(st.integers(2, 3))
    words: dict[Place, str] = {}
    for column in range(columns):
        rows = range(low, high + 1)
        letters = dict.fromkeys(rows, "." if 0 < column < columns - 1 else "SF"[column > 0])
        if column % 3 == 1 and column < columns - 1 and draw(st.booleans()):
            letters[draw(st.sampled_from(rows))] = "~"
        for row, letter in letters.items():
            words[2 * column + row % 2, row] = f"{letter}{column // wide}"
        step = draw(st.sampled_from([-1, 0, 0, 1]))
        low, high = max(0, low + step), max(2, high + step)
    first = min(row for _, row in words)
    # An even number of rows taken away leaves each row as far in as it was.
    first -= first % 2
    shifted = {(x, row - first): word for (x, row), word in words.items()}
    return Drawn(shifted, draw(st.integers(0, 5)))


@st.composite
def any_maps(draw: st.DrawFn) -> Drawn:
    """A full rectangle of land, closed terrain and holes, with a start and a finish."""
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(3, 6))
    letters = draw(
        st.lists(st.sampled_from("..~~.#"), min_size=rows * columns, max_size=rows * columns)
    )
    start, finish = draw(
        st.lists(st.integers(0, rows * columns - 1), min_size=2, max_size=2, unique=True)
    )
    letters[start], letters[finish] = "S", "F"
    words = {
        (2 * (i % columns) + i // columns % 2, i // columns): letter + "0" * (letter != "#")
        for i, letter in enumerate(letters)
    }
    return Drawn(words, 0)


def beside(drawn: Drawn) -> dict[Place, set[Place]]:
    """The places that touch each place of a drawing, found another way than the checker does."""
    spaces = [one for one, word in drawn.words.items() if word[0] != "#"]
    return {
        one: {other for other in spaces if other != one and _steps(one, other) == 1}
        for one in spaces
    }


def cube(place: Place) -> tuple[int, int, int]:
    """Cube coordinates of a place."""
    x, row = place
    q = (x - row) // 2
    return q, row, -q - row


def place_of(q: int, r: int) -> Place:
    """The place of cube coordinates."""
    return 2 * q + r, r


def _steps(one: Place, other: Place) -> int:
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))
