"""Several things that are alike: `2 dice in cup with same face`, `some 4 dice … consecutive pip`.

Behind `some`, `no`, `for each` and in `count`, a number before a noun does not choose: it says how
many things make a group.
"""

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check import phrases, words
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import declarations, kinds, names, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.types import NUMBER, Chance, Noun, Number, Things, Unknown
from cubedsl.dsl.suggest import did_you_mean


def split(scope: Scope, phrase: tree.NounPhrase) -> tuple[tree.Likeness | None, tree.NounPhrase]:
    """The clause that says how the things are alike, and the phrase without it."""
    found = [one for one in phrase.clauses if isinstance(one, tree.Likeness)]
    others = tuple(one for one in phrase.clauses if not isinstance(one, tree.Likeness))
    for one in found[1:]:
        scope.wrong(
            declarations.SAID_TWICE,
            one.span,
            f"`with {one.how}` stands behind another `with {found[0].how}`",
        )
    return (found[0] if found else None), evolve(phrase, clauses=others)


def likeness(scope: Scope, clause: tree.Likeness, noun: Noun) -> core.Likeness | None:
    """What things of a noun have in common, or not; None, and a report, if it is nothing."""
    word = clause.word
    known = scope.world.nouns.get(word.text)
    text = known.name if known is not None else word.text
    with scope.looking_at(noun, clause.span) as (inside, one):
        value = words.property_of(inside, noun, text, one, word.span)
    if value is None or isinstance(value.type, Chance):
        _no_property(scope, word, noun)
        return None
    if clause.how == "consecutive" and not isinstance(value.type, Number | Unknown):
        scope.wrong(
            kinds.WRONG_KIND,
            word.span,
            f"only numbers can be consecutive, and `{word.text}` is {value.type}",
        )
        return None
    return core.Likeness(clause.how, one.slot, value, clause.span)


def _no_property(scope: Scope, word: tree.Name, noun: Noun) -> None:
    known = {own for name, own in scope.world.properties if name == noun.name}
    scope.wrong(
        names.UNKNOWN_NOUN,
        word.span,
        f"{noun.plural} have no `{word.text}` in which they could be alike",
        help=did_you_mean(word.text, known)
        or "write `face`, the word of a `partition`, an attribute, what they show or remember",
    )


def groups(scope: Scope, node: tree.Pick, *, conjuncts: bool = False) -> core.Expr:
    """How many groups of so many things there are."""
    closed = scope.inner(hoisted=None)
    assert isinstance(node.quantity, tree.Exactly)
    size = closed.number(node.quantity.number)
    clause, phrase = split(scope, node.phrase)
    things = phrases.things(closed, phrase, conjuncts=conjuncts)
    if isinstance(things.type, Unknown):
        return things
    if not isinstance(things.type, Things) or things.type.noun is None:
        return scope.wrong(
            kinds.WRONG_KIND, node.span, f"only things can be counted, and this is {things.type}"
        )
    alike = likeness(closed, clause, things.type.noun) if clause else None
    _check_size(scope, node, size)
    return core.Groups(things, size, alike, node.span)


def _check_size(scope: Scope, node: tree.Pick, size: core.Expr) -> None:
    if isinstance(size, core.Literal) and size.type == NUMBER and size.value == 0:
        scope.wrong(play.NO_OPTIONS, node.quantity.span, "a group has at least one thing")


def is_group(node: tree.Pick) -> bool:
    """Whether a phrase with a number says how the things of a group are alike."""
    return isinstance(node.quantity, tree.Exactly) and any(
        isinstance(one, tree.Likeness) for one in node.phrase.clauses
    )
