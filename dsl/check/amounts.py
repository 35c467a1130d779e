"""So much of a resource: `2 movement`, `gold equal to cheers`, `1 gem for each red die`."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import phrases, several
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.check.words import wrong_number
from cubedsl.dsl.codes import names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.things import Cell
from cubedsl.dsl.model.types import Things
from cubedsl.dsl.suggest import NUMBER_WORDS, did_you_mean


def amount(scope: Scope, node: tree.Phrase) -> tuple[Cell, core.Expr] | None:
    """The resource and how much of it; None after a mistake."""
    match node.argument:
        case tree.AmountOf(words=(word,), value=written):
            found = _resource(scope, word), scope.number(written)
        case tree.Pick(quantity=tree.Exactly(number), phrase=phrase) if not phrase.clauses:
            found = _resource(scope, phrase.words[-1]), scope.number(number)
            _check_alone(scope, phrase)
        case tree.Words(words=(word, _), of=None) if word.text in NUMBER_WORDS:
            wrong_number(scope, word)
            return None
        case _:
            scope.wrong(
                play.NOT_A_RESOURCE,
                (node.argument or node).span,
                f"`{node.verb.text}` how much of what?",
                help=f"write `{node.verb.text} 2 RESOURCE`, or "
                f"`{node.verb.text} RESOURCE equal to …`",
            )
            return None
    cell, value = found
    if cell is None:
        return None
    return cell, _times(scope, node, value)


def _check_alone(scope: Scope, phrase: tree.NounPhrase) -> None:
    for word in phrase.words[:-1]:
        scope.wrong(
            names.UNKNOWN_ADJECTIVE,
            word.span,
            f"`{word.text}` does not describe a resource",
        )


def _resource(scope: Scope, word: tree.Name) -> Cell | None:
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
