"""The ruleset's own verbs: their parameters, and calls of them."""

from collections.abc import Callable

from cubedsl.dsl import tree
from cubedsl.dsl.check import amounts, locals, picks
from cubedsl.dsl.check.events import reach
from cubedsl.dsl.check.scope import Name, Scope
from cubedsl.dsl.codes import kinds, names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.ruleset import Parameter
from cubedsl.dsl.model.statements import Block, ForEach, Perform, Statement
from cubedsl.dsl.model.types import AMOUNT, NUMBER, Amount, Number, Things, Type, Unknown
from cubedsl.dsl.suggest import did_you_mean
from cubedsl.dsl.tree.givers import take_off

# Words in a parameter that are no nouns.
PLAIN: dict[str, Type] = {"number": NUMBER, "amount": AMOUNT}


def parameters(scope: Scope, decl: tree.ProcedureDecl) -> tuple[Parameter, ...]:
    """What a procedure is given; parameter i is in slot i."""
    found = []
    for slot, one in enumerate(decl.parameters):
        type = _type(scope, one)
        found.append(Parameter(one.name.text, one.preposition, slot, type, one.number_of))
    return tuple(found)


def _type(scope: Scope, one: tree.Parameter) -> Type:
    word = one.kind.text
    if one.number_of or word in PLAIN:
        _check_plain(scope, one)
        return NUMBER if one.number_of else PLAIN[word]
    noun = scope.world.nouns.get(word)
    if noun is None:
        scope.wrong(
            names.UNKNOWN_NOUN,
            one.kind.span,
            f"unknown noun `{word}`",
            help=_resource_help(scope, word) or did_you_mean(word, {*PLAIN, *scope.world.nouns}),
        )
        return Unknown()
    return Things(noun, one=word == noun.name)


def _resource_help(scope: Scope, word: str) -> str | None:
    if word not in scope.world.resources:
        return None
    return f"`{word}` is a resource: write `(number of {word} …)`, or `(amount …)` for any"


def _check_plain(scope: Scope, one: tree.Parameter) -> None:
    if one.where is not None:
        message = "`where` says something about things, and this is none"
        help = "ask for it with `if` in the verb's body"
        scope.wrong(play.WRONG_ARGUMENTS, one.where.span, message, help=help)


def bind(scope: Scope, decl: tree.ProcedureDecl, given: tuple[Parameter, ...]) -> None:
    """Let a body see its parameters."""
    for one, parameter in zip(decl.parameters, given, strict=True):
        singular = one.kind.text != _plural(scope, one.kind.text)
        if one.name.text not in scope.names:
            locals.check(scope, one.name)
        scope.names[parameter.name] = Name(parameter.slot, parameter.type, singular)
        scope.frame.slot()


def _plural(scope: Scope, word: str) -> str:
    noun = scope.world.nouns.get(word)
    return noun.plural if noun else word


def perform(scope: Scope, node: tree.Phrase, given: dict[str, tree.Expr]) -> list[Statement]:
    """A call, with the choices in its arguments lifted out from left to right."""
    signature = scope.world.procedures[node.verb.text]
    written = dict(given)
    if any(one.preposition == "from" for one in signature.parameters):
        node, written = _with_giver(scope, node)
    if node.argument is not None:
        written[""] = node.argument
    by_preposition = {one.preposition: one for one in signature.parameters}
    if not _complete(scope, node, written, set(by_preposition)):
        return []
    arguments = [
        _argument(scope, node, decl, parameter, written[parameter.preposition])
        for decl, parameter in zip(signature.decl.parameters, signature.parameters, strict=True)
    ]
    reach(scope, node.verb.text, node.span)
    return [_one_by_one(scope, node, signature.parameters, arguments)]


def _with_giver(scope: Scope, node: tree.Phrase) -> tuple[tree.Phrase, dict[str, tree.Expr]]:
    """A call of a verb that takes from somebody, and what stands behind its prepositions."""
    taken = take_off(node)
    for one in taken.twice:
        scope.wrong(play.PREPOSITION_TWICE, one.span, "`from` stands twice")
    if taken.late is not None:
        message = "this says more about what is settled already"
        help = "put it into the parentheses, too"
        scope.wrong(play.WRONG_ARGUMENTS, taken.late.span, message, help=help)
    written = {one.word: one.argument for one in reversed(taken.phrase.prepositions)}
    if taken.giver is not None:
        written["from"] = taken.giver
    return taken.phrase, written


