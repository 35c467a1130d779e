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
    names = [one for one in dict.fromkeys(_names(function)) if one.kept]
    for place, one in enumerate(names, start=STANDING + 1):
        one.place = place
    function.frame = Region(f"frame {function.name}", 8, 1 + len(names))
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
