"""The same kind of game in OpenSpiel, played by its own bots in its own loop: to compare with."""

from importlib.util import find_spec
from typing import Any

from attrs import frozen

from cubedsl.interpreter.bots.bench import Effort, Spread, enough, speeds

COUNTED = 200
"""In so many games decisions are counted."""


@frozen
class Elsewhere:
    """How fast OpenSpiel plays a game at random, as a whole playout."""

    game: str
    decisions_per_game: float
    games_per_second: Spread


def is_there() -> bool:
    """Whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def measure(name: str, seed: int, effort: Effort) -> Elsewhere:
    """Return how fast uniformly random bots play a game, all of it by `evaluate_bots`."""
    import pyspiel

    game = pyspiel.load_game(name)
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in seats]

    def play(games: int) -> None:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + number)

    games = enough(play, effort.seconds)
    decisions = sum(_decisions(pyspiel, game, bots, seed + i) for i in range(COUNTED))
    return Elsewhere(name, decisions / COUNTED, speeds(play, games, effort))


def _decisions(pyspiel: Any, game: Any, bots: Any, seed: int) -> int:
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return sum(one.player >= 0 for one in state.full_history())