def _one_by_one(
    scope: Scope, node: tree.Phrase, given: tuple[Parameter, ...], arguments: list[core.Expr]
) -> Statement:
    """The call; of several things picked for a parameter that is one thing, once for each."""
    for place, (parameter, argument) in enumerate(zip(given, arguments, strict=True)):
        if isinstance(parameter.type, Things) and _is_several(parameter.type, argument):
            one = core.Local(scope.frame.slot(), parameter.name, parameter.type, argument.span)
            each = [*arguments[:place], one, *arguments[place + 1 :]]
            body = Block((_one_by_one(scope, node, given, each),), node.span)
            return ForEach(argument, one.slot, body, node.span)
    return Perform(node.verb.text, tuple(arguments), node.span)


def _is_several(wanted: Things, argument: core.Expr) -> bool:
    found = argument.type
    return wanted.one and isinstance(found, Things) and not found.one and found.noun is not None


def _complete(
    scope: Scope, node: tree.Phrase, written: dict[str, tree.Expr], wanted: set[str]
) -> bool:
    for preposition in sorted(wanted - set(written)):
        what = f"a `{preposition}`, and something behind it" if preposition else "an argument"
        scope.wrong(play.WRONG_ARGUMENTS, node.span, f"`{node.verb.text}` needs {what}")
    for preposition in sorted(set(written) - wanted):
        what = f"no `{preposition}`" if preposition else "no argument"
        scope.wrong(
            play.WRONG_ARGUMENTS, written[preposition].span, f"`{node.verb.text}` takes {what}"
        )
    return wanted == set(written)


def _argument(
    scope: Scope,
    phrase: tree.Phrase,
    decl: tree.Parameter,
    parameter: Parameter,
    node: tree.Expr,
) -> core.Expr:
    match parameter.type:
        case Amount():
            return _amount(scope, phrase, node)
        case Number():
            return _number(scope, decl, node)
        case Things():
            return _things(scope, decl, parameter.type, node)
    return scope.value(node)


def _amount(scope: Scope, phrase: tree.Phrase, node: tree.Expr) -> core.Expr:
    found = amounts.read(scope, amounts.Written(phrase.verb.text, node, node.span))
    if found is None:
        return core.Literal(0, Unknown(), node.span)
    return core.AmountOf(*found, node.span)


def _number(scope: Scope, decl: tree.Parameter, node: tree.Expr) -> core.Expr:
    match node:
        case tree.Pick(quantity=tree.Exactly(number), phrase=phrase) if decl.number_of:
            word = phrase.words[-1]
            wanted = _countable(scope, decl.kind.text)
            if wanted is None or _countable(scope, word.text) is not wanted or phrase.clauses:
                scope.wrong(
                    kinds.WRONG_KIND, phrase.span, f"a number of {decl.kind.text} is needed here"
                )
            return scope.number(number)
    return scope.number(node)


def _countable(scope: Scope, word: str) -> object:
    """What a word counts: things of a noun, or a resource."""
    return scope.world.nouns.get(word) or scope.world.resources.get(word)


def _things(scope: Scope, decl: tree.Parameter, type: Things, node: tree.Expr) -> core.Expr:
    restrict = _restriction(scope, decl, type)
    if isinstance(node, tree.Pick):
        found = picks.pick(scope, node, restrict=restrict)
    else:
        found = restrict(scope.things(node))
    if isinstance(found.type, Things) and found.type.noun not in (type.noun, None):
        return scope.wrong(
            kinds.WRONG_KIND, node.span, f"{type} needed here, but this is {found.type}"
        )
    if _is_several(type, found) and (decl.preposition or not isinstance(node, tree.Pick)):
        return scope.wrong(
            kinds.NOT_ONE,
            node.span,
            f"{type} is needed here, and these may be several",
            help=f"say how many: `1 {_single(type, node)}`; or repeat it: `for each …`",
        )
    return found


def _single(type: Things, node: tree.Expr) -> str:
    """What stands there, said of one thing."""
    text, noun = node.span.text, type.noun
    return text.replace(noun.plural, noun.name, 1) if noun is not None else text


def _restriction(
    scope: Scope, decl: tree.Parameter, type: Things
) -> Callable[[core.Expr], core.Expr]:
    """A parameter's `where` narrows what is given, and what can be picked for it."""

    def restrict(things: core.Expr) -> core.Expr:
        noun = type.noun
        fits = isinstance(things.type, Things) and things.type.noun == noun
        if decl.where is None or noun is None or not fits:
            return things
        outside = scope.inner(names={}, candidates=())
        with outside.looking_at(noun, things.span) as (inside, one):
            condition = inside.condition(decl.where)
        return core.Where(things, one.slot, condition, things.type, things.span)

    return restrict
