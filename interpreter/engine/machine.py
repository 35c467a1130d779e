"""A compiled program: WebAssembly that plays the games of one setup."""

import ctypes
import gc
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import wasmtime
from attrs import define, field, frozen

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine import assemble
from cubedsl.interpreter.engine.calls import fast
from cubedsl.interpreter.engine.code import Region, signed
from cubedsl.interpreter.engine.lower.named import bar_of, has_named
from cubedsl.interpreter.engine.lower.shapes import bits
from cubedsl.interpreter.engine.lower.whole import Lowered, lower
from cubedsl.interpreter.engine.module import module_text
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.stopped import Stopped, sentence
from cubedsl.interpreter.watch import Named

START = 64
NUMBERS: dict[int, Any] = {2: ctypes.c_int16, 4: ctypes.c_int32, 8: ctypes.c_int64}
NO_REASON = -1
PARTS = ("run", "begin", "record", "answered", "ask", "deal", "think")
EXPORTS = ("start", "run", "answer", "turn", "record", "many", "deal", "think")
NOBODY_THINKS = -1


class Trapped(Exception):
    """A game was stopped: its place, why, and the seat whose strategy was thinking (or -1)."""

    def __init__(self, place: int, reason: str, span: Span, thinking: int) -> None:
        super().__init__(reason)
        self.place, self.reason, self.span, self.thinking = place, reason, span, thinking

    def sentence(self, ruleset: Ruleset, titles: Sequence[str]) -> str:
        """Return what stopped the game, as the reference says it."""
        if self.thinking == NOBODY_THINKS:
            return sentence(ruleset, Stopped(self.reason, self.span))
        title = titles[self.thinking]
        return f'{self.reason}, in the strategy "{title}" ({self.span})'


@frozen(eq=False, repr=False)
class Compiled:
    """A setup as a module: one for all threads.

    `image` is where the state ends and the tables begin, `pristine` where the state lies in which
    games begin; `tables` and `fresh` are what belongs there.
    """

    lowered: Lowered
    text: str
    engine: Any
    module: Any
    image: int
    pristine: int
    end: int
    tables: bytes
    fresh: bytes


def compile_setup(
    setup: Setup, strategies: Iterable[str] | None = None, *, checked: bool = False
) -> Compiled:
    """Return the module of a setup; raise Unsupported where the engine cannot play it.

    `strategies` are the titles of those that can sit at the table; all of them unless said.
    """
    with _keeping_all():
        return _compile(setup, strategies, checked=checked)


