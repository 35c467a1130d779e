"""Statements: control, decisions, memory.  Verbs are in `verbs`."""

from collections.abc import Callable
from typing import Any

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check import locals, phrases, picks, several, tests, verbs
from cubedsl.dsl.check.events import check_replaceable, event
from cubedsl.dsl.check.scope import Name, Scope
from cubedsl.dsl.codes import declarations, kinds, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model import statements as made
from cubedsl.dsl.model.types import (
    NOTHING,
    NUMBER,
    PLAYER,
    UNKNOWN,
    Number,
    Sort,
    Things,
    Type,
    Unknown,
)
from cubedsl.dsl.model.walk import EXPRESSIONS, children
from cubedsl.dsl.suggest import did_you_mean


def block(scope: Scope, node: tree.Block, **changes: object) -> made.Block:
    """The statements of a block; its names are seen in it alone."""
    inside = scope.inner(**changes)
    found: list[made.Statement] = []
    for one in node.statements:
        found.extend(statement(inside, one))
    return made.Block(tuple(found), node.span)


def inner_block(scope: Scope, node: tree.Block, **changes: object) -> made.Block:
    """The statements of a block that those who decline never reach."""
    return block(scope, node, can_decline=False, **changes)


def statement(scope: Scope, node: tree.Statement) -> list[made.Statement]:
    """One statement, with the choices that were lifted out of it before it."""
    outer, scope.hoisted = scope.hoisted, []
    found = STATEMENTS[type(node)](scope, node)
    lifted, scope.hoisted = scope.hoisted, outer
    return [*lifted, *found]


def _block(scope: Scope, node: tree.Block) -> list[made.Statement]:
    return [block(scope, node)]


def _closed(scope: Scope) -> Scope:
    """A scope in which nothing can be chosen: conditions, and what loops go over."""
    return scope.inner(hoisted=None)


# ------------------------------------------------------------------ names and memory


def _let(scope: Scope, node: tree.Let) -> list[made.Statement]:
    if node.assumed:
        scope.world.assume(node.span.text, node.span)
    scope.decision = node.name.text
    value = scope.value(node.value)
    name = locals.bind(scope, node.name, value.type)
    return [made.SetLocal(name.slot, value, node.span)]


def _assign(scope: Scope, node: tree.Assign) -> list[made.Statement]:
    if node.assumed:
        scope.world.assume(node.span.text, node.span)
    word = node.target.words[-1]
    scope.decision = word.text
    if node.target.of is None and word.text in scope.names:
        return _set_local(scope, node, scope.names[word.text])
    return _set_cell(scope, node, word)


def _set_local(scope: Scope, node: tree.Assign, name: Name) -> list[made.Statement]:
    value = scope.value(node.value, name.type)
    if name.type == NOTHING:
        name.type = value.type
    _check_fit(scope, node, name.type, value)
    return [made.SetLocal(name.slot, value, node.span)]


def _set_cell(scope: Scope, node: tree.Assign, word: tree.Name) -> list[made.Statement]:
    owner = scope.things(node.target.of) if node.target.of is not None else None
    noun = owner.type.noun if owner is not None and isinstance(owner.type, Things) else None
    memory = scope.world.memory
    if owner is not None:
        cell = memory.get((noun.name if noun else "", word.text)) if noun else None
    else:
        cell = memory.get((PLAYER.name, word.text))
        owner = scope.you(word.span) if cell else None
        cell = cell or memory.get(("", word.text))
    if cell is None:
        scope.value(node.value)
        _cannot_set(scope, node, word)
        return []
    value = scope.value(node.value, cell.type)
    _check_fit(scope, node, cell.type, value)
    return [made.SetCell(cell, owner, value, node.span)]


def _cannot_set(scope: Scope, node: tree.Assign, word: tree.Name) -> None:
    known = {own for _, own in scope.world.memory} | set(scope.names)
    near = did_you_mean(word.text, known)
    help = near or "`let` makes a name, `remember` keeps one"
    declared = word.text in scope.world.rule_decls or word.text in scope.world.options
    if word.text in scope.world.tokens:
        declared, help = True, f"a token is moved: `move {word.text} to …`"
    message = f"`{word.text}` cannot be set" if declared else f"unknown name `{word.text}`"
    scope.wrong(play.CANNOT_SET, node.target.span, message, help=help)


def _check_fit(scope: Scope, node: tree.Assign, type: Type, value: core.Expr) -> None:
    if not tests.fits(type, value.type):
        scope.wrong(
            kinds.WRONG_KIND,
            node.value.span,
            f"`{node.target.span.text}` keeps {type}, but this is {value.type}",
        )


# ------------------------------------------------------------------ control


