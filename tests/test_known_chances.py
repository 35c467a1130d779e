"""Chances that everybody knows, worked out by playing the text of the examples.

Every throw is made in every way it can fall, weighted with how often it does; the rules and a
strategy do the rest.  Beside it stands a computation that has never heard of the rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial

import pytest

from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.scenarios.scene import Scene
from cubedsl.interpreter.setup import prepare
from library import ROOT, ruleset

PIPS = range(1, 7)
YACHT = str(ROOT / "examples" / "yacht.cube")
ROPES = str(ROOT / "examples" / "eleven_ropes.cube")
Throw = tuple[int, ...]


def throws(dice: int) -> Iterator[tuple[Throw, Fraction]]:
    """Every throw, whichever die shows what, with its chance."""
    for throw in combinations_with_replacement(PIPS, dice):
        ways = factorial(dice)
        for same in Counter(throw).values():
            ways //= factorial(same)
        yield throw, Fraction(ways, 6**dice)


def roll(scene: Scene, pips: Sequence[int]) -> None:
    """Let the dice that are thrown show these pips."""
    assert scene.throw is not None and len(scene.throw.dice) == len(pips)
    faces = {face.amount: face.index for face in scene.state.setup.ruleset.faces if face.symbol}
    scene.roll([faces[pip] for pip in pips])


# ------------------------------------------------------------------ five alike


def turn(path: Sequence[Throw]) -> tuple[Throw, int]:
    """What lies on the table after these throws of a turn, and how many dice go on.

    Which ones are thrown again is what the strategy says, asked by the rules.
    """
    setup = prepare(ruleset(YACHT), players=2)
    scene, agent = Scene.empty(setup), Bot("Five alike").sit(setup, 0, 0, 0)
    scene.start("take_turn", 0)
    for throw in path:
        roll(scene, throw)
        while (decision := scene.decision) is not None and decision.name == "rerolled":
            scene.choose(agent.choose(decision, scene.state))
    thrown = scene.throw.dice if scene.throw is not None else ()
    cup = setup.spots.of(next(one for one in setup.ruleset.zones if one.name == "cup"), 0)
    kept = [
        setup.ruleset.faces[scene.state.face[die]].amount
        for die in scene.state.members[cup]
        if die not in thrown
    ]
    return tuple(sorted(kept)), len(thrown)


def five_alike_by_the_rules() -> Fraction:
    """The chance of five alike at the end of a turn: what lies is followed throw by throw."""
    lying: dict[Throw, tuple[Fraction, tuple[Throw, ...]]] = {
        throw: (chance, (throw,)) for throw, chance in throws(5)
    }
    for _ in range(2):
        after: dict[Throw, tuple[Fraction, tuple[Throw, ...]]] = {}
        for chance, path in lying.values():
            kept, again = turn(path)
            for throw, share in throws(again):
                now = tuple(sorted((*kept, *throw)))
                so_far, _ = after.get(now, (Fraction(0), ()))
                way = (*path, throw) if again else path
                after[now] = so_far + chance * share, way
        lying = after
    return sum((chance for now, (chance, _) in lying.items() if len(set(now)) == 1), Fraction(0))


def five_alike_by_counting() -> Fraction:
    """The same, where only the size of the largest group is known: kept, the rest thrown."""
    step = {
        group: Counter(
            max(Counter((1,) * group + throw).values()) for throw in product(PIPS, repeat=5 - group)
        )
        for group in range(1, 6)
    }
    chance = {1: Fraction(1)}
    for _ in range(3):
        after = dict.fromkeys(range(1, 6), Fraction(0))
        for group, so_far in chance.items():
            for larger, ways in step[group].items():
                after[larger] += so_far * Fraction(ways, 6 ** (5 - group))
        chance = after
    return chance[5]


def test_five_alike_in_three_throws() -> None:
    assert five_alike_by_counting() == Fraction(347897, 7558272)
    assert five_alike_by_the_rules() == Fraction(347897, 7558272)


# ------------------------------------------------------------------ three columns


def goes_on(columns: Sequence[int], throw: Throw) -> bool:
    """Whether a turn goes on after a throw, when all runners stand in these columns."""
    setup = prepare(ruleset(ROPES), players=2)
    scene, rules = Scene.empty(setup), setup.ruleset
    ladder = next(one for one in rules.zones if one.name == "ladder")
    runner = next(one for one in rules.marks if one.name == "runner")
    going_on = next(one for one in rules.cells if one.name == "going_on")
    pegs = [kind.index for kind in rules.kinds if kind.noun.name == "peg"]
    for column, kind in enumerate(pegs, start=2):
        (peg,) = scene.place(1, frozenset({kind}), None, ladder, 0)
        if column in columns:
            scene.state.mark(peg, runner)
    scene.give(going_on, 0, True)
    scene.start("throw", 0)
    roll(scene, throw)
    return bool(scene.state.cells[going_on.index][0])


@pytest.mark.parametrize(
    ("columns", "ways"),
    [((6, 7, 8), 1192), ((4, 6, 8), 1181), ((2, 3, 12), 568), ((2, 7, 12), 1012)],
)
def test_three_columns_are_hit(columns: Throw, ways: int) -> None:
    counted = sum(
        any(a + b in columns or c + d in columns for a, b, c, d in pairs)
        for w, x, y, z in product(PIPS, repeat=4)
        if (pairs := ((w, x, y, z), (w, y, x, z), (w, z, x, y)))
    )
    played = sum((chance for throw, chance in throws(4) if goes_on(columns, throw)), Fraction(0))
    assert played == Fraction(counted, 1296) == Fraction(ways, 1296)