@contextmanager
def _keeping_all() -> Iterator[None]:
    """What a program is made of lives until it is whole: it is of no use to look for garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _compile(
    setup: Setup, strategies: Iterable[str] | None = None, *, checked: bool = False
) -> Compiled:
    lowered = lower(setup, strategies)
    program, world = lowered.program, lowered.world
    image = assemble.lay_out(program.image, START)
    behind = assemble.lay_out(program.tables, image)
    behind = assemble.lay_out(program.scratch, behind)
    pristine = Region("pristine", 8, 0, (), behind)
    end = behind + 2 * image
    text = module_text(
        program,
        world.scrap("reason", 3),
        world.keep("resuming", 1, 8),
        (START, image, pristine.base, end),
        checked=checked,
        names={name: getattr(lowered, name) for name in PARTS},
        game_number=world.regions["game number"],
    )
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    engine = wasmtime.Engine(config)
    module = wasmtime.Module(engine, bytes(wasmtime.wat2wasm(text)))
    tables, fresh = packed(program.tables, image), packed(program.image, START)
    return Compiled(lowered, text, engine, module, image, pristine.base, end, tables, fresh)


KINDS = {2: "h", 4: "i", 8: "q"}


def packed(regions: Iterable[Region], start: int) -> bytes:
    """Return the first values of regions that lie one behind the other."""
    found = bytearray()
    for one in regions:
        found += bytes(one.base - start - len(found))
        if one.data:
            words = map(signed, one.data) if one.width == 8 else one.data
            found += array(KINDS[one.width], words).tobytes()
    return bytes(found)


@define(eq=False, repr=False)
class Machine:
    """One instance of a module, with its own memory: for one thread."""

    compiled: Compiled
    store: Any = field(init=False)
    calls: dict[str, Any] = field(init=False)
    memory: Any = field(init=False)
    _base: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._instantiate()
        own = self.compiled
        ctypes.memmove(self.address + own.image, own.tables, len(own.tables))
        ctypes.memmove(self.address + own.pristine, own.fresh, len(own.fresh))

    def _instantiate(self) -> None:
        self.store = wasmtime.Store(self.compiled.engine)
        instance = wasmtime.Instance(self.store, self.compiled.module, [])
        exports = instance.exports(self.store)
        self.calls = {name: fast(exports[name], self.store) for name in EXPORTS}
        self.memory = exports["memory"]
        # The module never grows its memory, so it stays where it is.
        self._base = ctypes.cast(self.memory.data_ptr(self.store), ctypes.c_void_p).value or 0

    def call(self, name: str, *arguments: int) -> Any:
        """Call an exported function."""
        return self.calls[name](*arguments)

    # -------------------------------------------------------------- memory

    @property
    def address(self) -> int:
        """Where memory begins in this process."""
        return self._base

    def read(self, region: Region) -> list[int]:
        """Return the entries of a region."""
        kind = NUMBERS[region.width]
        return list((kind * region.count).from_address(self.address + region.base))

    def words(self, region: Region, count: int) -> memoryview:
        """Return the first entries of a region of whole words, as they are now."""
        return memoryview(ctypes.string_at(self.address + region.base, 8 * count)).cast("q")

    def write(self, region: Region, place: int, value: int) -> None:
        """Change an entry of a region, in the image a game begins with, too."""
        kind = NUMBERS[region.width]
        for base in (region.base, region.base - START + self.compiled.pristine):
            at = self.address + base + region.width * place
            kind.from_address(at).value = value

    def seat(self, bots: Sequence[int], most_steps: int) -> None:
        """Settle who answers in each seat, and after how many steps a game is stopped."""
        regions = self.compiled.lowered.world.regions
        for seat, bot in enumerate(bots):
            assert bot in self.compiled.lowered.seatable
            self.write(regions["bots"], seat, bot)
        self.write(regions["most steps"], 0, most_steps)

    def counts(self, count: int) -> list[tuple[int, ...]]:
        """Return what was counted in the first games; nothing if nothing is counted."""
        world = self.compiled.lowered.world
        if world.setup.watch is None:
            return [()] * count
        size = world.setup.watch.size(world.setup.players)
        region = world.regions["rows of counts"]
        kind, at = ctypes.c_int32 * (size * count), self.address + region.base
        flat = tuple(kind.from_address(at))
        return [flat[i * size : (i + 1) * size] for i in range(count)]

    def forgo(self, seat: int, pieces: Sequence[int]) -> None:
        """Settle which pieces a player does not choose out of shared zones."""
        world = self.compiled.lowered.world
        for i, word in enumerate(bits(tuple(pieces), world.piece_words)):
            self.write(world.regions["forgone"], seat * world.piece_words + i, signed(word))

    def bar(self, seat: int, option: Named | None) -> None:
        """Settle which option with a name a player does not choose, if others are left."""
        world = self.compiled.lowered.world
        if has_named(world):
            self.write(world.regions["barred"], seat, bar_of(world, option))

    # -------------------------------------------------------------- games

    def many(self, seed: int, first: int, begin: int, end: int, stride: int) -> None:
        """Play the games `first` + i, for every i from `begin` to `end` in steps of `stride`, and
        note in row i how each ended; raise Trapped for the first that is stopped."""
        self._reset_reason()
        try:
            self.call("many", signed(seed), first, begin, end, stride)
        except wasmtime.Trap as trap:
            place = self._read_one("game number")
            raise self._trapped(place, trap) from None

    def _reset_reason(self) -> None:
        regions = self.compiled.lowered.world.regions
        for name, value in (("reason", NO_REASON), ("thinking", 0)):
            place = self.address + regions[name].base
            ctypes.c_int64.from_address(place).value = value

    def _read_one(self, name: str) -> int:
        return self.read(self.compiled.lowered.world.regions[name])[0]

    def _trapped(self, place: int, trap: wasmtime.Trap) -> "Trapped":
        """Return why a game was stopped; raise what is our own mistake."""
        world = self.compiled.lowered.world
        reason, *about = self.read(world.regions["reason"])
        if reason == NO_REASON:
            raise RuntimeError(f"the engine failed: {trap}") from trap
        self.call("record", place, 1)
        failure = world.failures[reason]
        thinking = self._read_one("thinking") - 1
        return Trapped(place, failure.text.format(*about), failure.span, thinking)

    def start(self, seed: int, number: int) -> int:
        """Begin a game and run to its first question that is asked outside; how it ended."""
        self._reset_reason()
        self.call("start", signed(seed), signed(number))
        return self._go("run")

    def answer(self, index: int) -> int:
        """Answer the open question and run on; how it ended."""
        return self._go("turn", index)

    def _go(self, name: str, *arguments: int) -> int:
        try:
            return int(self.calls[name](*arguments))
        except wasmtime.Trap as trap:
            raise self._trapped(0, trap) from None

    # -------------------------------------------------------------- images

    def save(self) -> bytes:
        """Return the whole state: every question can be gone back to with it."""
        return ctypes.string_at(self.address + START, self.compiled.image - START)

    def load(self, image: bytes) -> None:
        """Go back to a state that was saved, of the same setup."""
        ctypes.memmove(self.address + START, image, len(image))

    def deal(self, seat: int, seed: int, number: int) -> None:
        """Forget what is to come and what a seat does not see: random numbers begin anew, and what
        is hidden is dealt anew."""
        self.call("deal", seat, signed(seed), signed(number))

    def place_bot(self, seat: int, bot: int) -> None:
        """Settle who answers in a seat from now on, in this game only."""
        region = self.compiled.lowered.world.regions["bots"]
        ctypes.c_int32.from_address(self._base + region.base + 4 * seat).value = bot

    @property
    def asked(self) -> int:
        """A number that stands for the open question: decision, card and options."""
        region = self.compiled.lowered.world.regions["asked"]
        return int(ctypes.c_int64.from_address(self._base + region.base).value)

    def share(self, seat: int) -> float:
        """Return the share of a seat in the victory: 1 if it has won alone."""
        winners = self._read_one("winners")
        return (winners >> seat & 1) / winners.bit_count() if winners else 0.0

    def advice(self, seat: int, bot: int) -> int:
        """Return what a strategy would answer to the open question."""
        return int(self.call("think", seat, bot))

    @property
    def open(self) -> list[int]:
        """The head of the open question."""
        return self.read(self.compiled.lowered.world.regions["question"])
