"""CB01xx: texts that cannot be parsed."""

from cubedsl.dsl.codes.code import Code

UNEXPECTED = Code(
    "CB0101",
    "this cannot stand here",
    "The text up to here is understood; the next word or sign does not go on from it. The message "
    "says what could stand in its place.",
)
UNCLOSED_BRACE = Code(
    "CB0102",
    "a `{` is never closed",
    "Every `{` needs its `}`. When a line that begins at the left margin comes before the `}`, "
    "the `}` is taken to be missing.",
)
NOTHING_TO_CLOSE = Code(
    "CB0103",
    "a `}` or `)` closes nothing",
    "There is one `}` or `)` too many, or the `{` or `(` that belongs to it is missing.",
)
UNCLOSED_PARENTHESIS = Code(
    "CB0104",
    "a `(` is never closed",
    "Every `(` needs its `)`, before the next `{` or `}`.",
)
MISSING_BRACE = Code(
    "CB0105",
    "a `{` is missing",
    "What belongs to a declaration or a statement stands between `{` and `}`. The `{` stands at "
    "the end of the first line: `game {`.",
)
MISSING_COLON = Code(
    "CB0106",
    "a `:` is missing",
    "Between a condition or a moment and the one thing that is done then stands a `:`, as in "
    "`if some die in cup: take 1 die in cup`. More than one thing stands between `{` and `}`.",
)
RESERVED_WORD = Code(
    "CB0107",
    "a word of the language, not a name",
    "Some words hold the language together (`if`, `of`, `until`, `each`, …). They cannot be names, "
    "and cannot stand among the words that name a thing.",
)
ELSE_NEEDS_BRACES = Code(
    "CB0108",
    "`else` needs braces",
    "`if … : …` ends with its line and has no `else`. With an `else`, both sides stand in braces: "
    "`if a { b } else { c }`. In a value it is written `b if a else c`.",
)
ELSE_IF = Code(
    "CB0109",
    "written `else if`",
    "A second condition is written `} else if … { … }`, in two words and with braces.",
)
LIFETIME = Code(
    "CB0110",
    "`until` cannot stand here",
    "How long something lasts is said where it is declared (`resource`, `remember`, `mark`, "
    "`tally`), or after `later on …`. A statement has no `until`.",
)
EQUALS_SIGN = Code(
    "CB0111",
    "equality is one `=`",
    "Whether two values are equal is written with one `=`: `if shown = 6: …`.",
)
COMPARISON_SIGN = Code(
    "CB0112",
    "a comparison is written otherwise",
    "Comparisons are `<`, `<=`, `>`, `>=`, `=` and `!=`.",
)
ASSIGNMENT_SIGN = Code(
    "CB0113",
    "a value is given with `=`",
    "A new value is given with `let name = …` or `set name = …`; `set n = n + 1` adds one.",
)
LOGIC_SIGN = Code(
    "CB0114",
    "`and`, `or` and `not` are words",
    "Conditions are joined with the words `and`, `or` and `not`.",
)
ARITHMETIC_SIGN = Code(
    "CB0115",
    "an arithmetic sign of another kind",
    "Sums are written with the plain signs of the keyboard: `+`, `-`, `*` and `/`.",
)
FOREIGN_COMMENT = Code(
    "CB0116",
    "comments begin with `#`",
    "A comment begins with `#` and ends with its line; there is no other kind of comment.",
)
WRONG_QUOTES = Code(
    "CB0117",
    "names stand between straight double quotes",
    'Titles of cards, sets and tracks stand between `"` and `"`. Word processors put curly quotes '
    "in their place.",
)
UNCLOSED_TEXT = Code(
    "CB0118",
    'a `"` is never closed',
    'A title begins and ends with `"`, on one line.',
)
UNCLOSED_DRAWING = Code(
    "CB0119",
    'a `"""` is never closed',
    'A map begins and ends with `"""`; the closing one stands on a line of its own.',
)
MISSING_QUOTES = Code(
    "CB0120",
    "a title stands in quotes",
    "Titles of cards, sets, tracks, strategies and scenarios, and names of files, stand between "
    '`"` and `"`: `card "Two Words" for red`.',
)
THEN = Code(
    "CB0121",
    "no `then` after a condition",
    "What is done stands behind a `:` or between `{` and `}`, without `then`.",
)
FOR_EACH = Code(
    "CB0122",
    "a loop is written `for each`",
    "A loop names what it goes over: `for each red die in active: …`, or with a name for the one "
    "it is at, `for each red die in active as one: …`.",
)
WHEN = Code(
    "CB0123",
    "a condition is written with `if`",
    "`when` belongs to strategies only. In rules a condition is written with `if`, and a moment "
    "with `on`.",
)
NUMBER_WORD = Code(
    "CB0124",
    "numbers are written with digits",
    "Write `2`, not `two`. (A word can be a number only if the ruleset gives it a value.)",
)
MISSING_COMMA = Code(
    "CB0125",
    "a comma is missing",
    "Names in a list are separated by commas.",
)
SEMICOLON = Code(
    "CB0126",
    "a `;` stands in the wrong place",
    "A `;` separates two statements on one line, between `{` and `}`; at the end of a line it can "
    "be left out. Names in a list are separated by commas.",
)
MISSING_LINE_END = Code(
    "CB0127",
    "two things on one line",
    "Every statement and every declaration stands on a line of its own. Between `{` and `}` a `;` "
    "can separate two statements on one line.",
)
WHOSE = Code(
    "CB0128",
    "this needs parentheses",
    "After `of` stands one name. When more belongs to it, put it in parentheses: "
    "`cost of (red dice in active)`.",
)
NUMBER_TOO_LARGE = Code(
    "CB0129",
    "number too large",
    "Numbers are at most 2147483647.",
)
WHOLE_NUMBERS = Code(
    "CB0130",
    "whole numbers only",
    "All numbers are whole. Where a half can come out, write `/ 2 rounded down` or "
    "`/ 2 rounded up`.",
)
BAD_NAME = Code(
    "CB0131",
    "a name begins with a letter",
    "A name consists of letters, digits and `_`, and begins with a letter or `_`.",
)
UNKNOWN_SIGN = Code(
    "CB0132",
    "a sign that the language does not have",
    "This sign has no meaning outside of titles in quotes, maps and comments. Some signs are "
    "invisible: they come along when text is copied from a web page or a PDF.",
)
TAB_IN_DRAWING = Code(
    "CB0133",
    "a tab in a map",
    "In a map every column counts, and a tab is not the same number of columns everywhere: use "
    "spaces.",
)
LEGEND_KEY = Code(
    "CB0134",
    "a key of a legend is one sign",
    "An entry of a legend begins with one letter, digit or sign, then the name of the terrain: "
    "`F finish to S`.",
)
TOO_DEEP = Code(
    "CB0135",
    "nested too deeply",
    "Braces, parentheses and conditions can stand in one another about a hundred times. Give parts "
    "of it a name, with `rule` or `to`.",
)
TOO_MANY = Code(
    "CB0136",
    "too many mistakes",
    "After a hundred mistakes of spelling the rest of the text is not read. Most often the file is "
    "no ruleset, or the first mistake explains the others.",
)
NO_TIMING = Code(
    "CB0138",
    "an ability begins with its timing",
    "On a card nothing simply happens: each ability begins with a timing that the ruleset declares "
    "(`timing …`), and a `:` or `{`. A verb of the ruleset is declared with `to`.",
)
MIXED_INDENT = Code(
    "CB0139",
    "tabs and spaces mixed",
    "Indentation is made of spaces or of tabs, but not of both in one file: on another screen the "
    "lines would not stand where you see them.",
)
TOO_MANY_COPIES = Code(
    "CB0137",
    "too many copies",
    "One declaration makes at most a thousand pieces.",
)
USING_NOTHING = Code(
    "CB0140",
    "an ability without a piece",
    "An ability uses one piece, several of them (`using 3`), or all that there are (`using all`).",
)
