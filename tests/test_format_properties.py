"""What the layout promises, for every text: the shipped ones, made ones, and all in bad layout."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Token

from brief import brief
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.format import layout
from cubedsl.dsl.parse.layout import OPEN_ENDED, lay_out
from cubedsl.dsl.parse.lexing import scan
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.parse.tables import load
from cubedsl.dsl.source import Source
from cubedsl.dsl.tree import Comment, File
from cubedsl.interpreter.streams import Stream
from library import ROOT
from strategies import programs

FOLDERS = ("rulesets", "examples", "tests")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.cube"))
SEEDS = st.integers(0, 2**64 - 1)
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
SEPARATORS = ("_NL", "SEMICOLON")
ENCLOSING = frozenset({"LPAR", "RPAR", "COMMA", "LBRACE", "RBRACE"})


def parsed(text: str) -> File | None:
    """A file, or None if it has mistakes."""
    out = Diagnostics()
    file = parse(Source("a.cube", text), out)
    return None if out.has_errors else file


def written(text: str) -> str:
    """A text in the one layout."""
    out = Diagnostics()
    new = layout(Source("a.cube", text), out)
    assert new is not None, ([one.message for one in out.all], text)
    return new


TEXTS = {
    str(file.relative_to(ROOT)): text
    for file in FILES
    if parsed(text := file.read_text("utf-8")) is not None
}
REFUSED = [file for file in FILES if str(file.relative_to(ROOT)) not in TEXTS]
TRACKED = pytest.mark.parametrize("name", sorted(TEXTS))

# ------------------------------------------------------------------ what must hold


def meaning(file: File) -> list[str]:
    """The tree without places."""
    return [brief(item) for item in file.items]


def neighbours(file: File) -> list[tuple[str, bool, str, str]]:
    """Each comment, with the words before and behind it."""
    found: list[tuple[str, bool, str, str]] = []
    word, waiting = "", 0
    for one in solid(file):
        match one:
            case Comment(text=text, own_line=own_line):
                found.append((text.rstrip(), own_line, word, ""))
                waiting += 1
            case Token(type=kind) if kind not in SEPARATORS:
                word = str(one)
                found[len(found) - waiting :] = [
                    (*comment[:3], word) for comment in found[len(found) - waiting :]
                ]
                waiting = 0
    return found


def solid(file: File) -> list[Token | Comment]:
    """The tokens of a file but for line ends, and its comments."""
    tokens = scan(file.source, load(), Diagnostics()).tokens
    found = [one for one in tokens if one.type != "_NL"]
    return sorted([*found, *file.comments], key=start_of)


def start_of(one: Token | Comment) -> int:
    return (one.start_pos or 0) if isinstance(one, Token) else one.span.start


def end_of(one: Token | Comment) -> int:
    return (one.end_pos or 0) if isinstance(one, Token) else one.span.end


def promises(text: str) -> str:
    """Check them, and return the new text."""
    old, new_text = parsed(text), written(text)
    new = parsed(new_text)
    assert old is not None and new is not None
    assert meaning(new) == meaning(old)
    assert neighbours(new) == neighbours(old)
    assert written(new_text) == new_text
    seen = blackened(new)
    assert all(line == line.rstrip() and "\t" not in line for line in seen.split("\n"))
    assert "\n\n\n" not in seen and (seen == "" or seen.strip() + "\n" == seen)
    return new_text


def blackened(file: File) -> str:
    """The text of a file; drawings, titles and comments in it cannot be read."""
    text, pieces, end = file.source.text, [], 0
    for one in solid(file):
        if isinstance(one, Comment) or one.type in ("STRING", "LONG_STRING"):
            pieces += [text[end : start_of(one)], "x" * (end_of(one) - start_of(one))]
            end = end_of(one)
    return "".join([*pieces, text[end:]])


# ------------------------------------------------------------------ bad layouts


class Untidy:
    """Writes a text with other white space where it has no meaning.

    With `ends` also with other line ends, with `;` for line ends and line ends for `;`; with
    `remarks` with more comments.
    """

    def __init__(self, text: str, seed: int, ends: bool = False, remarks: bool = False) -> None:
        file = parsed(text)
        assert file is not None
        self.text, self.file, self.ends, self.remarks = text, file, ends, remarks
        self.stream = Stream.derived(seed, 7)
        out, tables = Diagnostics(), load()
        tokens = lay_out(scan(file.source, tables, out), file.source, tables, out)
        self.separating = {one.start_pos or 0 for one in tokens if one.type == "_NL"}
        self.parentheses, self.braces, self.legend = 0, 0, 0

    def __str__(self) -> str:
        pieces = solid(self.file)
        written = self._spaces() if self.ends else ""
        for before, after in zip([None, *pieces], [*pieces, None], strict=True):
            written += self._piece(before, after) + self._gap(before, after)
        return written

    def _piece(self, one: Token | Comment | None, after: Token | Comment | None) -> str:
        if one is None:
            return ""
        text = self.text[start_of(one) : end_of(one)]
        if not isinstance(one, Token):
            return text
        self._count(one)
        # A line end does as well, unless it would have to stand before a comment.
        replaced = one.type == "SEMICOLON" and self.ends and isinstance(after, Token)
        return "\n" if replaced and self._may() else text

    def _count(self, one: Token) -> None:
        self.parentheses += (one.type == "LPAR") - (one.type == "RPAR")
        self.braces += (one.type == "LBRACE") - (one.type == "RBRACE")
        if one == "legend":
            self.legend = self.braces + 1

    def _gap(self, before: Token | Comment | None, after: Token | Comment | None) -> str:
        start, end = end_of(before) if before else 0, start_of(after) if after else len(self.text)
        if before is None or after is None:
            return self._line_end(self.text[start:end]) if "\n" in self.text[start:end] else ""
        separated = not self.separating.isdisjoint(range(start, end))
        if isinstance(after, Comment) and not after.own_line:
            return self._spaces(1)
        if isinstance(before, Comment) or isinstance(after, Comment):
            return self._line_end(self.text[start:end])
        if separated:
            joined = self.ends and self.braces and self._may(3)
            return "; " if joined else self._line_end(self.text[start:end])
        if self.ends and self._is_idle(before, after):
            return " " if self._may() else self._line_end("\n") + " "
        if "\n" in self.text[start:end]:
            return self._line_end(self.text[start:end]) + " "
        touching = start == end or {before.type, after.type} & ENCLOSING
        return self._spaces(0 if touching and "KEY" not in (before.type, after.type) else 1)

    def _is_idle(self, before: Token, after: Token) -> bool:
        """Whether a line end means nothing; in a legend it does before a single letter."""
        if before == "legend" or before in ("map", "sections") or (self.legend and len(after) == 1):
            return False
        return bool(
            self.parentheses
            or before.type in OPEN_ENDED
            or after.type in ("ELSE", "LBRACE", "RBRACE")
        )

    def _line_end(self, gap: str) -> str:
        number = max(gap.count("\n"), 1)
        if self.ends:
            number = 1 + self.stream.below(4)
        remark = f"  # {self.stream.below(100)}" if self.remarks and self._may(5) else ""
        own = f"\n   # {self.stream.below(100)}" if self.remarks and self._may(5) else ""
        return self._spaces() + remark + own + "\n" * number + self._spaces()

    def _spaces(self, least: int = 0) -> str:
        return " " * (least + self.stream.below(4))

    def _may(self, of: int = 2) -> bool:
        return self.stream.below(of) == 0


def untidied(text: str, seed: int, ends: bool = False, remarks: bool = False) -> str:
    """Another layout of a text that means the same."""
    new = str(Untidy(text, seed, ends, remarks))
    before, after = parsed(text), parsed(new)
    assert before is not None and after is not None, new
    assert meaning(before) == meaning(after), new
    return new


# ------------------------------------------------------------------ files


@TRACKED
def test_files_keep_their_meaning(name: str) -> None:
    assert written(untidied(TEXTS[name], 1)) == promises(TEXTS[name])


@TRACKED
def test_files_in_bad_layout_keep_their_meaning(name: str) -> None:
    promises(untidied(TEXTS[name], 2, ends=True, remarks=True))


def test_texts_with_mistakes_are_refused() -> None:
    for file in REFUSED:
        out = Diagnostics()
        assert layout(Source("a.cube", file.read_text("utf-8")), out) is None and out.has_errors
    assert len(REFUSED) > 10 and len(TEXTS) > 40


@pytest.mark.long
@settings(max_examples=500, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(sorted(TEXTS)), SEEDS, st.booleans(), st.booleans())
def test_files_in_all_layouts(name: str, seed: int, ends: bool, remarks: bool) -> None:
    promises(untidied(TEXTS[name], seed, ends, remarks))


# ------------------------------------------------------------------ programs


def check_program(text: str, seed: int) -> None:
    assert written(untidied(text, seed)) == promises(text)
    promises(untidied(text, seed, ends=True, remarks=True))


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=SLOW)
@given(programs(), SEEDS)
def test_programs_keep_their_meaning(text: str, seed: int) -> None:
    check_program(text, seed)


@pytest.mark.long
@settings(max_examples=1_000, deadline=None, suppress_health_check=SLOW)
@given(programs(), SEEDS)
def test_many_programs_keep_their_meaning(text: str, seed: int) -> None:
    check_program(text, seed)


# ------------------------------------------------------------------ mangled texts

SMALL = [text for _, text in sorted(TEXTS.items()) if len(text) < 4_500]
SNIPPETS = [
    *' \n\t;:,(){}#"=-+*/|.x1',
    *"\xa0\x0c\x85\u2028é\u0301漢",
    *(" # a\n", " if ", " else ", '"""'),
]


def mangled(seed: int) -> str:
    """A few lines of a text, with something inserted, lost or said twice."""
    stream = Stream.derived(seed, 7)
    lines = SMALL[stream.below(len(SMALL))].split("\n")
    first = stream.below(len(lines))
    text = "\n".join(lines[first : first + 3 + stream.below(50)])
    for _ in range(1 + stream.below(4)):
        place, other = stream.below(len(text) + 1), stream.below(len(text) + 1)
        snippets = [SNIPPETS[stream.below(len(SNIPPETS))], text[other : other + stream.below(20)]]
        inserted = snippets[stream.below(2)]
        text = text[:place] + inserted + text[place + stream.below(3) :]
    return text


def check_mangled(seeds: Sequence[int]) -> None:
    texts = [text for text in map(mangled, seeds) if parsed(text) is not None]
    for text in texts:
        promises(text)
    assert len(texts) * 50 > len(seeds)


def test_mangled_texts_keep_their_meaning() -> None:
    check_mangled(range(300))


@pytest.mark.long
def test_many_mangled_texts_keep_their_meaning() -> None:
    check_mangled(range(300, 30_000))
