"""What all parts of the lowering share: the game, its memory, its functions, its names."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from attrs import Factory, define, field

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.model.types import Sort
from cubedsl.dsl.source import Span
from cubedsl.interpreter.engine.build import Builder
from cubedsl.interpreter.engine.code import Failure, Function, Region, Var
from cubedsl.interpreter.engine.lower.shapes import Counts, Form, bits
from cubedsl.interpreter.setup import Setup, bodies_of

T = TypeVar("T")


class Unsupported(Exception):
    """The engine cannot play this yet: what it is, and where it stands."""

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.what, self.span = what, span


@define(eq=False)
class Names:
    """Words, titles and decisions by number, in the order in which they were met."""

    numbers: dict[str, int] = Factory(dict)

    def of(self, text: str) -> int:
        """Return the number of a name."""
        return self.numbers.setdefault(text, len(self.numbers))

    @property
    def texts(self) -> tuple[str, ...]:
        """The names, by number."""
        return tuple(self.numbers)


@define(eq=False, repr=False)
class World:
    """The lowering of one setup, for some strategies that can sit at the table.

    `functions` are kept by key; those in `waiting` still have to be written, and then those that
    are `late`.
    """

    setup: Setup
    strategies: frozenset[str] = frozenset()
    names: Names = Factory(Names)
    failures: list[Failure] = Factory(list)
    reasons: dict[tuple[str, Span], int] = Factory(dict)
    functions: dict[Hashable, Function] = Factory(dict)
    waiting: list[Callable[[], None]] = Factory(list)
    late: list[Callable[[], None]] = Factory(list)
    image: list[Region] = Factory(list)
    tables: dict[str, Region] = Factory(dict)
    scratch: list[Region] = Factory(list)
    regions: dict[str, Region] = Factory(dict)
    known: dict[Hashable, Any] = Factory(dict)
    noted: set[Var] = Factory(set)
    counts: Counts = field(init=False)

    def __attrs_post_init__(self) -> None:
        setup, ruleset = self.setup, self.setup.ruleset
        classes = [len(one.classes) for one in ruleset.partitions.values()]
        self.counts = Counts(
            {
                Sort.PIECE: len(setup.pieces),
                Sort.PLAYER: setup.players,
                Sort.SPACE: len(setup.ground.spaces),
                Sort.FACE: len(ruleset.faces),
                Sort.KIND: len(ruleset.kinds),
                Sort.CLASS: max(classes, default=0),
            }
        )

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.setup.ruleset

    @property
    def bodies(self) -> list[Block]:
        """Every body that can be carried out."""
        return list(bodies_of(self.ruleset, self.setup.cards, self.setup.board))

    @property
    def piece_words(self) -> int:
        """How many words a set of pieces has."""
        return self.counts.words(Sort.PIECE)

    def once(self, name: Hashable, make: "Callable[[World], T]") -> T:
        """Return what was made of this world before under a name, or make it."""
        if name not in self.known:
            self.known[name] = make(self)
        found: T = self.known[name]
        return found

    # -------------------------------------------------------------- memory

    def keep(self, name: str, count: int, width: int = 4, data: tuple[int, ...] = ()) -> Region:
        """Return a part of the state, made when it is first asked for."""
        return self._region(self.image, name, count, width, data)

    def scrap(self, name: str, count: int, width: int = 8) -> Region:
        """Return memory for what is worked out between two questions."""
        return self._region(self.scratch, name, count, width, ())

    def _region(
        self, among: list[Region], name: str, count: int, width: int, data: tuple[int, ...]
    ) -> Region:
        if name not in self.regions:
            self.regions[name] = Region(name, width, max(count, 1), data)
            among.append(self.regions[name])
        # Who needs more room than those before gets it: nothing has its place yet.
        self.regions[name].count = max(self.regions[name].count, count)
        return self.regions[name]

    def table(self, name: str, data: tuple[int, ...], width: int = 4) -> Region:
        """Return numbers that never change; the same numbers are kept once for a name."""
        if name not in self.tables:
            self.tables[name] = Region(name, width, max(len(data), 1), data or (0,))
        return self.tables[name]

    def grown(self, name: str, data: tuple[int, ...], width: int = 4) -> Region:
        """Return numbers that never change, behind those that were entered under a name before."""
        if name not in self.tables:
            self.tables[name] = Region(name, width, 0)
        region = self.tables[name]
        region.data += data
        region.count = len(region.data)
        return region

    def mask_table(self, name: str, sets: list[tuple[int, ...]], sort: Sort) -> Region:
        """Return sets that never change: `words` numbers for each."""
        if name in self.tables:
            return self.tables[name]
        words = self.counts.words(sort)
        flat = tuple(word for one in sets for word in bits(one, words))
        return self.table(name, flat, 8)

    def cell(self, cell: Cell) -> Region:
        """Return where a cell of the rules lies: for every owner the words of its shape."""
        shape = self.counts.shape(cell.type)
        width = 8 if shape.form in (Form.MANY, Form.CHANCE) else 4
        return self.keep(f"cell {cell.name}", self.owners(cell.owner) * shape.words, width)

    def owners(self, owner: Owner) -> int:
        """How many there are that can own a zone or a cell."""
        return {
            Owner.GAME: 1,
            Owner.PLAYER: self.setup.players,
            Owner.SPACE: len(self.setup.ground.spaces),
            Owner.PIECE: len(self.setup.pieces),
            Owner.KIND: len(self.ruleset.kinds),
        }[owner]

    # -------------------------------------------------------------- functions

    def function(
        self,
        key: Hashable,
        name: str,
        make: Callable[[Builder], None],
        *,
        parameters: int | tuple[str, ...] = (),
        results: int = 0,
        late: bool = False,
        rare: bool = False,
    ) -> Function:
        """Return a function; `make` writes its body, later, if it is not there yet; if it is
        `late`, when all others have been written.  Is it `rare`, see `Function`."""
        found = self.functions.get(key)
        if found is not None:
            return found
        words = parameters if isinstance(parameters, tuple) else ("p",) * parameters
        own = tuple(Var(f"{word}_{i}", fixed=True) for i, word in enumerate(words))
        out = tuple(Var(f"out_{i}") for i in range(results))
        made = Function(f"{len(self.functions)} {name}", own, out, rare=rare)
        self.functions[key] = made
        (self.late if late else self.waiting).append(lambda: make(Builder(made)))
        return made

    def write_all(self) -> None:
        """Write the functions that were asked for, and those that they ask for."""
        while self.waiting or self.late:
            (self.waiting or self.late).pop()()

    def fail(self, text: str, span: Span) -> int:
        """Return the number of a reason to stop."""
        number = self.reasons.setdefault((text, span), len(self.failures))
        if number == len(self.failures):
            self.failures.append(Failure(text, span))
        return number

    # -------------------------------------------------------------- pieces

    def of_kinds(self, kinds: frozenset[int] | set[int]) -> tuple[int, ...]:
        """Return all pieces of some kinds, as bits."""
        return self.once(("kinds", frozenset(kinds)), lambda world: world._bits_of(kinds))

    def _bits_of(self, kinds: frozenset[int] | set[int]) -> tuple[int, ...]:
        kind = self.setup.pieces.kind
        return bits([one for one, own in enumerate(kind) if own in kinds], self.piece_words)
