"""Did you mean ...?"""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from unicodedata import normalize

# A name is meant for certain if it is so near, and the next one so much farther away.
NEAR = 0.75
APART = 0.15

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
}

GROUP_WORDS = {"pair": 2, "pairs": 2, "double": 2, "doubles": 2, "triple": 3, "triples": 3}


class Suggestion(str):
    """A sentence of help that names one word; `instead` is that word if it is certain."""

    instead: str | None = None


def fold(name: str) -> str:
    """The form in which names of cards, sets and tracks are compared: case and accents' coding."""
    return normalize("NFC", normalize("NFC", name).casefold())


def quoted(name: str) -> str:
    """A name as it stands in messages; a title has its own quotes."""
    return name if name.startswith('"') else f"`{name}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` most likely stands for, or None."""
    found = _near(name, known)
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> Suggestion | None:
    """A sentence of help, or None if nothing is near."""
    found = _near(name, known)
    if not found:
        return None
    said = Suggestion(f"did you mean `{found[0]}`?")
    best, *others = (_likeness(name, one) for one in found)
    if best >= NEAR and all(best - other >= APART for other in others):
        said.instead = found[0]
    return said


def _near(name: str, known: Iterable[str]) -> list[str]:
    """The two nearest names at most, the nearest first."""
    by_folded = {_plain(one): one for one in sorted(known, reverse=True)}
    return [by_folded[one] for one in get_close_matches(_plain(name), by_folded, n=2, cutoff=0.6)]


def _likeness(name: str, other: str) -> float:
    matcher = SequenceMatcher(None, _plain(other), _plain(name))
    return matcher.ratio()


def _plain(name: str) -> str:
    decomposed = normalize("NFD", name.casefold())
    return "".join(char for char in decomposed if char.isalnum() or char == "_")
