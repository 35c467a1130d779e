"""Where pieces lie in memory: what is known of each, and the sets that tell how they lie.

Arrays by piece, space, player or kind have one entry before the first: that of nothing (-1).
"""

from attrs import frozen

from cubedsl.interpreter.engine.code import Load, Region, Value
from cubedsl.interpreter.engine.lower.world import World
from cubedsl.interpreter.state import NO_FACE

NONE = -1


@frozen(eq=False)
class Lying:
    """The regions of pieces.

    By piece: `spot`, `face` and (where order matters) `rank`.  Sets: `inside` for every spot,
    `showing` for every face, `marked` for every mark, `used`, and `known` to every player.
    """

    spot: Region
    face: Region
    rank: Region
    inside: Region
    showing: Region
    marked: Region
    used: Region
    known: Region


def lying(world: World) -> Lying:
    """Return the regions of pieces."""
    return world.once("lying", _lying)


def _lying(world: World) -> Lying:
    setup, words = world.setup, world.piece_words
    count = len(setup.pieces)
    homes = tuple(
        setup.spots.of(setup.ruleset.kinds[kind].home, owner)
        for kind, owner in zip(setup.pieces.kind, setup.pieces.owner, strict=True)
    )
    spots = len(setup.spots.zone)
    inside = tuple(
        sum(
            1 << one - 64 * word
            for one in range(64 * word, min(count, 64 * word + 64))
            if homes[one] == spot
        )
        for spot in range(spots)
        for word in range(words)
    )
    no_face = (NO_FACE,) * (count + 1)
    return Lying(
        spot=world.keep("spot", count + 1, 4, (NONE, *homes)),
        face=world.keep("face", count + 1, 4, no_face),
        rank=world.keep("rank", count + 1, 4),
        inside=world.keep("inside", spots * words, 8, inside),
        showing=world.keep("showing", len(setup.ruleset.faces) * words, 8),
        marked=world.keep("marked", len(setup.ruleset.marks) * words, 8),
        used=world.keep("used", words, 8),
        known=world.keep("known", setup.players * words, 8),
    )


def by_piece(region: Region, piece: Value) -> Value:
    """Return the entry of a piece (or of none)."""
    return Load(region, piece, 1)


def kind_table(world: World) -> Region:
    """Return the kind of every piece."""
    return world.table("kind of piece", (NONE, *world.setup.pieces.kind))


def effective(world: World) -> dict[int, dict[int, int]]:
    """Return, by kind, the faces that its card in play reads otherwise, as it reads them."""
    return world.once("effective", _effective)


def _effective(world: World) -> dict[int, dict[int, int]]:
    cards = world.setup.cards
    return {kind: dict(card.readings) for kind, card in enumerate(cards) if card and card.readings}
