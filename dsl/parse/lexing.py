"""From text to tokens.

All words come out as reserved words or as names; a name becomes a word of the language when the
parser wants one (`parser.py`).  What is written in the habit of other languages (`==`, `&&`,
curly quotes, `//`) is reported and read as what was meant, so that it hides no other mistake.
"""

import re
from collections.abc import Callable
from typing import TypeAlias
from unicodedata import category

from attrs import Factory, define, frozen
from lark import Token

from cubedsl.dsl.codes import Code, files, syntax
from cubedsl.dsl.diagnostic import Diagnostics, Fix
from cubedsl.dsl.parse.foreign import SIGNS
from cubedsl.dsl.parse.tables import Tables
from cubedsl.dsl.parse.words import RESERVED
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree import Comment

LARGEST = 2**31 - 1
MOST_MISTAKES = 100
MOST_WORDS = 100_000
MOST_SHOWN = 10
INVISIBLE = {"Cf": ""}

LEXEME = re.compile(
    r"""
      (?P<space>[^\S\n]+)
    | (?P<word>[^\W\d][\w\u0300-\u036f]*)
    | (?P<line_end>\n\s*)
    | (?P<int>[0-9]+(?![\w%.]))
    | (?P<string>"(?!"")[^"\n]*")
    | (?P<comment>\#[^\n]*)
    | (?P<foreign>===?|=>|=<|<>|:=|[-+*]=|&&?|\|\||!(?!=)|[≤≥≠−–—×÷])
    | (?P<foreign_comment>/[/*])
    | (?P<sign><=|>=|!=|[<>{}():;,|=+\-*/])
    | (?P<drawing>"{3})
    | (?P<percent>[0-9]+%)
    | (?P<fraction>[0-9]+\.[0-9]+)
    | (?P<number>[0-9]+(?!\w))
    | (?P<bad_name>\d\w*)
    | (?P<unclosed>"[^"\n]*)
    | (?P<quoted>'[^'\n]*'|[‘’‚][^‘’'\n]*[‘’']|[“”„«»][^“”„«»"\n]*[“”„«»"])
    | (?P<other>(?P<sign_>.)(?P=sign_){0,999})
    """,
    re.VERBOSE | re.DOTALL,
)
KEY = re.compile(r"[^\s{}#\"](?=[\s;}]|\Z)")
SECOND_OPENING = re.compile(r"\n[^\S\n]*(?:map|sections)[^\S\n]*\Z")
LIKE_AN_ITEM = re.compile(r"\n(?:[^\W\d]\w+[ \t]|\})")


@frozen
class Scan:
    """The tokens of a text, its comments, and where something was reported already."""

    tokens: list[Token]
    comments: tuple[Comment, ...]
    reported: list[int]


def span_of(token: Token, source: Source) -> Span:
    """Where a token stands."""
    return Span(source, token.start_pos or 0, token.end_pos or 0)


def scan(source: Source, tables: Tables, out: Diagnostics) -> Scan:
    """Cut a text into tokens; every line end is one, runs of them count once."""
    scanner = _Scanner(source, tables, out)
    scanner.run()
    return Scan(scanner.tokens, tuple(scanner.comments), scanner.reported)


