"""`cubedsl odds`: exact chances of a pool of dice, or of what follows from an option."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from cubedsl.cli.shared import Exit, checked, common, output_format, ruleset, stacked

if TYPE_CHECKING:
    from cubedsl.cli.chances import Result
    from cubedsl.dsl.model.ruleset import Ruleset
    from cubedsl.interpreter.game import Play
    from cubedsl.interpreter.odds.answering import Answer
    from cubedsl.interpreter.odds.trial import Choice

AT_LEAST_1 = click.IntRange(1)


@frozen
class Wishes:
    """What was asked for on the command line; what was not is None or empty."""

    hit: str | None
    title: str | None
    places: Sequence[Path]
    kept: Path | None
    step: int | None
    options: Sequence[str]
    until: str | None
    times: int | None
    measures: Sequence[str]
    strategy: str | None
    players: int | None
    card_set: str | None
    settings: Sequence[str]


@click.command("odds")
@click.argument("target", metavar="RULESET")
@click.option("--pool", metavar="DICE", help='Dice thrown once: "7 light, 2 dark".')
@click.option("--hit", metavar="TEST", help="What a die of the pool must show; else: no blank.")
@click.option("--scenario", "title", metavar="TITLE", help="The position at its end.")
@click.option(
    "--scenarios", "places", metavar="FILE", type=Path, multiple=True, help="Where it stands."
)
@click.option("--game", "kept", metavar="FILE", type=Path, help="The position of a kept game.")
@click.option("--step", metavar="N", type=AT_LEAST_1, help="Before its choice number N.")
@click.option(
    "--choose", "options", metavar="OPTION", multiple=True, help="Only what follows from this one."
)
@click.option("--until", metavar="CONDITION", help="Choose it again and again, until this holds.")
@click.option("--times", metavar="N", type=AT_LEAST_1, help="At most so often; else: once.")
@click.option(
    "--measure", "measures", metavar="VALUE", multiple=True, help="What is looked at in the end."
)
@click.option("--strategy", metavar="TITLE", help="Who answers meanwhile; else: it is declined.")
@click.option("--players", type=AT_LEAST_1, help="How many, for --pool; as few as may be.")
@click.option("--set", "card_set", metavar="TITLE", help="The set, for --pool; the first.")
@click.option("--option", "settings", metavar="NAME=VALUE", multiple=True, help="A variant.")
@output_format
@stacked
@common
def command(target: str, pool: str | None, form: str, **wishes: Any) -> None:
    """Say exactly how likely things are: by fractions, from the rules, without playing.

    Either of a --pool that is thrown once, or of what follows from an option that is open in the
    position of a --scenario or a kept --game.
    """
    from cubedsl.cli.chances import write
    from cubedsl.interpreter.odds.answering import Inexact
    from cubedsl.interpreter.odds.faces import TooMuch
    from cubedsl.interpreter.setup import SetupError

    asked = Wishes(**wishes)
    given = [one is not None for one in (pool, asked.title, asked.kept)]
    if given.count(True) != 1:
        raise click.UsageError("say one of --pool, --scenario and --game")
    try:
        write(_of_pool(target, pool, asked) if pool is not None else _of(target, asked), form)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    except (TooMuch, Inexact) as error:
        click.echo(f"no exact answer: {error}", err=True)
        raise click.exceptions.Exit(Exit.LIMIT) from error


# ------------------------------------------------------------------ a pool


def _of_pool(target: str, pool: str, asked: Wishes) -> "Result":
    from cubedsl.asking import Asked, load
    from cubedsl.cli import chances
    from cubedsl.cli.pools import lots
    from cubedsl.cli.variants import values
    from cubedsl.interpreter.odds.pool import rolled
    from cubedsl.interpreter.setup import prepare

    found = ruleset(target)
    dice = lots(found, pool)
    if asked.hit is not None and dice:
        noun = found.kinds[dice[0][0]].noun.name
        found = checked(*load(target, [Asked(HIT, "--hit", noun, asked.hit)], None, ()), target)
    setup = prepare(
        found,
        players=asked.players or found.players[0],
        options=values(found, asked.settings),
        card_set=asked.card_set,
    )
    return chances.of_pool(setup, dice, rolled(setup, dice, found.rules.get(HIT)), asked.hit)


# ------------------------------------------------------------------ a position


def _of(target: str, asked: Wishes) -> "Result":
    """Return the answer for a position."""
    from cubedsl.cli import chances
    from cubedsl.interpreter.odds.chain import Chain, Policy
    from cubedsl.interpreter.odds.holding import Measures
    from cubedsl.interpreter.odds.position import choices

    found = _with_rules(target, asked)
    play = _position(found, target, asked)
    open = choices(play)
    state, decision = play.state, play.decision
    measures = Measures(
        state.setup,
        [(text, found.rules[f"{MEASURE}{i}"]) for i, text in enumerate(asked.measures)],
    )
    times = asked.times if asked.times or asked.until else 1
    policy = Policy(times, found.rules.get(UNTIL))
    courses = {}
    for choice in _wanted([*open], asked.options):
        assert decision is not None
        chain = Chain(decision.seat, choice, policy, measures.values, _answer(found, asked))
        courses[choice.name] = chain.course(state)
    return chances.of_position(play, measures, courses, _how(times, asked.until))


def _how(times: int | None, until: str | None) -> str:
    often = {None: "again and again", 1: "once"}.get(times, f"up to {times} times")
    return f"{often}, until {until}" if until is not None else often


HIT, UNTIL, MEASURE = "asked_hit", "asked_until", "asked_measure_"


def _with_rules(target: str, asked: Wishes) -> "Ruleset":
    from cubedsl.asking import Asked, load

    rules = [Asked(f"{MEASURE}{i}", "--measure", "", text) for i, text in enumerate(asked.measures)]
    if asked.until is not None:
        rules.append(Asked(UNTIL, "--until", "", asked.until))
    return checked(*load(target, rules, asked.title, asked.places), target)


def _position(found: "Ruleset", target: str, asked: Wishes) -> "Play":
    """Return the position that is asked about; if it cannot be come to, say why and end here."""
    from cubedsl.interpreter.records.error import RecordError
    from cubedsl.interpreter.scenarios.stage import Failed
    from cubedsl.interpreter.stopped import Stopped

    try:
        if asked.kept is not None:
            return _kept(found, target, asked.kept, asked.step)
        return _staged(found, target, asked)
    except RecordError as error:
        reasons = str(error)
    except Failed as failed:
        reasons = f"{failed.failure.span}: {failed.failure.reason}"
    except Stopped as stopped:
        reasons = f"{stopped.span}: {stopped.reason}"
    click.echo(f"the position does not come about:\n{reasons}", err=True)
    raise click.exceptions.Exit(Exit.WRONG)


def _staged(found: "Ruleset", target: str, asked: Wishes) -> "Play":
    from cubedsl.asking import titles
    from cubedsl.dsl.suggest import did_you_mean, fold
    from cubedsl.interpreter.odds.position import of_scenario

    title = asked.title or ""
    for scenario in found.scenarios:
        if fold(scenario.title) == fold(title):
            return of_scenario(found, scenario)
    known = [*(one.title for one in found.scenarios), *titles(target, asked.places)]
    help = did_you_mean(title, known)
    what = f"there is no scenario `{title}`" + (f": {help}" if help else "")
    raise click.BadParameter(what, param_hint="--scenario")


def _kept(found: "Ruleset", target: str, path: Path, step: int | None) -> "Play":
    """Return the position of a kept game, which must be one of the ruleset as it stands."""
    from cubedsl.interpreter.odds.position import of_record
    from cubedsl.interpreter.records.record_file import load
    from cubedsl.interpreter.records.resume import setup_of

    record = load(path)
    setup_of(record, ruleset(target, record.strategies))
    return of_record(found, record, step)


def _wanted(open: "list[Choice]", names: Sequence[str]) -> "list[Choice]":
    """Return the options that are asked about; if one is not open, say which are."""
    from cubedsl.dsl.suggest import fold

    known = {fold(one.name): one for one in open}
    for name in names:
        if fold(name) not in known:
            there = ", ".join(f"`{one.name}`" for one in open) or "none"
            what = f"`{name}` is not open in this position; open: {there}"
            raise click.BadParameter(what, param_hint="--choose")
    return [known[fold(name)] for name in names] if names else open


def _answer(found: "Ruleset", asked: Wishes) -> "Answer":
    """Return who answers what is asked meanwhile."""
    from cubedsl.interpreter.odds.answering import declining, following

    return declining if asked.strategy is None else following(found, asked.strategy)
