"""What a diagnostic code is."""

from enum import Enum

from attrs import frozen


class Severity(Enum):
    """How bad a problem is."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@frozen
class Code:
    """A kind of mistake: `CB0201`, a short title, and what it means and how to mend it.

    The thousands tell the chapter: 00 files, 01 syntax, 02 names, 03 kinds of value,
    04 declarations, 05 play, 06 tracks, 07 strategies and scenarios, 08 lints.
    """

    id: str
    title: str
    explanation: str
    severity: Severity = Severity.ERROR
