"""`from` behind a verb: of whom it takes, if the verb is declared so.

The grammar reads `from` as a clause of the noun phrase before it, like in `players from starter`.
For a verb that has a `from` of its own, the clause is taken off, and what follows it with it:
`steal 1 coin from 1 other player with most coins`.
"""

from attrs import evolve, frozen

from cubedsl.dsl.source import Span
from cubedsl.dsl.tree.expressions import (
    AmountOf,
    Clause,
    Expr,
    From,
    Name,
    NounPhrase,
    Pick,
    Words,
)
from cubedsl.dsl.tree.statements import Phrase


@frozen
class Taken:
    """A call without the `from` of its last argument, and what stood behind it.

    `twice` are further `from`s; `late` is a clause behind something that can have none.
    """

    phrase: Phrase
    giver: Expr | None = None
    twice: tuple[From, ...] = ()
    late: Clause | None = None


def take_off(node: Phrase) -> Taken:
    """The call taken apart."""
    if node.prepositions:
        *before, last = node.prepositions
        argument, clauses = _split(last.argument)
        kept = (*before, evolve(last, argument=argument))
        return _taken(evolve(node, prepositions=kept), clauses)
    if node.argument is None:
        return Taken(node)
    argument, clauses = _split(node.argument)
    return _taken(evolve(node, argument=argument), clauses)


def _split(node: Expr) -> tuple[Expr, tuple[Clause, ...]]:
    """An argument without its `from`, and all clauses from there on."""
    match node:
        case NounPhrase(clauses=clauses):
            place = _place(clauses)
            return _plain(_cut(node, place)), clauses[place:]
        case Pick(phrase=phrase):
            place = _place(phrase.clauses)
            cut = _cut(phrase, place)
            return evolve(node, phrase=cut, span=node.span.to(cut.span)), phrase.clauses[place:]
        case AmountOf(words=words, value=value, clauses=clauses):
            return evolve(node, clauses=(), span=words[0].span.to(value.span)), clauses
    return node, ()


def _place(clauses: tuple[Clause, ...]) -> int:
    found = (i for i, one in enumerate(clauses) if isinstance(one, From))
    return next(found, len(clauses))


def _cut(phrase: NounPhrase, place: int) -> NounPhrase:
    """The phrase as it stands before its clause at a place."""
    kept = phrase.clauses[:place]
    return evolve(phrase, clauses=kept, span=_span(phrase.words, phrase.of, kept))


def _span(words: tuple[Name, ...], of: Expr | None, clauses: tuple[Clause, ...]) -> Span:
    last = clauses[-1].span if clauses else of.span if of is not None else words[-1].span
    return words[0].span.to(last)


def _plain(phrase: NounPhrase) -> Expr:
    """A phrase without clauses is read as the words that it is."""
    return phrase if phrase.clauses else Words(phrase.words, phrase.of, phrase.span)


def _taken(phrase: Phrase, clauses: tuple[Clause, ...]) -> Taken:
    """What stands behind `from`; the clauses behind it say which."""
    if not clauses:
        return Taken(phrase)
    first, *more = clauses
    assert isinstance(first, From)
    twice = tuple(one for one in more if isinstance(one, From))
    rest = tuple(one for one in more if not isinstance(one, From))
    if not rest:
        return Taken(phrase, first.start, twice)
    match first.start:
        case Pick(phrase=short) as pick:
            longer = _extended(short.words, short.of, rest)
            giver = evolve(pick, phrase=longer, span=pick.span.to(longer.span))
            return Taken(phrase, giver, twice)
        case Words(words=words, of=of):
            return Taken(phrase, _extended(words, of, rest), twice)
    return Taken(phrase, first.start, twice, rest[0])


def _extended(words: tuple[Name, ...], of: Expr | None, clauses: tuple[Clause, ...]) -> NounPhrase:
    return NounPhrase(words, of, clauses, _span(words, of, clauses))
