"""Nouns, and the kinds of value an expression can have."""

from enum import Enum
from typing import TypeAlias

from attrs import frozen


class Sort(Enum):
    """What the things of a noun are."""

    PIECE = "piece"
    PLAYER = "player"
    SPACE = "space"
    FACE = "face"
    KIND = "kind"
    CLASS = "class"
    TOKEN = "token"


@frozen
class Noun:
    """A word for things.

    `piece` is the piece noun's name for kinds ("" means of any piece) and for the classes of a
    partition (then `name` is the partition's name).
    """

    name: str
    plural: str
    sort: Sort
    piece: str = ""


@frozen
class Number:
    """A signed integer of 32 bits."""

    def __str__(self) -> str:
        return "a number"


@frozen
class Flag:
    """Yes or no."""

    def __str__(self) -> str:
        return "yes or no"


@frozen
class Chance:
    """An exact probability (`fractions.Fraction`)."""

    def __str__(self) -> str:
        return "a chance"


@frozen
class Amount:
    """So much of a resource: the number of the resource's cell, and how much."""

    def __str__(self) -> str:
        return "an amount"


@frozen
class Word:
    """One of a closed list of words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)


@frozen
class Things:
    """Things of a noun; `one` if there is at most one.  The noun None is that of `nothing`."""

    noun: Noun | None
    one: bool = False

    def __str__(self) -> str:
        if self.noun is None:
            return "nothing"
        return f"one {self.noun.name}" if self.one else self.noun.plural


@frozen
class Unknown:
    """The kind of value of what is wrong: it fits everywhere, so that one mistake is reported once.

    It occurs only while a text is checked, never in a ruleset.
    """

    def __str__(self) -> str:
        return "something unknown"


Type: TypeAlias = Number | Flag | Chance | Amount | Word | Things | Unknown

PLAYER = Noun("player", "players", Sort.PLAYER)
SPACE = Noun("space", "spaces", Sort.SPACE)
FACE = Noun("face", "faces", Sort.FACE)
NUMBER = Number()
FLAG = Flag()
CHANCE = Chance()
AMOUNT = Amount()
UNKNOWN = Unknown()
NOTHING = Things(None, one=True)
