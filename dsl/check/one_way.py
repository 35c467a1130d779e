"""Resources that only come or only go, and marks of abilities that never come off."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from cubedsl.dsl.codes import lints as codes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part, abilities
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Cell, Owner
from cubedsl.dsl.model.types import Noun, Things
from cubedsl.dsl.model.walk import walk


@frozen(eq=False)
class Uses:
    """Which resources come, go or matter somewhere; which are only shown on faces."""

    gained: frozenset[int]
    spent: frozenset[int]
    shown: frozenset[str]


def check(ruleset: Ruleset, parts: tuple[Part, ...], out: Diagnostics) -> None:
    """Report them."""
    nodes = [node for part in parts for node in part.nodes]
    uses = _uses(ruleset, nodes)
    resources = [one for one in ruleset.cells if one.is_resource]
    # Where none of them is gained, or nothing asks for any, the ruleset is a sketch.
    is_sketch = not all(
        any(one.index in known for one in resources) for known in (uses.gained, uses.spent)
    )
    for cell in resources:
        if not is_sketch and cell.name not in uses.shown:
            _check_resource(cell, uses, out)
    _check_marks(ruleset, nodes, out)


def _uses(ruleset: Ruleset, nodes: list[object]) -> Uses:
    sets = {one.cell.index for one in nodes if isinstance(one, made.SetCell)}
    handed = _resources(one for one in nodes if isinstance(one, core.AmountOf))
    begins = {one.index for one in ruleset.cells if not _is_nothing(one.default)}
    gained = _resources(one for one in nodes if isinstance(one, made.Gain)) | handed
    spent = _resources(one for one in nodes if isinstance(one, made.Pay)) | handed
    read = {one.cell.index for one in nodes if isinstance(one, core.CellValue | core.SupplyOf)}
    counted = {one.resource.index for one in ruleset.tallies if one.resource is not None}
    symbols = {one.symbol for one in nodes if isinstance(one, core.Shown)}
    names = {one.name for one in nodes if isinstance(one, core.Shows)}
    return Uses(
        frozenset(gained | sets | begins),
        frozenset(spent | read | counted),
        frozenset(symbols | names),
    )


def _resources(nodes: Iterable[made.Gain | made.Pay | core.AmountOf]) -> set[int]:
    """The resources that are named; one that a verb is handed is named where it is."""
    return {one.resource.index for one in nodes if isinstance(one.resource, Cell)}


def _is_nothing(value: core.Expr) -> bool:
    return isinstance(value, core.Literal) and value.value == 0


def _check_resource(cell: Cell, uses: Uses, out: Diagnostics) -> None:
    if cell.index in uses.spent and cell.index not in uses.gained:
        message = f"nobody ever gains `{cell.name}`"
        out.add(codes.ONE_WAY, cell.span, message, help=f"write `gain 1 {cell.name}` somewhere")
    elif cell.index in uses.gained and cell.index not in uses.spent:
        message = f"`{cell.name}` is gained, but nothing asks for it: nobody pays it or counts it"
        out.add(codes.ONE_WAY, cell.span, message, help="let it be paid, or decide who wins")


# ------------------------------------------------------------------ marks


def _check_marks(ruleset: Ruleset, nodes: list[object], out: Diagnostics) -> None:
    cleared = set(_taken_away(nodes))
    for ability in abilities(ruleset):
        for node in walk(ability.body):
            if not isinstance(node, made.MarkAs) or node.mark is None:
                continue
            noun = _noun(node.pieces)
            if node.mark.until is None and noun not in cleared and None not in cleared:
                message = f"`{node.mark.name}` never comes off again"
                help = f"declare `mark {node.mark.name} until` an event"
                out.add(codes.LASTING_MARK, node.span, message, help=help)


def _taken_away(nodes: list[object]) -> Iterator[Noun | None]:
    """The nouns of pieces that go to a shared zone, where marks fall off."""
    for one in nodes:
        if isinstance(one, made.Move) and any(z.owner is Owner.GAME for z in one.to.zones):
            yield _noun(one.pieces)


def _noun(value: core.Expr) -> Noun | None:
    return value.type.noun if isinstance(value.type, Things) else None
