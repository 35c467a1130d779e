"""Dice of a ruleset that are thrown once: how many hit, what they show in all."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from cubedsl.dsl.model.ruleset import Rule
from cubedsl.dsl.model.things import Face
from cubedsl.interpreter.game import fresh
from cubedsl.interpreter.meaning.chance import MOST_SUMS, Pool
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.odds.faces import TooMuch
from cubedsl.interpreter.setup import Setup, SetupError
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream

MOST_DICE = 200
Distribution = dict[int, Fraction]
"""How likely each number is, in ascending order."""
Lots = Sequence[tuple[int, int]]
"""Numbers of kinds, and how many dice of each."""


@frozen
class Rolled:
    """What comes of a pool: how many dice hit (None: nobody said what a hit is), and the sums of
    what they show, by symbol or resource."""

    hits: Distribution | None
    sums: dict[str, Distribution]


def rolled(setup: Setup, lots: Lots, hit: Rule | None) -> Rolled:
    """Return what comes of dice that are thrown once.

    `hit` is a rule of one die; without it, a hit is any side but the blank one, if there is one.
    Raise TooMuch if there are too many dice, SetupError if one has no sides.
    """
    dice = sum(count for _, count in lots)
    if dice > MOST_DICE:
        raise TooMuch(f"{dice} dice are too many: at most {MOST_DICE} are thrown at once")
    for kind, _ in lots:
        if not setup.ruleset.kinds[kind].faces or kind not in setup.pieces.kind:
            raise SetupError(f"`{setup.ruleset.kinds[kind].name}` is nothing to be thrown")
    table = Table(setup, fresh(setup, Stream.derived(0)), hit)
    symbols = sorted({name for kind, _ in lots for name in table.symbols(kind)}, key=table.place)
    hits = table.sums(lots, table.hits) if table.can_hit else None
    return Rolled(hits, {name: table.sums(lots, table.amount(name)) for name in symbols})


@frozen
class Table:
    """Where dice are looked at, one side after the other."""

    setup: Setup
    state: State
    hit: Rule | None

    @property
    def can_hit(self) -> bool:
        """Whether it is known what a hit is."""
        return self.hit is not None or any(face.blank for face in self.setup.ruleset.faces)

    def read(self, kind: int, side: int) -> Face:
        """Return a side as the card in play reads it."""
        card = self.setup.cards[kind]
        return self.setup.ruleset.faces[card.readings.get(side, side) if card else side]

    def symbols(self, kind: int) -> Iterator[str]:
        """Yield what the sides of a kind show."""
        for side in self.setup.ruleset.kinds[kind].faces:
            face = self.read(kind, side)
            if not face.blank:
                yield face.symbol

    def place(self, name: str) -> tuple[bool, int]:
        """Return where a symbol stands in a list: resources first, in the order of the text."""
        resources = [cell.name for cell in self.setup.ruleset.cells if cell.is_resource]
        faces = [face.symbol for face in self.setup.ruleset.faces]
        is_one = name in resources
        return not is_one, resources.index(name) if is_one else faces.index(name)

    def hits(self, kind: int, side: int) -> int:
        """Return 1 if a side hits."""
        if self.hit is None:
            return int(not self.read(kind, side).blank)
        piece = self.setup.pieces.kind.index(kind)
        before = self.state.face[piece]
        self.state.imagine(piece, side)
        frame = [(piece,), *[None] * self.hit.frame_size]
        found = bool(evaluate(self.hit.value, Scope(self.state, frame, 0)))
        self.state.imagine(piece, before)
        return int(found)

    def amount(self, symbol: str) -> Callable[[int, int], int]:
        """Return how much of a symbol a side shows."""

        def shown(kind: int, side: int) -> int:
            face = self.read(kind, side)
            return face.amount if face.symbol == symbol and not face.blank else 0

        return shown

    def sums(self, lots: Lots, of: Callable[[int, int], int]) -> Distribution:
        """Return how likely each sum of a number over the dice is."""
        kinds = self.setup.ruleset.kinds
        dice = [([of(kind, side) for side in kinds[kind].faces], count) for kind, count in lots]
        _reject_spread(dice)
        sides = [[(value,) for value in die] for die, count in dice for _ in range(count)]
        pool = Pool.of(sides, 1)
        return {sums[0]: Fraction(ways, pool.total) for sums, ways in sorted(pool.ways.items())}


def _reject_spread(dice: Sequence[tuple[Sequence[int], int]]) -> None:
    spread = sum((max(values) - min(values)) * count for values, count in dice)
    if spread >= MOST_SUMS:
        raise TooMuch(f"the sum lies anywhere among {spread + 1:,} numbers: too many")
