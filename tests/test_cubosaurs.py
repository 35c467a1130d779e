"""Cubosaurs: what the rulebook says comes out, and games go as games of it should."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.seats import find
from cubedsl.interpreter.bots.simulate import Plan, play, simulate
from cubedsl.interpreter.bots.statistics import Share
from cubedsl.interpreter.decision import Decision
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.log import Entry, What
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.streams import Stream, of_seat
from library import ruleset
from rulebook import BESIDE, cited, failures, headings, scenes, values_without_scenario

SHIPPED = tuple(sorted((pipeline.folder("cubosaurs") / "scenarios").glob("*.cube")))
HEADINGS = "cubosaurs_headings.txt"
PLAYERS = (2, 3, 4, 5)
SENSIBLE = "Keep what pays"


def cubosaurs() -> Ruleset:
    """The shipped ruleset."""
    return ruleset("cubosaurs")


@cache
def whole() -> Ruleset:
    """The shipped ruleset, which counts the rounds that end as they should."""
    return ruleset(str(BESIDE / "whole_rounds.cube"))


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_the_rulebook_says_comes_out(file: Path) -> None:
    assert failures(file) == {}


def test_every_rule_is_cited_by_its_heading() -> None:
    assert cited(SHIPPED) <= {heading for heading, _ in headings(HEADINGS)}
    assert {heading for heading, needed in headings(HEADINGS) if needed} <= cited(SHIPPED)


def test_every_value_of_an_open_question_has_a_scenario() -> None:
    assert values_without_scenario(cubosaurs(), SHIPPED) == set()


# ------------------------------------------------------------------ components


def test_fifty_five_cards_and_ten_tiles() -> None:
    setup = prepare(cubosaurs(), players=2)
    kinds = Counter(cubosaurs().kinds[kind].name for kind in setup.pieces.kind)
    nouns = Counter(setup.pieces.noun)
    assert nouns == {"card": 55, "tile": 10}
    dinosaurs = {name for name, count in kinds.items() if count == 7}
    eggs = {name for name in kinds if name.startswith("egg")}
    assert len(dinosaurs) == 7 and len(eggs) == 6
    assert set(kinds.values()) == {7, 1}


def test_what_the_rulebook_does_not_print_is_marked_as_assumed() -> None:
    said = {one.span.source.name.rsplit("/", 1)[-1] for one in cubosaurs().assumed}
    assert said == {"cubosaurs.cube", "tiles.cube"}
    prices = [one for one in cubosaurs().assumed if one.span.source.name.endswith("tiles.cube")]
    assert len(prices) == 10 + 4  # the price of each, the icon of four


# ------------------------------------------------------------------ scoring

TABLES = {
    "t_rex": (0, 4, 1, -2, -5),
    "stegosaurus": (0, 2, -1, -2, 8),
    "brontosaurus": (0, -3, 2, 5, -5),
    "pterodactyl": (0, -1, -1, -1, -1),
    "pentaceratops": (0, -3, -1, 3, 7),
}
BLACK = [(2, -2)] * 2 + [(3, -3)] * 3 + [(4, -4)] * 2
GREY = [(3, -1)] * 2 + [(2, -1)] * 3 + [(1, -1)] * 2
EGGS = {
    "t_rex": (4, -3),
    "stegosaurus": (4, -3),
    "brontosaurus": (3, -3),
    "pterodactyl": (5, -2),
    "pentaceratops": (3, -3),
    "velociraptor": (4, -3),
}
COLORS = ("black_velociraptor", "grey_velociraptor")


def pairings(black: list[tuple[int, int]], grey: list[tuple[int, int]]) -> Iterator[int]:
    """What each way to pair velociraptors is worth: (in a pair, alone)."""
    for pairs in range(min(len(black), len(grey)) + 1):
        for some in combinations(range(len(black)), pairs):
            for others in combinations(range(len(grey)), pairs):
                yield sum(card[i not in some] for i, card in enumerate(black)) + sum(
                    card[i not in others] for i, card in enumerate(grey)
                )


def families(hand: Counter[str]) -> Counter[str]:
    """How many dinosaurs of each species of the eggs there are in a collection."""
    own = Counter({name: hand[name] for name in TABLES})
    own["velociraptor"] = sum(hand[color] for color in COLORS)
    return own


def expected(collections: list[Counter[str]]) -> list[int]:
    """The points of each player, worked out without the ruleset."""
    points, before = [], Counter[str]()
    for hand in collections:
        packs = [
            values[before[color] : before[color] + hand[color]]
            for color, values in zip(COLORS, (BLACK, GREY), strict=True)
        ]
        before += Counter({color: hand[color] for color in COLORS})
        total = max(pairings(*packs)) + sum(TABLES[name][min(hand[name], 4)] for name in TABLES)
        for name, (most, otherwise) in EGGS.items():
            if hand[f"egg_{name}"]:
                best = max(families(one)[name] for one in collections)
                total += most if families(hand)[name] == best else otherwise
        points.append(total)
    return points


def dealt(stream: Stream, players: int) -> list[Counter[str]]:
    """All kinds of cards, some of each given to players at random."""
    box = [name for name in (*TABLES, *COLORS) for _ in range(7)] + [f"egg_{one}" for one in EGGS]
    cards = stream.some(10 * players, tuple(range(len(box))))
    order = sorted(cards, key=lambda card: stream.below(1000))
    return [Counter(box[card] for card in order[seat::players]) for seat in range(players)]


NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")


def scoring_scenario(number: int, collections: list[Counter[str]]) -> str:
    """A scenario in which these collections score what the rulebook says."""
    seats = NAMES[: len(collections)]
    given = [
        f"  given {name} {{ collection: "
        + ", ".join(f"{count} {kind}" for kind, count in sorted(hand.items()))
        + " }"
        for name, hand in zip(seats, collections, strict=True)
    ]
    then = " and ".join(
        f"last_points of {name} = {points}"
        for name, points in zip(seats, expected(collections), strict=True)
    )
    lines = [f"  seats {', '.join(seats)}", *given, "  start score_round", f"  then {then}"]
    return f'scenario "{number}" for cubosaurs {{\n' + "\n".join(lines) + "\n}\n"


def test_collections_are_worth_what_an_independent_count_says(tmp_path: Path) -> None:
    stream = Stream.derived(3, 0, of_seat(9))
    texts = [
        scoring_scenario(number, dealt(stream, PLAYERS[number % len(PLAYERS)]))
        for number in range(80)
    ]
    path = tmp_path / "scoring.cube"
    path.write_text("\n".join(texts), "utf-8")
    assert failures(path) == {} and len(scenes(path)[1]) == 80


# ------------------------------------------------------------------ rounds


Choosing = Callable[[Decision, Stream], int]


def at_random(decision: Decision, stream: Stream) -> int:
    """Any option."""
    return stream.below(len(decision.options))


def always_refusing(decision: Decision, stream: Stream) -> int:
    """Refuses whenever it is legal."""
    texts = [option.text for option in decision.options]
    return texts.index("refuse") if "refuse" in texts else at_random(decision, stream)


def never_refusing(decision: Decision, stream: Stream) -> int:
    """Keeps whatever comes."""
    return 0 if decision.name == "keep_or_refuse" else at_random(decision, stream)


def played(setup: Setup, choosing: Choosing, seed: int) -> Game:
    """A whole game; after every decision all pieces are there, and nobody owes anything."""
    game, stream = Game(setup, seed), Stream.derived(seed, 0, of_seat(9))
    tokens = next(cell for cell in setup.ruleset.cells if cell.name == "dna_token")
    while (decision := game.decision) is not None:
        state = game.state
        assert sorted(one for spot in state.members for one in spot) == list(
            range(len(setup.pieces))
        )
        held = [value for value in state.cells[tokens.index] if isinstance(value, int)]
        assert min(held) >= 0 and sum(held) <= 40
        game.choose(choosing(decision, stream))
    assert game.outcome is not None and game.outcome.stopped is None and game.outcome.winners
    return game


def rounds(game: Game) -> list[list[Entry]]:
    """What happened in each round, without the deal and the scoring."""
    found: list[list[Entry]] = []
    inside = False
    for entry in game.log:
        if entry.what is What.BEGAN and entry.detail == "round":
            found.append([])
            inside = True
        elif "deck_ran_dry" in entry.things:
            inside = False
        elif inside:
            found[-1].append(entry)
    return found


def turns(entries: list[Entry]) -> list[str]:
    """The draws, the refusals and the keeps of a round, in order."""
    found = []
    for entry in entries:
        if entry.what is What.MOVED:
            zone, _, whose = entry.detail.partition(" of ")
            if zone == "collection":
                found.append("keep")
            elif whose != entry.who:
                found.append("refuse")
            elif len(found) == 0 or found[-1] == "keep":
                found.append("draw")
    return found


@pytest.mark.parametrize("choosing", [at_random, always_refusing, never_refusing])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_hand_that_is_drawn_is_kept_in_the_end(players: int, choosing: Choosing) -> None:
    setup = prepare(whole(), players=players)
    for seed in range(4):
        game = played(setup, choosing, seed)
        happened = rounds(game)
        assert len(happened) == (3 if players == 2 else 2)
        for entries in happened:
            course = turns(entries)
            assert course.count("draw") == course.count("keep") == 6 * players
            refused = " ".join(course).split("keep")
            assert max(one.count("refuse") for one in refused) <= 7


def remembered(game: Game, name: str) -> object:
    """Return what the game remembers."""
    cell = next(one for one in game.state.setup.ruleset.cells if one.name == name)
    return game.state.cells[cell.index][0]


@pytest.mark.parametrize("players", PLAYERS)
def test_all_cards_are_in_collections_when_a_round_is_scored(players: int) -> None:
    for seed in range(6):
        game = played(prepare(whole(), players=players), at_random, seed)
        count = 3 if players == 2 else 2
        assert remembered(game, "whole_rounds") == remembered(game, "empty_hands") == count


@pytest.mark.parametrize("interaction", [True, False])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_advanced_mode_leaves_nothing_on_its_way(players: int, interaction: bool) -> None:
    options = {"dna_mode": True, "direct_interaction": interaction}
    setup = prepare(whole(), players=players, options=options)
    bought: set[str] = set()
    for seed in range(10):
        game = played(setup, at_random, seed)
        assert remembered(game, "empty_hands") == (3 if players == 2 else 2)
        bought |= {one.things[0] for one in game.log if one.detail.startswith("bought of")}
    tiles = {kind.title for kind in setup.ruleset.kinds if kind.noun.name == "tile"}
    assert len(tiles) == 10 and len(bought & tiles) == (10 if interaction else 6)


@pytest.mark.parametrize(
    "options",
    [
        {"tied_with_none": False},
        {"passive_dna": False},
        {"lowest_tie": "by_lot"},
        {"forbidden_only": False},
        {"three_rounds_for_two": False},
    ],
    ids=lambda options: next(iter(options)),
)
def test_other_answers_to_open_questions_can_be_played(options: dict[str, bool | str]) -> None:
    setup = prepare(cubosaurs(), players=2, options={"dna_mode": True, **options})
    for seed in range(3):
        played(setup, at_random, seed)


# ------------------------------------------------------------------ strategies


def duel(options: dict[str, int | bool | str], players: int, games: int) -> Share:
    """The games that the sensible strategy wins against players by chance, in every seat in turn.

    All of them come to their end.
    """
    setup = prepare(cubosaurs(), players=players, options=options)
    bots = (find(setup.ruleset, SENSIBLE), *[find(setup.ruleset, "random")] * (players - 1))
    totals = simulate(Plan(setup, bots, games, 2, rotate=True)).totals
    assert totals.games == totals.finished == games and totals.unwon == 0
    return totals.wins_of(bots=[0])


@pytest.mark.parametrize("dna_mode", [False, True])
def test_a_sensible_strategy_beats_chance(dna_mode: bool) -> None:
    assert duel({"dna_mode": dna_mode}, players=2, games=20).count >= 17


@pytest.mark.long
@pytest.mark.parametrize("dna_mode", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_many_games_end_and_the_sensible_strategy_wins(players: int, dna_mode: bool) -> None:
    won = duel({"dna_mode": dna_mode}, players, games=500)
    assert won.interval[0] > (0.8 if players == 2 else 1 / players + 0.2)


@pytest.mark.long
@pytest.mark.parametrize("dna_mode", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_games_end(players: int, dna_mode: bool) -> None:
    setup = prepare(whole(), players=players, options={"dna_mode": dna_mode})
    for seed in range(500):
        played(setup, at_random, seed)


@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_the_strategies_end(players: int) -> None:
    setup = prepare(cubosaurs(), players=players, options={"dna_mode": True})
    titles = list(cubosaurs().strategies)
    bots = tuple(find(cubosaurs(), titles[seat % len(titles)]) for seat in range(players))
    plan = Plan(setup, bots, 2, 4)
    for number in range(plan.games):
        outcome = play(plan, number).outcome
        assert outcome.stopped is None and outcome.winners
