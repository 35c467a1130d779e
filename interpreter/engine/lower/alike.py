"""Which pieces are equal: alike in everything that a rule can read of them, see `meaning.alike`.

Sets of pieces that something remembers are gathered in a list; a piece is told apart from others
by the sets that it is in.
"""

from collections.abc import Iterable

from cubedsl.dsl.model.types import Sort
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import (
    Ask,
    Call,
    Const,
    Function,
    Get,
    Load,
    Op,
    Region,
    Value,
    number,
)
from cubedsl.interpreter.engine.lower.bodies import Note, Remembered, Rows
from cubedsl.interpreter.engine.lower.pieces import by_piece, lying
from cubedsl.interpreter.engine.lower.runtime import sees
from cubedsl.interpreter.engine.lower.scope import (
    Scope,
    Words,
    alone_bits,
    fit,
    has,
    held,
    members,
    region_words,
    some,
)
from cubedsl.interpreter.engine.lower.shapes import Shape, bits
from cubedsl.interpreter.engine.lower.waiting import most_that_wait, remembered_by_waiting
from cubedsl.interpreter.engine.lower.world import World


def gathered(world: World) -> tuple[Region, Region]:
    """Return the list of sets that are remembered, and how many there are.

    There is room for one until all functions are written: see `write`.
    """
    return world.scrap("remembered", world.piece_words), world.scrap("remembered count", 1)


def remember_all(world: World) -> Function:
    """Return the function that gathers the sets that matter among some pieces.

    Its body is written last, when it is known where functions can stand.
    """
    return world.function("remember all", "remember", lambda b: None, parameters=world.piece_words)


def write(world: World) -> None:
    """Write the function that gathers what is remembered."""
    function = remember_all(world)
    b = Builder(function)
    scope = Scope(world, b, slots={})
    among = tuple(Get(one) for one in function.parameters)
    b.store(gathered(world)[1], 0, 0)
    for cell in world.setup.with_pieces:
        _of_cells(scope, world.cell(cell), world.counts.shape(cell.type), cell, among)
    for one in [*world.functions.values()]:
        if one.frame is not None:
            _of_function(scope, one, among)
    for words in remembered_by_waiting(scope):
        offer(scope, words, among)
    gathered(world)[0].count = max(1, _most_sets(world)) * world.piece_words


def _most_sets(world: World) -> int:
    """Return how many sets can be remembered at once."""
    cells = sum(world.owners(cell.owner) for cell in world.setup.with_pieces)
    standing = (
        max((sum(map(_rows, _sets(site))) for site in one.sites), default=0)
        for one in world.functions.values()
    )
    return cells + sum(standing) + most_that_wait(world)


def _rows(one: Remembered) -> int:
    return one.count if isinstance(one, Rows) else 1


def _of_cells(scope: Scope, region: Region, shape: Shape, cell: object, among: Words) -> None:
    count = region.count // max(shape.words, 1)
    many = scope.world.counts.many(Sort.PIECE)
    with scope.b.counting(0, count) as owner:
        row = owner * shape.words if shape.words > 1 else owner
        words = tuple(Load(region, row, i) for i in range(shape.words))
        offer(scope, fit(scope, words, shape, many), among)


def _of_function(scope: Scope, function: Function, among: Words) -> None:
    """Add what a function remembers where it stands."""
    assert function.frame is not None
    stands = Load(function.frame, Const(0))
    notes = [(place, site) for place, site in enumerate(function.sites, 1) if _sets(site)]
    if not notes:
        return
    function.watched = True
    stood = scope.b.held(stands)
    with scope.b.when(stood.differs(0)):
        for place, site in notes:
            with scope.b.when(stood.equals(place)):
                for one in _sets(site):
                    _add(scope, function, one, among)


def _sets(site: Call | Ask) -> tuple[Remembered, ...]:
    return site.note.remembered if isinstance(site.note, Note) else ()


