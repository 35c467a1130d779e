"""A mistake is shown in the text that makes it, never in a file that its author never saw."""

from pathlib import Path

import pytest

from corpus import FOLDER
from cubedsl import rulesets
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostic, Diagnostics
from cubedsl.dsl.loading import load
from cubedsl.dsl.model.ruleset import Ruleset

BASE = (FOLDER / "check" / "base.cube").read_text("utf-8")


def read(folder: Path, text: str, base: str = BASE) -> tuple[Ruleset | None, Diagnostics]:
    (folder / "base.cube").write_text(base, "utf-8")
    (folder / "house.cube").write_text(f'ruleset "House" extends "base.cube"\n{text}\n', "utf-8")
    out = Diagnostics()
    program = load(str(folder / "house.cube"), rulesets, out)
    assert program is not None
    return check(program, out), out


def only(out: Diagnostics) -> Diagnostic:
    (found,) = out.all
    return found


@pytest.mark.parametrize(
    ("patch", "code", "message"),
    [
        ("remove zone shelf", "CB0222", "`shelf` is removed, but `to crash` still uses it"),
        ("remove event shaken", "CB0222", "`shaken` is removed, but `to shake` still uses it"),
        ("remove option goal", "CB0222", "`goal` is removed, but `game` still uses it"),
        (
            'remove field "Meadow"',
            "CB0222",
            '"Meadow" is removed, but `set "First"` still uses it',
        ),
        (
            "replace zone shelf shared",
            "CB0301",
            "after this, `to hand_over` is wrong: there is only one `shelf`: leave out `of`",
        ),
    ],
)
def test_a_patch_is_to_blame(tmp_path: Path, patch: str, code: str, message: str) -> None:
    found = only(read(tmp_path, patch)[1])
    assert (found.code.id, found.message) == (code, message)
    assert found.primary.span.source.name.endswith("house.cube")
    assert found.primary.span.position[0] == 2
    assert found.related[0].span.source.name.endswith("base.cube")


def test_what_is_wrong_without_the_patch_stays_where_it_is(tmp_path: Path) -> None:
    base = BASE.replace("gain gold equal to wanted", "gain golld equal to wanted")
    out = read(tmp_path, "remove zone shelf", base)[1]
    broken, blamed = out.all
    assert broken.primary.span.source.name.endswith("base.cube")
    assert blamed.primary.span.source.name.endswith("house.cube")


def test_a_mistake_in_the_patch_is_shown_there(tmp_path: Path) -> None:
    found = only(read(tmp_path, "replace rule strength = golld")[1])
    assert str(found.primary.span).endswith("house.cube:2:25")


def test_removing_takes_no_other_rule_away(tmp_path: Path) -> None:
    base = BASE + "\non shaken: gain 1 gold\non round_end { each player: gain 1 gem }\n"
    patch = (
        "remove mark lucky\non shaken: gain 2 gold\nremove rule strength\non shaken: gain 3 gold"
    )
    found, out = read(tmp_path, patch, base)
    assert found is not None and not out.all
    assert [one.event for one in found.standing] == ["shaken", "round_end", "shaken", "shaken"]
