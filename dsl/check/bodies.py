"""Second pass over what is done: procedures, phases, the game, standing rules."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import own_verbs, statements, verbs
from cubedsl.dsl.check.events import check_replaceable, event
from cubedsl.dsl.check.scope import Frame, Scope
from cubedsl.dsl.check.world import Calls, Signature
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.model.ruleset import Procedure, Standing
from cubedsl.dsl.model.statements import Block
from cubedsl.dsl.source import Span


def signatures(scope: Scope) -> None:
    """What every procedure is given, before any body is read."""
    for decl in scope.world.program.declarations:
        if isinstance(decl, tree.ProcedureDecl):
            if decl.name.text in verbs.BUILT_IN:
                scope.wrong(
                    codes.BUILT_IN_WORD,
                    decl.name.span,
                    f"`{decl.name.text}` is a built in verb",
                    help="take another name",
                )
            given = own_verbs.parameters(scope, decl)
            scope.world.procedures[decl.name.text] = Signature(decl, given)


def _body(
    outside: Scope, name: str, body: tree.Block, span: Span, *, acts: bool
) -> tuple[Scope, Block]:
    calls = outside.world.calls.setdefault(name, Calls(name, span))
    scope = Scope(outside.world, outside.reader, calls, Frame(), acts=acts)
    return scope, statements.block(scope, body)


def procedures(scope: Scope) -> dict[str, Procedure]:
    """The ruleset's own verbs."""
    return {
        name: _procedure(scope, signature) for name, signature in scope.world.procedures.items()
    }


def _procedure(outside: Scope, signature: Signature) -> Procedure:
    decl = signature.decl
    calls = Calls(decl.name.text, decl.span)
    outside.world.calls[decl.name.text] = calls
    scope = Scope(outside.world, outside.reader, calls, Frame())
    own_verbs.bind(scope, decl, signature.parameters)
    body = statements.block(scope, decl.body)
    return Procedure(decl.name.text, signature.parameters, body, scope.frame.size, decl.span)


def phases(scope: Scope) -> dict[str, Procedure]:
    """The phases: nobody acts at their beginning."""
    found = {}
    for name, decl in scope.world.phases.items():
        inside, body = _body(scope, name, decl.body, decl.span, acts=False)
        found[name] = Procedure(name, (), body, inside.frame.size, decl.span)
    return found


def game(scope: Scope) -> Procedure | None:
    """What `game { … }` says; a complete ruleset has one."""
    world = scope.world
    for decl in world.program.declarations:
        if isinstance(decl, tree.GameDecl):
            inside, body = _body(scope, "game", decl.body, decl.span, acts=False)
            return Procedure("game", (), body, inside.frame.size, decl.span)
    if world.program.complete and not world.out.has_errors:
        scope.wrong(
            codes.MISSING_PART,
            world.program.place,
            "the ruleset has no `game { … }`: nothing would be played",
        )
    return None


def standing(scope: Scope) -> tuple[Standing, ...]:
    """Rules that hold at an event."""
    return tuple(
        _standing(scope, decl)
        for decl in scope.world.program.declarations
        if isinstance(decl, tree.StandingDecl)
    )


def _standing(outside: Scope, decl: tree.StandingDecl) -> Standing:
    named = event(outside, decl.trigger.event)
    instead = isinstance(decl.trigger, tree.InsteadOf)
    name = f"instead of {named}" if instead else f"on {named}"
    if instead:
        check_replaceable(outside, decl.trigger.event)
    calls = outside.world.calls.setdefault(name, Calls(name, decl.span))
    scope = Scope(
        outside.world, outside.reader, calls, Frame(), instead_of=named if instead else None
    )
    condition = scope.condition(decl.condition) if decl.condition else None
    body = statements.block(scope, decl.body)
    return Standing(named, instead, condition, body, scope.frame.size, decl.span)
