"""How statements are carried out: a table for those that just happen, one for those that may ask.

What may ask is a generator: it yields a question and is sent the answer.  A `Decision` is answered
by the index of an option, a `Throw` by the face of each die.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.source import Span
from cubedsl.interpreter.decision import Decision, Option, Way
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.state import State, Unasked
from cubedsl.interpreter.stopped import Stopped


@frozen
class Throw:
    """Dice are to be thrown by a player (or by nobody), in ascending order."""

    seat: int
    dice: tuple[int, ...]


Question: TypeAlias = Decision | Throw
Run: TypeAlias = Generator[Question, Any, None]
Doing: TypeAlias = Callable[[Any, Scope], None]
Asking: TypeAlias = Callable[[Any, Scope], Run]

DOING: dict[type, Doing] = {}
ASKING: dict[type, Asking] = {}


def does(node: type) -> Callable[[Doing], Doing]:
    """Enter a function into the table of statements that just happen."""

    def enter(doing: Doing) -> Doing:
        DOING[node] = doing
        return doing

    return enter


def asks(node: type) -> Callable[[Asking], Asking]:
    """Enter a generator into the table of statements that may ask."""

    def enter(asking: Asking) -> Asking:
        ASKING[node] = asking
        return asking

    return enter


def run(block: Block, scope: Scope) -> Run:
    """Carry out the statements of a block."""
    counted = scope.state.setup.coverage
    if counted is not None:
        counted.counts[block] += 1
    for statement in block.statements:
        scope.at = statement
        doing = DOING.get(type(statement))
        if doing is not None:
            doing(statement, scope)
        else:
            yield from ASKING[type(statement)](statement, scope)


def call(body: Block, scope: Scope) -> Run:
    """Carry out a body in a frame of its own."""
    scopes = scope.state.scopes
    scopes.append(scope)
    yield from run(body, scope)
    scopes.pop()


# ------------------------------------------------------------------ asking

YES = Option(Way.NAMED, "yes")
NO = Option(Way.NAMED, "no")
DONE = Option(Way.NAMED, "done")


def ask(
    state: State, name: str, seat: int, options: Sequence[Option], card: str | None
) -> Generator[Question, Any, int]:
    """Return the index of the option that a player chooses; a single one is not asked."""
    if len(options) == 1:
        state.unasked.append(Unasked(name, seat, options[0]))
        return 0
    answer: int = yield Decision(name, seat, tuple(options), card)
    return answer


def actor(scope: Scope, span: Span) -> int:
    """Return the seat of whoever acts; stop the game if nobody does."""
    if scope.you == NOBODY:
        raise Stopped("nobody acts here", span)
    return scope.you
