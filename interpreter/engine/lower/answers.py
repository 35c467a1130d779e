"""Who answers: a strategy inside, chance, or somebody outside; and what is noted of it."""

from cubedsl.interpreter.bots.strategy import MOST_DECLINED
from cubedsl.interpreter.digest import FACTOR, TURN, name_number
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    OPEN,
    Const,
    Function,
    Get,
    If,
    Load,
    Op,
    Region,
    Value,
    signed,
)
from cubedsl.interpreter.engine.lower import named, question, strategies
from cubedsl.interpreter.engine.lower.imagined import imagine, is_secret
from cubedsl.interpreter.engine.lower.question import (
    ABILITY,
    CARD,
    COUNT,
    NAME,
    NAMED,
    NUMBER,
    SEAT,
    WAY,
)
from cubedsl.interpreter.engine.lower.runtime import below, end_silence, following, streams
from cubedsl.interpreter.engine.lower.scope import Scope
from cubedsl.interpreter.engine.lower.world import World

OUTSIDE, RANDOM, FIRST_STRATEGY = range(3)
"""What can sit in a seat: somebody outside, chance, the strategies of the ruleset in order."""


def head(world: World, place: int) -> Value:
    """Return an entry of the head of the question."""
    return Load(question.question(world).head, Const(place))


def ask(world: World) -> Function:
    """Return the function that lets the question in memory be answered, see `code.Ask`.

    A single option is not asked.
    """

    def make(b: Builder) -> None:
        own = question.question(world)
        with b.when(head(world, COUNT).equals(1)):
            b.store(own.answer, 0, 0)
            b.give(0)
        b.store(asked(world), 0, b.result(question_hash(world)))
        seat = b.held(head(world, SEAT))
        bots = world.keep("bots", world.setup.players)
        bot = b.held(Load(bots, seat))
        with b.when(bot.equals(OUTSIDE)):
            b.give(OPEN)
        with b.when(bot.equals(RANDOM)) as branch:
            b.store(own.answer, 0, _by_chance(world, b, seat))
        with b.otherwise(branch):
            thinking = world.scrap("thinking", 1)
            b.store(thinking, 0, seat + 1)
            b.store(own.answer, 0, b.result(think(world), seat, bot))
            b.store(thinking, 0, 0)
        b.call(answered(world))
        b.give(Load(own.answer, Const(0)))

    return world.function("ask", "ask", make, results=1)


def _by_chance(world: World, b: Builder, seat: Value) -> Value:
    """Return an option at random; if players can forgo some, one of the others."""
    if world.setup.watch is None:
        return b.result(below(world), seat + 1, head(world, COUNT))
    b.call(strategies.all_alive(world))
    strategies.forgo(world, b, seat)
    strategies.leave_one(Scope(world, b, seat, slots={}))
    return b.result(strategies.first_alive(world))


def answered(world: World) -> Function:
    """Return the function that notes that a question was answered."""

    def make(b: Builder) -> None:
        chosen = Load(question.question(world).answer, Const(0))
        note_answer(world, b, head(world, SEAT), Load(asked(world), Const(0)), chosen)
        if named.has_named(world):
            b.call(named.count_named(world))

    return world.function("answered", "answered", make)


def note_answer(world: World, b: Builder, seat: Value, asked: Value, chosen: Value) -> None:
    """Note that a seat has answered: the hash of the question, and the place of the option."""
    decisions, digest = world.keep("decisions", 1), world.keep("digest", 1, 8)
    b.store(decisions, 0, Load(decisions, Const(0)) + 1)
    end_silence(world, b)
    seen = folded(folded(Load(digest, Const(0)), seat), asked)
    b.store(digest, 0, folded(seen, chosen))


def folded(seen: Value, number: Value) -> Value:
    """Return a hash to which a number is added, see `digest.fold`."""
    return (Op("rotl", (seen, Const(TURN))) ^ number) * signed(FACTOR)


def asked(world: World) -> Region:
    """Return the hash of the open question."""
    return world.keep("asked", 1, 8)


def question_hash(world: World) -> Function:
    """Return the function that hashes what is asked: the decision, the card, the options."""

    def make(b: Builder) -> None:
        own, names = question.question(world), name_numbers(world)
        seen = b.temp("seen", 0)

        def note(value: Value) -> None:
            b.set(seen, folded(Get(seen), value))

        note(Load(names, head(world, NAME)))
        card = b.held(head(world, CARD))
        note(If(Op("ge_s", (card, Const(0))), Load(names, card), Const(0)))
        count, way = b.held(head(world, COUNT)), b.held(head(world, WAY))
        note(count)
        with b.when(way.equals(NUMBER)):
            note(Load(own.thing, Const(0)))
            b.give(Get(seen))
        with b.counting(0, count) as i:
            name, thing = b.held(Load(own.name, i)), Load(own.thing, i)
            with b.when(Op("ge_s", (name, Const(0)))):
                note(Load(names, name))
            by_name = Op("both", (way.equals(ABILITY), Op("ge_s", (thing, Const(0)))))
            unnamed = Op("lt_s", (name, Const(0)))
            with b.when(Op("either", (unnamed, by_name))):
                note(thing)
        b.give(Get(seen))

    return world.function("question hash", "question hash", make, results=1)


def name_numbers(world: World) -> Region:
    """Return the numbers that stand for names in hashes; filled when all names are known."""
    return world.table("name numbers", (0,), 8)


def fill_names(world: World) -> None:
    """Fill in the numbers of names."""
    region = name_numbers(world)
    region.data = tuple(map(name_number, world.names.texts)) or (0,)
    region.count = len(region.data)
    named.fill_tables(world)


