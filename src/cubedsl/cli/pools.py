"""`--pool "7 light, 2 dark"`: dice as they are named on the command line."""

import re

import click

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.suggest import did_you_mean, fold


def lots(ruleset: Ruleset, text: str) -> list[tuple[int, int]]:
    """Return the kinds that a text names, by number, and how many of each."""
    found: dict[int, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        said = re.fullmatch(r"(?:([0-9]{1,6})\s*(?:x\s+)?)?(\D.*)", part)
        if said is None:
            raise _wrong(f"`{part}` is not written like `3 red`")
        kind = _kind(ruleset, said[2].strip())
        found[kind] = found.get(kind, 0) + int(said[1] or 1)
    nouns = sorted({ruleset.kinds[kind].noun.name for kind in found})
    if len(nouns) > 1:
        raise _wrong(f"a pool is of one noun, not of {' and '.join(nouns)}")
    return [(kind, count) for kind, count in found.items() if count]


def _kind(ruleset: Ruleset, name: str) -> int:
    for kind in ruleset.kinds:
        if fold(name) in (fold(kind.name), fold(kind.title)):
            return kind.index
    known = [kind.name for kind in ruleset.kinds if kind.faces]
    help = did_you_mean(name, known) or "there are " + ", ".join(f"`{one}`" for one in known)
    raise _wrong(f"there is no kind `{name}`: {help}")


def _wrong(what: str) -> click.BadParameter:
    return click.BadParameter(what, param_hint="--pool")
