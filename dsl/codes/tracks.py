"""CB06xx: maps and paths."""

from cubedsl.dsl.codes.code import Code, Severity

# ------------------------------------------------------------------ reading the drawing

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
NO_MAP = Code(
    "CB0604",
    "no map",
    "A track needs a `legend` and a `map` with at least one space; the number of lines behind a "
    "space stands at once behind its letter (`.4`), or all of them in a drawing called `sections`.",
)
SECTIONS_DIFFER = Code(
    "CB0605",
    "sections do not fit the map",
    "The second drawing has a number exactly where the map has a space. Numbers in the map itself "
    "(`.4`) need no second drawing.",
)
TORN_SPACE = Code(
    "CB0606",
    "big space in pieces",
    "All spaces drawn with one letter of a big terrain are one space; they must hang together "
    "(side by side, or one right above the other two rows on) and lie in one section.",
)
NO_TARGET = Code(
    "CB0607",
    "leads nowhere",
    "After `to` stands a letter that the map has, and not the space's own. A terrain of which all "
    "other spaces lead somewhere needs a `to`.",
)
NUMBERS_MIXED = Code(
    "CB0610",
    "lines counted in two ways",
    "Either every space of a map has its number of lines behind its letter, or none has, and they "
    "stand in `sections`.",
)
BAD_SPACE = Code(
    "CB0611",
    "no space",
    "A space is one letter of the legend, with the number of lines behind it (two digits at most) "
    "right after it: `.4`.",
)
UNUSED_LETTER = Code(
    "CB0612",
    "letter that is never drawn",
    "The legend explains a letter, but the map does not have it.",
    Severity.WARNING,
)
MANY_TARGETS = Code(
    "CB0621",
    "leads to one of several spaces",
    "After `to` stands a letter that the map has once.",
)
NAME_TWICE = Code(
    "CB0633",
    "name of a space that does not single it out",
    "The name of a space in the legend has at least two characters, and no other letter of the "
    "track has it.",
)
MAP_TOO_LARGE = Code("CB0638", "map too large", "A map has at most 2000 spaces.")
CANNOT_JOIN = Code(
    "CB0639",
    "boards cannot be joined like this",
    "Boards that have been drawn are joined, each at its finish with the start of the next. The "
    "finish becomes a space of a terrain that is neither closed nor where all begins or ends.",
)
DRAWN_TWICE = Code("CB0636", "drawn twice", "A track has one `map`, and one `sections` at most.")
UNKNOWN_SHAPE = Code(
    "CB0630", "unknown shape of map", "Maps are drawn with `hex`: every space touches six others."
)

# ------------------------------------------------------------------ whether one can run on it

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
NO_END = Code(
    "CB0613",
    "no start or no finish",
    "Behind `from` and `to` of `board` stand terrains; every track has one space of each.",
)
SEVERAL_ENDS = Code(
    "CB0614",
    "several starts or finishes",
    "A track has one start and one finish. Spaces of a `big` terrain are one if they are drawn "
    "with one letter.",
)
ONLY_BY_LEAP = Code(
    "CB0615",
    "reached in one special way only",
    "No way leads here step by step over land: only from a space that the legend says leads on.",
    Severity.HINT,
)
ONLY_OVER_CLOSED = Code(
    "CB0616",
    "reached over closed terrain only",
    "Every way to this space goes through closed terrain.",
    Severity.HINT,
)
FINISH_BY_LEAP = Code(
    "CB0617",
    "finish reached in one special way only",
    "Step by step over land the finish cannot be reached: only from a space that the legend says "
    "leads on. Whoever cannot pay for it will not arrive.",
    Severity.WARNING,
)
NO_WAY_ON = Code(
    "CB0618",
    "no way on",
    "One gets here over land, but not from here to the finish.",
    Severity.WARNING,
)
TRAP = Code(
    "CB0619",
    "closed all round",
    "A space of closed terrain with nothing but closed terrain round it: whoever ends a move here "
    "cannot go on without what lets figures in.",
    Severity.WARNING,
)
DEAD_END = Code(
    "CB0620",
    "dead end",
    "This space has one neighbour: whoever comes here must go back.",
    Severity.WARNING,
)

# ------------------------------------------------------------------ what spaces do

DEAR_LEAP = Code(
    "CB0622",
    "dearer than walking",
    "A space leads on for a price that is not less than the number of steps.",
    Severity.WARNING,
)
LEADS_BACK = Code(
    "CB0623",
    "leads back",
    "The space that one is led to is no nearer to the finish.",
    Severity.WARNING,
)
USELESS_EFFECT = Code(
    "CB0624",
    "effect that nobody can use",
    "The rules have something for spaces of this terrain, but nothing lies beyond this one.",
    Severity.WARNING,
)
NO_EFFECT = Code(
    "CB0625",
    "nothing to gain",
    "All other spaces of this terrain have something in braces that happens there.",
    Severity.WARNING,
)
LAP_ELSEWHERE = Code(
    "CB0631",
    "the finish does not lead to the start",
    "Behind the finish a new lap begins: `to` names the start.",
    Severity.WARNING,
)
INTO_CLOSED = Code(
    "CB0632",
    "leads into closed terrain",
    "The space that one is led to is one where nobody walks.",
    Severity.WARNING,
)

NOTHING_LEADS_ON = Code(
    "CB0640",
    "no rule leads on where boards are joined",
    "Nobody walks over a joint by itself: a rule must ask for its terrain and move to `target of` "
    "the space.",
    Severity.WARNING,
)

# ------------------------------------------------------------------ lines

LINE_SKIPPED = Code(
    "CB0626",
    "step over two lines",
    "Neighbours lie in the same section or in sections that follow one another.",
    Severity.WARNING,
)
LINES_NOT_IN_ORDER = Code(
    "CB0627",
    "lines not in order",
    "From the start to the finish the number of lines grows: every section lies between the one "
    "before and the one behind it.",
    Severity.WARNING,
)
NO_BARRIER = Code(
    "CB0628",
    "no barrier at the finish",
    "One can step from the last section into the first: backwards over the line of the start, or "
    "forwards past the finish. `barrier` closes that.",
    Severity.WARNING,
)
BAD_BARRIER = Code(
    "CB0629",
    "barrier at no line",
    "A barrier stands between two sections that the track has.",
    Severity.WARNING,
)
BAD_ENDS = Code(
    "CB0637",
    "start or finish in the wrong section",
    "No line lies behind the start, and all of them lie behind the finish.",
    Severity.WARNING,
)

# ------------------------------------------------------------------ files of tracks

CHECKED_WITH = Code(
    "CB0635",
    "checked with a shipped ruleset",
    "A file with nothing but tracks (and perhaps terrains and attributes) is read with the words "
    "of a shipped ruleset.",
    Severity.HINT,
)
