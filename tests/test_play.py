"""`cubedsl play`: sessions through a pipe."""

import json
import os
import re
from pathlib import Path

import pytest

from cubedsl.cli.matching import find
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.streams import Stream
from library import GAMES
from sessions import COURT, KEPT, LATE, PIG, cubedsl, play, process, questions

# ------------------------------------------------------------------ a session


def test_a_session_through_a_pipe(tmp_path: Path) -> None:
    out = play("cubitos", "--seed", "7", "--name", "Ann", said="push\nquit\n", cwd=tmp_path)
    lines = out.splitlines()
    assert lines[0] == "Cubitos, 2 players, set Race 1, on Nothing Goes Right; seed 7"
    assert lines[1].startswith("Ann: human; Player 2: ")
    assert "> push" in lines and "> quit" in lines
    assert "Ann, push_or_pass?" in lines
    assert any(re.fullmatch(r"  roll: .*light_gray as blank.*", line) for line in lines)
    assert any("[12]" in line for line in lines)
    assert any(line.startswith("fan_track: 0[12] 1 2 3") for line in lines)
    assert "  has: money 0, movement 0, water_movement 0, credits 0, draw_tokens 0" in lines


def test_the_same_seed_and_answers_are_the_same_game(tmp_path: Path) -> None:
    said = "1\n" * 30 + "quit\n"
    first, second = (play("cubitos", "--seed", "7", said=said, cwd=tmp_path) for _ in range(2))
    assert first == second
    assert play("cubitos", "--seed", "8", said=said, cwd=tmp_path) != first


def test_without_a_seed_no_two_games_are_the_same(tmp_path: Path) -> None:
    outs = [play("cubitos", said="", cwd=tmp_path) for _ in range(2)]
    seeds = {re.findall(r"; seed (\d+)$", out, re.MULTILINE)[0] for out in outs}
    assert len(seeds) == 2
    assert outs[0] != outs[1]
    (seed, *_) = seeds
    assert any(play("cubitos", "--seed", seed, said="", cwd=tmp_path) == out for out in outs)


def test_a_whole_game_is_played_to_its_end(tmp_path: Path) -> None:
    said = "\n".join(["roll", "roll", "hold"] * 150)
    out = play(PIG, "--option", "goal=30", "--seed", "3", said=said, cwd=tmp_path)
    assert re.search(r"^Player [12] wins after \d+ rounds\.$", out, re.MULTILINE)
    assert "goal = 30" in out
    assert os.listdir(tmp_path) == []


def test_bots_play_by_themselves(tmp_path: Path) -> None:
    seats = ["--seat", "random", "--seat", "hold at 20"]
    done = cubedsl("play", PIG, *seats, "--seed", "1", "--save", "end.json", cwd=tmp_path)
    assert "Player 1: random; Player 2: Hold at 20" in done.stdout
    assert "wins after" in done.stdout and ">" not in done.stdout
    assert "cubedsl replay end.json" in done.stderr
    assert json.loads((tmp_path / "end.json").read_text("utf-8"))["outcome"]["stopped"] is None


def test_a_game_of_a_simulation_can_be_seen(tmp_path: Path) -> None:
    seats = ["--seat", "random", "--seat", "random", "--seed", "5"]
    outs = [play(PIG, *seats, "--game", n, said="", cwd=tmp_path) for n in ("0", "3", "3")]
    assert "seed 5, game 3" in outs[1]
    assert outs[1] == outs[2] != outs[0]


# ------------------------------------------------------------------ answers


