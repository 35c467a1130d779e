"""`cubedsl replay`: shown, verified, refused."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cubedsl.cli import main
from cubedsl.interpreter.bots.play_out import play_out
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.record import take
from cubedsl.interpreter.records.record_file import save
from cubedsl.interpreter.setup import prepare
from library import ROOT, ruleset

PIG = str(ROOT / "examples" / "pig.cube")


def replay(*words: str, code: int = 0, said: str | bytes = "") -> Result:
    """Run the command in this process."""
    result = CliRunner().invoke(main, ["replay", *words], input=said)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code, result.output
    return result


def kept(folder: Path, target: str, decisions: int = 10_000, **options: int) -> tuple[Path, Game]:
    """Keep a game of the strategies of a ruleset; return the file and the game."""
    found = ruleset(target)
    game = Game(prepare(found, players=2, options=options), 11)
    bots = line_up(found, 2)
    agents = [bot.sit(game.state.setup, seat, 11, 0) for seat, bot in enumerate(bots)]
    play_out(game, agents, most_decisions=decisions)
    path = folder / "game.json"
    save(take(game, seats=[bot.title for bot in bots], ruleset=target), path)
    return path, game


def test_a_game_is_shown_step_by_step(tmp_path: Path) -> None:
    path, game = kept(tmp_path, PIG, goal=30)
    lines = replay(str(path)).stdout.splitlines()
    assert lines[0] == "Pig, 2 players; seed 11; goal = 30"
    assert lines[1] == "Player 1: Hold at 20; Player 2: Hold at 20"
    steps = [line for line in lines if line.split(".")[0].isdigit()]
    assert len(steps) == len(game.choices)
    assert steps[0].startswith("1. Player ") and "roll_or_hold: " in steps[0]
    assert lines[-1].startswith(f"verified: {len(steps)} choices, ")
    assert " wins after " in lines[-1]
    assert any(line.startswith("  Player 1 rolls d6 as pip") for line in lines)


def test_a_step_shows_the_position_and_what_was_chosen(tmp_path: Path) -> None:
    path, game = kept(tmp_path, "cubitos", 60)
    decision, index = game.asked[39]
    out = replay(str(path), "--step", "40").stdout
    chosen = decision.options[index].text
    assert f"\nPlayer {decision.seat + 1}, {decision.name}?\n" in out
    assert f"\n40. Player {decision.seat + 1}, {decision.name}: {chosen}\n" in out
    assert "fan_track: " in out and "runner: [1] Player 1 on " in out
    assert "\n41. " not in out


def test_the_last_step_is_the_end(tmp_path: Path) -> None:
    path, game = kept(tmp_path, PIG, goal=30)
    last = len(game.choices)
    out = replay(str(path), "--step", str(last + 1)).stdout
    assert " wins after " in out
    error = replay(str(path), "--step", str(last + 2), code=2).stderr
    assert f"there are {last} choices; step {last + 1} is the end" in error


def test_the_log_is_the_whole_log(tmp_path: Path) -> None:
    path, game = kept(tmp_path, PIG, goal=30)
    lines = replay(str(path), "--log").stdout.splitlines()
    assert lines == [entry.text for entry in game.log]


def test_a_game_is_verified(tmp_path: Path) -> None:
    path, game = kept(tmp_path, "cubosaurs")
    (line,) = replay(str(path), "--verify").stdout.splitlines()
    assert line.startswith(f"verified: {len(game.choices)} choices, ")


def test_a_game_is_data(tmp_path: Path) -> None:
    path, game = kept(tmp_path, PIG, goal=30)
    data = json.loads(replay(str(path), "--format", "json").stdout)
    assert data["verified"] is True and data["over"] is True
    assert data["digest"] == game.whole_digest()
    assert len(data["steps"]) == len(game.choices) + 1
    assert [step["chosen"] for step in data["steps"]] == [*game.choices, None]
    assert data["steps"][0]["options"] == ["roll", "hold"]
    assert data["steps"][-1]["digest"] == game.digest()
    assert [line for step in data["steps"] for line in step["log"]] == [
        entry.text for entry in game.log
    ]


def test_a_record_comes_through_a_pipe(tmp_path: Path) -> None:
    path, _ = kept(tmp_path, PIG, 20)
    assert replay("-", "--verify", said=path.read_bytes()).stdout.endswith("the game goes on\n")
    assert "the input is not JSON" in replay("-", said="{", code=2).stderr


def test_a_ruleset_is_found_beside_the_record(tmp_path: Path) -> None:
    (tmp_path / "mine.cube").write_text(Path(PIG).read_text("utf-8"), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        kept(tmp_path, "mine.cube", 20)
    assert "verified" in replay(str(tmp_path / "game.json"), "--verify").stdout


def test_the_process_and_the_locale_do_not_matter(tmp_path: Path) -> None:
    path, game = kept(tmp_path, "cubitos", 50)
    done = subprocess.run(
        [sys.executable, "-m", "cubedsl", "replay", str(path), "--format", "json"],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout.decode())["steps"][-1]["digest"] == game.digest()


# ------------------------------------------------------------------ refused


def test_another_ruleset_is_refused_by_name(tmp_path: Path) -> None:
    path, _ = kept(tmp_path, "cubitos", 20)
    house = str(ROOT / "examples" / "friday_night.cube")
    error = replay(str(path), "--ruleset", house, code=1).stderr
    assert error.startswith("this is not the game that was recorded:\n  it is a game of Cubitos")
    assert "  the rule `draw_amount` differs\n" in error
    assert '  the card "Bob" differs\n' in error


def test_a_changed_text_is_refused_and_its_first_consequence_named(tmp_path: Path) -> None:
    mine = tmp_path / "mine.cube"
    text = Path(PIG).read_text("utf-8")
    mine.write_text(text, "utf-8")
    path, _ = kept(tmp_path, str(mine), 30)
    other = tmp_path / "other.cube"
    other.write_text(text.replace("gain points equal to pot", "gain 1 point"), "utf-8")
    error = replay(str(path), "--ruleset", str(other), code=1).stderr
    assert "  the verb `take_turn` differs\n" in error
    done = replay(str(path), "--ruleset", str(other), "--anyway", code=1)
    assert "1. Player " in done.stdout
    assert "choices the position is another one than recorded" in done.stderr
    assert "verified" not in done.stdout


def changed(path: Path, **fields: Any) -> str:
    """Change fields of a record; return where it is."""
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**data, **fields}), "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"set": "Race 0"}, "there is no set `Race 0`"),
        ({"board": "Duck Pound"}, "did you mean `Duck Pond`?"),
        ({"players": 7}, "Cubitos is for 2 to 4 players, not 7"),
        ({"options": {"laps": 5}}, "the option `laps` is a number from 1 to 3, not 5"),
        ({"options": {}}, "the option `laps`: missing in the record, 1 here"),
        ({"seed": 12}, "after 0 choices the position is another one than recorded"),
        ({"choices": []}, "after 0 choices"),
    ],
)
def test_a_record_that_was_changed_is_refused(
    fields: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path, _ = kept(tmp_path, "cubitos", 20)
    data = json.loads(path.read_text("utf-8"))
    if "choices" in fields:
        fields = {"choices": [], "digests": [{"after": 0, "digest": data["digests"][1]["digest"]}]}
    assert reason in replay(changed(path, **fields), code=1).stderr


def test_refusals_are_data_too(tmp_path: Path) -> None:
    path, _ = kept(tmp_path, "cubitos", 20)
    out = replay(changed(path, seed=12), "--format", "json", code=1).stdout
    assert json.loads(out) == {
        "verified": False,
        "reasons": ["after 0 choices the position is another one than recorded"],
    }


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x00\x01", "game.json is not JSON"),
        (b"[]", "game.json is no record of a game"),
        (b'{"format": "cubedsl game", "version": 9}', "game.json is a record of version 9"),
    ],
)
def test_what_is_no_record_is_one_line(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    error = replay(str(path), code=2).stderr
    assert reason in error and error.count("\n") == 1


def test_a_ruleset_that_is_gone_is_named(tmp_path: Path) -> None:
    path, _ = kept(tmp_path, PIG, 20)
    error = replay(changed(path, ruleset="gone.cube"), code=2).stderr
    assert "there is no ruleset `gone.cube`" in error
