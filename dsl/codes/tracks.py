"""CB06xx: maps and paths."""

from cubedsl.dsl.codes.code import Code, Severity

UNKNOWN_LETTER = Code(
    "CB0601",
    "letter without meaning",
    "Every character of a map stands in the legend; `#` is no space.",
)
LETTER_TWICE = Code("CB0602", "letter twice in the legend", "Every character has one meaning.")
BAD_INDENT = Code(
    "CB0603",
    "rows do not alternate",
    "A space stands every four columns, and every row is shifted by two columns against the next.",
)
NO_MAP = Code("CB0604", "no map", "A track needs a `legend`, a `map` and `sections`.")
SECTIONS_DIFFER = Code(
    "CB0605",
    "sections do not fit the map",
    "The second drawing has a number exactly where the map has a space.",
)
TORN_SPACE = Code(
    "CB0606",
    "big space in pieces",
    "All spaces drawn with one letter of a big terrain are one space; "
    "they must touch each other and lie in one section.",
)
NO_TARGET = Code("CB0607", "leads nowhere", "After `to` stands a letter of the map.")
NO_WAY = Code(
    "CB0608",
    "finish cannot be reached",
    "There is no way from the start to the finish over land.",
)
UNREACHABLE = Code(
    "CB0609",
    "space cannot be reached",
    "No way leads to this space.",
    Severity.WARNING,
)
UNKNOWN_SHAPE = Code(
    "CB0630", "unknown shape of map", "Maps are drawn with `hex`: every space touches six others."
)
