"""What is counted of each player, see `interpreter.watch`; and what a player forgoes."""

from cubedsl.dsl.model.things import Owner
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value
from cubedsl.interpreter.engine.lower import question
from cubedsl.interpreter.engine.lower.pieces import by_piece, kind_table, lying
from cubedsl.interpreter.engine.lower.question import COUNT, NOUN, THING, WAY
from cubedsl.interpreter.engine.lower.scope import Scope, has, num, region_words
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.watch import ROUNDS, About, Counted, Lead

MOST_ROWS = 256


def counts(world: World) -> Region:
    """Return where the counts of a game lie."""
    assert world.setup.watch is not None
    return world.keep("counts", world.setup.watch.size(world.setup.players))


def count(
    scope: Scope,
    what: Counted,
    which: About,
    seat: Value,
    amount: Value | int = 1,
) -> None:
    """Count something of a player, if it is counted."""
    watch, b = scope.world.setup.watch, scope.b
    place = watch.places.get((what, which)) if watch is not None else None
    if watch is None or place is None:
        return
    seat = b.held(seat)
    with b.when(Op("ge_s", (seat, Const(0)))):
        row, region = b.held(seat * watch.width), counts(scope.world)
        b.store(region, row, Load(region, row, place) + amount, place)


def count_change(scope: Scope, resource: int, seat: Value, amount: Value) -> None:
    """Count what is gained; what is lost counts as paid."""
    if scope.world.setup.watch is None:
        return
    none, amount = Const(0), scope.b.held(amount)
    gained = If(Op("gt_s", (amount, none)), amount, none)
    paid = If(Op("lt_s", (amount, none)), none - amount, none)
    count(scope, Counted.GAINED, resource, seat, gained)
    count(scope, Counted.PAID, resource, seat, paid)


# ------------------------------------------------------------------ pieces


def count_taken(scope: Scope, piece: Value, before: Value, spot: Value) -> None:
    """Count a piece that comes from a shared zone into one of a player's."""
    if scope.world.setup.watch is not None:
        scope.b.call(_taken(scope.world), [piece, before, spot])


def _taken(world: World) -> Function:
    setup = world.setup
    watch = setup.watch
    assert watch is not None
    owners = tuple(
        owner if zone.owner is Owner.PLAYER else -1
        for owner, zone in zip(setup.spots.owner, setup.spots.zone, strict=True)
    )
    kinds = range(len(world.ruleset.kinds))
    tables = [
        world.table(
            f"column {what.name}", tuple(watch.places.get((what, one), -1) for one in kinds)
        )
        for what in (Counted.TAKEN, Counted.WHEN)
    ]
    begins = (watch.row(setup.players, one) if one in watch.kinds else -1 for one in kinds)
    rows = world.table("rows of takings", tuple(begins))

    def make(b: Builder) -> None:
        piece, before, spot = (Get(one) for one in b.function.parameters)
        rounds = Load(world.keep("rounds", 1), Const(0))
        owner = b.held(Load(world.table("players of spots", owners), spot))
        kind = b.held(Load(kind_table(world), piece, 1))
        shared = shared_spots(world, before)
        begun = Op("both", (shared, Op("gt_s", (rounds, Const(0)))))
        is_kind = Op("ge_s", (Load(tables[0], kind), Const(0)))
        with b.when(Op("both", (Op("both", (begun, is_kind)), Op("ge_s", (owner, Const(0)))))):
            for table, amount in zip(tables, (Const(1), rounds), strict=True):
                at = b.held(owner * watch.width + Load(table, kind))
                b.store(counts(world), at, Load(counts(world), at) + amount)
            late = Op("gt_s", (rounds, Const(ROUNDS)))
            place = Load(rows, kind) + If(late, Const(ROUNDS), rounds) - 1
            at = b.held(place)
            b.store(counts(world), at, Load(counts(world), at) + 1)

    return world.function("taken", "taken", make, parameters=3)


