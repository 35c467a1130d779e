"""The shipped rulesets are played, at random: nothing that always holds is ever broken."""

from functools import cache

import pytest

from cubedsl import rulesets
from cubedsl.dsl import loading
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.state import NO_FACE, State
from cubedsl.interpreter.streams import Stream, of_seat

MOST_DECISIONS = 300


@cache
def load(name: str) -> Ruleset:
    """Return a shipped ruleset."""
    out = Diagnostics()
    program = loading.load(name, rulesets, out)
    ruleset = check(program, out) if program else None
    assert ruleset is not None, [found.message for found in out.errors]
    return ruleset


def check_state(state: State) -> None:
    """Assert that no piece is lost, and that every piece lies as it may."""
    assert sorted(piece for group in state.members for piece in group) == list(
        range(len(state.setup.pieces))
    )
    for spot, members in enumerate(state.members):
        assert members == sorted(members)
        assert all(state.spot[piece] == spot for piece in members)
        if state.setup.spots.faceless[spot]:
            assert all(state.face[piece] == NO_FACE for piece in members)


def check_decision(game: Game) -> None:
    """Assert that a decision is one, and can be read."""
    decision = game.decision
    assert decision is not None
    shape = game.state.setup.ruleset.decisions[decision.name]
    texts = [option.text for option in decision.options]
    assert len(texts) == len(set(texts)) > 1
    for option in decision.options:
        named = option.text in shape.options or option.way.value in ("number", "ability")
        assert named or option.noun in shape.nouns


@pytest.mark.parametrize("name", rulesets.names())
def test_random_play_breaks_nothing(name: str) -> None:
    ruleset = load(name)
    low, high = ruleset.players
    for i, card_set in enumerate([*ruleset.sets] or [None]):
        play(prepare(ruleset, players=low + i % (high - low + 1), card_set=card_set), seed=i)


def play(setup: Setup, seed: int) -> None:
    """Play at random, and look at every position."""
    game, stream = Game(setup, seed), Stream.derived(seed, 0, of_seat(0))
    while game.decision is not None and len(game.choices) < MOST_DECISIONS:
        check_state(game.state)
        check_decision(game)
        game.choose(stream.below(len(game.decision.options)))
    assert game.outcome is None or game.outcome.stopped is None
    assert replay(setup, seed, 0, game.choices).whole_digest() == game.whole_digest()


@pytest.mark.parametrize("name", rulesets.names())
def test_every_entry_of_the_log_can_be_read(name: str) -> None:
    game, stream = Game(prepare(load(name), players=2), 3), Stream.derived(3, 0, 1)
    for _ in range(100):
        if game.decision is not None:
            game.choose(stream.below(len(game.decision.options)))
    assert len(game.log) > 100
    assert all(entry.text and "{" not in entry.text for entry in game.log)
