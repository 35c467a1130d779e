"""Programs as WebAssembly text.

A function that does not ask becomes a function of WebAssembly with parameters and results.  One
that asks has no results, they lie in its frame: what it gives back is how it ended, see `Ending`.
When a question is open, it puts its names into its frame.  When it is answered from outside, the
functions that stood open are called again, each skips to where it stood, and the innermost goes on.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

from attrs import Factory, define

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.assemble import STANDING, stops, walk
from cubedsl.interpreter.engine.driver import DRIVER, NATIVE, WITHIN
from cubedsl.interpreter.engine.inlining import written_out

PAGE = 65536


class Ending(IntEnum):
    """How a function that asks ended: it is done, a question is open, the game is over."""

    DONE = 0
    OPEN = 1
    OVER = 2


NUMBERS, TRUTHS = "i64", "i32"
OPERATIONS: dict[str, tuple[str, str, str]] = {
    **{
        name: (f"i64.{name}", NUMBERS, NUMBERS)
        for name in ("add", "sub", "mul", "and", "or", "xor", "shl", "shr_u", "shr_s", "rotl")
    },
    **{name: (f"i64.{name}", NUMBERS, NUMBERS) for name in ("div_s", "rem_s", "div_u", "rem_u")},
    **{name: (f"i64.{name}", NUMBERS, NUMBERS) for name in ("popcnt", "ctz", "clz")},
    **{
        name: (f"i64.{name}", NUMBERS, TRUTHS)
        for name in ("eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "lt_u", "le_u", "gt_u", "ge_u")
    },
    "not": ("i32.eqz", TRUTHS, TRUTHS),
    "both": ("i32.and", TRUTHS, TRUTHS),
    "either": ("i32.or", TRUTHS, TRUTHS),
    "no": ("i32.const 0", TRUTHS, TRUTHS),
    "yes": ("i32.const 1", TRUTHS, TRUTHS),
}
LOADS = {2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
STORES = {2: "i64.store16", 4: "i64.store32", 8: "i64.store"}
SHIFTS = {2: 1, 4: 2, 8: 3}


def is_truth(value: c.Value) -> bool:
    """Whether a value is a bool."""
    match value:
        case c.Op(name=name):
            return OPERATIONS[name][2] == TRUTHS
        case c.If(then=then, otherwise=otherwise):
            return is_truth(then) and is_truth(otherwise)
    return False


@define
class Writer:
    """Writes one function; `checked`: every place in memory is looked at before it is used.

    `inlined` are functions that are written out where they are called; `names` are the local names
    of those, which begin with the `mark` of their function.
    """

    function: c.Function
    failure: c.Region
    resuming: c.Region
    answer: c.Region
    checked: bool = False
    inlined: frozenset[c.Function] = frozenset()
    names: dict[str, None] = Factory(dict)
    mark: str = ""

    # -------------------------------------------------------------- values

    def num(self, value: c.Value) -> str:
        """A value as a number."""
        match value:
            case c.Const(value=known):
                return f"(i64.const {known})"
            case c.Op(name=name, arguments=arguments) if OPERATIONS[name][2] == NUMBERS:
                return f"({OPERATIONS[name][0]} {' '.join(map(self.num, arguments))})"
            case c.Get(var=var):
                return self._get(var)
            case c.Load(region=region, index=index, plus=plus):
                return f"({LOADS[region.width]} {self._place(region, index, plus)})"
            case c.If(condition=condition, then=then, otherwise=otherwise) if not is_truth(value):
                parts = f"(then {self.num(then)}) (else {self.num(otherwise)})"
                return f"(if (result i64) {self.truth(condition)} {parts})"
            case c.Result(function=function, arguments=arguments):
                return self._called(function, arguments)
            case c.Op() | c.If():
                return f"(i64.extend_i32_u {self.truth(value)})"
        raise TypeError(value)

    def truth(self, value: c.Value) -> str:
        """A value as a bool."""
        if not is_truth(value):
            return f"(i64.ne {self.num(value)} (i64.const 0))"
        match value:
            case c.Op(name=name, arguments=arguments):
                sign, takes, _ = OPERATIONS[name]
                write = self.num if takes == NUMBERS else self.truth
                return f"({' '.join([sign, *map(write, arguments)])})"
            case c.If(condition=condition, then=then, otherwise=otherwise):
                parts = f"(then {self.truth(then)}) (else {self.truth(otherwise)})"
                return f"(if (result i32) {self.truth(condition)} {parts})"
        raise TypeError(value)

    def _get(self, var: c.Var) -> str:
        if self._is_shared(var):
            return self._loaded(self.function, var)
        return f"(local.get ${self._own(var)})"

    def _own(self, var: c.Var) -> str:
        return f"{self.mark}{tame(var.name)}"

    def _called(self, function: c.Function, arguments: tuple[c.Value, ...]) -> str:
        """A call, or what it would do."""
        given = " ".join(map(self.num, arguments))
        if function not in self.inlined:
            return f"(call ${tame(function.name)} {given})"
        mark = f"{function.name.partition(' ')[0]}."
        inner = Writer(
            function,
            self.failure,
            self.resuming,
            self.answer,
            self.checked,
            self.inlined,
            self.names,
            mark,
        )
        return f"(block $back {inner.inside(given)})"

    def inside(self, given: str) -> str:
        """The function as part of another, between what it is given and what it gives back."""
        own = self.function
        locals_ = _local_names(own)
        self.names.update(dict.fromkeys(map(self._own, (*own.parameters, *locals_))))
        taken = [f"(local.set ${self._own(one)})" for one in reversed(own.parameters)]
        # Each call begins with empty names, as if they were its own.
        empty = [f"(local.set ${self._own(one)} (i64.const 0))" for one in locals_]
        results = ["(result i64)"] * len(own.results)
        body = self.block(own.body)
        return "\n".join([*results, given, *taken, *empty, *body, *self._end()])

    def _is_shared(self, var: c.Var) -> bool:
        return self.function.frame is not None and var.kept and var.shared

    def _loaded(self, function: c.Function, var: c.Var) -> str:
        assert function.frame is not None
        return f"(i64.load offset={function.frame.base + 8 * var.place} (i32.const 0))"

    def _stored(self, var: c.Var, text: str) -> str:
        assert self.function.frame is not None
        return f"(i64.store offset={self.function.frame.base + 8 * var.place} (i32.const 0) {text})"

    def _place(self, region: c.Region, index: c.Value, plus: int) -> str:
        if isinstance(index, c.Const):
            at = index.value + plus
            if not 0 <= at < region.count:
                raise IndexError(f"{region.name} has no entry {at}")
            return f"offset={region.base + region.width * at} (i32.const 0)"
        if self.checked:
            wanted = f"{self.num(index)} (i64.const {plus}) (i64.const {region.count})"
            index_text, plus = f"(call $within {wanted})", 0
        else:
            index_text = self.num(index)
        shifted = f"(i32.wrap_i64 (i64.shl {index_text} (i64.const {SHIFTS[region.width]})))"
        if not plus:
            return f"offset={region.base} {shifted}"
        # The entry before the first is that of nothing (-1): only addition comes round to it.
        return f"(i32.add {shifted} (i32.const {region.base + region.width * plus}))"

    # -------------------------------------------------------------- statements

    def block(self, statements: list[c.Statement]) -> list[str]:
        """Statements one after the other.

        On the way back to where the function stood, what comes before that is skipped.  What comes
        behind the last place where it can stand in here is never skipped: only who stands in here
        comes in here.
        """
        if self.function.frame is None:
            return [line for one in statements for line in self._plain(one)]
        lines: list[str] = []
        plain: list[str] = []
        for one in statements:
            if stops(one) and not isinstance(one, c.Finish):
                lines += self._stopping(one, plain)
                plain = []
            else:
                plain += self._plain(one)
        return [*lines, *plain]

    def _skipped(self, lines: list[str]) -> list[str]:
        return ["(if (i32.eqz (local.get $at)) (then", *lines, "))"] if lines else []

    def _plain(self, one: c.Statement) -> list[str]:
        match one:
            case c.Assign(var=var, value=value):
                return [self._set(var, self.num(value))]
            case c.Store(region=region, index=index, value=value, plus=plus):
                place = self._place(region, index, plus)
                return [f"({STORES[region.width]} {place} {self.num(value)})"]
            case c.Branch():
                return self._branch(one)
            case c.Loop(body=body, name=name):
                start = f"(block $out_{name} (loop $in_{name}"
                return [start, *self.block(body), f"(br $in_{name})", "))"]
            case c.Leave(loop=loop):
                return [f"(br $out_{loop.name})"]
            case c.Again(loop=loop):
                return [f"(br $in_{loop.name})"]
            case c.Call():
                return self._call(one)
            case c.Finish():
                return [f"(return (i32.const {Ending.OVER}))"]
            case c.Return() | c.Fail():
                return self._last(one)
        raise TypeError(one)

    def _last(self, one: c.Return | c.Fail) -> list[str]:
        if isinstance(one, c.Return):
            return self._return(one.values)
        return self._fail(one.reason, one.about)

    def _set(self, var: c.Var, text: str) -> str:
        if self._is_shared(var):
            return self._stored(var, text)
        return f"(local.set ${self._own(var)} {text})"

    def _branch(self, one: c.Branch) -> list[str]:
        lines = [f"(if {self.truth(one.condition)} (then", *self.block(one.then)]
        if one.otherwise:
            lines += [") (else", *self.block(one.otherwise)]
        return [*lines, "))"]

    def _call(self, one: c.Call) -> list[str]:
        lines = [self._called(one.function, one.arguments)]
        for result in reversed(one.results):
            if self._is_shared(result):
                lines += ["(local.set $got)", self._set(result, "(local.get $got)")]
            else:
                lines.append(f"(local.set ${self._own(result)})")
        return lines

    def _return(self, values: tuple[c.Value, ...]) -> list[str]:
        if self.mark:
            return [f"(br $back {' '.join(map(self.num, values))})"]
        if self.function.frame is None:
            return [f"(return {' '.join(map(self.num, values))})"]
        sets = [
            self._set(var, self.num(value))
            for var, value in zip(self.function.results, values, strict=True)
        ]
        return [*sets, *self._left(), f"(return (i32.const {Ending.DONE}))"]

    def _fail(self, reason: int, about: Iterable[c.Value]) -> list[str]:
        if reason < 0:
            return ["(unreachable)"]
        base = self.failure.base
        numbers = [f"(i64.const {reason})", *map(self.num, about)]
        stores = [
            f"(i64.store offset={base + 8 * i} (i32.const 0) {text})"
            for i, text in enumerate(numbers)
        ]
        return [*stores, "(unreachable)"]

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
            case c.Loop(body=body, name=name):
                start = f"(block $out_{name} (loop $in_{name}"
                inner = [start, *self.block(body), f"(br $in_{name})", "))"]
                return [*self._skipped(before), f"(if {self._passing([one])} (then", *inner, "))"]
        raise TypeError(one)

    def _site(self, one: c.Call | c.Ask) -> int:
        return self.function.sites.index(one) + 1

    def _within(self, statements: list[c.Statement]) -> str:
        """Whether the function stood inside some statements."""
        inside = set(map(id, walk(statements)))
        inner = [place for place, one in enumerate(self.function.sites, 1) if id(one) in inside]
        if not inner:
            return "(i32.const 0)"
        above = f"(i32.sub (local.get $at) (i32.const {min(inner)}))"
        return f"(i32.le_u {above} (i32.const {max(inner) - min(inner)}))"

    def _passing(self, statements: list[c.Statement]) -> str:
        return f"(i32.or (i32.eqz (local.get $at)) {self._within(statements)})"

    def _asking_branch(self, one: c.Branch, before: list[str]) -> list[str]:
        back = f"(if (if (result i32) (local.get $at) (then {self._within(one.then)}) (else"
        lines = [back, *before, f"{self.truth(one.condition)})) (then", *self.block(one.then)]
        if not one.otherwise:
            return [*lines, "))"]
        lines += [") (else", *self.block(one.otherwise), "))"]
        return [f"(if {self._passing([one])} (then", *lines, "))"]

    def _asking_call(self, one: c.Call, before: list[str]) -> list[str]:
        callee, site = one.function, self._site(one)
        given = " ".join(map(self._argument, one.arguments))
        taken = [
            self._set(var, self._loaded(callee, own))
            for var, own in zip(one.results, callee.results, strict=True)
        ]
        return [
            *self._skipped([*before, *self._stands(site)]),
            f"(if {self._passing([one])} (then",
            f"(local.set $end (call ${tame(callee.name)} {given}))",
            "(local.set $at (i32.const 0))",
            "(if (local.get $end) (then",
            *self._leave(site),
            "))",
            *taken,
            "))",
        ]

    def _argument(self, value: c.Value) -> str:
        """What is given to a function that asks: on the way back to where it stood, anything."""
        text = self.num(value)
        if isinstance(value, c.Const | c.Get):
            return text
        fresh = f"(then {text}) (else (i64.const 0))"
        return f"(if (result i64) (i32.eqz (local.get $at)) {fresh})"

    def _leave(self, site: int) -> list[str]:
        return [f"(local.set $at (i32.const {site}))", "(br $leave)"]

    def _ask(self, one: c.Ask, before: list[str]) -> list[str]:
        site = self._site(one)
        function, given = one.function, one.arguments
        asked = "(call $ask)" if function is None else self._called(function, given)
        answer = f"(i64.load32_s offset={self.answer.base} (i32.const 0))"
        resuming = f"(i64.store offset={self.resuming.base} (i32.const 0) (i64.const 0))"
        return [
            "(if (i32.eqz (local.get $at)) (then",
            *before,
            *self._stands(site),
            self._set(one.answer, asked),
            f"(if (i64.lt_s {self._get(one.answer)} (i64.const 0)) (then",
            f"(local.set $end (i32.const {Ending.OPEN}))",
            *self._leave(site),
            "))",
            ") (else",
            f"(if (i32.eq (local.get $at) (i32.const {site})) (then",
            *[resuming, "(local.set $at (i32.const 0))", self._set(one.answer, answer)],
            "))))",
        ]

    # -------------------------------------------------------------- functions

    def text(self) -> str:
        """The whole function."""
        own = self.function
        head = [f"(func ${tame(own.name)}"]
        asking = own.frame is not None
        names = _local_names(own)
        head += [f"(param ${tame(one.name)} i64)" for one in own.parameters]
        if asking:
            head += ["(result i32)", "(local $at i32)", "(local $end i32)", "(local $got i64)"]
        else:
            head += ["(result i64)"] * len(own.results)
        head += [f"(local ${tame(one.name)} i64)" for one in names]
        body = self.block(own.body)
        head += [f"(local ${name} i64)" for name in self.names]
        return "\n".join([" ".join(head), *self._begin(), *body, *self._end(), ")"])

    def _begin(self) -> list[str]:
        """Go back to where the function stood, if it did."""
        frame = self.function.frame
        if frame is None:
            return []
        resumed = f"(i64.load offset={self.resuming.base} (i32.const 0))"
        stood = f"(i32.wrap_i64 (i64.load offset={frame.base} (i32.const 0)))"
        back = [self._set(one, self._loaded(self.function, one)) for one in self._own_names()]
        given = [
            self._stored(one, f"(local.get ${tame(one.name)})")
            for one in self.function.parameters
            if one.shared
        ]
        lines = [f"(if (i32.wrap_i64 {resumed}) (then (local.set $at {stood})", *back]
        return [*lines, ") (else", *given, "))", "(block $leave"]

    def _own_names(self) -> list[c.Var]:
        """The names that are put into memory when a question is open."""
        return [one for one in self.function.kept if not one.shared]

    def _end(self) -> list[str]:
        if self.function.frame is None:
            return ["(unreachable)"] if self.function.results else []
        away = [self._stored(one, self._get(one)) for one in self._own_names()]
        base = self.function.frame.base
        stood = f"(i64.store offset={base} (i32.const 0) (i64.extend_i32_u (local.get $at)))"
        done = [*self._left(), f"(return (i32.const {Ending.DONE}))", ")"]
        return [*done, stood, *away, "(local.get $end)"]


def _local_names(function: c.Function) -> list[c.Var]:
    """The names that live in WebAssembly's own locals, without parameters."""
    found: dict[c.Var, None] = {}
    for one in walk(function.body):
        match one:
            case c.Assign(var=var):
                found[var] = None
            case c.Call(results=results):
                found.update(dict.fromkeys(results))
            case c.Ask(answer=var):
                found[var] = None
    asks = function.frame is not None
    given = function.parameters
    return [one for one in found if not (asks and one.kept and one.shared) and one not in given]


