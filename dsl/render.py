"""Diagnostics as text for people and as data for programs.

The text looks like this; with `color` it has ANSI colors, else it is plain:

    error[CB0201]: there is no zone called `actve`
     --> flow.cube:12:17
      |
    3 | zone active of player
      |      ------ this one is near
      ...
   12 |   move hits to actve
      |                ^^^^^ not declared
      |
      = help: did you mean `active`?

Nothing of a text can change the terminal: control characters are shown as pictures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

from attrs import frozen

from cubedsl.dsl.diagnostic import Diagnostic, Fix, Label, Severity
from cubedsl.dsl.source import Source, Span

TAB = "    "
WIDEST = 160
LINES_OF_A_SPAN = 3

_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.HINT: "1;36"}
_FRAME = "1;34"
_STRONG = "1"

# ------------------------------------------------------------------ characters


def restored(text: str) -> str:
    """Return a text with the names of files as they were meant, where the system knows no UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text


def visible(text: str) -> str:
    """Show characters that would move the cursor or turn the writing round as what they are."""
    return "".join(map(_visible, restored(text)))


def _visible(char: str) -> str:
    if char == "\t":
        return TAB
    if char == "\x7f":
        return "\u2421"
    if char < " ":
        return chr(0x2400 + ord(char))
    if category(char) in ("Cc", "Cs", "Zl", "Zp") or "\u202a" <= char <= "\u202e":
        return "\ufffd"
    return "\ufffd" if "\u2066" <= char <= "\u2069" else char


def width(text: str) -> int:
    """How many columns of a terminal a visible text takes."""
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


# ------------------------------------------------------------------ marks


