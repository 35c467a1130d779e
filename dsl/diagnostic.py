"""What is wrong with a text, as plain data.  Rendering is elsewhere (`render`)."""

from attrs import Factory, define, frozen

from cubedsl.dsl.codes import Code, Severity
from cubedsl.dsl.source import Span


@frozen
class Label:
    """A place, and what it has to do with the problem."""

    span: Span
    text: str = ""


@frozen
class Diagnostic:
    """One mistake of the user's.

    `message` is one sentence that names the thing; `primary` is where it is; `related` are other
    places that matter; `help` says what to do.
    """

    code: Code
    message: str
    primary: Label
    related: tuple[Label, ...] = ()
    help: str | None = None

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
    ) -> None:
        """Report one mistake; the same one twice counts once."""
        self._found[Diagnostic(code, message, Label(span, label), related, help)] = None

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


__all__ = ["Diagnostic", "Diagnostics", "Label", "Severity"]