@define
class _Scanner:
    source: Source
    tables: Tables
    out: Diagnostics
    tokens: list[Token] = Factory(list)
    comments: list[Comment] = Factory(list)
    reported: list[int] = Factory(list)
    legend_depth: int = 0
    wants_key: bool = False
    endless_comment: bool = False

    def run(self) -> None:
        text = self.source.text
        lexeme = LEXEME.match
        position = 0
        while position < len(text):
            if len(self.reported) >= MOST_MISTAKES or self._length() >= MOST_WORDS:
                self._stop(position)
                break
            found = (self.wants_key and KEY.match(text, position)) or lexeme(text, position)
            assert found is not None
            position = TAKE[found.lastgroup or "key"](self, found)

    def _length(self) -> int:
        return len(self.tokens) + len(self.comments)

    def _stop(self, position: int) -> None:
        """This is no text of the language, or far too much of it: nothing of it is parsed."""
        if self._length() < MOST_WORDS:
            message = "from here on the text is not read"
            self._report(syntax.TOO_MANY, position, position, message)
        else:
            message = f"the text has more than {MOST_WORDS} words and signs"
            self._report(files.TOO_LARGE, position, position, message)
        self.tokens.clear()

    def _emit(self, kind: str, value: str, start: int, end: int) -> int:
        self.tokens.append(Token(kind, value, start, None, None, None, None, end))
        self.wants_key = False
        return end

    def _report(
        self,
        code: Code,
        start: int,
        end: int,
        message: str,
        help: str | None = None,
        instead: str | None = None,
    ) -> None:
        """Report a mistake; `instead` is what must stand there, if that is certain."""
        self.reported.append(start)
        span = Span(self.source, start, end)
        fix = None if instead is None else Fix(span, instead)
        self.out.add(code, span, message, help=help, fix=fix)

    # -------------------------------------------------------------- what the language has

    def _space(self, found: re.Match[str]) -> int:
        return found.end()

    def _word(self, found: re.Match[str]) -> int:
        value = found.group()
        kind = self.tables.words[value] if value in RESERVED else "NAME"
        end = self._emit(kind, value, found.start(), found.end())
        self.wants_key = kind == "TO" and self.legend_depth == 1
        return end

    def _sign(self, found: re.Match[str]) -> int:
        value = found.group()
        kind = self.tables.signs.get(value, "COMPARE")
        if kind == "LBRACE":
            self.legend_depth += self.legend_depth > 0 or self._opens_legend()
        elif kind == "RBRACE" and self.legend_depth:
            self.legend_depth -= 1
        end = self._emit(kind, value, found.start(), found.end())
        self.wants_key = self.legend_depth == 1 and kind in ("LBRACE", "SEMICOLON")
        return end

    def _opens_legend(self) -> bool:
        """Whether the last token is a `legend` that begins its line or its part of it."""
        match self.tokens[-2:]:
            case [Token(type="_NL" | "LBRACE" | "SEMICOLON"), Token(value="legend")]:
                return True
        return False

    def _line_end(self, found: re.Match[str]) -> int:
        if not self.tokens or self.tokens[-1].type != "_NL":
            self._emit("_NL", "\n", found.start(), found.start() + 1)
        self.wants_key = self.legend_depth == 1
        return found.end()

    def _key(self, found: re.Match[str]) -> int:
        return self._emit("KEY", found.group(), found.start(), found.end())

    def _string(self, found: re.Match[str]) -> int:
        if found.group() == '""' and self._begins_drawing():
            return self._short_drawing(found)
        return self._emit("STRING", found.group(), found.start(), found.end())

    def _percent(self, found: re.Match[str]) -> int:
        return self._number_token("PERCENT", found.group()[:-1], found)

    def _number(self, found: re.Match[str]) -> int:
        return self._number_token("INT", found.group(), found)

    def _number_token(self, kind: str, digits: str, found: re.Match[str]) -> int:
        significant = digits.lstrip("0") or "0"
        if len(significant) > 10 or int(significant) > LARGEST:
            self._report(
                syntax.NUMBER_TOO_LARGE,
                *found.span(),
                f"this number is larger than {LARGEST}",
            )
            significant = "0"
        return self._emit(kind, significant, *found.span())

    def _comment(self, found: re.Match[str]) -> int:
        self._keep_comment(*found.span())
        return found.end()

    def _keep_comment(self, start: int, end: int) -> None:
        text = self.source.text
        before = text[text.rfind("\n", 0, start) + 1 : start]
        span = Span(self.source, start, end)
        self.comments.append(Comment(text[start:end], not before.strip(), span))

    def _drawing(self, found: re.Match[str]) -> int:
        (start, inside), text = found.span(), self.source.text
        end = text.find('"""', inside)
        if end < 0 or SECOND_OPENING.search(text, inside, end):
            return self._unclosed_drawing(start)
        self._report_tabs(start, end)
        return self._emit("LONG_STRING", f'"""{text[inside:end]}"""', start, end + 3)

    def _report_tabs(self, start: int, end: int) -> None:
        """Every line with a tab once; the drawing can be read all the same."""
        for line in self.source.text[start:end].split("\n"):
            tab = start + line.find("\t")
            if tab >= start:
                span = Span(self.source, tab, tab + 1)
                self.out.add(syntax.TAB_IN_DRAWING, span, "a tab stands in this line of the map")
            start += len(line) + 1

    # -------------------------------------------------------------- what was meant otherwise

    def _unclosed_drawing(self, start: int) -> int:
        """Read it up to what looks like the next thing."""
        text = self.source.text
        if start not in self.reported[-1:]:
            message = 'this `"""` is never closed'
            self._report(syntax.UNCLOSED_DRAWING, start, start + 3, message)
        next_opening = text.find('"""', start + 3)
        limit = len(text) if next_opening < 0 else text.rfind("\n", 0, next_opening)
        found = LIKE_AN_ITEM.search(text, start, limit)
        end = found.start() if found else limit
        return self._emit("LONG_STRING", text[start:end] + '"""', start, end)

    def _begins_drawing(self) -> bool:
        return bool(self.tokens) and self.tokens[-1] in ("map", "sections")

    def _short_drawing(self, found: re.Match[str]) -> int:
        """Two quotation marks where three were meant."""
        message = 'a map begins and ends with three `"`'
        self._report(syntax.UNCLOSED_DRAWING, *found.span(), message)
        return self._drawing(found)

    def _unclosed(self, found: re.Match[str]) -> int:
        """A title ends with its line, but not with the `{` at the end of it."""
        if found.group() == '"' and self._begins_drawing():
            return self._short_drawing(found)
        value = found.group().rstrip().removesuffix("{").rstrip()
        start, end = found.start(), found.start() + len(value)
        self._report(syntax.UNCLOSED_TEXT, start, end, 'this `"` is never closed')
        return self._emit("STRING", value + '"', start, end)

    def _quoted(self, found: re.Match[str]) -> int:
        value = f'"{found.group()[1:-1]}"'
        message = f"{found.group()} stands between quotes of another kind"
        self._report(syntax.WRONG_QUOTES, *found.span(), message, f"write `{value}`", value)
        return self._emit("STRING", value, *found.span())

    def _foreign(self, found: re.Match[str]) -> int:
        sign = SIGNS[found.group()]
        message = f"the language has no `{found.group()}`"
        instead = self._apart(found, sign.meant) if sign.certain else None
        self._report(sign.code, *found.span(), message, sign.help, instead)
        kinds = self.tables.words | self.tables.signs
        return self._emit(kinds.get(sign.meant, "COMPARE"), sign.meant, *found.span())

    def _apart(self, found: re.Match[str], word: str) -> str:
        """A word in the place of a sign, with spaces where it would touch another."""
        if not word.isalpha():
            return word
        text, (start, end) = self.source.text, found.span()
        left = " " if text[max(0, start - 1) : start].isalnum() else ""
        return left + word + (" " if text[end : end + 1].isalnum() else "")

    def _foreign_comment(self, found: re.Match[str]) -> int:
        text, start = self.source.text, found.start()
        line_end = text.find("\n", start)
        end = len(text) if line_end < 0 else line_end
        if found.group() == "/*":
            closing = -1 if self.endless_comment else text.find("*/", start + 2)
            self.endless_comment = closing < 0
            end = end if closing < 0 else closing + 2
        message = f"`{found.group()}` does not begin a comment"
        instead = "#" if found.group() == "//" else None
        self._report(syntax.FOREIGN_COMMENT, start, start + 2, message, "write `# …`", instead)
        return end

    def _fraction(self, found: re.Match[str]) -> int:
        message = f"{found.group()} is not a whole number"
        self._report(syntax.WHOLE_NUMBERS, *found.span(), message)
        return self._emit("INT", "0", *found.span())

    def _bad_name(self, found: re.Match[str]) -> int:
        message = f"`{found.group()}` is neither a number nor a name"
        self._report(syntax.BAD_NAME, *found.span(), message)
        return self._emit("NAME", found.group(), *found.span())

    def _other(self, found: re.Match[str]) -> int:
        sign = found.group()
        if sign == "." and self.source.text.startswith(".cube", found.start()):
            return self._file_name(found.start())
        code = ord(sign[0])
        shown = f"`{sign[:MOST_SHOWN]}`" if sign[0].isprintable() else f"the sign U+{code:04X}"
        instead = INVISIBLE.get(category(sign[0])) if len(sign) == 1 else None
        message = f"{shown} has no meaning here"
        self._report(syntax.UNKNOWN_SIGN, *found.span(), message, instead=instead)
        return found.end()

    def _file_name(self, dot: int) -> int:
        end = dot + len(".cube")
        before = self.tokens.pop() if self.tokens and self.tokens[-1].end_pos == dot else None
        start = before.start_pos or 0 if before else dot
        name = self.source.text[start:end]
        message, help = "the name of a file stands in quotes", f'write `"{name}"`'
        self._report(syntax.MISSING_QUOTES, start, end, message, help, f'"{name}"')
        return self._emit("STRING", f'"{name}"', start, end)


_Take: TypeAlias = Callable[[_Scanner, re.Match[str]], int]

TAKE: dict[str, _Take] = {
    "space": _Scanner._space,
    "word": _Scanner._word,
    "line_end": _Scanner._line_end,
    "int": _Scanner._number,
    "string": _Scanner._string,
    "comment": _Scanner._comment,
    "foreign": _Scanner._foreign,
    "foreign_comment": _Scanner._foreign_comment,
    "sign": _Scanner._sign,
    "drawing": _Scanner._drawing,
    "percent": _Scanner._percent,
    "fraction": _Scanner._fraction,
    "number": _Scanner._number,
    "bad_name": _Scanner._bad_name,
    "unclosed": _Scanner._unclosed,
    "quoted": _Scanner._quoted,
    "other": _Scanner._other,
    "key": _Scanner._key,
}
