"""Cubitos: what the rulebook says comes out, and games go as games of it should."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.model.things import Board
from cubedsl.dsl.model.types import Flag, Word
from cubedsl.interpreter.bots.seats import find
from cubedsl.interpreter.bots.simulate import Plan, play
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.log import What
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.streams import Stream, of_seat
from rulebook import BESIDE, cited, failures, headings, values_without_scenario

HEADINGS = "headings.txt"
SHIPPED = tuple(sorted((pipeline.folder("cubitos") / "scenarios").glob("*.cube")))
FILES = (*SHIPPED, BESIDE / "test_tracks.cube")
RACES = ("Race 1", "Race 7")
CURVE, WATERS, STILL = "Ahead of the Curve", "Testing the Waters", "Still Waters Run Deep"
# The headings Champion Tours and Tour de Cube.
SUGGESTED: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("Race 1", "Nothing Goes Right", {}),
    ("Race 2", CURVE, {}),
    ("Race 3", WATERS, {}),
    ("Race 4", STILL, {}),
    ("Race 5", CURVE, {}),
    ("Race 6", WATERS, {}),
    ("Race 7", "Nothing Goes Right", {"laps": 2}),
    ("Combotastic", WATERS, {}),
    ("Such Much Fans", CURVE, {}),
    ("Grand Finale", "Grand Finale", {}),
)
COLORS = ("brown", "green", "red", "orange", "yellow", "blue", "purple", "white")
DECISIONS = 1500


@cache
def cubitos() -> Ruleset:
    """The shipped ruleset."""
    ruleset, out = pipeline.load("cubitos")
    assert ruleset is not None and not out.all, [one.message for one in out.all]
    return ruleset


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_rulebook_says_comes_out(file: Path) -> None:
    assert failures(file) == {}


def test_every_rule_is_cited_by_its_heading() -> None:
    assert cited(FILES) <= {heading for heading, _ in headings(HEADINGS)}
    assert {heading for heading, needed in headings(HEADINGS) if needed} <= cited(SHIPPED)


def test_every_value_of_an_open_question_has_a_scenario() -> None:
    assert values_without_scenario(cubitos(), FILES) == set()


# ------------------------------------------------------------------ components


def test_fifty_six_cards_seven_of_each_color() -> None:
    ruleset = cubitos()
    kinds = Counter(ruleset.kinds[card.kind].name for card in ruleset.cards.values())
    assert kinds == dict.fromkeys(COLORS, 7)


def test_a_race_has_one_card_of_each_color() -> None:
    for card_set in cubitos().sets.values():
        kinds = [cubitos().kinds[cubitos().cards[card].kind].name for card in card_set.cards]
        assert sorted(kinds) == sorted(COLORS), card_set.title


def test_the_champion_races_use_every_card_once() -> None:
    races = [one for one in cubitos().sets.values() if one.title.startswith("Race")]
    cards = Counter(card for one in races for card in one.cards)
    assert len(races) == 7 and cards == dict.fromkeys(cubitos().cards, 1)


def test_a_race_is_on_the_suggested_track() -> None:
    found = {one.title: (one.board, one.options) for one in cubitos().sets.values()}
    assert found == {title: (track, options) for title, track, options in SUGGESTED}


def test_a_card_that_is_misspelt_in_a_set_is_found(tmp_path: Path) -> None:
    house = """ruleset "House" extends cubitos
