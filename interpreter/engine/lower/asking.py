"""Decisions: choosing things, numbers, one of several ways, yes or no."""

from attrs import frozen

from cubedsl.dsl.model import statements as core
from cubedsl.dsl.model.expressions import Likeness
from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Const, Function, Get, If, Load, Op, Region, Value, Var
from cubedsl.interpreter.engine.lower import (
    alike,
    imagined,
    likenesses,
    menus,
    question,
    runtime,
    several,
)
from cubedsl.interpreter.engine.lower.bodies import Body, actor, does, keep, run, set_slot
from cubedsl.interpreter.engine.lower.question import NUMBER, THING
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    alone_bits,
    first,
    has,
    held,
    many,
    mask,
    members,
    num,
    region_words,
    size,
    some,
    sort_of,
)
from cubedsl.interpreter.engine.lower.shapes import NUMBER as NUMBERS
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.meaning.choosing import MOST_NUMBERS, noun_of

# ------------------------------------------------------------------ choosing things


@frozen(eq=False)
class Groups:
    """Equal things while a player picks from them.

    By group: `first`, its lowest thing; of pieces also `rows`, all of it; `value`, in which they
    must be alike; `left`, how many are not chosen yet.  `open` are the options: the groups that may
    be chosen from.  `chosen` are the values of what was chosen.
    """

    first: Region
    rows: Region
    value: Region
    left: Region
    open: Region
    chosen: Region
    count: Region


def groups(world: World) -> Groups:
    """Return the regions of groups."""
    most = max(world.counts.of.values(), default=1) + 1
    words = world.piece_words
    return Groups(
        world.keep("group first", most),
        world.keep("group rows", most * words, 8),
        world.keep("group value", most, 8),
        world.scrap("group left", most),
        world.keep("group open", most),
        world.keep("group chosen", most, 8),
        world.keep("group count", 1),
    )


@does(core.Choose)
def choose(node: core.Choose, body: Body) -> None:
    """Ask for one thing after the other."""
    sort = sort_of(node.things, body)
    if sort is None:
        return
    shape = body.world.counts.many(sort)
    things = held(body, many(node.things, body, sort))
    bits = mask(things, body, sort)
    high = size(list(bits)) if node.high is None else num(node.high, body)
    high = body.b.held(high)
    taken = [body.b.var("taken", 0) for _ in bits]
    order = keep(body, "order", things[-1]) if shape.ordered else None
    with body.b.when(Op("both", (some(bits), Op("gt_s", (high, Const(0)))))):
        seat = actor(body, node.span)
        function = _pick(body.world, node, sort)
        name = body.world.names.of(node.decision)
        noun = question.number_of(body.world, noun_of(node))
        arguments: list[Value | int] = [seat, body.card, name, noun, high, *things]
        body.b.call(function, arguments, taken, note=body.note(node))
    result = tuple(map(Get, taken))
    set_slot(body, node.slot, (*result, *((order,) if order is not None else ())), shape)


def _pick(world: World, node: core.Choose, sort: Sort) -> Function:
    """Return the function that lets a player pick; it gives back what was picked."""
    shape = world.counts.many(sort)
    key = ("pick", sort, node.exactly, node.likeness)

    def make(b: Builder) -> None:
        seat, card, name, noun, high, *things = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, seat, card, {})
        _Picking(scope, node, sort, tuple(things), (name, noun)).write(high)

    names = ("you", "card", "name", "noun", "high", *("things",) * shape.words)
    full = f"pick {sort.value}"
    return world.function(key, full, make, parameters=names, results=shape.mask_words)


