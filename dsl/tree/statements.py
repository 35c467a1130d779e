"""Nodes for what is done: statements and the triggers of later ones."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.node import Node
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, NounPhrase, Pick


@frozen(eq=False, repr=False)
class Block(Node):
    """`{ … }`, or the one statement after a colon."""

    statements: tuple["Statement", ...]
    span: Span


@frozen(eq=False, repr=False)
class Let(Node):
    """`let stones = gray dice in any zone`"""

    name: Name
    value: Expr
    assumed: bool
    span: Span


@frozen(eq=False, repr=False)
class Target(Node):
    """What `set` changes: `forced`, `spent of here`."""

    words: tuple[Name, ...]
    of: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class Assign(Node):
    """`set forced = forced + 1`"""

    target: Target
    value: Expr
    assumed: bool
    span: Span


@frozen(eq=False, repr=False)
class If(Node):
    """`if c: s`, `if c { … } else { … }`"""

    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span


@frozen(eq=False, repr=False)
class While(Node):
    """`while c { … }`"""

    condition: Expr
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Repeat(Node):
    """`repeat 2 times: …`"""

    times: Expr
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class ForEach(Node):
    """`for each red die in active as axe: …`, `for each 2 dice in active: …`: you stay you."""

    phrase: NounPhrase | Pick
    name: Name | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Each(Node):
    """`each player from starter { … }`: each of them acts."""

    secretly: bool
    phrase: NounPhrase
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Acting(Node):
    """`as first rolling player { … }`: that one acts."""

    phrase: NounPhrase
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Choose(Node):
    """`choose 1 die in box as gift`"""

    pick: Pick
    name: Name
    span: Span


@frozen(eq=False, repr=False)
class ChooseNumber(Node):
    """`choose 1 to (all_dice) as bid`"""

    low: Expr
    high: Expr
    name: Name
    span: Span


@frozen(eq=False, repr=False)
class Choice(Node):
    """`push if some dice in roll: push`: one option of a menu."""

    name: Name
    condition: Expr | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Menu(Node):
    """`choose walk { … }`"""

    name: Name
    choices: tuple[Choice, ...]
    span: Span


@frozen(eq=False, repr=False)
class May(Node):
    """`may resolve here`"""

    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Must(Node):
    """`must lose this`"""

    body: Block
    span: Span


@frozen(eq=False, repr=False)
class On(Node):
    """`on push`"""

    event: Name
    span: Span


@frozen(eq=False, repr=False)
class InsteadOf(Node):
    """`instead of collapse`"""

    event: Name
    span: Span


Trigger: TypeAlias = On | InsteadOf


@frozen(eq=False, repr=False)
class Later(Node):
    """`later instead of collapse until pushed { … }`"""

    trigger: Trigger
    until: Name | None
    body: Block
    span: Span


@frozen(eq=False, repr=False)
class Preposition(Node):
    """`to active`, `as used`: a further argument of a verb."""

    word: str
    argument: Expr
    span: Span


@frozen(eq=False, repr=False)
class Phrase(Node):
    """A verb with its arguments: `move hits to active`, `gain 2 gems for each red die`."""

    verb: Name
    argument: Expr | None
    prepositions: tuple[Preposition, ...]
    for_each: NounPhrase | Pick | None
    assumed: bool
    span: Span


Statement: TypeAlias = (
    Let
    | Assign
    | If
    | While
    | Repeat
    | ForEach
    | Each
    | Acting
    | Choose
    | ChooseNumber
    | Menu
    | May
    | Must
    | Later
    | Phrase
    | Block
)