@pytest.mark.parametrize("answer", ["1", "roll", "ROLL", "  r ", "r\u00f3ll", "ro\u0301ll", "/1"])
def test_an_option_is_chosen_by_number_or_name(answer: str, tmp_path: Path) -> None:
    out = play(PIG, "--seed", "3", said=f"{answer}\n", cwd=tmp_path)
    assert ("Player 1 rolls" in out.split("> ")[1]) == (answer != "/1")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("3", "there is no option 3: they go from 1 to 2"),
        ("0", "there is no option 0"),
        ("rull", "there is no option `rull`: did you mean `roll`?"),
        ("/fly", "there is no command `fly`"),
        ("undo", "there is nothing to take back"),
        ("undo x", "`undo` or `undo 2`, not `undo x`"),
        ("log x", "`log` or `log 20`, not `log x`"),
        ("save", "say where: `save FILE`"),
        ("load", "say which: `load FILE`"),
        ("load nothing.json", "nothing.json cannot be read: No such file or directory"),
        ("save nowhere/x.json", "nowhere/x.json cannot be written: No such file or directory"),
        ("help nothing", "nothing is called `nothing`"),
        ("help hold at", 'strategy "Hold at 20" for pig {'),
        ("\x1b[2J", "␛[2J"),
        ("\u202e", "there is no option"),
        ("9" * 6000, "there is no option"),
    ],
)
def test_bad_answers_change_nothing(answer: str, said: str, tmp_path: Path) -> None:
    out = play(PIG, "--seed", "5", said=f"hold\nroll\n{answer}\nshow\nquit\n", cwd=tmp_path)
    undone = play(PIG, "--seed", "5", said="hold\nroll\nshow\nquit\n", cwd=tmp_path)
    assert said in out or answer == "undo"
    assert "\x1b" not in out and "\u202e" not in out
    if answer != "undo":
        assert out.split("> show")[1] == undone.split("> show")[1]


def test_bytes_that_are_no_text_are_no_answer(tmp_path: Path) -> None:
    out = play(
        PIG, "--seed", "5", said=b"\xff\xfe\x00\n\xef\xbb\xbfroll\r\n\n#x\nquit", cwd=tmp_path
    )
    assert "there is no option" in out and "> roll" in out


def option(text: str) -> Option:
    """Return an option that is called so."""
    return Option(Way.NUMBER if text.lstrip("-").isdigit() else Way.NAMED, text)


@pytest.mark.parametrize(
    ("options", "said", "expected"),
    [
        ("push|pass", "p", "`p` can be `push` or `pass`"),
        ("push|pass", "pa", 1),
        ("push|pass", "2", 1),
        ("red as sun|red as sun, used", "red as sun", 0),
        ("red as sun|red as sun, used", "red", "`red` can be `red as sun` or `red as sun, used`"),
        ("(3, 4)|(3, 14)|(33, 4)", "3 4", 0),
        ("(3, 4)|(3, 14)|(33, 4)", "3,1", 1),
        ("(3, 4)|(3, 14)|(33, 4)", "3", 2),
        ("Piña Cubelada|Punk Fruit", "pina", 0),
        ("Straße|Strand", "STRASS", 0),
        ("2|3|4", "3", 1),
        ("2|3|4", "1", "choose a number from 2 to 4"),
        ("-2|-1|0|1|2", "-1", 1),
        ("5|done", "5", 0),
        ("5|done", "1", "there is no option `1`"),
        ("5|done", "d", 1),
        ("a|b|c|d", "", "there is no option ``"),
        ("x1|x2|x3|x4|x5|x6|x7|x8", "x", "`x` can be `x1`, `x2`, `x3`, `x4`, `x5`, `x6` or 2 more"),
    ],
)
def test_what_is_meant(options: str, said: str, expected: int | str) -> None:
    assert find([option(text) for text in options.split("|")], said) == expected


def test_an_option_comes_before_a_command_of_the_same_name(tmp_path: Path) -> None:
    text = Path(PIG).read_text("utf-8").replace("hold", "quit").replace("roll_or_quit", "question")
    (tmp_path / "quit.cube").write_text(text, "utf-8")
    out = play("quit.cube", "--seed", "3", said="roll\nquit\nroll\n/quit\nroll\n", cwd=tmp_path)
    assert out.count("> ") == 4
    assert "Player 1 gains" in out


def test_spaces_are_chosen_on_the_map(tmp_path: Path) -> None:
    said = "pass\n" * 3 + "1\n" * 30
    out = play("cubitos", "--seed", "7", said=said, cwd=tmp_path)
    question = next(part for part in out.split("> ") if "target?" in part)
    numbers = re.findall(r"^ *(\d+) \(\d+, \d+\)", question.replace("    ", "\n"), re.MULTILINE)
    drawn = re.findall(r"\((\d+)\)", question.split("Player 1, target?")[0])
    assert numbers and set(numbers) <= set(drawn)


# ------------------------------------------------------------------ undo


def test_choices_are_taken_back_one_by_one_or_several_at_once(tmp_path: Path) -> None:
    said = "1\n" * 6
    plain = play("cubitos", "--seed", "7", said=said + "show\nquit\n", cwd=tmp_path)
    for detour in ("1\nundo\n", "1\n1\nundo 2\n", "undo 3\n1\n1\n1\n", "2\nundo\nundo\n1\n"):
        out = play("cubitos", "--seed", "7", said=said + detour + "show\nquit\n", cwd=tmp_path)
        assert out.split("> show")[1] == plain.split("> show")[1], detour


