"""Named values: inferring a rule's kind of value when it is first read, and reading it."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import locals
from cubedsl.dsl.check.scope import Frame, Name, Scope
from cubedsl.dsl.check.world import Calls
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.ruleset import Rule
from cubedsl.dsl.model.types import FLAG, PLAYER, UNKNOWN, Noun, Sort, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean


def infer(scope: Scope, name: str) -> Rule:
    """The checked rule; a rule that needs itself is a mistake."""
    world = scope.world
    if name in world.rules:
        return world.rules[name]
    decl = world.rule_decls[name]
    if name in world.rules_open:
        circle = " → ".join((*world.rules_open[world.rules_open.index(name) :], name))
        world.wrong(codes.CIRCLE, decl.name.span, f"the rule `{name}` needs itself: {circle}")
        return Rule(name, None, False, core.Literal(0, UNKNOWN, decl.span), UNKNOWN, 0, decl.span)
    world.rules_open.append(name)
    rule = _check(scope, decl)
    world.rules_open.pop()
    world.rules[name] = rule
    return rule


def _check(scope: Scope, decl: tree.RuleDecl) -> Rule:
    calls = Calls(decl.name.text, decl.span)
    inside = Scope(scope.world, scope.reader, calls, Frame())
    noun = _noun(scope, decl)
    if noun is not None:
        if decl.alias is not None:
            locals.check(inside, decl.alias)
        one = core.Local(inside.frame.slot(), noun.name, Things(noun, one=True), decl.span)
        inside.candidates = ((noun, one),)
        for word in (noun.name, decl.alias.text if decl.alias else noun.name):
            inside.names[word] = Name(one.slot, one.type, True)
        if noun.sort is Sort.PLAYER:
            inside.names["you"] = Name(one.slot, one.type, True, one)
    value = inside.value(decl.value)
    if decl.assumed:
        scope.world.assume(decl.span.text, decl.span)
    return Rule(
        decl.name.text, noun, calls.uses_you, value, value.type, inside.frame.size, decl.span
    )


def _noun(scope: Scope, decl: tree.RuleDecl) -> Noun | None:
    if decl.of is None:
        return None
    noun = scope.world.nouns.get(decl.of.text)
    if noun is None:
        scope.wrong(
            names.UNKNOWN_NOUN,
            decl.of.span,
            f"unknown noun `{decl.of.text}`",
            help=did_you_mean(decl.of.text, scope.world.nouns),
        )
    return noun


def is_of_players(scope: Scope, name: str) -> bool:
    """Whether a rule is one of players: `of player`, or of nothing but reading who acts."""
    decl = scope.world.rule_decls[name]
    if decl.of is not None:
        return decl.of.text == PLAYER.name
    return infer(scope, name).needs_you


def names_of_players(scope: Scope) -> set[str]:
    """The rules of players that are known by now."""
    world = scope.world
    return {
        name
        for name, decl in world.rule_decls.items()
        if (decl.of is not None and decl.of.text == PLAYER.name)
        or (name in world.rules and world.rules[name].needs_you)
    }


def read(
    scope: Scope, name: str, of: core.Expr | None, you: core.Expr | None, span: Span
) -> core.Expr:
    """The value of a rule."""
    rule = infer(scope, name)
    return core.RuleValue(name, of, you, rule.type, span)


def read_of_player(scope: Scope, name: str, player: core.Expr, span: Span) -> core.Expr:
    """A rule of players, for one of them: within it that player is `you`."""
    rule = infer(scope, name)
    return read(scope, name, player if rule.noun else None, player, span)


def read_of_thing(scope: Scope, name: str, thing: core.Expr, span: Span) -> core.Expr:
    """A rule of things other than players, as whoever's turn it is to look sees it."""
    you = scope.owner(span) if infer(scope, name).needs_you else None
    return read(scope, name, thing, you, span)


def as_adjective(scope: Scope, noun: Noun, word: tree.Name, one: core.Expr) -> core.Expr | None:
    """A yes/no rule as an adjective; None if the word is no such rule of the noun."""
    decl = scope.world.rule_decls.get(word.text)
    if decl is None:
        return None
    if noun.sort is Sort.PLAYER:
        found = is_of_players(scope, word.text)
        value = read_of_player(scope, word.text, one, word.span) if found else None
    else:
        found = decl.of is not None and decl.of.text == noun.name
        value = read_of_thing(scope, word.text, one, word.span) if found else None
    return value if value is not None and value.type in (FLAG, UNKNOWN) else None
