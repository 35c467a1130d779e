"""Every example that is a whole game is played to its end, and won by those who think."""

import re
from collections import Counter
from pathlib import Path

import pytest

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.bots.simulate import Engine, Plan, play, simulate
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import prepare
from library import ROOT, WHOLE, ruleset

RANDOM = Bot("random")
SIDES = {"whist": (0, 2)}
"""The seats that play together, where it is not each for himself."""
GAMES_TO_WIN, SHARE_TO_WIN = 10, 0.8
LUCK = {"ludo": (40, 0.55)}
"""Where luck counts for more: how many games, and what share of them must be won."""
LONG_RUN = 50


def named(path: Path) -> str:
    return path.stem


def sensible(path: Path) -> Bot:
    """The first strategy of a file is the sensible one."""
    return Bot(next(iter(ruleset(str(path)).strategies)))


def bots(path: Path, players: int) -> tuple[Bot, ...]:
    """A line-up: one side thinks, everybody else plays at random."""
    side = SIDES.get(path.stem, (0,))
    return tuple(sensible(path) if seat in side else RANDOM for seat in range(players))


def plan(path: Path, *, games: int) -> Plan:
    players = ruleset(str(path)).players[0]
    setup = prepare(ruleset(str(path)), players=players)
    return Plan(setup, bots(path, players), games, seed=11, rotate=True)


@pytest.mark.parametrize("path", WHOLE, ids=named)
def test_there_are_scenarios_and_a_strategy(path: Path) -> None:
    found = ruleset(str(path))
    assert len(found.scenarios) >= 3 and found.strategies


@pytest.mark.parametrize("path", WHOLE, ids=named)
def test_who_thinks_beats_who_does_not(path: Path) -> None:
    games, share = LUCK.get(path.stem, (GAMES_TO_WIN, SHARE_TO_WIN))
    made = plan(path, games=games)
    side, won = SIDES.get(path.stem, (0,)), 0
    for number in range(made.games):
        result = play(made, number)
        assert result.outcome.stopped is None and result.outcome.winners
        won += any(result.bots[seat] in side for seat in result.outcome.winners)
    assert won >= share * games


@pytest.mark.parametrize("path", WHOLE, ids=named)
def test_both_engines_play_the_same(path: Path, tmp_path: Path) -> None:
    # With open cards: what only some may see is another matter.
    text = re.sub(r"^(zone .*?)( hidden| private)", r"\1", path.read_text("utf-8"), flags=re.M)
    (tmp_path / path.name).write_text(text, "utf-8")
    made = plan(tmp_path / path.name, games=3)
    assert simulate(made, engine=Engine.FAST) == simulate(made, engine=Engine.REFERENCE)


@pytest.mark.long
@pytest.mark.parametrize("thinks", [False, True], ids=["at random", "by strategy"])
@pytest.mark.parametrize("path", WHOLE, ids=named)
def test_many_games_end_and_keep_their_pieces(path: Path, thinks: bool) -> None:
    low, high = ruleset(str(path)).players
    for number in range(LONG_RUN):
        setup = prepare(ruleset(str(path)), players=low + number % (high - low + 1))
        bot = sensible(path) if thinks else RANDOM
        agents = [bot.sit(setup, seat, 5, number) for seat in range(setup.players)]
        game, box = Game(setup, 5, number), Counter(setup.pieces.kind)
        while (decision := game.decision) is not None:
            pieces = [piece for spot in game.state.members for piece in spot]
            assert Counter(setup.pieces.kind[piece] for piece in pieces) == box
            assert len(set(pieces)) == len(pieces)
            game.choose(agents[decision.seat].choose(decision, game.state))
        assert game.outcome is not None and game.outcome.stopped is None
        assert game.outcome.winners


def test_the_page_names_every_example() -> None:
    page = (ROOT / "examples" / "README.md").read_text("utf-8")
    for path in (ROOT / "examples").iterdir():
        assert path.name == "README.md" or f"({path.name})" in page, path.name
