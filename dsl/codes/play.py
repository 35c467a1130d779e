"""CB05xx: statements and abilities that cannot be played."""

from cubedsl.dsl.codes.code import Code

WRONG_ARGUMENTS = Code(
    "CB0501",
    "wrong arguments",
    "The verb needs other arguments than it is given here.",
)
CANNOT_SET = Code(
    "CB0502",
    "cannot be set",
    "`set` changes local names, resources, and what `remember` keeps.",
)
PREPOSITION_TWICE = Code(
    "CB0503",
    "preposition twice",
    "Each preposition can be used once with a verb.",
)
RECURSION = Code(
    "CB0504",
    "recursion",
    "A verb must not come back to itself, directly, through other verbs, or "
    "through the events it signals.",
)
MUST_READS_OPTIONAL = Code(
    "CB0505",
    "must reads an optional name",
    "What stands behind `must` is done even if the ability is "
    "not used; so it can only read names that `must` parts themselves bind.",
)
NOT_REPLACEABLE = Code(
    "CB0506",
    "cannot be replaced",
    "`instead of` needs an event that is also a procedure (`to …`), carried out by `attempt`.",
)
NO_THIS = Code(
    "CB0507",
    "no such piece here",
    "`this` and `these` are the pieces whose ability is used; they "
    "have a meaning only in an ability.",
)
RESUME_OUTSIDE = Code(
    "CB0508",
    "resume without instead of",
    "`resume` gives an event back; it only makes sense in what stands `instead of` that event.",
)
NOT_SECRET = Code(
    "CB0511",
    "not only a choice",
    "What players do `secretly` happens for all at once, so the order must not matter: they "
    "choose, and set what they themselves remember.",
)
NOT_ORDERED = Code(
    "CB0512",
    "no order",
    "Only a zone that is declared `ordered` has a top and a bottom.",
)
NOT_A_RESOURCE = Code(
    "CB0510",
    "not a resource",
    "`gain` and `pay` are followed by a resource: `gain 2 NAME`, or `gain NAME equal to …`.",
)
MUST_OUTSIDE = Code(
    "CB0513",
    "`must` where nobody declines",
    "`must` says what even those do who do not use an ability. So it stands in an ability, at its "
    "top or in an `if`; in a loop, in a choice, or in a verb of its own it would do nothing.",
)
NO_OPTIONS = Code(
    "CB0514",
    "nothing to choose from",
    "A choice needs something that can be chosen: an option between the braces, or a range from "
    "the smaller number to the greater one.",
)
ENDLESS_LOOP = Code(
    "CB0515",
    "a loop that cannot end",
    "Nothing that stands in the loop, and nothing it leads to, can change what its condition asks; "
    "nobody is crowned in it either. Once begun, it would go on until the game is stopped.",
)
