"""What is counted of players: known values, and the same in both engines."""

from pathlib import Path

import pytest
from attrs import evolve

from cubedsl.interpreter.bots import slowly
from cubedsl.interpreter.bots.fast import Table
from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.seats import line_up
from cubedsl.interpreter.bots.statistics import Result
from cubedsl.interpreter.engine.machine import Machine, compile_setup
from cubedsl.interpreter.setup import Setup, SetupError, prepare, watching
from cubedsl.interpreter.watch import ROUNDS, Counted, Lead, Named
from library import GAMES, ROOT, ruleset

SHELF = str(ROOT / "tests" / "stage" / "shelf.cube")
LEDGER = str(ROOT / "tests" / "stage" / "ledger.cube")
SEATS = str(ROOT / "tests" / "stage" / "seats.cube")

BOXES, CLAIMS = (str(ROOT / "tests" / "stage" / f"{name}.cube") for name in ("boxes", "claims"))

EXAMPLES = ("pig", "farkle", "liars_dice", "auction", "yacht", "eleven_ropes")
NAMED = [ROOT / "examples" / f"{name}.cube" for name in EXAMPLES]


def watched(target: str, lead: str | None = None, players: int | None = None) -> Setup:
    rules = ruleset(target)
    return watching(prepare(rules, players=players or rules.players[0]), lead)


def counted(setup: Setup, numbers: tuple[int, ...]) -> dict[tuple[Counted, str, int], int]:
    """Return what was counted, but for zeros, by name and seat."""
    assert setup.watch is not None
    return {
        (column.what, column.name, seat): number
        for seat in range(setup.players)
        for place, column in enumerate(setup.watch.columns)
        if (number := numbers[seat * setup.watch.width + place])
    }


def test_what_is_counted_of_a_game_that_is_known() -> None:
    setup = watched(SHELF, "points")
    plan = Plan(setup, line_up(setup.ruleset, 2, ["First"]), 1)
    found = slowly.play(plan, 0).counted
    known = counted(setup, found)
    assert known.pop((Counted.TAKEN, "Apple", 0)) == 2
    assert known.pop((Counted.TAKEN, "Apple", 1)) == 2
    assert known.pop((Counted.WHEN, "Apple", 0)) == 1 + 2
    assert known.pop((Counted.WHEN, "Apple", 1)) == 1 + 2
    assert known.pop((Counted.TAKEN, "Bread", 0)) == known.pop((Counted.TAKEN, "Bread", 1)) == 2
    assert known.pop((Counted.WHEN, "Bread", 0)) == known.pop((Counted.WHEN, "Bread", 1)) == 3 + 4
    for seat in (0, 1):
        assert known.pop((Counted.DONE, "take", seat)) == 4
        assert known.pop((Counted.EVENT, "settled", seat)) == 4
        assert known.pop((Counted.USED, "Apple, held: on settled", seat)) == 1 + 2 + 2 + 2
        for what, option in ((Counted.OFFERED, "Apple"), (Counted.OFFERED, "done")):
            assert known.pop((what, f"settled: {option}", seat)) == 7
        assert known.pop((Counted.CHOSEN, "settled: Apple", seat)) == 7
        gained = known.pop((Counted.GAINED, "points", seat))
        assert 4 + 7 + 2 <= gained <= 4 + 7 + 4
        paid = known.pop((Counted.PAID, "points", seat))
        assert gained - known.pop((Counted.END, "points", seat)) == paid == 2
    assert not known
    watch = setup.watch
    assert watch is not None
    assert len(found) == 2 * len(watch.columns) + ROUNDS * len(watch.kinds) + len(Lead)
    apple, bread, cake, _ = (
        found[at : at + ROUNDS] for at in (watch.row(2, kind) for kind in watch.kinds)
    )
    assert (apple[:4], bread[:4], sum(cake)) == ((2, 2, 0, 0), (0, 0, 2, 2), 0)
    assert sum(apple) == sum(bread) == 4


@pytest.mark.parametrize(
    "target",
    [SHELF, SEATS, LEDGER, BOXES, CLAIMS, *map(str, GAMES), *map(str, NAMED)],
    ids=lambda one: Path(one).stem,
)
def test_both_engines_count_the_same_and_forgo_the_same(target: str) -> None:
    rules = ruleset(target)
    setup = watched(target)
    assert setup.watch is not None
    taken = [int(str(key[1])) for key in setup.watch.places if key[0] is Counted.TAKEN]
    machine = Machine(compile_setup(setup))
    for words in ((), ("random",)):
        for forgone in (frozenset[int](), frozenset(taken[:1])):
            bots = line_up(rules, setup.players, words)
            plan = Plan(setup, bots, 9, rotate=True, forgone=forgone)
            fast = list(Table(plan, machine).play(range(9)))
            assert fast == [slowly.play(plan, number) for number in range(9)]
        found = _chosen(setup, fast)
        for option in dict.fromkeys((*found[:3], *found[-3:])):
            plan = evolve(plan, forgone=frozenset(), barred=option)
            fast = list(Table(plan, machine).play(range(9)))
            assert fast == [slowly.play(plan, number) for number in range(9)]


