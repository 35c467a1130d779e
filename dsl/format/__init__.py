"""The one layout of a text: `layout` reads it, and writes it anew.

`pieces` makes statements of the tokens, each token with the comments before it; `glue` knows where
a space stands; `breaking` decides what stands on one line; `writing` writes the lines; `columns`
sets what stands below one another; `alike` proves that nothing but the layout has changed.
What the rules are, and why: `docs/decisions/0011-format.md`.
"""

from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format.alike import difference
from cubedsl.dsl.format.columns import joined
from cubedsl.dsl.format.glue import Glue
from cubedsl.dsl.format.pieces import read
from cubedsl.dsl.format.writing import Writer
from cubedsl.dsl.parse.layout import lay_out
from cubedsl.dsl.parse.lexing import scan
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.parse.tables import load
from cubedsl.dsl.source import Source
from cubedsl.dsl.tree import File


class LayoutError(Exception):
    """The new text would mean something else: a fault of ours, and the text stays as it is."""


def layout(source: Source, out: Diagnostics) -> str | None:
    """Return the text in the one layout; of a text with mistakes these, and None."""
    found = Diagnostics()
    file = parse(source, found)
    out.extend(found)
    if found.has_errors:
        return None
    text = _written(file)
    changed = difference(file, parse(Source(source.name, text), found))
    if changed or found.has_errors:
        raise LayoutError(f"the layout of {source.name} changes {changed or 'its grammar'}")
    return text


def _written(file: File) -> str:
    out, tables = Diagnostics(), load()
    tokens = lay_out(scan(file.source, tables, out), file.source, tables, out)
    glue = Glue.of(file, tokens)
    writer = Writer(glue.tables)
    writer.body(read(file, tokens, glue), 0)
    return joined(writer.lines)


__all__ = ["LayoutError", "layout"]
