"""Loading rulesets in tests, and playing them at random."""

from functools import cache
from pathlib import Path

from cubedsl import rulesets
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import load, program_of
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Source
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.streams import Stream

ROOT = Path(__file__).parent.parent
GAMES = tuple(sorted((ROOT / "tests" / "games").glob("*.cube")))
BENCH = tuple(sorted((ROOT / "tests" / "constructs").glob("*.cube")))
EXAMPLES = tuple(
    one
    for one in sorted((ROOT / "examples").glob("**/*.cube"))
    if 'ruleset "' in one.read_text("utf-8")
)
"""Examples that are rulesets, not strategies alone."""
WHOLE = tuple(one for one in EXAMPLES if " extends " not in one.read_text("utf-8"))
"""Examples that are whole games, not house rules."""
SHIPPED = rulesets.names()


@cache
def ruleset(target: str, *, hints: bool = False) -> Ruleset:
    """A ruleset by name or path; that anything is wrong with it is a failure (but for hints)."""
    out = Diagnostics()
    program = load(target, rulesets, out)
    found = check(program, out) if program is not None else None
    wrong = out.errors if hints else out.all
    assert found is not None and not wrong, [one.message for one in wrong]
    return found


def play_at_random(setup: Setup, seed: int, *, most: int = 100_000) -> Game:
    """A game in which every decision is answered at random, to its end."""
    game, stream = Game(setup, seed), Stream.derived(seed, 1, 99)
    while game.decision is not None and len(game.choices) < most:
        game.choose(stream.below(len(game.decision.options)))
    return game


def text_ruleset(text: str) -> Ruleset:
    """A ruleset from a text that must be clean."""
    out = Diagnostics()
    found = check(program_of(Source("text.cube", text), out), out)
    assert found is not None, [(str(one.primary.span), one.message) for one in out.all]
    return found
