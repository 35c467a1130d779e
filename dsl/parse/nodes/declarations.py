"""What a file declares, apart from kinds, places, strategies and scenarios."""

from lark import Token

from cubedsl.dsl.parse.nodes.base import Builder, number_in
from cubedsl.dsl.parse.nodes.expressions import only_value, value_in
from cubedsl.dsl.parse.nodes.statements import block, body, trigger_in
from cubedsl.dsl.parse.nodes.things import (
    also,
    attributes_in,
    limits,
    noun_name,
    one_noun,
)
from cubedsl.dsl.parse.syntax import Syntax
from cubedsl.dsl.tree import (
    AdviceDecl,
    AroundDecl,
    AttributeDecl,
    Deal,
    Equation,
    EventDecl,
    GameDecl,
    GroupDecl,
    MarkDecl,
    OptionDecl,
    Parameter,
    PartitionDecl,
    PhaseDecl,
    PieceDecl,
    Players,
    ProcedureDecl,
    ResourceDecl,
    RuleDecl,
    RulesetHead,
    SayDecl,
    SetDecl,
    SetLike,
    SheetDecl,
    StandingDecl,
    SymbolDecl,
    TableDecl,
    TallyDecl,
    TimingDecl,
    Use,
    ZoneDecl,
)
from cubedsl.dsl.tree.expressions import Name

# ------------------------------------------------------------------ the ruleset and its parts


def ruleset(b: Builder, part: Syntax) -> RulesetHead:
    """`ruleset "Friday night" extends "base.cube"`"""
    title, *extended = [token for token in part.children if isinstance(token, Token)]
    return RulesetHead(b.text(title), tuple(b.reference(one) for one in extended), b.span(part))


def use(b: Builder, part: Syntax) -> Use:
    """`use "flow.cube", "cards.cube"`"""
    return Use(b.texts(part), b.span(part))


def players(b: Builder, part: Syntax) -> Players:
    """`players 2 to 4`"""
    low, high = map(int, part.tokens("INT"))
    return Players(low, high, b.span(part))


def option(b: Builder, part: Syntax) -> OptionDecl:
    """`option laps = 1 in 1 to 3`"""
    between = part.part("range")
    return OptionDecl(
        name=b.first_name(part),
        default=only_value(b, part),
        span_of_values=limits(between) if between else None,
        words=b.names(part.part("names")),
        span=b.span(part),
    )


def set_(b: Builder, part: Syntax) -> SetDecl:
    """`set "Long evening" on "River" with laps 2 { "Old oak", "Big elk" }`"""
    title, *cards = b.texts(part)
    board = b.text_in(part.part("set_board"))
    return SetDecl(title, board, attributes_in(b, part), tuple(cards), (), b.span(part))


def set_like(b: Builder, part: Syntax) -> SetLike:
    """`set "Long evening" like "Evening" with "Old oak"`"""
    title, like = b.texts(part)
    return SetLike(title, like, deal_in(b, part), b.span(part))


def deal_in(b: Builder, part: Syntax) -> Deal | None:
    """What is otherwise in a set, if that is among the direct children."""
    deal = part.part("deal")
    if deal is None:
        return None
    swapped, without = deal.part("swapped"), deal.part("without")
    return Deal(
        board=b.text_in(deal.part("set_board")),
        cards=b.texts(swapped) if swapped else (),
        options=attributes_in(b, swapped) if swapped else (),
        without=b.texts(without) if without else (),
        span=b.span(deal),
    )


def advice(b: Builder, part: Syntax) -> AdviceDecl:
    """`advice "Cheap ones": at least 2 cards where cost <= 5`"""
    return AdviceDecl(
        text=b.first_text(part),
        at_least=part.has("LEAST"),
        number=int(next(part.tokens("INT"))),
        noun=b.first_name(part),
        where=value_in(b, part.part("where")),
        verbs=b.names(_names_in(part.part("verbs"))),
        span=b.span(part),
    )


def _names_in(part: Syntax | None) -> Syntax | None:
    return part.part("names") if part else None


def say(b: Builder, part: Syntax) -> SayDecl:
    """`say event dusk "when the sun sets"`"""
    sort, name, text = (child for child in part.children if isinstance(child, Token))
    return SayDecl(b.name(sort), b.name(name), b.text(text), b.span(part))


# ------------------------------------------------------------------ nouns and their classes


def piece(b: Builder, part: Syntax) -> PieceDecl:
    """`piece die/dice in cup with 6 faces`"""
    sides = number_in(part.part("sides"))
    return PieceDecl(noun_name(b, part), b.first_name(part), sides, b.span(part))


def sheet(b: Builder, part: Syntax) -> SheetDecl:
    """`sheet card/cards for die`"""
    return SheetDecl(noun_name(b, part), b.first_name(part), b.span(part))


def symbol(b: Builder, part: Syntax) -> SymbolDecl:
    """`symbol oak, elm`, `variant big`, `blank nothing`"""
    return SymbolDecl(str(part.children[0]), b.names(part.part("names")), b.span(part))


