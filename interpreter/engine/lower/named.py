"""Options that have a name: how often each is offered and chosen, and which one a player forgoes.

A name has a number that is known only when all is lowered; two tables lead from it to a row, which
is the decision, and to a column, which is the option.  Where both meet stands the place of what is
counted.  From a thing that has a name of its own a table of its noun leads to the column.
"""

from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower import question
from cubedsl.interpreter.engine.lower.question import COUNT, NAME, NOUN, NUMBER, SEAT, WAY
from cubedsl.interpreter.engine.lower.watching import counts
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.own_names import OwnNames
from cubedsl.interpreter.watch import NUMBERS, Counted, Named, number_called

UNKNOWN = -1


def has_named(world: World) -> bool:
    """Whether options with names are counted."""
    return world.setup.watch is not None and bool(world.setup.watch.named)


def _named(world: World) -> tuple[Named, ...]:
    assert world.setup.watch is not None
    return world.setup.watch.named


def _names(world: World) -> OwnNames:
    assert world.setup.watch is not None
    return world.setup.watch.names


def _rows(world: World) -> tuple[str, ...]:
    return tuple(dict.fromkeys(decision for decision, _ in _named(world)))


def _columns(world: World) -> tuple[str, ...]:
    return tuple(dict.fromkeys(option for _, option in _named(world)))


# ------------------------------------------------------------------ tables


def _row_of(world: World) -> Region:
    """Return the table that leads from the name of a decision to its row."""
    return world.table("rows of decisions", (UNKNOWN,))


def _column_of(world: World) -> Region:
    """Return the table that leads from the name of an option to its column."""
    return world.table("columns of options", (UNKNOWN,))


def fill_tables(world: World) -> None:
    """Fill in the tables by name, when all names are known."""
    if has_named(world):
        for region, known in (
            (_row_of(world), _rows(world)),
            (_column_of(world), _columns(world)),
        ):
            places = {name: place for place, name in enumerate(known)}
            region.data = tuple(places.get(one, UNKNOWN) for one in world.names.texts)
            region.count = len(region.data)


def _place(world: World, what: Counted, named: Named) -> int:
    assert world.setup.watch is not None
    return world.setup.watch.places.get((what, named), UNKNOWN)


def _option_place(world: World) -> Function:
    """Return the function that finds where it is counted that an option is offered: of the row of
    its decision and its place in the question; `UNKNOWN` if it has no name."""
    rows, columns = _rows(world), _columns(world)
    places = world.table(
        "places of options",
        tuple(_place(world, Counted.OFFERED, (row, one)) for row in rows for one in columns),
    )

    def make(b: Builder) -> None:
        row, option = (Get(one) for one in b.function.parameters)
        name = b.held(Load(question.question(world).name, option))
        column = b.var("column", UNKNOWN)
        with b.when(Op("lt_s", (name, Const(0)))) as branch:
            _find_thing(world, b, column, option)
        with b.otherwise(branch):
            b.set(column, Load(_column_of(world), name))
        with b.when(Op("lt_s", (Get(column), Const(0)))):
            b.give(UNKNOWN)
        b.give(Load(places, row * len(columns) + Get(column)))

    return world.function("option place", "option place", make, parameters=2, results=1)


def _find_thing(world: World, b: Builder, column: Var, option: Value) -> None:
    """Find the column of an option that is a thing, if it has a name of its own."""
    own, places = question.question(world), {one: i for i, one in enumerate(_columns(world))}
    noun = Load(own.head, Const(NOUN))
    for one, names in _names(world).items():
        known = tuple(places[names[i]] if i in names else UNKNOWN for i in range(1 + max(names)))
        table = world.table(f"columns of each {one.name}", known)
        with b.when(noun.equals(world.names.of(f"noun {one.name}"))):
            b.set(column, Load(table, Load(own.thing, option)))


# ------------------------------------------------------------------ counting


