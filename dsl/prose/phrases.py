"""Noun phrases and picks in words: `1 die in the box`, `other players with the fewest coins`."""

from collections.abc import Iterable

from attrs import evolve

from cubedsl.dsl import tree
from cubedsl.dsl.prose import filters
from cubedsl.dsl.prose.saying import say, says
from cubedsl.dsl.prose.vocabulary import Vocabulary, spelled

FIRST = "first"
ENDS = {"random": "random", "top": "top", "bottom": "bottom"}


@says(tree.NounPhrase)
def phrase(node: tree.NounPhrase, at: Vocabulary) -> str:
    """Things, of which all are meant: `all dice in your hand`; one `first` one."""
    names = [one.text for one in node.words]
    if names[0] == FIRST:
        return f"the {_said(node, at, one=True)}"
    if len(names) == 1 and at.singular(names[0]) == names[0] and not node.clauses and not node.of:
        return f"the {spelled(names[0])}"
    return f"all {_said(node, at, one=False)}"


def those(node: tree.Expr, at: Vocabulary) -> str:
    """The same where `all` goes without saying: `dice in your hand`."""
    match node:
        case tree.NounPhrase():
            return _said(node, at, one=False)
        case tree.Words(words=words, of=of) if words[-1].text in (*at.singulars, *at.plurals):
            return _said(tree.NounPhrase(words, of, (), node.span), at, one=False)
    return say(node, at)


def whole(node: tree.Expr, at: Vocabulary) -> str:
    """The same as something known: `the dice in your hand`."""
    said = those(node, at)
    return said if said == say(node, at) else f"the {said}"


def single(node: tree.NounPhrase | tree.Pick, at: Vocabulary) -> str:
    """One of the things, without an article: `red die in your hand`, `group of 2 dice`."""
    return (
        f"group of {pick(node, at)}" if isinstance(node, tree.Pick) else _said(node, at, one=True)
    )


@says(tree.Pick)
def pick(node: tree.Pick, at: Vocabulary) -> str:
    """So many things, or so much of a resource."""
    match node.quantity:
        case tree.Exactly(number=tree.Number(value=number)):
            return f"{number} {_said(node.phrase, at, one=number == 1)}"
        case tree.Exactly(number=number):
            return f"{_said(node.phrase, at, one=False)}, as many as {say(number, at)}"
        case tree.UpTo(number=tree.Number(value=number)):
            return f"up to {number} {_said(node.phrase, at, one=number == 1)}"
        case tree.UpTo(number=number):
            return f"{_said(node.phrase, at, one=False)}, up to {say(number, at)}"
    return f"any number of {_said(node.phrase, at, one=False)}"


def _said(node: tree.NounPhrase, at: Vocabulary, *, one: bool) -> str:
    *before, noun = (word.text for word in node.words)
    inside = at.looking_at(noun)
    adjectives = [spelled(word) for word in before]
    parts = [*adjectives, spelled(at.counted(noun, one))]
    if node.of is not None:
        parts += ["of", whole(node.of, at)]
    parts += [_clause(clause, at, inside, one=one) for clause in node.clauses]
    return " ".join(parts)


# ------------------------------------------------------------------ clauses


def _clause(node: tree.Clause, at: Vocabulary, inside: Vocabulary, *, one: bool) -> str:
    match node:
        case tree.In(places=places):
            return _in(places, _zones_of(at, inside))
        case tree.From(start=start):
            return f"in playing order from {say(start, at)}"
        case tree.After(start=start):
            return f"after {say(start, at)}"
        case tree.NextTo(place=place):
            return f"next to {say(place, at)}"
        case tree.Within(distance=distance, place=place):
            return f"within {say(distance, at)} of {say(place, at)}"
        case tree.Nearest(place=place):
            return f"nearest to {say(place, at)}"
        case tree.Likeness(how=how, word=word):
            return f"with {how} {spelled(at.counted(word.text, one=how == 'same'))}"
        case tree.Extreme(most=most, value=value):
            return f"with the {'most' if most else 'least'} {_bare(value, inside)}"
        case tree.Where(condition=condition):
            return filters.filtered(condition, inside, one=one)


def _in(places: tuple[tree.Place, ...], at: Vocabulary) -> str:
    match places:
        case (tree.Place(words=(tree.Name(text=word),), of=None),) if word in at.given:
            return f"among the {spelled(word)}"
        case (tree.Place(words=(tree.Name(text=word),), of=None),) if word in at.yours:
            return f"among {at.own(word, 'your')}"
    return f"in {places_of(places, at)}"


def _bare(node: tree.Expr, at: Vocabulary) -> str:
    """A number of the thing that is looked at, without `its`."""
    said = say(node, at)
    return said.removeprefix("its ").removeprefix("the ")


def _zones_of(at: Vocabulary, inside: Vocabulary) -> Vocabulary:
    """Zones inside a filter over players are the candidate's."""
    return at if at.about != "player" else evolve(inside, about="player")


def places_of(places: Iterable[tree.Place], at: Vocabulary) -> str:
    """Where things lie: `your hand`, `the box`, `any of your zones`."""
    own = "their" if at.about == "player" else "your"
    said: list[str] = []
    private = [one for one in places if _is_plain(one) and one.words[-1].text in at.private]
    if private:
        said.append(f"{own} {at.zones(one.words[-1].text for one in private)}")
    said += [_place(one, at, own) for one in places if one not in private]
    return " or ".join(said)


def _is_plain(place: tree.Place) -> bool:
    return place.of is None and not place.any_zone and len(place.words) == 1


def _place(place: tree.Place, at: Vocabulary, own: str) -> str:
    if place.value is not None:
        return whole(place.value, at)
    whose = "you" if place.of is None else whole(place.of, at)
    if place.any_zone:
        return f"any of {own} zones" if place.of is None else f"any zone of {whose}"
    zone = place.words[-1].text
    if place.of is None and zone not in at.private:
        return f"the {at.zone(zone)}"
    return f"{own} {at.zone(zone)}" if whose == "you" else f"the {at.zone(zone)} of {whose}"
