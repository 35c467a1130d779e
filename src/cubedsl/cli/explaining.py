"""`cubedsl explain`: what a diagnostic means, or what a card, a track, a rule says in English."""

from collections.abc import Sequence
from textwrap import fill, indent
from typing import TYPE_CHECKING

import click

from cubedsl.cli.shared import (
    common,
    output_format,
    patches_option,
    put_together,
    write,
    write_json,
)
from cubedsl.dsl import suggest
from cubedsl.dsl.codes import ALL, Code, program

if TYPE_CHECKING:
    from cubedsl.dsl.prose.entries import Book
    from cubedsl.dsl.tree import Declaration

WIDTH = 88


@click.command("explain")
@click.argument("subject", metavar="CODE|RULESET")
@click.argument("name", metavar="[NAME]", required=False)
@patches_option
@output_format
@common
def command(subject: str, name: str | None, patches: Sequence[str], form: str) -> None:
    """Say what a code such as CB0201 means, or what a card, a track, a rule, a verb … does.

    The English of a rule is made from the rule itself, which stands below it.
    """
    if name is None:
        _explain_code(subject, form)
    else:
        _explain_name(put_together(subject, patches), name, form)


# ------------------------------------------------------------------ codes


def _explain_code(code: str, form: str) -> None:
    found = ALL.get(code.upper())
    if found is None:
        near = suggest.did_you_mean(code.upper(), ALL)
        message = f"there is no code `{code}`" + (f": {near}" if near else "")
        message += "\nof a ruleset, say what is to be explained: `explain RULESET NAME`"
        raise click.BadParameter(message, param_hint="CODE")
    if form == "json":
        write_json(_data(found))
    else:
        write(_page(found))


def _page(code: Code) -> str:
    head = f"{code.severity.value}[{code.id}]: {code.title}"
    programs = ((side, program(code.id, side)) for side in ("wrong", "right"))
    parts = [f"{side.capitalize()}:\n\n{indent(text, '    ')}" for side, text in programs if text]
    return "\n".join([f"{head}\n\n{fill(code.explanation, WIDTH)}\n", *parts])


def _data(code: Code) -> dict[str, str | None]:
    return {
        "code": code.id,
        "severity": code.severity.value,
        "title": code.title,
        "explanation": code.explanation,
        "wrong": program(code.id, "wrong"),
        "right": program(code.id, "right"),
    }


# ------------------------------------------------------------------ names of a ruleset


def _explain_name(target: str, name: str, form: str) -> None:
    book = _book(target)
    found = book.find(name)
    if not found:
        near = suggest.did_you_mean(name, book.names())
        message = f"nothing in `{target}` is called `{name}`" + (f": {near}" if near else "")
        raise click.BadParameter(message, param_hint="NAME")
    if form == "json":
        write_json({"ruleset": book.ruleset.name, "found": [_entry(book, one) for one in found]})
    else:
        write("\n".join(_told(book, one) for one in found))


def _book(target: str) -> "Book":
    """Return what a ruleset's words mean; a ruleset that is wrong ends here."""
    from cubedsl.cli.shared import program as load
    from cubedsl.dsl.prose.entries import book

    declarations, ruleset = load(target)
    return book(ruleset, declarations)


def _lines(book: "Book", decl: "Declaration") -> list[str]:
    """Return a declaration in words; of a track also how long it is."""
    from cubedsl.dsl.prose.entries import title_of

    board = book.ruleset.boards.get(title_of(decl))
    lines = book.tell(decl)
    if board is None or decl.span != board.span:
        return lines
    from cubedsl.validator.report import report, text

    return [*text(report(book.ruleset, board)).splitlines(), *lines]


def _told(book: "Book", decl: "Declaration") -> str:
    from cubedsl.dsl.prose.entries import sort_of, title_of

    head = f"{title_of(decl)} ({sort_of(decl)}, {decl.span})"
    said = "\n".join(_filled(one) for one in _lines(book, decl))
    return f"{head}\n\n{said}\n\n{indent(decl.span.text, '    ')}\n"


def _filled(line: str) -> str:
    before = " " * (len(line) - len(line.lstrip()))
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent=f"    {before}")


def _entry(book: "Book", decl: "Declaration") -> dict[str, object]:
    from cubedsl.dsl.prose.entries import sort_of, title_of

    line, column = decl.span.position
    return {
        "name": title_of(decl),
        "sort": sort_of(decl),
        "says": _lines(book, decl),
        "text": decl.span.text,
        "file": decl.span.source.name,
        "line": line,
        "column": column,
    }
