"""The whole program of a setup: the game, its beginning and its end."""

from collections.abc import Iterable

from attrs import frozen

from cubedsl.dsl.model.things import Cell
from cubedsl.interpreter.engine import assemble
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    Const,
    Function,
    Get,
    If,
    Load,
    Op,
    Program,
    Value,
    Var,
    signed,
)
from cubedsl.interpreter.engine.lower import (
    alike,
    answers,
    asking,
    chances,
    control,
    effects,
    events,
    ground,
    kinds,
    likenesses,
    memory,
    offers,
    tests,
    things,
    usable,
    values,
    verbs,
    waiting,
)
from cubedsl.interpreter.engine.lower.answers import folded, name_numbers
from cubedsl.interpreter.engine.lower.bodies import body_function
from cubedsl.interpreter.engine.lower.ground import token_region
from cubedsl.interpreter.engine.lower.imagined import imagine, is_secret
from cubedsl.interpreter.engine.lower.pieces import by_piece, lying
from cubedsl.interpreter.engine.lower.runtime import end_silence, mix, set_stream
from cubedsl.interpreter.engine.lower.scope import Scope, fitted, members
from cubedsl.interpreter.engine.lower.shapes import Form
from cubedsl.interpreter.engine.lower.watching import write_counts
from cubedsl.interpreter.engine.lower.world import Unsupported, World
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.streams import STRIDE

PARTS = (
    asking,
    chances,
    control,
    effects,
    events,
    ground,
    kinds,
    likenesses,
    memory,
    offers,
    tests,
    things,
    usable,
    values,
    verbs,
    waiting,
)
RESULT_WORDS, DIGEST = 5, 4
"""How many words tell how a game ended, and which of them is its digest."""
MOST_RESULTS = 4096


@frozen(eq=False, repr=False)
class Lowered:
    """A program, and the world it was made in: names, failures, regions by name."""

    program: Program
    world: World
    run: Function
    begin: Function
    answered: Function
    record: Function
    ask: Function
    deal: Function
    think: Function

    @property
    def seatable(self) -> frozenset[int]:
        """What can sit in a seat."""
        return frozenset((answers.OUTSIDE, answers.RANDOM, *answers.seated(self.world)))


def lower(setup: Setup, strategies: Iterable[str] | None = None) -> Lowered:
    """Return the program of a setup; raise Unsupported where the engine cannot play it.

    `strategies` are those that can sit at the table; all of them unless said.
    """
    known = setup.ruleset.strategies if strategies is None else strategies
    world = World(setup, frozenset(known))
    lying(world)
    for region in ("steps", "heard", "rounds", "changes", "decisions", "backwards"):
        world.keep(region, 1)
    world.keep("most steps", 1)
    world.keep("winners", 1, 8)
    world.keep("resuming", 1, 8)
    world.scrap("reason", 3)
    world.scrap("game number", 1)
    world.scrap("thinking", 1)
    game = setup.ruleset.game
    alike.remember_all(world)
    body = body_function(world, "game", "game", game.body)
    run = world.function("run", "run", lambda b: b.call(body, [NOBODY, -1]))
    begin = _begin(world)
    record = _record(world)
    answered, ask = answers.answered(world), answers.ask(world)
    deal, think = _deal(world), answers.think(world)
    world.write_all()
    for one in [*world.functions.values()]:
        one.asks = one.asks or one in (run, body)
    frames = assemble.settle(tuple(world.functions.values()))
    alike.write(world)
    world.write_all()
    answers.fill_names(world)
    _check_recursion(world)
    program = Program(
        tuple(world.functions.values()),
        (*world.image, *frames),
        tuple(world.tables.values()),
        tuple(world.scratch),
        tuple(world.failures),
        (run, begin, record, answered),
    )
    return Lowered(program, world, run, begin, answered, record, ask, deal, think)


def _check_recursion(world: World) -> None:
    """Raise Unsupported if a function can be called while it is being carried out."""
    cycle = assemble.find_cycle(world.functions.values())
    if cycle:
        names = (one.name.partition(" ")[2] for one in (*cycle, cycle[0]))
        raise Unsupported(f"rules that call themselves: {', then '.join(names)}")


# ------------------------------------------------------------------ the beginning


