"""Which parts of a ruleset were carried out in games, and how often.

Counted are blocks: the bodies of abilities, verbs, phases, standing rules and rewards, and all
blocks inside them.  Without a `Coverage` in the setup nothing is counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import Factory, define, frozen

from cubedsl.dsl.model.parts import Part, abilities, handler, parts
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Ability, Block
from cubedsl.dsl.model.things import Board, Card
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.source import Span


@frozen(eq=False)
class Place:
    """A block: what it is part of, whether it is the whole of an ability, and where it stands."""

    what: str
    ability: bool
    block: Block

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.block.span


@define(eq=False)
class Coverage:
    """The places of the rules that are in play, and how often each block was carried out so far."""

    places: tuple[Place, ...]
    counts: Counter[Block] = Factory(Counter)

    def take(self) -> tuple[tuple[int, int], ...]:
        """Return the numbers of the places that were reached with how often, and begin anew."""
        found = ((i, self.counts[place.block]) for i, place in enumerate(self.places))
        taken = tuple((i, times) for i, times in found if times)
        self.counts.clear()
        return taken


def coverage(ruleset: Ruleset, cards: Iterable[Card | None], board: Board | None) -> Coverage:
    """Return the coverage of the rules that are in play with these cards on this board."""
    in_play = [one for one in cards if one is not None]
    places = (*_abilities(ruleset, in_play), *_rest(ruleset, board))
    once: dict[int, Place] = {}
    for place in places:
        if place.block.statements or place.ability:
            once.setdefault(id(place.block), place)
    return Coverage(tuple(once.values()))


def _abilities(ruleset: Ruleset, cards: Iterable[Card]) -> Iterator[Place]:
    for kind in ruleset.kinds:
        for ability in kind.abilities:
            yield from _of_ability(kind.title or kind.name, ability)
    for card in cards:
        for ability in card.abilities:
            yield from _of_ability(card.title, ability)


def _of_ability(title: str, ability: Ability) -> Iterator[Place]:
    what = f"{title}, {ability.timing.name}: {handler(ability)}"
    yield Place(what, True, ability.body)
    yield from _inside(what, ability.body)
    yield from _inside(f"{what}, not used", ability.projection)


def _inside(what: str, body: Block) -> Iterator[Place]:
    """The blocks of a body; the body itself comes first."""
    for node in walk(body):
        if isinstance(node, Block):
            yield Place(what, False, node)


def _rest(ruleset: Ruleset, board: Board | None) -> Iterator[Place]:
    spaces = board.spaces if board is not None else ()
    rewards = {id(space.reward) for space in spaces}
    of_abilities = {id(one.body) for one in abilities(ruleset)}
    for part in parts(ruleset):
        if _is_in_play(part, rewards) and id(part.body) not in of_abilities:
            assert part.body is not None
            yield from _inside(part.name, part.body)


def _is_in_play(part: Part, rewards: set[int]) -> bool:
    return part.body is not None and (part.name != "rewards" or id(part.body) in rewards)
