"""Did you mean ...?"""

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import normalize


def fold(name: str) -> str:
    """The form in which names of cards, sets and tracks are compared: case and accents' coding."""
    return normalize("NFC", normalize("NFC", name).casefold())


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` most likely stands for, or None."""
    by_folded = {_plain(one): one for one in sorted(known, reverse=True)}
    found = get_close_matches(_plain(name), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A sentence of help, or None if nothing is near."""
    found = nearest(name, known)
    return f"did you mean `{found}`?" if found else None


def _plain(name: str) -> str:
    decomposed = normalize("NFD", name.casefold())
    return "".join(char for char in decomposed if char.isalnum() or char == "_")