set "Mine" {
  "Fat Cat", "Wizard", "Supah General", "Pina Cubelada",
  "BENCHWARMER", "cubasaurus", "Ledercheesen", "LLAMA-rama"
}
"""
    (tmp_path / "house.cube").write_text(house, "utf-8")
    found = pipeline.load(str(tmp_path / "house.cube"))[1].all
    assert [(one.primary.span.position[0], one.message, one.help) for one in found] == [
        (3, "unknown card `Supah General`", "did you mean `Supah General!`?"),
        (3, "unknown card `Pina Cubelada`", "did you mean `Piña Cubelada`?"),
    ]


def test_every_cost_is_marked_as_assumed() -> None:
    places = {one.span for one in cubitos().assumed}
    for card in cubitos().cards.values():
        cost = card.attributes["cost"]
        assert any(place.start <= cost.span.start < place.end for place in places), card.title


def test_the_track_is_the_board() -> None:
    board = cubitos().boards["Nothing Goes Right"]
    terrains = Counter(space.terrain for space in board.spaces)
    assert terrains == {"open": 103, "reward": 28, "water": 17, "start": 1, "finish": 1}
    assert board.line_count == 8


def ends(board: Board) -> tuple[int, int]:
    """The start and the finish of a track."""
    start, finish = (
        next(i for i, space in enumerate(board.spaces) if space.terrain == terrain)
        for terrain in ("start", "finish")
    )
    return start, finish


LAPS = {"Nothing Goes Right": 30, "Duck Pond": 21, CURVE: 36, WATERS: 36, STILL: 30}


@pytest.mark.parametrize(("title", "steps"), LAPS.items())
def test_the_way_round(title: str, steps: int) -> None:
    setup = prepare(cubitos(), players=2, board=title)
    start, finish = ends(cubitos().boards[title])
    assert setup.ground.distance(start, finish, anywhere=False) == steps
    assert finish not in setup.ground.neighbours[start]


def test_the_grand_finale_is_both_ways_and_the_step_between() -> None:
    setup = prepare(cubitos(), players=2, card_set="Grand Finale")
    start, finish = ends(cubitos().boards["Grand Finale"])
    assert setup.ground.distance(start, finish, anywhere=False) == LAPS[STILL] + 1 + LAPS[WATERS]


@pytest.mark.parametrize("title", [CURVE, WATERS, STILL])
def test_an_original_track_is_as_long_as_it_should_be_and_says_what_it_is(title: str) -> None:
    board = cubitos().boards[title]
    assert 25 <= LAPS[title] <= 45 and 6 <= board.line_count <= 10
    text = board.span.source.text[: board.span.start]
    assert "# original design, not the printed map:" in text[text.rindex("}") :]


def test_the_original_tracks_have_all_that_the_rulebook_names() -> None:
    spaces = [one for title in (CURVE, WATERS, STILL) for one in cubitos().boards[title].spaces]
    assert {one.terrain for one in spaces} == {
        *("open", "water", "reward", "start", "finish"),
        *("money_shortcut", "movement_shortcut", "jet_pack"),
    }
    rewards = {one.reward.span.text.strip("{ }") for one in spaces if one.reward is not None}
    kinds = {"credit", "gain_fan", "lose 1 die", "lose 2 dice", "tray", "tray where cost <="}
    assert all(any(kind in one for one in rewards) for kind in kinds)
    assert "take 1 die in tray" in rewards


def swum_and_walked(title: str) -> tuple[int, int]:
    """The way round with and without swimming."""
    ground = prepare(cubitos(), players=2, board=title).ground
    start, finish = ends(cubitos().boards[title])
    ways = (ground.distance(start, finish, anywhere=one) for one in (True, False))
    return next(ways), next(ways)


@pytest.mark.parametrize("title", [CURVE, WATERS, STILL])
def test_water_matters(title: str) -> None:
    swum, walked = swum_and_walked(title)
    assert swum <= walked - 4


@pytest.mark.parametrize("title", [one for one in LAPS])
def test_no_step_jumps_over_a_red_line(title: str) -> None:
    board = cubitos().boards[title]
    steps = [(at, to) for at, near in enumerate(board.neighbours) for to in near]
    assert all(abs(board.spaces[at].section - board.spaces[to].section) <= 1 for at, to in steps)


# ------------------------------------------------------------------ games


def check_position(game: Game) -> None:
    """No piece is lost, none is in two places, and nobody owes anything."""
    state = game.state
    assert sorted(piece for spot in state.members for piece in spot) == list(
        range(len(state.setup.pieces))
    )
    for cell in state.setup.ruleset.cells:
        if cell.is_resource:
            values = state.cells[cell.index]
            assert all(isinstance(one, int) and one >= 0 for one in values), (cell.name, values)


def play_at_random(setup: Setup, seed: int, most: int) -> None:
    """Play so many decisions, and look at every position."""
    game, stream = Game(setup, seed), Stream.derived(seed, 0, of_seat(9))
    while (decision := game.decision) is not None and len(game.choices) < most:
        check_position(game)
        game.choose(stream.below(len(decision.options)))
    assert game.outcome is None or game.outcome.stopped is None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("race", RACES)
def test_nothing_is_lost_in_random_games(race: str, players: int) -> None:
    play_at_random(prepare(cubitos(), players=players, card_set=race), players, DECISIONS)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("race", RACES)
def test_nothing_is_lost_in_many_random_games(race: str, players: int) -> None:
    for seed in range(50):
        play_at_random(prepare(cubitos(), players=players, card_set=race), seed, 3_000)


def other_answers() -> dict[str, bool | str]:
    """Every open question answered otherwise than by default."""
    found: dict[str, bool | str] = {}
    for option in cubitos().options.values():
        match option.type:
            case Flag():
                found[option.name] = not option.default
            case Word(words):
                found[option.name] = next(word for word in words if word != option.default)
    return found


@pytest.mark.parametrize("option", [*other_answers(), "all of them"])
@pytest.mark.parametrize("race", RACES)
def test_other_answers_to_open_questions_can_be_played(race: str, option: str) -> None:
    answers = other_answers()
    options = {option: answers[option]} if option in answers else answers
    setup = prepare(cubitos(), players=3, card_set=race, board="Duck Pond", options=options)
    play_at_random(setup, 11, DECISIONS // 5)


def rounds(setup: Setup, bots: tuple[str, ...], games: int) -> float:
    """The mean number of rounds; every game is won by somebody."""
    plan = Plan(setup, tuple(find(setup.ruleset, bot) for bot in bots), games, 5, rotate=True)
    outcomes = [play(plan, number).outcome for number in range(games)]
    assert all(one.stopped is None and len(one.winners) == 1 for one in outcomes)
    return sum(one.rounds for one in outcomes) / games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("race", "low", "high"), [("Race 1", 8, 40), ("Race 7", 15, 70)])
def test_games_of_the_strategies_end(race: str, low: int, high: int, players: int) -> None:
    setup = prepare(cubitos(), players=players, card_set=race)
    titles = tuple(cubitos().strategies)
    bots = tuple(titles[seat % len(titles)] for seat in range(players))
    assert low <= rounds(setup, bots, games=6) <= high


@pytest.mark.parametrize("strategy", list(cubitos().strategies))
def test_a_strategy_beats_chance(strategy: str) -> None:
    setup = prepare(cubitos(), players=2, card_set="Race 1")
    plan = Plan(setup, (find(cubitos(), strategy), find(cubitos(), "random")), 6, rotate=True)
    winners = [
        result.bots[seat]
        for result in (play(plan, number) for number in range(plan.games))
        for seat in result.outcome.winners
    ]
    assert winners == [0] * plan.games


def abilities_used(setup: Setup, number: int) -> set[str]:
    """The cards that the strategies use in a game."""
    bots = (find(setup.ruleset, title) for title in setup.ruleset.strategies)
    seats = [bot.sit(setup, seat, 1, number) for seat, bot in enumerate(bots)]
    game = Game(setup, 1, number)
    while (decision := game.decision) is not None:
        game.choose(seats[decision.seat].choose(decision, game.state))
    return {thing for one in game.log if one.what is What.USED for thing in one.things}


@pytest.mark.parametrize("race", RACES)
def test_every_ability_of_a_race_is_used(race: str) -> None:
    ruleset = cubitos()
    setup = prepare(ruleset, players=3, card_set=race)
    used = {card for number in range(12) for card in abilities_used(setup, number)}
    assert used >= set(ruleset.sets[race].cards)
