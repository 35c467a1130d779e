"""How words are said: the word must be there, and what stands in braces be a parameter of it."""

import re
from collections.abc import Iterable

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import names
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

GAP = re.compile(r"\{([^{}]*)\}")


def check(world: World) -> None:
    """Report sayings of what is not there."""
    for decl in world.program.declarations:
        if isinstance(decl, tree.SayDecl):
            _check(world, decl)


def _check(world: World, decl: tree.SayDecl) -> None:
    sorts = _sorts(world)
    known = sorts.get(decl.sort.text)
    if known is None:
        message = f"how a {decl.sort.text} is said cannot be told, expected {', '.join(sorts)}"
        _unknown(world, decl.sort.span, decl.sort.text, message, sorts)
    elif decl.name.text not in known:
        message = f"there is no {decl.sort.text} `{decl.name.text}`"
        _unknown(world, decl.name.span, decl.name.text, message, known)
    else:
        _check_gaps(world, decl)


def _sorts(world: World) -> dict[str, list[str]]:
    """The words of each sort of which can be told how they are said."""
    return {
        "event": [*world.events],
        "option": [*world.options],
        "remember": [one.name for one in world.cells],
        "rule": [*world.rule_decls],
        "tally": [one.cell.name for one in world.tallies],
        "to": [*world.procedures],
    }


def _check_gaps(world: World, decl: tree.SayDecl) -> None:
    procedure = world.procedures.get(decl.name.text) if decl.sort.text == "to" else None
    known = [one.name.text for one in procedure.decl.parameters] if procedure else []
    for found in GAP.finditer(decl.text.value):
        if found[1] not in known:
            start = decl.text.span.start + 1
            span = Span(decl.span.source, start + found.start(1), start + found.end(1))
            message = f"`{decl.name.text}` is given nothing that is called `{found[1]}`"
            _unknown(world, span, found[1], message, known)


def _unknown(world: World, span: Span, word: str, message: str, known: Iterable[str]) -> None:
    world.wrong(names.UNKNOWN_NAME, span, message, help=did_you_mean(word, known))
