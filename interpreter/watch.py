"""What is counted of a game, player by player, while it is played.

A *column* is something that can be counted of every ruleset, whatever its words are: pieces that
come from a shared zone to a player, resources gained and paid, abilities used, events, verbs of the
ruleset, what was offered and chosen by name, and the numbers that players have at the end.  The
count of a column of a seat lies at `seat * width + place`.

Behind all of them lies how many pieces of each kind all players took in each round, and then the
three numbers of `Lead`, about who leads.
"""

from collections.abc import Iterator
from enum import Enum, IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, field, frozen

from cubedsl.dsl.model.expressions import Expr, You
from cubedsl.dsl.model.parts import handler
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.statements import Ability
from cubedsl.dsl.model.things import Card, Owner
from cubedsl.dsl.model.types import PLAYER, Flag, Number
from cubedsl.dsl.model.values import CellValue, RuleValue
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.own_names import OwnNames, kind_title

if TYPE_CHECKING:
    from cubedsl.interpreter.layout import Handlers


class Counted(Enum):
    """What a column counts; the value is how its name is introduced.

    `TAKEN`: pieces of a kind whose home is shared that came from a shared zone into one of the
    player's, since the first round began; `WHEN`: the sum of the rounds in which they came.
    `GAINED` and `PAID` are amounts; a gain below 0 counts as paid.  `USED` is an ability, `EVENT`
    an event that was signalled, or attempted and not replaced, `DONE` a verb of the ruleset,
    `OFFERED` how often a named option was among several, `CHOSEN` how often it was taken then,
    `END` the number that is held at the end.
    """

    TAKEN = "taken"
    WHEN = "rounds of taking"
    GAINED = "gained"
    PAID = "paid"
    USED = "used"
    EVENT = "event"
    DONE = "done"
    OFFERED = "offered"
    CHOSEN = "chosen"
    END = "at the end"


Named: TypeAlias = tuple[str, str]
"""A decision and the name of one of its options."""

About: TypeAlias = int | str | Ability | Named
Key: TypeAlias = tuple[Counted, About]

ROUNDS = 60
"""So many rounds are told apart; what comes later is counted as of the last of them."""
LARGEST_NAMED = 20
"""Numbers from 0 to this one are options of their own, what is below or above is one each."""
NUMBERS = range(-1, LARGEST_NAMED + 2)


@frozen(eq=False)
class Column:
    """Something that is counted; `key` tells what of the ruleset it is about."""

    what: Counted
    name: str
    key: Key


class Lead(IntEnum):
    """What is noted at the beginning of every round about the one player who leads, if one does.

    `CHANGES`: how often it was another one than before; `SINCE`: the round of the last change;
    `LEADER`: the seat, from 1 on, 0 if nobody has led yet.
    """

    CHANGES = 0
    SINCE = 1
    LEADER = 2


