"""What is checked again after a change is the same as what is checked anew."""

from pathlib import Path

from cubedsl import pipeline, rulesets
from cubedsl.dsl import loading, render
from cubedsl.dsl.diagnostic import Diagnostics
from measure_check import measure

GAME = 'ruleset "A"\nplayers 2 to 4\nuse "part.cube"\ngame {{ {} }}\n'


def said(path: Path) -> str:
    return render.text(pipeline.load(str(path))[1].all)


def test_every_change_is_seen(tmp_path: Path) -> None:
    game, part = tmp_path / "game.cube", tmp_path / "part.cube"
    seen = []
    for body, declared in (
        ("signal dusk", "event dusk"),
        ("signal dawn", "event dusk"),
        ("signal dawn", "event dawn"),
        ("signal", "event dawn"),
        ("signal dusk", "event dusk"),
    ):
        game.write_text(GAME.format(body), "utf-8")
        part.write_text(f"{declared}\n", "utf-8")
        seen.append(said(game))
        loading._parsed.cache_clear()
        assert said(game) == seen[-1]
    assert [bool(one) for one in seen] == [False, True, False, True, False]


def test_what_did_not_change_is_parsed_once() -> None:
    first = loading.load(rulesets.names()[0], rulesets, Diagnostics())
    again = loading.load(rulesets.names()[0], rulesets, Diagnostics())
    assert first is not None and again is not None
    assert all(one is other for one, other in zip(first.sources, again.sources, strict=True))


def test_a_mistake_is_told_each_time(tmp_path: Path) -> None:
    path = tmp_path / "game.cube"
    path.write_text('ruleset "A"\nplayers 2 or 4\ngame { }\n', "utf-8")
    assert said(path) == said(path) != ""


def test_the_measurement_runs(tmp_path: Path) -> None:
    found = measure(min(rulesets.names(), key=len), tmp_path, times=1)
    assert len(found) >= 3 and all(one.milliseconds > 0 for one in found)
