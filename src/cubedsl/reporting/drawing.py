"""A plot as SVG that stands in a page: its colors are those of the page, its ids its own.

Plots are drawn in stand-ins for colors; in the page they become variables of the style sheet, so
that a plot is dark where the page is dark, and black on white in print.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, FIRST, SECOND = "#010203", "#040506", "#070809", "#0a0b0c"
VARIABLES = {
    INK: "var(--ink)",
    SOFT: "var(--soft)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "cubedsl",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": SOFT,
    "grid.linewidth": 0.4,
    "legend.frameon": False,
}
WIDTH = 7.0


@contextmanager
def drawn(height: float) -> Iterator[tuple["Figure", "Axes"]]:
    """Yield a plot to draw into, so many inches high."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        axes.patch.set_alpha(0)
        yield figure, axes


def svg(figure: "Figure", alt: str) -> str:
    """Return a plot as an element of a page; `alt` says what it shows."""
    from matplotlib import rc_context

    out = StringIO()
    with rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"^.*?(?=<svg)", "", out.getvalue(), flags=re.DOTALL)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg [^>]*?) width="[^"]*"| height="[^"]*pt"', r"\1", text)
    for color, variable in VARIABLES.items():
        text = text.replace(color, variable)
    text = _own_ids(text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', 1).strip()


def _own_ids(text: str) -> str:
    """Give all ids a beginning that no other plot of the page has."""
    own = "p" + sha256(text.encode()).hexdigest()[:8]
    text = re.sub(r'\bid="', f'id="{own}-', text)
    return re.sub(r'(url\(|href=")#', rf"\1#{own}-", text)
