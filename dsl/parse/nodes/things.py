"""Nouns, kinds of things, and what their bodies say."""

from collections.abc import Callable
from typing import TypeAlias

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.parse.nodes.base import Builder, count_in, number_in
from cubedsl.dsl.parse.nodes.expressions import expressions, only_value, value_in, words_in
from cubedsl.dsl.parse.nodes.statements import body, trigger_in
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.parse.tables import load
from cubedsl.dsl.source import Span
from cubedsl.dsl.tree import (
    Ability,
    Also,
    AttributeBy,
    AttributeValue,
    By,
    CopiesOver,
    CopiesWith,
    FaceDecl,
    Faces,
    GuideDecl,
    KindDecl,
    Member,
    NounName,
    Reading,
    RememberDecl,
)
from cubedsl.dsl.tree.expressions import Name

MOST_COPIES = 1000

_Make: TypeAlias = Callable[[Builder, Syntax], Member]

# ------------------------------------------------------------------ nouns


def noun_name(b: Builder, part: Syntax) -> NounName:
    """`die/dice` among the direct children."""
    found = one_noun(b, next(part.parts("noun")))
    if found.singular.text in load().item_words:
        _report_noun(b, found)
    return found


def _report_noun(b: Builder, noun: NounName) -> None:
    text = noun.singular.text
    message = f"`{text}` cannot be a noun: a line that begins with it says something else"
    b.out.add(syntax.RESERVED_WORD, noun.singular.span, message, help="take another word")


def one_noun(b: Builder, part: Syntax) -> NounName:
    """`die/dice`"""
    singular, *plural = b.names(part)
    return NounName(singular, plural[0] if plural else None, b.span(part))


# ------------------------------------------------------------------ kinds


def kind(b: Builder, part: Syntax) -> KindDecl:
    """`die red x10 { … }`"""
    noun, name = b.names(part)
    copies = copies_in(b, part)
    return KindDecl(noun, name, b.text_in(part), copies, _members(b, part), b.span(part))


def guide(b: Builder, part: Syntax) -> GuideDecl:
    """`card "Big elk" for blue cost 6 { … }`"""
    noun, of = b.names(part)
    return GuideDecl(noun, b.first_text(part), of, _members(b, part), b.span(part))


def _members(b: Builder, part: Syntax) -> tuple[Member, ...]:
    return tuple(MEMBERS[one.data](b, one) for one in part.parts())


def copies_in(b: Builder, part: Syntax) -> int | None:
    """The `x3` that is a direct child."""
    count = count_in(part)
    if count is None or count <= MOST_COPIES:
        return count
    _too_many(b, b.span(next(part.tokens("COUNT"))))
    return MOST_COPIES


def _too_many(b: Builder, span: Span) -> None:
    b.out.add(syntax.TOO_MANY_COPIES, span, f"more than {MOST_COPIES} copies of one thing")


# ------------------------------------------------------------------ members


def attribute_value(b: Builder, part: Syntax) -> AttributeValue:
    """`cost 6 assumed`, `worth 4, 1, -2`"""
    values = expressions(b, part)
    return AttributeValue(b.first_name(part), values, part.has("ASSUMED"), b.span(part))


def attributes_in(b: Builder, part: Syntax) -> tuple[AttributeValue, ...]:
    """The attributes among the direct children."""
    return tuple(attribute_value(b, one) for one in part.parts("attribute_value"))


def by_in(b: Builder, part: Syntax) -> By | None:
    """`by + 1` among the direct children."""
    by = part.part("by")
    return By(by.has("PLUS"), only_value(b, by), b.span(by)) if by else None


def attribute_by(b: Builder, part: Syntax) -> AttributeBy:
    """`cost by + 1`"""
    by = by_in(b, part)
    assert by is not None
    return AttributeBy(b.first_name(part), by, b.span(part))


def _faces(b: Builder, part: Syntax) -> Faces:
    return Faces(tuple(_face(b, one) for one in part.parts()), b.span(part))


def _face(b: Builder, part: Syntax) -> FaceDecl:
    amounts = [int(token) for token in part.tokens("INT")]
    first, last = [*amounts, None, None][:2]
    copies = copies_in(b, part)
    return FaceDecl(words_in(b, part), first, last, 1 if copies is None else copies, b.span(part))


def _reading(b: Builder, part: Syntax) -> Reading:
    shown, read = part.parts("words")
    return Reading(b.names(shown), b.names(read), number_in(part), b.span(part))


def also(b: Builder, part: Syntax) -> Also:
    """`also counts as blue, green in boat`"""
    classes = b.names(next(part.parts("names")))
    return Also(classes, names_below(b, part.part("also_in")), b.span(part))


def _copies_with(b: Builder, part: Syntax) -> CopiesWith:
    return CopiesWith(copies_in(b, part) or 0, attributes_in(b, part), b.span(part))


def _copies_over(b: Builder, part: Syntax) -> CopiesOver:
    spread = part.part("range")
    values = _spread(b, spread) if spread else tuple(map(integer, part.parts("integer")))
    return CopiesOver(b.first_name(part), values, b.span(part))


def _spread(b: Builder, part: Syntax) -> tuple[int, ...]:
    low, high = limits(part)
    if high - low >= MOST_COPIES:
        _too_many(b, b.span(part))
        return ()
    return tuple(range(low, high + 1))


def limits(part: Syntax) -> tuple[int, int]:
    """`2 to 14`"""
    low, high = map(integer, part.parts("integer"))
    return low, high


def integer(part: Syntax) -> int:
    """`12`, `-3`"""
    value = int(next(part.tokens("INT")))
    return -value if part.has("MINUS") else value


def _using(b: Builder, part: Syntax | None) -> int:
    """How many pieces an ability uses; 0: all."""
    number = number_in(part) if part else 1
    if part and number == 0:
        b.out.add(syntax.USING_NOTHING, b.span(part), "an ability uses 1 piece at least, or `all`")
    return number or 0


def _ability(b: Builder, part: Syntax) -> Ability:
    return Ability(
        timing=b.first_name(part),
        ongoing=part.has("ONGOING"),
        using=_using(b, part.part("using")),
        trigger=trigger_in(b, part),
        condition=value_in(b, part.part("condition")),
        body=body(b, part),
        span=b.span(part),
    )


def remember(b: Builder, part: Syntax) -> RememberDecl:
    """`remember number spent of player = 3 until pushed`"""
    return RememberDecl(
        kind=b.first_name(part),
        names=b.names(part.part("names")),
        of=b.name_in(part.part("owner")),
        words=names_below(b, part.part("remembered")),
        default=value_in(b, part),
        until=b.name_in(part.part("until")),
        span=b.span(part),
    )


def names_below(b: Builder, part: Syntax | None) -> tuple[Name, ...]:
    """The list of names inside a production."""
    return b.names(part.part("names")) if part else ()


MEMBERS: dict[str, _Make] = {
    "faces": _faces,
    "reading": _reading,
    "also": also,
    "copies_with": _copies_with,
    "copies_over": _copies_over,
    "values": attribute_value,
    "attribute_value": attribute_value,
    "ability": _ability,
    "remember": remember,
}
