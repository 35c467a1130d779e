"""Tokens in the reader's words: what was found, and what could have stood there."""

from unicodedata import category

from cubedsl.dsl.parse.situation import Situation

LONGEST = 40
MOST_NAMED = 5

# If all of these could stand here, they are called by one name.
GROUPS: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"PIECE", "RULESET"}), "a declaration"),
    (frozenset({"LET", "WHILE"}), "a statement"),
    (frozenset({"FACES", "READ"}), "faces, an attribute or an ability"),
    (frozenset({"LEGEND", "BARRIER"}), "`legend`, `map`, `sections` or `barrier`"),
    (frozenset({"SEATS", "THEN"}), "a line of a scenario"),
    (frozenset({"OTHERWISE"}), "`at …` or `otherwise: …`"),
    (frozenset({"PREFER", "LIKE"}), "an option, `prefer`, `most`, `least` or `like`"),
    (frozenset({"OF", "SHARED"}), "`of` and whose it is, or `shared`"),
    (frozenset({"INT", "LPAR", "YES"}), "a value"),
    (frozenset({"INT", "LPAR"}), "a number"),
)
# What such a name covers.
VALUE_KINDS = "INT PERCENT STRING LPAR YES NO SOME NOT MINUS NAME UP ANY"
COVERED: dict[str, frozenset[str]] = {
    "a value": frozenset(VALUE_KINDS.split()),
    "a number": frozenset({"INT", "LPAR"}),
    "`of` and whose it is, or `shared`": frozenset({"OF", "SHARED", "COMMA"}),
}
# What can always follow a value or the words of a name; nobody needs to be told.
GOES_ON_KINDS = """
    PLUS MINUS TIMES SLASH MOD COMPARE EQUALS IS ARE AND OR AT ROUNDED OF IN FROM AFTER NEXT WITHIN
    WITH WHERE EQUAL TO AS ON BY FOR ASSUMED UNTIL IF WHEN SEMICOLON
"""
GOES_ON = frozenset(GOES_ON_KINDS.split())
KINDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a title in quotes",
    "LONG_STRING": 'a drawing between `"""` and `"""`',
    "COUNT": "`x3` (how many)",
    "PERCENT": "a percentage",
    "KEY": "a one-sign key",
    "COMPARE": "a comparison",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "COMMA": "`,`",
    "BAR": "`|`",
    "EQUALS": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES": "`*`",
    "SLASH": "`/`",
    "TIMES_WORD": "`times`",
    "_NL": "the end of the line",
    "$END": "the end of the line",
}
# What a name, number or title is, by the word that the declaration or statement begins with.
ROLES: dict[tuple[str, str], str] = {
    ("ruleset", "STRING"): "the title of the ruleset in quotes",
    ("use", "STRING"): "the name of a file in quotes",
    ("players", "INT"): "a number of players",
    ("symbol", "NAME"): "the name of a symbol",
    ("event", "NAME"): "the name of an event",
    ("mark", "NAME"): "the name of a mark",
    ("signal", "NAME"): "the name of an event",
    ("zone", "NAME"): "the name of a zone",
    ("rule", "NAME"): "the name of a rule",
    ("option", "NAME"): "the name of an option",
    ("piece", "NAME"): "a noun",
    ("faces", "NAME"): "what a face shows",
    ("resource", "NAME"): "the name of a resource",
    ("to", "NAME"): "the name of a verb",
    ("phase", "NAME"): "the name of the phase",
    ("set", "STRING"): "the title of a card or a set in quotes",
    ("strategy", "STRING"): "the title of the strategy in quotes",
    ("scenario", "STRING"): "the title of the scenario in quotes",
    ("barrier", "INT"): "the number of a section",
    ("seats", "NAME"): "the name of a player",
    ("let", "NAME"): "a name for the value",
}


def found(situation: Situation) -> str:
    """The token that cannot stand where it does."""
    token = situation.token
    if situation.at_line_end:
        return "the end of the line"
    return "`}`" if token.type == "RBRACE" else quoted(token)


def quoted(token: str) -> str:
    """A piece of the text, shortened, as part of a message."""
    text = " ".join(token.split())
    return f"`{text}`" if len(text) <= LONGEST else f"`{text[: LONGEST - 1]}…`"


def expected(situation: Situation) -> str:
    """What could have stood there, most telling first; empty if it is too much to say."""
    return _listed(_named(situation)[:MOST_NAMED])


def _named(situation: Situation) -> list[str]:
    kinds, named = set(situation.expected), []
    for members, name in GROUPS:
        if members <= kinds:
            named.append(name)
            kinds -= COVERED.get(name, frozenset(kinds))
    # Only behind a value is it clear without saying that it can go on.
    silent = GOES_ON if situation.wants("PLUS", "WHERE") else frozenset[str]()
    said = sorted(kinds - silent, key=_rank)
    return list(dict.fromkeys(named + [_name(kind, situation) for kind in said]))


def _rank(kind: str) -> tuple[bool, bool, str]:
    """Signs first, then names and numbers, then words."""
    return kind not in KINDS, kind in ("NAME", "INT", "STRING"), kind


def _name(kind: str, situation: Situation) -> str:
    lists = situation.before is situation.first or situation.before.type == "COMMA"
    role = ROLES.get((str(situation.first), kind)) if lists else None
    return role or KINDS.get(kind) or f"`{kind.lower()}`"


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def invisible(sign: str) -> bool:
    """Whether a sign cannot be seen: a control or formatting character, or an odd space."""
    return category(sign)[0] in "CZ"
