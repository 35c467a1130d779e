"""`cubedsl balance`: what cards and options do for whoever takes them, and what else is fair."""

from typing import TYPE_CHECKING, Any

import click

from cubedsl.cli.asking import Wishes, asking
from cubedsl.cli.shared import common, ruleset, stacked
from cubedsl.cli.writing import write_result

if TYPE_CHECKING:
    from cubedsl.cli.studying import Study
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.study.balance import Balance
    from cubedsl.interpreter.study.price import Price


@click.command("balance")
@click.argument("target", metavar="RULESET")
@click.option(
    "--lead",
    metavar="NAME",
    help="The rule or memory of players that is greatest for whoever leads, for changes of lead.",
)
@click.option(
    "--price",
    metavar="ATTRIBUTE",
    help="What a kind costs: estimate what would be fair. Takes five times as long.",
)
@asking
@stacked
@common
def command(target: str, lead: str | None, price: str | None, form: str, **wishes: Any) -> None:
    """Estimate what cards and options do for whoever takes them, and what else is fair or not.

    In every game one player in turn does without a card, or an option that has a name, and the
    others may take it: what that player loses is what it is worth.
    """
    from cubedsl.cli import balanced

    wished = Wishes(**wishes)
    plan = wished.plan(ruleset(target, wished.files), lead=lead, named=True)
    if any(bot.playouts for bot in plan.bots):
        raise click.UsageError("a search cannot be kept from a card: seat strategies, or `random`")
    if price is not None and price not in {one.name for one in plan.setup.ruleset.attributes}:
        known = ", ".join(f"`{one.name}`" for one in plan.setup.ruleset.attributes)
        raise click.UsageError(f"there is no attribute `{price}`: there are {known or 'none'}")
    found, prices, study = _play(plan, lead, price, wished)
    if found is None or not found.games:
        study.end_without_games()
    assert found is not None
    ended = study.interrupted, study.engine
    told = balanced.Told(found, wished.precision, *ended, price, prices)
    write_result(wished.out, balanced.data(told))
    balanced.write(told, form)
    study.end(reached=told.reached, stopped=found.stopped)


def _play(
    plan: "Plan", lead: str | None, price: str | None, wishes: Wishes
) -> "tuple[Balance | None, list[Price], Study]":
    """Play until it is certain enough, then for prices; return what is known, and how that went."""
    from cubedsl.cli.rows import Arm
    from cubedsl.cli.studying import Study, playing
    from cubedsl.interpreter.records.stretches import Question
    from cubedsl.interpreter.study.balance import arms_of, balance, called
    from cubedsl.interpreter.study.price import fair_prices

    kinds, plans = arms_of(plan)
    found: Balance | None = None
    prices: list[Price] = []
    study, question = Study(), Question("balance", {"": plan}, lead)
    arms = [Arm(called(one), one, one.focus) for one in plans]
    with playing(study, question, arms, wishes) as (field, told):
        for known in balance(plan, field, kinds, wishes.aim, told):
            found = known
        if price is not None and found is not None:
            prices.extend(fair_prices(found, price, field, wishes.processors, told))
    return found, prices, study