def _begin(world: World) -> Function:
    """Return the function that begins a game: of a seed and a number."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, slots={})
        b.call(_reseed(world), [Get(one) for one in b.function.parameters])
        end_silence(world, b)
        for cell in world.ruleset.cells:
            _first_value(scope, cell)

    return world.function("begin", "begin", make, parameters=("seed", "number"))


def _reseed(world: World) -> Function:
    """Return the function that begins all random streams: of a seed and a number."""

    def make(b: Builder) -> None:
        seed, number = (Get(one) for one in b.function.parameters)
        common: Value = Const(0)
        for part in (seed, number):
            common = b.held(b.result(mix(world), common + signed(STRIDE) + part))
        with b.counting(0, 1 + world.setup.players) as stream:
            own = b.result(mix(world), common + signed(STRIDE) + stream)
            set_stream(world, b, stream, b.held(own))

    return world.function("reseed", "reseed", make, parameters=("seed", "number"))


def _deal(world: World) -> Function:
    """Return the function that deals anew what a seat does not see, with fresh random numbers: of
    the seat, a seed and a number."""

    def make(b: Builder) -> None:
        seat, seed, number = (Get(one) for one in b.function.parameters)
        b.call(_reseed(world), [seed, number])
        if is_secret(world):
            b.call(imagine(world, shuffled=True), [seat])

    return world.function("deal", "deal", make, parameters=("you", "seed", "number"))


def _first_value(scope: Scope, cell: Cell) -> None:
    world, b = scope.world, scope.b
    shape, region = scope.shape(cell.type), world.cell(cell)
    first = world.keep(f"first {cell.name}", shape.words, region.width)
    words = tuple(map(b.held, fitted(cell.default, scope, shape)))
    for i, word in enumerate(words):
        b.store(first, i, word)
    with b.counting(0, world.owners(cell.owner)) as owner:
        row = b.held(owner * shape.words)
        for i, word in enumerate(words):
            b.store(region, row, word, i)


# ------------------------------------------------------------------ the end


def _record(world: World) -> Function:
    """Return the function that notes how a game ended in row number `row` of the results: whether
    it was stopped, who won, rounds, decisions, the digest."""

    def make(b: Builder) -> None:
        row, stopped = (Get(one) for one in b.function.parameters)
        results = world.scrap("results", RESULT_WORDS * MOST_RESULTS)
        one = {name: Load(world.keep(name, 1), Const(0)) for name in ("rounds", "decisions")}
        winners = Load(world.keep("winners", 1, 8), Const(0))
        digest = b.held(b.result(_final(world), stopped))
        words = (stopped, winners, one["rounds"], one["decisions"], digest)
        for i, value in enumerate(words):
            b.store(results, row * RESULT_WORDS, value, i)
        write_counts(world, b, row)

    return world.function("record", "record", make, parameters=("row", "stopped"))


def _final(world: World) -> Function:
    """Return the function that adds the position and the outcome to the digest of decisions."""

    def make(b: Builder) -> None:
        scope = Scope(world, b, slots={})
        seen = b.temp("seen", Load(world.keep("digest", 1, 8), Const(0)))
        fold_position(scope, seen)
        stopped = Get(b.function.parameters[0])
        winners = If(stopped.equals(0), Load(world.keep("winners", 1, 8), Const(0)), Const(0))
        for value in (stopped, winners, Load(world.keep("rounds", 1), Const(0))):
            b.set(seen, folded(Get(seen), value))
        b.give(b.result(mix(world), Get(seen)))

    return world.function("final", "final", make, parameters=("stopped",), results=1)


def fold_position(scope: Scope, seen: Var) -> None:
    """Add a position to a hash, see `digest.fold_position`."""
    world, b, own = scope.world, scope.b, lying(scope.world)

    def note(value: Value) -> None:
        b.set(seen, folded(Get(seen), value))

    words = world.piece_words
    with b.counting(0, len(world.setup.pieces)) as piece:
        note(by_piece(own.spot, piece))
        note(by_piece(own.face, piece))
        note(by_piece(own.rank, piece))
        word = b.held(piece >> 6)
        bits = b.temp("bits", 0)
        rows = [(own.used, 0), *((own.marked, i) for i in range(len(world.ruleset.marks)))]
        rows += [(own.known, i) for i in range(world.setup.players)]
        for place, (region, row) in enumerate(rows):
            bit = (Load(region, word, row * words) >> piece) & 1
            b.set(bits, Get(bits) ^ (bit << place % 64))
        note(Get(bits))
    for cell in world.ruleset.cells:
        _fold_cell(scope, cell, seen)
    for token in world.ruleset.tokens:
        with b.counting(0, world.setup.players) as seat:
            note(Load(token_region(world, token.index), seat, 1))
    note(Load(world.keep("backwards", 1), Const(0)))
    note(Load(waiting.record_count(world), Const(0)))
    note(Load(world.keep("drawn", 1 + world.setup.players, 8), Const(0)))


def _fold_cell(scope: Scope, cell: Cell, seen: Var) -> None:
    world, b = scope.world, scope.b
    shape, region = scope.shape(cell.type), world.cell(cell)

    def note(value: Value) -> None:
        b.set(seen, folded(Get(seen), value))

    with b.counting(0, world.owners(cell.owner)) as owner:
        words = tuple(Load(region, owner * shape.words, i) for i in range(shape.words))
        match shape.form:
            case Form.WORD:
                note(Load(name_numbers(world), words[0]))
            case Form.MANY:
                assert shape.sort is not None
                with members(scope, words, shape.sort) as thing:
                    note(thing)
                note(Const(-1))
            case Form.ONE:
                with b.when(Op("ge_s", (words[0], Const(0)))):
                    note(words[0])
                note(Const(-1))
            case _:
                note(words[0])
