"""Rules in English: every card as it reads aloud, and everything else that has a name."""

import json
from itertools import chain
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from cubedsl import pipeline
from cubedsl.cli import main
from cubedsl.dsl import tree
from cubedsl.dsl.prose.entries import Book, book, title_of
from library import BENCH, EXAMPLES, GAMES, ROOT, SHIPPED

EXPLAINED = ROOT / "tests" / "explained"
KINDS_AND_CARDS = (tree.GuideDecl, tree.KindDecl)
ALL = (*SHIPPED, *map(str, chain(EXAMPLES, GAMES, BENCH)))


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["explain", *arguments])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def told(target: str) -> Book:
    declarations, ruleset, out = pipeline.declared(target)
    assert ruleset is not None and not out.errors
    return book(ruleset, declarations)


def page(words: Book) -> str:
    """All that has abilities, as it is explained."""
    return "\n".join(
        "\n".join((title_of(one), *(f"  {line}" for line in words.tell(one)), ""))
        for one in words.declarations
        if isinstance(one, KINDS_AND_CARDS)
        and any(isinstance(member, tree.Ability) for member in one.members)
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_what_every_card_says(name: str) -> None:
    """`python tests/explained.py` writes the golden files anew."""
    expected = (EXPLAINED / f"{name}.txt").read_text("utf-8")
    assert page(told(name)) == expected


def test_there_are_56_cards() -> None:
    assert sum(isinstance(one, tree.GuideDecl) for one in told("cubitos").declarations) == 56


@pytest.mark.parametrize("target", ALL, ids=lambda one: Path(one).stem)
def test_everything_can_be_said(target: str) -> None:
    words = told(target)
    for one in words.declarations:
        lines = words.tell(one)
        assert lines and all(lines), one
        said = " ".join(lines)
        assert "  " not in said and " ," not in said and ".." not in said, said
        assert not any(sign in said for sign in ("{", "}", " _")), said
        assert one in words.find(title_of(one)) or isinstance(
            one, tree.GameDecl | tree.Players | tree.StandingDecl
        )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("fat cat", "RUN: Gain 3 movement, and take 1 gray die in the tray."),
        ("FAT CAT", "RUN: Gain 3 movement, and take 1 gray die in the tray."),
        (normalize("NFD", "piña cubelada"), "ACTIVE, before you push: Your next bust does not"),
        ("draw amount", "Draw amount: 9 plus your draw tokens plus your lines behind."),
        ("lose", "To lose dice (the gone, only if not start die): move the gone to the tray."),
        ("credits", "Resource: a number that every player has."),
        ("survived", "Waited for by: Wizard, Ledercheesen, Reckless Cheese."),
        ("fan_track", "13: pays 6"),
        ("risk", "Option: ever or pushing; ever unless said otherwise."),
        ("tray", "Zone, one for all."),
        ("roll phase", "Each player in playing order from the starter does this: draw up, and"),
    ],
)
def test_a_name_of_cubitos(name: str, line: str) -> None:
    result = call("cubitos", name)
    assert result.exit_code == 0 and line in result.stdout, result.stdout


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("Pickpocket", "Steal 1 credit from 1 other leading player."),
        ("Copycat", "and use a “run” ability of the model as if this die had it."),
    ],
)
def test_a_house_card(card: str, line: str) -> None:
    path = ROOT / "examples" / "house_cards" / f"{card.lower()}.cube"
    said = call(str(path), card).stdout
    assert line in " ".join(said.split())


def test_a_verb_that_takes_is_said_as_the_ruleset_wants(tmp_path: Path) -> None:
    path = tmp_path / "said.cube"
    text = (ROOT / "examples" / "house_cards" / "pickpocket.cube").read_text("utf-8")
    path.write_text(f'{text}\nsay to steal "make {{victim}} hand over {{loot}}"\n', "utf-8")
    assert "Make 1 other leading player hand over 1 credit." in call(str(path), "Pickpocket").stdout


def test_a_track() -> None:
    said = call("cubitos", "duck pond").stdout
    for line in (
        "shortest way: 21 steps",
        "M  money_shortcut (row 2, space 3) for 5, saves 5 steps",
        "c: reward (3): Gain 2 credits.",
        "V: movement shortcut, cost 3, leads to v (1)",
    ):
        assert line in said


def test_joined_tracks() -> None:
    said = call("cubitos", "grand finale").stdout
    for line in (
        "Set of cards on “Grand Finale”:",
        "shortest way: 67 steps",
        "1. Still Waters Run Deep; its end is the gate, cost 1, which leads to the next\n",
        "2. Testing the Waters\n",
    ):
        assert line in said


def test_the_text_stands_below() -> None:
    said = call("cubosaurs", "steal").stdout
    assert '    tile steal "Steal 1 card" x1 {\n      price 4 assumed\n' in said
    assert call("cubosaurs", "Steal 1 card").stdout == said


def test_two_things_of_one_name() -> None:
    found = json.loads(call("cubitos", "bust", "--format", "json").stdout)["found"]
    assert [one["sort"] for one in found] == ["event", "verb"]
    assert found[1]["says"] == [
        "To bust: move all dice in your active zone to your discard zone, and then finish the bust."
    ]
    assert found[1]["text"].startswith("to bust {") and found[1]["line"] > 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("cubitos", "Fat Kat"),
            "nothing in `cubitos` is called `Fat Kat`: did you mean `Fat Cat`?",
        ),
        (("cubitos",), "say what is to be explained: `explain RULESET NAME`"),
        (("tests/stage/wrong.cube", "x"), "2 errors in 1 file"),
    ],
)
def test_what_cannot_be_explained(arguments: tuple[str, ...], said: str) -> None:
    result = call(*arguments)
    assert result.exit_code in (1, 2) and said in " ".join(result.stderr.split())
