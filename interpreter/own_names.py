"""Things with a name of their own, such as boxes, columns, spaces, colors.

A piece has one if a player can have one of each kind at most and nothing is hidden, a space if
there are not too many, a kind and a class of kinds always.  Dice and cards that are some of many
have none, nor have players: those are told apart by their seats.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Card, Kind, Owner
from cubedsl.dsl.model.types import Noun, Sort
from cubedsl.interpreter.ground import Ground
from cubedsl.interpreter.layout import Pieces

MOST_SPACES = 60
"""On a larger board no space has a name of its own."""

OwnNames: TypeAlias = Mapping[Noun, Mapping[int, str]]
"""By noun, the names of things by their numbers."""


def own_names(
    ruleset: Ruleset, pieces: Pieces, cards: tuple[Card | None, ...], ground: Ground
) -> OwnNames:
    """Return the names of all things that decisions offer and that have one."""
    nouns = dict.fromkeys(noun for one in ruleset.decisions.values() for noun in one.nouns)
    found: dict[Noun, Mapping[int, str]] = {}
    for noun in sorted(nouns, key=lambda one: one.name):
        match noun.sort:
            case Sort.PIECE if _is_single(ruleset, noun):
                found[noun] = _of_pieces(ruleset, pieces, cards, noun)
            case Sort.SPACE if len(ground.spaces) <= MOST_SPACES:
                found[noun] = _of_spaces(ground)
            case Sort.KIND:
                found[noun] = {one.index: one.title or one.name for one in ruleset.kinds}
            case Sort.CLASS:
                found[noun] = dict(enumerate(ruleset.partitions[noun.name].classes))
            case _:
                pass
    return {noun: names for noun, names in found.items() if len(set(names.values())) > 1}


def kind_title(kind: Kind, card: Card | None) -> str:
    """Return what a kind is called in a game: as its card in play, if it has one."""
    return card.title if card else kind.title or kind.name


def _is_single(ruleset: Ruleset, noun: Noun) -> bool:
    """Whether a player can have one of each kind of a noun at most, in view of all."""
    most = {Owner.PLAYER: 1, Owner.GAME: ruleset.players[1]}
    kinds = [one for one in ruleset.kinds if one.noun == noun]
    is_open = not any(zone.hidden or zone.private for zone in ruleset.zones)
    return is_open and all(one.count <= most.get(one.home.owner, 0) for one in kinds)


def _of_pieces(
    ruleset: Ruleset, pieces: Pieces, cards: tuple[Card | None, ...], noun: Noun
) -> Mapping[int, str]:
    kinds = {piece: pieces.kind[piece] for piece in pieces.of_noun.get(noun.name, ())}
    return {piece: kind_title(ruleset.kinds[kind], cards[kind]) for piece, kind in kinds.items()}


def _of_spaces(ground: Ground) -> Mapping[int, str]:
    """Return the names of spaces; those that are called alike are numbered."""
    names = [ground.name_of(space) for space in range(len(ground.spaces))]
    total = Counter(names)
    return {
        space: name if total[name] == 1 else f"{name} ({space + 1})"
        for space, name in enumerate(names)
    }