def _if(scope: Scope, node: tree.If) -> list[made.Statement]:
    condition = _closed(scope).condition(node.condition)
    then = block(scope, node.then)
    otherwise = block(scope, node.otherwise) if node.otherwise else None
    return [made.If(condition, then, otherwise, node.span)]


def _while(scope: Scope, node: tree.While) -> list[made.Statement]:
    condition = _closed(scope).condition(node.condition)
    return [made.While(condition, inner_block(scope, node.body), node.span)]


def _repeat(scope: Scope, node: tree.Repeat) -> list[made.Statement]:
    times = scope.number(node.times)
    return [made.Repeat(times, inner_block(scope, node.body), node.span)]


def _for_each(scope: Scope, node: tree.ForEach) -> list[made.Statement]:
    if isinstance(node.phrase, tree.Pick):
        return _for_each_group(scope, node, node.phrase)
    things = phrases.things(_closed(scope), node.phrase)
    inside = scope.inner()
    slot = _loop_name(inside, node, node.phrase, things)
    return [made.ForEach(things, slot, inner_block(inside, node.body), node.span)]


def _for_each_group(scope: Scope, node: tree.ForEach, phrase: tree.Pick) -> list[made.Statement]:
    """As often as there are groups; which things make one up is for nobody to say, so none is
    called by a name."""
    if node.name is not None:
        scope.wrong(
            kinds.WRONG_KIND,
            node.name.span,
            f"which {phrase.phrase.span.text} these are would have to be chosen",
            help="write `while some …` and choose them in the loop",
        )
    inside = scope.inner()
    if node.name is not None:
        inside.bind(node.name.text, UNKNOWN)
    times = several.groups(scope, phrase)
    return [made.Repeat(times, inner_block(inside, node.body), node.span)]


def _loop_name(scope: Scope, node: tree.ForEach, phrase: tree.NounPhrase, things: core.Expr) -> int:
    if not isinstance(things.type, Things) or things.type.noun is None:
        if not isinstance(things.type, Unknown):
            scope.wrong(kinds.WRONG_KIND, phrase.span, "`for each` goes over things")
        name = node.name.text if node.name else phrase.words[-1].text
        return scope.bind(name, things.type).slot
    one = Things(things.type.noun, one=True)
    if node.name is not None:
        return locals.bind(scope, node.name, one, singular=True).slot
    return scope.bind(things.type.noun.name, one, singular=True).slot


def _each(scope: Scope, node: tree.Each) -> list[made.Statement]:
    players = _players(_closed(scope), node.phrase)
    inside = scope.inner()
    slot = inside.bind(PLAYER.name, Things(PLAYER, one=True), singular=True).slot
    body = inner_block(inside, node.body, acts=True, provided=True)
    if node.secretly:
        _check_secret(scope, body)
    return [made.Each(players, slot, body, node.secretly, node.span)]


SECRET = (
    made.Block,
    made.If,
    made.Choose,
    made.ChooseNumber,
    made.Menu,
    made.MenuItem,
    made.May,
    made.SetLocal,
)


def _check_secret(scope: Scope, node: made.Block) -> None:
    for one in children(node):
        if isinstance(one, made.Block | made.If | made.Menu | made.MenuItem | made.May):
            _check_secret(scope, one)  # type: ignore[arg-type]
        own = isinstance(one, made.SetCell) and isinstance(one.of, core.You)
        expression = isinstance(one, EXPRESSIONS)
        if not (own or expression or isinstance(one, SECRET)):
            scope.wrong(
                play.NOT_SECRET,
                one.span,  # type: ignore[attr-defined]
                "this is more than a secret choice",
                help="choose, and `set` what that player remembers; do the rest behind it",
            )


def _acting(scope: Scope, node: tree.Acting) -> list[made.Statement]:
    player = _players(_closed(scope), node.phrase)
    if isinstance(player.type, Things) and not player.type.one and player.type.noun:
        scope.wrong(
            kinds.NOT_ONE,
            node.phrase.span,
            "only one player can act here",
            help="write `each player …` to let all of them act in turn, or take the `first`",
        )
    body = inner_block(scope, node.body, acts=True, provided=True)
    return [made.Acting(player, body, node.span)]


def _players(scope: Scope, phrase: tree.NounPhrase) -> core.Expr:
    found = phrases.things(scope, phrase)
    is_player = isinstance(found.type, Things) and (
        found.type.noun is None or found.type.noun.sort is Sort.PLAYER
    )
    if is_player or isinstance(found.type, Unknown):
        return found
    return scope.wrong(
        kinds.WRONG_KIND,
        phrase.span,
        f"only players act, and this is {found.type}",
        help="`for each` goes over other things",
    )


# ------------------------------------------------------------------ decisions


