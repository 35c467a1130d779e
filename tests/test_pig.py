"""Known truths about Pig, reproduced from its rules file (`pig_walk`)."""

import pytest
from attrs import evolve

import pig_solver
from cubedsl.api import Agent, Game, find, play_out
from cubedsl.interpreter.log import What
from cubedsl.interpreter.streams import Stream
from pig_walk import Next, Node, Walk, first_players_chance, pig

HOLD = "Hold at 20"


def holder(seat: int) -> Agent:
    """The strategy of the rules file."""
    setup = pig(100)
    return find(setup.ruleset, HOLD).sit(setup, seat, 1, 0)


def moved(one: Next, theirs: int) -> Next:
    """What comes next if the other player has so many points more."""
    if one.node is None:
        return one
    node = one.node
    if one.same:
        return Next(evolve(node, theirs=node.theirs + theirs), True)
    return Next(evolve(node, mine=node.mine + theirs), False)


def test_a_turn_does_not_depend_on_what_the_other_has() -> None:
    # So the walk needs each turn only once.
    walk, stream = Walk(pig(100)), Stream.derived(1, 2, 3)
    for number in range(300):
        mine, theirs, pot = stream.below(100), stream.below(100), 2 + stream.below(60)
        node = Node(number % 2 == 0, mine, 0, pot)
        expected = tuple(moved(one, theirs) for one in walk.options(node))
        assert walk.options(evolve(node, theirs=theirs)) == expected


def test_a_throw_has_six_sides_and_a_one_loses_the_turn() -> None:
    walk = Walk(pig(100))
    assert walk.options(Node(True, 30, 40, 5)) == (
        Next(Node(True, 40, 30, 0), False),
        *[Next(Node(False, 30, 40, 5 + side), True) for side in range(2, 7)],
    )
    assert walk.options(Node(False, 95, 40, 5)) == (
        Next(Node(True, 95, 40, 5), True),
        Next(None, True),
    )


@pytest.mark.parametrize("goal", [10, 13, 22])
def test_optimal_play_agrees_with_an_independent_solver(goal: int) -> None:
    assert first_players_chance(goal) == pytest.approx(pig_solver.optimal(goal), abs=1e-9)


@pytest.mark.parametrize("goal", [10, 30])
def test_hold_at_20_agrees_with_an_independent_solver(goal: int) -> None:
    def agent(seat: int) -> Agent:
        setup = pig(goal)
        return find(setup.ruleset, HOLD).sit(setup, seat, 1, 0)

    chance = first_players_chance(goal, agent)
    assert chance == pytest.approx(pig_solver.holding(goal, 20), abs=1e-9)


def test_games_of_hold_at_20_agree_with_the_exact_chance() -> None:
    # The first player of a game is drawn by lot: whoever is asked first.
    setup, games = pig(100), 1500
    won = 0
    for number in range(games):
        game = Game(setup, 3, number)
        won += first_has_won(game, [holder(seat) for seat in range(2)])
    chance = pig_solver.holding(100, 20)
    spread = (chance * (1 - chance) / games) ** 0.5
    assert abs(won / games - chance) < 4 * spread


def first_has_won(game: Game, agents: list[Agent]) -> bool:
    """Play a game; return whether the player who threw first has won."""
    first = next(entry.seat for entry in game.log if entry.what is What.ROLLED)
    ending = play_out(game, agents)
    assert len(ending.winners) == 1
    return ending.winners == (first,)


@pytest.mark.long
def test_hold_at_20_to_a_hundred() -> None:
    chance = first_players_chance(100, holder)
    assert chance == pytest.approx(pig_solver.holding(100, 20), abs=1e-9)


@pytest.mark.long
def test_the_first_players_chance_is_that_of_neller_and_presser() -> None:
    assert first_players_chance(100) == pytest.approx(0.5306, abs=0.00005)
