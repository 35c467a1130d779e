"""Programs made by Hypothesis: they check clean, are played to their end, and obey the laws."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import program_of
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Source
from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.streams import Stream
from strategies import programs

SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


def ruleset_of(text: str) -> Ruleset:
    out = Diagnostics()
    found = check(program_of(Source("made.cube", text), out), out)
    assert found is not None, ([(str(one.primary.span), one.message) for one in out.all], text)
    return found


def laws(text: str, players: int, seed: int) -> None:
    setup = prepare(ruleset_of(text), players=players)
    game, stream = Game(setup, seed, max_steps=20_000), Stream.derived(seed, 7)
    box = Counter(setup.pieces.kind)
    while game.decision is not None and len(game.choices) < 300:
        options = game.decision.options
        assert len(options) >= 2
        everywhere = [piece for spot in game.state.members for piece in spot]
        assert Counter(setup.pieces.kind[piece] for piece in everywhere) == box
        game.choose(stream.below(len(options)))
    again = replay(setup, seed, 0, game.choices, max_steps=20_000)
    assert again.whole_digest() == game.whole_digest()
    assert again.outcome == game.outcome


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW)
@given(programs(), st.integers(1, 3), st.integers(0, 2**64 - 1))
def test_programs_obey_the_laws(text: str, players: int, seed: int) -> None:
    laws(text, players, seed)


@pytest.mark.long
@settings(max_examples=1_000, deadline=None, suppress_health_check=SLOW)
@given(programs(), st.integers(1, 3), st.integers(0, 2**64 - 1))
def test_many_programs_obey_the_laws(text: str, players: int, seed: int) -> None:
    laws(text, players, seed)