def _add(scope: Scope, function: Function, one: Remembered, among: Words) -> None:
    words = scope.world.piece_words
    if isinstance(one, Rows):
        for row in range(one.row, one.row + one.count):
            offer(scope, region_words(one.region, row, words), among)
        return
    assert function.frame is not None
    for name in one.names:
        name.shared = True
    own = tuple(Load(function.frame, Const(name.place)) for name in one.names)
    offer(scope, fit(scope, own, one.shape, scope.world.counts.many(Sort.PIECE)), among)


def offer(scope: Scope, words: Words, among: Words) -> None:
    """Add a set to the list if it tells pieces apart: if it has some of them, and not all."""
    scope.b.call(_offer(scope.world), [*words, *among])


def _offer(world: World) -> Function:
    count = world.piece_words

    def make(b: Builder) -> None:
        given = [Get(one) for one in b.function.parameters]
        words, among = given[:count], given[count:]
        region, size = gathered(world)
        inside = some(tuple(a & w for a, w in zip(among, words, strict=True)))
        outside = some(tuple(a & ~w for a, w in zip(among, words, strict=True)))
        with b.when(Op("both", (inside, outside))):
            place = b.held(Load(size, Const(0)))
            for i, word in enumerate(words):
                b.store(region, place * count, word, i)
            b.store(size, 0, place + 1)

    return world.function("remember set", "remember set", make, parameters=2 * count)


# ------------------------------------------------------------------ groups


def equals_of(world: World) -> Function:
    """Return the function that finds, among some pieces, those equal to one of them.

    Its parameters are the piece, whether the player sees it, the pieces among which it is that the
    player sees in the same way; what is remembered has been gathered.
    """
    words = world.piece_words

    def make(b: Builder) -> None:
        piece, seen, *among = (Get(one) for one in b.function.parameters)
        scope = Scope(world, b, slots={})
        found = [b.temp("equal", word) for word in among]
        own = lying(world)
        spot = b.held(by_piece(own.spot, piece))
        _keep(scope, found, region_words(own.inside, spot, words))
        with b.when(seen.differs(0)):
            _keep(scope, found, _same_kind(scope, piece))
            face = b.held(by_piece(own.face, piece))
            showing = region_words(own.showing, face, words)
            with b.when(Op("ge_s", (face, Const(0)))) as branch:
                _keep(scope, found, showing)
            with b.otherwise(branch):
                with b.counting(0, len(world.ruleset.faces)) as row:
                    first = b.held(row * words)
                    shown = tuple(Load(own.showing, first, i) for i in range(words))
                    _keep(scope, found, tuple(~word for word in shown))
            _alike_in(scope, found, piece, own.used, 0)
            for mark in range(len(world.ruleset.marks)):
                _alike_in(scope, found, piece, own.marked, mark)
            _by_numbers(scope, found, piece)
        region, count = gathered(world)
        with b.counting(0, Load(count, Const(0))) as place:
            _alike_in_words(scope, found, piece, region_words(region, place, words))
        b.give(*map(Get, found))

    return world.function("equals", "equals", make, parameters=2 + words, results=words)


def _keep(scope: Scope, found: Iterable[object], words: Words) -> None:
    for name, word in zip(found, words, strict=True):
        scope.b.set(name, Get(name) & word)  # type: ignore[arg-type]


def _alike_in(scope: Scope, found: list, piece: Value, region: Region, row: int) -> None:  # type: ignore[type-arg]
    _alike_in_words(scope, found, piece, region_words(region, row, scope.world.piece_words))


def _alike_in_words(scope: Scope, found: list, piece: Value, words: Words) -> None:  # type: ignore[type-arg]
    words = held(scope, words)
    outside = scope.b.held(has(words, piece)) - 1
    _keep(scope, found, tuple(word ^ outside for word in words))


def _same_kind(scope: Scope, piece: Value) -> Words:
    """Return the pieces that are what a piece is: of its kind, copy and owner."""
    world = scope.world
    pieces, words = world.setup.pieces, world.piece_words
    keys = list(zip(pieces.kind, pieces.look, pieces.owner, strict=True))
    different = list(dict.fromkeys(keys))
    which = world.table("sort of piece", tuple(different.index(key) for key in keys))
    sets = [tuple(i for i, key in enumerate(keys) if key == one) for one in different]
    flat = tuple(word for one in sets for word in bits(one, words))
    return region_words(world.table("sorts of pieces", flat, 8), Load(which, piece), words)


