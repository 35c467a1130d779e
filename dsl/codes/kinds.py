"""CB03xx: values of the wrong kind."""

from cubedsl.dsl.codes.code import Code

WRONG_KIND = Code(
    "CB0301",
    "wrong kind of value",
    "A value of another kind is needed here: numbers are not yes/no, things are not numbers, and a "
    "word belongs to one list of words.",
)
NOT_A_CONDITION = Code(
    "CB0302",
    "not a condition",
    "Yes or no is needed here. A number is made into one by a comparison (`gold > 0`), things by "
    "`some` or `no`.",
)
NEEDS_ROUNDING = Code(
    "CB0303",
    "rounding not stated",
    "A division must say `rounded down` or `rounded up`.",
)
NOT_ONE = Code(
    "CB0304",
    "one thing is needed",
    "Several things may stand here where only one makes sense. Take one: `first`, `1 random`, or "
    "let somebody choose.",
)
UNCHECKED_CONJUNCT = Code(
    "CB0305",
    "condition says nothing about it",
    "`some X where A and B` reaches as far right as it can, so B is read as being about X, but it "
    "says nothing about X. Put it first, or put `some X where A` in parentheses.",
)
NOT_DRAWN_AT_RANDOM = Code(
    "CB0306",
    "no choice is possible here",
    "A number before a noun makes it a choice, and a choice can only be made by a statement. "
    "Choose first (`choose 1 die in roll as victim`), then use the name.",
)
CHANCE_TOO_DEEP = Code(
    "CB0307",
    "chance cannot look into this",
    "`chance( … )` looks at dice through `some`, `no`, `count` and sums of symbols, written out in "
    "it. It cannot look through superlatives or rules that themselves look at dice.",
)
WHERE_FROM = Code(
    "CB0309",
    "from where?",
    "A number before a noun lets somebody choose. Say from where (`1 die in hand`), or what else "
    "is true of it; a piece of which nothing is said could be anybody's, or still in the box.",
)
DIVISION_BY_ZERO = Code(
    "CB0308",
    "division by 0",
    "Nothing can be divided by 0. A divisor that may come out as 0 needs an `if` before it.",
)
OVER_ALL = Code(
    "CB0310",
    "more than 100%",
    "A chance lies between 0% and 100%.",
)
