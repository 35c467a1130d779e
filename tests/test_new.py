"""`cubedsl new`: what it makes checks, comes out, can be played; nothing is overwritten."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cubedsl import pipeline
from cubedsl.cli import main, starters
from cubedsl.interpreter.setup import prepare
from library import EXAMPLES, GAMES, ROOT, WHOLE, play_at_random, ruleset

PIG = ROOT / "examples" / "pig.cube"
OTHERS = [
    *GAMES,
    *WHOLE,
    ROOT / "examples" / "friday_night.cube",
]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def cubedsl(*words: str, code: int = 0, said: str = "") -> Result:
    """Run a command in this process."""
    result = CliRunner().invoke(main, list(words), input=said)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code, result.output
    return result


def is_fine(folder: str) -> None:
    """What was made checks without a word, comes out, is laid out, and can be played."""
    (entry,) = (str(path) for path in Path(folder).glob("*.cube"))
    assert cubedsl("check", "--strict", entry).stdout == "no problems in 1 file\n"
    assert "0 failed" in cubedsl("test", folder).stdout
    cubedsl("fmt", "--check", entry)
    assert "?\n" in cubedsl("play", entry, "--seed", "1").stdout


# ------------------------------------------------------------------ house rules


@pytest.mark.parametrize("name", pipeline.shipped())
def test_house_rules_for_what_is_shipped(name: str) -> None:
    out = cubedsl("new", "mine", "--house", name).stdout
    assert "mine/house.cube" in out and "cubedsl check mine/house.cube" in out
    assert sorted(os.listdir("mine")) == ["README.md", "house.cube"]
    text = Path("mine/house.cube").read_text("utf-8")
    assert f'ruleset "House rules" extends {name}\n' in text
    assert text.count("scenario ") >= 2
    is_fine("mine")


def test_a_house_card_is_played_in_a_house_set() -> None:
    cubedsl("new", "mine", "--house", "cubitos")
    found = ruleset(str(Path("mine/house.cube").resolve()))
    new = set(found.cards) - set(ruleset("cubitos").cards)
    assert len(new) == 1 and new < set(found.sets["House set"].cards)
    out = cubedsl("sim", "mine/house.cube", "--set", "House set", "--games", "2").stdout
    assert "set House set" in out


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_house_rules_for_any_ruleset(path: Path) -> None:
    cubedsl("new", "mine", "--house", str(path))
    text = Path("mine/house.cube").read_text("utf-8")
    assert "$" not in text and "$" not in Path("mine/README.md").read_text("utf-8")
    assert "\nreplace " in text or 'card "House card"' in text
    is_fine("mine")


@pytest.mark.parametrize("name", pipeline.shipped())
def test_without_a_template_a_card_or_a_verb_is_copied(name: str) -> None:
    drafts = list(starters.houses(ruleset(name), name, Path("mine")))
    for draft in [drafts[1], drafts[-1]]:
        folder = Path(f"mine{drafts.index(draft)}")
        folder.mkdir()
        for file, text in draft.items():
            (folder / file).write_text(text, "utf-8")
        is_fine(str(folder))


def test_a_ruleset_beside_the_folder_is_extended_by_its_path() -> None:
    Path("game").mkdir()
    Path("game/dice.cube").write_text(
        PIG.read_text("utf-8").replace("for pig", "for dice"), "utf-8"
    )
    cubedsl("new", "game/mine", "--house", "game/dice")
    assert 'extends "../dice.cube"' in Path("game/mine/house.cube").read_text("utf-8")
    is_fine("game/mine")


# ------------------------------------------------------------------ a game


def test_a_game_of_ones_own() -> None:
    out = cubedsl("new", "mine", "--game").stdout
    assert "mine/game.cube" in out
    is_fine("mine")
    found = ruleset(str(Path("mine/game.cube").resolve()))
    assert found.strategies and len(found.scenarios) >= 2
    for players in range(found.players[0], found.players[1] + 1):
        outcome = play_at_random(prepare(found, players=players), 3).outcome
        assert outcome is not None and outcome.winners and not outcome.stopped


def test_the_strategy_of_the_game_beats_chance() -> None:
    cubedsl("new", "mine", "--game")
    seats = ("--seat", "careful climber", "--seat", "random")
    out = cubedsl("sim", "mine/game.cube", *seats, "--games", "200", "--rotate").stdout
    (line,) = (line for line in out.splitlines() if "Careful climber" in line)
    assert int(line.split()[3]) > 120


def test_the_template_says_whose_words_it_has() -> None:
    for example in EXAMPLES:
        assert "Summit" not in example.read_text("utf-8")


# ------------------------------------------------------------------ refused


def test_an_empty_folder_will_do() -> None:
    Path("mine").mkdir()
    cubedsl("new", "mine", "--game")
    is_fine("mine")


@pytest.mark.parametrize("name", ["a", ".hidden", "README.md"])
def test_a_folder_that_is_not_empty_is_refused(name: str) -> None:
    Path("mine").mkdir()
    Path("mine", name).write_text("mine", "utf-8")
    error = cubedsl("new", "mine", "--game", code=2).stderr
    assert "`mine` is not an empty folder" in error
    assert os.listdir("mine") == [name] and Path("mine", name).read_text("utf-8") == "mine"


def test_a_file_is_no_folder() -> None:
    Path("mine").write_text("mine", "utf-8")
    assert "not an empty folder" in cubedsl("new", "mine", "--game", code=2).stderr
    error = cubedsl("new", "mine/deeper", "--game", code=2).stderr
    assert "Not a directory" in error and error.count("\n") <= 4


def test_a_full_disk_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    error = cubedsl("new", "mine", "--game", code=2).stderr
    assert "cannot be filled: No space left on device" in error


@pytest.mark.parametrize("words", [[], ["--game", "--house", "cubitos"]])
def test_either_a_game_or_house_rules(words: list[str]) -> None:
    assert "say either" in cubedsl("new", "mine", *words, code=2).stderr
    assert not Path("mine").exists()


def test_house_rules_need_a_ruleset() -> None:
    assert "did you mean `cubitos`?" in cubedsl("new", "mine", "--house", "cubits", code=2).stderr
    Path("bad.cube").write_text('ruleset "Bad"\n', "utf-8")
    assert "error" in cubedsl("new", "mine", "--house", "bad.cube", code=1).stderr
    assert not Path("mine").exists()