def _choose(scope: Scope, node: tree.Choose) -> list[made.Statement]:
    slot = scope.frame.slot()
    found = picks.pick(scope, node.pick, name=node.name.text, slot=slot)
    one = isinstance(found.type, Things) and found.type.one
    locals.bind(scope, node.name, found.type, singular=one, slot=slot)
    return []


def _choose_number(scope: Scope, node: tree.ChooseNumber) -> list[made.Statement]:
    low, high = scope.number(node.low), scope.number(node.high)
    scope.you(node.span)
    _check_range(scope, node, low, high)
    name = locals.bind(scope, node.name, NUMBER)
    scope.world.decide(node.name.text, numbers=True)
    return [made.ChooseNumber(node.name.text, low, high, name.slot, node.span)]


def _check_range(scope: Scope, node: tree.ChooseNumber, low: core.Expr, high: core.Expr) -> None:
    match low, high:
        case core.Literal(int(first), Number()), core.Literal(int(last), Number()) if first > last:
            message = f"there is no number from {first} to {last}"
            help = f"write `{last} to {first}`"
            scope.wrong(play.NO_OPTIONS, node.span, message, help=help)


def _menu(scope: Scope, node: tree.Menu) -> list[made.Statement]:
    scope.you(node.name.span)
    if not node.choices:
        message = f"`{node.name.text}` has no options to choose from"
        scope.wrong(play.NO_OPTIONS, node.span, message, help="write `choose … { one: …; two: … }`")
    seen: dict[str, tree.Name] = {}
    items = []
    for choice in node.choices:
        if choice.name.text in seen:
            scope.wrong(
                declarations.SAID_TWICE, choice.name.span, f"`{choice.name.text}` stands twice"
            )
        seen[choice.name.text] = choice.name
        items.append(_item(scope, choice))
    scope.world.decide(node.name.text, options=tuple(seen))
    return [made.Menu(node.name.text, tuple(items), node.span)]


def _item(scope: Scope, node: tree.Choice) -> made.MenuItem:
    condition = _closed(scope).condition(node.condition) if node.condition else None
    return made.MenuItem(node.name.text, condition, inner_block(scope, node.body), node.span)


def _may(scope: Scope, node: tree.May) -> list[made.Statement]:
    scope.you(node.span)
    name = _verb_of(node.body)
    scope.world.decide(name, options=("yes", "no"))
    return [made.May(name, inner_block(scope, node.body), node.span)]


def _verb_of(body: tree.Block) -> str:
    for one in body.statements:
        match one:
            case tree.Phrase(verb=verb):
                return verb.text
            case tree.Assign(target=target):
                return target.words[-1].text
    return "may"


def _must(scope: Scope, node: tree.Must) -> list[made.Statement]:
    if not scope.can_decline:
        scope.wrong(
            play.MUST_OUTSIDE,
            node.span,
            "nobody can decline this, so `must` says nothing",
            help="leave it out; in an ability, `must` stands at the top or in an `if`",
        )
    return [made.Must(made.Block(_flat(scope, node.body), node.body.span), node.span)]


def _flat(scope: Scope, node: tree.Block) -> tuple[made.Statement, ...]:
    """What stands in a `must` binds names for what comes after it."""
    found: list[made.Statement] = []
    for one in node.statements:
        found.extend(statement(scope, one))
    return tuple(found)


def _later(scope: Scope, node: tree.Later) -> list[made.Statement]:
    waited_for = event(scope, node.trigger.event)
    until = event(scope, node.until) if node.until else None
    instead = isinstance(node.trigger, tree.InsteadOf)
    if instead:
        check_replaceable(scope, node.trigger.event)
    scope.you(node.span)
    instead_of = waited_for if instead else scope.instead_of
    body = inner_block(scope, node.body, instead_of=instead_of)
    return [made.Later(waited_for, instead, until, body, node.span)]


def _phrase(scope: Scope, node: tree.Phrase) -> list[made.Statement]:
    """A verb; with `for each` it is repeated, unless the verb itself multiplies an amount."""
    if node.for_each is None or node.verb.text in verbs.MULTIPLYING:
        return verbs.phrase(scope, node)
    body = tree.Block((evolve(node, for_each=None),), node.span)
    return statement(scope, tree.ForEach(node.for_each, None, body, node.span))


STATEMENTS: dict[type, Callable[[Scope, Any], list[made.Statement]]] = {
    tree.Block: _block,
    tree.Let: _let,
    tree.Assign: _assign,
    tree.If: _if,
    tree.While: _while,
    tree.Repeat: _repeat,
    tree.ForEach: _for_each,
    tree.Each: _each,
    tree.Acting: _acting,
    tree.Choose: _choose,
    tree.ChooseNumber: _choose_number,
    tree.Menu: _menu,
    tree.May: _may,
    tree.Must: _must,
    tree.Later: _later,
    tree.Phrase: _phrase,
}
