"""Where an expression or statement stands: the names it sees, who acts, its frame."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from attrs import Factory, define, evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import Calls, World
from cubedsl.dsl.codes.code import Code
from cubedsl.dsl.codes.names import NOBODY_ACTS
from cubedsl.dsl.diagnostic import Fix
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.statements import Statement
from cubedsl.dsl.model.types import UNKNOWN, Noun, Sort, Things, Type
from cubedsl.dsl.source import Span


@define
class Name:
    """A local name: its slot and kind of value.

    The kind is settled by the first value that is more than `nothing`.  `singular`: declared by a
    noun's singular, so that a property of it is meant as one thing's.  `span` is where the text
    gives it, if it does; `read`: something reads it.
    """

    slot: int
    type: Type
    singular: bool = False
    value: core.Expr | None = None
    span: Span | None = None
    read: bool = False


@define
class Frame:
    """Counts the slots of a frame."""

    size: int = 0

    def slot(self) -> int:
        """A new slot."""
        self.size += 1
        return self.size - 1


class Reader(Protocol):
    """The readings of expressions; `check.expressions` has them."""

    def value(self, scope: "Scope", node: tree.Expr, expect: Type | None = None) -> core.Expr:
        """Any value; `expect` tells what a lone word may stand for."""

    def condition(self, scope: "Scope", node: tree.Expr) -> core.Expr:
        """Yes or no; a lone word may be an adjective of what is looked at."""

    def things(self, scope: "Scope", node: tree.Expr) -> core.Expr:
        """Things."""

    def number(self, scope: "Scope", node: tree.Expr) -> core.Expr:
        """A number."""


@define(eq=False)
class Scope:
    """A place in the text.

    `candidates` are the things that filters look at, the innermost last.  `hoisted` takes the
    choices that stand inside phrases; None where no choice is possible.  `provided`: an `each` or
    `as` around this place says who acts.  `instead_of` is the event
    that the ability replaces; `decision` names the choices of the statement.  `can_decline`: what
    stands here belongs to an ability that need not be used.
    """

    world: World
    reader: Reader
    calls: Calls
    frame: Frame = Factory(Frame)
    names: dict[str, Name] = Factory(dict)
    candidates: tuple[tuple[Noun, core.Expr], ...] = ()
    acts: bool = True
    provided: bool = False
    hoisted: list[Statement] | None = None
    decision: str = ""
    can_decline: bool = False
    instead_of: str | None = None
    seats: dict[str, core.Expr] = Factory(dict)

    # -------------------------------------------------------------- reading, in short

    def value(self, node: tree.Expr, expect: Type | None = None) -> core.Expr:
        """Any value."""
        return self.reader.value(self, node, expect)

    def condition(self, node: tree.Expr) -> core.Expr:
        """Yes or no."""
        return self.reader.condition(self, node)

    def things(self, node: tree.Expr) -> core.Expr:
        """Things."""
        return self.reader.things(self, node)

    def number(self, node: tree.Expr) -> core.Expr:
        """A number."""
        return self.reader.number(self, node)

    # -------------------------------------------------------------- names

    def bind(self, name: str, type: Type, *, singular: bool = False) -> Name:
        """Give a local name a slot."""
        bound = Name(self.frame.slot(), type, singular)
        self.names[name] = bound
        return bound

    def inner(self, **changes: object) -> "Scope":
        """A scope inside this one: its names are seen here, not the other way round."""
        return evolve(self, **{"names": dict(self.names), **changes})  # type: ignore[arg-type]

    @contextmanager
    def looking_at(self, noun: Noun, span: Span) -> Iterator[tuple["Scope", core.Local]]:
        """The scope of a filter over things of `noun`, and the thing it looks at."""
        one = core.Local(self.frame.slot(), noun.name, Things(noun, one=True), span)
        scope = self.inner(candidates=(*self.candidates, (noun, one)), hoisted=None)
        scope.names[noun.name] = Name(one.slot, one.type, True)
        yield scope, one

    # -------------------------------------------------------------- who acts

    def you(self, span: Span) -> core.Expr:
        """Whoever acts; a mistake where nobody does."""
        if not self.acts:
            return self.wrong(
                NOBODY_ACTS,
                span,
                f"nobody acts here, so `{span.text}` is nobody's",
                help="say whose it is (`… of starter`), or put it into `each player { … }`",
            )
        if not self.provided:
            self.calls.uses_you = True
        return core.You(span)

    def owner(self, span: Span) -> core.Expr:
        """Whose resources, zones, … are meant: the player looked at, else whoever acts."""
        for noun, one in reversed(self.candidates):
            if noun.sort is Sort.PLAYER:
                return one
        return self.you(span)

    @property
    def has_owner(self) -> bool:
        """Whether there is a player whose things can be meant."""
        return self.acts or any(noun.sort is Sort.PLAYER for noun, _ in self.candidates)

    # -------------------------------------------------------------- mistakes

    def wrong(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        fix: Fix | None = None,
    ) -> core.Expr:
        """Report a mistake; the value fits everywhere."""
        self.world.wrong(code, span, message, help=help, fix=fix)
        return core.Literal(0, UNKNOWN, span)
