"""Strategies and scenarios."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from lark import Token

from cubedsl.dsl.parse.nodes.base import Builder, number_in
from cubedsl.dsl.parse.nodes.expressions import (
    expressions,
    number,
    only_value,
    value_in,
    words_in,
    yes_no,
)
from cubedsl.dsl.parse.nodes.statements import target
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.tree.expressions import Expr, Name, Number, Text, YesNo
from cubedsl.dsl.tree.scenes import (
    At,
    Best,
    Chooses,
    Chosen,
    Given,
    GivenValue,
    Holds,
    Like,
    Line,
    MayNotChoose,
    Otherwise,
    Pile,
    Prefer,
    Quality,
    Rolls,
    Scenario,
    Seats,
    Setting,
    Start,
    Strategy,
    TakeOption,
    Then,
    Wish,
    With,
)

_MakeWish: TypeAlias = Callable[[Builder, Syntax], Wish]
_MakeLine: TypeAlias = Callable[[Builder, Syntax], Line]

# ------------------------------------------------------------------ strategies


def strategy(b: Builder, part: Syntax) -> Strategy:
    """`strategy "Hold at 20" for pig { … }`"""
    advice = tuple(_advice(b, one) for one in part.parts("at", "otherwise"))
    ruleset = b.name_in(part.part("for_ruleset"))
    return Strategy(b.first_text(part), ruleset, advice, b.span(part))


def _advice(b: Builder, part: Syntax) -> At | Otherwise:
    wishes = tuple(WISHES[one.data](b, one) for one in part.parts())
    if part.data == "otherwise":
        return Otherwise(wishes[0], b.span(part))
    return At(b.first_name(part), b.text_in(part), wishes, b.span(part))


def _when(b: Builder, part: Syntax) -> Expr | None:
    return value_in(b, part.part("when"))


def _take(b: Builder, part: Syntax) -> TakeOption:
    option = b.name_in(part) or _answer(b, part) or b.first_text(part)
    return TakeOption(option, _when(b, part), b.span(part))


def _answer(b: Builder, part: Syntax) -> Name | None:
    """`yes` or `no` where it is the name of an option."""
    token = part.token("YES") or part.token("NO")
    return b.name(token) if token else None


def _prefer(b: Builder, part: Syntax) -> Prefer:
    return Prefer(expressions(b, part), _when(b, part), b.span(part))


def _best(b: Builder, part: Syntax) -> Best:
    return Best(part.has("MOST"), only_value(b, part), _when(b, part), b.span(part))


def _like(b: Builder, part: Syntax) -> Like:
    return Like(b.first_text(part), _when(b, part), b.span(part))


WISHES: dict[str, _MakeWish] = {
    "take": _take,
    "prefer": _prefer,
    "best": _best,
    "like": _like,
}

# ------------------------------------------------------------------ scenarios


def scenario(b: Builder, part: Syntax) -> Scenario:
    """`scenario "A one loses the pot" cites "Rolling" { … }`"""
    ruleset = b.name_in(part.part("for_ruleset"))
    cites = b.text_in(part.part("cites"))
    lines = tuple(LINES[one.data](b, one) for one in part.parts() if one.data in LINES)
    return Scenario(b.first_text(part), ruleset, cites, lines, b.span(part))


def _seats(b: Builder, part: Syntax) -> Seats:
    return Seats(b.names(part.part("names")), b.span(part))


def _with(b: Builder, part: Syntax) -> With:
    return With(tuple(_setting(b, one) for one in part.parts("setting")), b.span(part))


def _setting(b: Builder, part: Syntax) -> Setting:
    name, value = part.children
    assert isinstance(name, Token)
    return Setting(b.name(name), _setting_value(b, value), b.span(part))


def _setting_value(b: Builder, value: object) -> Name | Text | Number | YesNo:
    match value:
        case Token(type="STRING"):
            return b.text(value)
        case Token():
            return b.name(value)
        case Syntax(data="number"):
            return number(b, value)
        case Syntax():
            return yes_no(b, value)
    raise TypeError(value)


def _given(b: Builder, part: Syntax) -> Given:
    facts = tuple(_fact(b, one) for one in part.parts())
    return Given(b.name_in(part), facts, b.span(part))


def _fact(b: Builder, part: Syntax) -> Holds | GivenValue:
    if part.data == "holds":
        return Holds(target(b, next(part.parts("target"))), _piles(b, part), b.span(part))
    return GivenValue(target(b, next(part.parts("target"))), only_value(b, part), b.span(part))


def _piles(b: Builder, part: Syntax) -> tuple[Pile, ...]:
    return tuple(_pile(b, one) for one in part.parts("pile"))


def _pile(b: Builder, part: Syntax) -> Pile:
    count, number = _numbers(part)
    words, face = words_in(b, part), part.part("as_face")
    qualities = [_quality(b, one) for one in part.parts("quality")]
    if number is not None:
        qualities.insert(0, Quality(words[-1], number, words[-1].span))
        words = words[:-1]
    return Pile(
        count,
        words,
        tuple(qualities),
        words_in(b, face),
        number_in(face),
        b.span(part),
    )


def _quality(b: Builder, part: Syntax) -> Quality:
    return Quality(b.first_name(part), number_in(part) or 0, b.span(part))


def _start(b: Builder, part: Syntax) -> Start:
    return Start(b.first_name(part), b.span(part))


def _rolls(b: Builder, part: Syntax) -> Rolls:
    return Rolls(b.first_name(part), _piles(b, part), b.span(part))


def _chooses(b: Builder, part: Syntax) -> Chooses:
    decision = b.name_in(part.part("decision"))
    return Chooses(b.first_name(part), decision, tuple(_chosen(b, part)), b.span(part))


def _may_not(b: Builder, part: Syntax) -> MayNotChoose:
    decision = b.name_in(part.part("decision"))
    return MayNotChoose(b.first_name(part), decision, tuple(_chosen(b, part)), b.span(part))


def _then(b: Builder, part: Syntax) -> Then:
    return Then(only_value(b, part), b.span(part))


def _chosen(b: Builder, part: Syntax) -> Iterator[Chosen]:
    return (_one_chosen(b, one) for one in part.parts(*CHOSEN))


def _one_chosen(b: Builder, part: Syntax) -> Chosen:
    count, amount = _numbers(part)
    face, answer = part.part("as_face"), _answer(b, part)
    return Chosen(
        count=count,
        words=(answer,) if answer else words_in(b, part),
        amount=amount,
        title=b.text_in(part),
        zone=words_in(b, part.part("in_zone")),
        face=words_in(b, face),
        face_amount=number_in(face),
        span=b.span(part),
    )


def _numbers(part: Syntax) -> tuple[int | None, int | None]:
    """The number before the words, and the one behind them or without words."""
    before, behind = None, None
    for place, child in enumerate(part.children):
        if isinstance(child, Token) and child.type == "INT":
            counts = place == 0 and part.data in ("chosen", "pile")
            before, behind = (int(child), behind) if counts else (before, int(child))
    return before, behind


CHOSEN = ("chosen", "chosen_title", "chosen_number", "chosen_answer")

LINES: dict[str, _MakeLine] = {
    "seats": _seats,
    "with": _with,
    "given": _given,
    "start": _start,
    "rolls": _rolls,
    "chooses": _chooses,
    "may_not": _may_not,
    "then": _then,
}
