"""Whether two files are alike but for their layout."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse.lexing import scan
from cubedsl.dsl.parse.tables import load
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree import File

SEPARATORS = frozenset({"_NL", "SEMICOLON"})

Mark: TypeAlias = tuple[str, object]


def difference(before: File, after: File) -> str:
    """Say what of two files differs besides their layout; "" if nothing does."""
    for old, new in zip_longest(marks(before.items), marks(after.items)):
        if old != new:
            return f"a {(old or new or ('', ''))[0]}"
    for left, right in zip_longest(signs(before), signs(after)):
        if left != right:
            return f"`{(left or right or ('', ''))[1]}`"
    return ""


def marks(items: object) -> Iterator[Mark]:
    """Yield the nodes of a tree and what stands in them, without their places."""
    for node in walk(items):
        kind = type(node)
        yield kind.__name__, len(node) if isinstance(node, tuple) else _plain(node)


def signs(file: File) -> Iterator[Mark]:
    """Yield words, signs and comments as they stand in the text, without what separates lines."""
    scanned = scan(file.source, load(), Diagnostics())
    found: list[tuple[int, str, str]] = [
        (token.start_pos or 0, "", file.source.text[token.start_pos : token.end_pos])
        for token in scanned.tokens
        if token.type not in SEPARATORS
    ]
    found += [
        (one.span.start, "line" if one.own_line else "end of line", one.text.rstrip())
        for one in file.comments
    ]
    return ((kind, text) for _, kind, text in sorted(found))


def walk(tree: object) -> Iterator[object]:
    """Yield a tree's nodes and values, from left to right; places are left out."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Span):
            yield node
            waiting.extend(reversed(_parts(node)))


def _parts(node: object) -> tuple[object, ...]:
    if isinstance(node, tuple):
        return node
    return tuple(getattr(node, name) for name in _fields(node))


def _plain(node: object) -> object:
    """Return a value; a node says all by its parts."""
    return "" if _fields(node) else node


def _fields(node: object) -> tuple[str, ...]:
    return tuple(field.name for field in getattr(type(node), "__attrs_attrs__", ()))
