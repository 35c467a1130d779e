"""Events by name, and what a body can reach through them."""

from cubedsl.dsl import tree
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean


def event(scope: Scope, name: tree.Name) -> str:
    """An event by name; a mistake if it is not declared."""
    if name.text not in scope.world.events:
        scope.wrong(
            names.UNKNOWN_EVENT,
            name.span,
            f"unknown event `{name.text}`",
            help=did_you_mean(name.text, scope.world.events),
        )
    return name.text


def check_replaceable(scope: Scope, name: tree.Name) -> None:
    """`instead of` needs an event that something carries out."""
    if name.text in scope.world.events and name.text not in scope.world.procedures:
        scope.wrong(
            play.NOT_REPLACEABLE,
            name.span,
            f"`{name.text}` is only an event: nothing can stand in for it",
            help=f"declare what it does: `to {name.text} {{ … }}`, and `attempt {name.text}`",
        )


def reach(scope: Scope, name: str, span: Span) -> None:
    """Note that a body can reach another one."""
    calls = scope.calls
    calls.calls.setdefault(name, span)
    if not scope.acts:
        calls.lonely.setdefault(name, span)
    elif not scope.provided:
        calls.own.add(name)
