"""Functions that ask, a second time: for games in which nobody outside is asked.

No question is ever open there, so a function need not know where it stood, and keeps its names
where others do not read them.
"""

from attrs import define

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.terms import tame
from cubedsl.interpreter.engine.wat import Ending, Writer


def direct(function: c.Function) -> str:
    """Return what a function is called when it is written so."""
    return f"direct.{tame(function.name)}"


@define(eq=False)
class Direct(Writer):
    """Writes one function that asks."""

    def _ask(self, one: c.Ask, before: list[str]) -> list[str]:
        answer = self.get(c.Get(one.answer))
        return [
            *before,
            *self._stands(self._site(one)),
            self._set(one.answer, self._put(one)),
            f"(if (i64.lt_s {answer} (i64.const 0)) (then (unreachable)))",
        ]

    def _asking_call(self, one: c.Call, before: list[str]) -> list[str]:
        given = " ".join(map(self.num, one.arguments))
        return [
            *before,
            *self._stands(self._site(one)),
            f"(local.set $end (call ${direct(one.function)} {given}))",
            "(if (local.get $end) (then (return (local.get $end))))",
            *self._taken(one),
        ]

    def _asking_branch(self, one: c.Branch, before: list[str]) -> list[str]:
        return [*before, *self._branch(one)]

    def _asking_loop(self, one: c.Loop, before: list[str]) -> list[str]:
        return [*before, *self._loop(one)]

    def _head(self) -> list[str]:
        return [f"(func ${direct(self.function)}", *self._parameters(), "(result i32)"]

    def _own_locals(self) -> list[str]:
        return ["(local $end i32)", "(local $got i64)"]

    def _begin(self) -> list[str]:
        return self._given()

    def _end(self) -> list[str]:
        return [*self._left(), f"(i32.const {Ending.DONE})"]