def test_everything_can_be_taken_back(tmp_path: Path) -> None:
    begin = play("cubitos", "--seed", "7", said="show\nquit\n", cwd=tmp_path)
    out = play("cubitos", "--seed", "7", said="1\n" * 9 + "undo 99\nshow\nquit\n", cwd=tmp_path)
    assert "9 choices taken back" in out
    assert out.split("> show")[1] == begin.split("> show")[1]


def test_the_end_of_a_game_can_be_taken_back(tmp_path: Path) -> None:
    said = "hold\n" * 40 + "undo\n"
    out = play(PIG, "--option", "goal=30", "--seed", "3", said=said, cwd=tmp_path)
    assert "The game is over: `undo`" in out
    assert questions(out.split("> undo")[1])


# ------------------------------------------------------------------ save and load


def test_a_saved_game_goes_on_in_another_process(tmp_path: Path) -> None:
    head, tail = "1\n" * 20, "1\n2\n" * 10 + "show\nquit\n"
    whole = play(LATE, "--seed", "4", "--players", "3", said=head + tail, cwd=tmp_path)
    saving = head + "save game.json\nquit\n"
    play(LATE, "--seed", "4", "--players", "3", said=saving, cwd=tmp_path)
    again = process("play", LATE, "--load", "game.json", said=tail, cwd=tmp_path).stdout
    assert again.split("> show")[1] == whole.split("> show")[1]
    loading = play(LATE, "--players", "3", said="1\nload game.json\n" + tail, cwd=tmp_path)
    assert "loaded from game.json: " in loading
    assert loading.split("> show")[1] == whole.split("> show")[1]


def test_a_record_of_other_options_is_refused_by_name(tmp_path: Path) -> None:
    play(
        "cubitos", "--seed", "1", "--option", "laps=2", said="1\nsave a.json\nquit\n", cwd=tmp_path
    )
    out = play("cubitos", "--seed", "1", said="load a.json\nquit\n", cwd=tmp_path)
    assert "a.json cannot be loaded:\n  the option `laps`: 2 in the record, 1 here" in out
    done = cubedsl(
        *("play", "cubitos", "--load", "a.json", "--option", "laps=3", "--seed", "9"),
        cwd=tmp_path,
        code=1,
    )
    assert "the option `laps`: 2 in the record, 3 here" in done.stderr
    assert "the seed: 1 in the record, 9 here" in done.stderr
    assert "laps = 2" in play("cubitos", "--load", "a.json", said="quit\n", cwd=tmp_path)


def test_a_record_of_another_ruleset_is_refused_by_name(tmp_path: Path) -> None:
    play(PIG, "--seed", "3", said="roll\nsave a.json\nquit\n", cwd=tmp_path)
    done = cubedsl("play", "cubitos", "--load", "a.json", cwd=tmp_path, code=1)
    assert f"it is a game of Pig ({PIG}), not of Cubitos (cubitos)" in done.stderr
    text = Path(PIG).read_text("utf-8")
    (tmp_path / "pig.cube").write_text(text.replace("pot >= 20", "pot >= 25"), "utf-8")
    done = cubedsl("play", "pig.cube", "--load", "a.json", cwd=tmp_path, code=1)
    assert 'the strategy "Hold at 20" differs' in done.stderr
    out = play("pig.cube", "--load", "a.json", "--anyway", said="quit\n", cwd=tmp_path)
    assert questions(out)


def test_what_is_no_record_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format": 1', "utf-8")
    done = cubedsl("play", "cubitos", "--load", "bad.json", cwd=tmp_path, code=2)
    assert done.stderr.count("\n") == 1 and "bad.json is not JSON" in done.stderr


def test_who_sits_there_can_change(tmp_path: Path) -> None:
    play(PIG, "--seed", "1", said="1\n1\nsave a.json\nquit\n", cwd=tmp_path)
    seats = ("--seat", "random", "--seat", "random")
    done = cubedsl("play", PIG, "--load", "a.json", *seats, "--save", "b.json", cwd=tmp_path)
    assert "Player 1: random; Player 2: random" in done.stdout
    record = json.loads((tmp_path / "b.json").read_text("utf-8"))
    before = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert record["choices"][: len(before["choices"])] == before["choices"]


