"""How nodes are said: a table for values, one for conditions.

`say` makes of a value what can stand in a sentence as a thing or a number (`your coins`), `holds`
of a condition a clause (`there is a red die in your hand`).
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from cubedsl.dsl import tree
from cubedsl.dsl.prose.vocabulary import Vocabulary

Saying: TypeAlias = Callable[[Any, Vocabulary], str]

VALUES: dict[type, Saying] = {}
CONDITIONS: dict[type, Saying] = {}


def says(*nodes: type) -> Callable[[Saying], Saying]:
    """Enter a function into the table of values."""

    def enter(saying: Saying) -> Saying:
        VALUES.update(dict.fromkeys(nodes, saying))
        return saying

    return enter


def asks(*nodes: type) -> Callable[[Saying], Saying]:
    """Enter a function into the table of conditions."""

    def enter(saying: Saying) -> Saying:
        CONDITIONS.update(dict.fromkeys(nodes, saying))
        return saying

    return enter


def say(node: tree.Expr, at: Vocabulary) -> str:
    """A value in words."""
    saying = VALUES.get(type(node))
    return saying(node, at) if saying else f"whether {holds(node, at)}"


def holds(node: tree.Expr, at: Vocabulary) -> str:
    """A condition in words: a clause that can stand behind `if`."""
    asking = CONDITIONS.get(type(node))
    return asking(node, at) if asking else f"{say(node, at)} is so"
