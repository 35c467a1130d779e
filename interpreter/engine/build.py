"""Writing functions of the engine: statements are added one after the other."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from attrs import define, field

from cubedsl.interpreter.engine.code import (
    Again,
    Ask,
    Assign,
    Branch,
    Call,
    Const,
    Fail,
    Finish,
    Function,
    Get,
    Leave,
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
    known,
    number,
)

T = TypeVar("T")


@define(eq=False)
class Opened(Generic[T]):
    """A list of statements that is added to within a `with`, and what it belongs to."""

    _open: list[list[Statement]]
    _statements: list[Statement]
    _of: T

    def __enter__(self) -> T:
        self._open.append(self._statements)
        return self._of

    def __exit__(self, *_: object) -> None:
        self._open.pop()


@define(eq=False)
class Builder:
    """Adds statements to a function, at first to its body."""

    function: Function
    _open: list[list[Statement]] = field(init=False)
    _count: int = 0

    def __attrs_post_init__(self) -> None:
        self._open = [self.function.body]

    @property
    def here(self) -> list[Statement]:
        """The list that is being added to."""
        return self._open[-1]

    def add(self, statement: Statement) -> None:
        """Add a statement."""
        self.here.append(statement)

    # -------------------------------------------------------------- names

    def var(self, name: str, value: Value | int | None = None, *, kept: bool = True) -> Var:
        """Return a new name, with a first value if there is one."""
        self._count += 1
        made = Var(f"{name}{self._count}", kept)
        self.function.names.append(made)
        if value is not None:
            self.set(made, value)
            made.begun = True
        return made

    def temp(self, name: str, value: Value | int | None = None) -> Var:
        """Return a new name that need not survive a question."""
        return self.var(name, value, kept=False)

    def held(self, value: Value, name: str = "t") -> Value:
        """Return the same value, worked out here and now."""
        if isinstance(value, Const) or (isinstance(value, Get) and value.var.fixed):
            return value
        made = self.temp(name, value)
        made.fixed = True
        return Get(made)

    def set(self, var: Var, value: Value | int) -> None:
        """Let a name hold a value."""
        assert not var.fixed
        self.add(Assign(var, number(value)))

    def store(self, region: Region, index: Value | int, value: Value | int, plus: int = 0) -> None:
        """Write an entry of a region."""
        self.add(Store(region, number(index), number(value), plus))

    # -------------------------------------------------------------- control

    def inside(self, statements: list[Statement]) -> "Opened[list[Statement]]":
        """Add to another list for a while."""
        return Opened(self._open, statements, statements)

    def when(self, condition: Value) -> "Opened[Branch]":
        """Do what is added only if a condition holds.

        If that is known, what is not done is added nowhere.
        """
        match known(condition):
            case None:
                branch = Branch(condition, [], [])
                self.add(branch)
            case True:
                branch = Branch(condition, self.here, [])
            case False:
                branch = Branch(condition, [], self.here)
        return Opened(self._open, branch.then, branch)

    def otherwise(self, branch: Branch) -> "Opened[Branch]":
        """Do what is added if the condition of a branch does not hold."""
        return Opened(self._open, branch.otherwise, branch)

    def loop(self, name: str = "loop") -> "Opened[Loop]":
        """Do what is added again and again."""
        self._count += 1
        made = Loop([], f"{name}{self._count}")
        self.add(made)
        return Opened(self._open, made.body, made)

    def leave(self, loop: Loop, condition: Value | None = None) -> None:
        """Leave a loop, if a condition holds."""
        self._jump(Leave(loop), condition)

    def again(self, loop: Loop, condition: Value | None = None) -> None:
        """Go on with the next turn of a loop, if a condition holds."""
        self._jump(Again(loop), condition)

    def _jump(self, jump: Leave | Again, condition: Value | None) -> None:
        if condition is None:
            self.add(jump)
        else:
            self.add(Branch(condition, [jump], []))

    @contextmanager
    def counting(self, first: Value | int, end: Value | int, name: str = "i") -> Iterator[Value]:
        """Count from a number up to (not including) another; for what does not ask."""
        if isinstance(first, int) and end == first + 1:
            yield Const(first)
            return
        counter = self.temp(name, first)
        last = self.held(number(end), "end")
        with self.loop(name) as loop:
            self.leave(loop, Op("ge_s", (Get(counter), last)))
            yield Get(counter)
            self.set(counter, Get(counter) + 1)

    # -------------------------------------------------------------- calls

    def call(
        self,
        function: Function,
        arguments: Sequence[Value | int] = (),
        results: Sequence[Var] = (),
        note: object = None,
    ) -> None:
        """Call a function for what it does."""
        self.function.calls[function] += 1
        self.add(Call(function, tuple(map(number, arguments)), tuple(results), note))

    def result(self, function: Function, *arguments: Value | int) -> Value:
        """Return what a function that does not ask gives back."""
        self.function.calls[function] += 1
        return Result(function, tuple(map(number, arguments)))

    def add_result(self, function: Function, *arguments: Value | int) -> None:
        """Call a function with a result for what it does."""
        self.temp("unused", self.result(function, *arguments))

    def ask(
        self,
        note: object = None,
        function: Function | None = None,
        arguments: Sequence[Value] = (),
    ) -> Value:
        """Let a question be answered: that of a function, or the one that lies in memory; return
        the place of the option."""
        if function is not None:
            self.function.calls[function] += 1
        self.function.asks = True
        answer = self.temp("answer")
        self.add(Ask(answer, note, function, tuple(arguments)))
        return Get(answer)

    def finish(self) -> None:
        """End the game."""
        self.function.asks = True
        self.add(Finish())

    def give(self, *values: Value | int) -> None:
        """End the function."""
        self.add(Return(tuple(map(number, values))))

    def fail(self, reason: int, *about: Value) -> None:
        """Stop the game."""
        self.add(Fail(reason, about))


def one_of(region: Region) -> Value:
    """Return the only entry of a region."""
    return Load(region, Const(0))
