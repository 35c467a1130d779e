"""Piles of dice in scenarios: `2 brown as fox`, `rest as blank`."""

from cubedsl.dsl import tree
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import names, scenes
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.scenes import Pile
from cubedsl.dsl.model.things import Face, Owner
from cubedsl.dsl.model.types import Noun, Things
from cubedsl.dsl.suggest import did_you_mean

REST = "rest"


def piles(scope: Scope, given: tuple[tree.Pile, ...]) -> tuple[Pile, ...]:
    """All piles of a line."""
    found = (_pile(scope, one) for one in given)
    return tuple(one for one in found if one is not None)


def _pile(scope: Scope, node: tree.Pile) -> Pile | None:
    everything = frozenset(draft.kind.index for draft in scope.world.kinds.values())
    is_rest = len(node.words) == 1 and node.words[0].text == REST
    kinds = everything if is_rest else kinds_of(scope, node.words)
    if kinds is None:
        return None
    face = _face(scope, node, kinds) if node.face else None
    count = None if is_rest else node.count if node.count is not None else 1
    _check_count(scope, node, count or 0, kinds)
    return Pile(count, kinds, face, node.span)


def _check_count(scope: Scope, node: tree.Pile, count: int, kinds: frozenset[int]) -> None:
    """All copies of these kinds; each player has some of kinds that begin with the players."""
    most = 0
    for draft in scope.world.kinds.values():
        if draft.kind.index in kinds:
            owned = draft.kind.home.owner is Owner.PLAYER
            most += draft.kind.count * (scope.world.players[1] if owned else 1)
    if count > most:
        message = f"there are only {most} of these"
        scope.wrong(scenes.BAD_GIVEN, node.span, message)


def kinds_of(scope: Scope, words: tuple[tree.Name, ...]) -> frozenset[int] | None:
    """The kinds that words describe together; None after a mistake."""
    found: frozenset[int] | None = None
    for word in words:
        own = _kinds_of_word(scope, word)
        if own is None:
            known = set(scope.world.kinds)
            scope.wrong(
                names.UNKNOWN_KIND,
                word.span,
                f"unknown kind `{word.text}`",
                help=did_you_mean(word.text, known),
            )
            return None
        found = own if found is None else found & own
    return found


def _kinds_of_word(scope: Scope, word: tree.Name) -> frozenset[int] | None:
    world = scope.world
    for noun in world.piece_nouns():
        if word.text in (noun.name, noun.plural):
            return frozenset(
                draft.kind.index for draft in world.kinds.values() if draft.kind.noun == noun
            )
        kinds = kinds_by_adjective(scope, noun, word)
        if kinds is not None:
            return kinds
    return None


def kinds_by_adjective(scope: Scope, noun: Noun, word: tree.Name) -> frozenset[int] | None:
    """The kinds that an adjective means, if it means kinds."""
    maker = scope.world.adjectives.get((noun.name, word.text))
    if maker is None:
        return None
    test = maker(scope, core.Local(0, "", Things(noun, one=True), word.span), word.span)
    return test.kinds if isinstance(test, core.OfKinds) else None


def _face(scope: Scope, node: tree.Pile, kinds: frozenset[int]) -> int | None:
    candidates = _faces_of(scope, kinds)
    fitting = [face for face in candidates if shows(scope, face, node.face, node.amount)]
    if fitting:
        return fitting[0].index
    texts = sorted({face.text for face in candidates})
    text = " ".join(word.text for word in node.face)
    scope.wrong(
        scenes.NO_SUCH_FACE,
        node.span,
        f"no face here shows `{text}`",
        help=did_you_mean(text, texts) or f"the faces are {', '.join(texts)}",
    )
    return None


def _faces_of(scope: Scope, kinds: frozenset[int]) -> list[Face]:
    faces = list(scope.world.faces.values())
    drafts = scope.world.kinds.values()
    own = {face for draft in drafts if draft.kind.index in kinds for face in draft.kind.faces}
    return [face for face in faces if face.index in own]


def shows(scope: Scope, face: Face, words: tuple[tree.Name, ...], amount: int | None) -> bool:
    """Whether a face is the one that words describe; without an amount any will do."""
    *before, last = (word.text for word in words)
    resource = scope.world.resources.get(last)
    symbol = resource.name if resource is not None else last
    fits = face.symbol == symbol and sorted(face.variants) == sorted(before)
    return fits and amount in (None, face.amount)
