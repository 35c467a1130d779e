"""The plots: shares with intervals, before and after, lengths, lines over rounds."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cubedsl.reporting.drawing import FIRST, INK, SECOND, SOFT, drawn, svg
from cubedsl.reporting.parts import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW, FRAME, STRIP = 0.32, 0.9, 0.42
HIGH = 2.8
NARROWEST = 12.0
OF_GAMES = "per cent of the games, with 95 % intervals"


def intervals(
    rows: Sequence[Estimate],
    alt: str,
    *,
    line: float | None = None,
    shares: bool = True,
    label: str = OF_GAMES,
) -> str:
    """Draw figures with intervals, one below the other; `line` is where all would be equal."""
    return compared({"": rows}, alt, line=line, shares=shares, label=label)


def compared(
    series: Mapping[str, Sequence[Estimate]],
    alt: str,
    *,
    line: float | None = None,
    shares: bool = True,
    label: str = OF_GAMES,
) -> str:
    """Draw the same figures as they are in several cases, such as before and after."""
    scale = 100 if shares else 1
    names = [one.name for one in next(iter(series.values()))]
    with drawn(FRAME + ROW * len(names) * (1 + 0.4 * (len(series) - 1))) as (figure, axes):
        for number, (title, rows) in enumerate(series.items()):
            shift = 0.22 * (number - (len(series) - 1) / 2)
            values = [scale * one.value for one in rows]
            low = [max(0.0, scale * (one.value - one.low)) for one in rows]
            high = [max(0.0, scale * (one.high - one.value)) for one in rows]
            axes.errorbar(
                values,
                [place + shift for place in range(len(rows))],
                xerr=[low, high],
                fmt="os"[number % 2],
                color=(FIRST, SECOND)[number % 2],
                capsize=3,
                markersize=5,
                label=title,
            )
        if line is not None:
            axes.axvline(scale * line, color=INK, linewidth=0.8, linestyle="--")
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        if shares:
            axes.set_xlabel(label)
            _widen(axes)
        if len(series) > 1:
            figure.legend(loc="outside upper right", ncols=len(series))
        return svg(figure, alt)


def _widen(axes: "Axes") -> None:
    """Show so many points at least: small differences are to look small."""
    low, high = axes.get_xlim()
    more = max(0.0, NARROWEST - (high - low)) / 2
    axes.set_xlim(low - more, high + more)


def histogram(counts: Mapping[int, int], mean: float, label: str, alt: str) -> str:
    """Draw how often each number came, and the mean."""
    from matplotlib.ticker import MaxNLocator

    with drawn(HIGH) as (figure, axes):
        total = sum(counts.values()) or 1
        places = sorted(counts)
        axes.bar(places, [100 * counts[one] / total for one in places], width=0.85, color=FIRST)
        axes.axvline(mean, color=INK, linewidth=0.8, linestyle="--")
        axes.set_xlabel(label)
        axes.set_ylabel("per cent of the games")
        axes.grid(axis="y")
        axes.set_axisbelow(True)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return svg(figure, alt)


def lines(series: Mapping[str, Sequence[tuple[float, float]]], label: str, alt: str) -> str:
    """Draw what becomes of several numbers; each line has its name at its end."""
    from matplotlib.ticker import MaxNLocator

    with drawn(HIGH + 1) as (figure, axes):
        for number, (title, points) in enumerate(series.items()):
            color = (FIRST, SECOND, INK, SOFT)[number % 4]
            style = ("-", "--", ":", "-.")[number // 4 % 4]
            axes.plot(*zip(*points, strict=True), color=color, linestyle=style, label=title)
            axes.annotate(title, points[-1], xytext=(4, 0), textcoords="offset points", fontsize=8)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(label)
        axes.grid(axis="y")
        return svg(figure, alt)


def by_round(rounds: Sequence[int], rows: Mapping[str, Sequence[float]], alt: str) -> str:
    """Draw bars over the rounds, a row for each name; all to the same scale."""
    from matplotlib.ticker import MaxNLocator

    most = max((max(values) for values in rows.values()), default=0.0) or 1.0
    with drawn(FRAME + STRIP * len(rows)) as (figure, axes):
        for place, values in enumerate(rows.values()):
            heights = [0.85 * value / most for value in values]
            axes.bar(rounds, heights, bottom=-place, width=0.8, color=FIRST)
            axes.axhline(-place, color=SOFT, linewidth=0.6)
        axes.set_yticks([0.3 - place for place in range(len(rows))], list(rows))
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-len(rows) + 0.9, 1.0)
        axes.spines["left"].set_visible(False)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(f"round; the highest bar is {most:.3g} in a game")
        return svg(figure, alt)
