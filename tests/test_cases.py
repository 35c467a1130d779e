"""What people wrote into card files, and what they must be told."""

from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

from cubedsl.cli import main

HEAD = 'ruleset "Mine" extends cubitos\n'


@frozen
class Told:
    """What `check` said of a file: its exit code, and its text."""

    status: int
    text: str

    @property
    def errors(self) -> list[str]:
        """The first line of each error."""
        return [line for line in self.text.splitlines() if line.startswith("error")]

    def at(self, line: int, column: int) -> bool:
        """Whether something is said of a place."""
        return f"mine.cube:{line}:{column}\n" in self.text


def check(folder: Path, text: str) -> Told:
    path = folder / "mine.cube"
    path.write_text(HEAD + text, "utf-8")
    result = CliRunner().invoke(main, ["check", str(path)])
    return Told(result.exit_code, result.output)


def test_d03_slips_of_the_pen_are_told_in_plain_words(tmp_path: Path) -> None:
    told = check(tmp_path, 'card "Fast" for white cost 3 {\n  nwo: gain 2 movment\n}\n')
    assert told.status == 1 and len(told.errors) == 2
    assert told.errors[0].endswith("unknown timing `nwo`, expected now, active, run")
    assert told.at(3, 3) and told.at(3, 15)
    assert "  nwo: gain 2 movment\n" in told.text and "^^^^^^^" in told.text
    assert "did you mean `movement`?" in told.text


def test_d03_the_exit_code_of_a_wrong_call_is_2() -> None:
    assert CliRunner().invoke(main, ["check", "--nonsense"]).exit_code == 2


def test_d04_unknown_keys_and_names_are_errors(tmp_path: Path) -> None:
    text = (
        'card "Red" for red cost 3 {\n  valid_die: red\n  run if total_sword > 2: pay 1 credit\n}\n'
    )
    told = check(tmp_path, text)
    assert told.status == 1 and told.at(3, 3) and told.at(4, 10)
    assert "unknown timing `valid_die`" in told.text and "did you mean `total_swords`?" in told.text


@pytest.mark.parametrize(
    ("faces", "column", "error"),
    [
        ("2", 21, "faces are listed, not counted"),
        ("cat, dog, blank x3", 21, "`pink` has 5 faces, and every die has 6"),
        ("cat x2, power gem, blank x3", 35, "`gem` is not a symbol or resource"),
        ("", 22, "`}` cannot stand here: expected what a face shows"),
    ],
)
def test_d06_faces_are_a_list_of_six_known_symbols(
    faces: str, column: int, error: str, tmp_path: Path
) -> None:
    told = check(tmp_path, f"die pink x3 {{ faces {faces} }}\n")
    assert told.status == 1 and len(told.errors) == 1
    assert told.errors[0].endswith(error) and told.at(2, column)


def test_d06_a_power_face_needs_no_power_line(tmp_path: Path) -> None:
    text = (
        'die pink x3 { faces power rock, blank x5 }\ncard "Pink" for pink { run: gain 1 credit }\n'
    )
    assert check(tmp_path, text).status == 0


def test_r23_titles_are_found_whatever_their_case_and_nearly_right_ones_are_offered(
    tmp_path: Path,
) -> None:
    cards = '"Keep on Rollin\'", "Llama-rama", "Supah General", "Pina Cubelada"'
    told = check(tmp_path, f'set "Mine" on "Duck Pond" {{ {cards} }}\n')
    unknown = [line for line in told.errors if "unknown card" in line]
    assert told.status == 1 and len(unknown) == 2
    assert "did you mean `Supah General!`?" in told.text
    assert "did you mean `Piña Cubelada`?" in told.text


def test_f08_a_card_named_like_an_official_one_and_empty_rows(tmp_path: Path) -> None:
    rows = 'card "Card Name" for\n' * 3
    told = check(tmp_path, 'card "Bob" for blue cost 1 { run: gain 1 movement }\n' + rows)
    assert told.status == 1 and len(told.errors) == 4
    assert told.errors[0].endswith('"Bob" is declared twice')
    assert "cards.cube:" in told.text and "the first time here" in told.text
    assert "write `replace` before it" in told.text
    assert all(told.at(line, 18) for line in (3, 4, 5))


def test_f08_the_same_card_three_times(tmp_path: Path) -> None:
    told = check(tmp_path, 'card "New" for blue cost 1 { run: gain 1 movement }\n' * 3)
    assert told.status == 1
    assert [line.split(": ", 1)[1] for line in told.errors] == ['"New" is declared twice'] * 2
