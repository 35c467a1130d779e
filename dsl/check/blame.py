"""Mistakes are shown in the text that makes them.

A patch can break what it patches: the rule that is removed is still read in a file that its author
never saw.  Such a mistake is told where the patch stands; the place that no longer fits is named.
"""

import re
from collections.abc import Iterable, Sequence

from cubedsl.dsl import tree
from cubedsl.dsl.codes import names
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics, Label
from cubedsl.dsl.layers import Layer
from cubedsl.dsl.loading import Program
from cubedsl.dsl.naming import place_of
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import fold, quoted

WORD = re.compile(r'"[^"\n]*"|[^\W\d]\w*')
MOST_PLACES = 5


def of_base(program: Program, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those mistakes that are shown in what is extended."""
    return [one for one in found if one.primary.span.source in program.base]


def blame(
    program: Program,
    found: Iterable[Diagnostic],
    earlier: Sequence[Diagnostics],
    out: Diagnostics,
) -> None:
    """Show mistakes of the base where a patch makes them.

    `earlier` is what was wrong when the first ruleset was read, when the next one was, …
    """
    known = [{(one.code, one.primary.span) for one in stage.all} for stage in earlier]
    moved: dict[tuple[str, Span, str], list[Diagnostic]] = {}
    for one in found:
        since = (n for n, own in enumerate(known) if (one.code, one.primary.span) in own)
        layer = program.layers[next(since, len(known))]
        if one.primary.span.source not in layer.sources:
            out.drop(one)
            moved.setdefault((one.code.id, _patch(layer, one), one.message), []).append(one)
    for (_, place, _), together in moved.items():
        _report(program, place, together, out)


def _patch(layer: Layer, found: Diagnostic) -> Span:
    """The patch that is to blame: of a name that stands there, else the ruleset's head."""
    span = found.primary.span
    line, _ = span.position
    for text in (span.text, span.source.line(line)):
        for word in WORD.findall(text):
            place = layer.touched.get(fold(word.strip('"')))
            if place is not None:
                return place
    return layer.place


def _report(program: Program, place: Span, together: list[Diagnostic], out: Diagnostics) -> None:
    first = together[0]
    user = _user(program, first.primary.span)
    label = "still used here" if first.code is names.REMOVED else "this no longer fits"
    places = [Label(one.primary.span, label) for one in together[:MOST_PLACES]]
    if first.code is names.REMOVED:
        message = f"{quoted(first.primary.span.text)} is removed, but {user} still uses it"
    else:
        message = f"after this, {user} is wrong: {first.message}"
    out.add(first.code, place, message, related=tuple(places), help="replace what uses it, too")


def _user(program: Program, span: Span) -> str:
    """The declaration in which a place lies, in a few words."""
    for decl in program.declarations:
        if decl.span.source is span.source and decl.span.start <= span.start < decl.span.end:
            if isinstance(decl, tree.GameDecl | tree.StandingDecl):
                return f"`{decl.span.text.split()[0].rstrip(':')}`"
            return f"`{decl.span.text.split()[0]} {place_of(decl).text}`"
    return f"`{span.source.name}`"
