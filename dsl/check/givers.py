"""`from` behind a verb: of whom it takes, if the verb is declared so.

The grammar reads `from` as a clause of the noun phrase before it, like in `players from starter`.
For a verb that has a `from` of its own, the clause is taken off, and what follows it with it:
`steal 1 coin from 1 other player with most coins`.
"""

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import play
from cubedsl.dsl.source import Span


def take_off(scope: Scope, node: tree.Phrase) -> tuple[tree.Phrase, tree.Expr | None]:
    """The call without the `from` of its last argument, and what stood behind it."""
    if node.prepositions:
        *before, last = node.prepositions
        argument, giver = _split(scope, last.argument)
        kept = (*before, evolve(last, argument=argument))
        return evolve(node, prepositions=kept), giver
    if node.argument is None:
        return node, None
    argument, giver = _split(scope, node.argument)
    return evolve(node, argument=argument), giver


def _split(scope: Scope, node: tree.Expr) -> tuple[tree.Expr, tree.Expr | None]:
    match node:
        case tree.NounPhrase(clauses=clauses):
            place = _place(clauses)
            if place is not None:
                return _plain(_cut(node, place)), _giver(scope, clauses[place:])
        case tree.Pick(phrase=phrase):
            place = _place(phrase.clauses)
            if place is not None:
                cut = _cut(phrase, place)
                pick = evolve(node, phrase=cut, span=node.span.to(cut.span))
                return pick, _giver(scope, phrase.clauses[place:])
        case tree.AmountOf(value=value, clauses=clauses) if clauses:
            plain = evolve(node, clauses=(), span=node.words[0].span.to(value.span))
            return plain, _giver(scope, clauses)
    return node, None


def _place(clauses: tuple[tree.Clause, ...]) -> int | None:
    return next((i for i, one in enumerate(clauses) if isinstance(one, tree.From)), None)


def _cut(phrase: tree.NounPhrase, place: int) -> tree.NounPhrase:
    """The phrase as it stands before its clause at a place."""
    kept = phrase.clauses[:place]
    return evolve(phrase, clauses=kept, span=_span(phrase.words, phrase.of, kept))


def _span(
    words: tuple[tree.Name, ...], of: tree.Expr | None, clauses: tuple[tree.Clause, ...]
) -> Span:
    last = clauses[-1].span if clauses else of.span if of is not None else words[-1].span
    return words[0].span.to(last)


def _plain(phrase: tree.NounPhrase) -> tree.Expr:
    """A phrase without clauses is read as the words that it is."""
    return phrase if phrase.clauses else tree.Words(phrase.words, phrase.of, phrase.span)


def _giver(scope: Scope, clauses: tuple[tree.Clause, ...]) -> tree.Expr:
    """What stands behind `from`; the clauses behind it say which."""
    first, *more = clauses
    assert isinstance(first, tree.From)
    rest = tuple(one for one in more if not isinstance(one, tree.From))
    for one in more:
        if isinstance(one, tree.From):
            scope.wrong(play.PREPOSITION_TWICE, one.span, "`from` stands twice")
    if not rest:
        return first.start
    match first.start:
        case tree.Pick(phrase=phrase) as pick:
            longer = _extended(phrase.words, phrase.of, rest)
            return evolve(pick, phrase=longer, span=pick.span.to(longer.span))
        case tree.Words(words=words, of=of):
            return _extended(words, of, rest)
    scope.wrong(
        play.WRONG_ARGUMENTS,
        rest[0].span,
        "this says more about what is settled already",
        help="put it into the parentheses, too",
    )
    return first.start


def _extended(
    words: tuple[tree.Name, ...], of: tree.Expr | None, clauses: tuple[tree.Clause, ...]
) -> tree.NounPhrase:
    return tree.NounPhrase(words, of, clauses, _span(words, of, clauses))