def partition(b: Builder, part: Syntax) -> PartitionDecl:
    """`partition shade/shades of die { dark = black, brown }`"""
    classes = tuple(equation(b, one) for one in part.parts("equation"))
    noun = one_noun(b, next(part.parts("noun")))
    return PartitionDecl(noun, _owner(b, part), classes, b.span(part))


def equation(b: Builder, part: Syntax) -> Equation:
    """`dark = black, brown`"""
    return Equation(b.first_name(part), b.names(part.part("names")), b.span(part))


def group(b: Builder, part: Syntax) -> GroupDecl:
    """`group treasure = copper, silver`"""
    return GroupDecl(equation(b, next(part.parts("equation"))), b.span(part))


def _owner(b: Builder, part: Syntax) -> Name:
    return b.first_name(next(part.parts("owner")))


def _until(b: Builder, part: Syntax) -> Name | None:
    return b.name_in(part.part("until"))


# ------------------------------------------------------------------ what the game has


def resource(b: Builder, part: Syntax) -> ResourceDecl:
    """`resource coin/coins = 3 supply 40 until turn_end`"""
    return ResourceDecl(
        nouns=tuple(one_noun(b, one) for one in part.parts("noun")),
        default=value_in(b, part),
        supply=number_in(part.part("supply")),
        until=_until(b, part),
        span=b.span(part),
    )


def zone(b: Builder, part: Syntax) -> ZoneDecl:
    """`zone hand of player private`, `zone deck shared hidden ordered`"""
    names, modifiers = b.names(part.part("names")), b.names(part.part("modifiers"))
    return ZoneDecl(names, b.name_in(part.part("owner")), modifiers, b.span(part))


def attribute(b: Builder, part: Syntax) -> AttributeDecl:
    """`attribute cost of die = 0`"""
    names = b.names(part.part("names"))
    return AttributeDecl(names, _owner(b, part), value_in(b, part), b.span(part))


def table(b: Builder, part: Syntax) -> TableDecl:
    """`table worth of card`"""
    return TableDecl(b.names(part.part("names")), _owner(b, part), b.span(part))


def mark(b: Builder, part: Syntax) -> MarkDecl:
    """`mark lent until turn_end`, `mark painted also counts as blue`"""
    counts = part.part("also")
    return MarkDecl(
        b.names(part.part("names")),
        _until(b, part),
        also(b, counts) if counts else None,
        b.span(part),
    )


def event(b: Builder, part: Syntax) -> EventDecl:
    """`event push, pushed`"""
    return EventDecl(b.names(part.part("names")), b.span(part))


def timing(b: Builder, part: Syntax) -> TimingDecl:
    """`timing now of dice in active ongoing`"""
    names, zone_name = b.names(part.part("names")), b.first_name(part)
    return TimingDecl(names, _owner(b, part), zone_name, part.has("ONGOING"), b.span(part))


def tally(b: Builder, part: Syntax) -> TallyDecl:
    """`tally gained of player counts gain coins until turn_end`"""
    name, verb, *what = b.names(part)
    counted = what[0] if what else None
    return TallyDecl(name, _owner(b, part), verb, counted, _until(b, part), b.span(part))


def rule(b: Builder, part: Syntax) -> RuleDecl:
    """`rule aim of checker as c = …`"""
    return RuleDecl(
        name=b.first_name(part),
        of=b.name_in(part.part("owner")),
        alias=b.name_in(part.part("alias")),
        value=only_value(b, part),
        assumed=part.has("ASSUMED"),
        span=b.span(part),
    )


# ------------------------------------------------------------------ procedure


def procedure(b: Builder, part: Syntax) -> ProcedureDecl:
    """`to give (die gift) to (player receiver) { … }`"""
    parameters = tuple(_parameter(b, one) for one in part.parts("parameter", "prep_parameter"))
    done = block(b, next(part.parts("block")))
    return ProcedureDecl(b.first_name(part), parameters, done, b.span(part))


def _parameter(b: Builder, part: Syntax) -> Parameter:
    inner = next(part.parts("parameter"), part)
    preposition = "" if inner is part else str(part.children[0])
    kind, name = b.names(inner)
    condition = value_in(b, inner.part("where"))
    return Parameter(preposition, inner.has("NUMBER"), kind, name, condition, b.span(part))


def phase(b: Builder, part: Syntax) -> PhaseDecl:
    """`phase round { … }`"""
    return PhaseDecl(b.first_name(part), block(b, next(part.parts("block"))), b.span(part))


def game(b: Builder, part: Syntax) -> GameDecl:
    """`game { … }`"""
    return GameDecl(block(b, next(part.parts("block"))), b.span(part))


def standing(b: Builder, part: Syntax) -> StandingDecl:
    """`on turn_end if some card in deck: …`"""
    trigger = trigger_in(b, part)
    assert trigger is not None
    condition = value_in(b, part.part("condition"))
    return StandingDecl(trigger, condition, body(b, part), b.span(part))


def around(b: Builder, part: Syntax) -> AroundDecl:
    """`before judge: …`, `after set_up if short { … }`"""
    return AroundDecl(
        before=part.has("BEFORE"),
        name=b.first_name(part),
        condition=value_in(b, part.part("condition")),
        body=body(b, part),
        span=b.span(part),
    )
