"""What somebody who plays in a terminal is shown: what happened, the position, the question."""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from attrs import Factory, define

from cubedsl.cli.matching import are_numbered, are_numbers
from cubedsl.cli.shared import style, write
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.render import visible, width
from cubedsl.interpreter.decision import Decision, Option, Outcome
from cubedsl.interpreter.log import Entry, What
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.state import State
from cubedsl.interpreter.table import picture
from cubedsl.interpreter.table.view import View, view

WIDTH_OF_A_PIPE = 100
GAP = 3
HEAD = "1"
SIGN = "1;36"
UNTOLD = frozenset({What.REMEMBERED, What.WAITED, What.SIGNALLED, What.ATTEMPTED})
"""What is not told by itself: it follows from the rest, or can be seen in the position."""
CHOICES = frozenset({What.CHOSE, What.PICKED})


@define
class Shown:
    """What has been shown already, so that only what is new or has changed is shown again."""

    entries: int = 0
    lines: dict[tuple[str, str], str] = Factory(dict)
    drawn: tuple[str, ...] = ()
    seat: int | None = None

    def forget(self) -> None:
        """Let the whole position be shown next time."""
        self.lines, self.drawn = {}, ()

    def news(self, state: State, seat: int | None) -> None:
        """Tell what has happened."""
        log = state.log[self.entries :]
        self.entries = len(state.log)
        picked = {entry.detail for entry in log if entry.what is What.PICKED}
        for entry in log:
            own = entry.what in CHOICES and entry.seat == seat
            one_of_several = entry.what is What.CHOSE and entry.detail in picked
            if entry.what not in UNTOLD and not own and not one_of_several:
                tell(read(entry, seat), "  ")

    def position(self, state: State, seat: int | None, labels: dict[int, str]) -> None:
        """Show the position: all of it the first time, later what has changed."""
        seen = view(state, seat)
        self._sections(seen)
        board = picture.board(state)
        others = (*picture.paths(state), *picture.figures(seen))
        if labels or not set(board) <= set(self.drawn):
            for line in picture.board(state, labels):
                write(_with_signs(visible(line)))
        for line in others:
            if line not in self.drawn:
                write(_with_signs(visible(line)))
        self.drawn, self.seat = (*board, *others), seat

    def _sections(self, seen: View) -> None:
        found = picture.sections(seen)
        now = {(one.title, label): text for one in found for label, text in one.lines}
        gone = {key: "nothing" for key in self.lines if key not in now}
        changed = {key: text for key, text in now.items() if self.lines.get(key) != text}
        self.lines = now
        for title in dict.fromkeys(title for title, _ in (*changed, *gone)):
            write(style(HEAD, visible(title)))
            for (whose, label), text in (*changed.items(), *gone.items()):
                if whose == title:
                    tell(f"{label}: {text}", "  ")


def read(entry: Entry, seat: int | None) -> str:
    """Return an entry of the log as a player reads it, or (None) as it is."""
    return entry.text if seat is None else entry.text_for(seat)


def tell(text: str, indent: str = "") -> None:
    """Write a text, broken into lines that fit."""
    lines = wrap(visible(text), columns(), initial_indent=indent, subsequent_indent=indent + "  ")
    write("\n".join(lines))


def columns() -> int:
    """Return how wide lines may be."""
    if not sys.stdout.isatty():
        return WIDTH_OF_A_PIPE
    return max(shutil.get_terminal_size().columns, 40)


def _with_signs(line: str) -> str:
    return re.sub(r"\[[^\]]+\]|\(\d+\)", lambda found: style(SIGN, found.group()), line)


# ------------------------------------------------------------------ the beginning and the end


def introduction(setup: Setup, seats: Sequence[str], seed: int, number: int) -> str:
    """Return what is played, and who sits where."""
    about = [f"{setup.ruleset.title}, {setup.players} players"]
    about += [f"set {setup.card_set.title}"] if setup.card_set else []
    about += [f"on {setup.board.title}"] if setup.board else []
    game = f", game {number}" if number else ""
    changed = {
        name: value
        for name, value in setup.options.items()
        if value != setup.ruleset.options[name].default
    }
    said = "".join(f"; {name} = {_shown(value)}" for name, value in changed.items())
    who = "; ".join(f"{name}: {seat}" for name, seat in zip(setup.names, seats, strict=True))
    return f"{', '.join(about)}; seed {seed}{game}{said}\n{who}"


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def ending(outcome: Outcome, names: Sequence[str]) -> str:
    """Return how a game ended, in words."""
    if outcome.stopped is not None:
        return f"The game was stopped: {outcome.stopped}"
    winners = [names[seat] for seat in outcome.winners]
    rounds = f"after {outcome.rounds} round" + ("" if outcome.rounds == 1 else "s")
    if not winners:
        return f"Nobody wins, {rounds}."
    if len(winners) == 1:
        return f"{winners[0]} wins {rounds}."
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the victory {rounds}."


# ------------------------------------------------------------------ questions


def question(decision: Decision, names: Sequence[str]) -> None:
    """Show what is asked, and the options."""
    card = f' ("{decision.card}")' if decision.card else ""
    write(style(HEAD, visible(f"{names[decision.seat]}, {decision.name}{card}?")))
    options = decision.options
    if are_numbers(options):
        write(f"  a number from {options[0].text} to {options[-1].text}")
        return
    numbered = are_numbered(options)
    said = [
        f"{place:>2} {one.text}" if numbered else one.text
        for place, one in enumerate(options, start=1)
    ]
    write("\n".join(f"  {line}" for line in _in_columns([visible(one) for one in said])))


def _in_columns(texts: Sequence[str]) -> Iterator[str]:
    """Yield lines with as many texts beside one another as fit, read line by line."""
    widest = max(map(width, texts)) + GAP
    beside = max(1, (columns() - 2) // widest)
    for start in range(0, len(texts), beside):
        row = texts[start : start + beside]
        yield "".join(text + " " * (widest - width(text)) for text in row).rstrip()


def labels(options: Iterable[Option], setup: Setup) -> dict[int, str]:
    """Return the numbers of options that are spaces of the board, to be drawn there."""
    return {
        one.thing: str(place)
        for place, one in enumerate(options, start=1)
        if one.noun is not None and one.noun.sort is Sort.SPACE and one.thing < setup.ground.size
    }
