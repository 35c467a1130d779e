"""Programs of the engine: functions over whole numbers, and the memory they work on.

Every value is an integer of 64 bits, or a bool that a comparison made.  Memory is *regions*:
arrays of numbers.  A function that can stop and go on later (because a player outside is asked)
*asks*; what it must not forget meanwhile is kept in memory, see `Var`.
"""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from attrs import define, field, frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span

# ------------------------------------------------------------------ memory


@define(eq=False)
class Region:
    """An array in memory: `count` numbers of `width` bytes (4 or 8), signed.

    `data` are its first values (zeros if there are none).  `base` is its address, which the layout
    of a program settles.
    """

    name: str
    width: int
    count: int
    data: tuple[int, ...] = ()
    base: int = -1


@define(eq=False)
class Var:
    """A name for a number in a function.

    A kept one survives while a player outside is asked: in functions that ask, it is put into
    memory then (`place`, the number of a cell of the function's frame).  A shared one lies there
    all the time, because others read it there.  A fixed one never changes once it holds a value.
    One that has `begun` holds a value wherever it is read; others are 0 until they do.
    """

    name: str
    kept: bool = True
    place: int = -1
    shared: bool = False
    fixed: bool = False
    begun: bool = False


# ------------------------------------------------------------------ values


class Value(Node):
    """A number or a bool that can be worked out; with the usual signs for numbers."""

    __slots__ = ()

    def __add__(self, other: "Value | int") -> "Value":
        return binary("add", self, other)

    def __sub__(self, other: "Value | int") -> "Value":
        return binary("sub", self, other)

    def __mul__(self, other: "Value | int") -> "Value":
        return binary("mul", self, other)

    def __and__(self, other: "Value | int") -> "Value":
        return binary("and", self, other)

    def __or__(self, other: "Value | int") -> "Value":
        return binary("or", self, other)

    def __xor__(self, other: "Value | int") -> "Value":
        return binary("xor", self, other)

    def __lshift__(self, other: "Value | int") -> "Value":
        return binary("shl", self, other)

    def __rshift__(self, other: "Value | int") -> "Value":
        return binary("shr_u", self, other)

    def __invert__(self) -> "Value":
        return binary("xor", self, -1)

    def equals(self, other: "Value | int") -> "Value":
        """Whether both are the same number."""
        return compared("eq", self, other)

    def differs(self, other: "Value | int") -> "Value":
        """Whether they are different numbers."""
        return compared("ne", self, other)

    def below(self, other: "Value | int") -> "Value":
        """Whether this is the smaller one (signed)."""
        return compared("lt_s", self, other)

    def above(self, other: "Value | int") -> "Value":
        """Whether this is the greater one (signed)."""
        return compared("gt_s", self, other)

    def at_least(self, other: "Value | int") -> "Value":
        """Whether this is the greater one, or they are the same (signed)."""
        return compared("ge_s", self, other)


@frozen(eq=False, repr=False)
class Const(Value):
    """A number that is written out."""

    value: int


@frozen(eq=False, repr=False)
class Get(Value):
    """What a name holds."""

    var: Var


@frozen(eq=False, repr=False)
class Load(Value):
    """The entry `index` + `plus` of a region."""

    region: Region
    index: Value
    plus: int = 0


@frozen(eq=False, repr=False)
class Op(Value):
    """An operation; `OPERATIONS` in `terms` has their names."""

    name: str
    arguments: tuple[Value, ...]


@frozen(eq=False, repr=False)
class If(Value):
    """One of two values; the other one is not worked out."""

    condition: Value
    then: Value
    otherwise: Value


@frozen(eq=False, repr=False)
class Result(Value):
    """What a function that does not ask gives back: its only result."""

    function: "Function"
    arguments: tuple[Value, ...]


FALSE, TRUE = Op("no", ()), Op("yes", ())


def number(value: Value | int) -> Value:
    """Return a value; a Python number becomes a constant."""
    return Const(value) if isinstance(value, int) else value


def binary(name: str, left: Value, right: Value | int) -> Value:
    """Return an operation on two numbers, worked out as far as constants allow."""
    other = number(right)
    if isinstance(other, Const):
        if isinstance(left, Const) and name in FOLDING:
            return Const(signed(FOLDING[name](left.value, other.value)))
        if other.value == NEUTRAL.get(name):
            return left
        if name == "and" and other.value == 0 and is_still(left):
            return other
    elif isinstance(left, Const) and name in EITHER_WAY:
        return binary(name, other, left)
    return Op(name, (left, other))


def is_still(value: Value) -> bool:
    """Whether working a value out does nothing else: it calls no function."""
    match value:
        case Const() | Get():
            return True
        case Load(index=index):
            return is_still(index)
        case Op(arguments=arguments):
            return all(map(is_still, arguments))
    return False


def compared(name: str, left: Value, right: Value | int) -> Value:
    """Return a comparison of two numbers, worked out if both are constants."""
    other = number(right)
    if isinstance(left, Const) and isinstance(other, Const):
        return TRUE if COMPARING[name](left.value, other.value) else FALSE
    return Op(name, (left, other))


def counted(name: str, word: Value) -> Value:
    """Return how many bits there are, or zeros below the lowest; worked out of a constant."""
    if isinstance(word, Const):
        return Const(COUNTING[name](word.value & 2**64 - 1))
    return Op(name, (word,))