@cache
def tame(name: str) -> str:
    """A name as WebAssembly's text may have it."""
    return "".join(one if one.isascii() and one.isalnum() else f"_{ord(one):x}_" for one in name)


# ------------------------------------------------------------------ the module


def module(
    program: c.Program,
    failure: c.Region,
    resuming: c.Region,
    bounds: tuple[int, int, int, int],
    *,
    checked: bool = False,
    names: dict[str, c.Function],
    game_number: c.Region,
) -> str:
    """Return a program as the text of a module.

    `bounds`: where the image begins and ends, where the image of a fresh game lies, and the first
    address behind everything.
    """
    start, image, pristine, end = bounds
    lines = [f'(module (memory (export "memory") {-(-end // PAGE)})', WITHIN]
    own = {key: tame(function.name) for key, function in names.items()}
    lines.append(f"(func $ask (result i64) (call ${own['ask']}))")
    answer = _region(program, "answer")
    own_functions = [one for one in program.functions if not one.native]
    inlined = written_out(own_functions, names.values())
    lines += [
        Writer(one, failure, resuming, answer, checked, inlined).text()
        for one in own_functions
        if one not in inlined
    ]
    natives = sorted({tame(one.name) for one in program.functions if one.native})
    lines.append(
        "\n".join([DRIVER, *(NATIVE[name] for name in natives)]).format(
            image=start,
            size=image - start,
            pristine=pristine,
            resuming=resuming.base,
            behind=pristine + image - start,
            answer=answer.base,
            number=game_number.base,
            **own,
        )
    )
    return "\n".join([*lines, ")"])


def _region(program: c.Program, name: str) -> c.Region:
    return next(one for one in program.image if one.name == name)