class _Picking:
    """Writes the picking of things, see `meaning.choosing.Picking`; `name` and `noun` are what the
    question is about."""

    def __init__(
        self,
        scope: Scope,
        node: core.Choose,
        sort: Sort,
        things: Words,
        names: tuple[Value, Value],
    ) -> None:
        self.scope, self.node, self.sort, self.things = scope, node, sort, things
        self.name, self.noun = names
        self.world, self.b, self.own = scope.world, scope.b, groups(scope.world)
        words = len(mask(things, scope, sort))
        self.taken = [self.b.var("taken", 0) for _ in range(words)]
        self.number = self.b.var("number", 0)
        self.start = self.b.var("start", 0)
        likeness = node.likeness
        self.several = likeness is not None and not likenesses.is_single(likeness, self.world)

    def write(self, high: Value) -> None:
        """Write the whole function."""
        b = self.b
        self._make_groups()
        most = b.var("most", high)
        if self.node.exactly:
            limit = b.held(self._most())
            b.set(most, If(Op("lt_s", (Get(most), limit)), Get(most), limit))
        with b.loop("pick") as loop:
            b.leave(loop, Op("ge_s", (Get(self.number), Get(most))))
            needed = Get(most) - Get(self.number) if self.node.exactly else Const(1)
            self._options(b.held(needed))
            chosen = b.ask()
            b.leave(loop, Op("ge_s", (chosen, Load(self._options_count(), Const(0)))))
            self._take(b.held(Load(self.own.open, chosen)))
        b.give(*map(Get, self.taken))

    def _options_count(self) -> Region:
        return self.world.keep("open count", 1)

    # -------------------------------------------------------------- groups

    def _make_groups(self) -> None:
        self.b.store(self.own.count, 0, 0)
        if self.sort is Sort.PIECE:
            self._group_pieces()
            return
        with members(self.scope, self.things, self.sort) as thing:
            self._add_group(thing, ())

    def _add_group(self, thing: Value, equal: Words) -> None:
        """Add a group, unless it has no value to be alike in."""
        b, likeness = self.b, self.node.likeness
        if likeness is None:
            self._write_group(thing, equal)
            return
        if self.several:
            self._add_several(likeness, thing, equal)
            return
        value = b.held(likenesses.value_of(likeness, thing, self.sort, self.scope))
        with b.when(likenesses.is_any(likeness, value, self.scope)):
            place = Load(self.own.count, Const(0))
            b.store(self.own.value, place, value)
            self._write_group(thing, equal)

    def _add_several(self, likeness: Likeness, thing: Value, equal: Words) -> None:
        b, own = self.b, several.sets(self.world)
        values = several.values_of(likeness, thing, self.sort, self.scope)
        with b.when(some(values)):
            place = b.held(Load(self.own.count, Const(0)))
            for i, word in enumerate(values):
                b.store(own.of_group, place * own.words, word, i)
            self._write_group(thing, equal)

    def _write_group(self, thing: Value, equal: Words) -> None:
        place = self.b.held(Load(self.own.count, Const(0)))
        self.b.store(self.own.first, place, thing)
        for i, word in enumerate(equal):
            self.b.store(self.own.rows, place * len(equal), word, i)
        self.b.store(self.own.count, 0, place + 1)

    def _group_pieces(self) -> None:
        """Those that the player sees come first: where it stands would tell what a piece is."""
        seen = alike.gather(self.scope, self.things, self.scope.you)
        self._group_part(seen, seen, hidden=False)
        if imagined.has_zones(self.world):
            self._group_part(tuple(~word for word in seen), seen, hidden=True)

    def _group_part(self, part: Words, seen: Words, *, hidden: bool) -> None:
        left = [self.b.temp("left", a & s) for a, s in zip(self.things, part, strict=True)]
        with self.b.loop("group") as loop:
            words = tuple(map(Get, left))
            self.b.leave(loop, Op("not", (some(words),)))
            if hidden:
                thing = self.b.held(self.b.result(alike.first_unseen(self.world), *words))
            else:
                thing = self.b.held(first(self.scope, words, Sort.PIECE))
            equal = alike.equal_to(self.scope, thing, words, seen)
            self._add_group(thing, tuple(equal))
            for name, word in zip(left, equal, strict=True):
                self.b.set(name, Get(name) & ~word)

    def _most(self) -> Value:
        """Return how many can be chosen in all."""
        if self.node.likeness is None:
            return size(mask(self.things, self.scope, self.sort))
        self._count_left()
        most = several.most if self.several else likenesses.most
        return self.b.result(most(self.world, self.node.likeness.how))

    def _count_left(self) -> None:
        """Note how many are left of each group."""
        with self.b.counting(0, Load(self.own.count, Const(0))) as place:
            self.b.store(self.own.left, place, self._left(place))

    def _left(self, place: Value) -> Value:
        """Return how many can still be chosen from a group."""
        if self.sort is not Sort.PIECE:
            thing = self.b.held(Load(self.own.first, place))
            return Const(1) - Op("ne", (has(tuple(map(Get, self.taken)), thing), Const(0)))
        return size(self._rest(place))

    def _rest(self, place: Value) -> list[Value]:
        rows = region_words(self.own.rows, place, self.world.piece_words)
        return [row & ~Get(name) for row, name in zip(rows, self.taken, strict=True)]

    # -------------------------------------------------------------- options

    def _options(self, needed: Value) -> None:
        """Find the groups that may be chosen from so that as many as needed can be chosen."""
        b, likeness = self.b, self.node.likeness
        self._count_left()
        b.store(self._options_count(), 0, 0)
        behind = b.temp("behind", 0)
        place = b.temp("place", Load(self.own.count, Const(0)))
        with b.loop("back") as loop:
            b.leave(loop, Op("le_s", (Get(place), Get(self.start))))
            b.set(place, Get(place) - 1)
            left = b.held(Load(self.own.left, Get(place)))
            b.set(behind, Get(behind) + left)
            is_open = Op("both", (left.differs(0), Op("ge_s", (Get(behind), needed))))
            b.store(self.own.open, Get(place), is_open)
            if likeness is not None:
                with b.when(left.differs(0)):
                    fits = several.fits if self.several else likenesses.fits
                    function = fits(self.world, likeness.how)
                    found = b.result(function, Get(place), needed, Get(self.number))
                    b.store(self.own.open, Get(place), found)
        self._write_options(Get(self.start))

    def _write_options(self, lowest: Value) -> None:
        b, scope = self.b, self.scope
        question.begin_numbered(scope, self.name, scope.you, scope.card, THING, self.noun)
        count = b.held(Load(self.own.count, Const(0)))
        found = b.temp("options", 0)
        unseen = self.sort is Sort.PIECE and imagined.has_zones(self.world)
        if unseen:
            b.call(imagined.lay_out(self.world), [scope.you])
        with b.counting(lowest, count) as place:
            with b.when(Load(self.own.open, place).differs(0)):
                thing = self._offered(place)
                if unseen:
                    thing = b.held(b.result(imagined.number_of(self.world), thing))
                question.add(scope, thing)
                b.store(self.own.open, Get(found), place)
                b.set(found, Get(found) + 1)
        b.store(self._options_count(), 0, Get(found))
        if not self.node.exactly:
            question.add(scope, -1, self.world.names.of("done"))

    def _offered(self, place: Value) -> Value:
        """Return the lowest thing of a group that is not chosen yet."""
        if self.sort is not Sort.PIECE:
            return Load(self.own.first, place)
        rest = tuple(map(self.b.held, self._rest(place)))
        return self.b.held(first(self.scope, rest, Sort.PIECE))

    def _take(self, place: Value) -> None:
        b = self.b
        b.set(self.start, place)
        thing = self._meant(place)
        for name, bit in zip(
            self.taken, alone_bits(self.scope, thing, len(self.taken)), strict=True
        ):
            b.set(name, Get(name) | bit)
        if self.several:
            own = several.sets(self.world)
            for i, word in enumerate(region_words(own.of_group, place, own.words)):
                b.store(own.chosen, Get(self.number) * own.words, word, i)
        b.store(self.own.chosen, Get(self.number), Load(self.own.value, place))
        b.set(self.number, Get(self.number) + 1)

    def _meant(self, place: Value) -> Value:
        """Return the one of equal things that is chosen; unseen, it may be any of them."""
        thing = self.b.held(self._offered(place))
        if self.sort is not Sort.PIECE:
            return thing
        seen = runtime.sees(self.scope, self.scope.you)
        if all(isinstance(word, Const) for word in seen):
            return thing
        found = self.b.temp("meant", thing)
        rest = [self.b.held(word) for word in self._rest(place)]
        with self.b.when(Op("not", (has(seen, thing),))):
            names: list[Var] = [self.b.temp("any") for _ in rest]
            self.b.call(runtime.some_of(self.world, Sort.PIECE), [Const(1), *rest], names)
            self.b.set(found, first(self.scope, tuple(map(Get, names)), Sort.PIECE))
        return Get(found)


