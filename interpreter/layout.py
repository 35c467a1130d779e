"""What lies on the table, numbered: pieces, places for them, and what the cards in play do.

*Pieces* are numbered by kind, in order of declaration, then by copy; a kind whose home is of
players has its copies once for each player, seat by seat.  A *spot* is a zone of one owner: the
zones in order, each with one spot for every owner.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import frozen

from cubedsl.dsl.model.expressions import Expr, Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Ability
from cubedsl.dsl.model.things import Card, Kind, Owner, Timing, Zone

NOBODY = -1


@frozen(eq=False)
class Pieces:
    """What is fixed about every piece; one entry for each, by number.

    `look` is the number of the first copy of the kind with the same attributes.
    """

    kind: tuple[int, ...]
    copy: tuple[int, ...]
    look: tuple[int, ...]
    owner: tuple[int, ...]
    noun: tuple[str, ...]
    of_noun: dict[str, tuple[int, ...]]

    def __len__(self) -> int:
        return len(self.kind)


def number_pieces(kinds: tuple[Kind, ...], players: int) -> Pieces:
    """Return all pieces of a game."""
    copies = [
        (kind, copy, owner)
        for kind in kinds
        for owner in (range(players) if kind.home.owner is Owner.PLAYER else (NOBODY,))
        for copy in range(kind.count)
    ]
    looks = [_looks(kind) for kind in kinds]
    names = tuple(kind.noun.name for kind, _, _ in copies)
    return Pieces(
        kind=tuple(kind.index for kind, _, _ in copies),
        copy=tuple(copy for _, copy, _ in copies),
        look=tuple(looks[kind.index][copy] for kind, copy, _ in copies),
        owner=tuple(owner for _, _, owner in copies),
        noun=names,
        of_noun={
            name: tuple(piece for piece, own in enumerate(names) if own == name)
            for name in dict.fromkeys(names)
        },
    )


def _looks(kind: Kind) -> tuple[int, ...]:
    """Return for every copy the first one that has the same attributes."""
    first: dict[object, int] = {}
    own = [kind.copies[copy] if copy < len(kind.copies) else {} for copy in range(kind.count)]
    keys = [tuple(sorted((name, _constant(value)) for name, value in one.items())) for one in own]
    return tuple(first.setdefault(key, copy) for copy, key in enumerate(keys))


def _constant(value: Expr) -> int:
    return int(value.value) if isinstance(value, Literal) else id(value)


# ------------------------------------------------------------------ spots


@frozen(eq=False)
class Spots:
    """Every zone of every owner.  `first[zone.index]` is the zone's spot for owner 0.

    The other tuples have an entry for each spot; `owner` is NOBODY for what belongs to the game,
    `shared` tells those spots apart, and `faceless` those where pieces show no face.
    """

    first: tuple[int, ...]
    zone: tuple[Zone, ...]
    owner: tuple[int, ...]
    shared: tuple[bool, ...]
    faceless: tuple[bool, ...]

    def of(self, zone: Zone, owner: int) -> int:
        """Return the spot of a zone; a shared one has the same for every owner."""
        first = self.first[zone.index]
        return first if zone.owner is Owner.GAME else first + owner


def number_spots(zones: tuple[Zone, ...], owners: Mapping[Owner, int]) -> Spots:
    """Return all spots; `owners` says how many owners of each sort there are."""
    spots = [(zone, owner) for zone in zones for owner in range(owners[zone.owner])]
    counts = [owners[zone.owner] for zone in zones]
    return Spots(
        first=tuple(sum(counts[:i]) for i in range(len(zones))),
        zone=tuple(zone for zone, _ in spots),
        owner=tuple(NOBODY if zone.owner is Owner.GAME else owner for zone, owner in spots),
        shared=tuple(zone.owner is Owner.GAME for zone, _ in spots),
        faceless=tuple(zone.faceless for zone, _ in spots),
    )


# ------------------------------------------------------------------ abilities in play


@frozen(eq=False)
class Handler:
    """An ability of a kind that is in play, and what to call it: its card, or the kind itself.

    `place` orders the handlers of a kind.
    """

    ability: Ability
    title: str
    place: int


@frozen
class Trigger:
    """When abilities are asked for: an event, in place of an event, or (None) when offered."""

    event: str | None = None
    instead: bool = False


OFFERED = Trigger()


@frozen(eq=False)
class Handlers:
    """The abilities in play: for every trigger and timing, those of each kind; and the timings
    of each trigger, in order of declaration."""

    of_kind: dict[tuple[Trigger, str], dict[int, tuple[Handler, ...]]]
    timings: dict[Trigger, tuple[Timing, ...]]


def find_handlers(ruleset: Ruleset, cards: tuple[Card | None, ...]) -> Handlers:
    """Return the abilities in play; `cards` is the card in play of every kind."""
    of_kind: dict[tuple[Trigger, str], dict[int, tuple[Handler, ...]]] = {}
    for kind in ruleset.kinds:
        for handler in _handlers(kind, cards[kind.index]):
            ability = handler.ability
            key = Trigger(ability.event, ability.instead), ability.timing.name
            group = of_kind.setdefault(key, {})
            group[kind.index] = (*group.get(kind.index, ()), handler)
    triggers = dict.fromkeys(trigger for trigger, _ in of_kind)
    return Handlers(
        of_kind,
        {
            trigger: tuple(
                timing for timing in ruleset.timings.values() if (trigger, timing.name) in of_kind
            )
            for trigger in triggers
        },
    )


def _handlers(kind: Kind, card: Card | None) -> Iterator[Handler]:
    own = [(ability, kind.title or kind.name) for ability in kind.abilities]
    given = [(ability, card.title) for ability in card.abilities] if card else []
    for place, (ability, title) in enumerate([*own, *given]):
        yield Handler(ability, title, place)


def cards_in_play(
    kinds: tuple[Kind, ...], cards: Mapping[str, Card], titles: tuple[str, ...] | None
) -> tuple[Card | None, ...]:
    """Return the card in play of every kind.

    `titles` are those of the set; without a set the first card of each kind is in play.
    """
    found: dict[int, Card] = {}
    for title in cards if titles is None else titles:
        found.setdefault(cards[title].kind, cards[title])
    return tuple(found.get(kind.index) for kind in kinds)


def twice(names: tuple[str, ...]) -> list[str]:
    """Return the names that occur more than once."""
    return [name for name, count in Counter(names).items() if count > 1]
