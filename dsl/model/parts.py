"""All that is evaluated or carried out in a ruleset, part by part."""

from collections.abc import Iterator

from attrs import field, frozen

from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Ability, Block
from cubedsl.dsl.model.walk import walk
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span


@frozen(eq=False, repr=False)
class Part(Node):
    """What is done (`body`) or read (`value`, `condition`) in one place.

    `name` tells parts apart as those who reach them know them: `game`, the name of a verb or a
    phase, `on E`, `instead of E`, `offer T`, `rewards`, `rule R`, `numbers`.  `nodes` are all nodes
    in it.
    """

    name: str
    span: Span
    body: Block | None = None
    condition: Expr | None = None
    value: Expr | None = None
    nodes: tuple[object, ...] = field(init=False)

    @nodes.default
    def _all_nodes(self) -> tuple[object, ...]:
        tops = (self.condition, self.value, self.body)
        return tuple(node for top in tops if top is not None for node in walk(top))


def parts(ruleset: Ruleset) -> tuple[Part, ...]:
    """Every part of a ruleset's rules; strategies and scenarios are none."""
    return tuple(_parts(ruleset))


def _parts(ruleset: Ruleset) -> Iterator[Part]:
    for one in (ruleset.game, *ruleset.procedures.values(), *ruleset.phases.values()):
        yield Part(one.name, one.span, one.body)
    for standing in ruleset.standing:
        name = f"instead of {standing.event}" if standing.instead else f"on {standing.event}"
        yield Part(name, standing.span, standing.body, standing.condition)
    for ability in abilities(ruleset):
        yield Part(handler(ability), ability.span, ability.body, ability.condition)
    for rule in ruleset.rules.values():
        yield Part(f"rule {rule.name}", rule.span, value=rule.value)
    yield from _rewards(ruleset)
    yield from _numbers(ruleset)


def abilities(ruleset: Ruleset) -> Iterator[Ability]:
    """The abilities of kinds and cards."""
    for kind in ruleset.kinds:
        yield from kind.abilities
    for card in ruleset.cards.values():
        yield from card.abilities


def handler(ability: Ability) -> str:
    """By what an ability is reached."""
    if ability.event is None:
        return f"offer {ability.timing.name}"
    return f"instead of {ability.event}" if ability.instead else f"on {ability.event}"


def _rewards(ruleset: Ruleset) -> Iterator[Part]:
    found = {
        id(space.reward): space.reward
        for board in ruleset.boards.values()
        for space in board.spaces
        if space.reward is not None
    }
    for reward in found.values():
        yield Part("rewards", reward.span, reward)


def _numbers(ruleset: Ruleset) -> Iterator[Part]:
    """The numbers of kinds, cards and spaces that are worked out."""
    places = (*ruleset.boards.values(), *ruleset.paths.values())
    copies = (copy for kind in ruleset.kinds for copy in kind.copies)
    owners = (
        *(kind.attributes for kind in ruleset.kinds),
        *(card.attributes for card in ruleset.cards.values()),
        *copies,
        *(space.attributes for board in places for space in board.spaces),
    )
    for attributes in owners:
        for value in attributes.values():
            yield Part("numbers", value.span, value=value)
