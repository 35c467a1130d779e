"""Every ruleset that we have checks clean, is played to its end, and obeys the laws of pieces."""

from collections import Counter
from pathlib import Path

import pytest

from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.setup import Setup, prepare
from library import BENCH, EXAMPLES, GAMES, SHIPPED, WHOLE, play_at_random, ruleset

ALL = (*SHIPPED, *map(str, EXAMPLES), *map(str, (*GAMES, *BENCH)))


def seats(target: str) -> list[int]:
    low, high = ruleset(target).players
    return sorted({low, high})


def setup(target: str, players: int) -> Setup:
    return prepare(ruleset(target), players=players)


def test_there_are_games() -> None:
    assert len(GAMES) + len(WHOLE) >= 12 and len(EXAMPLES) >= 8 and len(SHIPPED) >= 2


@pytest.mark.parametrize("target", ALL, ids=lambda path: Path(path).stem)
def test_a_game_comes_to_its_end(target: str) -> None:
    # Players that walk a race track at random may never arrive; they still must not get stuck.
    race = bool(ruleset(target).boards)
    for players in seats(target):
        game = play_at_random(setup(target, players), seed=3, most=3_000 if race else 100_000)
        assert race or game.outcome is not None
        assert game.outcome is None or (game.outcome.stopped is None and game.outcome.winners)


@pytest.mark.parametrize("target", ALL, ids=lambda path: Path(path).stem)
def test_seed_and_choices_are_the_game(target: str) -> None:
    made = setup(target, seats(target)[0])
    game = play_at_random(made, seed=8, most=400)
    again = replay(made, 8, 0, game.choices)
    assert again.digest() == game.digest()
    assert again.whole_digest() == game.whole_digest()
    assert [entry.text for entry in again.log] == [entry.text for entry in game.log]


@pytest.mark.parametrize("target", ALL, ids=lambda path: Path(path).stem)
def test_pieces_are_conserved_and_options_are_different(target: str) -> None:
    made = setup(target, seats(target)[-1])
    game = Game(made, 5)
    box = Counter(made.pieces.kind)
    step = 0
    while game.decision is not None and step < 400:
        options = game.decision.options
        assert len(options) >= 2
        assert len({(one.way, one.text, one.thing) for one in options}) == len(options)
        everywhere = [piece for spot in game.state.members for piece in spot]
        assert Counter(made.pieces.kind[piece] for piece in everywhere) == box
        assert len(set(everywhere)) == len(everywhere)
        step += 1
        game.choose(step * 7 % len(options))
