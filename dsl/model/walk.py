"""Going through the nodes of expressions and statements without knowing their classes."""

from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, TypeVar, cast

import attrs

from cubedsl.dsl.model import conditions, sets, statements, values


def _classes(module: ModuleType) -> tuple[type, ...]:
    return tuple(
        one
        for one in vars(module).values()
        if isinstance(one, type) and attrs.has(one) and one.__module__ == module.__name__
    )


EXPRESSIONS = (*_classes(values), *_classes(conditions), *_classes(sets))
NODES = frozenset((*EXPRESSIONS, *_classes(statements)))
N = TypeVar("N")


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(one.name for one in attrs.fields(cls) if one.name not in ("type", "span"))


def children(node: object) -> list[object]:
    """The nodes directly below a node, in the order of its fields."""
    kind: Any = type(node)
    found: list[object] = []
    for name in _fields(kind):
        value = getattr(node, name)
        if type(value) in NODES:
            found.append(value)
        elif isinstance(value, tuple):
            found += [one for one in value if type(one) in NODES]
    return found


def walk(node: object) -> Iterator[object]:
    """A node and all below it, from the top, in the order of the text."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(children(one))


def rebuild(node: N, change: Callable[[Any], Any]) -> N:
    """The node with `change` applied to each node directly below it."""
    changes = {}
    for name in _fields(cast(Any, type(node))):
        value = getattr(node, name)
        if isinstance(value, tuple):
            changes[name] = tuple(change(one) if type(one) in NODES else one for one in value)
        elif type(value) in NODES:
            changes[name] = change(value)
    return attrs.evolve(cast(Any, node), **changes) if changes else node
