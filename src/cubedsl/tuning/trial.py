"""A choice of numbers as a ruleset: the patch is written, read, checked and played.

What is tried is the text that will be kept, read in the way in which it will be read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from cubedsl import pipeline
from cubedsl.dsl import tree, tunable
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.tunable import Tunable
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.setup import Setup
from cubedsl.tuning.field import Measured, Wanted, plans, play

# A set and a ruleset, ready to be played.
Prepare: TypeAlias = Callable[[Ruleset, str | None], Setup]
Choice: TypeAlias = Mapping[Tunable, int]


@frozen(eq=False)
class Subject:
    """What is tuned: a ruleset, its text, how patches call it (`base`), how it is played.

    `problems` is how many problems the ruleset has before anything is changed.
    """

    ruleset: Ruleset
    declarations: tuple[tree.Declaration, ...]
    base: str
    files: tuple[Path, ...]
    prepare: Prepare
    problems: int = 0

    def patch(self, chosen: Choice, head: str = "", base: str | None = None) -> str:
        """Return the patch that makes a choice."""
        return tunable.patch(
            self.ruleset.title, base or self.base, self.declarations, chosen, head=head
        )


@frozen
class Unfit:
    """Why a choice is not played: what the check found, in so many problems more."""

    problems: int


def read(subject: Subject, chosen: Choice, folder: Path) -> Ruleset | Unfit:
    """Return the ruleset with a choice made, or what is wrong with it."""
    path = folder / "tuned.cube"
    path.write_text(subject.patch(chosen), "utf-8")
    ruleset, out = pipeline.load(str(path), subject.files)
    more = len(out.all) - subject.problems
    return Unfit(max(more, 1)) if ruleset is None or more > 0 else ruleset


def measure(
    subject: Subject,
    chosen: Choice,
    card_set: str | None,
    wanted: Wanted,
    folder: Path,
    interruption: Interruption,
) -> Measured | Unfit:
    """Play the games of a choice."""
    ruleset = read(subject, chosen, folder)
    if isinstance(ruleset, Unfit):
        return ruleset
    setup = subject.prepare(ruleset, card_set)
    return play(plans(setup, wanted), wanted.jobs, interruption)


# ------------------------------------------------------------------ which numbers


def in_play(numbers: Iterable[Tunable], setup: Setup) -> Iterator[Tunable]:
    """Yield the numbers that can matter: not those of cards and boards that are not there."""
    cards = {card.title for card in setup.cards if card is not None}
    board = setup.board.title if setup.board is not None else None
    for one in numbers:
        match one.declaration:
            case tree.GuideDecl(title=title) if title.value not in cards:
                continue
            case tree.TrackDecl(title=title) if title.value != board:
                continue
            case _:
                yield one


def named(numbers: Sequence[Tunable], words: Sequence[str]) -> tuple[Tunable, ...]:
    """Return the numbers whose titles hold one of some words; unless said, all that are marked."""
    if not words:
        return tuple(one for one in numbers if not isinstance(one.declaration, tree.OptionDecl))
    folded = [word.casefold() for word in words]
    return tuple(one for one in numbers if any(word in one.title.casefold() for word in folded))
