"""Offers, what is lent, and what is owed at the end of a timing."""

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.things import Timing
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower.activity import Activity
from cubedsl.interpreter.engine.lower.bodies import (
    Body,
    actor,
    does,
)
from cubedsl.interpreter.engine.lower.runtime import changed, step
from cubedsl.interpreter.engine.lower.scope import (
    Words,
    first,
    has,
    held,
    many,
    size,
    sort_of,
)
from cubedsl.interpreter.engine.lower.uses import (
    append_if,
    in_zone,
    lowest,
    stays,
    use_function,
    uses,
)
from cubedsl.interpreter.engine.lower.waiting import (
    abilities_of,
    batches,
)
from cubedsl.interpreter.engine.lower.watching import count
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.layout import OFFERED
from cubedsl.interpreter.state import MOST_BATCHES
from cubedsl.interpreter.watch import Counted


@does(core.Offer)
def offer(node: core.Offer, body: Body) -> None:
    """Offer all abilities of a timing, or those of the pieces that have just arrived."""
    timing, world = node.timing, body.world
    seat = actor(body, node.span)
    outermost = timing.name not in body.context
    if node.things is not None or not outermost:
        if node.things is None:
            pieces = in_zone(body, timing)
        elif sort_of(node.things, body) is None:
            pieces = (Const(0),) * world.piece_words
        else:
            pieces = many(node.things, body, Sort.PIECE)
        _push(body, timing, seat, held(body, pieces), node)
    if not outermost:
        return
    context = body.context | {timing.name}
    if node.things is None:
        body.b.call(_offer_all(world, timing, context), [seat], note=body.note(node))
    body.b.call(_drain(world, timing, context), [], note=body.note(node))


def _push(body: Body, timing: Timing, seat: Value, pieces: Words, node: core.Offer) -> None:
    """Add a batch."""
    abilities = abilities_of(body.world, OFFERED, (timing.name,))
    region, count = batches(body.world, timing.name, abilities)
    size = 1 + abilities.words + abilities.size
    place = body.b.held(Load(count, Const(0)))
    reason = body.world.fail("too many pieces wait for their abilities", node.span)
    with body.b.when(Op("ge_s", (place, Const(MOST_BATCHES)))):
        body.b.fail(reason)
    row = body.b.held(place * size)
    body.b.store(region, row, seat)
    for i, word in enumerate((*pieces, *(Const(0),) * abilities.size)):
        body.b.store(region, row, word, 1 + i)
    body.b.store(count, 0, place + 1)
    changed(body)


def _offer_all(world: World, timing: Timing, context: frozenset[str]) -> Function:
    """Return the function that offers until the player is done."""

    def make(b: Builder) -> None:
        body = Body(world, b, Get(b.function.parameters[0]), Const(-1), {}, context)
        own = Activity(body, timing.name, OFFERED, (timing.name,))
        own.spent.clear(body)
        with b.loop("offer") as loop:
            b.call(_drain(world, timing, context), [], note=own.note)
            own.find()
            own.choose(forced=False)
            b.leave(loop, Get(own.which).equals(-1))
            own.each_ability(lambda number: _use_offered(own, number))
        own.spent.clear(body)

    key = ("offer", timing.name, context)
    return world.function(key, f"offer {timing.name}", make, parameters=("you",))


def _use_offered(own: Activity, number: int) -> None:
    ability = own.abilities.own[number][1].ability
    pieces = held(own.body, own.pieces(number))
    if stays(ability) or ability.using == 0:
        own.spend(number, pieces)
    own.carry_out(number, pieces)


class Batch(Activity):
    """The newest batch of a timing while it is offered."""

    def __init__(self, body: Body, timing: Timing) -> None:
        super().__init__(body, timing.name, OFFERED, (timing.name,))
        region, self.count = batches(self.world, timing.name, self.abilities)
        self.region: Region = region
        self.size = 1 + self.abilities.words + self.abilities.size
        words = self.abilities.words
        self.own = [self.b.var("among", 0) for _ in range(words)]
        self.among = tuple(map(Get, self.own))
        self.row: Var = self.b.var("row", 0)
        self.remembered = ()

    def read(self, seat: Var) -> None:
        """Take over the newest batch: its seat, its pieces, what was used."""
        b, words = self.b, self.abilities.words
        b.set(self.row, (Load(self.count, Const(0)) - 1) * self.size)
        b.set(seat, Load(self.region, Get(self.row)))
        for i, name in enumerate(self.own):
            b.set(name, Load(self.region, Get(self.row), 1 + i))
        for i in range(self.abilities.size):
            b.store(self.spent.region, i, Load(self.region, Get(self.row), 1 + words + i))

    def write_back(self, number: int) -> None:
        """Note in the batch what an ability was used of."""
        first, words = 1 + self.abilities.words, self.abilities.words
        places = [*range(number * words, (number + 1) * words)]
        if self.abilities.own[number][1].ability.using == 0:
            places.append(self.spent.flag(number))
        for i in places:
            word = Load(self.spent.region, Const(i))
            self.b.store(self.region, Get(self.row), word, first + i)

    def remove(self) -> None:
        """Drop the batch."""
        self.b.store(self.count, 0, Load(self.count, Const(0)) - 1)
        changed(self.body)


