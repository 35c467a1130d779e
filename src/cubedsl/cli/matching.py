"""Which option a player means: by its number in the list, by its name, or by how that begins."""

import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import combining, normalize

from cubedsl.dsl.suggest import nearest
from cubedsl.interpreter.decision import Option, Way

FEW = 6
LONGEST = 60


def plain(text: str) -> str:
    """Return a text without accents, capitals and double spaces."""
    bare = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return " ".join(bare.casefold().split())


def bare(text: str) -> str:
    """Return a text without anything but words."""
    return " ".join(re.findall(r"\w+", plain(text)))


FORMS: tuple[Callable[[str], str], ...] = (plain, bare)


def are_numbered(options: Sequence[Option]) -> bool:
    """Whether options are chosen by number: not where they are numbers themselves."""
    return not any(option.text.lstrip("-").isdecimal() for option in options)


def are_numbers(options: Sequence[Option]) -> bool:
    """Whether all options are numbers, one behind the other."""
    return all(option.way is Way.NUMBER for option in options)


def find(options: Sequence[Option], said: str) -> int | str:
    """Return the index of the option that is meant, or a sentence that says why there is none."""
    exact = _only(options, said, str.__eq__)
    if isinstance(exact, int):
        return exact
    if re.fullmatch(r"[0-9]{1,9}", said.strip()) and are_numbered(options):
        return _by_number(options, int(said))
    begun = _only(options, said, str.startswith)
    return begun if begun is not None else _unknown(options, said)


def is_name(options: Sequence[Option], said: str) -> bool:
    """Whether an option is called just so."""
    return isinstance(_only(options, said, str.__eq__), int)


def _only(
    options: Sequence[Option], said: str, fits: Callable[[str, str], bool]
) -> int | str | None:
    """Return the one option that fits; a sentence if several do; None if none does."""
    for form in FORMS if are_numbered(options) else FORMS[:1]:
        wanted = form(said)
        found = [i for i, one in enumerate(options) if wanted and fits(form(one.text), wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            return f"`{said}` can be {_listed(options[i].text for i in found)}"
    return None


def _by_number(options: Sequence[Option], number: int) -> int | str:
    if 1 <= number <= len(options):
        return number - 1
    return f"there is no option {number}: they go from 1 to {len(options)}"


def _unknown(options: Sequence[Option], said: str) -> str:
    if are_numbers(options):
        return f"choose a number from {options[0].text} to {options[-1].text}"
    near = nearest(said[:LONGEST], [option.text for option in options])
    short = said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
    return f"there is no option `{short}`" + (f": did you mean `{near}`?" if near else "")


def _listed(texts: Iterable[str]) -> str:
    names = [f"`{text}`" for text in texts]
    shown = names[:FEW] + ([f"{len(names) - FEW} more"] if len(names) > FEW else [])
    return ", ".join(shown[:-1]) + f" or {shown[-1]}"
