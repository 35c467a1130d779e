"""The likeliest mistakes, each with what to say about it.

A finder looks at the place where parsing stopped and says what is wrong, or None if it is not the
mistake that it knows.  The first that answers is right; the last one always answers.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import TypeAlias

from attrs import frozen
from lark import Token

from cubedsl.dsl.codes import Code, syntax
from cubedsl.dsl.parse import wording
from cubedsl.dsl.parse.foreign import ELSE_IF, FOR_EACH
from cubedsl.dsl.parse.situation import Situation
from cubedsl.dsl.parse.words import RESERVED
from cubedsl.dsl.suggest import NUMBER_WORDS, did_you_mean

MOST_WORDS = 20
BEHIND_TITLES = frozenset({"extends", "cites"})
PLAIN = frozenset({"NAME", "INT", "STRING"})
CLAUSES = frozenset({"IN", "WHERE", "WITH", "FROM", "AFTER", "WITHIN"})
PREPOSITIONS = frozenset({"TO", "AS", "ON", "BY", "FOR"})
VERB_WORDS = "`to`, `as`, `on`, `by`, `for` or `from`"
LINE_STARTS = frozenset({"_NL", "SEMICOLON", "COLON", "LBRACE"})
STATEMENTS = frozenset(
    {"LET", "IF", "WHILE", "REPEAT", "FOR", "EACH", "CHOOSE", "MAY", "MUST", "LATER"}
)
JOINING = frozenset({"and", "or", "is", "are", "mod", "of"})
ARTICLES = frozenset({"the", "a", "an"})
MODIFIERS = frozenset({"hidden", "private", "ordered", "faceless"})


@frozen
class Finding:
    """What is wrong, from the token `first` to the token `last`.

    After a `fatal` one nothing of the item can be understood.  `instead` is what must stand there,
    if that is certain.
    """

    code: Code
    message: str
    first: Token
    last: Token
    help: str | None = None
    fatal: bool = False
    instead: str | None = None


Finder: TypeAlias = Callable[[Situation], Finding | None]


def explain(situation: Situation) -> Finding:
    """The mistake that a situation shows."""
    found = (finder(situation) for finder in FINDERS)
    return next(one for one in found if one is not None)


def _at(token: Token, code: Code, message: str, help: str | None = None) -> Finding:
    return Finding(code, message, token, token, help)


# ------------------------------------------------------------------ depth, else, other languages


def _too_deep(s: Situation) -> Finding | None:
    if not s.too_deep:
        return None
    return _at(s.token, syntax.TOO_DEEP, "this is nested too deeply to be understood")


def _outside(s: Situation) -> Finding | None:
    if s.depth or s.place or s.token.type not in STATEMENTS:
        return None
    message = f"`{s.token}` begins a statement, and statements stand between `{{` and `}}`"
    help = "put it into the braces of `game`, `phase`, `to` or a card"
    return _at(s.token, syntax.UNEXPECTED, message, help)


def _no_timing(s: Situation) -> Finding | None:
    """`gain 1 coin`, `move dice in hand to deck`, `while …` in the body of a kind"""
    begins = s.place == s.start and s.token.type in STATEMENTS
    shape = [token.type for token in s.read]
    verb = (shape, s.token.type) == (["NAME", "INT"], "NAME") or (
        shape == ["NAME", "NAME"] and (s.token.type in CLAUSES | PREPOSITIONS or s.token == "equal")
    )
    if "FACES" not in s.starters or not (begins or verb):
        return None
    message = f"`{s.first}` does something, and nothing says when"
    help = "begin with a timing: `… : " + f"{s.first} …`; a verb is declared with `to`"
    return Finding(syntax.NO_TIMING, message, s.first, s.first, help, fatal=True)


def _else_if(s: Situation) -> Finding | None:
    words = (s.first, s.before, s.token)
    word = next((one for one in words if one in ELSE_IF and one.type == "NAME"), None)
    if word is not None:
        help = "write `} else if … { … }`"
        return _at(word, syntax.ELSE_IF, f"`{word}` is no word of the language", help)
    kinds = [token.type for token in s.read]
    if s.token.type == "COLON" and ("ELSE", "IF") in zip(kinds, kinds[1:], strict=False):
        help = "write `else if … { … }`"
        return _at(s.token, syntax.ELSE_IF, "an `else if` needs braces, and no `:`", help)
    return None


def _else(s: Situation) -> Finding | None:
    word = next((one for one in (s.token, s.before) if one.type == "ELSE"), None)
    if word is None:
        return None
    message = "`else` needs braces, and an `if` with braces before it"
    return _at(word, syntax.ELSE_NEEDS_BRACES, message, "write `if … { … } else { … }`")


def _then(s: Situation) -> Finding | None:
    if s.token.type != "THEN" or not s.wants("COLON", "LBRACE"):
        return None
    help = "write `:` in its place, or `{ … }`"
    return _at(s.token, syntax.THEN, "a condition ends without `then`", help)


def _for_each(s: Situation) -> Finding | None:
    word = s.first if s.first in FOR_EACH else s.before
    if s.token.type == "EACH" and s.wants("FOR"):
        word = s.token
    elif not (word in FOR_EACH or (word.type == "FOR" and s.wants("EACH"))):
        return None
    return _at(word, syntax.FOR_EACH, "here stands `for each`", "write `for each … in …`")


def _when(s: Situation) -> Finding | None:
    if s.token.type != "WHEN":
        return None
    help = "write `if` for a condition, `on` for a moment"
    return _at(s.token, syntax.WHEN, "`when` cannot stand here", help)


def _assignment(s: Situation) -> Finding | None:
    rest = s.tokens[s.start : s.start + MOST_WORDS]
    target = list(takewhile(lambda token: token.type in ("NAME", "OF"), rest))
    ahead = rest[len(target) : len(target) + 1]
    if not target or "LET" not in s.starters or [one.type for one in ahead] != ["EQUALS"]:
        return None
    written = wording.quoted(f"set {' '.join(target)} = …")
    message = "a statement that gives a new value begins with `set`"
    return _at(s.token, syntax.ASSIGNMENT_SIGN, message, f"write {written}")


# ------------------------------------------------------------------ lifetimes, numbers, titles


def _change(s: Situation) -> Finding | None:
    """`change rule aim + 1`, `change rule aim by 1`, `change players 2 to 6`"""
    if s.first != "change" or s.depth:
        return None
    if [*s.tokens[s.start : s.start + 2]] == ["change", "players"]:
        help = "write `replace players … to …`"
        return _at(s.token, syntax.UNEXPECTED, "`players` is replaced as a whole", help)
    if s.before.type != "BY" and s.token.type != "PLUS":
        return None
    message = "what is added stands behind `by` and its sign"
    return _at(s.token, syntax.UNEXPECTED, message, "write `by + 1` or `by - 1`")


def _lifetime(s: Situation) -> Finding | None:
    if s.token.type != "UNTIL" or "LET" not in s.starters and "FACES" not in s.starters:
        return None
    message = "a statement has no `until`"
    help = "say how long it lasts where it is declared, or write `later on …`"
    return _at(s.token, syntax.LIFETIME, message, help)


def _number_word(s: Situation) -> Finding | None:
    number_wanted = s.wants("INT") and not s.wants("NAME")
    for token, matters in ((s.token, number_wanted), (s.before, s.token.type != "COLON")):
        if token in NUMBER_WORDS and token.type == "NAME" and matters:
            message = f"`{token}` is a name here, not a number"
            digits = NUMBER_WORDS[token]
            help = "write it with digits"
            return Finding(syntax.NUMBER_WORD, message, token, token, help, instead=digits)
    return None


def _missing_quotes(s: Situation) -> Finding | None:
    names = _names_from(s.tokens, s.place)
    if names and s.wants("STRING") and not s.wants("NAME") and s.after.type != "EQUALS":
        return _unquoted(names, fatal=s.depth == 0)
    return _unquoted_head(s) if s.depth == 0 else _unquoted_track(s)


def _unquoted_head(s: Situation) -> Finding | None:
    """`card Two Words for red`, `remove card Two Words`, `change card Two Words cost 7`"""
    first = 1 if s.token.type == "FOR" else 2
    names = _names_from(s.tokens, first)
    known = s.token.type == "FOR" or s.first in ("change", "remove")
    if s.first == "change" and s.token.type != "NAME":
        del names[-1:]
    return _unquoted(names, fatal=True) if known and names and s.first.type == "NAME" else None


def _unquoted_track(s: Situation) -> Finding | None:
    """`track Two Words hex { legend {`: what only a track has, in what looks like a kind."""
    names = _names_from(s.tokens, 1)
    if s.token.type not in ("KEY", "LONG_STRING") or not names:
        return None
    return _unquoted(names[:-1] or names, fatal=True)


def _unquoted(names: list[Token], *, fatal: bool) -> Finding:
    instead = f'"{" ".join(names)}"'
    message, help = "a title stands in quotes", f"write {wording.quoted(instead)}"
    return Finding(syntax.MISSING_QUOTES, message, names[0], names[-1], help, fatal, instead)


def _are_names(tokens: list[Token]) -> bool:
    return all(token.type == "NAME" for token in tokens)


def _names_from(tokens: list[Token], place: int) -> list[Token]:
    return list(takewhile(_is_name, tokens[place : place + MOST_WORDS]))


def _is_name(token: Token) -> bool:
    return token.type == "NAME" and token not in BEHIND_TITLES


def _legend_key(s: Situation) -> Finding | None:
    if not s.wants("KEY") or s.at_line_end or s.token.type == "RBRACE":
        return None
    message = "a key of a legend is one sign, and a space behind it"
    return _at(s.token, syntax.LEGEND_KEY, message)


def _whose(s: Situation) -> Finding | None:
    words = [token.type for token in s.read]
    while words and words[-1] == "NAME":
        words.pop()
    if s.token.type not in CLAUSES or not words or words[-1] != "OF":
        return None
    message = f"after `of` stands one name, and `{s.token}` needs more"
    help = f"put it in parentheses: `of ({s.before} {s.token} …)`"
    line = takewhile(lambda one: one not in LINE_STARTS, reversed(words))
    if "WHERE" in line:
        help += f"; or, if it is said of what stands before `where`, put `{s.token} …` there"
    return _at(s.token, syntax.WHOSE, message, help)


# ------------------------------------------------------------------ what verbs are given


def _whose_choice(s: Situation) -> Finding | None:
    """`lose 1 die in hand of 1 other player`"""
    if [one.type for one in s.read[-2:]] != ["OF", "INT"] or s.token.type != "NAME":
        return None
    help = f"choose before: `choose {s.before} {s.token} … as one`, and here `of one`"
    message = "after `of` stands something that is known, and not a choice"
    return Finding(syntax.WHOSE, message, s.before, s.token, help)


def _no_preposition(s: Situation) -> Finding | None:
    """`to steal (amount loot) off (player victim)`"""
    behind = s.first.type == "TO" and not s.depth and s.before.type == "RPAR"
    if not behind or s.after.type != "LPAR":
        return None
    message = f"`{s.token}` is no word that a verb can have"
    return _at(s.token, syntax.UNEXPECTED, message, f"write {VERB_WORDS}")


def _with(s: Situation) -> Finding | None:
    """`trade 1 die in hand with 1 die in cup`"""
    if s.before.type != "WITH" or not s.wants("MOST"):
        return None
    message = "`with` says which things are meant, such as `with most …`"
    help = f"what a verb is given stands behind {VERB_WORDS}"
    if s.token in ARTICLES:
        help = f"leave out `{s.token}`: `with {s.after} …`"
    return _at(s.before, syntax.UNEXPECTED, message, help)


def _counts_as(s: Situation) -> Finding | None:
    """`also counts as red or blue`, `also counts as red while active`, `counts as red`"""
    if "FACES" not in s.starters or s.first not in ("also", "counts"):
        return None
    behind = [*s.read, s.token]
    if s.first == "counts" and s.token.type == "AS":
        help = "write `also counts as …`"
    elif [str(one) for one in behind[:3]] == ["also", "counts", "as"]:
        help = "classes stand with `,` between them, and zones behind `in`"
    else:
        return None
    message = f"`{s.token}` cannot stand here"
    return _at(s.token, syntax.UNEXPECTED, message, help)


def _given_to_each(s: Situation) -> Finding | None:
    """`steal 1 coin from each other player`"""
    if s.token.type != "EACH" or s.before.type not in PREPOSITIONS | {"FROM"} - {"FOR"}:
        return None
    if s.place == s.start + 1:
        return None
    help = f"say it before the verb: `for each … as one: … {s.before} one`"
    return _at(s.token, syntax.UNEXPECTED, "`each` cannot stand here", help)


# ------------------------------------------------------------------ signs that are missing


def _comma(s: Situation) -> Finding | None:
    over_line_end = s.token.type == "_NL" and s.after.type == "STRING"
    token = s.after if over_line_end else s.token
    alike = token.type == s.before.type and token.type in PLAIN
    if not alike or not s.wants("COMMA") or token in MODIFIERS:
        return None
    message = f"a `,` is missing before {wording.quoted(token)}"
    return _at(token, syntax.MISSING_COMMA, message)


def _semicolon(s: Situation) -> Finding | None:
    if s.token.type != "SEMICOLON":
        return None
    help = "write `,` between the names of a list" if s.wants("COMMA") else None
    return _at(s.token, syntax.SEMICOLON, "a `;` cannot stand here", help)


def _brace(s: Situation) -> Finding | None:
    if not s.wants("LBRACE") or s.wants("COLON", "LET"):
        return None
    if not (s.at_line_end or s.token.type == "COLON" or s.token.type in PLAIN):
        return None
    message = f"a `{{` is missing after {wording.quoted(s.before)}"
    return _at(s.token, syntax.MISSING_BRACE, message)


def _colon(s: Situation) -> Finding | None:
    if s.wants("COLON") and (s.at_line_end or _begins_something(s.token)):
        verb = s.read[-1:] if _swallowed_verb(s) else [s.token]
        return _no_colon(s, verb[0], s.read[-2] if _swallowed_verb(s) else s.before)
    ability = "FACES" in s.starters and len(s.read) > 1 and _are_names(s.read[:2])
    if ability and _begins_something(s.token):
        return _no_colon(s, s.read[1], s.first)
    return None


def _no_colon(s: Situation, token: Token, behind: Token) -> Finding:
    or_brace = " or `{`" if s.wants("LBRACE") or "FACES" in s.starters else ""
    message = f"a `:`{or_brace} is missing after {wording.quoted(behind)}"
    return _at(token, syntax.MISSING_COLON, message)


def _swallowed_verb(s: Situation) -> bool:
    """`gain 1 coin gain 2`, `if rich gain 2`: the verb was taken for one of the words before it."""
    return s.token.type == "INT" and len(s.read) > 2 and _are_names(s.read[-2:])


def _begins_something(token: Token) -> bool:
    return token.type in PLAIN or token in RESERVED


# ------------------------------------------------------------------ the rest


def _reserved(s: Situation) -> Finding | None:
    if s.token not in RESERVED - JOINING or s.token.type == "NAME" or not s.wants("NAME"):
        return None
    message = f"`{s.token}` is a word of the language: it is no name and no part of one"
    return _at(s.token, syntax.RESERVED_WORD, message)


def _line_end(s: Situation) -> Finding | None:
    if not s.wants("_NL", "$END") or not _begins_something(s.token):
        return None
    if s.token.type == "IF" and s.wants("WHEN"):
        message = "a condition is written with `when` here"
        return _at(s.token, syntax.UNEXPECTED, message, "write `when` for `if`")
    token = s.before if _swallowed_verb(s) else s.token
    message = f"the line should end before {wording.quoted(token)}"
    return _at(token, syntax.MISSING_LINE_END, message)


def _parameter(s: Situation) -> Finding | None:
    if s.first.type != "TO" or s.depth or s.token.type != "NAME" or not s.wants("LPAR"):
        return None
    names = _names_from(s.tokens, s.place) or [s.token]
    help = f"write `({' '.join(names)})`"
    message = "what a verb is done to stands in parentheses"
    return Finding(syntax.UNEXPECTED, message, names[0], names[-1], help)


def _no_kind(s: Situation) -> Finding | None:
    """`card "Two Words" for`, and nothing says for what"""
    if s.depth or [token.type for token in s.read] != ["NAME", "STRING", "FOR"]:
        return None
    message = f"nothing says what {s.read[1]} is for"
    help = f"write the name of a kind: `{s.read[0]} {s.read[1]} for …`"
    return _at(s.before, syntax.UNEXPECTED, message, help)


def _face_number(s: Situation) -> Finding | None:
    """`faces 6`: how many, and not which"""
    if s.token.type != "INT" or s.before != "faces":
        return None
    help = "write what each one shows, as in `faces star, star 2, empty x4`"
    return _at(s.token, syntax.UNEXPECTED, "faces are listed, not counted", help)


def _no_alias(s: Situation) -> Finding | None:
    if s.first.type != "CHOOSE" or not s.wants("AS") or not s.at_line_end:
        return None
    message, help = "what is chosen needs a name", "write `choose … as …`"
    return _at(s.token, syntax.UNEXPECTED, message, help)


def _slip(s: Situation) -> Finding | None:
    """A declaration that begins with no word of the language: perhaps a slip of the pen."""
    if s.depth or s.first.type != "NAME" or s.first.upper() in s.starters:
        return None
    help = did_you_mean(s.first, (kind.lower() for kind in s.starters if kind != "NAME"))
    message = f"no declaration begins with {wording.quoted(s.first)}"
    return _at(s.first, syntax.UNEXPECTED, message, help) if help else None


def _unexpected(s: Situation) -> Finding | None:
    found = "the line ends too early" if s.at_line_end else f"{wording.found(s)} cannot stand here"
    expected = wording.expected(s)
    message = f"{found}: expected {expected}" if expected else found
    return _at(s.token, syntax.UNEXPECTED, message)


FINDERS: tuple[Finder, ...] = (
    _too_deep,
    _outside,
    _no_timing,
    _counts_as,
    _else_if,
    _else,
    _then,
    _for_each,
    _when,
    _assignment,
    _change,
    _lifetime,
    _number_word,
    _missing_quotes,
    _legend_key,
    _whose,
    _whose_choice,
    _no_preposition,
    _with,
    _given_to_each,
    _parameter,
    _no_kind,
    _face_number,
    _no_alias,
    _comma,
    _semicolon,
    _brace,
    _colon,
    _reserved,
    _line_end,
    _slip,
    _unexpected,
)