@frozen(eq=False, slots=False)
class Watch:
    """All columns, and the place of each; `lead` is greatest for whoever leads, if it is known.

    `names` are those of things that are counted by name when they are chosen.
    """

    columns: tuple[Column, ...]
    lead: Expr | None = None
    names: OwnNames = Factory(dict)
    places: dict[Key, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        places = {column.key: place for place, column in enumerate(self.columns)}
        object.__setattr__(self, "places", places)

    @property
    def width(self) -> int:
        """How many numbers there are for each seat."""
        return len(self.columns)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kinds that can be taken."""
        return tuple(int(str(one.key[1])) for one in self.columns if one.what is Counted.TAKEN)

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """The options that have a name, decision by decision."""
        keys = (one.key[1] for one in self.columns if one.what is Counted.CHOSEN)
        return tuple(key for key in keys if isinstance(key, tuple))

    def row(self, players: int, kind: int) -> int:
        """Where the takings of a kind begin, round by round."""
        return self.width * players + ROUNDS * self.kinds.index(kind)

    def lead_at(self, players: int) -> int:
        """Where it stands who leads."""
        return self.width * players + ROUNDS * len(self.kinds)

    def size(self, players: int) -> int:
        """How many numbers there are for a game."""
        return self.lead_at(players) + len(Lead)


def watch(
    ruleset: Ruleset,
    cards: tuple[Card | None, ...],
    handlers: "Handlers",
    lead: str | None,
    names: OwnNames | None,
) -> Watch:
    """Return what can be counted of games with these cards; with the `names` of things, options as
    well.  Raise KeyError if `lead` is neither a rule nor a memory that players have, as a number or
    as yes or no."""
    columns = (
        *_kinds(ruleset, cards),
        *_cells(ruleset),
        *_used(handlers),
        *_named(ruleset),
        *(_options(ruleset, cards, names) if names is not None else ()),
    )
    return Watch(columns, None if lead is None else leads(ruleset)[lead], names or {})


def called(option: Option, names: OwnNames) -> str | None:
    """Return the name by which an option is counted; None if it is a thing that has none."""
    match option.way:
        case Way.NAMED:
            return option.text
        case Way.ABILITY:
            return option.title
        case Way.NUMBER:
            return number_called(option.thing)
        case Way.THING:
            own = names.get(option.noun) if option.noun is not None else None
            return own.get(option.thing) if own is not None else None


def number_called(number: int) -> str:
    """Return the name by which a number is counted."""
    if number < 0:
        return "less than 0"
    return str(number) if number <= LARGEST_NAMED else f"more than {LARGEST_NAMED}"


def offered(decision: Decision, names: OwnNames) -> list[Named]:
    """Return the options of a decision that have a name, each once."""
    found = dict.fromkeys(called(option, names) for option in decision.options)
    return [(decision.name, name) for name in found if name is not None]


def leads(ruleset: Ruleset) -> dict[str, Expr]:
    """Return by name what can tell who leads: numbers, and what is or is not so, of players."""
    you = You(NOWHERE)
    found: dict[str, Expr] = {}
    for name, rule in ruleset.rules.items():
        if isinstance(rule.type, Number | Flag) and rule.noun is None and rule.needs_you:
            found[name] = RuleValue(name, None, you, rule.type, NOWHERE)
        if isinstance(rule.type, Number | Flag) and rule.noun == PLAYER:
            found[name] = RuleValue(name, you, you, rule.type, NOWHERE)
    for cell in ruleset.cells:
        if cell.owner is Owner.PLAYER and isinstance(cell.type, Number | Flag):
            found[cell.called(0)] = CellValue(cell, you, cell.type, NOWHERE)
    return found


def _kinds(ruleset: Ruleset, cards: tuple[Card | None, ...]) -> Iterator[Column]:
    for what in (Counted.TAKEN, Counted.WHEN):
        for kind in ruleset.kinds:
            if kind.home.owner is Owner.GAME:
                name = kind_title(kind, cards[kind.index])
                yield Column(what, name, (what, kind.index))


def _cells(ruleset: Ruleset) -> Iterator[Column]:
    resources = [cell for cell in ruleset.cells if cell.is_resource]
    for what in (Counted.GAINED, Counted.PAID):
        for cell in resources:
            yield Column(what, cell.called(0), (what, cell.index))
    for cell in ruleset.cells:
        if cell.owner is Owner.PLAYER and isinstance(cell.type, Number):
            yield Column(Counted.END, cell.called(0), (Counted.END, cell.index))


def _used(handlers: "Handlers") -> Iterator[Column]:
    """Yield the abilities in play, in the order of the kinds."""
    found = [
        (kind, one.place, one)
        for of_kinds in handlers.of_kind.values()
        for kind, own in of_kinds.items()
        for one in own
    ]
    for _, _, one in sorted(found, key=lambda entry: entry[:2]):
        name = f"{one.title}, {one.ability.timing.name}: {handler(one.ability)}"
        yield Column(Counted.USED, name, (Counted.USED, one.ability))


def _named(ruleset: Ruleset) -> Iterator[Column]:
    for event in ruleset.events:
        yield Column(Counted.EVENT, event, (Counted.EVENT, event))
    for verb in ruleset.procedures:
        yield Column(Counted.DONE, verb, (Counted.DONE, verb))


def _options(ruleset: Ruleset, cards: tuple[Card | None, ...], names: OwnNames) -> Iterator[Column]:
    absent = set(ruleset.cards) - {card.title for card in cards if card is not None}
    for what in (Counted.OFFERED, Counted.CHOSEN):
        for decision, shape in ruleset.decisions.items():
            of_cards = decision in ruleset.timings or decision in ruleset.events
            found = sorted(shape.options - (absent if of_cards else set()))
            found += map(number_called, NUMBERS) if shape.numbers else []
            things = (
                name for noun in names if noun in shape.nouns for name in names[noun].values()
            )
            for name in dict.fromkeys((*found, *things)):
                yield Column(what, f"{decision}: {name}", (what, (decision, name)))
