"""What a kind should cost: the price at which it would do as much as the middle one does.

The price of one kind is raised and lowered by one for everybody, and what the bot in focus loses
without the kind is measured at both: how much a price takes off an effect.  The fair price is where
that brings the effect to that of the middle kind; its interval is Fieller's, and open where a
higher price is not seen to take anything off.  Both figures are taken as unrelated.
"""

from collections.abc import Iterator
from math import inf, sqrt

from attrs import evolve, frozen

from cubedsl.dsl.model.expressions import Literal
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.types import NUMBER
from cubedsl.dsl.source import NOWHERE
from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.setup import Setup, prepare, watching
from cubedsl.interpreter.study.arms import Field, arms
from cubedsl.interpreter.study.balance import Balance
from cubedsl.interpreter.study.batches import Told
from cubedsl.interpreter.study.figures import Estimate, Sums, student


@frozen
class Price:
    """The price of a kind as it is, what would be fair, and between which bounds that lies."""

    kind: int
    now: int
    fair: float
    low: float
    high: float


def fair_prices(
    balance: Balance, attribute: str, field: Field, jobs: int, told: Told | None = None
) -> Iterator[Price]:
    """Yield the fair price of every kind of which the price is a number.

    Games are played and kept as those of the field are, from which the balance comes.
    """
    effects = balance.effects
    for done, effect in enumerate(effects):
        if told is not None:
            told(done * balance.games, len(effects) * balance.games)
        now = price_of(balance.plan.setup, effect.kind, attribute)
        if now is None:
            continue
        steps = _steps(now)
        plans = _plans(balance.plan, effect.kind, attribute, steps)
        kept = field.further(len(plans) * _number(balance.plan.setup, effect.kind, attribute))
        with arms(plans, jobs, field.engine, kept) as own:
            slope = _slope(balance, steps, own)
        yield price(effect.kind, now, effect.contrast, slope)


def price_of(setup: Setup, kind: int, attribute: str) -> int | None:
    """Return the price that stands on a card, or of the kind itself; None if it is no number."""
    card = setup.cards[kind]
    own = setup.ruleset.kinds[kind].attributes
    value = (card.attributes if card else {}).get(attribute, own.get(attribute))
    return int(value.value) if isinstance(value, Literal) else None


def repriced(ruleset: Ruleset, setup: Setup, kind: int, attribute: str, price: int) -> Ruleset:
    """Return a ruleset in which a kind, or its card in play, has another price."""
    value = Literal(price, NUMBER, NOWHERE)
    card = setup.cards[kind]
    if card is not None and attribute in card.attributes:
        new_card = evolve(card, attributes={**card.attributes, attribute: value})
        return evolve(ruleset, cards={**ruleset.cards, card.title: new_card})
    kinds = list(ruleset.kinds)
    new_kind = evolve(kinds[kind], attributes={**kinds[kind].attributes, attribute: value})
    kinds[kind] = new_kind
    return evolve(ruleset, kinds=tuple(kinds))


def _number(setup: Setup, kind: int, attribute: str) -> int:
    """Return a number of its own for each kind with each attribute."""
    names = [one.name for one in setup.ruleset.attributes]
    return names.index(attribute) * len(setup.ruleset.kinds) + kind


def _steps(now: int) -> tuple[int, int]:
    return max(now - 1, 0), now + 1


def _plans(plan: Plan, kind: int, attribute: str, steps: tuple[int, int]) -> list[Plan]:
    """Return, for each of two prices, the games of all, and those in which one does without."""
    priced = [_plan(plan, kind, attribute, price) for price in steps]
    return [arm for one in priced for arm in (one, evolve(one, forgone=frozenset([kind])))]


def _slope(balance: Balance, steps: tuple[int, int], field: Field) -> Estimate:
    """Return how much less a kind does for each one that it costs more."""
    sums, numbers = Sums(), range(balance.games)
    columns = [field.play(arm, numbers) for arm in range(len(field.plans))]
    for number, results in enumerate(zip(*columns, strict=True)):
        focus = balance.plan.focus(number)
        won = [one.outcome.winners == (one.bots.index(focus),) for one in results]
        cheap, dear = int(won[0]) - int(won[1]), int(won[2]) - int(won[3])
        sums.add((cheap - dear) / (steps[1] - steps[0]))
    return sums.mean


def _plan(plan: Plan, kind: int, attribute: str, price: int) -> Plan:
    old = plan.setup
    setup = prepare(
        repriced(old.ruleset, old, kind, attribute, price),
        players=old.players,
        options=old.options,
        card_set=old.card_set.title if old.card_set else None,
        board=old.board.title if old.board else None,
    )
    return evolve(plan, setup=watching(setup, named=False), forgone=frozenset())


def price(kind: int, now: int, more: Estimate, slope: Estimate) -> Price:
    """Return the fair price after Fieller: `more` over `slope` above what it is now.

    As it is now, and without bounds, if `slope` is not certainly above 0.
    """
    quantile = student(min(more.games, slope.games) - 1)
    g = (quantile * slope.error) ** 2
    if slope.value <= sqrt(g):
        return Price(kind, now, now, -inf, inf)
    ratio = more.value / slope.value
    under = (quantile * more.error) ** 2 * (slope.value**2 - g) + more.value**2 * g
    root, width = sqrt(max(0.0, under)), slope.value**2 - g
    middle = more.value * slope.value
    bounds = sorted(((middle - root) / width, (middle + root) / width))
    return Price(kind, now, now + ratio, now + bounds[0], now + bounds[1])
