"""Expressions, noun phrases and picks."""

from collections.abc import Callable
from typing import TypeAlias

from cubedsl.dsl.codes import syntax
from cubedsl.dsl.parse.nodes.base import Builder
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.tree.expressions import (
    After,
    AmountOf,
    AnyNumber,
    Binary,
    Call,
    Clause,
    Compare,
    Conditional,
    Divide,
    Exactly,
    Expr,
    Extreme,
    From,
    In,
    Is,
    IsIn,
    Likeness,
    Logic,
    Lookup,
    Name,
    Nearest,
    Negate,
    NextTo,
    Not,
    NounPhrase,
    Number,
    Percent,
    Pick,
    Place,
    Quantity,
    Some,
    UpTo,
    Where,
    Within,
    Words,
    YesNo,
)

_Make: TypeAlias = Callable[[Builder, Syntax], Expr]

# ------------------------------------------------------------------ entry points


def expression(b: Builder, part: Syntax) -> Expr:
    """Any production that has a value."""
    made: Expr = YesNo(False, b.span(part))
    if b.descend(part):
        made = EXPRESSIONS[part.data](b, part)
    b.ascend()
    return made


def expressions(b: Builder, part: Syntax) -> tuple[Expr, ...]:
    """All direct children that have a value."""
    return tuple(expression(b, one) for one in part.parts() if one.data in EXPRESSIONS)


def value_in(b: Builder, part: Syntax | None) -> Expr | None:
    """The first direct child that has a value."""
    found = (one for one in part.parts() if one.data in EXPRESSIONS) if part else iter(())
    first = next(found, None)
    return expression(b, first) if first else None


def only_value(b: Builder, part: Syntax) -> Expr:
    """The direct child that has a value, where the grammar puts one."""
    return expression(b, next(one for one in part.parts() if one.data in EXPRESSIONS))


# ------------------------------------------------------------------ words and phrases


def words_in(b: Builder, part: Syntax | None) -> tuple[Name, ...]:
    """The words of a direct child `words`."""
    return b.names(part.part("words")) if part else ()


def of_in(b: Builder, part: Syntax) -> Expr | None:
    """Whose they are: the direct child `of`."""
    return value_in(b, part.part("of"))


def noun_phrase(b: Builder, part: Syntax) -> NounPhrase:
    """Words, `of` and clauses, wherever they stand in a production."""
    first = next(part.parts("words"))
    span = b.span(first).to(b.span(part))
    return NounPhrase(words_in(b, part), of_in(b, part), _clauses(b, part), span)


def _whole_phrase(b: Builder, part: Syntax) -> NounPhrase:
    """A phrase that stands alone; of what is not a noun with `of`, the clause belongs behind it."""
    made = noun_phrase(b, part)
    if made.of is not None and made.words[-1].text not in WITH_OF:
        where_it_stands = made.clauses[0].span
        written = f"{made.of.span.text} {where_it_stands.text.split()[0]}"
        b.out.add(
            syntax.WHOSE,
            where_it_stands,
            "after `of` stands one name, and `where` needs more",
            help=f"put it in parentheses: `of ({written} …)`",
        )
    return made


def pick(b: Builder, part: Syntax) -> Pick:
    """A number and a noun phrase."""
    return Pick(_quantity(b, next(part.parts())), noun_phrase(b, part), b.span(part))


def things_or_several(b: Builder, part: Syntax) -> NounPhrase | Pick:
    """A noun phrase, perhaps with a number: `dice in cup`, `2 dice in cup with same face`."""
    return pick(b, part) if part.data.endswith("several") else noun_phrase(b, part)


def _quantity(b: Builder, part: Syntax) -> Quantity:
    match part.data:
        case "exactly":
            return Exactly(only_value(b, part), b.span(part))
        case "up_to":
            return UpTo(only_value(b, part), b.span(part))
        case _:
            return AnyNumber(b.span(part))


def _amount(b: Builder, part: Syntax) -> AmountOf:
    return AmountOf(words_in(b, part), only_value(b, part), _clauses(b, part), b.span(part))


# ------------------------------------------------------------------ clauses


def place(b: Builder, part: Syntax) -> Place:
    """One place behind `in`."""
    if part.data == "place_value":
        return Place((), None, only_value(b, part), False, b.span(part))
    return Place(words_in(b, part), of_in(b, part), None, part.has("ANY"), b.span(part))


def _clauses(b: Builder, part: Syntax) -> tuple[Clause, ...]:
    return tuple(CLAUSES[one.data](b, one) for one in part.parts() if one.data in CLAUSES)


def _in(b: Builder, part: Syntax) -> In:
    return In(tuple(place(b, one) for one in part.parts()), b.span(part))


