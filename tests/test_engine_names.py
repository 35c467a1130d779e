"""A name that has begun is written before it is read, wherever a program goes.

Functions that are written out in others rely on it: only names that have not begun are emptied.
"""

from collections.abc import Iterable

import pytest

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.lower.whole import lower
from equality import setups
from library import BENCH, GAMES, SHIPPED, WHOLE


def read_too_early(function: c.Function) -> set[str]:
    """The names that have begun and may be read before they are written."""
    early = _Early()
    early.block(function.body, frozenset(function.parameters))
    return early.found


class _Early:
    """Follows the ways through a function; where there is no way on, nothing is known (None)."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.left: dict[c.Loop, list[frozenset[c.Var]]] = {}

    def block(
        self, statements: list[c.Statement], written: frozenset[c.Var]
    ) -> frozenset[c.Var] | None:
        known: frozenset[c.Var] | None = written
        for one in statements:
            if known is None:
                return None
            known = self.after(one, known)
        return known

    def after(self, one: c.Statement, written: frozenset[c.Var]) -> frozenset[c.Var] | None:
        match one:
            case c.Assign(var=var, value=value):
                return self.read((value,), written) | {var}
            case c.Call(arguments=arguments, results=results):
                return self.read(arguments, written) | {*results}
            case c.Store(index=index, value=value):
                return self.read((index, value), written)
            case c.Branch(condition=condition, then=then, otherwise=otherwise):
                self.read((condition,), written)
                return common([self.block(then, written), self.block(otherwise, written)])
            case c.Loop(body=body):
                self.left[one] = []
                self.block(body, written)
                return common(self.left[one])
            case c.Leave(loop=loop):
                self.left[loop].append(written)
            case c.Return(values=values) | c.Fail(about=values):
                self.read(values, written)
            case c.Ask(arguments=arguments):
                return self.read(arguments, written)
        return None

    def read(self, values: Iterable[c.Value], written: frozenset[c.Var]) -> frozenset[c.Var]:
        for value in values:
            match value:
                case c.Get(var=var) if var.begun and var not in written:
                    self.found.add(var.name)
                case c.Load(index=index):
                    self.read((index,), written)
                case c.Op(arguments=arguments) | c.Result(arguments=arguments):
                    self.read(arguments, written)
                case c.If(condition=condition, then=then, otherwise=otherwise):
                    self.read((condition, then, otherwise), written)
        return written


def common(ways: Iterable[frozenset[c.Var] | None]) -> frozenset[c.Var] | None:
    """What is written on all ways that lead on."""
    known = [one for one in ways if one is not None]
    return frozenset.intersection(*known) if known else None


def test_what_is_read_too_early_is_found() -> None:
    given = c.Var("n")
    b = Builder(c.Function("f", (given,)))
    with b.when(c.Get(given)) as branch:
        early = b.temp("early", 1)
    with b.otherwise(branch):
        b.give()
    late = b.temp("late", c.Get(early))
    assert read_too_early(b.function) == set()
    with b.when(c.Get(given)):
        inner = b.temp("inner", c.Get(late))
    b.set(late, c.Get(inner))
    assert read_too_early(b.function) == {inner.name}


@pytest.mark.parametrize("target", (*SHIPPED, *map(str, (*WHOLE, *GAMES, *BENCH))))
def test_no_program_reads_a_name_too_early(target: str) -> None:
    _, setup = setups(target)[0]
    for function in lower(setup).program.functions:
        assert not read_too_early(function), function.name
