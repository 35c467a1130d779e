"""What all translations from the raw syntax tree to our nodes need."""

from unicodedata import normalize

from attrs import define
from lark import Token

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.source import Source, Span
from cubedsl.dsl.tree.expressions import Name, Text

DEEPEST = 100


@define
class Builder:
    """Makes names, texts and spans; knows how deep in the tree the translation is."""

    source: Source
    out: Diagnostics
    depth: int = 0
    too_deep: bool = False

    def span(self, part: Syntax | Token) -> Span:
        """Where a token or a production stands."""
        if isinstance(part, Token):
            return Span(self.source, part.start_pos or 0, part.end_pos or 0)
        return Span(self.source, *(part.place or (0, 0)))

    def name(self, token: Token) -> Name:
        """One word.  Words that look alike are alike, however their accents are coded."""
        text = str(token)
        return Name(text if text.isascii() else normalize("NFC", text), self.span(token))

    def names(self, part: Syntax | None) -> tuple[Name, ...]:
        """All names that are direct children."""
        return tuple(map(self.name, part.tokens("NAME"))) if part else ()

    def name_in(self, part: Syntax | None) -> Name | None:
        """The first name that is a direct child."""
        token = part.token("NAME") if part else None
        return self.name(token) if token else None

    def first_name(self, part: Syntax) -> Name:
        """The first name that is a direct child, where the grammar puts one."""
        return self.name(next(part.tokens("NAME")))

    def text(self, token: Token) -> Text:
        """A title, without its quotation marks."""
        return Text(token[1:-1], self.span(token))

    def reference(self, token: Token) -> Name | Text:
        """A name, or a title."""
        return self.text(token) if token.type == "STRING" else self.name(token)

    def texts(self, part: Syntax) -> tuple[Text, ...]:
        """All titles that are direct children."""
        return tuple(map(self.text, part.tokens("STRING")))

    def first_text(self, part: Syntax) -> Text:
        """The first title that is a direct child, where the grammar puts one."""
        return self.text(next(part.tokens("STRING")))

    def text_in(self, part: Syntax | None) -> Text | None:
        """The first title that is a direct child."""
        token = part.token("STRING") if part else None
        return self.text(token) if token else None

    def descend(self, part: Syntax) -> bool:
        """Go one level deeper; False, and one report, if that is too deep."""
        self.depth += 1
        if self.depth <= DEEPEST:
            return True
        if not self.too_deep:
            self.too_deep = True
            span = self.span(part)
            message = f"this stands more than {DEEPEST} levels deep in the rest of its declaration"
            self.out.add(syntax.TOO_DEEP, Span(self.source, span.start, span.start), message)
        return False

    def ascend(self) -> None:
        """Come back from `descend`."""
        self.depth -= 1


def number_in(part: Syntax | None) -> int | None:
    """The first number that is a direct child."""
    token = part.token("INT") if part else None
    return int(token) if token else None


def count_in(part: Syntax) -> int | None:
    """The `x3` that is a direct child; of too many digits the first will do."""
    token = part.token("COUNT")
    return int(token[1:].lstrip("0")[:9] or "0") if token else None