def _nearest(b: Builder, part: Syntax) -> Nearest:
    return Nearest(only_value(b, part), b.span(part))


def _within(b: Builder, part: Syntax) -> Within:
    distance, there = expressions(b, part)
    return Within(distance, there, b.span(part))


def _extreme(b: Builder, part: Syntax) -> Extreme:
    return Extreme(part.has("MOST"), only_value(b, part), b.span(part))


def _likeness(b: Builder, part: Syntax) -> Likeness:
    how = next(word for word in HOW if part.has(word.upper()))
    return Likeness(how, b.first_name(part), b.span(part))


def where(b: Builder, part: Syntax) -> Where:
    """`where` and its condition."""
    return Where(only_value(b, part), b.span(part))


WITH_OF = ("face", "faces", "kind", "kinds")
HOW = ("same", "different", "consecutive")
CLAUSES: dict[str, Callable[[Builder, Syntax], Clause]] = {
    "in": _in,
    "from": lambda b, part: From(only_value(b, part), b.span(part)),
    "after": lambda b, part: After(only_value(b, part), b.span(part)),
    "next_to": lambda b, part: NextTo(only_value(b, part), b.span(part)),
    "within": _within,
    "nearest": _nearest,
    "likeness": _likeness,
    "extreme": _extreme,
    "where": where,
}

# ------------------------------------------------------------------ values


def number(b: Builder, part: Syntax) -> Number:
    """A whole number."""
    return Number(int(next(part.tokens("INT"))), b.span(part))


def _percent(b: Builder, part: Syntax) -> Percent:
    return Percent(int(next(part.tokens("PERCENT"))), b.span(part))


def yes_no(b: Builder, part: Syntax) -> YesNo:
    """`yes` or `no`."""
    return YesNo(part.has("YES"), b.span(part))


def _get(b: Builder, part: Syntax) -> Words:
    return Words(words_in(b, part), of_in(b, part), b.span(part))


def _call(b: Builder, part: Syntax) -> Call:
    return Call(b.first_name(part), expressions(b, part), b.span(part))


def _parens(b: Builder, part: Syntax) -> Expr:
    return only_value(b, part)


# ------------------------------------------------------------------ operators


def _sides(b: Builder, part: Syntax) -> tuple[Expr, Expr]:
    left, right = part.parts()
    return expression(b, left), expression(b, right)


def _operator(part: Syntax) -> str:
    return next(str(child) for child in part.children if not isinstance(child, Syntax))


def _binary(b: Builder, part: Syntax) -> Binary:
    return Binary(_operator(part), *_sides(b, part), b.span(part))


def _compare(b: Builder, part: Syntax) -> Compare:
    return Compare(_operator(part), *_sides(b, part), b.span(part))


def _logic(b: Builder, part: Syntax) -> Logic:
    return Logic(_operator(part), *_sides(b, part), b.span(part))


def _divide(b: Builder, part: Syntax) -> Divide:
    left, right = expressions(b, part)
    rounding = part.part("rounding")
    return Divide(left, right, _operator(rounding) if rounding else None, b.span(part))


def _lookup(b: Builder, part: Syntax) -> Lookup:
    return Lookup(*_sides(b, part), b.span(part))


def _negative(b: Builder, part: Syntax) -> Negate:
    return Negate(only_value(b, part), b.span(part))


def _not(b: Builder, part: Syntax) -> Not:
    return Not(only_value(b, part), b.span(part))


def _is(b: Builder, part: Syntax) -> Is:
    left, right = _sides(b, part)
    return Is(left, part.has("NOT"), right, b.span(part))


def _is_in(b: Builder, part: Syntax) -> IsIn:
    value, there = part.parts()
    return IsIn(expression(b, value), part.has("NOT"), place(b, there), b.span(part))


def _some(b: Builder, part: Syntax) -> Some:
    return Some(part.has("NO"), things_or_several(b, next(part.parts())), b.span(part))


def _conditional(b: Builder, part: Syntax) -> Conditional:
    then, condition, otherwise = expressions(b, part)
    return Conditional(condition, then, otherwise, b.span(part))


EXPRESSIONS: dict[str, _Make] = {
    "number": number,
    "percent": _percent,
    "text": lambda b, part: b.first_text(part),
    "yes_no": yes_no,
    "get": _get,
    "noun_phrase": _whole_phrase,
    "pick": pick,
    "somebody": pick,
    "amount": _amount,
    "call": _call,
    "parens": _parens,
    "binary": _binary,
    "divide": _divide,
    "negative": _negative,
    "compare": _compare,
    "logic": _logic,
    "not": _not,
    "is": _is,
    "is_in": _is_in,
    "some": _some,
    "lookup": _lookup,
    "conditional": _conditional,
}
