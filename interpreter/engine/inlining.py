"""Which functions are written out where they are called, as the machine does not do that itself."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from cubedsl.interpreter.engine.assemble import walk
from cubedsl.interpreter.engine.code import Function

SMALL, MOST = 16, 100
"""So many statements, with those written out inside: everywhere; where it is the only call."""
LARGE, SMALLER = 3000, 3
"""In a program of more statements than that, only smaller functions are written out everywhere.

Games of it are a twentieth slower then, but it is compiled in nine tenths of the time."""


Lengths: TypeAlias = Mapping[Function, int]
"""How many statements the functions of a program have."""


def lengths_of(functions: Iterable[Function]) -> Lengths:
    """Return how many statements functions have."""
    return {one: len(walk(one.body)) for one in functions}


def is_large(lengths: Lengths) -> bool:
    """Whether a program is large, so that little in it is written more than once."""
    return sum(lengths.values()) > LARGE


def written_out(lengths: Lengths, roots: Iterable[Function]) -> frozenset[Function]:
    """Return the functions that are written out wherever they are called; `roots` are not."""
    times = Counter[Function]()
    for one in lengths:
        times.update(one.calls)
    roots, sizes = frozenset(roots), dict[Function, int]()
    small = SMALLER if is_large(lengths) else SMALL
    found: set[Function] = set()

    def size(one: Function) -> int:
        if one not in sizes:
            # What is too long by itself is not looked into.
            own = lengths[one]
            sizes[one] = own if own > MOST else own + inside(one)
        return sizes[one]

    def inside(one: Function) -> int:
        return sum(n * size(other) for other, n in one.calls.items() if may_be(other))

    def may_be(one: Function) -> bool:
        if one.native or one.rare or one.frame is not None or one in roots or one not in lengths:
            return False
        limit = MOST if times[one] == 1 else small
        if size(one) <= limit:
            found.add(one)
        return one in found

    for one in lengths:
        may_be(one)
    return frozenset(found)
