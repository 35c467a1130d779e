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
SETTLED = Code(
    "CB0803",
    "condition that is always the same",
    "Whatever happens in a game, and whatever options it is played with, this condition comes out "
    "the same. Either the condition is not what was meant, or it can be left out.",
    Severity.WARNING,
)
NEVER_CHOSEN = Code(
    "CB0804",
    "option that can never be chosen",
    "An option of a choice is offered if its condition holds, and this one never does.",
    Severity.WARNING,
)
NEVER_HAPPENS = Code(
    "CB0805",
    "event that never happens",
    "Something waits for an event, or lasts until it, and no statement ever makes it happen. "
    "`on E` and `until E` need `signal E` somewhere, `instead of E` needs `attempt E`.",
    Severity.WARNING,
)
NEVER_OFFERED = Code(
    "CB0806",
    "timing that never comes",
    "The abilities of a timing can be used where it is offered (`offer T`), or when an event comes "
    "that they are `on`. No statement offers this one, and no such event is waited for.",
    Severity.WARNING,
)
NOTHING_DONE = Code(
    "CB0807",
    "nothing is done",
    "What stands here does nothing: an empty pair of braces after a condition or in an ability, a "
    "loop of 0 turns, a choice of 0 things, an amount of 0.",
    Severity.WARNING,
)
FILTERS_NOTHING = Code(
    "CB0808",
    "filter that says nothing about it",
    "What stands behind `where` is asked of each thing, and this condition says nothing about the "
    "thing: it keeps all of them or none. Put it into an `if`, or say what the thing must be. In a "
    "filter over players, `you` is whoever acts; the player that is looked at is `player`.",
    Severity.WARNING,
)
NEVER_REACHED = Code(
    "CB0809",
    "wish that is never heard",
    "`random` takes one of the options that are left, so no wish that stands behind it is heard. A "
    "strategy that is `like` itself, directly or through others, has nothing to say either.",
    Severity.WARNING,
)
AGAINST_ADVICE = Code(
    "CB0810",
    "set that goes against the advice",
    'The ruleset gives advice on what a set of cards should hold (`advice "…": at least 2 cards '
    "where price <= 5`), and this set does not. It can be played all the same.",
    Severity.WARNING,
)
