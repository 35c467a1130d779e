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
NEVER_USED = Code(
    "CB0811",
    "ability that can never be used",
    "An ability can be used while its piece lies in the zone of its timing and shows a symbol (a "
    "blank is none, and neither is a resource), or has no faces at all. These pieces have no such "
    "face, never come there, show no face there, or are too few for `using`.",
    Severity.WARNING,
)
NOT_ON_FACE = Code(
    "CB0812",
    "a face that these dice do not have",
    "An ability asks whether `this` shows a symbol or a variant, and no face of its dice does, not "
    "even as the card reads it. Nothing that stands behind this can happen.",
    Severity.WARNING,
)
MUST_NEVER = Code(
    "CB0813",
    "a duty that nobody can be held to",
    "What stands behind `must` is due at the end of an offer that was declined, or at the next "
    "`settle` of its timing, and this never comes; or what must be done is about things that these "
    "pieces never are, so that it does not happen.",
    Severity.WARNING,
)
ONE_WAY = Code(
    "CB0814",
    "resource that only comes or only goes",
    "Either nobody ever gains this resource, so that nothing can be paid with it; or it is gained, "
    "and nothing pays it, counts it or lets it decide who wins. What is only shown by faces, and "
    "read there, can be a `symbol`.",
    Severity.WARNING,
)
LASTING_MARK = Code(
    "CB0815",
    "mark that never comes off",
    "An ability puts a mark on a piece. The mark has no `until`, and no such piece ever goes to a "
    "shared zone, where marks fall off: it stays to the end of the game.",
    Severity.WARNING,
)