def _drain(world: World, timing: Timing, context: frozenset[str]) -> Function:
    """Return the function that offers what waits, the newest batch first."""

    def make(b: Builder) -> None:
        seat = b.var("seat", 0)
        own = Batch(Body(world, b, Get(seat), Const(-1), {}, context), timing)
        with b.loop("batch") as loop:
            b.leave(loop, Load(own.count, Const(0)).equals(0))
            own.read(seat)
            own.find()
            own.choose(forced=True)
            with b.when(Get(own.which).differs(-1)) as branch:
                own.each_ability(lambda number: _use_of_batch(own, number))
            with b.otherwise(branch):
                own.remove()
                own.decline()

    key = ("drain", timing.name, context)
    return world.function(key, f"drain {timing.name}", make)


def _use_of_batch(own: Batch, number: int) -> None:
    pieces = held(own.body, own.pieces(number))
    own.spend(number, pieces)
    own.write_back(number)
    own.carry_out(number, pieces)


COPYING = "copying"
"""A word of the context of what is copied: there, nothing is copied again."""


@does(core.UseOf)
def use_of(node: core.UseOf, body: Body) -> None:
    """Carry out one ability of those kinds as if it were that of these pieces."""
    seat = actor(body, node.span)
    if COPYING in body.context or sort_of(node.pieces, body) is None:
        return
    kinds = held(body, many(node.kinds, body, Sort.KIND))
    pieces = many(node.pieces, body, Sort.PIECE)
    kept = tuple(Get(body.b.var("lent", word)) for word in pieces)
    own = Lent(body, node, kept)
    own.find_lent(kinds)
    with body.b.when(own.is_any()):
        own.ask_lent(seat, body.card)
        own.each_ability(own.copy)


class Lent(Activity):
    """The abilities of kinds, used of pieces that need not be theirs."""

    def __init__(self, body: Body, node: core.UseOf, pieces: Words) -> None:
        super().__init__(body, node.timing.name, OFFERED, (node.timing.name,))
        self.lent, self.span, self.lent_note = pieces, node.span, body.note(node)

    def find_lent(self, kinds: Words) -> None:
        """Search for what can be used, in the order of the kinds."""
        b = self.b
        b.store(uses(self.world).count, 0, 0)
        for number, (kind, handler) in enumerate(self.abilities.own):
            wanted = handler.ability.using
            enough = Op("ge_s", (size(self.lent), Const(max(wanted, 1))))
            with b.when(Op("both", (has(kinds, Const(kind)), enough))):
                self._add(number, self._pieces(wanted))

    def _pieces(self, wanted: int) -> Words:
        return self.lent if wanted == 0 else held(self.body, lowest(self.body, self.lent, wanted))

    def _add(self, number: int, pieces: Words) -> None:
        piece = first(self.body, pieces, Sort.PIECE)
        append_if(self.body, self.abilities, number, pieces, piece)

    def ask_lent(self, seat: Value, card: Value) -> None:
        """Let the player choose one; it cannot be declined."""
        self.begin_question(seat, card)
        self._take(self.b.ask(self.lent_note))

    def copy(self, number: int) -> None:
        """Use an ability."""
        kind, handler = self.abilities.own[number]
        step(self.body, self.span)
        count(self.body, Counted.USED, handler.ability, self.body.you)
        context = self.body.context | {COPYING}
        function = use_function(self.world, kind, handler, context, declined=False)
        pieces = self._pieces(handler.ability.using)
        one = (first(self.body, pieces, Sort.PIECE),)
        words = one if handler.ability.using == 1 else pieces
        title = self.world.names.of(handler.title)
        self.b.call(function, [self.body.you, title, *words], note=self.lent_note)


@does(core.Settle)
def settle(node: core.Settle, body: Body) -> None:
    """What must be done of all that was not used."""
    seat = actor(body, node.span)
    world, timing = body.world, node.timing

    def make(b: Builder) -> None:
        inner = Body(world, b, Get(b.function.parameters[0]), Const(-1), {}, body.context)
        own = Activity(inner, timing.name, OFFERED, (timing.name,))
        own.spent.clear(inner)
        own.decline()
        own.spent.clear(inner)

    key = ("settle", timing.name, body.context)
    function = world.function(key, f"settle {timing.name}", make, parameters=("you",))
    body.b.call(function, [seat], note=body.note(node))
