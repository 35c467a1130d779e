"""What is wrong with a text, as plain data.  Rendering is elsewhere (`render`)."""

from collections.abc import Iterable

from attrs import Factory, define, frozen

from cubedsl.dsl.codes import Code, Severity
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import Suggestion

LONGEST = 500


@frozen
class Label:
    """A place, and what it has to do with the problem."""

    span: Span
    text: str = ""


@frozen
class Fix:
    """A repair that a program can make: the text of `span` gives way to `text`."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One mistake of the user's.

    `message` is one sentence that names the thing; `primary` is where it is; `related` are other
    places that matter; `help` says what to do; `fix` is the repair, if it is certain; `picture` is
    a drawing in several lines.
    """

    code: Code
    message: str
    primary: Label
    related: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    picture: str | None = None

    @property
    def severity(self) -> Severity:
        """How bad it is: the severity of the code."""
        return self.code.severity

    @property
    def order(self) -> tuple[str, int, str, str]:
        """Sort key: file, place, code, message."""
        span = self.primary.span
        return span.source.name, span.start, self.code.id, self.message


@define
class Diagnostics:
    """A collector: stages add to it, and hand it on."""

    _found: dict[Diagnostic, None] = Factory(dict)

    def add(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        label: str = "",
        related: tuple[Label, ...] = (),
        help: str | None = None,
        fix: Fix | None = None,
        picture: str | None = None,
    ) -> None:
        """Report one mistake; the same one twice counts once.

        Help that names the one word that can be meant is a fix, too.
        """
        if len(message) > LONGEST:
            message = message[:LONGEST] + "…"
        found = Diagnostic(
            code, message, Label(span, label), related, help, fix or _meant(span, help), picture
        )
        self._found[found] = None

    def drop(self, found: Diagnostic) -> None:
        """Take one report back."""
        self._found.pop(found, None)

    def extend(self, others: "Diagnostics") -> None:
        """Take over what another stage found."""
        self._found.update(others._found)

    @property
    def all(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order of the text."""
        return tuple(sorted(self._found, key=lambda found: found.order))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What makes the text unusable."""
        return tuple(one for one in self.all if one.severity is Severity.ERROR)

    @property
    def has_errors(self) -> bool:
        """Whether anything found is an error."""
        return any(one.severity is Severity.ERROR for one in self._found)


def unique(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics once each, also if a file was read several times."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for one in diagnostics:
        span = one.primary.span
        key = one.code.id, one.message, span.source.name, span.start, span.end
        seen.setdefault(key, one)
    return tuple(seen.values())


def _meant(span: Span, help: str | None) -> Fix | None:
    if not isinstance(help, Suggestion) or help.instead is None:
        return None
    quote = span.text[:1]
    written = span.text.strip(quote) if quote == '"' else span.text
    if not written or "\n" in written or (quote != '"' and not written.isidentifier()):
        return None
    return Fix(span, f'"{help.instead}"' if quote == '"' else help.instead)


__all__ = ["Diagnostic", "Diagnostics", "Fix", "Label", "Severity", "unique"]
