"""What waits: effects for an event (`later`), and batches of pieces whose abilities are offered.

An effect that waits is a record: when it came, which statement it is, whose, of which card, and
the words of the slots that its body reads.  A batch is a record, too: the seat, the pieces, and
for every ability of the timing the pieces it was used of.
"""

from collections.abc import Iterator

from attrs import frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.code import Const, Load, Region
from cubedsl.interpreter.engine.lower.scope import Scope, Words, fit
from cubedsl.interpreter.engine.lower.shapes import Shape
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import OFFERED, Handler, Trigger
from cubedsl.interpreter.state import MOST_BATCHES, MOST_EFFECTS

CAME, STATEMENT, SEAT, CARD, CAPTURED = range(5)


# ------------------------------------------------------------------ effects


def statements_that_wait(world: World) -> list[core.Later]:
    """Return the statements of the game whose effects can wait."""
    return [one for one in world.setup.captures if isinstance(one, core.Later)]


def captured(world: World, node: core.Later) -> list[tuple[int, Shape]]:
    """Return the slots that a waiting effect keeps, with their shapes."""
    return [(slot, world.counts.shape(type)) for slot, type in world.setup.captures[node]]


def record_size(world: World) -> int:
    """Return how many numbers a record has."""
    sizes = (
        sum(shape.words for _, shape in captured(world, node))
        for node in statements_that_wait(world)
    )
    return CAPTURED + max(sizes, default=0)


def records(world: World) -> Region:
    """Return the records of what waits."""
    return world.keep("waiting", MOST_EFFECTS * record_size(world), 8)


def record_count(world: World) -> Region:
    """Return how many records there are."""
    return world.keep("waiting count", 1)


def next_number(world: World) -> Region:
    """Return the number of the next record that comes."""
    return world.keep("waiting number", 1)


# ------------------------------------------------------------------ batches


@frozen(eq=False)
class Abilities:
    """The abilities that a search for uses can find, in order: the kind and the handler of each.

    What was used is a row of pieces for each, and behind them a row of flags: those that use all
    pieces together, and were used.
    """

    own: tuple[tuple[int, Handler], ...]
    words: int

    @property
    def size(self) -> int:
        """How many numbers tell what was used."""
        return len(self.own) * (self.words + 1)


def abilities_of(world: World, trigger: Trigger, timings: tuple[str, ...]) -> Abilities:
    """Return the abilities of some timings for a trigger."""
    found = world.setup.handlers.of_kind
    own = [
        (kind, handler)
        for timing in timings
        for kind, handlers in found.get((trigger, timing), {}).items()
        for handler in handlers
    ]
    return Abilities(tuple(own), world.piece_words)


def batches(world: World, timing: str, abilities: Abilities) -> tuple[Region, Region]:
    """Return the batches of a timing and how many there are."""
    size = 1 + abilities.words + abilities.size
    return (
        world.keep(f"batches {timing}", MOST_BATCHES * size, 8),
        world.keep(f"batch count {timing}", 1),
    )


# ------------------------------------------------------------------ what is remembered of pieces


def remembered_by_waiting(scope: Scope) -> Iterator[Words]:
    """Go through the sets of pieces in what waits; to be used in a loop, once for each set."""
    yield from _by_effects(scope)
    for name, region in list(scope.world.regions.items()):
        if name.startswith("batches "):
            yield from _by_batches(scope, region, name.removeprefix("batches "))


def most_that_wait(world: World) -> int:
    """Return how many sets of pieces there can be at once in what waits."""
    by_effect = (
        sum(shape.sort is Sort.PIECE for _, shape in captured(world, node))
        for node in statements_that_wait(world)
    )
    by_batch = (
        1 + len(abilities_of(world, OFFERED, (name.removeprefix("batches "),)).own)
        for name in world.regions
        if name.startswith("batches ")
    )
    return MOST_EFFECTS * max(by_effect, default=0) + MOST_BATCHES * sum(by_batch)


def _by_effects(scope: Scope) -> Iterator[Words]:
    world, many = scope.world, scope.world.counts.many(Sort.PIECE)
    if not statements_that_wait(world):
        return
    region, count = records(world), record_count(world)
    size = record_size(world)
    for number, node in enumerate(statements_that_wait(world)):
        place = CAPTURED
        for _, shape in captured(world, node):
            if shape.sort is Sort.PIECE:
                with scope.b.counting(0, Load(count, Const(0))) as i:
                    row = scope.b.held(i * size)
                    with scope.b.when(Load(region, row, STATEMENT).equals(number)):
                        words = tuple(Load(region, row, place + j) for j in range(shape.words))
                        yield fit(scope, words, shape, many)
            place += shape.words


def _by_batches(scope: Scope, region: Region, timing: str) -> Iterator[Words]:
    world = scope.world
    abilities = abilities_of(world, OFFERED, (timing,))
    count = world.keep(f"batch count {timing}", 1)
    size, words = 1 + abilities.words + abilities.size, abilities.words
    with scope.b.counting(0, Load(count, Const(0))) as i:
        row = scope.b.held(i * size)
        yield tuple(Load(region, row, 1 + j) for j in range(words))
    for ability in range(len(abilities.own)):
        with scope.b.counting(0, Load(count, Const(0))) as i:
            row = scope.b.held(i * size)
            first = 1 + words + ability * words
            yield tuple(Load(region, row, first + j) for j in range(words))
