"""Applying the fixes that diagnostics offer."""

from collections.abc import Iterable

from cubedsl.dsl.diagnostic import Diagnostic, Fix


def offered(found: Iterable[Diagnostic]) -> list[Fix]:
    """The fixes of diagnostics."""
    return [one.fix for one in found if one.fix is not None]


def apply(text: str, fix: Fix) -> str:
    """A text with one repair made."""
    return text[: fix.span.start] + fix.text + text[fix.span.end :]
