"""What `change` makes of a declaration.

Changes of one declaration are kept as they come and made at the end: first what is given another
value, then what is added to it.  So their order never matters.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from cubedsl.dsl import tree
from cubedsl.dsl.codes import declarations as codes
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.layers import ADDED, Layer, text_of
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import quoted

COPIES = tree.CopiesWith, tree.CopiesOver
NOT_OF_KINDS = tree.AttributeBy, tree.Stop, tree.LegendEntry
OF_CARDS = tree.AttributeValue, tree.AttributeBy
OF_KINDS = (*OF_CARDS, tree.Faces, *COPIES)


@frozen(eq=False)
class Addition:
    """`by + 1`: to a declaration, or to its attribute of that name."""

    layer: Layer
    attribute: str
    by: tree.By
    place: Span


@frozen
class Part:
    """What a change gives another value: its name, where, and what is said of it."""

    name: str
    place: Span
    text: str


def parts(item: tree.Change) -> Iterator[Part]:
    """The parts of a declaration that a change gives another value or adds to."""
    if item.value is not None:
        yield Part("", item.name.span, text_of(item.value.span))
    if item.by is not None:
        yield Part(ADDED, item.name.span, "")
    if item.copies is not None:
        yield Part("number", item.name.span, str(item.copies))
    copies = [line for line in item.lines if isinstance(line, COPIES)]
    if copies:
        yield Part("copies", copies[0].span, "; ".join(text_of(one.span) for one in copies))
    for line in item.lines:
        yield from _parts_of(line)


def _parts_of(line: tree.Revised) -> Iterator[Part]:
    text = text_of(line.span)
    match line:
        case tree.AttributeValue(name=name):
            yield Part(name.text, name.span, _numbers(line))
        case tree.AttributeBy(name=name):
            yield Part(ADDED, name.span, "")
        case tree.Faces(span=span):
            yield Part("faces", span, text)
        case tree.LegendEntry(key=key):
            yield Part(f"letter {key.text}", key.span, text)
        case tree.Stop(number=number, attributes=attributes):
            for one in attributes:
                yield Part(f"{one.name.text} of stop {number}", one.name.span, _numbers(one))


def _numbers(line: tree.AttributeValue) -> str:
    return ", ".join(text_of(value.span) for value in line.values)


def said(decl: tree.Declaration | None) -> dict[str, str]:
    """What a declaration says of each of its parts by itself."""
    lines: Iterable[tree.Revised] = ()
    match decl:
        case tree.KindDecl(members=lines) | tree.GuideDecl(members=lines):
            pass
        case tree.PathDecl(stops=lines) | tree.TrackDecl(legend=lines):
            pass
    return {part.name: part.text for line in lines for part in _parts_of(line)}


def without(item: tree.Change, names: set[str]) -> tree.Change:
    """A change without what it says of some parts."""
    kept = (line for line in item.lines if not _names(line) or _names(line) - names)
    return evolve(item, lines=tuple(kept))


def _names(line: tree.Revised) -> set[str]:
    return {part.name for part in _parts_of(line)}


def additions(item: tree.Change, layer: Layer) -> Iterator[Addition]:
    """What a change adds."""
    if item.by is not None:
        yield Addition(layer, "", item.by, item.name.span)
    for line in item.lines:
        if isinstance(line, tree.AttributeBy):
            yield Addition(layer, line.name.text, line.by, line.name.span)


# ------------------------------------------------------------------ other values


def fits(old: tree.Declaration, item: tree.Change) -> bool:
    """Whether such a thing can be changed so."""
    match old:
        case tree.OptionDecl(default=default) if _number(default) is None:
            return item.value is not None
        case tree.OptionDecl() | tree.ResourceDecl() | tree.RememberDecl():
            return item.value is not None or item.by is not None
        case tree.RuleDecl():
            return item.by is not None
        case tree.SetDecl() | tree.SetLike():
            return item.deal is not None
        case tree.KindDecl():
            return _holds(item, *OF_KINDS)
        case tree.GuideDecl():
            return item.copies is None and _holds(item, *OF_CARDS)
        case tree.PathDecl():
            return item.copies is None and _holds(item, tree.Stop)
        case tree.TrackDecl():
            return item.copies is None and _holds(item, tree.LegendEntry)
    return False


def _holds(item: tree.Change, *kinds: type) -> bool:
    given = item.copies is not None or bool(item.lines)
    return given and all(isinstance(line, kinds) for line in item.lines)


def revised(old: tree.Declaration, item: tree.Change, out: Diagnostics) -> tree.Declaration:
    """A declaration with what a change gives another value."""
    match old:
        case tree.OptionDecl() | tree.ResourceDecl() | tree.RememberDecl():
            return evolve(old, default=item.value) if item.value is not None else old
        case tree.KindDecl():
            copies = old.copies if item.copies is None else item.copies
            return evolve(old, copies=copies, members=_members(old.members, item))
        case tree.GuideDecl():
            return evolve(old, members=_members(old.members, item))
        case tree.PathDecl():
            return evolve(old, stops=_stops(old, item, out))
        case tree.TrackDecl():
            return evolve(old, legend=_legend(old, item, out))
    return old


def _members(old: Sequence[tree.Member], item: tree.Change) -> tuple[tree.Member, ...]:
    """The old lines, and the new ones in the place of those of the same sort."""
    new = [line for line in item.lines if not isinstance(line, NOT_OF_KINDS)]
    sorts = {_sort(line) for line in new}
    return (*(one for one in old if _sort(one) not in sorts), *new)


def _sort(member: tree.Member) -> str | None:
    match member:
        case tree.AttributeValue(name=name):
            return f"value {name.text}"
        case tree.Faces():
            return "faces"
        case tree.CopiesWith() | tree.CopiesOver():
            return "copies"
    return None


def _stops(old: tree.PathDecl, item: tree.Change, out: Diagnostics) -> tuple[tree.Stop, ...]:
    new = {line.number: line for line in item.lines if isinstance(line, tree.Stop)}
    known = {stop.number for stop in old.stops}
    for number, line in new.items():
        if number not in known:
            message = f"{old.name.span.text} has no stop {number}"
            out.add(names.NOTHING_TO_PATCH, line.span, message)
    return tuple(
        evolve(stop, attributes=_values(stop.attributes, new[stop.number].attributes))
        if stop.number in new
        else stop
        for stop in old.stops
    )


def _values(
    old: Iterable[tree.AttributeValue], new: Sequence[tree.AttributeValue]
) -> tuple[tree.AttributeValue, ...]:
    given = {one.name.text for one in new}
    return (*(one for one in old if one.name.text not in given), *new)


def _legend(
    old: tree.TrackDecl, item: tree.Change, out: Diagnostics
) -> tuple[tree.LegendEntry, ...]:
    new = {line.key.text: line for line in item.lines if isinstance(line, tree.LegendEntry)}
    known = {entry.key.text for entry in old.legend}
    for key, line in new.items():
        if key not in known:
            message = f"the legend of {old.title.span.text} has no letter `{key}`"
            out.add(names.NOTHING_TO_PATCH, line.key.span, message)
    return tuple(new.get(entry.key.text, entry) for entry in old.legend)


# ------------------------------------------------------------------ what is added


def added(old: tree.Declaration, found: Addition, out: Diagnostics) -> tree.Declaration:
    """A declaration with something added to its value, or to one of its attributes."""
    match old:
        case tree.RuleDecl():
            return evolve(old, value=_sum(old.value, found.by))
        case tree.OptionDecl():
            return evolve(old, default=_sum(old.default, found.by))
        case tree.ResourceDecl() | tree.RememberDecl():
            zero = tree.Number(0, found.place)
            return evolve(old, default=_sum(old.default or zero, found.by))
        case tree.KindDecl() | tree.GuideDecl():
            return _with_attribute(old, found, out)
    return old


def _with_attribute(
    old: tree.KindDecl | tree.GuideDecl, found: Addition, out: Diagnostics
) -> tree.Declaration:
    name = found.attribute
    own = [one for one in old.members if isinstance(one, tree.AttributeValue)]
    if name not in {one.name.text for one in own}:
        title = old.title if isinstance(old, tree.GuideDecl) else old.name
        out.add(
            codes.BAD_PATCH,
            found.place,
            f"{quoted(title.span.text)} has no `{name}` of its own: nothing can be added to it",
            help=f"write `{name}` and the number",
        )
    return evolve(old, members=tuple(_risen(one, found) for one in old.members))


def _risen(member: tree.Member, found: Addition) -> tree.Member:
    if not isinstance(member, tree.AttributeValue) or member.name.text != found.attribute:
        return member
    return evolve(member, values=tuple(_sum(value, found.by) for value in member.values))


def _sum(value: tree.Expr, by: tree.By) -> tree.Expr:
    """The sum; of two plain numbers, a plain number."""
    left, right = _number(value), _number(by.value)
    if left is None or right is None:
        return tree.Binary("+" if by.plus else "-", value, by.value, by.span)
    total = left + right if by.plus else left - right
    if total >= 0:
        return tree.Number(total, by.span)
    return tree.Negate(tree.Number(-total, by.span), by.span)


def _number(value: tree.Expr) -> int | None:
    match value:
        case tree.Number(number):
            return number
        case tree.Negate(tree.Number(number)):
            return -number
    return None
