"""Where a choice with named options is open: at the end of a scenario, in a game that was kept."""

from collections.abc import Sequence

from attrs import evolve

from cubedsl.dsl.model import scenes, statements
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.game import Play
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.meaning.machine import YES
from cubedsl.interpreter.odds.trial import Choice
from cubedsl.interpreter.records.record import Record
from cubedsl.interpreter.records.resume import begin, follow, setup_of
from cubedsl.interpreter.scenarios.scenario import play


def of_scenario(ruleset: Ruleset, scenario: scenes.Scenario) -> Play:
    """Return what a scenario has come to before the `then` lines at its end.

    Raise Failed if a line before them cannot be met, SetupError if there is no such game.
    """
    lines = list(scenario.lines)
    while lines and isinstance(lines[-1], scenes.Then):
        lines.pop()
    return play(ruleset, evolve(scenario, lines=tuple(lines))).scene


def of_record(ruleset: Ruleset, record: Record, step: int | None) -> Play:
    """Return a kept game before its choice number `step`, or (None) where it was left.

    Raise RecordError if it is not the same game.
    """
    game = begin(record, setup_of(record, ruleset, anyway=True))
    for made in follow(record, game):
        if step is not None and made == step - 1:
            break
    return game


def choices(play: Play) -> Sequence[Choice]:
    """Return the options that are open, if they are named ones: of `choose { … }`, or of `may`."""
    if play.decision is None or not play.state.scopes:
        return ()
    scope = play.state.scopes[-1]
    match scope.at:
        case statements.Menu(items=items) as asks:
            return [
                Choice(one.name, asks, one.condition, one.body)
                for one in items
                if one.condition is None or evaluate(one.condition, scope)
            ]
        case statements.May(body=body) as asks:
            return [Choice(YES.text, asks, None, body)]
    return ()
