"""The position at the beginning of a scenario."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import tests
from cubedsl.dsl.check.piles import piles
from cubedsl.dsl.check.places import zone_of
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import kinds, names, scenes
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.scenes import Fill, GiveCell, GiveToken
from cubedsl.dsl.model.things import Owner, Token
from cubedsl.dsl.model.types import PLAYER, SPACE, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean

Fact = Fill | GiveCell | GiveToken


def facts(scope: Scope, seat: int | None, seats: dict[str, int], node: tree.Given) -> list[Fact]:
    """All that a `given` says."""
    found: list[Fact | None] = []
    for one in node.facts:
        match one:
            case tree.Holds():
                found.append(_fill(scope, seat, one))
            case tree.GivenValue():
                found.append(_value(scope, seat, seats, one))
    return [one for one in found if one is not None]


def _fill(scope: Scope, seat: int | None, node: tree.Holds) -> Fill | None:
    name = " ".join(word.text for word in node.zone.words)
    zone = scope.world.zones.get(name)
    if zone is None:
        scope.wrong(
            names.UNKNOWN_ZONE,
            node.zone.words[0].span.to(node.zone.words[-1].span),
            f"unknown zone `{name}`",
            help=did_you_mean(name, scope.world.zones),
        )
        return None
    place = None
    if zone.owner is not Owner.PLAYER:
        place = zone_of(scope, zone, node.zone.of, node.zone.span)
    elif seat is None or node.zone.of is not None:
        scope.wrong(
            scenes.BAD_GIVEN, node.zone.span, f"whose `{zone.name}`? write `given NAME {{ … }}`"
        )
        return None
    of = place.owner if place is not None else None
    if place is not None and zone.owner is Owner.GAME:
        seat = None
    return Fill(seat, zone, of, piles(scope, node.piles, given=True), node.span)


def _value(
    scope: Scope, seat: int | None, seats: dict[str, int], node: tree.GivenValue
) -> Fact | None:
    word = node.target.words[-1]
    match node.target.of:
        case tree.Words(words=(owner,), of=None) if owner.text in scope.world.tokens:
            return _step(scope, seat, scope.world.tokens[owner.text], node)
        case tree.Words(words=(owner,), of=None) if owner.text in seats:
            seat = seats[owner.text]
    if word.text in scope.world.tokens:
        token = scope.world.tokens[word.text]
        return _token(scope, seat, token, scope.things(node.value), node.span)
    return _cell(scope, seat, word, node)


def _step(scope: Scope, seat: int | None, token: Token, node: tree.GivenValue) -> GiveToken | None:
    number = scope.number(node.value)
    if token.board not in scope.world.paths or node.target.words[-1].text != "step":
        scope.wrong(
            scenes.BAD_GIVEN,
            node.target.span,
            "only `step of` a token on a path can be given so",
            help=f"`{token.name} = space(row, number)` puts it somewhere on a board",
        )
        return None
    return _token(scope, seat, token, core.StopAt(token.board, number, node.span), node.span)


def _token(
    scope: Scope, seat: int | None, token: Token, space: core.Expr, span: Span
) -> GiveToken | None:
    if seat is None:
        scope.wrong(scenes.BAD_GIVEN, span, f"whose `{token.name}`? write `given NAME {{ … }}`")
        return None
    if not tests.fits(Things(SPACE, one=True), space.type):
        scope.wrong(kinds.WRONG_KIND, space.span, f"a space is needed, but this is {space.type}")
        return None
    return GiveToken(seat, token, space, span)


def _cell(
    scope: Scope, seat: int | None, word: tree.Name, node: tree.GivenValue
) -> GiveCell | None:
    memory = scope.world.memory
    own, game = memory.get((PLAYER.name, word.text)), memory.get(("", word.text))
    cell = own if seat is not None and own is not None else game
    if cell is None:
        known = [name for owner, name in memory if owner in ("", PLAYER.name)]
        help: str | None = did_you_mean(word.text, known)
        if own is not None:
            help = f"whose? write `given NAME {{ {word.text} = … }}`"
        scope.wrong(scenes.BAD_GIVEN, word.span, f"`{word.text}` cannot be given here", help=help)
        return None
    value = scope.value(node.value, cell.type)
    if not tests.fits(cell.type, value.type):
        scope.wrong(
            kinds.WRONG_KIND,
            node.value.span,
            f"`{word.text}` keeps {cell.type}, but this is {value.type}",
        )
    return GiveCell(seat if cell.owner is Owner.PLAYER else None, cell, value, node.span)
