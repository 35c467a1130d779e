"""Records of games: what they hold, that they lead to the same point, what is refused and why."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from cubedsl.interpreter.bots import seats
from cubedsl.interpreter.bots.play_out import play_out
from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.record import EVERY, Choice, take
from cubedsl.interpreter.records.record_file import dumps, load, loads, save
from cubedsl.interpreter.records.resume import begin, follow, resume, setup_of
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.table.view import view
from library import ROOT, ruleset

LATE = str(ROOT / "tests" / "playing" / "late_start.cube")
PIG = str(ROOT / "examples" / "pig.cube")


def played(target: str, decisions: int, *, seed: int = 5, players: int = 2) -> Game:
    """Return a game in which the strategies of the ruleset have decided so often."""
    found = ruleset(target)
    game = Game(prepare(found, players=players), seed)
    bots = seats.line_up(found, players)
    agents = [bot.sit(game.state.setup, seat, seed, 0) for seat, bot in enumerate(bots)]
    play_out(game, agents, most_decisions=decisions)
    return game


def elsewhere(path: Path, target: str, *choices: int) -> list[str]:
    """Return the digests in a fresh process: where it was recorded, and after each choice."""
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from cubedsl import pipeline\n"
        "from cubedsl.interpreter.records.record_file import load\n"
        "from cubedsl.interpreter.records.resume import resume\n"
        "ruleset, _ = pipeline.load(sys.argv[2])\n"
        "game = resume(load(Path(sys.argv[1])), ruleset)\n"
        "print(game.digest())\n"
        "for index in sys.argv[3:]:\n"
        "    game.choose(int(index))\n"
        "    print(game.digest())\n"
    )
    command = [sys.executable, "-c", program, str(path), target, *map(str, choices)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.split()


# ------------------------------------------------------------------ S03: saved and taken up again


def about_to_bust() -> Game:
    """Return a game in which one of two active dice is about to bust, being at risk by then."""
    setup = prepare(ruleset(LATE), players=3, board="Duck Pond")
    for seed in range(100):
        game = Game(setup, seed)
        decision = game.decision
        assert decision is not None
        if len(view(game.state, None).zone("active", decision.seat)) != 2:
            continue
        after = replay(setup, seed, 0, [0]).decision
        if after is not None and after.name == "given_up":
            return game
    raise AssertionError("no such game was found")


def test_a_game_goes_on_in_a_fresh_process_as_if_it_had_not_been_interrupted(
    tmp_path: Path,
) -> None:
    game = about_to_bust()
    seen = view(game.state, None)
    decision = game.decision
    assert decision is not None and decision.name == "push_or_pass"
    assert seen.value("starter") == "Player 3"
    assert seen.value("at_risk", decision.seat) is True
    assert any(one.name == "spent" and one.value is True for one in seen.memory)
    assert game.state.stream.drawn > 0
    save(take(game), tmp_path / "game.json")
    here = [game.digest()]
    for index in (0, 0, 1):
        game.choose(index)
        here.append(game.digest())
    assert any("given_up" in entry.text for entry in game.log)
    assert elsewhere(tmp_path / "game.json", LATE, 0, 0, 1) == here


@pytest.mark.parametrize(("target", "players"), [("cubitos", 4), ("cubosaurs", 3), (PIG, 2)])
@pytest.mark.parametrize("decisions", [0, 1, 37, 10_000])
def test_a_record_leads_to_the_same_point(
    target: str, players: int, decisions: int, tmp_path: Path
) -> None:
    game = played(target, decisions, players=players)
    save(take(game), tmp_path / "game.json")
    again = resume(load(tmp_path / "game.json"), ruleset(target))
    assert again.digest() == game.digest()
    assert again.whole_digest() == game.whole_digest()
    assert (again.decision, again.outcome) == (game.decision, game.outcome)
    assert [entry.text for entry in again.log] == [entry.text for entry in game.log]


def test_what_is_read_is_what_was_written() -> None:
    record = take(played("cubitos", 50), seats=["human", "random"], strategies=["mine.cube"])
    assert loads(dumps(record).encode()) == record


# ------------------------------------------------------------------ what a record holds


def test_a_record_is_plain_and_versioned() -> None:
    record = take(played("cubitos", 23), seats=["human", "Fan hunter"])
    text = dumps(record)
    data = json.loads(text)
    assert (data["format"], data["version"]) == ("cubedsl game", 1)
    assert data["ruleset"] == "cubitos"
    assert data["fingerprint"] == ruleset("cubitos").fingerprint
    assert data["seats"] == ["human", "Fan hunter"]
    assert data["options"]["laps"] == 1
    assert [one["after"] for one in data["digests"]] == [0, EVERY, 2 * EVERY, 23]
    assert set(data["choices"][0]) == {"seat", "decision", "option", "index"}
    assert len(text.splitlines()) > 23
    assert any(line.startswith("Player 1: has: money") for line in data["position"])


def test_a_finished_game_says_how_it_ended() -> None:
    game = played(PIG, 10_000)
    outcome = json.loads(dumps(take(game)))["outcome"]
    assert game.outcome is not None
    assert outcome["winners"] == list(game.outcome.winners)
    assert outcome["stopped"] is None


# ------------------------------------------------------------------ what is refused


def reasons(act: Callable[[], object]) -> list[str]:
    """Return why something is refused."""
    with pytest.raises(RecordError) as caught:
        act()
    return str(caught.value).splitlines()


def test_another_ruleset_is_named() -> None:
    record = take(played(PIG, 5))
    said = reasons(lambda: resume(record, ruleset("cubosaurs")))
    assert said[0] == "it is a game of Pig (pig), not of Cubosaurs (cubosaurs)"


def test_what_differs_in_a_house_rule_is_named(tmp_path: Path) -> None:
    record = take(played("cubitos", 5))
    said = reasons(lambda: resume(record, ruleset(str(ROOT / "examples" / "friday_night.cube"))))
    assert said[0].startswith("it is a game of Cubitos (cubitos), not of Friday night")
    for line in (
        "the rule `draw_amount` differs",
        'the card "Bob" differs',
        'the card "Rollosaurus" differs',
        'the card "Crabby" is not there',
        'the card "Thin Cat" is new',
    ):
        assert line in said


def changed(tmp_path: Path, old: str, new: str) -> str:
    """Return a copy of an example, with another text in it."""
    text = Path(PIG).read_text("utf-8")
    assert old in text
    path = tmp_path / "pig.cube"
    path.write_text(text.replace(old, new), "utf-8")
    return str(path)


def test_a_changed_verb_is_named(tmp_path: Path) -> None:
    record = take(played(PIG, 5))
    other = ruleset(changed(tmp_path, "set pot = pot + pip of thrown", "set pot = pot + 1"))
    said = reasons(lambda: resume(record, other))
    assert said[0].startswith("Pig (pig) has another text than when it was recorded")
    assert record.fingerprint[:12] in said[0] and other.fingerprint[:12] in said[0]
    assert said[1:] == ["the verb `throw` differs"]


def test_a_changed_comment_is_refused_unless_it_is_tried_anyway(tmp_path: Path) -> None:
    game = played(PIG, 5)
    record = take(game)
    other = ruleset(changed(tmp_path, "# Pig: roll", "# Pig: throw"))
    said = reasons(lambda: resume(record, other))
    assert said[1:] == ["only comments, scenarios or the like differ: the rules are the same"]
    assert resume(record, other, anyway=True).digest() == game.digest()


def test_the_first_choice_that_is_not_offered_is_named(tmp_path: Path) -> None:
    record = take(played(PIG, 5))
    other = ruleset(
        changed(tmp_path, "roll: throw\n", "leave if pot > 0: set pot = 0\n      roll: throw\n")
    )
    (said,) = reasons(lambda: resume(record, other, anyway=True))
    assert said == (
        "choice 1 is `roll` (roll_or_hold), which is not offered: "
        "it has number 1 here, and 0 in the record"
    )


def test_a_position_that_differs_is_noticed(tmp_path: Path) -> None:
    record = take(played(PIG, 5))
    other = ruleset(changed(tmp_path, "set pot = pot + pip of thrown", "set pot = pot + 1"))
    (said,) = reasons(lambda: resume(record, other, anyway=True))
    assert said == "after 0 choices the position is another one than recorded"


def other_setup(**changes: Any) -> Setup:
    """Return a setup of Pig that differs from the usual one."""
    return prepare(ruleset(PIG), **{"players": 2, **changes})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"options": {"goal": 50}}, "the option `goal`: 100 in the record, 50 here"),
        ({"players": 3}, "the number of players: 2 in the record, 3 here"),
        ({"names": ("A", "B")}, "the names: Player 1, Player 2 in the record, A, B here"),
    ],
)
def test_a_setup_that_differs_is_named(changes: dict[str, Any], reason: str) -> None:
    record = take(played(PIG, 5))
    assert reason in reasons(lambda: begin(record, other_setup(**changes)))


def test_a_set_that_is_missing_is_named() -> None:
    record = evolve(take(played("cubitos", 5)), card_set="Race 0")
    (said,) = reasons(lambda: setup_of(record, ruleset("cubitos")))
    assert said.startswith("there is no set `Race 0`: did you mean `Race ")


def test_an_option_that_is_gone_is_named() -> None:
    record = evolve(take(played(PIG, 5)), options={"goal": 100, "dice": 2})
    (said,) = reasons(lambda: setup_of(record, ruleset(PIG)))
    assert said.startswith("there is no option `dice`")


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (Choice(0, "roll_or_hold", "fly", 0), "choice 1 is `fly` (roll_or_hold), which is not"),
        (Choice(0, "roll_or_hold", "roll", 7), "it has number 0 here, and 7 in the record"),
        (Choice(9, "roll_or_hold", "roll", 0), "is asked roll_or_hold"),
    ],
)
def test_a_choice_that_was_tampered_with_is_refused(choice: Choice, reason: str) -> None:
    game = next(game for seed in range(9) if roll_asked(game := played(PIG, 1, seed=seed)))
    record = evolve(take(game), choices=(choice,))
    (said,) = reasons(lambda: resume(record, ruleset(PIG)))
    assert reason in said


def roll_asked(game: Game) -> bool:
    """Whether the first player was asked first."""
    return take(game).choices[0] == Choice(0, "roll_or_hold", "roll", 0)


def test_choices_behind_the_end_are_refused() -> None:
    record = take(played(PIG, 10_000))
    longer = evolve(record, choices=(*record.choices, record.choices[-1]), outcome=None)
    (said,) = reasons(lambda: resume(longer, ruleset(PIG)))
    assert said.endswith("but the game is over by then")


def test_the_end_is_verified() -> None:
    record = take(played(PIG, 10_000))
    assert record.outcome is not None
    other = evolve(record, outcome=evolve(record.outcome, winners=(7,)))
    assert reasons(lambda: resume(other, ruleset(PIG))) == [
        "the game ends in another way than recorded"
    ]
    assert reasons(lambda: resume(evolve(record, outcome=None), ruleset(PIG))) == [
        "the game is over, but in the record it goes on"
    ]
    assert reasons(lambda: resume(evolve(record, whole="0"), ruleset(PIG))) == [
        "the options that were offered are others than recorded"
    ]


def test_a_record_can_be_followed_step_by_step() -> None:
    record = take(played(PIG, 30))
    game = begin(record, setup_of(record, ruleset(PIG)))
    for made in follow(record, game):
        assert len(game.choices) == made
    assert made == 30


# ------------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON: Expecting value (line 1, column 1)"),
        (b"{", "is not JSON"),
        (b"\xff\xfe{\x00}\x00", "is not UTF-8"),
        (b"[" * 100_000, "is not JSON"),
        (b"9" * 5_000, "is not JSON"),
        (b"[1]", "is no record of a game"),
        (b'{"format": "cubedsl game", "version": 2}', "is a record of version 2"),
        (b'{"format": "cubedsl game", "version": 1}', "has no `"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    (said,) = reasons(lambda: load(path))
    assert said.startswith(f"{path} ") and reason in said and len(said) < 300


FIELDS = """
    ruleset title strategies fingerprint players names seats options set board seed number max_steps
    choices digests digest outcome position parts
