"""A small drawing of a map, with spaces and a way marked: for what is said about tracks.

    .   .  [~]  .
  .  (.) (.)  ~

`[ ]` is round the spaces that are spoken of, `( )` round those of a way.  Of a large map only
what lies near them is drawn.
"""

from collections.abc import Sequence, Set

from attrs import frozen

LARGE = 16
WIDE = 100
NEAR = 3


@frozen
class Sign:
    """One place of a drawing: half steps from the left edge, the row, and what stands there."""

    x: int
    row: int
    text: str


def sketch(
    signs: Sequence[Sign],
    here: Set[tuple[int, int]],
    way: Set[tuple[int, int]] = frozenset(),
) -> str:
    """Return the drawing; `here` and `way` are places by half step and row."""
    scale = 3 if any(len(one.text) > 2 for one in signs) else 2
    shown = _near(signs, {*here, *way}, scale)
    left = min((one.x for one in shown), default=0)
    rows: dict[int, dict[int, str]] = {}
    for one in shown:
        around = "[]" if (one.x, one.row) in here else "()" if (one.x, one.row) in way else "  "
        column = (one.x - left) * scale
        rows.setdefault(one.row, {})[column] = f"{around[0]}{one.text}{around[1]}"
    first, last = min(rows, default=0), max(rows, default=-1)
    return "\n".join(_line(rows.get(row, {})) for row in range(first, last + 1))


def _near(signs: Sequence[Sign], marked: Set[tuple[int, int]], scale: int) -> Sequence[Sign]:
    """Return what is drawn of a map: all of it, unless it is large."""
    if not marked:
        return signs
    rows = [row for _, row in marked]
    columns = [x for x, _ in marked]
    if max(one.row for one in signs) >= LARGE:
        low, high = min(rows) - NEAR, max(rows) + NEAR
        signs = [one for one in signs if low <= one.row <= high]
    if max(one.x for one in signs) * scale >= WIDE:
        low, high = min(columns) - 4 * NEAR, max(columns) + 4 * NEAR
        signs = [one for one in signs if low <= one.x <= high]
    return signs


def _line(words: dict[int, str]) -> str:
    """Return one row; brackets that share a column with a blank take it."""
    chars: list[str] = []
    for column, word in sorted(words.items()):
        chars += " " * (column + len(word) - len(chars))
        for at, char in enumerate(word, start=column):
            if char != " ":
                chars[at] = char
    return "".join(chars).rstrip()
