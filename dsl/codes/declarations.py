"""CB04xx: declarations that do not fit together."""

from cubedsl.dsl.codes.code import Code

NO_RULESET = Code(
    "CB0401",
    "no ruleset",
    'A ruleset file begins with `ruleset "Name"`.',
)
MISSING_PART = Code(
    "CB0402",
    "a part is missing",
    "A complete ruleset has `players`, a `game { … }` and whatever they name.",
)
NO_FACES = Code(
    "CB0403",
    "a kind without faces",
    "Other kinds of this noun have faces, so they are dice; this one could never be thrown. Give "
    "it a `faces` line.",
)
CIRCLE = Code(
    "CB0404",
    "going in a circle",
    "A rule is worked out from others, and these from others again: but never from itself.",
)
CLASSED_TWICE = Code(
    "CB0405",
    "in two classes",
    "Every kind is in exactly one class of a partition.",
)
BAD_DEFAULT = Code(
    "CB0406",
    "value out of range",
    "The value is not one that the declaration allows.",
)
TWO_PER_KIND = Code(
    "CB0407",
    "two cards for one kind",
    "A set has at most one card for each kind.",
)
NO_CARD = Code(
    "CB0408",
    "no card for a kind",
    "Every kind that has a card in other sets needs one in this set.",
)
BAD_PATCH = Code(
    "CB0409",
    "cannot be changed so",
    '`change` gives other numbers to kinds and cards (`change card "Lantern" cost 3`), stops of a '
    "path and letters of a map; another first value to options, resources and what is remembered "
    "(`change option goal = 3`); adds to rules and numbers (`change rule aim by + 1`); and puts "
    "other cards into a set. Everything else is replaced as a whole.",
)
NO_SHEET = Code(
    "CB0410",
    "not a declaration",
    "A declaration begins with a word of the language, or with a noun "
    "that `piece`, `sheet` or `board` declares.",
)
UNKNOWN_MODIFIER = Code(
    "CB0411",
    "unknown property",
    "Zones can be `hidden`, `private`, `ordered`, `faceless`; terrains `big`, `closed`.",
)
BAD_MEMORY = Code(
    "CB0412",
    "cannot be remembered",
    "`remember` keeps a number, a flag, a choice, a player, a "
    "space, a piece, a kind, or a class of a partition.",
)
SAME_WORD = Code(
    "CB0413",
    "one word, two meanings",
    "The word would be looked up in one place and mean two things there: two values, two things "
    "that can be read of a die, two ways to describe it. Rename one of them.",
)
BUILT_IN_WORD = Code(
    "CB0414",
    "a word that has a meaning already",
    "Some words mean something in every ruleset, such as `you`, `other`, `used`, `seat` and the "
    "verbs `gain` and `move`. A declaration, or a local name, needs another name.",
)
SAID_TWICE = Code(
    "CB0415",
    "said twice",
    "Something stands twice where it can stand once: a value of one attribute, a word of a list, a "
    "clause of one phrase, an option of a choice, a player at the table, a name of what a verb is "
    "given. Only one of them could hold.",
)
MISPLACED = Code(
    "CB0416",
    "this does not belong here",
    "Kinds have faces, copies, values and abilities. Cards that lie beside the table (`sheet`) "
    "have values, abilities, and `read … as …`. What is remembered is declared at the margin.",
)
FACE_COUNT = Code(
    "CB0417",
    "a wrong number of faces",
    "`piece die/dice in box with 6 faces` says how many faces every die has; a kind lists all of "
    "its faces, the blank ones too. `x3` behind a face stands for three of them.",
)
ADVICE_UNKNOWN = Code(
    "CB0418",
    "advice about what only a game can tell",
    "`advice` is checked before any game, card by card. What stands behind `where` can compare the "
    "attributes of a card with numbers, and say for which kinds it is (`where price <= 5 and not "
    "red`); coins, zones and players are not there yet.",
)
