"""What `cubedsl new` begins with: templates of texts, filled with the names of a ruleset.

A shipped ruleset can have a folder `template` with house rules of its own; for all others a draft
is made out of what there is: a card, a rule, or nothing but an example.
"""

import os
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import chain
from pathlib import Path
from string import Template

from cubedsl import pipeline
from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Card, Owner
from cubedsl.dsl.source import Span

Files = Mapping[str, str]
SEATS = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
CARD = "House card"


def game() -> Files:
    """Return the files of a whole small game."""
    return {name: _template(f"game/{name}") for name in ("game.cube", "README.md")}


def houses(ruleset: Ruleset, target: str, folder: Path) -> Iterator[Files]:
    """Yield drafts of house rules for a ruleset, the best first."""
    if target in pipeline.shipped():
        own = pipeline.folder(target) / "template"
        if own.is_dir():
            yield {one.name: one.read_text("utf-8") for one in sorted(own.iterdir(), reverse=True)}
    names = _names(ruleset, target, folder)
    readme = Template(_template("house/README.md")).safe_substitute(names)
    for text in chain(_with_card(ruleset, names), _with_rule(ruleset, names), _plain(names)):
        yield {"house.cube": text, "README.md": readme}


def _template(name: str) -> str:
    return files("cubedsl").joinpath("templates", *name.split("/")).read_text("utf-8")


def _filled(name: str, names: Mapping[str, str]) -> str:
    return Template(_template(f"house/{name}.cube")).safe_substitute(names)


# ------------------------------------------------------------------ names


def _names(ruleset: Ruleset, target: str, folder: Path) -> dict[str, str]:
    seats = [*SEATS, *(f"P{seat}" for seat in range(len(SEATS), ruleset.players[0]))]
    shipped = target in pipeline.shipped()
    path = target if shipped else _path_from(folder, target)
    return {
        "title": ruleset.title,
        "target": path,
        "base": path if shipped else f'"{path}"',
        "seats": ", ".join(seats[: ruleset.players[0]]),
        "fact": _fact(ruleset),
    }


def _path_from(folder: Path, target: str) -> str:
    """Return how a ruleset is called by a file in a folder."""
    path = Path(target) if Path(target).is_file() else Path(f"{target}.cube")
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return path.resolve().as_posix()


def _fact(ruleset: Ruleset) -> str:
    """Return something that is so in the beginning."""
    for cell in ruleset.cells:
        if cell.is_resource and cell.owner is Owner.PLAYER and isinstance(cell.default, Literal):
            return f"{cell.called(0)} of {SEATS[0]} = {cell.default.value}"
    return f"player_count = {ruleset.players[0]}"


# ------------------------------------------------------------------ drafts


def _with_card(ruleset: Ruleset, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a draft with a copy of a card that is played in the first set."""
    first = next(iter(ruleset.sets.values()), None)
    if first is None or CARD in ruleset.cards:
        return
    for title in first.cards:
        own = {"original": title, "card": _renamed(ruleset.cards[title])}
        yield _filled("card", {**names, **own, "first": first.title, "own": CARD})
        return


def _renamed(card: Card) -> str:
    return re.sub(r'"[^"]*"', f'"{CARD}"', _text(card.span), count=1)


def _with_rule(ruleset: Ruleset, names: Mapping[str, str]) -> Iterator[str]:
    """Yield drafts in which something takes its own place, with the text it had."""
    procedures = (*ruleset.procedures.values(), *ruleset.phases.values())
    spans = [one.span for one in procedures] + [one.span for one in ruleset.rules.values()]
    for span in (*spans, ruleset.game.span):
        yield _filled("rule", {**names, "rule": f"replace {_text(span)}"})


def _plain(names: Mapping[str, str]) -> Iterator[str]:
    yield _filled("plain", names)


def _text(span: Span) -> str:
    return span.text.rstrip()
