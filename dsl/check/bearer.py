"""What can never come of an ability, seen from the pieces that have it.

What a piece can show is known from its kind and its card, where it can lie from the moves of the
whole ruleset.
"""

from collections.abc import Iterator
from typing import Any

from attrs import Factory, define, frozen

from cubedsl.dsl.check.constant import Constants
from cubedsl.dsl.codes import lints as codes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.parts import Part
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Ability
from cubedsl.dsl.model.things import Card, Face, Kind, Owner, Timing
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span

THESE = 0
"""The slot of `this` and `these` in an ability's frame."""


@frozen(eq=False)
class Bearer:
    """A kind of pieces with an ability, and the faces that its pieces can show (none: no faces)."""

    kind: Kind
    ability: Ability
    faces: tuple[Face, ...]


def bearers(ruleset: Ruleset) -> Iterator[Bearer]:
    """Every ability of a kind or a card with the pieces that have it."""
    for kind in ruleset.kinds:
        for ability in kind.abilities:
            yield Bearer(kind, ability, _faces(ruleset, kind, None))
    for card in ruleset.cards.values():
        kind = ruleset.kinds[card.kind]
        for ability in card.abilities:
            yield Bearer(kind, ability, _faces(ruleset, kind, card))


def _faces(ruleset: Ruleset, kind: Kind, card: Card | None) -> tuple[Face, ...]:
    """What is printed, and what it counts as."""
    readings = card.readings if card else {}
    read = [readings.get(one, one) for one in kind.faces]
    return tuple(ruleset.faces[one] for one in dict.fromkeys((*kind.faces, *read)))


@define
class OfThese(Constants):
    """What is settled for pieces of one kind: those in the slots `known`."""

    bearer: Bearer | None = None
    known: set[int] = Factory(set)

    def truth(self, node: core.Expr) -> bool | None:
        """Whether a condition always holds or never does."""
        match node:
            case core.Shows(thing=thing) if self._is_known(thing):
                return None if any(_shows(face, node) for face in self._all_faces()) else False
            case core.OfKinds(thing=thing, kinds=kinds) if self._is_known(thing):
                assert self.bearer is not None
                return self.bearer.kind.index in kinds
        return super().truth(node)

    def is_empty(self, node: core.Expr) -> bool:
        """Whether there never is such a thing."""
        match node:
            case core.Where(things=things, slot=slot) if self._is_known(things):
                self.known.add(slot)
        return super().is_empty(node)

    def _is_known(self, node: core.Expr) -> bool:
        return isinstance(node, core.Local) and node.slot in self.known

    def _all_faces(self) -> tuple[Face, ...]:
        return self.bearer.faces if self.bearer is not None else ()


def _shows(face: Face, node: core.Shows) -> bool:
    match node.what:
        case "blank":
            return face.blank
        case "variant":
            return node.name in face.variants
    return face.symbol == node.name


# ------------------------------------------------------------------ what is looked for


@frozen(eq=False)
class Looker:
    """What is known of the whole: the zones that pieces can come to, the timings that settle."""

    ruleset: Ruleset
    reached: frozenset[int]
    settled: frozenset[str]
    single: frozenset[str]
    resources: frozenset[str]
    out: Diagnostics

    def wrong(self, code: Any, span: Span, message: str, help: str | None = None) -> None:
        """Report something."""
        self.out.add(code, span, message, help=help)


def check(ruleset: Ruleset, parts: tuple[Part, ...], out: Diagnostics) -> None:
    """Report abilities that can never be used, and what in them can never be."""
    nodes = [node for part in parts for node in part.nodes]
    offers = [one for one in nodes if isinstance(one, made.Offer)]
    settles = [one.timing.name for one in nodes if isinstance(one, made.Settle)]
    moves = (zone.index for one in nodes if isinstance(one, made.Move) for zone in one.to.zones)
    looker = Looker(
        ruleset,
        frozenset((*moves, *(kind.home.index for kind in ruleset.kinds))),
        frozenset(settles),
        frozenset(one.timing.name for one in offers if one.things is not None),
        frozenset(one.name for one in ruleset.cells if one.is_resource),
        out,
    )
    for bearer in bearers(ruleset):
        reason = _never(looker, bearer)
        if reason is not None:
            looker.wrong(codes.NEVER_USED, bearer.ability.span, reason)
        else:
            _look_inside(looker, bearer)


def _never(looker: Looker, bearer: Bearer) -> str | None:
    """Why an ability can never be used."""
    ability, kind = bearer.ability, bearer.kind
    plural = kind.noun.plural
    if kind.faces and not any(_speaks(looker, face) for face in bearer.faces):
        return f"{kind.name} {plural} show no symbol, so nobody can use what they can do"
    unseen = _unseen(looker, ability.timing, kind)
    if unseen is not None:
        return unseen
    if ability.using > kind.count:
        count = kind.count
        return f"there are only {count} {kind.name} {plural}: {ability.using} are never together"
    return None


def _speaks(looker: Looker, face: Face) -> bool:
    return not face.blank and bool(face.symbol) and face.symbol not in looker.resources


def _unseen(looker: Looker, timing: Timing, kind: Kind) -> str | None:
    zone, plural = timing.zone, kind.noun.plural
    if zone.owner is Owner.SPACE:
        return f"`{zone.name}` is of spaces: nobody can use what lies there"
    if kind.faces and (zone.faceless or zone.owner is Owner.GAME):
        return f"in `{zone.name}` {plural} show no face, so nobody can use what they can do there"
    if zone.index not in looker.reached:
        return f"no {kind.noun.name} ever comes to `{zone.name}`"
    return None


def _look_inside(looker: Looker, bearer: Bearer) -> None:
    ability = bearer.ability
    known = OfThese(looker.ruleset, bearer=bearer, known={THESE})
    for condition in (ability.condition, *_conditions(ability.body)):
        if condition is not None:
            _look_at(looker, known, bearer, condition)
    for must in (one for one in walk(ability.body) if isinstance(one, made.Must)):
        _check_must(looker, known, ability, must)


def _conditions(body: made.Block) -> Iterator[core.Expr]:
    for node in walk(body):
        if isinstance(node, made.If | made.While | made.MenuItem) and node.condition is not None:
            yield node.condition


def _look_at(looker: Looker, known: OfThese, bearer: Bearer, condition: core.Expr) -> None:
    """A test of what a die shows that it cannot show; what is settled anyway is told elsewhere."""
    for node in walk(condition):
        if isinstance(node, core.Shows) and known.truth(node) is False:
            kind = bearer.kind
            message = f"no face of a {kind.name} {kind.noun.name} shows `{node.name}`"
            help = f"`{node.name}` is on other {kind.noun.plural}"
            looker.wrong(codes.NOT_ON_FACE, node.span, message, help)


def _check_must(looker: Looker, known: OfThese, ability: Ability, must: made.Must) -> None:
    name = ability.timing.name
    for node in must.body.statements:
        if isinstance(node, made.Perform) and any(map(known.is_empty, node.arguments)):
            message = f"`{node.span.text}` never is about anything, so it cannot be obeyed"
            looker.wrong(codes.MUST_NEVER, node.span, message)
    held = name in looker.settled | looker.single or ability.event is not None
    if not held:
        looker.wrong(
            codes.MUST_NEVER,
            must.span,
            f"nobody is held to this: nothing settles `{name}`",
            f"write `settle {name}` where what was not used is due",
        )
