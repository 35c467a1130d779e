"""What a condition looks at, and what a statement can change: coarsely, but without gaps.

Both are sets of *matters*: a cell by its number, a slot of the frame, and for all that lies and
stands on the table a few words.  A statement's effects are those of everything it can lead to.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import Factory, define

from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part, abilities, handler
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.model.walk import walk

Matter: TypeAlias = tuple[str, int]

PIECES: Matter = ("pieces", 0)
TOKENS: Matter = ("tokens", 0)
ORDER: Matter = ("order", 0)
END: Matter = ("end", 0)

ON_PIECES = (
    *(core.PiecesIn, core.Shown, core.Shows, core.Marked, core.Used, core.Usable),
    *(core.OwnerOf, core.FacesOf, core.ChanceOf, core.ClassesOf, core.OfKinds),
)
IN_ORDER = (core.InOrder, core.After)
MOVING = (
    *(made.Move, made.Roll, made.Turn, made.MarkAs, made.Offer, made.Settle, made.Shuffle),
    made.UseOf,
)
BINDING = (
    *(made.SetLocal, made.Choose, made.ChooseNumber, made.Draw),
    *(made.ForEach, made.Each),
)
ALWAYS: dict[type, tuple[Matter, ...]] = {
    **dict.fromkeys(MOVING, (PIECES,)),
    made.MoveToken: (TOKENS,),
    made.Reverse: (ORDER,),
    made.Crown: (END,),
}


@define
class Effects:
    """Looks through the parts of a ruleset, each once."""

    ruleset: Ruleset
    parts: tuple[Part, ...]
    _by_name: dict[str, list[Part]] = Factory(dict)
    _laters: list[made.Later] = Factory(list)
    _of_abilities: set[str] = Factory(set)

    def __attrs_post_init__(self) -> None:
        self._of_abilities = {handler(one) for one in abilities(self.ruleset)}
        for part in self.parts:
            self._by_name.setdefault(part.name, []).append(part)
            self._laters += [one for one in part.nodes if isinstance(one, made.Later)]

    # -------------------------------------------------------------- what is looked at

    def looks_at(self, node: core.Expr) -> frozenset[Matter]:
        """The matters on which a value depends."""
        found: set[Matter] = set()
        self._look(node, found, set())
        return frozenset(found)

    def _look(self, node: core.Expr, found: set[Matter], rules: set[str]) -> None:
        for one in walk(node):
            match one:
                case core.CellValue(cell=cell) | core.SupplyOf(cell=cell):
                    found.add(_cell(cell))
                case core.Local(slot=slot):
                    found.add(("slot", slot))
                case core.Held():
                    found.update(_cell(own) for own in self.ruleset.cells if own.is_resource)
                case core.TokenSpace():
                    found.add(TOKENS)
                case core.RuleValue(rule=name) if name not in rules:
                    rules.add(name)
                    self._look(self.ruleset.rules[name].value, found, rules)
                case core.AttributeOf() | core.Usable() if "numbers" not in rules:
                    rules.add("numbers")
                    self._look_at_numbers(found, rules)
            if isinstance(one, ON_PIECES):
                found.add(PIECES)
            if isinstance(one, IN_ORDER):
                found.add(ORDER)

    def _look_at_numbers(self, found: set[Matter], rules: set[str]) -> None:
        """Attributes can be worked out from anything, and so can whether a piece is usable."""
        found.add(PIECES)
        for name, own in self._by_name.items():
            if name == "numbers" or name.startswith("offer "):
                for part in own:
                    for value in (part.value, part.condition):
                        if value is not None:
                            self._look(value, found, rules)

    # -------------------------------------------------------------- what is changed

    def changes(self, block: made.Block) -> frozenset[Matter]:
        """The matters that a block can change, with its own frame's slots."""
        found: set[Matter] = set()
        self._change(block, found, set())
        return frozenset(found)

    def _change(self, block: made.Block, found: set[Matter], done: set[str]) -> None:
        for one in walk(block):
            found.update(self._direct(one))
            for name in self.leads_to(one):
                if name not in done:
                    done.add(name)
                    found.update(self._of_part(name, done))

    def _of_part(self, name: str, done: set[str]) -> Iterator[Matter]:
        # Whoever uses an ability uses up a piece.
        inside: set[Matter] = {PIECES} if name in self._of_abilities else set()
        for part in self._by_name.get(name, ()):
            if part.body is not None:
                self._change(part.body, inside, done)
        for later in self._laters:
            event = f"instead of {later.event}" if later.instead else f"on {later.event}"
            if event == name:
                self._change(later.body, inside, done)
        # Slots are those of another frame.
        return (one for one in inside if one[0] != "slot")

    def leads_to(self, node: object) -> tuple[str, ...]:
        """The parts that a statement can lead to directly."""
        match node:
            case made.Perform(procedure=name) | made.PlayPhase(phase=name):
                return (name,)
            case made.Signal(event=event):
                return (f"on {event}",)
            case made.Attempt(event=event) | made.Resume(event=event):
                return event, f"instead of {event}"
            case made.Offer(timing=timing) | made.Settle(timing=timing) | made.UseOf(timing=timing):
                return (f"offer {timing.name}",)
            case made.Resolve():
                return ("rewards",)
        return ()

    def _direct(self, node: object) -> Iterable[Matter]:
        """What one statement changes itself."""
        if isinstance(node, BINDING):
            return (("slot", node.slot),)
        match node:
            case made.SetCell(cell=cell):
                return (_cell(cell),)
            case made.Gain(resource=resource) | made.Pay(resource=resource):
                return (*self._resources(resource), *self._tallies())
            case made.Perform():
                return self._tallies()
            case made.Signal(event=event):
                return self._ended(event)
        return ALWAYS.get(type(node), ())

    def _resources(self, resource: Cell | core.ResourceOf) -> tuple[Matter, ...]:
        """The resource; of an amount that a verb was given, any."""
        if isinstance(resource, Cell):
            return (_cell(resource),)
        return tuple(_cell(one) for one in self.ruleset.cells if one.is_resource)

    def _tallies(self) -> tuple[Matter, ...]:
        return tuple(_cell(one.cell) for one in self.ruleset.tallies)

    def _ended(self, event: str) -> tuple[Matter, ...]:
        """What an event lets lapse."""
        cells = tuple(_cell(one) for one in self.ruleset.cells if one.until == event)
        marks = any(one.until == event for one in self.ruleset.marks)
        return (*cells, PIECES) if marks else cells


def _cell(cell: Cell) -> Matter:
    return "cell", cell.index