# ------------------------------------------------------------------ thinking


def think(world: World) -> Function:
    """Return the function in which a strategy chooses; what was declined is declined again as long
    as nothing has changed."""

    def make(b: Builder) -> None:
        seat, bot = (Get(one) for one in b.function.parameters)
        question_number = b.held(Load(asked(world), Const(0)))
        known = b.held(b.result(_declined(world), seat, question_number))
        with b.when(Op("ge_s", (known, Const(0)))):
            b.give(known)
        if is_secret(world):
            b.call(native(world, "backup"))
            b.call(imagine(world), [seat])
        b.call(strategies.all_alive(world))
        strategies.forgo(world, b, seat)
        for number, title in seated(world).items():
            with b.when(bot.equals(number)):
                b.call(strategies.strategy(world, title), [seat])
        chosen = b.held(b.result(strategies.first_alive(world)))
        if is_secret(world):
            _restore(world, b, seat)
            chosen = b.held(b.result(_first_equal(world), chosen))
        own = question.question(world)
        is_named = Op("either", (head(world, WAY).equals(NAMED), _is_done(world, chosen)))
        name = b.held(Load(own.name, chosen))
        declining = Op(
            "either",
            (name.equals(world.names.of("done")), name.equals(world.names.of("no"))),
        )
        with b.when(Op("both", (is_named, declining))):
            b.call(_decline(world), [seat, question_number, chosen])
        b.give(chosen)

    return world.function("think", "think", make, parameters=2, results=1)


def seated(world: World) -> dict[int, str]:
    """Return the strategies that can sit at the table, by what the engine calls them."""
    known = enumerate(world.ruleset.strategies, FIRST_STRATEGY)
    return {number: title for number, title in known if title in world.strategies}


def native(world: World, name: str) -> Function:
    """Return a function that the module itself has."""
    made = world.function(("native", name), name, lambda b: None)
    made.name, made.native = name, True
    return made


def _restore(world: World, b: Builder, seat: Value) -> None:
    """Put the real position back; what was drawn for the seat stays drawn."""
    drawn = world.keep("drawn", 1 + world.setup.players, 8)
    regions = [streams(world), following(world), drawn]
    kept = [b.held(Load(region, seat, 1)) for region in regions]
    b.call(native(world, "restore"))
    for region, value in zip(regions, kept, strict=True):
        b.store(region, seat, value, 1)


def _first_equal(world: World) -> Function:
    """Return the function that finds the first option that is the same as one: two that a player
    cannot tell apart are one."""

    def make(b: Builder) -> None:
        (chosen,) = (Get(one) for one in b.function.parameters)
        own = question.question(world)
        with b.when(head(world, WAY).equals(NUMBER)):
            b.give(chosen)
        with b.counting(0, chosen) as i:
            thing = Load(own.thing, i).equals(Load(own.thing, chosen))
            name = Load(own.name, i).equals(Load(own.name, chosen))
            with b.when(Op("both", (thing, name))):
                b.give(i)
        b.give(chosen)

    return world.function("first equal", "first equal", make, parameters=1, results=1)


def _is_done(world: World, chosen: Value) -> Value:
    thing = Load(question.question(world).thing, chosen)
    return Op("both", (head(world, WAY).differs(NUMBER), Op("lt_s", (thing, Const(0)))))


def _memory(world: World) -> tuple[Region, Region, Region, Region]:
    """Return what seats have declined: for which position, how many, the questions, answers."""
    players = world.setup.players
    return (
        world.keep("declined at", 2 * players, 8),
        world.keep("declined count", players),
        world.keep("declined", MOST_DECLINED * players, 8),
        world.keep("declined answers", MOST_DECLINED * players),
    )


def _position(world: World) -> tuple[Value, Value]:
    changes = Load(world.keep("changes", 1), Const(0))
    drawn = Load(world.keep("drawn", 1 + world.setup.players, 8), Const(0))
    return changes, drawn


def _is_same(world: World, seat: Value) -> Value:
    at = _memory(world)[0]
    changes, drawn = _position(world)
    same = Load(at, seat * 2).equals(changes)
    return Op("both", (same, Load(at, seat * 2, 1).equals(drawn)))


def _declined(world: World) -> Function:
    """Return the function that finds the answer to a question that was declined, or -1."""

    def make(b: Builder) -> None:
        seat, asked = (Get(one) for one in b.function.parameters)
        _, count, questions, answers = _memory(world)
        with b.when(Op("not", (_is_same(world, seat),))):
            b.give(-1)
        first = b.held(seat * MOST_DECLINED)
        with b.counting(0, Load(count, seat)) as i:
            with b.when(Load(questions, first + i).equals(asked)):
                b.give(Load(answers, first + i))
        b.give(-1)

    return world.function("declined", "declined", make, parameters=2, results=1)


def _decline(world: World) -> Function:
    """Return the function that remembers that a question was declined; at most so many."""

    def make(b: Builder) -> None:
        seat, asked, chosen = (Get(one) for one in b.function.parameters)
        at, count, questions, answers = _memory(world)
        with b.when(Op("not", (_is_same(world, seat),))):
            changes, drawn = _position(world)
            b.store(at, seat * 2, changes)
            b.store(at, seat * 2, drawn, 1)
            b.store(count, seat, 0)
        place = b.held(Load(count, seat))
        with b.when(Op("lt_s", (place, Const(MOST_DECLINED)))):
            b.store(questions, seat * MOST_DECLINED + place, asked)
            b.store(answers, seat * MOST_DECLINED + place, chosen)
            b.store(count, seat, place + 1)

    return world.function("decline", "decline", make, parameters=3)
