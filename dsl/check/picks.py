"""Choices and draws that stand inside a phrase: `lose 1 die in any zone`.

They are lifted out of it, from left to right, and stand before the statement; in their place a
local name remains.
"""

from collections.abc import Callable

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.check import phrases, several
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, play
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.statements import Choose, Draw
from cubedsl.dsl.model.types import NUMBER, Noun, Sort, Things, Type, Unknown

Restrict = Callable[[core.Expr], core.Expr]


def pick(
    scope: Scope,
    node: tree.Pick,
    *,
    name: str | None = None,
    slot: int | None = None,
    restrict: Restrict | None = None,
) -> core.Expr:
    """Lift a choice or a draw out of the phrase; what was picked.

    `name` is the decision's (else the statement's verb), `slot` where the picks go (else a new
    one), `restrict` filters what can be picked (a parameter's `where`).
    """
    if scope.hoisted is None:
        return _impossible(scope, node)
    drawn, phrase = _drawn(node.phrase)
    if drawn in ENDS:
        _check_ordered(scope, phrase)
    clause, phrase = several.split(scope, phrase)
    _check_place(scope, phrase)
    things = phrases.things(scope, phrase)
    noun = things.type.noun if isinstance(things.type, Things) else None
    if noun is None:
        return _nothing_to_pick(scope, node, things)
    if restrict is not None:
        things = restrict(things)
    into = scope.frame.slot() if slot is None else slot
    if drawn is not None:
        _draw(scope, node, things, into, drawn)
    else:
        _choose(
            scope, node, things, into, name or scope.decision, _likeness(scope, node, clause, noun)
        )
    return core.Local(into, name or "", picked_type(node, noun), node.span)


def _check_place(scope: Scope, phrase: tree.NounPhrase) -> None:
    """`1 die`, with nothing said of it, would be any in the game: everybody's, and the box's."""
    head = phrase.words[-1]
    if len(phrase.words) > 1 or phrase.clauses or phrase.of or head.text in scope.names:
        return
    noun = scope.world.nouns.get(head.text)
    if head.text in scope.world.kinds or (noun is not None and noun.sort is Sort.PIECE):
        scope.wrong(
            kinds.WHERE_FROM,
            phrase.span,
            f"`{phrase.span.text}` alone would be any in the whole game",
            help=f"say where: `1 {phrase.span.text} in …`",
        )


def picked_type(node: tree.Pick, noun: Noun) -> Type:
    """What is picked: one thing at most if the number written is 1."""
    match node.quantity:
        case tree.Exactly(tree.Number(1)) | tree.UpTo(tree.Number(1)):
            return Things(noun, one=True)
    return Things(noun)


def _impossible(scope: Scope, node: tree.Pick) -> core.Expr:
    return scope.wrong(
        kinds.NOT_DRAWN_AT_RANDOM,
        node.span,
        "a number before a noun is a choice, and nothing can be chosen here",
        help=f"leave the number out, or choose before: `choose {node.span.text} as …`",
    )


def _nothing_to_pick(scope: Scope, node: tree.Pick, things: core.Expr) -> core.Expr:
    if isinstance(things.type, Unknown):
        return things
    return scope.wrong(
        kinds.WRONG_KIND,
        node.span,
        f"only things can be picked, and this is {things.type}",
    )


ENDS = ("top", "bottom")


def _drawn(phrase: tree.NounPhrase) -> tuple[str | None, tree.NounPhrase]:
    """From where things are drawn: "" at random, an end of a zone, None if they are chosen."""
    first = phrase.words[0].text
    if len(phrase.words) > 1 and first in ("random", *ENDS):
        return ("" if first == "random" else first), evolve(phrase, words=phrase.words[1:])
    return None, phrase


def _check_ordered(scope: Scope, phrase: tree.NounPhrase) -> None:
    """`top` and `bottom` need one ordered zone."""
    places = [place for one in phrase.clauses if isinstance(one, tree.In) for place in one.places]
    zones = [scope.world.zones.get(place.words[-1].text) for place in places if place.words]
    if len(zones) != 1 or zones[0] is None or not zones[0].ordered:
        scope.wrong(
            play.NOT_ORDERED,
            phrase.span,
            "only one zone that is `ordered` has a top and a bottom",
            help="declare the zone `ordered`, or take a `random` one",
        )


def _likeness(
    scope: Scope, node: tree.Pick, clause: tree.Likeness | None, noun: Noun
) -> core.Likeness | None:
    if clause is None:
        return None
    if clause.how == "consecutive" and not isinstance(node.quantity, tree.Exactly):
        scope.wrong(
            kinds.WRONG_KIND,
            node.quantity.span,
            "how many make a row must be said",
            help=f"write how many: `4 {node.phrase.span.text}`",
        )
    return several.likeness(scope, clause, noun)


def _quantity(scope: Scope, node: tree.Pick) -> core.Expr | None:
    match node.quantity:
        case tree.Exactly(number) | tree.UpTo(number):
            return scope.number(number)
    return None


def _draw(scope: Scope, node: tree.Pick, things: core.Expr, slot: int, end: str) -> None:
    count = _quantity(scope, node) or core.Literal(1, NUMBER, node.span)
    assert scope.hoisted is not None
    scope.hoisted.append(Draw(things, count, slot, end, node.span))


def _choose(
    scope: Scope,
    node: tree.Pick,
    things: core.Expr,
    slot: int,
    name: str,
    likeness: core.Likeness | None,
) -> None:
    scope.you(node.span)
    exactly = isinstance(node.quantity, tree.Exactly)
    high = _quantity(scope, node)
    assert scope.hoisted is not None
    assert isinstance(things.type, Things) and things.type.noun is not None
    scope.hoisted.append(Choose(name, things, high, exactly, likeness, slot, node.span))
    options = () if exactly else ("done",)
    scope.world.decide(name, nouns=(things.type.noun,), options=options)
