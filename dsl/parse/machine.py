"""Runs the parser's tables over the tokens of one item, and goes on after a mistake.

After a mistake the rest of its statement is skipped: up to the next line end or `;` between the
same braces, or to the `}` that closes them.  The stack is cut back to where the statement began.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from attrs import define, field
from lark import Token, UnexpectedToken
from lark.grammar import Rule
from lark.parsers.lalr_parser_state import ParserState

from cubedsl.dsl.parse.situation import Situation
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.parse.tables import Tables
from cubedsl.dsl.parse.words import PAIRS
from cubedsl.dsl.source import Source

COUNT = re.compile("x[0-9]+")
SEPARATORS = frozenset({"_NL", "SEMICOLON"})
# A text that needs more of the stack is nested too deeply to be translated.
TALLEST_STACK = 1000

# Says whether it makes sense to go on.
Report: TypeAlias = Callable[[Situation], bool]


@define
class Machine:
    """The state of parsing one item; `tokens` ends with `$END`."""

    source: Source
    tables: Tables
    tokens: list[Token]
    report: Report
    stack: ParserState[int] = field(init=False)
    # For the item, and for every brace that is open in it: how tall the stack was when the last
    # statement there began, and at which token that was.
    begun: list[tuple[int, int]] = field(init=False)
    spoiled: bool = False

    def __attrs_post_init__(self) -> None:
        self.stack = self.tables.fresh()
        self.begun = [(1, 0)]

    def run(self) -> Syntax | None:
        """The raw tree of the item; what cannot be parsed is reported and left out of it."""
        place: int | None = 0
        while place is not None and place < len(self.tokens) - 1:
            place = self._step(place)
        return None if place is None else self._finish()

    def _step(self, place: int) -> int | None:
        """Take one token; the place to go on at, or None."""
        token = self._read(place)
        states = list(self.stack.state_stack)
        if len(states) > TALLEST_STACK:
            self.report(self._situation(place, frozenset(), too_deep=True))
            return None
        try:
            self.stack.feed_token(token)
        except UnexpectedToken:
            return self._after_mistake(place, states)
        self._note(token.type, place)
        return place + 1

    def _finish(self) -> Syntax | None:
        states = list(self.stack.state_stack)
        try:
            tree: Syntax = self.stack.feed_token(self.tokens[-1], is_end=True)
            return tree
        except UnexpectedToken:
            if not self.spoiled:
                self.report(self._situation(len(self.tokens) - 1, self._expected(states)))
            return None

    # -------------------------------------------------------------- words

    def _read(self, place: int) -> Token:
        """The token, as a word of the language if the grammar wants one here."""
        token = self.tokens[place]
        if token.type != "NAME":
            return token
        wanted = self.stack.parse_conf.states[self.stack.position]
        kind = self.tables.words.get(token) or self._count(token)
        if kind not in wanted or ("NAME" in wanted and not self._pairs(place)):
            return token
        # The tables merge states, so that more seems to be wanted than really is.
        if not self._accepts(self.stack.state_stack, kind):
            return token
        return Token.new_borrow_pos(kind, token, token)

    def _count(self, token: Token) -> str:
        return "COUNT" if COUNT.fullmatch(token) else ""

    def _pairs(self, place: int) -> bool:
        """Whether the word that must follow does follow."""
        partner = PAIRS.get(self.tokens[place])
        return partner is None or self.tokens[place + 1] == partner

    # -------------------------------------------------------------- mistakes

    def _note(self, kind: str, place: int) -> None:
        """Keep in mind where a statement begins."""
        mark = len(self.stack.state_stack), place + 1
        if kind == "LBRACE":
            self.begun.append(mark)
        elif kind == "RBRACE":
            self.begun.pop()
        elif kind in SEPARATORS:
            self.begun[-1] = mark

    def _after_mistake(self, place: int, states: list[int]) -> int | None:
        if self.begun[-1][1] > place:  # the end of a bad statement fits no better
            return None
        situation = self._situation(place, self._expected(states))
        if not self.report(situation):
            return None
        if len(self.begun) > 1:
            return self._skip(place)
        # What follows a whole declaration is left out; half of one is no use.
        self.spoiled = True
        return len(self.tokens) - 1 if situation.wants("$END") else None

    def _skip(self, place: int) -> int:
        """Drop the statement; the place of what ends it."""
        height, start = self.begun[-1]
        del self.stack.state_stack[height:]
        del self.stack.value_stack[height - 1 :]
        place = self._end_of_statement(place, self._column(start))
        self.begun[-1] = height, place + 1
        separates = self.tokens[place].type in SEPARATORS
        wanted = self.stack.parse_conf.states[self.stack.position]
        return place + (separates and self.tokens[place].type not in wanted)

    def _end_of_statement(self, place: int, column: int) -> int:
        """The next separator or closing brace; lines that are further indented belong to it."""
        depth = 0
        while True:
            kind = self.tokens[place].type
            goes_on = kind == "_NL" and self._column(place + 1) > column
            if depth == 0 and (kind in SEPARATORS or kind == "RBRACE") and not goes_on:
                return place
            depth += (kind == "LBRACE") - (kind == "RBRACE")
            place += 1

    def _begins_line(self, place: int) -> bool:
        start = self.tokens[place].start_pos or 0
        before = self.tokens[place - 1].end_pos if place else 0
        return "\n" in self.source.text[before:start]

    def _column(self, place: int) -> int:
        start = self.tokens[place].start_pos or 0
        return start - self.source.text.rfind("\n", 0, start)

    def _situation(self, place: int, expected: frozenset[str], too_deep: bool = False) -> Situation:
        height, start = self.begun[-1]
        opening = self.stack.parse_conf.states[self.stack.state_stack[:height][-1]]
        return Situation(
            tokens=self.tokens,
            place=place,
            start=min(start, place),
            depth=len(self.begun) - 1,
            expected=expected,
            starters=frozenset(filter(str.isupper, opening)),
            begins_line=self._begins_line(place),
            too_deep=too_deep,
        )

    # -------------------------------------------------------------- what would be accepted

    def _expected(self, states: list[int]) -> frozenset[str]:
        kinds = self.stack.parse_conf.states[states[-1]]
        return frozenset(kind for kind in kinds if kind.isupper() and self._accepts(states, kind))

    def _accepts(self, states: list[int], kind: str) -> bool:
        """Whether a token of the kind is taken in the end, after all reductions it asks for."""
        table = self.stack.parse_conf.states
        states = list(states)
        while states[-1] != self.stack.parse_conf.end_state:
            if kind not in table[states[-1]]:
                return False
            _, rule = table[states[-1]][kind]
            if not isinstance(rule, Rule):
                return True
            del states[len(states) - len(rule.expansion) :]
            states.append(table[states[-1]][rule.origin.name][1])
        return kind == "$END"
