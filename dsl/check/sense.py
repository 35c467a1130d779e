"""What a declaration says by itself must make sense: no empty ranges, nothing said twice.

Only the syntax tree is looked at; what the words mean is checked elsewhere.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from cubedsl.dsl import tree
from cubedsl.dsl.check.world import World
from cubedsl.dsl.codes import Code
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.diagnostic import Label
from cubedsl.dsl.source import Span

WITH_VALUES = ("number", "flag", "choice")
SEEN_BY = ("hidden", "private")


def check(world: World) -> None:
    """Report declarations that make no sense."""
    for decl in world.program.declarations:
        look = CHECKS.get(type(decl))
        if look is not None:
            look(world, decl)


def twice(world: World, names: Iterable[tree.Name], what: str) -> None:
    """Report words that stand twice where each can stand once."""
    seen: dict[str, tree.Name] = {}
    for name in names:
        old = seen.setdefault(name.text, name)
        if old is not name:
            world.wrong(
                codes.SAID_TWICE,
                name.span,
                f"{what} `{name.text}` stands twice",
                related=(Label(old.span, "here it was first"),),
                help="take one of them away",
            )


def _wrong(world: World, code: Code, span: Span, message: str, help: str | None = None) -> None:
    world.wrong(code, span, message, help=help)


# ------------------------------------------------------------------ the game


def _option(world: World, decl: tree.OptionDecl) -> None:
    twice(world, decl.words, "the word")
    number = isinstance(decl.default, tree.Number | tree.Negate)
    if decl.span_of_values is not None:
        low, high = decl.span_of_values
        if low > high:
            message = f"nothing lies between {low} and {high}"
            _wrong(world, codes.BAD_DEFAULT, decl.span, message, f"write `in {high} to {low}`")
        elif not number:
            _wrong(
                world, codes.BAD_DEFAULT, decl.default.span, f"a number from {low} to {high} is due"
            )
    if decl.words and not isinstance(decl.default, tree.Words):
        known = ", ".join(word.text for word in decl.words)
        _wrong(world, codes.BAD_DEFAULT, decl.default.span, f"the default is not one of {known}")


def _zone(world: World, decl: tree.ZoneDecl) -> None:
    twice(world, decl.modifiers, "the word")
    words = [word for word in decl.modifiers if word.text in SEEN_BY]
    if {word.text for word in words} == set(SEEN_BY):
        message = "a zone is `private` (its owner sees it) or `hidden` (nobody does), not both"
        _wrong(world, codes.BAD_DEFAULT, words[-1].span, message)
    for word in words:
        if word.text == "private" and decl.of is None:
            message = "a shared zone is nobody's: it cannot be `private`"
            _wrong(world, codes.BAD_DEFAULT, word.span, message, "write `hidden`, or `of player`")


def _terrain(world: World, decl: tree.TerrainDecl) -> None:
    twice(world, decl.modifiers, "the word")


# ------------------------------------------------------------------ memory


def _resource(world: World, decl: tree.ResourceDecl) -> None:
    if decl.supply == 0:
        message = "with a supply of 0 nobody can ever gain any"
        _wrong(world, codes.BAD_DEFAULT, decl.span, message)


def _remember(world: World, decl: tree.RememberDecl) -> None:
    twice(world, decl.words, "the word")
    if decl.kind.text == "choice" and not decl.words:
        message, help = "a choice of which words?", "write them: `in calm, angry`"
        _wrong(world, codes.BAD_MEMORY, decl.span, message, help)
    if decl.kind.text != "choice" and decl.words:
        message = f"only a `choice` has words, not a {decl.kind.text}"
        _wrong(world, codes.BAD_MEMORY, decl.words[0].span, message)
    if decl.default is not None and decl.kind.text not in WITH_VALUES:
        message = "things begin as nothing: there is no value to begin with"
        _wrong(world, codes.BAD_DEFAULT, decl.default.span, message, "`set` it in `game`")


def _tally(world: World, decl: tree.TallyDecl) -> None:
    if decl.what is not None and decl.verb.text not in ("gain", "pay"):
        message = f"`counts {decl.verb.text}` has nothing behind it; only `gain` and `pay` have"
        _wrong(world, codes.BAD_MEMORY, decl.what.span, message)


# ------------------------------------------------------------------ kinds and cards


def _kind(world: World, decl: tree.KindDecl) -> None:
    if decl.copies == 0:
        _wrong(world, codes.BAD_DEFAULT, decl.span, f"there are no copies of `{decl.name.text}`")
    _members(world, decl.members, "a kind", (tree.Reading, tree.RememberDecl))


def _card(world: World, decl: tree.GuideDecl) -> None:
    wrong = (tree.Faces, tree.CopiesWith, tree.CopiesOver, tree.RememberDecl)
    _members(world, decl.members, "a card", wrong)
    shown: dict[tuple[str, ...], tree.Reading] = {}
    for one in decl.members:
        if isinstance(one, tree.Reading):
            _reading(world, one, shown)


def _reading(world: World, one: tree.Reading, shown: dict[tuple[str, ...], tree.Reading]) -> None:
    key = tuple(word.text for word in one.shown)
    old = shown.setdefault(key, one)
    if old is not one:
        world.wrong(
            codes.SAID_TWICE,
            one.span,
            f"`{' '.join(key)}` is read in two ways",
            related=(Label(old.span, "the other one"),),
        )
    if key == tuple(word.text for word in one.read) and one.amount in (None, 1):
        _wrong(world, codes.BAD_DEFAULT, one.span, "this is read as what it is")


def _members(
    world: World, members: tuple[tree.Member, ...], what: str, wrong: tuple[type, ...]
) -> None:
    twice(world, _given(members), "the value of")
    for one in members:
        if isinstance(one, wrong):
            word = one.span.text.split()[0]
            message = f"`{word}` cannot stand in {what}"
            _wrong(world, codes.MISPLACED, one.span, message, MISPLACED.get(type(one)))
        match one:
            case tree.Faces(faces=faces):
                for face in faces:
                    _face(world, face)
            case tree.CopiesWith(count=0) | tree.CopiesOver(values=()):
                _wrong(world, codes.BAD_DEFAULT, one.span, "these are no copies")


MISPLACED: dict[type, str] = {
    tree.Reading: "cards read faces otherwise: `sheet` declares such cards",
    tree.RememberDecl: "put it at the margin of the file",
    tree.Faces: "faces belong to the kind",
    tree.CopiesWith: "copies belong to the kind",
    tree.CopiesOver: "copies belong to the kind",
}


def _given(members: Iterable[tree.Member]) -> list[tree.Name]:
    return [one.name for one in members if isinstance(one, tree.AttributeValue)]


def _face(world: World, face: tree.FaceDecl) -> None:
    twice(world, face.words, "the word")
    first = face.amount
    if face.copies == 0 or first == 0:
        _wrong(world, codes.BAD_DEFAULT, face.span, "a face is there, and shows 1 at least")
    if first is not None and face.last_amount is not None and face.last_amount < first:
        message = f"there is nothing from {first} to {face.last_amount}"
        help = f"write `{face.last_amount} to {first}`"
        _wrong(world, codes.BAD_DEFAULT, face.span, message, help)


def _partition(world: World, decl: tree.PartitionDecl) -> None:
    twice(world, (one.name for one in decl.classes), "the class")


def _group(world: World, decl: tree.GroupDecl) -> None:
    twice(world, decl.equation.members, "the kind")


# ------------------------------------------------------------------ sets, paths, verbs


def _set(world: World, decl: tree.SetDecl) -> None:
    twice(world, (one.name for one in decl.options), "the option")


def _path(world: World, decl: tree.PathDecl) -> None:
    if not decl.stops:
        message, help = "a path without stops", "write them between the braces: `{ 0; 1; 2 }`"
        _wrong(world, codes.MISSING_PART, decl.span, message, help)
    for before, stop in pairwise(decl.stops):
        if stop.number < before.number:
            message = f"the stop {stop.number} stands behind the stop {before.number}"
            _wrong(world, codes.BAD_DEFAULT, stop.span, message, "stops stand in their order")


def _verb(world: World, decl: tree.ProcedureDecl) -> None:
    twice(world, (one.name for one in decl.parameters), "the name")
    seen: set[str] = set()
    for one in decl.parameters:
        if one.preposition in seen:
            message = f"`{one.preposition}` stands twice: a verb can have each such word once"
            _wrong(world, codes.SAID_TWICE, one.span, message)
        seen.add(one.preposition)


CHECKS: dict[type, Callable[[World, Any], None]] = {
    tree.OptionDecl: _option,
    tree.ZoneDecl: _zone,
    tree.TerrainDecl: _terrain,
    tree.ResourceDecl: _resource,
    tree.RememberDecl: _remember,
    tree.TallyDecl: _tally,
    tree.KindDecl: _kind,
    tree.GuideDecl: _card,
    tree.PartitionDecl: _partition,
    tree.GroupDecl: _group,
    tree.SetDecl: _set,
    tree.PathDecl: _path,
    tree.ProcedureDecl: _verb,
}
