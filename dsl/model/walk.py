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
NODES = (*EXPRESSIONS, *_classes(statements))
N = TypeVar("N")


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(one.name for one in attrs.fields(cls) if one.name not in ("type", "span"))


def children(node: object) -> Iterator[object]:
    """The nodes directly below a node, in the order of its fields."""
    for name in _fields(cast(Any, type(node))):
        value = getattr(node, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, NODES):
                yield one


def walk(node: object) -> Iterator[object]:
    """A node and all below it, from the top."""
    yield node
    for child in children(node):
        yield from walk(child)


def rebuild(node: N, change: Callable[[Any], Any]) -> N:
    """The node with `change` applied to each node directly below it."""
    changes = {}
    for name in _fields(cast(Any, type(node))):
        value = getattr(node, name)
        if isinstance(value, tuple):
            changes[name] = tuple(change(one) if isinstance(one, NODES) else one for one in value)
        elif isinstance(value, NODES):
            changes[name] = change(value)
    return attrs.evolve(cast(Any, node), **changes) if changes else node
