"""Numbers that no source gives: where they are, and a patch in which they can be filled in.

The patch is written from the declarations and says what they say, so that it changes nothing until
somebody changes it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from cubedsl.dsl import tree
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.naming import key_of, place_of
from cubedsl.dsl.source import Source, Span

HEAD = """\
# Numbers that no source gives. Fill in what is printed and take `assumed` away; the rest can be
# left out. Until something is changed, this patch changes nothing.

"""
NAME = "as printed"
Said: TypeAlias = Callable[[Span], str]
COPIES = tree.CopiesWith, tree.CopiesOver


def what(declarations: Iterable[tree.Declaration], span: Span) -> str:
    """Of what the number in a place is one: `card "Old oak"`, `path ladder, stop 3`."""
    known = tuple(declarations)
    as_written = (one for one in known if _around(one.span, span))
    changed = (one for one in known if holds(one, span))
    decl = next(as_written, None) or next(changed, None)
    return ", ".join((_title(decl), *_part(decl, span))) if decl is not None else ""


def holds(decl: tree.Declaration, span: Span) -> bool:
    """Whether a place lies in a declaration, as it was written or changed."""
    return any(_around(one, span) for one in (decl.span, *(line.span for line in _lines(decl))))


def _lines(decl: tree.Declaration) -> Iterator[tree.Member | tree.LegendEntry]:
    """The lines of a declaration that patches can change: they may stand elsewhere."""
    match decl:
        case tree.GuideDecl(members=members) | tree.KindDecl(members=members):
            yield from members
        case tree.PathDecl(stops=stops):
            yield from (one for stop in stops for one in stop.attributes)
        case tree.TrackDecl(legend=legend):
            yield from legend


def _around(outer: Span, inner: Span) -> bool:
    same = outer.source is inner.source
    return same and outer.start <= inner.start and inner.end <= outer.end


def _any_around(outers: Iterable[Span], inner: Span) -> bool:
    return any(_around(outer, inner) for outer in outers)


def _any_in(outer: Span, inners: Iterable[Span]) -> bool:
    return any(_around(outer, inner) for inner in inners)


def _title(decl: tree.Declaration) -> str:
    """The word that begins a declaration, and its name."""
    word, name = decl.span.text.split()[0], place_of(decl).text
    return f"{word} {name}" if key_of(decl) is not None and name != decl.span.text else word


def _part(decl: tree.Declaration, span: Span) -> Iterator[str]:
    match decl:
        case tree.PathDecl(stops=stops):
            yield from (f"stop {one.number}" for one in stops if _of_stop(one, [span]))
        case tree.TrackDecl(legend=legend):
            yield from (f"letter {one.key.text}" for one in legend if _around(one.span, span))


def _of_stop(stop: tree.Stop, places: Iterable[Span]) -> bool:
    """Whether one of the places lies in the numbers of a stop."""
    return any(_any_in(one.span, places) for one in stop.attributes)


# ------------------------------------------------------------------ the patch


def as_written(span: Span) -> str:
    """What stands in a place."""
    return span.text


def patch(
    title: str,
    base: str,
    declarations: Iterable[tree.Declaration],
    places: Iterable[Span],
    *,
    head: str = HEAD,
    name: str = NAME,
    said: Said = as_written,
    finish: Callable[[str], str] = str,
) -> str:
    """A patch for a ruleset (`base`: as `extends` names it) that says its assumed numbers anew.

    `said` is what is to stand where something stands now, `finish` what is done to all of it
    before it is laid out.
    """
    spans = tuple(places)
    lines = [head, f'ruleset "{title}, {name}" extends {base}\n']
    source = ""
    for decl in declarations:
        own = [one for one in spans if holds(decl, one)]
        if own:
            if decl.span.source.name != source:
                source = decl.span.source.name
                lines.append(f"\n# {source.replace(chr(92), '/').rpartition('/')[2]}\n")
            lines.append(_changes(decl, own, said))
    return _laid_out(finish("".join(lines)))


def _laid_out(text: str) -> str:
    # Only who writes a patch needs it, and it is not small.
    from cubedsl.dsl.format import layout

    out = Diagnostics()
    written = layout(Source("patch.cube", text), out)
    assert written is not None, out.all
    return written


def _changes(decl: tree.Declaration, own: list[Span], said: Said) -> str:
    """What changes a declaration's assumed numbers: one change, or the whole anew."""
    title = _title(decl)
    match decl:
        case tree.OptionDecl(default=default):
            return f"change {title} = {said(default.span)}\n"
        case tree.GuideDecl(members=members) | tree.KindDecl(members=members):
            return _of_members(title, members, own, said) or _anew(decl, members, said)
        case tree.PathDecl(stops=stops):
            wanted = (_stop(one, said) for one in stops if _of_stop(one, own))
            return _with_lines(f"change {title}", wanted)
        case tree.TrackDecl(legend=legend):
            entries = [said(one.span) for one in legend if _any_in(one.span, own)]
            return _with_lines(f"change {title}", [_with_lines("legend", entries).rstrip()])
    if key_of(decl) is None:
        return f"# {decl.span}: a rule without a name cannot be replaced: change it there\n"
    return f"replace {said(decl.span)}\n"


def _stop(node: tree.Stop, said: Said) -> str:
    return f"{node.number}: {', '.join(said(one.span) for one in node.attributes)}"


def _with_lines(head: str, lines: Iterable[str]) -> str:
    return "\n".join((f"{head} {{", *lines, "}\n"))


def _of_members(title: str, members: tuple[tree.Member, ...], own: list[Span], said: Said) -> str:
    """Values and copies are changed; "" if an ability holds one of the numbers."""
    values = [one for one in members if isinstance(one, tree.AttributeValue)]
    wanted = [one for one in values if _any_in(one.span, own)]
    copies = [one for one in members if isinstance(one, COPIES)]
    dealt = copies if any(_any_in(one.span, own) for one in copies) else []
    if not all(_any_around((one.span for one in (*wanted, *dealt)), place) for place in own):
        return ""
    if all(len(one.values) == 1 for one in wanted) and not dealt:
        return f"change {title} {', '.join(said(one.span) for one in wanted)}\n"
    return _with_lines(f"change {title}", (said(one.span) for one in (*wanted, *dealt)))


def _anew(
    decl: tree.GuideDecl | tree.KindDecl, members: tuple[tree.Member, ...], said: Said
) -> str:
    """The whole as it was written; if it was changed since, what it is now."""
    if all(_around(decl.span, one.span) for one in members):
        return f"replace {said(decl.span)}\n"
    if isinstance(decl, tree.GuideDecl):
        behind = f"for {decl.kind.text}"
    else:
        title = f"{decl.title.span.text} " if decl.title else ""
        behind = f"{title}x{decl.copies or 1}"
    return _with_lines(f"replace {_title(decl)} {behind}", (said(one.span) for one in members))
