"""Every mistake is found once, where it is, and hides no other; nothing is too bad to be read."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import BadProgram, bad_programs, found
from cubedsl.dsl.codes import syntax
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics
from cubedsl.dsl.parse.parser import parse
from cubedsl.dsl.source import Source

PROGRAMS = bad_programs("syntax")


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    out = Diagnostics()
    parse(Source("a.cube", text), out)
    return out.all


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_a_bad_program_gives_what_it_says(program: BadProgram) -> None:
    assert found(mistakes(program.text)) == program.expected


# ------------------------------------------------------------------ what is said


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        (
            "game { if a: b else c }",
            "else",
            "`else` needs braces, and an `if` with braces before it",
            "write `if … { … } else { … }`",
        ),
        (
            "game { gain 2 coins until turn_end }",
            "until",
            "a statement has no `until`",
            "say how long it lasts where it is declared, or write `later on …`",
        ),
        (
            "game { let while = 3 }",
            "while",
            "`while` is a word of the language: it is no name and no part of one",
            None,
        ),
        (
            "to shake extends { }",
            "extends",
            "what a verb is done to stands in parentheses",
            "write `(extends)`",
        ),
        ("players many", "many", "`many` cannot stand here: expected a number of players", None),
        ("use flow", "flow", "a title stands in quotes", 'write `"flow"`'),
        ("evnt a, b", "evnt", "no declaration begins with `evnt`", "did you mean `event`?"),
        ("rule r = 1 +", "", "the line ends too early: expected a value", None),
        (
            "game { later stop: a }",
            "stop",
            "`stop` cannot stand here: expected `instead` or `on`",
            None,
        ),
        ("game { if rich gain 2 coins }", "gain", "a `:` or `{` is missing after `rich`", None),
        ("zone a", "", "the line ends too early: expected `of` and whose it is, or `shared`", None),
        ("game { 3 }", "3", "`3` cannot stand here: expected a statement", None),
        (
            "die red {\n",
            "{",
            "this `{` is never closed",
            "a `}` is missing, at the latest after line 1",
        ),
        (
            "event a, b,\nzone c shared",
            "",
            "the line ends too early: expected the name of an event",
            None,
        ),
    ],
)
def test_a_message_is_in_the_readers_words(
    text: str, place: str, message: str, help: str | None
) -> None:
    (one,) = mistakes(text)
    assert (one.primary.span.text, one.message, one.help) == (place, message, help)


def test_no_message_names_a_terminal() -> None:
    said = [f"{one.message} {one.help}" for program in PROGRAMS for one in mistakes(program.text)]
    assert [one for one in said if re.search(r"\b[A-Z]{2,}\b|\$END|_NL|__", one)] == []


def test_a_long_word_is_cut_in_a_message() -> None:
    (one,) = mistakes("players " + "a" * 1000)
    assert len(one.message) < 120


def test_the_place_of_a_missing_end_is_the_end_of_the_line() -> None:
    (one,) = mistakes("rule r =   # why\n\n\nevent a")
    assert str(one.primary.span) == "a.cube:1:9"


# ------------------------------------------------------------------ too much of everything


@pytest.mark.parametrize(
    "text",
    [
        "rule r = " + "(" * 10_000 + "1" + ")" * 10_000,
        "rule r = " + "(" * 10_000,
        "rule r = " + "not " * 10_000 + "a",
        "rule r = 1" + " + 1" * 10_000,
        "rule r = a" + " or a" * 10_000,
        "rule r = " + "a of " * 10_000 + "b",
        "rule r = " + "a if b else " * 10_000 + "c",
        "game " + "{" * 10_000 + "}" * 10_000,
        "game {" + "if a {" * 10_000 + "}" * 10_001,
        "game {" + "if a: " * 10_000 + "b }",
        "game { if a { b }" + " else if a { b }" * 10_000 + "}",
        "game {" + "must " * 10_000 + "b }",
    ],
    ids=lambda text: text[:25],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    (one,) = mistakes(text)
    assert one.code in (syntax.TOO_DEEP, syntax.UNCLOSED_PARENTHESIS, syntax.UNEXPECTED)
    assert time.process_time() - start < 5


def test_what_is_nested_fifty_times_is_understood() -> None:
    assert mistakes("rule r = " + "(" * 50 + "1" + ")" * 50) == ()
    assert mistakes("game {" + "if a {" * 50 + "b" + "}" * 51) == ()
    assert mistakes("rule r = 1" + " + 1" * 80) == ()


@pytest.mark.parametrize(
    "junk", ["a ", "(", ")", "{", "}", "}\n", '"', '"""\n', "/*\n", "#\n", ";"]
)
def test_a_large_file_of_junk_ends_soon(junk: str) -> None:
    start = time.process_time()
    assert 1 <= len(mistakes(junk * (4_000_000 // len(junk)))) <= 102
    assert time.process_time() - start < 10


WORDS = """
    game card die event rule to set if else for each while choose as of in where with until a b
    coins { } ( ) : ; , = + - * / < != 1 2 x3 20% "A" \"\"\" #
"""
TOKENS = [*WORDS.split(), "\n", "\t", "\u200b"]


@given(st.lists(st.sampled_from(TOKENS), max_size=60).map(" ".join) | st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    for one in mistakes(text):
        assert 0 <= one.primary.span.start <= one.primary.span.end <= len(text)
        assert one.message
