"""The checked ruleset as a whole."""

from attrs import frozen

from cubedsl.dsl.model.expressions import Expr
from cubedsl.dsl.model.scenes import Scenario, Strategy
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.model.things import (
    Assumed,
    Attribute,
    Board,
    BoardNoun,
    Card,
    CardSet,
    Cell,
    Face,
    Kind,
    Mark,
    Option,
    Partition,
    Table,
    Tally,
    Timing,
    Token,
    Zone,
)
from cubedsl.dsl.model.types import Noun, Type
from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span


@frozen(eq=False, repr=False)
class Parameter(Node):
    """What a procedure is given: in which slot, of which type, after which preposition ("")."""

    name: str
    preposition: str
    slot: int
    type: Type
    number_of: bool


@frozen(eq=False, repr=False)
class Procedure(Node):
    """A verb of the ruleset, a phase, or the game itself (named `game`)."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    frame_size: int
    span: Span


@frozen(eq=False, repr=False)
class Rule(Node):
    """A named value.  `noun`: of whose things it is (in slot 0), None if of none.

    A rule that is not `of` anything may still read who acts (`needs_you`): then it is one of
    players.
    """

    name: str
    noun: Noun | None
    needs_you: bool
    value: Expr
    type: Type
    frame_size: int
    span: Span


@frozen(eq=False, repr=False)
class Standing(Node):
    """A rule that holds at an event, for whoever signals or attempts it."""

    event: str
    instead: bool
    condition: Expr | None
    body: Block
    frame_size: int
    span: Span


@frozen(eq=False, repr=False)
class DecisionShape(Node):
    """What a decision name can offer: things of nouns, named options, numbers, yes and no."""

    name: str
    nouns: frozenset[Noun]
    options: frozenset[str]
    numbers: bool


@frozen(eq=False, repr=False)
class Ruleset(Node):
    """A game, checked.  Dictionaries keep the order of the text.

    `boards` are keyed by title, `paths` by name.  `fingerprint` is a hash of what was read: two
    rulesets with the same one are the same.
    """

    name: str
    title: str
    players: tuple[int, int]
    options: dict[str, Option]
    kinds: tuple[Kind, ...]
    faces: tuple[Face, ...]
    zones: tuple[Zone, ...]
    attributes: tuple[Attribute, ...]
    tables: tuple[Table, ...]
    marks: tuple[Mark, ...]
    cells: tuple[Cell, ...]
    tallies: tuple[Tally, ...]
    partitions: dict[str, Partition]
    timings: dict[str, Timing]
    events: tuple[str, ...]
    rules: dict[str, Rule]
    procedures: dict[str, Procedure]
    phases: dict[str, Procedure]
    game: Procedure
    standing: tuple[Standing, ...]
    cards: dict[str, Card]
    sets: dict[str, CardSet]
    board_noun: BoardNoun | None
    boards: dict[str, Board]
    paths: dict[str, Board]
    tokens: tuple[Token, ...]
    terrains_closed: frozenset[str]
    decisions: dict[str, DecisionShape]
    strategies: dict[str, Strategy]
    scenarios: tuple[Scenario, ...]
    assumed: tuple[Assumed, ...]
    fingerprint: str