# ------------------------------------------------------------------ leaving


@pytest.mark.parametrize("ending", ["", "quit\n", "EXIT"])
def test_a_game_that_is_left_is_kept(ending: str, tmp_path: Path) -> None:
    done = cubedsl("play", "cubitos", "--seed", "7", said="1\n" + ending, cwd=tmp_path)
    assert f"{KEPT}cubitos-7.json" in done.stderr
    assert done.stdout.endswith("> \n" if not ending else f"> {ending.strip()}\n")
    assert "go on with it: cubedsl play cubitos --load cubitos-7.json" in done.stderr
    again = cubedsl("play", "cubitos", "--load", "cubitos-7.json", cwd=tmp_path)
    assert questions(again.stdout)
    done = cubedsl("play", "cubitos", "--seed", "7", said="1\n1\n" + ending, cwd=tmp_path)
    assert f"{KEPT}cubitos-7-2.json" in done.stderr


def test_nothing_is_kept_where_nothing_was_done(tmp_path: Path) -> None:
    done = cubedsl("play", PIG, "--seed", "3", said="", cwd=tmp_path)
    assert done.stderr == "" and os.listdir(tmp_path) == []


def test_what_was_saved_is_not_kept_twice(tmp_path: Path) -> None:
    done = cubedsl("play", PIG, "--seed", "3", said="roll\nsave x.json\nquit\n", cwd=tmp_path)
    assert f"{KEPT}x.json" in done.stderr
    assert os.listdir(tmp_path) == ["x.json"]


def test_a_game_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    words = ("play", PIG, "--seed", "3", "--save", "nowhere/x.json")
    done = cubedsl(*words, said="roll\n", cwd=tmp_path)
    assert done.stderr == (
        "the game is lost: nowhere/x.json cannot be written: No such file or directory\n"
    )


ANSWERS = """
    1|2|3|1|2|done|yes|no|a|stop|0|undo|undo 3|undo x|save a|load a|load b|log|log 2|show|help|
    help a|r|5|-1|#|?|/|/undo|save|\u202e|\x00
"""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whatever_is_said_a_session_ends_cleanly(path: Path, tmp_path: Path) -> None:
    answers = [one.strip() for one in ANSWERS.split("|")]
    for seed in range(3):
        stream = Stream.derived(seed, 0, 103)
        said = "".join(f"{answers[stream.below(len(answers))]}\n" for _ in range(60))
        done = cubedsl("play", str(path), "--seed", str(seed), said=said, cwd=tmp_path)
        for name in re.findall(rf"{KEPT}(\S+)", done.stderr):
            cubedsl("replay", name, "--verify", cwd=tmp_path)


# ------------------------------------------------------------------ hidden things


def test_what_others_hold_is_not_shown(tmp_path: Path) -> None:
    words = (COURT, "--players", "3", "--seed", "7", "--name", "Ann")
    out = play(*words, said="log\nquit\n", cwd=tmp_path)
    assert re.search(r"^Player 2\n  hand: 1 unseen card$", out, re.MULTILINE)
    assert re.search(r"^  Player 2 moves 1 unseen card to hand of Player 2$", out, re.MULTILINE)
    assert "the game moves 1 unseen card to aside" in out


# ------------------------------------------------------------------ wrong calls


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["cubitos", "--players", "9"], "Cubitos is for 2 to 4 players, not 9"),
        (["cubitos", "--seat", "nobody"], "there is no strategy `nobody`"),
        (["cubitos", "--players", "2", *["--seat", "human"] * 3], "there are 2 seats, but 3"),
        (["cubitos", "--set", "Race 99"], "there is no set `Race 99`"),
        (["cubitos", "--track", "Duck Pound"], "did you mean `Duck Pond`?"),
        (["cubitos", "--option", "laps"], "write `--option name=value`, not `laps`"),
        (["cubitos", "--option", "laps=9"], "the option `laps` is a number from 1 to 3, not 9"),
        (["cubitos", "--option", "risk=never"], "the option `risk` is one of"),
        (["cubitos", "--name", "A", "--name", "A"], "two seats are called A"),
        (["cubits"], "did you mean `cubitos`?"),
        (["cubitos", "--load", "nothing.json"], "nothing.json cannot be read"),
    ],
)
def test_wrong_calls_are_refused(words: list[str], reason: str, tmp_path: Path) -> None:
    done = cubedsl("play", *words, cwd=tmp_path, code=2)
    assert reason in done.stderr
