"""Values of programs as WebAssembly text."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import Factory, define, frozen

from cubedsl.interpreter.engine import code as c

NUMBERS, TRUTHS = "i64", "i32"
OPERATIONS: dict[str, tuple[str, str, str]] = {
    **{
        name: (f"i64.{name}", NUMBERS, NUMBERS)
        for name in ("add", "sub", "mul", "and", "or", "xor", "shl", "shr_u", "shr_s", "rotl")
    },
    **{name: (f"i64.{name}", NUMBERS, NUMBERS) for name in ("div_s", "rem_s", "div_u", "rem_u")},
    **{name: (f"i64.{name}", NUMBERS, NUMBERS) for name in ("popcnt", "ctz", "clz", "extend32_s")},
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
"""What each is called, what it takes, what it gives."""
LOADS = {2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
SHIFTS = {2: 1, 4: 2, 8: 3}


@cache
def tame(name: str) -> str:
    """A name as WebAssembly's text may have it."""
    return "".join(one if one.isascii() and one.isalnum() else f"_{ord(one):x}_" for one in name)


def is_truth(value: c.Value) -> bool:
    """Whether a value is a bool."""
    if isinstance(value, c.Op):
        return OPERATIONS[value.name][2] is TRUTHS
    if isinstance(value, c.If):
        return is_truth(value.then) and is_truth(value.otherwise)
    return False


CHEAP = frozenset(OPERATIONS) - {"div_s", "rem_s", "div_u", "rem_u"}
DEEP = 3


def is_cheap(value: c.Value, depth: int = DEEP) -> bool:
    """Whether a value is worked out faster than it is decided whether to: it reads no memory, calls
    nothing, and cannot fail."""
    if isinstance(value, c.Op):
        inner = value.arguments
        return depth > 0 and value.name in CHEAP and all(is_cheap(one, depth - 1) for one in inner)
    return isinstance(value, c.Const | c.Get)


@frozen(eq=False)
class Part:
    """A function that is written out where it is called: what it gives back, what is done behind
    what it is given, and its local names."""

    results: str
    text: str
    names: tuple[str, ...]


@define(eq=False)
class Common:
    """What all functions of a module have in common: where the way back and an answer are noted;
    `checked`: every place in memory is looked at before it is used.

    `inlined` are functions that are written out where they are called, `parts` those of them that
    were written.
    """

    resuming: c.Region
    answer: c.Region
    checked: bool = False
    inlined: frozenset[c.Function] = frozenset()
    parts: dict[c.Function, Part] = Factory(dict)


@define(eq=False)
class Terms(ABC):
    """Writes the values of one function.

    `names` are the local names of functions that are written out in it; those of such a function
    begin with its `mark`.  `known` is what was written for names of its own.
    """

    function: c.Function
    common: Common
    mark: str = ""
    names: dict[str, None] = Factory(dict)
    known: dict[c.Var, str] = Factory(dict)

    def num(self, value: c.Value) -> str:
        """A value as a number."""
        return AS_NUMBER[type(value)](self, value)

    def truth(self, value: c.Value) -> str:
        """A value as a bool."""
        if not is_truth(value):
            return f"(i64.ne {self.num(value)} (i64.const 0))"
        return self._bool(value)

    @abstractmethod
    def part(self, function: c.Function) -> Part:
        """A function as part of this one; what writes statements knows how."""

    # -------------------------------------------------------------- numbers

    def _const(self, value: c.Const) -> str:
        return f"(i64.const {value.value})"

    def get(self, value: c.Get) -> str:
        """What a name holds."""
        var = value.var
        if var not in self.known:
            shared = self.is_shared(var)
            own = self.loaded(self.function, var) if shared else f"(local.get ${self.own(var)})"
            self.known[var] = own
        return self.known[var]

    def _load(self, value: c.Load) -> str:
        region = value.region
        return f"({LOADS[region.width]} {self.place(region, value.index, value.plus)})"

    def _op(self, value: c.Op) -> str:
        sign, takes, gives = OPERATIONS[value.name]
        if gives is TRUTHS:
            return f"(i64.extend_i32_u {self._bool(value)})"
        return f"({sign} {' '.join(map(self.num, value.arguments))})"

    def _if(self, value: c.If) -> str:
        if is_truth(value):
            return f"(i64.extend_i32_u {self._bool(value)})"
        return self._choice(value, self.num, NUMBERS)

    def _result(self, value: c.Result) -> str:
        return self.called(value.function, value.arguments)

    def called(self, function: c.Function, arguments: tuple[c.Value, ...]) -> str:
        """A call, or what it would do."""
        given = " ".join(map(self.num, arguments))
        if function not in self.common.inlined:
            return f"(call ${tame(function.name)} {given})"
        part = self.part(function)
        self.names.update(dict.fromkeys(part.names))
        return f"(block $back {part.results} {given}\n{part.text})"

    # -------------------------------------------------------------- bools

    def _bool(self, value: c.Value) -> str:
        if isinstance(value, c.If):
            return self._choice(value, self.truth, TRUTHS)
        assert isinstance(value, c.Op)
        sign, takes, _ = OPERATIONS[value.name]
        write = self.num if takes is NUMBERS else self.truth
        return f"({' '.join([sign, *map(write, value.arguments)])})"

    def _choice(self, value: c.If, write: Callable[[c.Value], str], kind: str) -> str:
        """One of two values: both are worked out if that is cheap."""
        then, otherwise = write(value.then), write(value.otherwise)
        condition = self.truth(value.condition)
        if is_cheap(value.then) and is_cheap(value.otherwise):
            return f"(select {then} {otherwise} {condition})"
        return f"(if (result {kind}) {condition} (then {then}) (else {otherwise}))"

    # -------------------------------------------------------------- names and places

    def own(self, var: c.Var) -> str:
        """A name of the function."""
        return f"{self.mark}{tame(var.name)}"

    def is_shared(self, var: c.Var) -> bool:
        """Whether a name lies in memory all the time."""
        return self.function.frame is not None and var.kept and var.shared

    def loaded(self, function: c.Function, var: c.Var) -> str:
        """What lies in memory for a name of a function."""
        assert function.frame is not None
        return f"(i64.load offset={function.frame.base + 8 * var.place} (i32.const 0))"

    def place(self, region: c.Region, index: c.Value, plus: int) -> str:
        """Where an entry of a region lies."""
        if isinstance(index, c.Const):
            at = index.value + plus
            if not 0 <= at < region.count:
                raise IndexError(f"{region.name} has no entry {at}")
            return f"offset={region.base + region.width * at} (i32.const 0)"
        if self.common.checked:
            wanted = f"{self.num(index)} (i64.const {plus}) (i64.const {region.count})"
            index_text, plus = f"(call $within {wanted})", 0
        else:
            index_text = self.num(index)
        shifted = f"(i32.wrap_i64 (i64.shl {index_text} (i64.const {SHIFTS[region.width]})))"
        if not plus:
            return f"offset={region.base} {shifted}"
        # The entry before the first is that of nothing (-1): only addition comes round to it.
        return f"(i32.add {shifted} (i32.const {region.base + region.width * plus}))"


AS_NUMBER: dict[type, Callable[[Terms, Any], str]] = {
    c.Const: Terms._const,
    c.Get: Terms.get,
    c.Load: Terms._load,
    c.Op: Terms._op,
    c.If: Terms._if,
    c.Result: Terms._result,
}