def count_named(world: World) -> Function:
    """Return the function that counts what was offered and chosen in the question."""

    def make(b: Builder) -> None:
        head = question.question(world).head
        row = b.held(Load(_row_of(world), Load(head, Const(NAME))))
        with b.when(Op("lt_s", (row, Const(0)))):
            b.give()
        with b.when(Load(head, Const(WAY)).equals(NUMBER)) as branch:
            _count_numbers(world, b, row)
        with b.otherwise(branch):
            _count_options(world, b, row)

    return world.function("count named", "count named", make)


def _add(world: World, b: Builder, place: Value) -> None:
    watch = world.setup.watch
    assert watch is not None
    seat = Load(question.question(world).head, Const(SEAT))
    at, region = b.held(seat * watch.width + place), counts(world)
    b.store(region, at, Load(region, at) + 1)


def _count_options(world: World, b: Builder, row: Value) -> None:
    """Two options with the same name are offered once: `seen` has the decision of the last time."""
    own, watch = question.question(world), world.setup.watch
    assert watch is not None
    seen, decisions = world.keep("named seen", watch.width), world.keep("decisions", 1)
    now = b.held(Load(decisions, Const(0)))
    with b.counting(0, Load(own.head, Const(COUNT))) as i:
        place = b.held(b.result(_option_place(world), row, i))
        with b.when(Op("ge_s", (place, Const(0)))):
            with b.when(Load(seen, place).differs(now)):
                b.store(seen, place, now)
                _add(world, b, place)
    chosen = b.held(b.result(_option_place(world), row, Load(own.answer, Const(0))))
    with b.when(Op("ge_s", (chosen, Const(0)))):
        _add(world, b, chosen + len(watch.named))


def _count_numbers(world: World, b: Builder, row: Value) -> None:
    own, lowest = question.question(world), number_called(NUMBERS[0])
    first = tuple(_place(world, Counted.OFFERED, (one, lowest)) for one in _rows(world))
    begin = b.held(Load(world.table("places of numbers", first), row))
    with b.when(Op("ge_s", (begin, Const(0)))):
        low = b.held(Load(own.thing, Const(0)))
        high = low + Load(own.head, Const(COUNT)) - 1
        with b.counting(_clamped(b, low), _clamped(b, high) + 1) as number:
            _add(world, b, begin + number)
        chosen = _clamped(b, low + Load(own.answer, Const(0)))
        _add(world, b, begin + chosen + len(_named(world)))


def _clamped(b: Builder, number: Value) -> Value:
    """Return where a number is counted: from 0 on, behind the first one."""
    place = b.held(number - NUMBERS[0])
    last = Const(len(NUMBERS) - 1)
    low = If(Op("lt_s", (place, Const(0))), Const(0), place)
    return b.held(If(Op("gt_s", (place, last)), last, low))


# ------------------------------------------------------------------ forgoing


def barred(world: World) -> Region:
    """Return which option each player forgoes: 1 and where it is counted as offered, or 0."""
    return world.keep("barred", world.setup.players)


def bar_of(world: World, option: Named | None) -> int:
    """Return an option as it stands among those that are forgone."""
    return 1 + _place(world, Counted.OFFERED, option) if option is not None else 0


def bar(world: World, kept: Region, narrow: Function) -> Function:
    """Return the function that leaves the options but the one that a seat forgoes, if any."""

    def make(b: Builder) -> None:
        own = question.question(world)
        mark = b.held(Load(barred(world), Get(b.function.parameters[0])))
        row = b.held(Load(_row_of(world), Load(own.head, Const(NAME))))
        known = Op("both", (mark.differs(0), Op("ge_s", (row, Const(0)))))
        named = Load(own.head, Const(WAY)).differs(NUMBER)
        with b.when(Op("both", (known, named))):
            with b.counting(0, Load(own.head, Const(COUNT))) as i:
                place = b.held(b.result(_option_place(world), row, i))
                b.store(kept, i, (place + 1).differs(mark))
            b.add_result(narrow)

    return world.function("bar", "bar", make, parameters=("seat",))
