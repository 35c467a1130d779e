"""CB08xx: what can be done, but hardly is what was meant."""

from cubedsl.dsl.codes.code import Code, Severity

UNUSED_NAME = Code(
    "CB0801",
    "name that is never used",
    "A name is given here (`let`, `choose … as`, `for each … as`), and nothing reads it. Use it, "
    "or leave it out: `drop 1 die in cup` chooses without a name.",
    Severity.WARNING,
)
HIDING_NAME = Code(
    "CB0802",
    "name that hides another",
    "A name is given here that means something else already: a resource, a rule, a zone, or an "
    "earlier name. From here on only the new one is seen, and `set` changes only the new one. "
    "Take another name.",
    Severity.WARNING,
)
