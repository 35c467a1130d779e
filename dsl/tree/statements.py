"""Nodes for what is done: statements and the triggers of later ones."""

from typing import TypeAlias

from attrs import frozen

from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import Expr, Name, NounPhrase, Pick


@frozen
class Block:
    """`{ … }`, or the one statement after a colon."""

    statements: tuple["Statement", ...]
    span: Span


@frozen
class Let:
    """`let stones = gray dice in any zone`"""

    name: Name
    value: Expr
    assumed: bool
    span: Span


@frozen
class Target:
    """What `set` changes: `forced`, `spent of here`."""

    words: tuple[Name, ...]
    of: Expr | None
    span: Span


@frozen
class Assign:
    """`set forced = forced + 1`"""

    target: Target
    value: Expr
    assumed: bool
    span: Span


@frozen
class If:
    """`if c: s`, `if c { … } else { … }`"""

    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span


@frozen
class While:
    """`while c { … }`"""

    condition: Expr
    body: Block
    span: Span


@frozen
class Repeat:
    """`repeat 2 times: …`"""

    times: Expr
    body: Block
    span: Span


@frozen
class ForEach:
    """`for each red die in active as axe: …`, `for each 2 dice in active: …`: you stay you."""

    phrase: NounPhrase | Pick
    name: Name | None
    body: Block
    span: Span


@frozen
class Each:
    """`each player from starter { … }`: each of them acts."""

    secretly: bool
    phrase: NounPhrase
    body: Block
    span: Span


@frozen
class Acting:
    """`as first rolling player { … }`: that one acts."""

    phrase: NounPhrase
    body: Block
    span: Span


@frozen
class Choose:
    """`choose 1 die in box as gift`"""

    pick: Pick
    name: Name
    span: Span


@frozen
class ChooseNumber:
    """`choose 1 to (all_dice) as bid`"""

    low: Expr
    high: Expr
    name: Name
    span: Span


@frozen
class Choice:
    """`push if some dice in roll: push`: one option of a menu."""

    name: Name
    condition: Expr | None
    body: Block
    span: Span


@frozen
class Menu:
    """`choose walk { … }`"""

    name: Name
    choices: tuple[Choice, ...]
    span: Span


@frozen
class May:
    """`may resolve here`"""

    body: Block
    span: Span


@frozen
class Must:
    """`must lose this`"""

    body: Block
    span: Span


@frozen
class On:
    """`on push`"""

    event: Name
    span: Span


@frozen
class InsteadOf:
    """`instead of collapse`"""

    event: Name
    span: Span


Trigger: TypeAlias = On | InsteadOf


@frozen
class Later:
    """`later instead of collapse until pushed { … }`"""

    trigger: Trigger
    until: Name | None
    body: Block
    span: Span


@frozen
class Preposition:
    """`to active`, `as used`: a further argument of a verb."""

    word: str
    argument: Expr
    span: Span


@frozen
class Phrase:
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