# ------------------------------------------------------------------ other decisions


@does(core.ChooseNumber)
def choose_number(node: core.ChooseNumber, body: Body) -> None:
    """Ask for a number; if there is none to choose, it is the lowest."""
    b, world = body.b, body.world
    low = Get(b.var("low", num(node.low, body)))
    high = b.held(num(node.high, body))
    reason = world.fail(f"there are more than {MOST_NUMBERS} numbers to choose from", node.span)
    with b.when(Op("ge_s", (high - low, Const(MOST_NUMBERS)))):
        b.fail(reason)
    seat = actor(body, node.span)
    question.begin(body, node.decision, seat, body.card, NUMBER, None)
    own = question.question(world)
    b.store(own.thing, 0, low)
    many_numbers = If(Op("gt_s", (high, low)), high - low + 1, Const(1))
    b.store(own.head, question.COUNT, many_numbers)
    set_slot(body, node.slot, (low + b.ask(body.note(node)),), NUMBERS)


@does(core.Menu)
def menu(node: core.Menu, body: Body) -> None:
    """Ask for one of the legal items."""
    b = body.b
    own = menus.Menu(node.decision, tuple(item.name for item in node.items))
    legal = b.var("legal", 0)
    for place, item in enumerate(node.items):
        condition = num(item.condition, body) if item.condition is not None else Const(1)
        b.set(legal, Get(legal) | (condition.differs(0) << place))
    with b.when(Get(legal).differs(0)):
        chosen = b.var("item", menus.ask(own, body, actor(body, node.span), legal, node))
        for place, item in enumerate(node.items):
            with b.when(Get(chosen).equals(place)):
                run(item.body, body)


@does(core.May)
def may(node: core.May, body: Body) -> None:
    """Ask for yes or no."""
    own, both = menus.Menu(node.decision, ("yes", "no")), body.b.var("legal", 3)
    chosen = menus.ask(own, body, actor(body, node.span), both, node)
    with body.b.when(chosen.equals(0)):
        run(node.body, body)