def known(condition: Value) -> bool | None:
    """Return whether a condition holds, if that is known."""
    match condition:
        case Const(value=value):
            return value != 0
        case Op(name="yes" | "no" as name):
            return name == "yes"
    return None


def choose(condition: Value, then: Value, otherwise: Value) -> Value:
    """Return one of two values, see `If`; if it is known which, that one."""
    match known(condition):
        case None:
            return If(condition, then, otherwise)
        case True:
            return then
        case _:
            return otherwise


COMPARING: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt_s": lambda a, b: a < b,
    "gt_s": lambda a, b: a > b,
    "ge_s": lambda a, b: a >= b,
}
COUNTING: dict[str, Callable[[int], int]] = {
    "popcnt": lambda word: word.bit_count(),
    "ctz": lambda word: (word & -word).bit_length() - 1 if word else 64,
}
FOLDING: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << (b & 63),
}
EITHER_WAY = {"add", "mul", "and", "or", "xor"}
NEUTRAL = {"add": 0, "sub": 0, "mul": 1, "and": -1, "or": 0, "xor": 0, "shl": 0, "shr_u": 0}


def signed(word: int) -> int:
    """Return the number that 64 bits stand for."""
    word &= 2**64 - 1
    return word - 2**64 if word >> 63 else word


# ------------------------------------------------------------------ statements


@frozen(eq=False, repr=False)
class Assign(Node):
    """A name holds a value from now on."""

    var: Var
    value: Value


@frozen(eq=False, repr=False)
class Store(Node):
    """The entry `index` + `plus` of a region is a value from now on."""

    region: Region
    index: Value
    value: Value
    plus: int = 0


@frozen(eq=False, repr=False)
class Branch(Node):
    """One of two lists of statements."""

    condition: Value
    then: list["Statement"]
    otherwise: list["Statement"]


@frozen(eq=False, repr=False)
class Loop(Node):
    """Again and again, until a `Leave` of this loop."""

    body: list["Statement"]
    name: str


@frozen(eq=False, repr=False)
class Leave(Node):
    """Go on behind a loop."""

    loop: Loop


@frozen(eq=False, repr=False)
class Again(Node):
    """Go on with the next turn of a loop."""

    loop: Loop


@frozen(eq=False, repr=False)
class Call(Node):
    """A function with its arguments; `results` get what it gives back.

    `note` is the rule's statement that is being carried out, or None.
    """

    function: "Function"
    arguments: tuple[Value, ...]
    results: tuple[Var, ...] = ()
    note: object = None


OPEN = -1
"""What a function gives back that has put a question to somebody outside."""


@frozen(eq=False, repr=False)
class Ask(Node):
    """A player answers a question; `answer` is the place of the option then.

    `function` with its arguments puts the question; it gives back the answer, or `OPEN` if somebody
    outside must answer.  Without one it is the question that lies in memory.
    """

    answer: Var
    note: object = None
    function: "Function | None" = None
    arguments: tuple[Value, ...] = ()


@frozen(eq=False, repr=False)
class Finish(Node):
    """The game is over."""


@frozen(eq=False, repr=False)
class Return(Node):
    """The function ends here, with these results."""

    values: tuple[Value, ...] = ()


@frozen(eq=False, repr=False)
class Fail(Node):
    """The game stops: reason number `reason`, about up to two numbers."""

    reason: int
    about: tuple[Value, ...] = ()


Statement: TypeAlias = (
    Assign | Store | Branch | Loop | Leave | Again | Call | Ask | Finish | Return | Fail
)


@define(eq=False)
class Function:
    """A function: its parameters, its results (in functions that ask: names), its other names, its
    body.

    `calls` says how often it calls which, as statements or in values.  `asks`: whether it can stop,
    as it has a question, or (that is settled when the program is put together) calls what has one.
    Then are settled, too: `frame` and `kept`, where the place where it stands and its kept names
    lie; `sites`, where it can stand, and which of them are `inside` a statement (their numbers,
    from 1 on).  It is `watched` if others read in its frame where it stands.  A `native` one
    is no function of the rules: the module has it under its name.  A `rare` one is seldom called:
    it is never written out where it is.
    """

    name: str
    parameters: tuple[Var, ...] = ()
    results: tuple[Var, ...] = ()
    body: list[Statement] = field(factory=list, repr=False)
    span: Span | None = None
    asks: bool = False
    frame: Region | None = None
    kept: tuple[Var, ...] = ()
    sites: list[Call | Ask] = field(factory=list, repr=False)
    inside: dict[Statement, range] = field(factory=dict, repr=False)
    names: list[Var] = field(factory=list, repr=False)
    watched: bool = False
    native: bool = False
    rare: bool = False
    calls: "Counter[Function]" = field(factory=Counter, repr=False)


@frozen(eq=False, repr=False)
class Failure(Node):
    """A reason to stop: a text with `{0}` and `{1}` for its numbers, and the place in the rules."""

    text: str
    span: Span


@frozen(eq=False, repr=False)
class Program(Node):
    """All of it.

    `image` are the regions that make up a state, in order; `tables` those that never change, and
    `scratch` those whose contents do not matter between two questions.
    """

    functions: tuple[Function, ...]
    image: tuple[Region, ...]
    tables: tuple[Region, ...]
    scratch: tuple[Region, ...]
    failures: tuple[Failure, ...]
    exports: tuple[Function, ...]
