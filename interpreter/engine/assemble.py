"""What is settled once all functions are written: which ask, where they stand, what lies where."""

from collections.abc import Iterable, Iterator

from cubedsl.interpreter.engine.code import (
    Ask,
    Assign,
    Branch,
    Call,
    Fail,
    Finish,
    Function,
    If,
    Load,
    Loop,
    Op,
    Region,
    Result,
    Return,
    Statement,
    Store,
    Value,
    Var,
)

ALIGNED = 8
STANDING = 0
"""The cell of a frame that says where its function stands; 0: it is not being carried out."""


def walk(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements and what stands inside them, in the order of the text."""
    for one in statements:
        yield one
        match one:
            case Branch(then=then, otherwise=otherwise):
                yield from walk(then)
                yield from walk(otherwise)
            case Loop(body=body):
                yield from walk(body)


def stops(statement: Statement) -> bool:
    """Whether a question can be open behind a statement, or the game over."""
    match statement:
        case Ask() | Finish():
            return True
        case Call(function=function):
            return function.asks
        case Branch(then=then, otherwise=otherwise):
            return any(map(stops, then)) or any(map(stops, otherwise))
        case Loop(body=body):
            return any(map(stops, body))
    return False


def calls(function: Function) -> Iterator[Function]:
    """Yield the functions that a function calls, as statements or in values."""
    for one in walk(function.body):
        if isinstance(one, Call):
            yield one.function
        yield from _called_in(one)


def _called_in(statement: Statement) -> Iterator[Function]:
    waiting = [*_values(statement)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Result):
            yield value.function
        waiting += _values(value)


def _values(one: Statement | Value) -> Iterator[Value]:
    """Yield the values that stand directly in a statement or in a value."""
    for name in VALUES.get(type(one), ()):
        found = getattr(one, name)
        yield from found if isinstance(found, tuple) else (found,)


VALUES: dict[type, tuple[str, ...]] = {
    Assign: ("value",),
    Store: ("index", "value"),
    Branch: ("condition",),
    Call: ("arguments",),
    Return: ("values",),
    Fail: ("about",),
    Load: ("index",),
    Op: ("arguments",),
    If: ("condition", "then", "otherwise"),
    Result: ("arguments",),
}
"""Where values stand in statements and values."""


def find_cycle(functions: Iterable[Function]) -> tuple[Function, ...]:
    """Return functions each of which calls the next, the last one the first; none if nothing
    calls itself.

    Every function has one frame, and works in the same memory whoever calls it: it must not be
    called again while it is being carried out.
    """
    done: set[Function] = set()
    for first in functions:
        way, open_calls = [first], [calls(first)]
        while way:
            following = next(open_calls[-1], None)
            if following is None:
                done.add(way.pop())
                open_calls.pop()
            elif following in way:
                return tuple(way[way.index(following) :])
            elif following not in done:
                way.append(following)
                open_calls.append(calls(following))
    return ()


def settle(functions: tuple[Function, ...]) -> tuple[Region, ...]:
    """Find out which functions ask, and give them frames; return the frames."""
    changed = True
    while changed:
        changed = False
        for one in functions:
            if not one.asks and any(map(stops, one.body)):
                one.asks = changed = True
    return tuple(_frame(one) for one in functions if one.asks)


def _frame(function: Function) -> Region:
    function.sites = [
        one
        for one in walk(function.body)
        if isinstance(one, Ask) or (isinstance(one, Call) and one.function.asks)
    ]
    function.kept = tuple(one for one in dict.fromkeys(_names(function)) if one.kept)
    for place, one in enumerate(function.kept, start=STANDING + 1):
        one.place = place
    for one in function.results:
        # Whoever called takes them from there.
        one.shared = True
    function.frame = Region(f"frame {function.name}", 8, 1 + len(function.kept))
    return function.frame


def _names(function: Function) -> Iterator[Var]:
    yield from function.parameters
    yield from function.results
    for one in walk(function.body):
        match one:
            case Assign(var=var):
                yield var
            case Call(results=results):
                yield from results


def lay_out(regions: Iterable[Region], base: int) -> int:
    """Give regions their addresses; return the first one behind them."""
    for one in regions:
        one.base = base
        size = one.width * one.count
        base += -(-size // ALIGNED) * ALIGNED
    return base
