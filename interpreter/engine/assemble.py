"""What is settled once all functions are written: which ask, where they stand, what lies where."""

from collections.abc import Iterable

from cubedsl.interpreter.engine.code import (
    Ask,
    Branch,
    Call,
    Function,
    Loop,
    Region,
    Statement,
)

ALIGNED = 8
STANDING = 0
"""The cell of a frame that says where its function stands; 0: it is not being carried out."""


def walk(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements and what stands inside them, in the order of the text."""
    found: list[Statement] = []
    for one in statements:
        found.append(one)
        if isinstance(one, Branch):
            found += walk(one.then)
            found += walk(one.otherwise)
        elif isinstance(one, Loop):
            found += walk(one.body)
    return found


def find_cycle(functions: Iterable[Function]) -> tuple[Function, ...]:
    """Return functions each of which calls the next, the last one the first; none if nothing
    calls itself.

    Every function has one frame, and works in the same memory whoever calls it: it must not be
    called again while it is being carried out.
    """
    done: set[Function] = set()
    for first in functions:
        way, open_calls = [first], [iter(first.calls)]
        while way:
            following = next(open_calls[-1], None)
            if following is None:
                done.add(way.pop())
                open_calls.pop()
            elif following in way:
                return tuple(way[way.index(following) :])
            elif following not in done:
                way.append(following)
                open_calls.append(iter(following.calls))
    return ()


def settle(functions: tuple[Function, ...]) -> tuple[Region, ...]:
    """Find out which functions ask, and give them frames; return the frames."""
    callers = _callers(functions)
    asked = [one for one in functions if one.asks]
    # The list grows while it is gone through: who calls a function that asks, asks as well.
    for one in asked:
        for caller in callers.get(one, ()):
            if not caller.asks:
                caller.asks = True
                asked.append(caller)
    return tuple(_frame(one) for one in functions if one.asks)


def _callers(functions: Iterable[Function]) -> dict[Function, list[Function]]:
    """Return which functions call a function."""
    found: dict[Function, list[Function]] = {}
    for caller in functions:
        for one in caller.calls:
            found.setdefault(one, []).append(caller)
    return found


def _frame(function: Function) -> Region:
    _find_sites(function, function.body)
    names = (*function.parameters, *function.results, *function.names)
    function.kept = tuple(one for one in names if one.kept)
    for place, one in enumerate(function.kept, start=STANDING + 1):
        one.place = place
    for one in function.results:
        # Whoever called takes them from there.
        one.shared = True
    function.frame = Region(f"frame {function.name}", 8, 1 + len(function.kept))
    return function.frame


def _find_sites(function: Function, statements: Iterable[Statement]) -> None:
    """Number the questions and the calls at which a function can stand."""
    for one in statements:
        before = len(function.sites)
        if isinstance(one, Ask) or (isinstance(one, Call) and one.function.asks):
            function.sites.append(one)
        elif isinstance(one, Branch):
            _find_sites(function, one.then)
            _find_sites(function, one.otherwise)
        elif isinstance(one, Loop):
            _find_sites(function, one.body)
        if len(function.sites) > before:
            function.inside[one] = range(before + 1, len(function.sites) + 1)


def lay_out(regions: Iterable[Region], base: int) -> int:
    """Give regions their addresses; return the first one behind them."""
    for one in regions:
        one.base = base
        size = one.width * one.count
        base += -(-size // ALIGNED) * ALIGNED
    return base
