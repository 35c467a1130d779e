"""`cubedsl odds`: compared with an independent library, with games at random, and by hand."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
from click.testing import CliRunner, Result

from cubedsl import asking
from cubedsl.cli import main
from cubedsl.interpreter.bots.play_out import play_out
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.game import Game, fresh, throw
from cubedsl.interpreter.meaning.machine import Throw
from cubedsl.interpreter.odds.faces import TooMuch, shown
from cubedsl.interpreter.odds.fork import fork
from cubedsl.interpreter.odds.pool import MOST_DICE, rolled
from cubedsl.interpreter.odds.position import choices, of_scenario
from cubedsl.interpreter.odds.trial import Branch, came_to_pass
from cubedsl.interpreter.percents import percent, share
from cubedsl.interpreter.records.record import take
from cubedsl.interpreter.records.record_file import save
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.streams import Stream
from library import ROOT, ruleset

SOURCES = [*(ROOT / "src" / "cubedsl").rglob("*.py"), *(ROOT / "interpreter").rglob("*.py")]
HERE = ROOT / "tests" / "odds"
PIG = str(ROOT / "examples" / "pig.cube")
CUBES = ("cubitos", "--scenarios", str(HERE / "cubitos.cube"))
PIGS = (PIG, "--scenarios", str(HERE / "pig.cube"))


def odds(*words: str, code: int = 0) -> Result:
    """Run the command in this process."""
    result = CliRunner().invoke(main, ["odds", *words])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code, result.output
    return result


def data(*words: str) -> Any:
    """Return the answer as data."""
    return json.loads(odds(*words, "--format", "json").stdout)


def part(found: Any, title: str, option: int = 0) -> dict[str, Fraction]:
    """Return the chances of one part of an answer."""
    parts = {one["title"]: one["chances"] for one in found["sections"][option]["parts"]}
    return {one["value"]: Fraction(one["fraction"]) for one in parts[title]}


def shares(die: Any) -> dict[int, Fraction]:
    """Return what the independent library says."""
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


# ------------------------------------------------------------------ a pool


def test_the_opening_roll_is_as_it_was_counted_by_hand() -> None:
    """Seven and two dice; with the one of which half the sides hit."""
    said = odds("cubitos", "--pool", "7 light_gray, 2 dark_gray").stdout
    assert "no hit  78125/629856 = 12.4036 %" in said
    said = odds("cubitos", "--pool", "7 light_gray, 2 dark_gray, 1 start_die").stdout
    assert "no hit  78125/1259712 = 6.2018 %" in said


def test_three_dice_of_which_half_the_sides_are_blank_miss_once_in_eight() -> None:
    """Exactly 12.5 %: nothing is rounded."""
    said = odds("cubitos", "--pool", "3 white", "--set", "Race 1").stdout
    assert "no hit  1/8 = 12.5 %" in said


@pytest.mark.parametrize(
    "pool", ["7 light_gray, 2 dark_gray", "3 brown, 2 white, start_die", "12 brown, 9 dark_gray"]
)
def test_pools_are_those_of_the_independent_library(pool: str) -> None:
    """Hits, and every resource and symbol."""
    found = ruleset("cubitos")
    kinds = {kind.name: kind for kind in found.kinds}
    lots = [
        (words[-1], int(words[0]) if len(words) > 1 else 1)
        for words in map(str.split, pool.split(", "))
    ]
    answer = rolled(prepare(found, players=2), [(kinds[name].index, n) for name, n in lots], None)

    def of(symbol: str | None) -> Any:
        def value(side: int) -> int:
            face = found.faces[side]
            return int(not face.blank) if symbol is None else face.amount * (face.symbol == symbol)

        return sum(n @ icepool.Die([value(side) for side in kinds[name].faces]) for name, n in lots)

    assert answer.hits == shares(of(None))
    assert answer.sums
    for symbol, chances in answer.sums.items():
        assert chances == shares(of(symbol)), symbol


def test_four_dice_of_another_game() -> None:
    """Pips, without a blank side: nobody says what a hit is, unless asked."""
    ropes = str(ROOT / "examples" / "eleven_ropes.cube")
    assert part(data(ropes, "--pool", "4 d6"), "pip") == {
        str(n): share for n, share in shares(4 @ icepool.d6).items()
    }
    assert "hits" not in odds(ropes, "--pool", "4 d6").stdout
    high = part(data(ropes, "--pool", "4 d6", "--hit", "pip >= 5"), "hits (pip >= 5)")
    assert high["no hit"] == Fraction(4, 6) ** 4
    assert high["4"] == Fraction(2, 6) ** 4


def test_an_empty_pool_is_nothing_to_roll() -> None:
    """Neither 0 % nor 100 %."""
    for pool in ("", "0 white"):
        assert "nothing to roll" in odds("cubitos", "--pool", pool).stdout
        assert data("cubitos", "--pool", pool)["nothing_to_roll"] is True
        assert "%" not in odds("cubitos", "--pool", pool).stdout


def test_what_is_absurd_is_refused_at_once() -> None:
    """Too many dice; a sum that can be anything."""
    said = odds("cubitos", "--pool", "999999 white", code=3).stderr
    assert f"at most {MOST_DICE}" in said
    odds("cubitos", "--pool", "9999999 white", code=2)
    kind = next(one.index for one in ruleset("cubitos").kinds if one.name == "white")
    with pytest.raises(TooMuch):
        rolled(prepare(ruleset("cubitos"), players=2), [(kind, MOST_DICE + 1)], None)


def test_what_is_not_understood_is_said() -> None:
    """Kinds, tests, options: with what was meant."""
    assert "did you mean `white`" in odds("cubitos", "--pool", "3 whtie", code=2).stderr
    assert (
        "did you mean `blank`"
        in odds("cubitos", "--pool", "3 white", "--hit", "blnk", code=1).stderr
    )
    assert "say one of" in odds("cubitos", code=2).stderr
    wrong = odds(*CUBES, "--scenario", "three actve", code=2).stderr
    assert "did you mean `three active`" in wrong
    wrong = odds(*CUBES, "--scenario", "three active", "--choose", "hold", code=2).stderr
    assert "open: `push`, `pass`" in wrong
    wrong = odds(str(ROOT / "rulesets/cubosaurs/cubosaurs.cube"), "--pool", "t_rex", code=2).stderr
    assert "nothing to be thrown" in wrong


# ------------------------------------------------------------------ a position


def test_a_push_busts_only_if_it_is_at_risk() -> None:
    """All miss as often with two active dice as with three; a bust is only the latter."""
    two = data(*CUBES, "--scenario", "two active")
    three = data(*CUBES, "--scenario", "three active")
    assert part(two, "pieces in active")["2"] == Fraction(125, 324)
    assert "bust" not in part(two, "comes to pass")
    assert part(three, "comes to pass")["bust"] == Fraction(125, 324)
    assert "bust      125/324 = 38.5802 %" in odds(*CUBES, "--scenario", "three active").stdout


def test_with_nothing_to_roll_there_is_no_chance() -> None:
    """Everything hit: only passing is left."""
    said = odds("cubitos", "--scenario", "Everything is a hit: only passing is left").stdout
    assert "nothing to roll" in said
    assert "%" not in said


def test_passing_throws_no_dice() -> None:
    """Only options that throw dice have chances."""
    found = data(*CUBES, "--scenario", "three active")
    assert [one["option"] for one in found["sections"]] == ["push"]


def test_a_push_is_as_likely_to_bust_as_when_it_is_played() -> None:
    """The same option carried out 4000 times with dice from the stream of games."""
    title = "three active"
    found, _ = asking.load("cubitos", (), title, [HERE / "cubitos.cube"])
    assert found is not None
    play = of_scenario(found, next(one for one in found.scenarios if one.title == title))
    push = choices(play)[0]
    busts = 0
    for seed in range(4000):
        branch = Branch(fork(play.state))
        branch.state.stream = Stream.derived(seed)
        branch.begin(push)
        while branch.throw is not None or branch.decision is not None:
            if branch.throw is not None:
                branch.show(throw(branch.state, branch.throw))
            else:
                branch.choose(len(branch.decision.options) - 1 if branch.decision else 0)
        busts += "bust" in came_to_pass(branch.state.log)
    share = 125 / 324
    assert abs(busts / 4000 - share) < 4 * (share * (1 - share) / 4000) ** 0.5


# ------------------------------------------------------------------ again and again


def test_holding_at_twenty_is_that_of_the_independent_library() -> None:
    """What the pot comes to, and how often it is lost."""

    def step(pot: int) -> Any:
        done = pot < 0 or pot >= 20
        return pot if done else icepool.d6.map(lambda pip: -1 if pip == 1 else pot + pip)

    known = shares(icepool.map(step, 6, repeat="inf"))
    found = part(data(*PIGS, "--scenario", "six in the pot", "--until", "pot >= 20"), "pot")
    assert found.pop("0") == known.pop(-1)
    assert found == {str(pot): share for pot, share in known.items()}


def test_pushing_until_five_are_active_is_that_of_the_independent_library() -> None:
    """Three of six gray dice are active; the policy ends at five, or in a bust."""

    def step(active: int) -> Any:
        if active < 0 or active >= 5:
            return active
        hits = (6 - active) @ icepool.Die([1, 0, 0, 0, 0, 0])
        return hits.map(lambda count: active + count if count else -1)

    known = shares(icepool.map(step, 3, repeat="inf"))
    until = ("--until", "count(dice in active) >= 5")
    found = data(
        *CUBES, "--scenario", "start of a turn", *until, "--measure", "count(dice in active)"
    )
    counts = part(found, "count(dice in active)")
    assert counts.pop("0") == known[-1] == part(found, "comes to pass")["bust"]
    assert counts == {str(active): share for active, share in known.items() if active > 0}


def test_where_a_miss_changes_nothing_the_chain_goes_round() -> None:
    """Never at risk with two active dice: one more hit comes for certain, sooner or later."""
    until = ("--until", "count(dice in active) >= 3")
    found = data(*CUBES, "--scenario", "two active", *until)
    assert sum(part(found, "pieces in active").values()) == 1
    assert Fraction(found["sections"][0]["times"]["fraction"]) == 1 / (1 - Fraction(125, 324))
    assert "bust" not in part(found, "comes to pass")


def test_so_many_times_at_most() -> None:
    """Two throws: the first can lose everything."""
    found = data(*PIGS, "--scenario", "six in the pot", "--times", "2")
    assert part(found, "pot")["0"] == 1 - Fraction(25, 36)
    assert part(found, "pot")["18"] == Fraction(1, 36)


def test_it_goes_on_for_ever_where_nothing_ends_it() -> None:
    """Passing is never chosen, and nothing can be lost: there is no answer."""
    forever = ROOT / "tests" / "odds" / "forever.cube"
    said = odds(str(forever), "--scenario", "round and round", "--until", "no", code=3).stderr
    assert "for ever" in said


def test_what_is_left_to_something_else_than_dice_is_refused() -> None:
    """A card from a shuffled pile has no throw."""
    forever = ROOT / "tests" / "odds" / "forever.cube"
    said = odds(str(forever), "--scenario", "round and round", "--choose", "fetch", code=3).stderr
    assert "left to chance" in said


# ------------------------------------------------------------------ a kept game


def test_the_position_of_a_kept_game(tmp_path: Path) -> None:
    """Before its first choice one throw loses in one case of six; another text is refused."""
    found = ruleset(PIG)
    game = Game(prepare(found, players=2), 11)
    agents = [bot.sit(game.state.setup, seat, 11, 0) for seat, bot in enumerate(line_up(found, 2))]
    play_out(game, agents, most_decisions=5)
    path = tmp_path / "game.json"
    save(take(game, seats=["a", "b"], ruleset=PIG), path)
    pots = part(data(PIG, "--game", str(path), "--step", "1"), "pot")
    assert pots["0"] == Fraction(1, 6)
    assert "not of Cubitos" in odds("cubitos", "--game", str(path), code=1).stderr


# ------------------------------------------------------------------ percents


def test_a_half_is_rounded_up_everywhere() -> None:
    """Never to the even digit, and never to nothing or everything that is not."""
    assert [percent(Fraction(n, 8), 0) for n in (1, 3, 5, 7)] == ["13 %", "38 %", "63 %", "88 %"]
    assert percent(Fraction(1, 8)) == "12.5 %"
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
    assert percent(Fraction(1, 10**9)) == "< 0.0001 %"
    assert percent(1 - Fraction(1, 10**9)) == "> 99.9999 %"
    assert percent(Fraction(-1, 8)) == "-12.5 %"


def test_a_throw_that_can_show_too_much_is_refused_before_it_is_looked_at() -> None:
    """All dice of the box, none of which is equal to more than a few others."""
    setup = prepare(ruleset("cubitos"), players=2)
    state = fresh(setup, Stream.derived(0))
    dice = tuple(range(len(setup.pieces)))
    with pytest.raises(TooMuch, match="different things"):
        next(shown(state, Throw(0, dice)))


def test_measured_shares_are_rounded_alike() -> None:
    """Tables keep their places; a half goes up there, too."""
    assert [share(n / 8, 0) for n in (1, 3, 5, 7)] == ["13%", "38%", "63%", "88%"]
    assert share(0.0625 / 8, 1) == "0.8%"
    assert share(0.5) == "50.0%"
    assert share(199 / 400) == share(Fraction(199, 400)) == "49.8%"
    written = [path for path in SOURCES if re.search(r":\.\d+%", path.read_text("utf-8"))]
    assert not written, "percents are rounded in interpreter/percents.py"