def _chosen(setup: Setup, results: list[Result]) -> list[Named]:
    """Return the options that somebody chose."""
    found: dict[Named, None] = {}
    for one in results:
        known = counted(setup, one.counted)
        names = {name for what, name, _ in known if what is Counted.CHOSEN}
        assert setup.watch is not None
        found |= {named: None for named in setup.watch.named if ": ".join(named) in names}
    return list(found)


def test_who_leads_is_the_same_in_both_engines() -> None:
    setup = watched(SHELF, "points")
    plan = Plan(setup, line_up(setup.ruleset, 2, ["random"]), 40)
    fast = list(Table(plan, Machine(compile_setup(setup))).play(range(40)))
    assert fast == [slowly.play(plan, number) for number in range(40)]
    leads = [one.counted[-len(Lead) :] for one in fast]
    assert {leader for *_, leader in leads} == {0, 1, 2}
    assert any(changes for changes, *_ in leads)
    assert all(1 < since <= 4 for _, since, leader in leads if leader)


def test_counting_changes_no_game() -> None:
    plain = Plan(prepare(ruleset(SHELF), players=2), line_up(ruleset(SHELF), 2, ["random"]), 5)
    setup = watched(SHELF)
    seen = Plan(setup, plain.bots, 5)
    for number in range(5):
        assert slowly.play(plain, number).digest == slowly.play(seen, number).digest


def test_who_forgoes_a_kind_takes_none_of_it() -> None:
    setup = watched(SHELF)
    assert setup.watch is not None
    bots = line_up(setup.ruleset, 2, ["random"])
    plan = Plan(setup, bots, 16, rotate=True, forgone=frozenset([0]))
    place = setup.watch.places[Counted.TAKEN, 0]
    others = 0
    for number in range(16):
        result = slowly.play(plan, number)
        seat = result.bots.index(plan.focus(number))
        assert result.counted[seat * setup.watch.width + place] == 0
        others += result.counted[(1 - seat) * setup.watch.width + place]
    assert others > 0


def test_only_numbers_of_players_can_lead() -> None:
    with pytest.raises(SetupError, match=r"`point` is no rule or memory .*: did you mean `points`"):
        watched(SHELF, "point")


def test_what_is_chosen_by_its_own_name() -> None:
    setup = watched(BOXES)
    plan = Plan(setup, line_up(setup.ruleset, 2), 1)
    known = counted(setup, slowly.play(plan, 0).counted)
    for seat in (0, 1):
        offers = {"gold": 1, "silver": 2, "lead": 2}
        for name, times in offers.items():
            assert known[Counted.OFFERED, f"taken: {name}", seat] == times
        assert known[Counted.CHOSEN, "taken: gold", seat] == 1
        assert known[Counted.CHOSEN, "taken: silver", seat] == 1
        assert (Counted.CHOSEN, "taken: lead", seat) not in known


def test_who_forgoes_a_thing_takes_it_last() -> None:
    setup = watched(BOXES, players=2)
    plan = Plan(setup, line_up(setup.ruleset, 2), 8, barred=("taken", "gold"))
    for number in range(8):
        result = slowly.play(plan, number)
        focus = result.bots.index(plan.focus(number))
        known = counted(setup, result.counted)
        assert (Counted.CHOSEN, "taken: gold", focus) not in known
        assert known[Counted.CHOSEN, "taken: gold", 1 - focus] == 1
        assert result.outcome.winners == (1 - focus,)


@pytest.mark.parametrize(
    ("target", "names"),
    [
        (str(NAMED[4]), {"box": 12}),
        (str(NAMED[5]), {"peg": 11}),
        (BOXES, {"box": 3}),
        (CLAIMS, {"color": 2, "kind": 3}),
        (str(ROOT / "tests" / "games" / "lakes.cube"), {"space": 26}),
        (str(ROOT / "tests" / "games" / "bazaar.cube"), {"kind": 7, "stall": 6}),
        ("cubitos", {}),
        ("cubosaurs", {}),
        (str(ROOT / "examples" / "whist.cube"), {}),
    ],
)
def test_which_things_have_a_name_of_their_own(target: str, names: dict[str, int]) -> None:
    watch = watched(target).watch
    assert watch is not None
    assert {noun.name: len(set(own.values())) for noun, own in watch.names.items()} == names
