"""Piles of dice in scenarios: `2 brown as fox`, `rest as blank`."""

from cubedsl.dsl import tree
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.check.words import property_of
from cubedsl.dsl.codes import names, scenes
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.scenes import Pile
from cubedsl.dsl.model.things import Cell, Face, Owner
from cubedsl.dsl.model.types import FLAG, NUMBER, Noun, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

REST = "rest"


def piles(scope: Scope, nodes: tuple[tree.Pile, ...], *, given: bool) -> tuple[Pile, ...]:
    """All piles of a line; `given`: what pieces remember is set, not asked."""
    found = (_pile(scope, one, given) for one in nodes)
    return tuple(one for one in found if one is not None)


def _pile(scope: Scope, node: tree.Pile, given: bool) -> Pile | None:
    told = tuple(word for word in node.words if given and _is_told(scope, word.text))
    words = tuple(word for word in node.words if word not in told)
    is_rest = len(words) == 1 and words[0].text == REST
    everything = frozenset(draft.kind.index for draft in scope.world.kinds.values())
    kinds = everything if is_rest or not words else kinds_of(scope, words)
    if kinds is None:
        return None
    face = _face(scope, node, kinds) if node.face else None
    count = None if is_rest else node.count if node.count is not None else 1
    _check_count(scope, node, count or 0, kinds)
    marks = tuple(mark for word in told if (mark := scope.world.marks.get(word.text)))
    flags = (_flag(scope, word, kinds) for word in told if word.text not in scope.world.marks)
    keeps = [flag for flag in flags if flag is not None]
    test: core.Expr | None = None
    for quality in node.qualities:
        own = _own(scope, quality, kinds)
        if given and isinstance(own, core.CellValue):
            keeps.append((own.cell, quality.number))
        elif own is not None:
            same = core.Same(own, _number(quality), quality.span)
            test = core.Both(test, same, node.span) if test is not None else same
    return Pile(count, kinds, face, test, tuple(keeps), marks, node.span)


def _number(quality: tree.Quality) -> core.Expr:
    return core.Literal(quality.number, NUMBER, quality.span)


def _is_told(scope: Scope, word: str) -> bool:
    """Whether a word is a mark, or something that pieces remember."""
    owners = {noun.name for noun in scope.world.piece_nouns()}
    return word in scope.world.marks or any((one, word) in scope.world.memory for one in owners)


def _noun(scope: Scope, kinds: frozenset[int]) -> Noun | None:
    drafts = scope.world.kinds.values()
    return next((one.kind.noun for one in drafts if one.kind.index in kinds), None)


def _flag(scope: Scope, word: tree.Name, kinds: frozenset[int]) -> tuple[Cell, int] | None:
    """A flag that pieces of these kinds are given."""
    noun = _noun(scope, kinds)
    cell = scope.world.memory.get((noun.name, word.text)) if noun is not None else None
    if cell is not None and cell.type == FLAG:
        return cell, True
    message = f"`{word.text}` is not a flag of these pieces"
    help = f"a number that they remember stands last: `KIND {word.text} 3`"
    scope.wrong(scenes.BAD_GIVEN, word.span, message, help=help)
    return None


def _own(scope: Scope, node: tree.Quality, kinds: frozenset[int]) -> core.Expr | None:
    """What only these pieces have, as in `rank 12`; None after a mistake."""
    word, noun = node.name, _noun(scope, kinds)
    value = word_of(scope, noun, word, node.span) if noun is not None else None
    if value is not None and value.type == NUMBER:
        return value
    owner = noun.name if noun is not None else ""
    known = {own for name, own in scope.world.properties if name == owner}
    help: str | None = did_you_mean(word.text, known)
    if word.text in scope.world.kinds:
        help = f"how many they are stands before them: `{node.number} {word.text}`"
    message = f"`{word.text}` is not a number that these pieces have"
    scope.wrong(scenes.BAD_GIVEN, word.span, message, help=help)
    return None


def word_of(scope: Scope, noun: Noun, word: tree.Name, span: Span) -> core.Expr | None:
    """What a word says of the thing of a noun in slot 0, if it says something."""
    one = core.Local(0, noun.name, Things(noun, one=True), span)
    return property_of(scope, noun, word.text, one, span)


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
