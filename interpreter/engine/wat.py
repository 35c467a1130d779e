"""Programs as WebAssembly text.

A function that does not ask becomes a function of WebAssembly with parameters and results.  One
that asks has neither: its names lie in its frame, and what it gives back is how it ended, see
`Ending`.  When a question is answered from outside, the functions that stood open are called
again, each skips to where it stood, and the innermost goes on.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

from attrs import define

from cubedsl.interpreter.engine import code as c
from cubedsl.interpreter.engine.assemble import STANDING, stops, walk

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
    """Writes one function; `checked`: every place in memory is looked at before it is used."""

    function: c.Function
    failure: c.Region
    resuming: c.Region
    checked: bool = False

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
                return f"(call ${tame(function.name)} {' '.join(map(self.num, arguments))})"
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
        frame = self.function.frame
        if frame is not None and var.kept:
            return f"(i64.load offset={frame.base + 8 * var.place} (i32.const 0))"
        return f"(local.get ${tame(var.name)})"

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

    def block(self, statements: list[c.Statement], *, guarded: bool) -> list[str]:
        """Statements one after the other; `guarded`: some may have to be skipped on the way back
        to where the function stood."""
        if self.function.frame is None:
            return [line for one in statements for line in self._plain(one)]
        lines: list[str] = []
        plain: list[str] = []
        for one in statements:
            if stops(one) and not isinstance(one, c.Finish):
                lines += [*self._skipped(plain), *self._stopping(one)]
                plain = []
            else:
                plain += self._plain(one)
        rest = self._skipped(plain) if guarded else plain
        return [*lines, *rest]

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
                return [start, *self.block(body, guarded=False), f"(br $in_{name})", "))"]
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
        frame = self.function.frame
        if frame is not None and var.kept:
            return f"(i64.store offset={frame.base + 8 * var.place} (i32.const 0) {text})"
        return f"(local.set ${tame(var.name)} {text})"

    def _branch(self, one: c.Branch) -> list[str]:
        lines = [f"(if {self.truth(one.condition)} (then", *self.block(one.then, guarded=False)]
        if one.otherwise:
            lines += [") (else", *self.block(one.otherwise, guarded=False)]
        return [*lines, "))"]

    def _call(self, one: c.Call) -> list[str]:
        arguments = " ".join(map(self.num, one.arguments))
        lines = [f"(call ${tame(one.function.name)} {arguments})"]
        for result in reversed(one.results):
            frame = self.function.frame
            if frame is not None and result.kept:
                lines += ["(local.set $got)", self._set(result, "(local.get $got)")]
            else:
                lines.append(f"(local.set ${tame(result.name)})")
        return lines

    def _return(self, values: tuple[c.Value, ...]) -> list[str]:
        if self.function.frame is None:
            return [f"(return {' '.join(map(self.num, values))})"]
        sets = [
            self._set(var, self.num(value))
            for var, value in zip(self.function.results, values, strict=True)
        ]
        return [*sets, self._stand(0), f"(return (i32.const {Ending.DONE}))"]

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

    def _stopping(self, one: c.Statement) -> list[str]:
        match one:
            case c.Ask():
                return self._ask(self._site(one))
            case c.Call():
                return self._asking_call(one, self._site(one))
            case c.Branch():
                return self._asking_branch(one)
            case c.Loop(body=body, name=name):
                start = f"(block $out_{name} (loop $in_{name}"
                inner = [start, *self.block(body, guarded=True), f"(br $in_{name})", "))"]
                return [f"(if {self._passing([one])} (then", *inner, "))"]
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

    def _asking_branch(self, one: c.Branch) -> list[str]:
        fresh = f"(else {self.truth(one.condition)})"
        back = f"(then {self._within(one.then)})"
        lines = [f"(if {self._passing([one])} (then"]
        lines.append(f"(if (if (result i32) (local.get $at) {back} {fresh}) (then")
        lines += self.block(one.then, guarded=True)
        if one.otherwise:
            lines += [") (else", *self.block(one.otherwise, guarded=True)]
        return [*lines, "))", "))"]

    def _asking_call(self, one: c.Call, site: int) -> list[str]:
        callee = one.function
        assert callee.frame is not None
        texts = [self.num(one) for one in one.arguments]
        given = [
            f"(i64.store offset={callee.frame.base + 8 * var.place} (i32.const 0) {text})"
            for var, text in zip(callee.parameters, texts, strict=True)
        ]
        taken = [
            self._set(var, f"(i64.load offset={callee.frame.base + 8 * own.place} (i32.const 0))")
            for var, own in zip(one.results, callee.results, strict=True)
        ]
        return [
            f"(if {self._passing([one])} (then",
            *["(if (i32.eqz (local.get $at)) (then", self._stand(site), *given, "))"],
            "(local.set $at (i32.const 0))",
            f"(if (local.tee $end (call ${tame(callee.name)})) (then (return (local.get $end))))",
            *taken,
            "))",
        ]

    def _ask(self, site: int) -> list[str]:
        resuming = f"(i64.store offset={self.resuming.base} (i32.const 0) (i64.const 0))"
        return [
            "(if (i32.eqz (local.get $at)) (then",
            self._stand(site),
            f"(if (i32.wrap_i64 (call $ask)) (then (return (i32.const {Ending.OPEN}))))",
            ") (else",
            f"(if (i32.eq (local.get $at) (i32.const {site})) (then",
            *[resuming, "(local.set $at (i32.const 0))"],
            "))))",
        ]

    # -------------------------------------------------------------- functions

    def text(self) -> str:
        """The whole function."""
        own = self.function
        head = [f"(func ${tame(own.name)}"]
        asking = own.frame is not None
        names = _local_names(own)
        if asking:
            head += ["(result i32)", "(local $at i32)", "(local $end i32)", "(local $got i64)"]
        else:
            head += [f"(param ${tame(one.name)} i64)" for one in own.parameters]
            head += ["(result i64)"] * len(own.results)
        head += [f"(local ${tame(one.name)} i64)" for one in names]
        body = self.block(own.body, guarded=asking and any(map(stops, own.body)))
        return "\n".join([" ".join(head), *self._begin(), *body, *self._end(), ")"])

    def _begin(self) -> list[str]:
        frame = self.function.frame
        if frame is None:
            return []
        resumed = f"(i64.load offset={self.resuming.base} (i32.const 0))"
        stood = f"(i32.wrap_i64 (i64.load offset={frame.base} (i32.const 0)))"
        return [f"(if (i32.wrap_i64 {resumed}) (then (local.set $at {stood})))"]

    def _end(self) -> list[str]:
        if self.function.frame is None:
            return ["(unreachable)"] if self.function.results else []
        return [self._stand(0), f"(i32.const {Ending.DONE})"]


def _local_names(function: c.Function) -> list[c.Var]:
    """The names that live in WebAssembly's own locals, without parameters."""
    found: dict[c.Var, None] = {}
    for one in walk(function.body):
        match one:
            case c.Assign(var=var):
                found[var] = None
            case c.Call(results=results):
                found.update(dict.fromkeys(results))
    kept = function.frame is not None
    return [one for one in found if not (kept and one.kept) and one not in function.parameters]


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
    own_functions = [one for one in program.functions if not one.native]
    lines += [Writer(one, failure, resuming, checked).text() for one in own_functions]
    natives = sorted({tame(one.name) for one in program.functions if one.native})
    lines.append(
        "\n".join([DRIVER, *(NATIVE[name] for name in natives)]).format(
            image=start,
            size=image - start,
            pristine=pristine,
            resuming=resuming.base,
            behind=pristine + image - start,
            answer=_base(program, "answer"),
            number=game_number.base,
            **own,
        )
    )
    return "\n".join([*lines, ")"])