def shared_spots(world: World, spot: Value) -> Value:
    """Whether a spot belongs to nobody."""
    flags = tuple(map(int, world.setup.spots.shared))
    return Load(world.table("shared spots", flags), spot).differs(0)


# ------------------------------------------------------------------ who leads


def note_lead(scope: Scope) -> None:
    """Note who leads at the beginning of a round, if that is counted and one player does."""
    watch = scope.world.setup.watch
    if watch is not None and watch.lead is not None:
        scope.b.call(_note_lead(scope.world), [])


def _note_lead(world: World) -> Function:
    watch, players = world.setup.watch, world.setup.players
    assert watch is not None and watch.lead is not None
    lead, region = watch.lead, counts(world)
    first = watch.lead_at(players)

    def make(b: Builder) -> None:
        values = [
            b.held(num(lead, Scope(world, b, Const(seat), slots={}))) for seat in range(players)
        ]
        most, alone = b.temp("most", values[0]), b.temp("alone", 1)
        for seat, value in enumerate(values[1:], 2):
            with b.when(value.equals(Get(most))):
                b.set(alone, 0)
            with b.when(Op("gt_s", (value, Get(most)))):
                b.set(most, value)
                b.set(alone, seat)
        before = b.held(Load(region, Const(first + Lead.LEADER)))
        other = Op("both", (Get(alone).differs(0), Get(alone).differs(before)))
        with b.when(other):
            changes = Load(region, Const(first + Lead.CHANGES))
            counted = If(Op("gt_s", (before, Const(0))), Const(1), Const(0))
            b.store(region, first + Lead.CHANGES, changes + counted)
            b.store(region, first + Lead.SINCE, Load(world.keep("rounds", 1), Const(0)))
            b.store(region, first + Lead.LEADER, Get(alone))

    return world.function("note lead", "note lead", make)


# ------------------------------------------------------------------ the end


def write_counts(world: World, b: Builder, row: Value) -> None:
    """Note the counts of a game in a row of the results."""
    watch = world.setup.watch
    if watch is None:
        return
    size, region = watch.size(world.setup.players), counts(world)
    for cell in world.ruleset.cells:
        place = watch.places.get((Counted.END, cell.index))
        for seat in range(world.setup.players) if place is not None else ():
            assert place is not None
            b.store(region, seat * watch.width + place, Load(world.cell(cell), Const(seat)))
    rows = world.scrap("rows of counts", size * MOST_ROWS, 4)
    first = b.held(row * size)
    with b.counting(0, size) as i:
        b.store(rows, first + i, Load(region, i))


# ------------------------------------------------------------------ what is forgone


def forgone(world: World) -> Region:
    """Return the pieces that each player does not choose out of shared zones."""
    return world.keep("forgone", world.setup.players * world.piece_words, 8)


def forgo(world: World, kept: Region, narrow: Function) -> Function:
    """Return the function that leaves the options that a seat does not forgo, if there are any."""

    def make(b: Builder) -> None:
        seat = Get(b.function.parameters[0])
        own, words = question.question(world), world.piece_words
        row = region_words(forgone(world), seat, words)
        nouns = {kind.noun.name for kind in world.ruleset.kinds}
        noun = Load(own.head, Const(NOUN))
        with b.when(Load(own.head, Const(WAY)).differs(THING)):
            b.give()
        for name in sorted(nouns):
            with b.when(noun.equals(world.names.of(f"noun {name}"))):
                with b.counting(0, Load(own.head, Const(COUNT))) as i:
                    thing = b.held(Load(own.thing, i))
                    b.store(kept, i, 1)
                    with b.when(Op("ge_s", (thing, Const(0)))):
                        lies = shared_spots(world, by_piece(lying(world).spot, thing))
                        with b.when(Op("both", (lies, has(row, thing)))):
                            b.store(kept, i, 0)
                b.add_result(narrow)

    return world.function("forgo", "forgo", make, parameters=("seat",))
