"""Rulesets that lie on one another, and patches that say different things of one name.

A ruleset lies on what it extends.  Of two that do not lie on each other neither is the later one:
what both of them say must go together, whatever their order.
"""

from collections.abc import Iterable

from attrs import Factory, define, frozen

from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.naming import Key
from cubedsl.dsl.source import NOWHERE, Source, Span
from cubedsl.dsl.suggest import quoted

# What a patch says of a name: all of it, that it is gone, that there is one, or what is added to
# it; everything else is a part with a name of its own.
WHOLE, REMOVED, DECLARED, ADDED = "whole", "removed", "declared", "added"
ABOUT_ALL = frozenset({WHOLE, REMOVED})


@define(eq=False)
class Layer:
    """A ruleset with the files that it uses; `under` are those that it lies on.

    `touched` tells where it changes names that were declared by others, or takes them away.
    """

    place: Span = NOWHERE
    under: frozenset["Layer"] = frozenset()
    sources: list[Source] = Factory(list)
    touched: dict[str, Span] = Factory(dict)

    def lies_on(self, others: Iterable["Layer"]) -> bool:
        """Whether it knows all of them: what it says counts more."""
        return self.under.issuperset(others)


@frozen(eq=False)
class Edit:
    """What a patch says of a part of something; `text` says whether two say the same of it."""

    layer: Layer
    name: str
    part: str
    place: Span
    text: str


@frozen(eq=False)
class Conflict:
    """Two patches that do not go together."""

    first: Edit
    second: Edit

    @property
    def layers(self) -> frozenset[Layer]:
        """Whose they are."""
        return frozenset({self.first.layer, self.second.layer})

    def is_settled_by(self, edit: Edit) -> bool:
        """Whether a patch that lies on both says how it is."""
        part = edit.part in ABOUT_ALL or edit.part == self.second.part
        return part and edit.layer.lies_on(self.layers)


@define
class Edits:
    """Everything that patches say, by name, and where that does not go together."""

    out: Diagnostics
    _edits: dict[Key, list[Edit]] = Factory(dict)
    _conflicts: dict[Key, list[Conflict]] = Factory(dict)

    def note(self, key: Key, edit: Edit) -> None:
        """Note what a patch says."""
        known = self._edits.setdefault(key, [])
        for old in known:
            if not edit.layer.lies_on({old.layer}) and not _agree(old, edit):
                self._clash(key, Conflict(old, edit))
        known.append(edit)

    def removal(self, key: Key) -> Edit | None:
        """Where a name was removed by a patch."""
        found = (one for one in self._edits.get(key, ()) if one.part == REMOVED)
        return next(found, None)

    def has(self, key: Key) -> bool:
        """Whether patches say anything of a name."""
        return key in self._edits

    def is_below(self, key: Key, layer: Layer) -> bool:
        """Whether a ruleset under a layer says anything of a name."""
        return any(layer.lies_on({one.layer}) for one in self._edits.get(key, ()))

    def is_open(self, key: Key) -> bool:
        """Whether patches say different things of a name."""
        return key in self._conflicts

    def _clash(self, key: Key, found: Conflict) -> None:
        if found.first.layer is not found.second.layer:
            self._conflicts.setdefault(key, []).append(found)
            return
        self.out.add(
            codes.SAID_TWICE,
            found.second.place,
            f"{quoted(found.second.place.text)} is changed here for the second time",
            related=(Label(found.first.place, "the first time here"),),
            help="leave one of them out",
        )

    def report(self, layers: Iterable[Layer]) -> None:
        """Report what does not go together, at the lowest ruleset that has both."""
        for key, conflicts in self._conflicts.items():
            later = self._edits[key]
            for one in conflicts:
                if not any(map(one.is_settled_by, later)):
                    self._report(one, [layer for layer in layers if layer.lies_on(one.layers)])

    def _report(self, found: Conflict, above: list[Layer]) -> None:
        both = found.first, found.second
        labels = tuple(Label(one.place, _label(one)) for one in both)
        name = quoted(found.second.name)
        self.out.add(
            names.CONFLICT,
            above[0].place if above else found.second.place,
            f"two patches do not go together: both say something else of {name}",
            related=labels if above else labels[:1],
            help="keep one of them, or say in a patch that extends both how it is",
        )


def _agree(one: Edit, other: Edit) -> bool:
    parts = {one.part, other.part}
    if len(parts) == 1:
        return ADDED in parts or (one.text == other.text and one.layer is not other.layer)
    if ADDED in parts:
        return REMOVED not in parts
    return not parts & ABOUT_ALL


def _label(edit: Edit) -> str:
    match edit.part:
        case "whole":
            return "replaced here"
        case "removed":
            return "removed here"
        case "declared":
            return "declared here"
        case "added":
            return "added to here"
    return f"changed here: {edit.part}" if edit.part else "changed here"


def text_of(span: Span) -> str:
    """What stands in a place, whatever its layout."""
    return " ".join(span.text.split())
