"""CB08xx: what can be done, but hardly is what was meant."""

from cubedsl.dsl.codes.code import Code, Severity

UNUSED_NAME = Code(
    "CB0801",
    "name that is never used",
    "A name is given here (`let`, `choose … as`, `for each … as`), and nothing reads it. Use it, "
    "or leave it out: `drop 1 die in cup` chooses without a name.",
    Severity.WARNING,
)
