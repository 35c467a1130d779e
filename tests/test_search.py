"""Seats that search: they find what is better, and know no more than a player does."""

from click.testing import CliRunner

from cubedsl.cli import main
from cubedsl.interpreter.bots.fast import code_of
from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.search import Search
from cubedsl.interpreter.bots.seats import find, line_up
from cubedsl.interpreter.bots.simulate import simulate
from cubedsl.interpreter.bots.statistics import Totals
from cubedsl.interpreter.engine.lower.answers import OUTSIDE, RANDOM
from cubedsl.interpreter.engine.machine import Machine, compile_setup
from cubedsl.interpreter.setup import prepare
from cubedsl.interpreter.table.session import Session
from library import ROOT, ruleset, text_ruleset

STAGE = ROOT / "tests" / "stage"
COIN = str(STAGE / "coin.cube")
MORE = str(STAGE / "more_or_less.cube")
HOPELESS = 'strategy "Never holds" for pig { at roll_or_hold { roll } }'
"""Whoever plays like that never wins."""


def played(target: str, games: int, *seats: str, jobs: int = 1, seed: int = 5) -> Totals:
    setup = prepare(ruleset(target), players=2)
    bots = line_up(ruleset(target), 2, seats)
    return simulate(Plan(setup, bots, games, seed, rotate=True), jobs=jobs).totals


def test_how_a_search_is_called() -> None:
    pig = ruleset(str(ROOT / "examples" / "pig.cube"))
    plain, other = find(pig, "mcts:200"), find(pig, "MCTS:50:random")
    assert (plain.title, plain.playouts, plain.like) == ("mcts:200", 200, ("Hold at 20",))
    assert (other.title, other.playouts, other.like) == ("mcts:50", 50, ("random",))


def test_what_is_better_is_found() -> None:
    totals = played(MORE, 60, "mcts:60", "random")
    assert totals.wins_of(bots=[0]).count >= 45 and totals.wins_of(bots=[1]).count <= 2


def test_what_is_hidden_is_not_known() -> None:
    low, high = played(COIN, 1500, "mcts:20", "random").wins_of(bots=[0]).interval
    assert low < 0.5 < high


def test_the_number_of_jobs_changes_nothing() -> None:
    assert played(MORE, 12, "mcts:20", "random", jobs=2) == played(MORE, 12, "mcts:20", "random")


def test_the_reference_cannot_search() -> None:
    words = ["sim", MORE, "--games", "2", "--seat", "mcts:20", "--engine", "reference"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "`mcts:20` can only play where the fast engine does" in result.output


def test_a_search_sits_at_a_table_and_answers_the_same_again() -> None:
    setup = prepare(ruleset(MORE), players=2)
    bots = line_up(ruleset(MORE), 2, ("mcts:30", "random"))
    played_once, played_again = (Session(setup, bots, seed=4) for _ in range(2))
    for session in (played_once, played_again):
        assert list(session.run()) and session.outcome is not None
    assert played_once.made == played_again.made


def test_a_search_has_all_strategies_to_follow() -> None:
    assert find(ruleset("cubitos"), "mcts:200").like == tuple(ruleset("cubitos").strategies)


def test_a_search_follows_the_best_strategy() -> None:
    rules = text_ruleset((ROOT / "examples" / "pig.cube").read_text("utf-8") + HOPELESS)
    mind, known = Machine(compile_setup(prepare(rules, players=2))), list(rules.strategies)
    codes = tuple(code_of(find(rules, title), known) for title in known)
    for seed in range(10):
        mind.seat([OUTSIDE, OUTSIDE], 100_000)
        mind.start(seed, 0)
        search = Search(mind, 200, codes)
        search.choose(mind.save(), 0, 1)
        assert search.strategy == codes[known.index("Hold at 20")]


def test_playouts_that_an_easy_decision_leaves_are_kept_but_never_more_are_made() -> None:
    setup = prepare(ruleset(MORE), players=2)
    mind = Machine(compile_setup(setup))
    mind.seat([OUTSIDE, OUTSIDE], 10_000)
    mind.start(1, 0)
    image, search = mind.save(), Search(mind, 100, (RANDOM,))
    search.choose(image, 0, 1)
    first = search.spare
    assert 0 < first <= 100
    search.choose(image, 0, 2)
    assert 0 < search.spare <= 200
