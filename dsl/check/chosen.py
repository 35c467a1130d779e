"""What players choose in scenarios: an option by its name, or a thing by what describes it."""

from cubedsl.dsl import tree
from cubedsl.dsl.check import legends, piles, strategies, words
from cubedsl.dsl.check.scope import Scope
from cubedsl.dsl.codes import scenes
from cubedsl.dsl.model import expressions as core
from cubedsl.dsl.model.ruleset import DecisionShape
from cubedsl.dsl.model.scenes import OfNoun, Wanted
from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.model.types import FLAG, NUMBER, PLAYER, SPACE, Noun, Sort, Things
from cubedsl.dsl.source import Span
from cubedsl.dsl.suggest import did_you_mean, fold


def shape(scope: Scope, name: tree.Name | None) -> DecisionShape:
    """What the decision can offer; without a name: what any can."""
    found = strategies.decision(scope, name) if name is not None else None
    return found or strategies.everything(scope)


def wanted(
    scope: Scope,
    node: tree.Chosen,
    shape: DecisionShape,
    seats: dict[str, int],
    seat: int | None,
) -> Wanted:
    """One option that is chosen."""
    count = node.count if node.count is not None else 1
    if node.title is not None:
        return _titled(scope, node, node.title, count)
    if not node.words:
        return Wanted(1, str(node.amount), (), node.span)
    text = " ".join(word.text for word in node.words)
    tests = tuple(
        OfNoun(noun, test)
        for noun in sorted(shape.nouns, key=lambda noun: noun.name)
        if (test := _test(scope, noun, node, seats, seat)) is not None
    )
    if not tests and text not in shape.options and text not in strategies.ALWAYS:
        known = {*shape.options, *strategies.ALWAYS, *_words(scope, shape)}
        scope.wrong(
            scenes.NO_SUCH_CHOICE,
            node.span,
            f"nothing ever offers `{text}`",
            help=did_you_mean(text, known),
        )
    return Wanted(count, text, tests, node.span)


def _words(scope: Scope, shape: DecisionShape) -> set[str]:
    nouns = {noun.name for noun in shape.nouns}
    return {word for noun, word in scope.world.adjectives if noun in nouns}


def _titled(scope: Scope, node: tree.Chosen, title: tree.Text, count: int) -> Wanted:
    known = strategies.titles_of(scope)
    space = legends.find(scope.world, title)
    tests: tuple[OfNoun, ...] = ()
    if space is not None:
        one = _one(SPACE, node.span)
        group = core.SpaceNamed(space, Things(SPACE), node.span)
        tests = (OfNoun(SPACE, core.Among(one, group, node.span)),)
    elif fold(title.value) not in known:
        scope.wrong(
            scenes.NO_SUCH_CHOICE,
            title.span,
            f"there is no card `{title.value}`",
            help=did_you_mean(title.value, known.values()),
        )
    text = known.get(fold(title.value), title.value)
    if node.face:
        text += " as " + " ".join(word.text for word in node.face)
    return Wanted(count, text, tests, node.span)


def _one(noun: Noun, span: Span) -> core.Local:
    return core.Local(0, noun.name, Things(noun, one=True), span)


# ------------------------------------------------------------------ things


def _test(
    scope: Scope, noun: Noun, node: tree.Chosen, seats: dict[str, int], seat: int | None
) -> core.Expr | None:
    one = _one(noun, node.span)
    number = node.amount if noun.sort is Sort.PIECE else None
    parts: list[core.Expr | None] = [
        _word(scope, noun, word, one, seats)
        for word in (node.words if number is None else node.words[:-1])
        if word.text not in (noun.name, noun.plural)
    ]
    if number is not None:
        parts.append(_own(scope, noun, node, number))
    if noun.sort is Sort.FACE:
        parts += _plain(scope, noun, node.words, one)
    if node.amount is not None and noun.sort is Sort.FACE:
        parts.append(_amount(scope, node.words[-1], node.amount, one))
    if node.zone:
        parts.append(_in_zone(scope, noun, node, one, seat))
    if node.face:
        parts += [words.adjective(scope, noun, word, one) for word in node.face]
        parts += _plain(scope, noun, node.face, one)
        if node.face_amount is not None:
            parts.append(_amount(scope, node.face[-1], node.face_amount, one))
    return _all(parts, node.span)


def _all(parts: list[core.Expr | None], span: Span) -> core.Expr | None:
    found: core.Expr = core.Literal(True, FLAG, span)
    for part in parts:
        if part is None:
            return None
        found = core.Both(found, part, span)
    return found


def _word(
    scope: Scope, noun: Noun, word: tree.Name, one: core.Local, seats: dict[str, int]
) -> core.Expr | None:
    if noun is PLAYER and word.text in seats:
        return core.Same(one, core.SeatOf(seats[word.text], word.span), word.span)
    if word.text in scope.names:
        return None
    return words.adjective(scope, noun, word, one)


def _plain(
    scope: Scope, noun: Noun, spoken: tuple[tree.Name, ...], one: core.Local
) -> list[core.Expr | None]:
    """A face that is named without a variant is meant without it."""
    said = {word.text for word in spoken}
    return [
        core.Not(core.Shows("variant", variant, one, one.span), one.span)
        for variant in scope.world.variants
        if variant not in said
    ]


def _own(scope: Scope, noun: Noun, node: tree.Chosen, number: int) -> core.Expr | None:
    """What only some pieces have: `hearts rank 12`."""
    value = piles.word_of(scope, noun, node.words[-1], node.span)
    if value is None or value.type != NUMBER:
        return None
    return core.Same(value, core.Literal(number, NUMBER, node.span), node.span)


def _amount(scope: Scope, word: tree.Name, amount: int, one: core.Local) -> core.Expr | None:
    resource = scope.world.resources.get(word.text)
    symbol = resource.name if resource is not None else word.text
    shown = core.Shown(symbol, one, one.span)
    return core.Same(shown, core.Literal(amount, NUMBER, one.span), one.span)


def _in_zone(
    scope: Scope, noun: Noun, node: tree.Chosen, one: core.Local, seat: int | None
) -> core.Expr | None:
    zone = scope.world.zones.get(node.zone[-1].text)
    if zone is None or noun.sort is not Sort.PIECE:
        return None
    owner = (
        core.SeatOf(seat, node.span) if zone.owner is Owner.PLAYER and seat is not None else None
    )
    place = core.Place((zone,), owner, node.span)
    pieces = core.PiecesIn(noun, (place,), Things(noun), node.span)
    return core.Among(one, pieces, node.span)
