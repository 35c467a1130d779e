"""What stops a game that cannot go on, and the sentence that says why."""

from collections.abc import Iterator

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Span


class Stopped(Exception):
    """A rule cannot be carried out: what is wrong, and where it stands."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class Over(Exception):
    """The game is over: these seats win."""

    def __init__(self, winners: tuple[int, ...]) -> None:
        super().__init__(winners)
        self.winners = winners


def sentence(ruleset: Ruleset, stopped: Stopped) -> str:
    """Say what stopped a game: the reason, the rule it stands in, the place."""
    where = rule_at(ruleset, stopped.span)
    return f"{stopped.reason}, in {where} ({stopped.span})" if where else _bare(stopped)


def _bare(stopped: Stopped) -> str:
    return f"{stopped.reason} ({stopped.span})"


def rule_at(ruleset: Ruleset, span: Span) -> str | None:
    """Return what to call the smallest rule around a place, None if there is none."""
    around = [
        (whole.end - whole.start, name)
        for name, whole in _rules(ruleset)
        if whole.source is span.source and whole.start <= span.start and span.end <= whole.end
    ]
    return min(around)[1] if around else None


def _rules(ruleset: Ruleset) -> Iterator[tuple[str, Span]]:
    yield "`game`", ruleset.game.span
    for name, procedure in ruleset.procedures.items():
        yield f"`{name}`", procedure.span
    for name, phase in ruleset.phases.items():
        yield f"the phase `{name}`", phase.span
    for name, rule in ruleset.rules.items():
        yield f"the rule `{name}`", rule.span
    for card in ruleset.cards.values():
        yield f'"{card.title}"', card.span
    for kind in ruleset.kinds:
        yield f'"{kind.title}"' if kind.title else f"`{kind.name}`", kind.span
    for standing in ruleset.standing:
        yield f"what stands on `{standing.event}`", standing.span
    for board in (*ruleset.boards.values(), *ruleset.paths.values()):
        yield f'"{board.title}"', board.span