@frozen
class _Mark:
    """What is underlined in one line: characters from `start` to before `end`, from 0."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


def _marks(label: Label, primary: bool) -> Iterator[_Mark]:
    """Yield the underlines of a label, one a line; only the last has its text."""
    source, span = label.span.source, label.span
    first, start = source.position(span.start)
    last, end = source.position(max(span.start, span.end - 1))
    for number in range(first, last + 1):
        if first + LINES_OF_A_SPAN - 1 <= number < last:
            continue
        line = source.line(number)
        left = start - 1 if number == first else len(line) - len(line.lstrip())
        right = end if number == last else len(line)
        text = label.text if number == last else ""
        yield _Mark(number, left, max(left + 1, right), text, primary)


def _by_source(found: Diagnostic) -> dict[Source, list[_Mark]]:
    """Collect the underlines of a diagnostic, the file of the mistake first."""
    marks = {found.primary.span.source: list(_marks(found.primary, True))}
    for label in found.related:
        marks.setdefault(label.span.source, []).extend(_marks(label, False))
    for of_source in marks.values():
        of_source.sort(key=lambda mark: (mark.line, not mark.primary, mark.start))
    return marks


# ------------------------------------------------------------------ text


@frozen
class _Painter:
    """Puts colors round words, if there are to be any."""

    color: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and text else text


def text(diagnostics: Iterable[Diagnostic], *, color: bool = False) -> str:
    """Return all diagnostics as text, with an empty line between them."""
    return "\n".join(one(found, color=color) for found in diagnostics)


def one(found: Diagnostic, *, color: bool = False) -> str:
    """Return one diagnostic as text; it ends with a line feed."""
    paint = _Painter(color)
    severity, style = found.severity.value, _COLORS[found.severity]
    head = paint(style, f"{severity}[{found.code.id}]")
    lines = [head + paint(_STRONG, f": {_sentence(found.message)}")]
    marks = _by_source(found)
    margin = max(len(str(mark.line)) for of_source in marks.values() for mark in of_source)
    for source, of_source in marks.items():
        if source.text or source.name not in found.message:
            lines += _excerpt(source, _place(found, source), of_source, margin, style, paint)
    if found.picture is not None:
        lines += _picture(found.picture, margin, paint)
    if found.help is not None:
        edge = paint(_FRAME, " " * (margin + 1) + "=")
        lines.append(f"{edge} {paint(_STRONG, 'help')}: {_sentence(found.help)}")
    if found.fix is not None:
        edge = paint(_FRAME, " " * (margin + 1) + "=")
        lines.append(f"{edge} {paint(_STRONG, 'fix')}: {_sentence(_repair(found.fix))}")
    return "\n".join(lines) + "\n"


def _repair(fix: Fix) -> str:
    if not fix.span.text:
        return f"insert `{fix.text}`"
    return (
        f"replace `{fix.span.text}` by `{fix.text}`" if fix.text else f"take `{fix.span.text}` out"
    )


def _picture(picture: str, margin: int, paint: _Painter) -> Iterator[str]:
    """Yield the lines of a drawing, set in, with an empty one at its end."""
    edge = paint(_FRAME, " " * (margin + 1) + "|")
    for line in picture.split("\n"):
        yield f"{edge}   {visible(line)}".rstrip()
    yield edge


def _sentence(message: str) -> str:
    return visible(message.replace("\n", " "))


def _place(found: Diagnostic, source: Source) -> Span:
    """The first place of a diagnostic in a source."""
    labels = (found.primary, *found.related)
    return next(label.span for label in labels if label.span.source is source)


def _excerpt(
    source: Source, place: Span, marks: Sequence[_Mark], margin: int, style: str, paint: _Painter
) -> Iterator[str]:
    """Yield the lines of one file that have marks, with what is said of them."""
    arrow = "-->" if any(mark.primary for mark in marks) else ":::"
    edge = paint(_FRAME, " " * (margin + 1) + "|")
    yield f"{' ' * margin}{paint(_FRAME, arrow)} {visible(str(place))}"
    if not source.text:
        return
    yield edge
    before = None
    for number in dict.fromkeys(mark.line for mark in marks):
        if before is not None and number > before + 1:
            yield paint(_FRAME, " " * (margin + 1) + "...")
        before = number
        of_line = [mark for mark in marks if mark.line == number]
        line, rows = _line(source.line(number), of_line, style, paint)
        yield f"{paint(_FRAME, f'{number:>{margin}} |')} {line}".rstrip()
        yield from (f"{edge} {row}" for row in rows)
    yield edge


def _line(line: str, marks: Sequence[_Mark], style: str, paint: _Painter) -> tuple[str, list[str]]:
    """Return a source line as it is shown, and the rows of marks under it."""
    low = max(0, marks[0].start - WIDEST // 2) if len(line) > WIDEST else 0
    high = min(len(line), low + WIDEST)
    before = "…" if low else ""
    after = "…" if high < len(line) else ""
    shown = before + visible(line[low:high]) + after
    rows = []
    for mark in marks:
        start, end = (min(max(at, low), high + 1) for at in (mark.start, mark.end))
        indent = width(before + visible(line[low:start])) + max(0, start - high)
        length = width(visible(line[start : min(end, high)])) + max(0, end - max(high, start))
        underline = ("^" if mark.primary else "-") * max(1, length)
        said = f"{underline} {_sentence(mark.text)}".rstrip()
        rows.append(" " * indent + paint(style if mark.primary else _FRAME, said))
    return shown, rows


def summary(diagnostics: Iterable[Diagnostic], files: int) -> str:
    """Return how much was found, in how many files: `2 errors, 1 warning in 3 files`."""
    counts = Counter(found.severity for found in diagnostics)
    parts = [_plural(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return f"{', '.join(parts) or 'no problems'} in {_plural(files, 'file')}"


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# ------------------------------------------------------------------ data


def data(found: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as a JSON object; its keys are stable.

    `code`, `severity` (error, warning, hint), `title`, `message`, the place of the mistake
    (`file`, `line`, `column`, `end_line`, `end_column`, `label`), `related` (a list of such
    places), `help` (a text or null), `fix` (null, or a place and the `replacement` that repairs
    it for certain) and `picture` (a drawing in several lines, or null).  Lines and columns count
    characters from 1; the end is the place behind the last character.
    """
    return {
        "code": found.code.id,
        "severity": found.severity.value,
        "title": found.code.title,
        "message": found.message,
        **_place_data(found.primary),
        "related": [_place_data(label) for label in found.related],
        "help": found.help,
        "fix": None if found.fix is None else _fix_data(found.fix),
        "picture": found.picture,
    }


def _fix_data(fix: Fix) -> dict[str, object]:
    return {**_span_data(fix.span), "replacement": fix.text}


def _place_data(label: Label) -> dict[str, object]:
    return {**_span_data(label.span), "label": label.text}


def _span_data(span: Span) -> dict[str, object]:
    line, column = span.position
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
