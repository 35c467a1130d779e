"""A board as graphs: what passes ask of it, and how they report.

The nodes are the numbers of spaces.  A *step* leads to a neighbour; a *leap* leads where the
legend says that a space leads to, except from the finish.  *Land* is all but closed terrain.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cached_property

from attrs import frozen

from cubedsl.dsl.codes import Code
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board, Space
from cubedsl.dsl.sketch import Sign, sketch
from cubedsl.dsl.source import Span
from cubedsl.validator import graphs
from cubedsl.validator.graphs import Graph

# A map with more mistakes of one sort than this is not a map.
MOST_REPORTS = 20


@frozen
class Leap:
    """From a space to one that need not be near, for the price that the legend gives."""

    source: int
    target: int
    attribute: str
    price: int


@frozen(eq=False, slots=False)
class Survey:
    """One board of a ruleset."""

    ruleset: Ruleset
    board: Board
    out: Diagnostics

    @property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces, by their numbers."""
        return self.board.spaces

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The spaces where one begins."""
        noun = self.ruleset.board_noun
        found = self.of_terrain(noun.start) if noun else ()
        inner = {one.target for one in self.board.joints}
        return tuple(one for one in found if one not in inner)

    @cached_property
    def finishes(self) -> tuple[int, ...]:
        """The spaces where one arrives."""
        noun = self.ruleset.board_noun
        return self.of_terrain(noun.finish) if noun else ()

    def of_terrain(self, terrain: str) -> tuple[int, ...]:
        """The spaces of a terrain; of none if it has no name."""
        return tuple(one.index for one in self.spaces if terrain and one.terrain == terrain)

    @cached_property
    def closed(self) -> frozenset[int]:
        """The spaces of closed terrain."""
        terrains = self.ruleset.terrains_closed
        return frozenset(one.index for one in self.spaces if one.terrain in terrains)

    @cached_property
    def leaps(self) -> tuple[Leap, ...]:
        """All leaps."""
        ends = {*self.finishes, *(one.source for one in self.board.joints)}
        return tuple(
            Leap(one.index, to, *_price(one))
            for one in self.spaces
            if one.index not in ends and (to := self.board.leads_to(one.index)) >= 0
        )

    # -------------------------------------------------------------- graphs

    @cached_property
    def lap_steps(self) -> frozenset[tuple[int, int]]:
        """Steps from the last section into the first, or back, that nothing bars where a lap ends.

        If there is no other way to the finish at all, they are steps like others.
        """
        if not self.starts or not self.finishes:
            return frozenset()
        ends = {self.spaces[one].section for one in (self.starts[0], self.finishes[0])}
        if max(ends) - min(ends) < 2:
            return frozenset()
        found = frozenset(
            (at, to)
            for at, near in enumerate(self.board.touching)
            for to in near
            if {self.spaces[at].section, self.spaces[to].section} == ends
        )
        others = self._with_leaps(self._steps(found))
        return found if set(self.finishes) & graphs.reached(others, self.starts) else frozenset()

    @cached_property
    def anywhere(self) -> Graph:
        """Steps over any terrain.

        Even without a barrier no step leads over the line of the finish.
        """
        return self._steps(self.lap_steps)

    # A joint is a step, too: one has come to the end of a board, and goes on.
    def _steps(self, without: Set[tuple[int, int]]) -> Graph:
        graph = {
            at: [to for to in near if (at, to) not in without]
            for at, near in enumerate(self.board.neighbours)
        }
        return graphs.joined(graph, ((one.source, one.target) for one in self.board.joints))

    @cached_property
    def land(self) -> Graph:
        """Steps over land."""
        return graphs.within(self.anywhere, set(self.anywhere) - self.closed)

    @cached_property
    def rising(self) -> Graph:
        """Steps over land that never lead to a lower section."""
        return self._kept(lambda lines: lines >= 0)

    @cached_property
    def onward(self) -> Graph:
        """Steps over land that lead over a line at most, and never back over one."""
        return self._kept(lambda lines: 0 <= lines <= 1)

    def _kept(self, keeps: Callable[[int], bool]) -> Graph:
        """The steps over land that lead over certain numbers of lines."""
        section = [one.section for one in self.spaces]
        return graphs.kept(self.land, lambda at, to: keeps(section[to] - section[at]))

    @cached_property
    def land_and_leaps(self) -> Graph:
        """Steps and leaps over land."""
        return self._with_leaps(self.land)

    @cached_property
    def all_ways(self) -> Graph:
        """Steps over any terrain, and leaps."""
        return self._with_leaps(self.anywhere)

    def _with_leaps(self, graph: Graph) -> Graph:
        return graphs.joined(graph, ((one.source, one.target) for one in self.leaps))

    def regions(self, spaces: Iterable[int]) -> list[list[int]]:
        """Spaces by what hangs together, in reading order; of very many regions the first."""
        return graphs.regions(graphs.within(self.anywhere, set(spaces)))[:MOST_REPORTS]

    @cached_property
    def to_finish(self) -> dict[int, int]:
        """How many steps onward the finish is away."""
        return graphs.lengths(graphs.backwards(self.onward), self.finishes)

    def ways_to(self, goals: Iterable[int]) -> dict[int, list[int]]:
        """The shortest way to any of some spaces, over any terrain and with leaps, from each."""
        import networkx as nx

        back = graphs.network(graphs.backwards(self.all_ways))
        ends = set(goals)
        if not ends:
            return {}
        _, ways = nx.multi_source_dijkstra(back, ends, weight=None)
        return {one: list(reversed(way)) for one, way in ways.items()}

    def fewest_closed(
        self, graph: Graph, starts: Sequence[int], goals: Iterable[int]
    ) -> tuple[int, list[int]] | None:
        """A way with the fewest moves into closed terrain, and how many those are."""
        import networkx as nx

        if not starts:
            return None

        def price(to: int) -> int:
            return 1000 * (to in self.closed) + 1

        ends = set(goals)
        lengths, ways = nx.multi_source_dijkstra(
            graphs.network(graph), set(starts), weight=lambda _, to, __: price(to)
        )
        reached = sorted((lengths[one], one) for one in ends if one in lengths)
        if not reached:
            return None
        way = list(ways[reached[0][1]])
        return sum(one in self.closed for one in way[1:]), way

    # -------------------------------------------------------------- reports

    @cached_property
    def head(self) -> Span:
        """The first line of the track."""
        span = self.board.span
        length = len(span.text.split("\n")[0].rstrip("{ "))
        return Span(span.source, span.start, span.start + length)

    def name(self, index: int) -> str:
        """A space as people find it: `row 3, space 4`."""
        space = self.spaces[index]
        row, number = space.cells[0]
        place = f"row {row + 1}, space {number + 1}"
        return f"`{space.title}`, {place}" if space.title else place

    @cached_property
    def _columns(self) -> dict[tuple[int, int], int]:
        """Half steps by row and number in the row."""
        places: dict[tuple[int, int], int] = {}
        for number, row in enumerate(self.board.rows):
            drawn = [at for at, char in enumerate(row) if char not in " #"]
            places.update(((number, i), column // 2) for i, column in enumerate(drawn))
        return places

    def _places(self, indices: Iterable[int]) -> set[tuple[int, int]]:
        cells = (cell for one in indices for cell in self.spaces[one].cells)
        return {(self._columns[cell], cell[0]) for cell in cells}

    def picture(self, here: Iterable[int], way: Iterable[int] = (), *, lines: bool = False) -> str:
        """The map with spaces and a way marked; `lines`: with the numbers of lines."""
        signs = [
            Sign(self._columns[cell], cell[0], one.key + (str(one.section) if lines else ""))
            for one in self.spaces
            for cell in one.cells
        ]
        return sketch(signs, self._places(here), self._places(way))

    def wrong(
        self,
        code: Code,
        space: int | Span,
        message: str,
        *,
        here: Iterable[int] | None = None,
        way: Iterable[int] = (),
        lines: bool = False,
        help: str | None = None,
        related: tuple[Label, ...] = (),
    ) -> None:
        """Report a mistake at a space, or at a place of the text with spaces `here`."""
        if isinstance(space, int):
            here = here if here is not None else (space,)
            place = self.spaces[space].span
        else:
            place = space
        picture = self.picture(here or (), way, lines=lines) if here or way else None
        self.out.add(code, place, message, help=help, related=related, picture=picture)


def _price(space: Space) -> tuple[str, int]:
    """The first number that the legend gives a space, with its attribute."""
    for name, value in space.attributes.items():
        if isinstance(value, Literal) and isinstance(value.value, int):
            return name, value.value
    return "", 0


def spaces(number: int, what: str = "space") -> str:
    """`1 space`, `3 spaces`, `2 closed spaces`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