def _by_numbers(scope: Scope, found: list, piece: Value) -> None:  # type: ignore[type-arg]
    """Drop pieces that differ in their rank or in what is remembered of them."""
    world, own, b = scope.world, lying(scope.world), scope.b
    regions = [(own.rank, 1, 1)] if any(zone.ordered for zone in world.ruleset.zones) else []
    for cell in world.setup.of_pieces:
        regions.append((world.cell(cell), world.counts.shape(cell.type).words, 0))
    if not regions:
        return
    others = tuple(map(Get, found))
    with members(scope, others, Sort.PIECE) as other:
        for region, words, first in regions:
            for i in range(words):
                left = Load(region, piece * words, first + i)
                right = Load(region, other * words, first + i)
                with b.when(left.differs(right)):
                    out = alone_bits(scope, other, world.piece_words)
                    _keep(scope, found, tuple(~bit for bit in out))


def first_unseen(world: World) -> Function:
    """Return the function that finds, among pieces that a player does not see, the one whose group
    comes first: by where they lie, then by what remembers them."""
    words = world.piece_words

    def make(b: Builder) -> None:
        scope = Scope(world, b, slots={})
        pieces = tuple(Get(one) for one in b.function.parameters)
        best = b.temp("best", -1)
        with members(scope, pieces, Sort.PIECE) as piece:
            with b.when(Get(best).equals(-1)) as branch:
                b.set(best, piece)
            with b.otherwise(branch), b.when(b.result(_comes_before(world), piece, Get(best))):
                b.set(best, piece)
        b.give(Get(best))

    return world.function("first unseen", "first unseen", make, parameters=words, results=1)


def _comes_before(world: World) -> Function:
    """Return the function that tells whether the group of a piece comes before that of another.

    Of the numbers of the sets that remember them, the first that differs decides; who has no more
    of them comes first.
    """

    def make(b: Builder) -> None:
        one, other = (Get(word) for word in b.function.parameters)
        own = lying(world)
        left, right = b.held(by_piece(own.spot, one)), b.held(by_piece(own.spot, other))
        with b.when(left.differs(right)):
            b.give(Op("lt_s", (left, right)))
        region, count = gathered(world)
        differs = b.temp("differs", 0)
        with b.counting(0, Load(count, Const(0))) as row:
            remembered = held(
                Scope(world, b, slots={}), region_words(region, row, world.piece_words)
            )
            mine, others = b.held(has(remembered, one)), b.held(has(remembered, other))
            with b.when(Get(differs).equals(0)) as branch:
                b.set(differs, mine - others)
            with b.otherwise(branch):
                with b.when(Op("both", (Get(differs).equals(1), others.differs(0)))):
                    b.give(1)
                with b.when(Op("both", (Get(differs).equals(-1), mine.differs(0)))):
                    b.give(0)
        b.give(Get(differs).equals(-1))

    return world.function("comes before", "comes before", make, parameters=2, results=1)


def gather(scope: Scope, pieces: Words, seat: Value) -> Words:
    """Gather what is remembered among some pieces; return those that a player sees."""
    scope.b.call(remember_all(scope.world), pieces)
    return sees(scope, seat)


def equal_to(scope: Scope, piece: Value, pieces: Words, seen: Words) -> list[Value]:
    """Return the pieces (among some, in which it is) that are equal to one, as a player sees."""
    b, among, is_seen = scope.b, pieces, number(1)
    if not all(isinstance(word, Const) for word in seen):
        is_seen = b.held(has(seen, piece))
        flip = b.held(is_seen - 1)
        among = tuple(a & (s ^ flip) for a, s in zip(pieces, seen, strict=True))
    names = [b.temp("group") for _ in pieces]
    b.call(equals_of(scope.world), [piece, is_seen, *among], names)
    return [Get(name) for name in names]
