"""So much of a resource: `2 movement`, `gold equal to cheers`, `1 gem for each red die`."""

from attrs import frozen

from cubedsl.dsl import tree
from cubedsl.dsl.check import phrases, several
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.check.words import wrong_number
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.model.types import Amount, Things, Unknown
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import NUMBER_WORDS, did_you_mean

Resource = Cell | core.ResourceOf


@frozen
class Written:
    """An amount as it stands behind a verb, at `span`."""

    verb: str
    argument: tree.Expr | None
    span: Span


def amount(scope: Scope, node: tree.Phrase) -> tuple[Resource, core.Expr] | None:
    """The resource that `gain` or `pay` is about, and how much of it; None after a mistake."""
    found = read(scope, Written(node.verb.text, node.argument, (node.argument or node).span))
    if found is None:
        return None
    resource, value = found
    return resource, _times(scope, node, value)


def read(scope: Scope, written: Written) -> tuple[Resource, core.Expr] | None:
    """The resource and how much of it; None after a mistake."""
    match written.argument:
        case tree.AmountOf(words=(word,), value=many, clauses=()):
            found = _resource(scope, word), scope.number(many)
        case tree.Pick(quantity=tree.Exactly(number), phrase=phrase) if not phrase.clauses:
            found = _resource(scope, phrase.words[-1]), scope.number(number)
            _check_alone(scope, phrase)
        case tree.Words(words=(word,), of=None) if (local := named(scope, word)) is not None:
            found = core.ResourceOf(local, word.span), core.HowMuch(local, word.span)
        case tree.Words(words=(word, _), of=None) if word.text in NUMBER_WORDS:
            wrong_number(scope, word)
            return None
        case tree.Words(words=(word,), of=None) if _is_unknown(scope, word):
            return None
        case _:
            _no_amount(scope, written)
            return None
    resource, value = found
    return None if resource is None else (resource, value)


def _no_amount(scope: Scope, written: Written) -> None:
    verb = written.verb
    help = f"write `{verb} 2 RESOURCE`, or `{verb} RESOURCE equal to …`"
    match written.argument:
        case tree.AmountOf(words=words, clauses=clauses) if clauses:
            _no_more(scope, verb, words[-1], clauses[0])
            return
        case tree.Pick(quantity=tree.Exactly(), phrase=phrase):
            _no_more(scope, verb, phrase.words[-1], phrase.clauses[0])
            return
        case tree.Pick(phrase=phrase) if phrase.words[-1].text in scope.world.resources:
            help = f"choose the number before: `choose 0 to 2 as many`, `{verb} (many) RESOURCE`"
        case tree.Words(words=(word,), of=None) if word.text in scope.world.resources:
            help = f"say how much: `{verb} 1 {word.text}`"
    scope.wrong(
        play.NOT_A_RESOURCE,
        written.span,
        f"`{verb}` how much of what?",
        help=help,
    )


def _no_more(scope: Scope, verb: str, word: tree.Name, clause: tree.Clause) -> None:
    """Report what is said of an amount; or that it is none."""
    if _resource(scope, word) is not None:
        message = f"`{verb}` takes nothing behind the amount: this says nothing about a resource"
        help = "a verb that takes it from somebody is declared: `to … (amount loot) from (…)`"
        scope.wrong(play.WRONG_ARGUMENTS, clause.span, message, help=help)


def _is_unknown(scope: Scope, word: tree.Name) -> bool:
    """Whether a name stands for something of which a mistake was reported."""
    name = scope.names.get(word.text)
    return name is not None and isinstance(name.type, Unknown)


def named(scope: Scope, word: tree.Name) -> core.Local | None:
    """A name that stands for an amount."""
    name = scope.names.get(word.text)
    if name is None or not isinstance(name.type, Amount):
        return None
    name.read = True
    return core.Local(name.slot, word.text, name.type, word.span)


def _check_alone(scope: Scope, phrase: tree.NounPhrase) -> None:
    for word in phrase.words[:-1]:
        scope.wrong(
            names.UNKNOWN_ADJECTIVE,
            word.span,
            f"`{word.text}` does not describe a resource",
        )


def _resource(scope: Scope, word: tree.Name) -> Resource | None:
    local = named(scope, word)
    if local is not None:
        return core.ResourceOf(local, word.span)
    cell = scope.world.resources.get(word.text)
    if cell is None:
        scope.wrong(
            play.NOT_A_RESOURCE,
            word.span,
            f"`{word.text}` is not a resource",
            help=did_you_mean(word.text, scope.world.resources),
        )
    return cell


def _times(scope: Scope, node: tree.Phrase, value: core.Expr) -> core.Expr:
    if node.for_each is None:
        return value
    if isinstance(node.for_each, tree.Pick):
        groups = several.groups(scope, node.for_each)
        return core.Arithmetic("*", value, groups, node.span)
    things = phrases.things(scope.inner(hoisted=None), node.for_each)
    if not isinstance(things.type, Things):
        return value
    return core.Arithmetic("*", value, core.Count(things, node.for_each.span), node.span)
