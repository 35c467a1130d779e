"""Lines that somebody types, or that come from a pipe."""

import io
import sys
from contextlib import suppress

from attrs import define

from cubedsl.cli.shared import write
from cubedsl.dsl.render import visible

PROMPT = "> "


@define
class Lines:
    """Asks for lines; what comes from a pipe is written out, so that the whole can be read."""

    @property
    def is_terminal(self) -> bool:
        """Whether somebody sits there."""
        return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def begin(self) -> None:
        """Read UTF-8 from pipes whatever the locale, and edit lines on terminals if possible."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            coding = None if sys.stdin.isatty() else "utf-8"
            sys.stdin.reconfigure(encoding=coding, errors="replace")
        if self.is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401

    def next(self) -> str | None:
        """Return the next line; None if there are no more."""
        try:
            line = input(PROMPT) if self.is_terminal else self._piped()
        except EOFError:
            write("" if self.is_terminal else PROMPT)
            return None
        return line.strip()

    def _piped(self) -> str:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        line = line.removeprefix("\ufeff").rstrip("\r\n")
        write(PROMPT + visible(line))
        return line

    def wait(self, text: str) -> None:
        """Wait for the enter key, on a terminal; the screen is cleared before."""
        if self.is_terminal:
            write("\x1b[2J\x1b[3J\x1b[H")
            with suppress(EOFError):
                input(text)
