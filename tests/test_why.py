"""`why`: which rules changed a figure, why an option is not offered, why something happened."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from cubedsl.dsl.model.statements import Menu
from cubedsl.interpreter import describe
from cubedsl.interpreter.bots.play_out import play_out
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.record import take
from cubedsl.interpreter.records.record_file import save
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.why.options import options
from cubedsl.interpreter.why.trace import figures
from cubedsl.interpreter.why.watch import Watched
from library import GAMES, WHOLE, ruleset
from sessions import COURT, PIG, play

WIDE = ("cubitos", "cubosaurs", *map(str, WHOLE), *map(str, GAMES))
MOST = 120


@cache
def watched(target: str, seed: int = 3) -> Game:
    """Return a watched game, played at random for a while."""
    found = ruleset(target)
    game = Game(prepare(found, players=found.players[0]), seed, make=Watched)
    stream = Stream.derived(seed, 1, 9)
    for _ in range(MOST):
        if game.decision is not None:
            game.choose(stream.below(len(game.decision.options)))
    return game


def state_of(game: Game) -> Watched:
    """Return the state of a watched game."""
    assert isinstance(game.state, Watched)
    return game.state


@pytest.mark.parametrize("target", WIDE, ids=lambda one: Path(one).stem)
def test_a_game_that_is_watched_is_the_same_game(target: str) -> None:
    game = watched(target)
    again = Game(game.state.setup, 3, make=State)
    for index in game.choices:
        again.choose(index)
    assert again.whole_digest() == game.whole_digest()


@pytest.mark.parametrize("target", WIDE, ids=lambda one: Path(one).stem)
def test_the_changes_of_a_figure_lead_to_what_it_is(target: str) -> None:
    """Each begins where the one before ended; the last is what is there; each names a rule."""
    state = state_of(watched(target))
    names = figures(state.setup)
    assert state.changed
    now: dict[Any, str] = {}
    for one in state.changed:
        assert now.get(one.key, one.before) == one.before
        assert one.cause.lines, one.figure
        now[one.key] = one.after
    for key in names.values():
        if key in now:
            assert now[key] == text(state, key)


def text(state: Watched, key: tuple[str, int, int]) -> str:
    """Return what a figure is now."""
    sort, number, owner = key
    if sort == "spot":
        return str(len(state.members[number]))
    if sort == "token":
        return state.setup.ground.name_of(state.tokens[number][owner])
    cell = state.setup.ruleset.cells[number]
    return describe.value_text(state, state.cells[number][owner], cell.type)


@pytest.mark.parametrize("target", WIDE, ids=lambda one: Path(one).stem)
def test_what_is_said_of_options_is_what_is_offered(target: str) -> None:
    """The menu has just those that are told to be offered, and their conditions hold."""
    found = ruleset(target)
    game = Game(prepare(found, players=found.players[0]), 5)
    stream = Stream.derived(5, 1, 9)
    for _ in range(MOST):
        if game.decision is None:
            break
        told = options(game)
        if isinstance(game.state.scopes[-1].at, Menu):
            texts = [option.text for option in game.decision.options]
            assert [one.name for one in told if one.is_offered] == texts
        for one in told:
            if one.parts:
                assert one.parts[0].value == ("yes" if one.is_offered else "no")
        game.choose(stream.below(len(game.decision.options)))


# ------------------------------------------------------------------ a recorded game


def replay(*words: str, code: int = 0) -> Result:
    """Run the command in this process."""
    result = CliRunner().invoke(main, ["replay", *words])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A kept game in which the third choice is a push that busts."""
    found = ruleset("cubitos")
    game = Game(prepare(found, players=2), 11)
    agents = [bot.sit(game.state.setup, seat, 11, 0) for seat, bot in enumerate(line_up(found, 2))]
    play_out(game, agents, most_decisions=60)
    path = tmp_path_factory.mktemp("why") / "game.json"
    save(take(game, seats=["a", "b"], ruleset="cubitos"), path)
    return str(path)


def test_why_there_was_a_bust(kept: str) -> None:
    """The line that attempts it, those that led there, and both halves of the condition."""
    bust = next(i for i, step in enumerate(steps(kept)) if "bust" in " ".join(step["log"]))
    said = replay(kept, "--why", str(bust), "--about", "bust").stdout
    assert "attempt bust" in said and "play roll_phase" in said
    assert "at_risk and all_missed: yes" in said
    assert "no dice in roll where not blank: yes" in said
    found = json.loads(replay(kept, "--why", str(bust), "--format", "json").stdout)
    attempted = next(one for one in found["happened"] if one["what"] == "attempted")
    assert attempted["name"] == "bust" and attempted["lines"][0]["text"] == "attempt bust"
    assert attempted["because"][0]["holds"] is True
    assert Path(attempted["lines"][0]["file"]).name == "flow.cube"
    later = replay(kept, "--why", str(bust + 1), "--about", "bust").stdout
    assert f"happened last after choice {bust}" in later


def steps(kept: str) -> Any:
    """Return the steps of a kept game."""
    return json.loads(replay(kept, "--format", "json").stdout)["steps"]


def test_which_rules_changed_a_resource(kept: str) -> None:
    """All of them up to that choice, with the choice that brought each."""
    said = replay(kept, "--about", "credits of Player 2").stdout
    assert "gain credits equal to pays of (space of fan)" in said
    found = json.loads(replay(kept, "--about", "credit of player 2", "--format", "json").stdout)
    assert found["changed"][0]["before"] == "0"
    assert all(one["step"] >= 1 and one["lines"] for one in found["changed"])
    early = replay(kept, "--why", "1", "--about", "credits of Player 2").stdout
    assert "nothing has changed" in early


def test_why_an_option_is_not_offered(kept: str) -> None:
    """The parts of its condition with their values."""
    walk = next(step["step"] for step in steps(kept) if step["decision"] == "walk")
    said = replay(kept, "--why", str(walk), "--about", "not jet_pack").stdout
    assert "jet_pack is not offered" in said and "not spent: yes" in said
    buy = next(step["step"] for step in steps(kept) if step["decision"] == "buy")
    said = replay(kept, "--why", str(buy), "--about", "not light_gray").stdout
    assert "light_gray is not offered" in said and "gray: yes" in said


def test_what_is_not_there_is_said(kept: str) -> None:
    """Names with what was meant; choices behind the end."""
    assert (
        "did you mean `credits of Player 2`" in replay(kept, "--about", "credts of Player 2").stdout
    )
    assert "there are 60 choices" in replay(kept, "--why", "99", code=2).stderr


# ------------------------------------------------------------------ at the table


def test_a_player_asks_why(tmp_path: Path) -> None:
    said = "why pot of Player 2\nwhy not hold\nroll\nwhy pots\nwhy\nquit\n"
    out = play(PIG, "--seed", "3", "--seat", "human", "--seat", "human", said=said, cwd=tmp_path)
    assert "set pot = pot + pip of thrown" in out
    assert "hold is offered" in out and "pot > 0: yes" in out
    assert "say what: `why coins of Ann`" in out


def test_nobody_learns_by_asking_what_is_hidden(tmp_path: Path) -> None:
    """In a game with hands, what led to something is not told: it could name what is held."""
    out = play(COURT, "--seed", "3", "--seat", "human", said="why turn_began\nquit\n", cwd=tmp_path)
    assert "signal turn_began" in out
    assert "because" not in out
