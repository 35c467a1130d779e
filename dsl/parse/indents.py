"""Indentation has no meaning, but it is made of one thing: spaces or tabs, the same in a file.

Editors show a tab as two, four or eight columns, so that a file which mixes them looks right on one
screen only, and a map below a tab is not where it seems to be.
"""

from collections.abc import Iterator

from lark import Token

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.diagnostic import Diagnostics, Label
from cubedsl.dsl.source import Source, Span

NAMES = {" ": "spaces", "\t": "tabs"}


def check_indents(source: Source, tokens: list[Token], out: Diagnostics) -> None:
    """Report the first line whose indentation is not like that of the lines before."""
    first: Span | None = None
    for span in _indents(source, tokens):
        first = first or span
        if set(span.text) != {first.text[0]} and set(span.text) <= set(NAMES):
            usual = NAMES.get(first.text[0], "spaces")
            out.add(
                syntax.MIXED_INDENT,
                span,
                f"this file is indented with {usual}, and this line with something else",
                related=(Label(first, "the first indented line"),),
                help="use spaces everywhere",
            )
            return


def _indents(source: Source, tokens: list[Token]) -> Iterator[Span]:
    """The white space before the first word of each line that has some."""
    after_line_end = True
    for token in tokens:
        start = token.start_pos or 0
        if after_line_end and token.type != "_NL":
            begun = source.text.rfind("\n", 0, start) + 1
            if begun < start:
                yield Span(source, begun, start)
        after_line_end = token.type == "_NL"
