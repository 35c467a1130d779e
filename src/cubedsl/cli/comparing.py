"""`cubedsl compare`: two rulesets or two strategies, on the same luck."""

from typing import TYPE_CHECKING, Any

import click

from cubedsl.cli.asking import Wishes, asking, share
from cubedsl.cli.options import wrong_call
from cubedsl.cli.shared import common, put_together, ruleset
from cubedsl.cli.writing import write_result

if TYPE_CHECKING:
    from cubedsl.cli.studying import Study
    from cubedsl.interpreter.bots.plan import Plan
    from cubedsl.interpreter.study.compare import Comparison

OTHER_LUCK = 0x5DEECE66D


@click.command("compare")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--in", "within", metavar="RULESET", help="A and B are strategies of this ruleset.")
@click.option("--with", "patches", metavar="RULESET", multiple=True, help="A house rule on both.")
@click.option("--unpaired", is_flag=True, help="Let each have luck of its own.")
@click.option(
    "--detect",
    type=share,
    metavar="SHARE",
    default="1%",
    show_default=True,
    help="Say how many games a difference of this would need.",
)
@asking
@common
def command(
    one: str,
    other: str,
    within: str | None,
    patches: tuple[str, ...],
    unpaired: bool,
    detect: float,
    form: str,
    **wishes: Any,
) -> None:
    """Compare two rulesets, or two strategies with `--in`, on the same luck.

    Of two strategies, each in turn is the first of the line-up, against the same others.
    """
    from cubedsl.cli import compared
    from cubedsl.interpreter.study.compare import Comparison

    wished = Wishes(**wishes)
    seed = wished.seed + OTHER_LUCK if unpaired else wished.seed
    plans = (
        _strategies(put_together(within, patches), one, other, wished, seed)
        if within is not None
        else _rulesets(put_together(one, patches), put_together(other, patches), wished, seed)
    )
    comparison = Comparison(*plans, strategies=within is not None, paired=not unpaired)
    study = _play(comparison, wished)
    if not comparison.games:
        study.end_without_games()
    names = (one, other)
    ended = study.interrupted, study.engine
    told = compared.Told(names, comparison, wished.precision, detect, *ended)
    write_result(wished.out, compared.data(told))
    compared.write(told, form)
    study.end(reached=told.reached, stopped=comparison.stopped)


def _rulesets(one: str, other: str, wishes: Wishes, seed: int) -> "tuple[Plan, Plan]":
    first, second = ruleset(one, wishes.files), ruleset(other, wishes.files)
    plans = wishes.plan(first), wishes.plan(second, seed=seed)
    if plans[0].setup.players != plans[1].setup.players:
        raise click.UsageError("they are for other numbers of players: say `--players`")
    return plans


def _strategies(
    target: str, one: str, other: str, wishes: Wishes, seed: int
) -> "tuple[Plan, Plan]":
    from attrs import evolve

    from cubedsl.interpreter.bots.seats import find

    rules = ruleset(target, wishes.files)
    plan = wishes.plan(rules)
    with wrong_call():
        first, second = (find(rules, word) for word in (one, other))
    others = plan.bots[1:]
    return evolve(plan, bots=(first, *others)), evolve(plan, bots=(second, *others), seed=seed)


def _play(comparison: "Comparison", wishes: Wishes) -> "Study":
    """Play until it is certain enough; return how that went."""
    from cubedsl.cli.rows import Arm
    from cubedsl.cli.studying import Study, playing
    from cubedsl.interpreter.records.stretches import Question
    from cubedsl.interpreter.study.compare import compare

    plans, study = {"A": comparison.one, "B": comparison.other}, Study()
    question, about = Question("compare", plans), 0 if comparison.strategies else None
    arms = [Arm(name, plan, lambda _number: about) for name, plan in plans.items()]
    with playing(study, question, arms, wishes) as (field, told):
        for _ in compare(comparison, field, wishes.aim, told):
            pass
    return study
