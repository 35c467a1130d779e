"""What `check --format sarif` writes has all that SARIF 2.1.0 asks for."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from corpus import FOLDER
from cubedsl import __version__
from cubedsl.cli import main
from cubedsl.dsl.codes import ALL

NAMES = FOLDER / "check" / "names.cube"
CIRCLES = FOLDER / "check" / "circles.cube"
LINTS = FOLDER / "check" / "lints.cube"
DRAWN = FOLDER / "tracks" / "crater_back.cube"


def log(*words: str, status: int) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["check", "--format", "sarif", *words])
    assert result.exit_code == status, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def run(*words: str, status: int = 1) -> dict[str, Any]:
    (only,) = log(*words, status=status)["runs"]
    assert isinstance(only, dict)
    return only


def check_region(region: dict[str, int]) -> None:
    assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    assert all(isinstance(one, int) and one >= 1 for one in region.values())
    start = region["startLine"], region["startColumn"]
    assert start <= (region["endLine"], region["endColumn"])


def check_place(location: dict[str, Any]) -> None:
    place = location["physicalLocation"]
    assert place["artifactLocation"]["uri"]
    check_region(place["region"])


def test_the_log_and_its_tool() -> None:
    found = log(str(NAMES), status=1)
    assert (found["version"], found["$schema"].endswith("sarif-2.1.0.json")) == ("2.1.0", True)
    driver = found["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("cubedsl", __version__)
    assert found["runs"][0]["columnKind"] == "unicodeCodePoints"


def test_rules_tell_what_codes_mean() -> None:
    rules = run(str(NAMES))["tool"]["driver"]["rules"]
    assert len(rules) >= 10 and len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        code = ALL[rule["id"]]
        assert rule["shortDescription"] == {"text": code.title}
        assert rule["fullDescription"] == {"text": code.explanation}
        assert rule["help"]["text"].startswith(code.explanation)
        assert "Wrong:" in rule["help"]["text"] and "```" in rule["help"]["markdown"]
        assert rule["defaultConfiguration"] == {"level": "error"}


def test_results_have_rules_messages_and_places() -> None:
    found = run(str(NAMES))
    rules = found["tool"]["driver"]["rules"]
    assert len(found["results"]) >= 40
    for result in found["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == "error" and result["message"]["text"]
        (location,) = result["locations"]
        check_place(location)


def test_places_that_matter_and_repairs() -> None:
    results = run(str(NAMES), str(CIRCLES))["results"]
    related = [one for result in results for one in result.get("relatedLocations", ())]
    fixes = [one for result in results for one in result.get("fixes", ())]
    assert related and fixes
    for place in related:
        check_place(place)
        assert place["id"] >= 1 and place["message"]["text"]
    for fix in fixes:
        assert fix["description"]["text"]
        (change,) = fix["artifactChanges"]
        (replacement,) = change["replacements"]
        assert change["artifactLocation"]["uri"] and "text" in replacement["insertedContent"]
        check_region(replacement["deletedRegion"])


def test_a_picture_is_part_of_the_message() -> None:
    (drawn,) = [
        one["message"]
        for one in run(str(DRAWN), status=0)["results"]
        if "markdown" in one["message"]
    ]
    text, _, picture = drawn["text"].partition("\n\n")
    assert picture.count("\n") >= 2
    assert drawn["markdown"] == f"{text}\n\n```\n{picture}\n```"


def test_levels() -> None:
    mild = run(str(LINTS), status=0)
    assert {one["level"] for one in mild["results"]} == {"warning"}
    strict = run(str(LINTS), "--strict")
    assert {one["level"] for one in strict["results"]} == {"error"}


def test_nothing_wrong_is_a_run_without_results(tmp_path: Path) -> None:
    assert run("cubosaurs", status=0)["results"] == []


def test_a_file_that_is_not_there_has_no_region(tmp_path: Path) -> None:
    (only,) = run(str(tmp_path / "no such.cube"), status=2)["results"]
    place = only["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("no%20such.cube") and "region" not in place


def test_a_mistake_in_a_file_that_two_use_is_told_once(tmp_path: Path) -> None:
    text = 'ruleset "{}" extends "wrong.cube"\n'
    (tmp_path / "wrong.cube").write_text('ruleset "W"\nplayers 2 to 3\ngame { nothing_at_all }\n')
    for name in "ab":
        (tmp_path / f"{name}.cube").write_text(text.format(name))
    names = [str(tmp_path / f"{name}.cube") for name in "ab"]
    assert len(run(*names)["results"]) == 1
