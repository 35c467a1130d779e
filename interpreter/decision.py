"""What a game asks: a decision, its options, and how a game ends."""

from enum import Enum

from attrs import frozen

from cubedsl.dsl.model.types import Noun


class Way(Enum):
    """What choosing an option means."""

    THING = "thing"
    NAMED = "named"
    ABILITY = "ability"
    NUMBER = "number"


@frozen
class Option:
    """One thing that may be chosen.

    `text` is what a player reads: a menu word, `yes`, `no`, `done`, a card's title, a number, or
    what can be seen of a thing (`red`, `power axes`, `Ann`).  Of a THING, `thing` is its number
    and `noun` what it is; of an ABILITY, `thing` is the lowest of the pieces that would be used;
    of a NUMBER, `thing` is the number.  `title` is the card's that an ABILITY is of; `text` can
    say more, to tell it from others.
    """

    way: Way
    text: str
    thing: int = -1
    noun: Noun | None = None
    title: str = ""


@frozen
class Decision:
    """A question to one player, with at least two options in canonical order.

    `card` is the title of the card whose ability asks, or None.
    """

    name: str
    seat: int
    options: tuple[Option, ...]
    card: str | None = None


@frozen
class Outcome:
    """How a game ended.

    `winners` are seats, in order (several share the victory; none if it was stopped or nobody was
    crowned).  `stopped` is None, or why the game was stopped: a sentence that names the rule.
    `rounds` counts the turns of the loops that stand directly in `game`.
    """

    winners: tuple[int, ...]
    rounds: int
    stopped: str | None = None
