"""`cubedsl balance`: what cards and options do for whoever takes them, and what else is fair."""

from typing import TYPE_CHECKING, Any

import click

from cubedsl.cli.asking import Wishes, asking, status
from cubedsl.cli.bars import games_bar
from cubedsl.cli.shared import common, leave, ruleset, stacked

if TYPE_CHECKING:
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.study.balance import Balance


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
    from cubedsl.interpreter.study.price import fair_prices

    wished = Wishes(**wishes)
    plan = wished.plan(ruleset(target, wished.files), lead=lead, named=True)
    if any(bot.playouts for bot in plan.bots):
        raise click.UsageError("a search cannot be kept from a card: seat strategies, or `random`")
    if price is not None and price not in {one.name for one in plan.setup.ruleset.attributes}:
        known = ", ".join(f"`{one.name}`" for one in plan.setup.ruleset.attributes)
        raise click.UsageError(f"there is no attribute `{price}`: there are {known or 'none'}")
    found, interrupted, engine = _play(plan, wished)
    if found is None or not found.games:
        click.echo("interrupted before the first games were finished", err=True)
        leave(status(interrupted=True, reached=False, stopped=0))
    assert found is not None
    prices = []
    if price is not None and not interrupted:
        try:
            with games_bar() as shown:
                for one in fair_prices(found, price, wished.processors, shown):
                    prices.append(one)
        except KeyboardInterrupt:
            interrupted = True
    told = balanced.Told(found, wished.precision, interrupted, engine, price, prices)
    balanced.write(told, form)
    leave(status(interrupted=interrupted, reached=told.reached, stopped=found.stopped))


def _play(plan: "Plan", wishes: Wishes) -> "tuple[Balance | None, bool, str]":
    """Play until it is certain enough; return what is known, and what played."""
    from cubedsl.interpreter.bots.plan import Engine
    from cubedsl.interpreter.engine.lower.world import Unsupported
    from cubedsl.interpreter.study.arms import arms
    from cubedsl.interpreter.study.balance import arms_of, balance

    kinds, plans = arms_of(plan)
    found: Balance | None = None
    engine = ""
    try:
        with games_bar() as told, arms(plans, wishes.processors, Engine(wishes.engine)) as field:
            engine = field.engine.value
            for known in balance(plan, field, kinds, wishes.aim, told):
                found = known
    except KeyboardInterrupt:
        return found, True, engine
    except Unsupported as error:
        raise click.UsageError(f"the engine cannot play this: {error}") from error
    return found, False, engine
