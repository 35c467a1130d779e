"""Programs as WebAssembly text.

A function that does not ask becomes a function of WebAssembly with parameters and results.  One
that asks has no results, they lie in its frame: what it gives back is how it ended, see `Ending`.
When a question is open, it puts its names into its frame.  When it is answered from outside, the
functions that stood open are called again, each skips to where it stood, and the innermost goes on.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from attrs import define

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.assemble import STANDING
from cubedsl.interpreter.engine.terms import Part, Terms, is_cheap, tame

MOST_ABOUT = 2
"""How many numbers a reason to stop can be about."""


class Ending(IntEnum):
    """How a function that asks ended: it is done, a question is open, the game is over."""

    DONE = 0
    OPEN = 1
    OVER = 2


STORES = {2: "i64.store16", 4: "i64.store32", 8: "i64.store"}
AWAY = "(if (i32.eqz (local.get $at)) (then"
"""Begins what is only done if the function is not on the way back to where it stood."""


@define(eq=False)
class Writer(Terms):
    """Writes one function."""

    def part(self, function: c.Function) -> Part:
        """A function as part of others."""
        parts = self.common.parts
        if function not in parts:
            mark = f"{function.name.partition(' ')[0]}."
            parts[function] = Writer(function, self.common, mark).as_part()
        return parts[function]

    def as_part(self) -> Part:
        """The function as part of others."""
        own = self.function
        self.names.update(dict.fromkeys(map(self.own, (*own.parameters, *own.names))))
        taken = [f"(local.set ${self.own(one)})" for one in reversed(own.parameters)]
        # Each call begins with empty names, as if they were its own.
        empty = [
            f"(local.set ${self.own(one)} (i64.const 0))" for one in own.names if not one.begun
        ]
        body = self.block(own.body)
        text = "\n".join([*taken, *empty, *body, *self._end()])
        return Part(" ".join(["(result i64)"] * len(own.results)), text, tuple(self.names))

    # -------------------------------------------------------------- statements

    def block(self, statements: list[c.Statement]) -> list[str]:
        """Statements one after the other.

        On the way back to where the function stood, what comes before that is skipped.  What comes
        behind the last place where it can stand in here is never skipped: only who stands in here
        comes in here.
        """
        lines: list[str] = []
        plain: list[str] = []
        inside = self.function.inside
        for one in statements:
            if one in inside:
                lines += self._stopping(one, plain)
                plain = []
            else:
                plain += PLAIN[type(one)](self, one)
        return [*lines, *plain]

    def _skipped(self, lines: list[str]) -> list[str]:
        return [AWAY, *lines, "))"] if lines else []

    def _assign(self, one: c.Assign) -> list[str]:
        return [self._set(one.var, self.num(one.value))]

    def _store(self, one: c.Store) -> list[str]:
        place = self.place(one.region, one.index, one.plus)
        return [f"({STORES[one.region.width]} {place} {self.num(one.value)})"]

    def _branch(self, one: c.Branch) -> list[str]:
        if len(one.then) == 1 and isinstance(one.then[0], c.Leave | c.Again) and not one.otherwise:
            return [f"(br_if {self._goal(one.then[0])} {self.truth(one.condition)})"]
        lines = [f"(if {self.truth(one.condition)} (then", *self.block(one.then)]
        if one.otherwise:
            lines += [") (else", *self.block(one.otherwise)]
        return [*lines, "))"]

    def _loop(self, one: c.Loop) -> list[str]:
        start = f"(block $out_{one.name} (loop $in_{one.name}"
        return [start, *self.block(one.body), f"(br $in_{one.name})", "))"]

    def _jump(self, one: c.Leave | c.Again) -> list[str]:
        return [f"(br {self._goal(one)})"]

    def _goal(self, one: c.Leave | c.Again) -> str:
        return f"${'out' if isinstance(one, c.Leave) else 'in'}_{one.loop.name}"

    def _finish(self, one: c.Finish) -> list[str]:
        return [f"(return (i32.const {Ending.OVER}))"]

    def _set(self, var: c.Var, text: str) -> str:
        if self.is_shared(var):
            return self._stored(var, text)
        return f"(local.set ${self.own(var)} {text})"

    def _stored(self, var: c.Var, text: str) -> str:
        assert self.function.frame is not None
        return f"(i64.store offset={self.function.frame.base + 8 * var.place} (i32.const 0) {text})"

    def _call(self, one: c.Call) -> list[str]:
        lines = [self.called(one.function, one.arguments)]
        for result in reversed(one.results):
            if self.is_shared(result):
                lines += ["(local.set $got)", self._set(result, "(local.get $got)")]
            else:
                lines.append(f"(local.set ${self.own(result)})")
        return lines

    def _return(self, one: c.Return) -> list[str]:
        values = one.values
        if self.mark:
            return [f"(br $back {' '.join(map(self.num, values))})"]
        if self.function.frame is None:
            return [f"(return {' '.join(map(self.num, values))})"]
        sets = [
            self._set(var, self.num(value))
            for var, value in zip(self.function.results, values, strict=True)
        ]
        return [*sets, *self._left(), f"(return (i32.const {Ending.DONE}))"]

    def _fail(self, one: c.Fail) -> list[str]:
        if one.reason < 0:
            return ["(unreachable)"]
        rest = MOST_ABOUT - len(one.about)
        numbers = [c.Const(one.reason), *one.about, *[c.Const(0)] * rest]
        return [f"(call $fail {' '.join(map(self.num, numbers))})", "(unreachable)"]

    # -------------------------------------------------------------- what can stop

    def _stand(self, site: int) -> str:
        assert self.function.frame is not None
        base = self.function.frame.base + 8 * STANDING
        return f"(i64.store offset={base} (i32.const 0) (i64.const {site}))"

    def _left(self) -> list[str]:
        """Note that the function is not being carried out, if anybody wants to know."""
        return [self._stand(0)] if self.function.watched else []

    def _stands(self, site: int) -> list[str]:
        return [self._stand(site)] if self.function.watched else []

    def _stopping(self, one: c.Statement, before: list[str]) -> list[str]:
        """A statement in which the function can stand, and what comes `before` it."""
        match one:
            case c.Ask():
                return self._ask(one, before)
            case c.Call():
                return self._asking_call(one, before)
            case c.Branch():
                return self._asking_branch(one, before)
            case c.Loop():
                return self._asking_loop(one, before)
        raise TypeError(one)

    def _site(self, one: c.Call | c.Ask) -> int:
        return self.function.inside[one].start

    def _within(self, statements: list[c.Statement]) -> str:
        """Whether the function stood inside some statements."""
        inside = self.function.inside
        inner = [inside[one] for one in statements if one in inside]
        if not inner:
            return "(i32.const 0)"
        first, last = inner[0].start, inner[-1].stop - 1
        above = f"(i32.sub (local.get $at) (i32.const {first}))"
        return f"(i32.le_u {above} (i32.const {last - first}))"

    def _passing(self, statements: list[c.Statement]) -> str:
        return f"(i32.or (i32.eqz (local.get $at)) {self._within(statements)})"

    def _asking_branch(self, one: c.Branch, before: list[str]) -> list[str]:
        back = f"(if (if (result i32) (local.get $at) (then {self._within(one.then)}) (else"
        lines = [back, *before, f"{self.truth(one.condition)})) (then", *self.block(one.then)]
        if not one.otherwise:
            return [*lines, "))"]
        lines += [") (else", *self.block(one.otherwise), "))"]
        return [f"(if {self._passing([one])} (then", *lines, "))"]

    def _asking_loop(self, one: c.Loop, before: list[str]) -> list[str]:
        inner = [f"(if {self._passing([one])} (then", *self._loop(one), "))"]
        return [*self._skipped(before), *inner]

    def _asking_call(self, one: c.Call, before: list[str]) -> list[str]:
        site = self._site(one)
        given = " ".join(map(self._argument, one.arguments))
        return [
            *self._skipped([*before, *self._stands(site)]),
            f"(if {self._passing([one])} (then",
            f"(local.set $end (call ${tame(one.function.name)} {given}))",
            "(local.set $at (i32.const 0))",
            "(if (local.get $end) (then",
            *self._leave(site),
            "))",
            *self._taken(one),
            "))",
        ]

    def _taken(self, one: c.Call) -> list[str]:
        """Take what a function that asks has left in its frame."""
        own = one.function.results
        pairs = zip(one.results, own, strict=True)
        return [self._set(var, self.loaded(one.function, left)) for var, left in pairs]

    def _argument(self, value: c.Value) -> str:
        """What is given to a function that asks: on the way back to where it stood, anything."""
        text = self.num(value)
        if is_cheap(value):
            return text
        fresh = f"(then {text}) (else (i64.const 0))"
        return f"(if (result i64) (i32.eqz (local.get $at)) {fresh})"

    def _leave(self, site: int) -> list[str]:
        return [f"(local.set $at (i32.const {site}))", "(br $leave)"]

    def _ask(self, one: c.Ask, before: list[str]) -> list[str]:
        site = self._site(one)
        answer = f"(i64.load32_s offset={self.common.answer.base} (i32.const 0))"
        resuming = f"(i64.store offset={self.common.resuming.base} (i32.const 0) (i64.const 0))"
        return [
            AWAY,
            *before,
            *self._stands(site),
            self._set(one.answer, self._put(one)),
            f"(if (i64.lt_s {self.get(c.Get(one.answer))} (i64.const 0)) (then",
            f"(local.set $end (i32.const {Ending.OPEN}))",
            *self._leave(site),
            "))",
            ") (else",
            f"(if (i32.eq (local.get $at) (i32.const {site})) (then",
            *[resuming, "(local.set $at (i32.const 0))", self._set(one.answer, answer)],
            "))))",
        ]

    def _put(self, one: c.Ask) -> str:
        """Put a question: it is the answer, if nobody outside has to answer."""
        return "(call $ask)" if one.function is None else self.called(one.function, one.arguments)

    # -------------------------------------------------------------- functions

    def text(self) -> str:
        """The whole function."""
        names = [one for one in self.function.names if not self.is_shared(one)]
        head = [*self._head(), *self._own_locals()]
        head += [f"(local ${tame(one.name)} i64)" for one in names]
        body = self.block(self.function.body)
        head += [f"(local ${name} i64)" for name in self.names]
        return "\n".join([" ".join(head), *self._begin(), *body, *self._end(), ")"])

    def _head(self) -> list[str]:
        own = self.function
        asks = own.frame is not None
        results = ["(result i32)"] if asks else ["(result i64)"] * len(own.results)
        return [f"(func ${tame(own.name)}", *self._parameters(), *results]

    def _parameters(self) -> list[str]:
        return [f"(param ${tame(one.name)} i64)" for one in self.function.parameters]

    def _own_locals(self) -> list[str]:
        if self.function.frame is None:
            return []
        return ["(local $at i32)", "(local $end i32)", "(local $got i64)"]

    def _begin(self) -> list[str]:
        """Go back to where the function stood, if it did."""
        frame = self.function.frame
        if frame is None:
            return []
        resumed = f"(i64.load offset={self.common.resuming.base} (i32.const 0))"
        stood = f"(i32.wrap_i64 (i64.load offset={frame.base} (i32.const 0)))"
        back = [self._set(one, self.loaded(self.function, one)) for one in self._own_names()]
        lines = [f"(if (i32.wrap_i64 {resumed}) (then (local.set $at {stood})", *back]
        return [*lines, ") (else", *self._given(), "))", "(block $leave"]

    def _given(self) -> list[str]:
        """Put what others read of what the function is given where they read it."""
        given = [one for one in self.function.parameters if one.shared]
        return [self._stored(one, f"(local.get ${tame(one.name)})") for one in given]

    def _own_names(self) -> list[c.Var]:
        """The names that are put into memory when a question is open."""
        return [one for one in self.function.kept if not one.shared]

    def _end(self) -> list[str]:
        if self.function.frame is None:
            return ["(unreachable)"] if self.function.results else []
        away = [self._stored(one, self.get(c.Get(one))) for one in self._own_names()]
        base = self.function.frame.base
        stood = f"(i64.store offset={base} (i32.const 0) (i64.extend_i32_u (local.get $at)))"
        done = [*self._left(), f"(return (i32.const {Ending.DONE}))", ")"]
        return [*done, stood, *away, "(local.get $end)"]


PLAIN: dict[type, Callable[[Writer, Any], list[str]]] = {
    c.Assign: Writer._assign,
    c.Store: Writer._store,
    c.Branch: Writer._branch,
    c.Loop: Writer._loop,
    c.Leave: Writer._jump,
    c.Again: Writer._jump,
    c.Call: Writer._call,
    c.Finish: Writer._finish,
    c.Return: Writer._return,
    c.Fail: Writer._fail,
}
"""How statements are written that no question is open inside of."""
