"""Syntax trees in brief, for tests: `Let(x, Binary(+, 1, Words(a)))`, without places."""

from typing import Any

import attrs

from cubedsl.dsl.source import Span
from cubedsl.dsl.tree import Name, Number, Text


def brief(node: object) -> str:
    """A node, its fields in order; what is missing or untrue is a `-`."""
    match node:
        case Name():
            return node.text
        case Number():
            return str(node.value)
        case Text():
            return '"' + node.value.replace("\n", "\\n") + '"'
        case None | False | ():
            return "-"
        case True:
            return "yes"
        case tuple():
            return " ".join(map(_one_of_many, node))
        case _ if attrs.has(type(node)):
            return f"{type(node).__name__}({', '.join(map(brief, parts(node)))})"
        case _:
            return str(node) or "-"


def _one_of_many(node: object) -> str:
    return "-" if node == () else brief(node)


def parts(node: Any) -> list[object]:
    """The fields of a node without its place."""
    values = [getattr(node, field.name) for field in attrs.fields(type(node))]
    return [value for value in values if not isinstance(value, Span)]
