"""What is settled once all functions are written: which ask, where they stand, what lies where."""

from collections.abc import Iterable, Iterator

from cubedsl.interpreter.engine.code import (
    Ask,
    Assign,
    Branch,
    Call,
    Finish,
    Function,
    Loop,
    Region,
    Statement,
    Var,
)

ALIGNED = 8
STANDING = 0
"""The cell of a frame that says where its function stands; 0: it is not being carried out."""


def walk(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements and what stands inside them, in the order of the text."""
    waiting = [*statements][::-1]
    while waiting:
        one = waiting.pop()
        yield one
        match one:
            case Branch(then=then, otherwise=otherwise):
                waiting += otherwise[::-1]
                waiting += then[::-1]
            case Loop(body=body):
                waiting += body[::-1]


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
    bodies = {one: [*walk(one.body)] for one in functions}
    asked = [
        one
        for one, body in bodies.items()
        if one.asks or any(isinstance(statement, Ask | Finish) for statement in body)
    ]
    callers = _callers(bodies)
    # The list grows while it is gone through: who calls a function that asks, asks as well.
    for one in asked:
        one.asks = True
        asked += [caller for caller in callers.get(one, ()) if not caller.asks]
    return tuple(_frame(one, bodies[one]) for one in functions if one.asks)


def _callers(bodies: dict[Function, list[Statement]]) -> dict[Function, list[Function]]:
    """Return which functions call a function as a statement."""
    found: dict[Function, list[Function]] = {}
    for caller, body in bodies.items():
        for one in body:
            if isinstance(one, Call):
                found.setdefault(one.function, []).append(caller)
    return found


def _frame(function: Function, body: list[Statement]) -> Region:
    function.sites = [
        one for one in body if isinstance(one, Ask) or (isinstance(one, Call) and one.function.asks)
    ]
    function.kept = tuple(one for one in dict.fromkeys(_names(function, body)) if one.kept)
    for place, one in enumerate(function.kept, start=STANDING + 1):
        one.place = place
    for one in function.results:
        # Whoever called takes them from there.
        one.shared = True
    function.frame = Region(f"frame {function.name}", 8, 1 + len(function.kept))
    return function.frame


def _names(function: Function, body: list[Statement]) -> Iterator[Var]:
    yield from function.parameters
    yield from function.results
    for one in body:
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
