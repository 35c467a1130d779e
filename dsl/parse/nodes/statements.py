"""Statements, blocks and triggers."""

from collections.abc import Callable
from typing import TypeAlias

from cubedsl.dsl.parse.nodes.base import Builder
from cubedsl.dsl.parse.nodes.expressions import (
    expressions,
    noun_phrase,
    of_in,
    only_value,
    pick,
    things_or_several,
    value_in,
    words_in,
)
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.tree.expressions import Name
from cubedsl.dsl.tree.statements import (
    Acting,
    Assign,
    Block,
    Choice,
    Choose,
    ChooseNumber,
    Each,
    ForEach,
    If,
    InsteadOf,
    Later,
    Let,
    May,
    Menu,
    Must,
    On,
    Phrase,
    Preposition,
    Repeat,
    Statement,
    Target,
    Trigger,
    While,
)

_Make: TypeAlias = Callable[[Builder, Syntax], Statement]

# ------------------------------------------------------------------ entry points


def statement(b: Builder, part: Syntax) -> Statement:
    """Any production that does something."""
    made: Statement = Block((), b.span(part))
    if b.descend(part):
        made = STATEMENTS[part.data](b, part)
    b.ascend()
    return made


def block(b: Builder, part: Syntax) -> Block:
    """`{ … }`"""
    return Block(tuple(statement(b, one) for one in part.parts()), b.span(part))


def body(b: Builder, part: Syntax) -> Block:
    """What stands last in a production: a block, or the one statement after a colon."""
    last = part.children[-1]
    assert isinstance(last, Syntax)
    return block(b, last) if last.data == "block" else _block_of_one(b, last)


def _block_of_one(b: Builder, part: Syntax) -> Block:
    return Block((statement(b, part),), b.span(part))


def trigger_in(b: Builder, part: Syntax) -> Trigger | None:
    """`on E` or `instead of E` among the direct children."""
    found = next(part.parts("on", "instead"), None)
    if found is None:
        return None
    make = On if found.data == "on" else InsteadOf
    return make(b.first_name(found), b.span(found))


def target(b: Builder, part: Syntax) -> Target:
    """What `set` and `given` change."""
    return Target(words_in(b, part), of_in(b, part), b.span(part))


def _alias(b: Builder, part: Syntax) -> Name:
    return b.first_name(next(part.parts("alias")))


# ------------------------------------------------------------------ values and conditions


def _let(b: Builder, part: Syntax) -> Let:
    return Let(b.first_name(part), only_value(b, part), part.has("ASSUMED"), b.span(part))


def _assign(b: Builder, part: Syntax) -> Assign:
    changed = target(b, next(part.parts("target")))
    return Assign(changed, only_value(b, part), part.has("ASSUMED"), b.span(part))


def _if(b: Builder, part: Syntax) -> If:
    return If(only_value(b, part), body(b, part), None, b.span(part))


def _if_block(b: Builder, part: Syntax) -> If:
    condition, then, *rest = part.parts()
    otherwise = body(b, part) if rest else None
    return If(only_value(b, part), block(b, then), otherwise, b.span(part))


# ------------------------------------------------------------------ loops and players


def _while(b: Builder, part: Syntax) -> While:
    return While(only_value(b, part), body(b, part), b.span(part))


def _repeat(b: Builder, part: Syntax) -> Repeat:
    return Repeat(only_value(b, part), body(b, part), b.span(part))


def _for_each(b: Builder, part: Syntax) -> ForEach:
    phrase = things_or_several(b, next(part.parts()))
    return ForEach(phrase, b.name_in(part.part("alias")), body(b, part), b.span(part))


def _each(b: Builder, part: Syntax) -> Each:
    phrase = noun_phrase(b, next(part.parts("things")))
    return Each(part.has("SECRETLY"), phrase, body(b, part), b.span(part))


def _acting(b: Builder, part: Syntax) -> Acting:
    return Acting(noun_phrase(b, next(part.parts("things"))), body(b, part), b.span(part))


# ------------------------------------------------------------------ choices


def _choose(b: Builder, part: Syntax) -> Choose:
    return Choose(pick(b, next(part.parts("pick"))), _alias(b, part), b.span(part))


def _choose_number(b: Builder, part: Syntax) -> ChooseNumber:
    low, high = expressions(b, part)
    return ChooseNumber(low, high, _alias(b, part), b.span(part))


def _menu(b: Builder, part: Syntax) -> Menu:
    choices = tuple(_choice(b, one) for one in part.parts("choice"))
    return Menu(b.first_name(part), choices, b.span(part))


def _choice(b: Builder, part: Syntax) -> Choice:
    condition = value_in(b, part.part("condition"))
    return Choice(b.first_name(part), condition, body(b, part), b.span(part))


def _may(b: Builder, part: Syntax) -> May:
    return May(body(b, part), b.span(part))


def _must(b: Builder, part: Syntax) -> Must:
    return Must(body(b, part), b.span(part))


def _later(b: Builder, part: Syntax) -> Later:
    trigger = trigger_in(b, part)
    assert trigger is not None
    return Later(trigger, b.name_in(part.part("until")), body(b, part), b.span(part))


# ------------------------------------------------------------------ verbs


def _phrase(b: Builder, part: Syntax) -> Phrase:
    per = part.part("per")
    return Phrase(
        b.first_name(part),
        value_in(b, part),
        tuple(_preposition(b, one) for one in part.parts("preposition")),
        things_or_several(b, next(per.parts())) if per else None,
        part.has("ASSUMED"),
        b.span(part),
    )


def _preposition(b: Builder, part: Syntax) -> Preposition:
    return Preposition(str(part.children[0]), only_value(b, part), b.span(part))


STATEMENTS: dict[str, _Make] = {
    "let": _let,
    "assign": _assign,
    "if": _if,
    "if_block": _if_block,
    "while": _while,
    "repeat": _repeat,
    "for_each": _for_each,
    "each": _each,
    "acting": _acting,
    "choose": _choose,
    "choose_number": _choose_number,
    "menu": _menu,
    "may": _may,
    "must": _must,
    "later": _later,
    "phrase": _phrase,
}
