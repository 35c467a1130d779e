"""Where pieces lie: zones, and sets of things in the place of a zone."""

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Owner, Zone
from cubedsl.dsl.model.types import Sort, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

SORTS = {Owner.PLAYER: Sort.PLAYER, Owner.SPACE: Sort.SPACE, Owner.KIND: Sort.KIND}


def places(scope: Scope, inside: tree.In) -> tuple[tuple[core.Place, ...], tuple[core.Expr, ...]]:
    """The zones and the sets that an `in` names."""
    zones: list[core.Place] = []
    sets: list[core.Expr] = []
    for place in _owned(scope, inside.places):
        found = place_or_set(scope, place)
        if isinstance(found, core.Place):
            zones.append(found)
        else:
            sets.append(found)
    return tuple(zones), tuple(sets)


def _owned(scope: Scope, places: tuple[tree.Place, ...]) -> list[tree.Place]:
    """The places, each zone with the `of` that stands behind the last zone of its sort."""
    found: list[tree.Place] = []
    behind: dict[Owner, tree.Expr] = {}
    for place in reversed(places):
        sort = _sort(scope, place)
        if sort is not None and place.of is not None:
            behind[sort] = place.of
        elif sort in behind:
            place = evolve(place, of=behind[sort])
        found.append(place)
    return found[::-1]


def _sort(scope: Scope, place: tree.Place) -> Owner | None:
    """Whose a place is, if it is a zone that several have."""
    name = place.words[-1].text if place.words else ""
    if place.any_zone:
        return Owner.PLAYER
    if len(place.words) != 1 or name in scope.names or name not in scope.world.zones:
        return None
    owner = scope.world.zones[name].owner
    return None if owner is Owner.GAME else owner


def place_or_set(scope: Scope, place: tree.Place) -> core.Place | core.Expr:
    """A zone, or things in the place of one."""
    if place.value is not None:
        return scope.things(place.value)
    name = place.words[-1]
    if place.any_zone:
        return _any_zone(scope, place)
    if len(place.words) == 1 and name.text in scope.world.zones and name.text not in scope.names:
        return zone_of(scope, scope.world.zones[name.text], place.of, place.span)
    if len(place.words) == 1 and place.of is None and not _known(scope, name.text):
        return _unknown(scope, name)
    return scope.things(tree.Words(place.words, place.of, place.span))


def _known(scope: Scope, word: str) -> bool:
    world = scope.world
    return (
        word in scope.names
        or word in world.game_names
        or word in world.rule_decls
        or any(own == word for _, own in world.properties)
        or word in world.nouns
    )


def _unknown(scope: Scope, name: tree.Name) -> core.Expr:
    known = {*scope.world.zones, *scope.names}
    return scope.wrong(
        names.UNKNOWN_ZONE,
        name.span,
        f"unknown zone `{name.text}`",
        help=did_you_mean(name.text, known) or "zones are declared with `zone`",
    )


def _any_zone(scope: Scope, place: tree.Place) -> core.Place:
    owned = tuple(zone for zone in scope.world.zones.values() if zone.owner is Owner.PLAYER)
    if place.words[-1].text not in ("zone", "zones"):
        scope.wrong(names.UNKNOWN_ZONE, place.span, "after `any` the word `zone` is expected here")
    owner = scope.things(place.of) if place.of else scope.owner(place.span)
    return core.Place(owned, owner, place.span)


def zone_of(scope: Scope, zone: Zone, of: tree.Expr | None, span: Span) -> core.Place:
    """A zone by name, with its owner: who is meant if nothing is said."""
    if zone.owner is Owner.GAME:
        if of is not None:
            scope.wrong(kinds.WRONG_KIND, span, f"there is only one `{zone.name}`: leave out `of`")
        return core.Place((zone,), None, span)
    owner = scope.things(of) if of is not None else _implied(scope, zone, span)
    sort = SORTS[zone.owner]
    if isinstance(owner.type, Things) and owner.type.noun and owner.type.noun.sort is not sort:
        scope.wrong(
            kinds.WRONG_KIND,
            owner.span,
            f"`{zone.name}` is a zone of a {sort.value}, but this is {owner.type}",
        )
    return core.Place((zone,), owner, span)


def _implied(scope: Scope, zone: Zone, span: Span) -> core.Expr:
    if zone.owner is Owner.PLAYER:
        return scope.owner(span)
    for noun, one in reversed(scope.candidates):
        if noun.sort is SORTS[zone.owner]:
            return one
    return scope.wrong(names.UNKNOWN_ZONE, span, f"which space's `{zone.name}`? say `of …`")
