"""Strategies: decisions and options exist, wishes make sense for what can be offered."""

from collections.abc import Callable

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check.hearing import check_advice, check_circles
from cubedsl.dsl.check.scope import Frame, Name, Scope
from cubedsl.dsl.check.world import Calls
from cubedsl.dsl.codes import names, scenes
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import scenes as made
from cubedsl.dsl.model.ruleset import DecisionShape
from cubedsl.dsl.model.types import NUMBER, Noun, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold

Read = Callable[[Scope], core.Expr]
ALWAYS = ("done", "yes", "no")
NUMBER_OFFERED = "number"


def strategies(scope: Scope) -> dict[str, made.Strategy]:
    """All strategies by title."""
    found = [one for one in scope.world.program.declarations if isinstance(one, tree.Strategy)]
    titles = {fold(one.title.value): one.title.value for one in found}
    check_circles(scope.world, found)
    return {one.title.value: _strategy(scope, one, titles) for one in found}


def _strategy(outside: Scope, node: tree.Strategy, titles: dict[str, str]) -> made.Strategy:
    calls = Calls(node.title.value, node.span)
    world = outside.world
    if node.span.source in world.program.base:
        # A patch may take away what its base's strategies speak of: then they have less to say.
        world = evolve(world, out=Diagnostics())
    scope = Scope(world, outside.reader, calls, Frame())
    scope.frame.slot()
    check_advice(world, node)
    advice = []
    otherwise = None
    for one in node.advice:
        match one:
            case tree.At():
                found = _advice(scope, one, titles)
                advice += [found] if found else []
            case tree.Otherwise():
                otherwise = _wish(scope, one.wish, everything(scope), titles)
    return made.Strategy(node.title.value, tuple(advice), otherwise, scope.frame.size, node.span)


def everything(scope: Scope) -> DecisionShape:
    """What any decision can offer."""
    shapes = scope.world.decisions.values()
    return DecisionShape(
        "",
        frozenset().union(*(shape.nouns for shape in shapes)),
        frozenset().union(*(shape.options for shape in shapes)),
        any(shape.numbers for shape in shapes),
    )


def _advice(scope: Scope, node: tree.At, titles: dict[str, str]) -> made.Advice | None:
    shape = decision(scope, node.decision)
    if shape is None:
        return None
    if not (shape.nouns or shape.options or shape.numbers):
        return None
    card = _card(scope, node.card) if node.card else None
    wishes = [_wish(scope, one, shape, titles) for one in node.wishes]
    return made.Advice(shape.name, card, tuple(one for one in wishes if one is not None))


def decision(scope: Scope, name: tree.Name) -> DecisionShape | None:
    """What a decision can offer; a mistake if nothing asks it."""
    world = scope.world
    shape = world.decisions.get(name.text)
    if shape is None and name.text in {*world.procedures, *world.timings, *world.events}:
        # A verb can ask; that nothing does so at present (a card was removed) is no mistake.
        return DecisionShape(name.text, frozenset(), frozenset(), False)
    if shape is None:
        scope.wrong(
            names.UNKNOWN_DECISION,
            name.span,
            f"nothing asks `{name.text}`",
            help=did_you_mean(name.text, scope.world.decisions),
        )
    return shape


def _card(scope: Scope, title: tree.Text) -> str | None:
    known = titles_of(scope)
    if fold(title.value) in known:
        return known[fold(title.value)]
    scope.wrong(
        names.UNKNOWN_CARD,
        title.span,
        f"unknown card `{title.value}`",
        help=did_you_mean(title.value, known.values()),
    )
    return None


def titles_of(scope: Scope) -> dict[str, str]:
    """Titles of cards and kinds, by their folded form."""
    world = scope.world
    kinds = {draft.kind.title or draft.kind.name for draft in world.kinds.values()}
    return {fold(title): title for title in (*sorted(kinds), *world.cards)}


# ------------------------------------------------------------------ wishes


def _wish(
    scope: Scope, node: tree.Wish, shape: DecisionShape, titles: dict[str, str]
) -> made.Wish | None:
    when = scope.condition(node.when) if node.when is not None else None
    match node:
        case tree.TakeOption(option=tree.Name(text="random")):
            return made.Random(when)
        case tree.TakeOption(option=option):
            text = _option(scope, option, shape)
            return made.Take(text, when) if text is not None else None
        case tree.Prefer(choices=choices):
            tests = tuple(_prefer(scope, one, shape) for one in choices)
            return made.Prefer(tests, when)
        case tree.Best(most=most, value=value):
            values = by_noun(scope, shape, lambda inside: inside.number(value), value.span)
            return made.Best(most, values, when)
    return _like(scope, node, titles, when)


def _prefer(scope: Scope, node: tree.Expr, shape: DecisionShape) -> tuple[made.OfNoun, ...]:
    return by_noun(scope, shape, lambda inside: inside.condition(node), node.span)


def _like(
    scope: Scope, node: tree.Like, titles: dict[str, str], when: core.Expr | None
) -> made.Wish | None:
    title = titles.get(fold(node.strategy.value))
    if title is None:
        scope.wrong(
            names.UNKNOWN_STRATEGY,
            node.strategy.span,
            f"unknown strategy `{node.strategy.value}`",
            help=did_you_mean(node.strategy.value, titles.values()),
        )
        return None
    return made.Like(title, when)


def _option(scope: Scope, option: tree.Name | tree.Text, shape: DecisionShape) -> str | None:
    if isinstance(option, tree.Text):
        return _card(scope, option)
    if option.text in shape.options or option.text in ALWAYS:
        return option.text
    scope.wrong(
        scenes.NO_SUCH_CHOICE,
        option.span,
        f"`{shape.name}` never offers `{option.text}`",
        help=did_you_mean(option.text, shape.options)
        or ("write `prefer` before what describes a thing" if shape.nouns else None),
    )
    return None


def by_noun(scope: Scope, shape: DecisionShape, read: Read, span: Span) -> tuple[made.OfNoun, ...]:
    """Readings of an expression about an option, one for each noun, or number, that it fits."""
    nouns = sorted(shape.nouns, key=lambda noun: noun.name)
    offered: list[Noun | None] = [*nouns, *([None] if shape.numbers else [])]
    found = []
    for noun in offered:
        quiet = Diagnostics()
        value = read(_looking(scope, noun, span, quiet))
        if not quiet.has_errors:
            found.append(made.OfNoun(noun, value))
    if not found and offered:
        read(_looking(scope, offered[0], span, scope.world.out))
    if not offered:
        scope.wrong(scenes.NO_SUCH_CHOICE, span, "here only named options are offered, no things")
    return tuple(found)


def _looking(scope: Scope, noun: Noun | None, span: Span, out: Diagnostics) -> Scope:
    world = evolve(scope.world, out=out)
    if noun is None:
        inside = scope.inner(world=world)
        inside.names[NUMBER_OFFERED] = Name(0, NUMBER, True)
        return inside
    one = core.Local(0, noun.name, Things(noun, one=True), span)
    inside = scope.inner(candidates=((noun, one),), world=world)
    inside.names[noun.name] = Name(0, one.type, True)
    return inside
