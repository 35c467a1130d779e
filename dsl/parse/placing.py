"""Where productions stand, worked out while they are put together.

Lark can do it, but keeps lines and columns as well, and that took a third of the time of parsing.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from attrs import frozen
from lark import Token
from lark.grammar import Rule
from lark.parsers.lalr_parser_state import ParseConf

from cubedsl.dsl.parse.syntax import Place, Syntax

Build: TypeAlias = Callable[[list[Any]], Any]


@frozen(eq=False, repr=False)
class Placing:
    """Builds a production, and notes its place.

    What is left out of the tree (signs, words) counts.  A production that gives way to its only
    child leaves it its own place, but what stands round it counts from then on.
    """

    build: Build

    def __call__(self, children: list[Any]) -> Any:
        """Return what is made of the parts of a production."""
        made = self.build(children)
        first = _first(children)
        if first is not None and isinstance(made, Syntax):
            last = _first(reversed(children)) or first
            made.whole = first[0], last[1]
            made.place = made.place or made.whole
        return made


def _first(children: Iterable[Syntax | Token]) -> Place | None:
    """The place of the first child that is not empty."""
    for one in children:
        if isinstance(one, Token):
            return one.start_pos or 0, one.end_pos or 0
        if one.whole is not None:
            return one.whole
    return None


def placed(conf: ParseConf[int]) -> ParseConf[int]:
    """Return how to parse so that places are noted."""
    callbacks: dict[Any, Any] = {
        rule: Placing(build) if isinstance(rule, Rule) else build
        for rule, build in conf.callbacks.items()
    }
    return ParseConf(conf.parse_table, callbacks, conf.start)
