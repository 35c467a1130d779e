"""CB02xx: words that nothing stands for, or too many things."""

from cubedsl.dsl.codes.code import Code

UNKNOWN_NAME = Code(
    "CB0201",
    "unknown name",
    "A name stands here that nothing declares: no local name (`let`, `choose … as`), nothing about "
    "the thing that is looked at, nothing about a player, nothing about the game. Look for a slip "
    "of the pen, or declare the name.",
)
UNKNOWN_ADJECTIVE = Code(
    "CB0202",
    "unknown adjective",
    "A word stands before a noun (or after `is`) that does not describe such things. What can: "
    "kinds, classes of a partition, groups, symbols, marks, terrains, flags and yes/no rules of "
    "the noun.",
)
UNKNOWN_VERB = Code(
    "CB0203",
    "unknown verb",
    "A statement begins with a verb. It is either built in (`gain`, `move`, `roll`, …) or declared "
    "with `to` somewhere in the ruleset.",
)
UNKNOWN_EVENT = Code(
    "CB0204",
    "unknown event",
    "Events are declared with `event`; `on`, `instead of`, `until` and `signal` name one of them.",
)
UNKNOWN_TIMING = Code(
    "CB0205",
    "unknown timing",
    "An ability begins with its timing, a word that a `timing` line declares.",
)
UNKNOWN_NOUN = Code(
    "CB0206",
    "unknown noun",
    "Nouns are `player`, `space`, `face`, `kind`, and what `piece`, "
    "`sheet`, `partition` and `board` declare. Behind `with same` and `with different` stands what "
    "each of the things has: its face, a class, an attribute, what it shows or remembers.",
)
UNKNOWN_KIND = Code(
    "CB0207",
    "unknown kind",
    "A kind of piece is declared by a line that begins with the piece's "
    "noun, such as `die red x10 { … }`.",
)
UNKNOWN_ZONE = Code(
    "CB0208",
    "unknown zone",
    "Zones are declared with `zone`; `in` also takes a local name for a set of things.",
)
UNKNOWN_SYMBOL = Code(
    "CB0209",
    "unknown face",
    "A face shows a symbol or a resource that is declared, after variants "
    "that are declared, or the blank.",
)
UNKNOWN_ATTRIBUTE = Code(
    "CB0210",
    "unknown attribute",
    "Attributes and tables of kinds and spaces are declared with "
    "`attribute` and `table` before they can be given a value.",
)
UNKNOWN_OPTION = Code(
    "CB0211",
    "unknown option",
    "What a set or a scenario can set is declared with `option`.",
)
UNKNOWN_CARD = Code(
    "CB0212",
    "unknown card",
    "A card of this name is not declared. Case and the way an accent is "
    "typed do not matter; every other letter does.",
)
UNKNOWN_BOARD = Code(
    "CB0213",
    "unknown board",
    "A board of this name is not declared.",
)
UNKNOWN_SET = Code("CB0214", "unknown set", "A set of this name is not declared.")
UNKNOWN_DECISION = Code(
    "CB0215",
    "unknown decision",
    "A decision is named by `choose … as NAME`, by `choose NAME { … }`, "
    "by the verb in which a thing is picked, by a timing or by an event.",
)
UNKNOWN_RULESET = Code(
    "CB0216",
    "unknown ruleset",
    "A ruleset is named by a shipped name or by the path of its file.",
)
UNKNOWN_SEAT = Code(
    "CB0217",
    "unknown player",
    "A scenario's players are those that its `seats` line names.",
)
UNKNOWN_STRATEGY = Code(
    "CB0218",
    "unknown strategy",
    "A strategy of this name is not declared.",
)
UNKNOWN_TERRAIN = Code(
    "CB0219",
    "unknown terrain",
    "Terrains are declared with `terrain`.",
)
UNKNOWN_SPACE = Code(
    "CB0225",
    "unknown space",
    "No map draws a space with this letter, or in this row and place; or the path has no stop with "
    "this number. Rows and places in a row count from 1.",
)
DECLARED_TWICE = Code(
    "CB0220",
    "declared twice",
    "The same name is declared twice. If the second should take the first one's place, write "
    "`replace` before it.",
)
NOTHING_TO_PATCH = Code(
    "CB0221",
    "nothing to patch",
    "`replace`, `change` and `remove` need a declaration of that name in the ruleset that is "
    "extended.",
)
REMOVED = Code(
    "CB0222",
    "removed name",
    "The name was removed from the ruleset, but it is still used here. Replace what uses it, too.",
)
CONFLICT = Code(
    "CB0226",
    "two patches against each other",
    "Patches that are put together must go together: what one of them replaces, removes or gives a "
    "value, the other must leave alone. What is only added (`by + 1`, cards, rules) adds up. Keep "
    "one of the two, or write a patch that extends both and says how it is.",
)
TWO_GAMES = Code(
    "CB0227",
    "two games",
    "All that a ruleset extends must in the end be one game: patches of different games cannot be "
    "put together.",
)
TWO_MEANINGS = Code(
    "CB0223",
    "two meanings",
    "The word could mean two things here. Say which: add `of you`, or `of` and the noun of the "
    "thing that is looked at.",
)
NOBODY_ACTS = Code(
    "CB0224",
    "nobody acts here",
    "A player's name, or a choice, stands where nobody acts: at the top of `game` and of a phase "
    "there is no `you`. Say whose it is (`of starter`), or put it into `each player { … }` or "
    "`as starter { … }`.",
)
UNKNOWN_CLASS = Code(
    "CB0228",
    "unknown class",
    "Pieces count as classes of a `partition` of their noun. A kind that no class of it names is a "
    "class of its own; one that is named is not, so its class must be written.",
)
