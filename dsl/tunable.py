"""Numbers that may be chosen: those marked `assumed`, and options; and the patch that chooses them.

A patch has only the numbers that are to be others than they are, each with what it was.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from cubedsl.dsl import assumed, tree
from cubedsl.dsl.model.things import Assumed
from cubedsl.dsl.source import Span

# A number by itself: not one in a string or a comment, not a part of `x2` or `30%`.
NUMERAL = re.compile(r'"[^"\n]*"|#[^\n]*|(?<![\w.])(\d+)(?![\w.%])')
MARK = "\0"
WAS = re.compile(f"{MARK}([^{MARK}]*){MARK}")


@frozen(eq=False)
class Tunable:
    """A number of a ruleset: its title, its literal, what holds it; `place` is what is changed.

    `low` and `high` are what an option allows; of other numbers nothing is said.
    """

    title: str
    value: int
    span: Span
    place: Span
    declaration: tree.Declaration
    low: int | None = None
    high: int | None = None


def tunable(
    declarations: Sequence[tree.Declaration], marked: Iterable[Assumed]
) -> tuple[Tunable, ...]:
    """All numbers of a ruleset that may be chosen, in the order of the text."""
    options = (one for one in declarations if isinstance(one, tree.OptionDecl))
    numbers = (one for each in marked for one in _of_mark(declarations, each))
    found = (*numbers, *(one for option in options for one in _of_option(option)))
    titles: Counter[str] = Counter()
    return tuple(_told_apart(one, titles) for one in found)


def _told_apart(one: Tunable, titles: Counter[str]) -> Tunable:
    """The number with a title that no other has."""
    titles[one.title] += 1
    times = titles[one.title]
    return one if times == 1 else evolve(one, title=f"{one.title} [{times}]")


def _of_mark(declarations: Sequence[tree.Declaration], one: Assumed) -> Iterator[Tunable]:
    decl = next((decl for decl in declarations if assumed.holds(decl, one.span)), None)
    found = [match for match in NUMERAL.finditer(one.text) if match[1]]
    for number, match in enumerate(found, start=1):
        said = " ".join(one.text.removesuffix("assumed").split())
        which = f" (number {number})" if len(found) > 1 else ""
        start = one.span.start + match.start()
        span = Span(one.span.source, start, start + len(match[1]))
        if decl is not None:
            of = "" if said.startswith(one.what) else f"{one.what}: "
            yield Tunable(f"{of}{said}{which}", int(match[1]), span, one.span, decl)


def _of_option(decl: tree.OptionDecl) -> Iterator[Tunable]:
    place = decl.default.span
    if decl.span_of_values is not None and place.text.isdecimal():
        low, high = decl.span_of_values
        title = f"option {decl.name.text} = {place.text}"
        yield Tunable(title, int(place.text), place, place, decl, low, high)


# ------------------------------------------------------------------ the patch


def patch(
    title: str,
    base: str,
    declarations: Iterable[tree.Declaration],
    chosen: Mapping[Tunable, int],
    *,
    head: str = "",
) -> str:
    """A patch for a ruleset (`base`: as `extends` names it) with the numbers that change."""
    changed = {one: value for one, value in chosen.items() if value != one.value}
    return assumed.patch(
        title,
        base,
        declarations,
        [one.place for one in changed],
        head=head,
        name="tuned",
        said=lambda span: _with_numbers(span, changed),
        finish=_with_comments,
    )


def _with_numbers(span: Span, changed: Mapping[Tunable, int]) -> str:
    """What stands in a place, with other numbers; behind each, between marks, what it was."""
    text, end = "", span.start
    for one in sorted(changed, key=lambda one: one.span.start):
        if one.span.source is span.source and span.start <= one.span.start < span.end:
            text += span.source.text[end : one.span.start]
            text += f"{changed[one]}{MARK}{one.value}{MARK}"
            end = one.span.end
    return text + span.source.text[end : span.end]


def _with_comments(text: str) -> str:
    """The text with what stood between marks as comments."""
    return "\n".join(map(_commented, text.split("\n")))


def _commented(line: str) -> str:
    was = WAS.findall(line)
    bare = WAS.sub("", line)
    if not was:
        return bare
    comment = f"# was {', '.join(was)}"
    return f"{comment}\n{bare}" if "#" in bare else f"{bare}  {comment}"
