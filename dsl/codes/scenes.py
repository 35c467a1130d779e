"""CB07xx: strategies and scenarios."""

from cubedsl.dsl.codes.code import Code

NO_SUCH_CHOICE = Code(
    "CB0701",
    "no such choice",
    "The decision never offers this.",
)
NO_SEATS = Code("CB0702", "no seats", "A scenario begins with its players: `seats Ann, Ben`.")
BAD_GIVEN = Code(
    "CB0703",
    "cannot be given",
    "`given` sets zones, resources, what is remembered, and where tokens stand.",
)
CANNOT_START = Code(
    "CB0704", "cannot be started", "`start` names a phase or a procedure without arguments."
)
NO_SUCH_FACE = Code("CB0706", "no such face", "No die of that kind has this face.")
WRONG_SEATS = Code(
    "CB0705",
    "wrong number of players",
    "The ruleset says for how many it is (`players 2 to 4`); a scenario seats as many.",
)
OUT_OF_ORDER = Code(
    "CB0707",
    "line in the wrong place",
    "A scenario begins with its players (`seats`), what it is played with (`with`) and its "
    "position (`given`). Then comes the course of play: `start`, throws, choices, and `then`.",
)