def _base(program: c.Program, name: str) -> int:
    return next(one.base for one in program.image if one.name == name)


NATIVE = {
    "backup": """(func $backup
(memory.copy (i32.const {behind}) (i32.const {image}) (i32.const {size})))""",
    "restore": """(func $restore
(memory.copy (i32.const {image}) (i32.const {behind}) (i32.const {size})))""",
}
DRIVER = """
(func $start (export "start") (param $seed i64) (param $number i64)
(memory.copy (i32.const {image}) (i32.const {pristine}) (i32.const {size}))
(call ${begin} (local.get $seed) (local.get $number)))
(func (export "run") (result i32) (call ${run}))
(func (export "record") (param i64 i64) (call ${record} (local.get 0) (local.get 1)))
(func (export "answer") (param $index i64)
(i64.store32 offset={answer} (i32.const 0) (local.get $index))
(call ${answered})
(i64.store offset={resuming} (i32.const 0) (i64.const 1)))
(func (export "turn") (param $index i64) (result i32)
(i64.store32 offset={answer} (i32.const 0) (local.get $index))
(call ${answered})
(i64.store offset={resuming} (i32.const 0) (i64.const 1))
(call ${run}))
(func (export "deal") (param i64 i64 i64)
(call ${deal} (local.get 0) (local.get 1) (local.get 2)))
(func (export "think") (param i64 i64) (result i64)
(call ${think} (local.get 0) (local.get 1)))
(func (export "many") (param $seed i64) (param $first i64) (param $i i64) (param $end i64)
(param $stride i64)
(block $out (loop $in
(br_if $out (i64.ge_s (local.get $i) (local.get $end)))
(i64.store offset={number} (i32.const 0) (local.get $i))
(call $start (local.get $seed) (i64.add (local.get $first) (local.get $i)))
(drop (call ${run}))
(call ${record} (local.get $i) (i64.const 0))
(local.set $i (i64.add (local.get $i) (local.get $stride)))
(br $in))))
"""

WITHIN = """(func $within (param $index i64) (param $plus i64) (param $count i64) (result i64)
(local.set $index (i64.add (local.get $index) (local.get $plus)))
(if (i64.ge_u (local.get $index) (local.get $count)) (then (unreachable)))
(local.get $index))"""
