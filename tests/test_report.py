"""Results as a page of HTML: what it says, that it needs nothing else, that it is whole."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import Factory, define
from click.testing import CliRunner, Result

from cubedsl.cli import main, reporting
from cubedsl.reporting import anything, balanced, plots
from cubedsl.reporting.page import page
from cubedsl.reporting.parts import Estimate
from library import ROOT

PIG = str(ROOT / "examples" / "pig.cube")
STAGE = ROOT / "tests" / "stage"
SURE = str(ROOT / "tests" / "tuning" / "sure_thing.cube")
VOID = {"meta", "link", "br", "img", "hr", "input"}
OTHER = {
    "title": "Power of <cards>",
    "games": 10,
    "cards": [
        {"card": 'Elk & "co"', "effect": {"rate": 0.25, "low": 0.125, "high": 0.5}, "sold": 3},
        {"card": "Owl", "effect": {"rate": -0.25, "low": -0.5, "high": 0.0}, "sold": None},
    ],
    "sold": {
        "by_round": [{"round": 1, "card": "Owl", "n": 2}, {"round": 2, "card": "Owl", "n": 5}]
    },
}


def run(*words: object) -> Result:
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == 0, result.output
    return result


@define
class Read(HTMLParser):
    """The tags of a page with their attributes, and its text; whatever is opened is closed."""

    tags: list[tuple[str, dict[str, str | None]]] = Factory(list)
    open: list[str] = Factory(list)
    text: str = ""

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(text: str) -> Read:
    found = Read()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def simulated(folder: Path, *words: object) -> tuple[dict[str, Any], str]:
    out, html = folder / "run.json", folder / "run.html"
    run("sim", *words, "--out", out, "--report", html)
    return json.loads(out.read_text("utf-8")), html.read_text("utf-8")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    return simulated(tmp_path_factory.mktemp("small"), PIG, "--games", 50)


# ------------------------------------------------------------------ what stands there


def test_a_page_of_many_games_says_what_came_out(tmp_path: Path) -> None:
    data, text = simulated(
        tmp_path, PIG, "--games", 200, "--seat", "Hold at 20", "--seat", "random"
    )
    found = read(text)
    for one in (*data["seats"], *data["strategies"]):
        cells = (
            f"{100 * one['win_rate']:.1f} %",
            f"{100 * one['low']:.1f} to {100 * one['high']:.1f} %",
        )
        assert all(cell in found.text for cell in cells)
    counts = data["rounds"]["counts"]
    assert sum(counts.values()) == data["finished"] == 200
    assert sum(int(one) * n for one, n in counts.items()) / 200 == data["rounds"]["mean"]
    for rounds, times in counts.items():
        assert f'<th scope="row">{rounds}</th><td>{times}</td>' in text
    assert data["digest"] in found.text
    labels = [attrs["aria-label"] or "" for tag, attrs in found.tags if tag == "svg"]
    assert (
        len(labels) == 3 and "Hold at 20: " in labels[0] and "Histogram of the rounds" in labels[2]
    )


def test_a_page_of_a_search_has_before_and_after(tmp_path: Path) -> None:
    out = tmp_path / "tune.html"
    words = ("--target", "strategies", "--within", 5, "--games", 200, "--budget", 1000)
    result = run("tune", SURE, *words, "--format", "json", "--report", out)
    (one,) = json.loads(result.stdout)["sets"]
    found = read(out.read_text("utf-8"))
    before, after = one["before"]["points"], one["after"]["points"]
    assert f"{before:.2f} points off before, {after:.2f} after" in found.text
    for when in ("before", "after"):
        for each in one[when]["strategies"]:
            assert f"{100 * each['win_rate']:.1f} %" in found.text
    assert "rule sure = 2" in found.text
    assert sum(tag == "svg" for tag, _ in found.tags) == 2


def test_any_other_result_is_shown_by_its_form() -> None:
    section = anything.section(OTHER, "file")
    assert section.title == "Power of <cards>" and ("games", "10") in section.facts
    assert [one.caption for one in section.tables] == ["cards", "sold, by round"]
    assert section.tables[0].rows[1] == ("Owl", "-0.25", "-0.5", "0", "")
    power, sold = section.pictures
    assert 'Elk & "co": 0.25 (0.125 to 0.5)' in power.alt
    assert "Owl, n: 2 to 5" in sold.alt
    text = page([("file", OTHER)])
    assert "&lt;cards&gt;" in text and "<cards>" not in text
    read(text)


def test_of_several_figures_within_bounds_the_one_is_drawn_that_is_called_so() -> None:
    unknown = {"name": "Elk", "fair": 0.25, "value": None, "low": None, "high": None}
    known = {"name": "Owl", "fair": 0.25, "value": 0.3125, "low": 0.125, "high": 0.5}
    (picture,) = anything.section({"seats": [unknown, known]}, "file").pictures
    assert "Owl: 0.3125 (0.125 to 0.5)" in picture.alt and "Elk" not in picture.alt


def test_rows_that_say_what_they_are_about_are_drawn_apart() -> None:
    bounds = {"a": 1.0, "b": 2.0, "difference": 1.0, "low": 0.5, "high": 1.5}
    rows = [
        {"about": about, "name": f"{about} {number}", **bounds}
        for about in ("wins", "count")
        for number in range(50 if about == "count" else 2)
    ]
    section = anything.section({"a": "Elk", "b": "Owl", "figures": rows}, "file")
    assert section.title == "Elk and Owl compared"
    wins, counts = section.pictures
    assert "wins 1: 1 (0.5 to 1.5)" in wins.alt and "count" not in wins.alt
    assert counts.caption == "figures, count: difference, with intervals. 10 more are in the table."


def test_balance_and_compare_are_shown(tmp_path: Path) -> None:
    balance = run("balance", SURE, "--games", 200, "--format", "json").stdout
    house = tmp_path / "house.cube"
    house.write_text(f'ruleset "House" extends "{SURE}"\nreplace rule sure = 5\n', "utf-8")
    compared = run("compare", SURE, house, "--games", 200, "--format", "json").stdout
    for text in (balance, compared):
        data = json.loads(text)
        section = anything.section(data, "file")
        assert any("seat 1" in one.alt for one in section.pictures)
        assert section.tables
        read(page([("file", data)]))


def test_a_balance_shows_options_and_what_is_taken_by_round(tmp_path: Path) -> None:
    words = ("--games", 20, "--format", "json")
    shelf = json.loads(run("balance", STAGE / "shelf.cube", "--seat", "First", *words).stdout)
    taken, *_ = balanced.section(shelf, "file").pictures
    assert "Apple: 2 a game, most in round 1; Bread: 2 a game, most in round 3" in taken.alt
    *_, table = balanced.section(shelf, "file").tables
    assert table.heads == ("Round", "Games that came so far", "Apple", "Bread")
    assert table.rows[0] == ("1", "20", "1.000", "0.000")
    swing = json.loads(run("balance", STAGE / "swing.cube", *words).stdout)
    section = balanced.section(swing, "file")
    more, effect, *_ = section.pictures
    assert "way: low: +25.0 (" in more.alt and "way: wait: -50.0 (" in effect.alt
    rows = {one[0]: one for one in section.tables[-1].rows}
    assert rows["way: low"][1:5] == ("4.00", "12.5 %", "25.0 %", "0.0 %")
    assert rows["way: wait"][-1] == "harmful"
    read(page([("shelf", shelf), ("swing", swing)]))


def test_the_cards_of_a_balance_fit_on_paper() -> None:
    words = ("balance", STAGE / "duel.cube", "--games", 400, "--format", "json")
    plain, priced = (json.loads(run(*words, *more).stdout) for more in ((), ("--price", "price")))
    cards, *others = balanced.section(plain, "file").tables
    (sure, half), low = cards.rows, plain["cards"][0]["effect"]["low"]
    assert (cards.caption, sure[0], sure[1], sure[2]) == ("Cards", "Sure", "1.00", "1.0")
    assert f"({100 * low:+.1f} to " in sure[6] and half[6] == ""
    assert "cards" not in [one.caption for one in others]
    wide, *_ = balanced.section(priced, "file").tables
    assert wide.heads == (*cards.heads, "Price", "Fair price") and len(wide.heads) <= 11
    assert wide.rows[0][-2:] == ("3", "")
    assert page([("duel", plain)]).count('<table class="many">') == 2


def test_many_games_show_what_is_taken_by_round(tmp_path: Path) -> None:
    data, text = simulated(tmp_path, STAGE / "shelf.cube", "--games", 20, "--seat", "First")
    assert data["purchases"]["games"] == 20
    assert [one["taken"]["Apple"] for one in data["purchases"]["by_round"]] == [1, 1, 0, 0]
    assert "Apple: 2 a game, most in round 1" in text and "Games that came so far" in text
    plain = json.loads(
        run(
            "sim", STAGE / "shelf.cube", "--seat", "First", "--games", 20, "--format", "json"
        ).stdout
    )
    assert plain["purchases"] is None and plain["digest"] == data["digest"]


def test_a_figure_outside_its_interval_is_no_estimate() -> None:
    rows = [{"card": "Owl", "rate": 3.0, "low": 0.0, "high": 1.0}]
    assert anything.section({"cards": rows}, "file").pictures == ()
    assert anything.section({}, "file").title == "file"


# ------------------------------------------------------------------ the page


def test_it_needs_no_network_and_no_script(small: tuple[dict[str, Any], str]) -> None:
    _, text = small
    found = read(text)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in found.tags}
    addresses = set(re.findall(r'https?://[^"\s<]+', text))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text and not re.findall(r"url\((?!#)", text)


def test_colors_are_those_of_the_page_and_of_print(
    small: tuple[dict[str, Any], str],
) -> None:
    _, text = small
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    svg = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "var(--first)" in svg and "var(--ink)" in svg
    assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) <= {"#000000"}


def test_ids_are_there_once_and_what_is_referred_to_is_there(
    tmp_path: Path, small: tuple[dict[str, Any], str]
) -> None:
    data, text = small
    (tmp_path / "a.json").write_text(json.dumps(data), "utf-8")
    found = read(run("report", tmp_path / "a.json", tmp_path / "a.json").stdout)
    sections = [one.get("id") for tag, one in found.tags if tag == "section"]
    assert sections == ["result-1", "result-2"]
    ids = [one["id"] for _, one in read(text).tags if "id" in one]
    assert len(ids) == len(set(ids)) > 10
    referred = set(re.findall(r'(?:url\(|href=")#([^")]+)', text))
    assert referred and referred <= set(ids)


def test_pictures_are_xml_and_have_words() -> None:
    alt = 'A "share" of <all> & more'
    for svg in (
        plots.intervals([Estimate("a & b", 0.5, 0.25, 0.75)], alt, line=0.5),
        plots.compared({"x": [Estimate("a", 1, 1, 1)], "y": [Estimate("a", 2, 1, 3)]}, alt),
        plots.histogram({1: 2, 3: 4}, 2.3, "rounds", alt),
        plots.by_round([1, 2, 4], {"a & b": [0, 0.5, 1], "c": [0, 0, 0]}, alt),
        plots.lines({"one": [(1, 2), (2, 5)], "two": [(1, 1)]}, "round", alt),
    ):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img" and root.get("aria-label") == alt
        assert root.get("viewBox") and root.get("width") is None and root.get("height") is None


def test_the_same_result_is_the_same_page(small: tuple[dict[str, Any], str]) -> None:
    data, text = small
    assert page([("run", data)]) == page([("run", data)]) == text


def test_tables_have_heads_and_captions(small: tuple[dict[str, Any], str]) -> None:
    _, text = small
    tables = re.findall(r"<table>.*?</table>", text, flags=re.DOTALL)
    assert len(tables) == 3
    for table in tables:
        assert "<caption>" in table and 'scope="col"' in table and 'scope="row"' in table


# ------------------------------------------------------------------ the command


def test_it_reads_the_standard_input(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["report", "-", "--out", str(tmp_path / "a.html")], input=json.dumps(OTHER)
    )
    assert result.exit_code == 0 and result.stdout == ""
    assert "Power of" in (tmp_path / "a.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "said"), [("{", "is no JSON"), ("[1]", "holds no result"), (None, "cannot be read")]
)
def test_what_is_no_result_is_told(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "run.json"
    if text is not None:
        path.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["report", str(path)])
    assert result.exit_code == 2 and said in result.output


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "find_spec", lambda name: None)
    for words in (["report", "x"], ["sim", PIG, "--report", "x.html"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2 and "pip install 'cubedsl[report]'" in result.output