"""


@pytest.mark.parametrize("key", FIELDS.split())
def test_every_field_is_needed_and_of_its_kind(key: str) -> None:
    data = json.loads(dumps(take(played(PIG, 2))))
    data[key] = [[]]
    (said,) = reasons(lambda: loads(json.dumps(data).encode()))
    assert f"`{key}`" in said
    del data[key]
    assert reasons(lambda: loads(json.dumps(data).encode())) == [f"has no `{key}`"]


def test_a_mark_of_the_byte_order_is_ignored() -> None:
    record = take(played(PIG, 2))
    assert loads(b"\xef\xbb\xbf" + dumps(record).replace("\n", "\r\n").encode()) == record


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first, second = take(played(PIG, 2)), take(played(PIG, 9))
    save(first, path)
    path.chmod(0o640)
    save(second, path)
    assert load(path) == second
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_file_stays_as_it_was_if_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save(take(played(PIG, 2)), path)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (said,) = reasons(lambda: save(take(played(PIG, 9)), path))
    assert said == f"{path} cannot be written: No space left on device"
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_one_line() -> None:
    (said,) = reasons(lambda: save(take(played(PIG, 2)), Path("/dev/full")))
    assert said == "/dev/full cannot be written: No space left on device"
    assert not Path("/dev/full").is_file()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (said,) = reasons(lambda: save(take(played(PIG, 2)), tmp_path))
    assert said.startswith(f"{tmp_path} cannot be written")
    (said,) = reasons(lambda: load(tmp_path))
    assert said.startswith(f"{tmp_path} cannot be read")
    (said,) = reasons(lambda: load(tmp_path / "nowhere" / "game.json"))
    assert "No such file" in said
