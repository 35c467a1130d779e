"""A program of the engine as people read it."""

from collections.abc import Iterator

from cubedsl.interpreter.engine import code as c

SIGNS = {
    **{"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<"},
    **{"shr_u": ">>", "shr_s": ">>", "eq": "=", "ne": "!=", "both": "and", "either": "or"},
    **{"lt_s": "<", "le_s": "<=", "gt_s": ">", "ge_s": ">=", "lt_u": "<u", "le_u": "<=u"},
    **{"gt_u": ">u", "ge_u": ">=u", "div_s": "/", "div_u": "/", "rem_s": "%", "rem_u": "%"},
}
INDENT = "  "


def disassembled(program: c.Program) -> Iterator[str]:
    """Yield the lines of a program: its state, its tables, its functions."""
    yield "state"
    for region in program.image:
        yield f"{INDENT}{region.name}: {region.count} x {8 * region.width} bits at {region.base}"
    yield "tables"
    for region in program.tables:
        yield f"{INDENT}{region.name}: {region.count} x {8 * region.width} bits at {region.base}"
    for function in program.functions:
        yield ""
        yield from _function(function)


def _function(function: c.Function) -> Iterator[str]:
    names = ", ".join(one.name for one in function.parameters)
    gives = f" -> {len(function.results)}" if function.results else ""
    asks = ", asks" if function.asks else ""
    yield f"{function.name} ({names}){gives}{asks}"
    yield from _block(function.body, 1)


def _block(statements: list[c.Statement], depth: int) -> Iterator[str]:
    for one in statements:
        yield from _statement(one, depth)


def _statement(one: c.Statement, depth: int) -> Iterator[str]:
    pad = INDENT * depth
    match one:
        case c.Branch(condition=condition, then=then, otherwise=otherwise):
            yield f"{pad}if {value(condition)}"
            yield from _block(then, depth + 1)
            if otherwise:
                yield f"{pad}else"
                yield from _block(otherwise, depth + 1)
        case c.Loop(body=body, name=name):
            yield f"{pad}loop {name}"
            yield from _block(body, depth + 1)
        case _:
            yield pad + _plain(one)


def _plain(one: c.Statement) -> str:
    match one:
        case c.Assign(var=var, value=found):
            return f"{var.name} = {value(found)}"
        case c.Store(region=region, index=index, value=found, plus=plus):
            return f"{_place(region, index, plus)} = {value(found)}"
        case c.Leave(loop=loop):
            return f"leave {loop.name}"
        case c.Again(loop=loop):
            return f"again {loop.name}"
        case c.Call(function=function, arguments=arguments, results=results):
            into = f"{', '.join(var.name for var in results)} = " if results else ""
            return f"{into}{function.name} ({', '.join(map(value, arguments))})"
        case c.Return(values=values):
            return f"give {', '.join(map(value, values))}".rstrip()
        case c.Fail(reason=reason, about=about):
            return f"stop {reason} {', '.join(map(value, about))}".rstrip()
        case c.Ask(answer=answer, function=function, arguments=arguments):
            given = f" {function.name} ({', '.join(map(value, arguments))})" if function else ""
            return f"{answer.name} = ask{given}"
        case c.Finish():
            return "finish"
    raise TypeError(one)


def _place(region: c.Region, index: c.Value, plus: int) -> str:
    if isinstance(index, c.Const):
        return f"[{region.name} {index.value + plus}]"
    return f"[{region.name} {value(index)}{f' + {plus}' if plus else ''}]"


def value(found: c.Value) -> str:
    """Return a value as it is read."""
    match found:
        case c.Const(value=number):
            return str(number)
        case c.Get(var=var):
            return var.name
        case c.Load(region=region, index=index, plus=plus):
            return _place(region, index, plus)
        case c.If(condition=condition, then=then, otherwise=otherwise):
            return f"({value(then)} if {value(condition)} else {value(otherwise)})"
        case c.Result(function=function, arguments=arguments):
            return f"{function.name} ({', '.join(map(value, arguments))})"
        case c.Op(name=name, arguments=(left, right)) if name in SIGNS:
            return f"({value(left)} {SIGNS[name]} {value(right)})"
        case c.Op(name=name, arguments=arguments):
            return f"{name} {' '.join(map(value, arguments))}".rstrip()
    raise TypeError(found)
