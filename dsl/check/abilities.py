"""Abilities, and what of them even those do who decline: the projection.

The projection keeps what stands behind `must`, the `if`s around it, and the `let`s that neither
choose nor draw.
"""

from cubedsl.dsl import tree
from cubedsl.dsl.check import statements
from cubedsl.dsl.check.events import check_replaceable, event
from cubedsl.dsl.check.scope import Frame, Name, Scope
from cubedsl.dsl.check.world import Calls, World
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.things import Timing
from cubedsl.dsl.model.types import Noun, Things
from cubedsl.dsl.model.walk import children, walk
from cubedsl.dsl.suggest import did_you_mean


def abilities(
    scope: Scope, members: tuple[tree.Member, ...], noun: Noun, title: str
) -> tuple[made.Ability, ...]:
    """The abilities among the members of a kind or a card."""
    found: list[made.Ability] = []
    for member in members:
        if isinstance(member, tree.Ability):
            one = _ability(scope, member, noun, title, len(found))
            if one is not None:
                found.append(one)
    return tuple(found)


def _ability(
    outside: Scope, node: tree.Ability, noun: Noun, title: str, number: int
) -> made.Ability | None:
    world = outside.world
    event, instead, handler = _trigger(outside, node)
    calls = world.calls.setdefault(handler, Calls(handler, node.span))
    inner = Calls(f"{title}: {node.timing.text}", node.span)
    scope = Scope(world, outside.reader, inner, Frame(), instead_of=event if instead else None)
    scope.can_decline = True
    _bind_these(scope, noun, node.using)
    condition = scope.inner(hoisted=None).condition(node.condition) if node.condition else None
    body = statements.block(scope, node.body)
    calls.calls.update(inner.calls)
    world.calls[f"{title}: {node.timing.text} {number}"] = inner
    timing = _timing(outside, node.timing, noun)
    if timing is None:
        return None
    projection = made.Block(project(body), body.span)
    _check_musts(scope, body, projection)
    _decide(world, timing, event)
    return made.Ability(
        number,
        timing,
        node.ongoing,
        node.using,
        event,
        instead,
        condition,
        body,
        projection,
        _compulsory(body) and bool(projection.statements),
        scope.frame.size,
        node.span,
    )


def _trigger(scope: Scope, node: tree.Ability) -> tuple[str | None, bool, str]:
    """The event, whether it is replaced, and the name of the group of handlers."""
    match node.trigger:
        case tree.On(event=name):
            return event(scope, name), False, f"on {name.text}"
        case tree.InsteadOf(event=name):
            check_replaceable(scope, name)
            return event(scope, name), True, f"instead of {name.text}"
    return None, False, f"offer {node.timing.text}"


def _bind_these(scope: Scope, noun: Noun, using: int) -> None:
    slot = scope.frame.slot()
    scope.names["this"] = Name(slot, Things(noun, one=using == 1), True)
    scope.names["these"] = Name(slot, Things(noun), False)


def _timing(scope: Scope, name: tree.Name, noun: Noun) -> Timing | None:
    timing = scope.world.timings.get(name.text)
    if timing is None:
        known = ", ".join(scope.world.timings)
        near = did_you_mean(name.text, scope.world.timings)
        scope.wrong(
            names.UNKNOWN_TIMING,
            name.span,
            f"unknown timing `{name.text}`, expected {known or 'a declared timing'}",
            help=near,
        )
    elif timing.noun != noun:
        scope.wrong(
            names.UNKNOWN_TIMING,
            name.span,
            f"`{name.text}` is a timing of {timing.noun.plural}, not of {noun.plural}",
        )
    return timing


def _decide(world: World, timing: Timing, event: str | None) -> None:
    world.decide(event or timing.name, options=("done",))


# ------------------------------------------------------------------ what must be done


def project(block: made.Block) -> tuple[made.Statement, ...]:
    """What even those do who decline."""
    kept: list[made.Statement] = []
    for one in block.statements:
        kept.extend(_kept(one))
    if all(isinstance(one, made.SetLocal) for one in kept):
        return ()
    return tuple(kept)


def _kept(statement: made.Statement) -> tuple[made.Statement, ...]:
    match statement:
        case made.Must(body):
            return body.statements
        case made.SetLocal():
            return (statement,)
        case made.Block():
            return project(statement)
        case made.If(condition, then, otherwise, span):
            yes = made.Block(project(then), then.span)
            no = made.Block(project(otherwise), otherwise.span) if otherwise else None
            if yes.statements or (no is not None and no.statements):
                return (made.If(condition, yes, no, span),)
    return ()


def _compulsory(block: made.Block) -> bool:
    return all(_is_compulsory(one) for one in block.statements)


def _is_compulsory(statement: made.Statement) -> bool:
    match statement:
        case made.Must() | made.SetLocal():
            return True
        case made.Block():
            return _compulsory(statement)
        case made.If(_, then, otherwise):
            return _compulsory(then) and (otherwise is None or _compulsory(otherwise))
    return False


def _bound(node: object) -> set[int]:
    slots = set()
    for one in walk(node):
        if isinstance(one, made.SetLocal | made.Choose | made.ChooseNumber | made.Draw):
            slots.add(one.slot)
    return slots


def _check_musts(scope: Scope, body: made.Block, projection: made.Block) -> None:
    optional = _bound(body) - _bound(projection)
    for one in _reads(projection):
        if one.slot in optional:
            scope.wrong(
                play.MUST_READS_OPTIONAL,
                one.span,
                f"`{one.name or one.span.text}` is only known if the ability is used",
                help="choose it inside the `must`, too: `must { choose … }`",
            )


def _reads(node: object) -> list[core.Local]:
    found = [one for one in children(node) if isinstance(one, core.Local)]
    for child in children(node):
        found.extend(_reads(child))
    return found
