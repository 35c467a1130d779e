"""What happened, one entry each, in order: everything that can be seen of a game."""

from collections import Counter
from enum import Enum
from typing import TypeAlias

from attrs import field, frozen


class What(Enum):
    """The sorts of entries; the value is the sentence, to be filled in with the entry's fields."""

    CHOSE = "{who} chooses {things} ({detail})"
    PICKED = "{who} has chosen {things} ({detail})"
    ROLLED = "{who} rolls {things}"
    MOVED = "{who} moves {things} to {detail}"
    TURNED = "{who} turns {things} to {detail}"
    MARKED = "{who} marks {things} as {detail}"
    GAINED = "{who} gains {amount} {detail}"
    PAID = "{who} pays {amount} {detail}"
    REMEMBERED = "{things} is now {detail}"
    STEPPED = "{things} moves to {detail}"
    USED = "{who} uses {things} ({detail})"
    DECLINED = "{who} does not use {things} ({detail}), but must do this"
    WAITED = "{who} waits for {detail}"
    SIGNALLED = "{who}: {detail}"
    ATTEMPTED = "{who}: {detail}, unless something stands in"
    REPLACED = "{who}: {detail} does not happen"
    SHOWN = "{who} shows {things} to {detail}"
    SHUFFLED = "{who} shuffles {detail}"
    REVERSED = "the playing order turns round"
    BEGAN = "{detail} begins"
    CROWNED = "{things} wins"


Heard: TypeAlias = tuple[tuple[tuple[str, ...], str], ...]
"""For every seat: things and detail, as that player reads them."""


@frozen
class Entry:
    """One thing that happened.

    `seat` is who acted (-1: nobody), `who` that player's name.  `things` are what it was about
    (pieces by what could be seen of them, options, players), `detail` where to, as what, which
    event; `amount` how much.  `heard` has for every seat what it reads in place of `things` and
    `detail`, where not everybody could see everything; else it is empty.
    """

    what: What
    seat: int = -1
    who: str = ""
    things: tuple[str, ...] = ()
    detail: str = ""
    amount: int = 0
    heard: Heard = field(default=(), eq=False, repr=False)

    @property
    def text(self) -> str:
        """The entry as a sentence that hides nothing."""
        return self._sentence(self.things, self.detail)

    def text_for(self, seat: int) -> str:
        """Return the entry as a sentence for a player: what was not to be seen has no name."""
        return self._sentence(*self.heard[seat]) if self.heard else self.text

    def _sentence(self, things: tuple[str, ...], detail: str) -> str:
        return self.what.value.format(
            who=self.who or "the game", things=counted(things), detail=detail, amount=self.amount
        )


def counted(things: tuple[str, ...]) -> str:
    """Return things as a list in words: `2 red, blue`; `nothing` if there are none."""
    parts = [f"{count} {one}" if count > 1 else one for one, count in Counter(things).items()]
    return ", ".join(parts) or "nothing"
