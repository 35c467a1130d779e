"""The Python API for bots: the page that documents it, and what it promises (case B02)."""

from pathlib import Path
from typing import Any

import pytest
from attrs import define

from cubedsl import api
from cubedsl.api import (
    Agent,
    Decision,
    Game,
    IllegalChoice,
    State,
    Stream,
    find,
    line_up,
    play_out,
    prepare,
    view,
)
from cubedsl.interpreter.setup import Setup
from docs_blocks import DOCS, blocks_of
from library import ROOT, ruleset

PAGE = DOCS / "bots.md"
PIG = str(ROOT / "examples" / "pig.cube")


def setup_of(target: str = "cubitos", players: int = 3, **options: Any) -> Setup:
    """Return a setup."""
    return prepare(ruleset(target), players=players, options=options)


@define
class Last:
    """Always takes the last option: `done`, `pass`, `stop`."""

    def choose(self, decision: Decision, state: State) -> int:
        """Return the index of the last option."""
        return len(decision.options) - 1


@define
class Anything:
    """Takes any option, and remembers what was asked."""

    stream: Stream
    asked: list[str]

    def choose(self, decision: Decision, state: State) -> int:
        """Return the index of any option."""
        self.asked.append(decision.name)
        return self.stream.below(len(decision.options))


# ------------------------------------------------------------------ the page


def test_the_page_runs() -> None:
    """Every block is executed, in order, in one place."""
    code = [block for block in blocks_of(PAGE) if block.language in ("py", "python")]
    assert len(code) >= 10
    names: dict[str, object] = {"__name__": "page"}
    for block in code:
        text = "\n" * (block.line - 1) + block.text
        exec(compile(text, str(PAGE), "exec"), names)


def test_the_page_names_what_there_is() -> None:
    text = PAGE.read_text("utf-8")
    for name in api.__all__:
        assert hasattr(api, name)
    wanted = {"load", "prepare", "Game", "IllegalChoice", "view", "play_out", "take", "resume"}
    assert wanted <= set(api.__all__)
    assert all(name in text for name in wanted)


# ------------------------------------------------------------------ B02


WRONG = [-1, 2, 99, 10**30, True, False, None, 0.0, 1.0, "0", "push", "pass", (), [0]]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_an_illegal_choice_changes_nothing(wrong: Any) -> None:
    game = Game(setup_of(), 7)
    assert game.decision is not None and len(game.decision.options) == 2
    before = game.digest(), game.whole_digest(), game.choices, list(game.log), game.decision
    drawn = game.state.stream.drawn
    with pytest.raises(IllegalChoice, match=r"numbered from 0 to 1|by its number"):
        game.choose(wrong)
    assert before == (game.digest(), game.whole_digest(), game.choices, game.log, game.decision)
    assert game.state.stream.drawn == drawn
    game.choose(0)
    again = Game(setup_of(), 7)
    again.choose(0)
    assert game.digest() == again.digest()


def test_a_pass_is_illegal_while_something_must_be_chosen() -> None:
    game, stream = Game(setup_of(), 7), Stream.derived(1, 0, 101)
    while game.decision is not None:
        texts = [option.text for option in game.decision.options]
        if game.decision.name == "target" and "pass" not in texts:
            break
        game.choose(stream.below(len(texts)))
    before = game.digest()
    with pytest.raises(IllegalChoice):
        game.choose(len(texts))
    assert game.digest() == before


def test_nothing_can_be_chosen_when_the_game_is_over() -> None:
    game = Game(setup_of(PIG, 2, goal=10), 7)
    play_out(game, [Last(), Last()])
    before = game.digest(), game.outcome
    with pytest.raises(IllegalChoice, match="nothing to decide"):
        game.choose(0)
    assert before == (game.digest(), game.outcome)


def test_a_new_game_is_a_clean_one() -> None:
    setup = setup_of()
    fresh = Game(setup, 7)
    begin = fresh.digest(), view(fresh.state, 0)
    play_out(fresh, [Last()] * 3, most_rounds=3)
    reset = Game(setup, 7)
    assert (reset.digest(), view(reset.state, 0)) == begin
    assert reset.choices == () and reset.outcome is None
    for seat in range(3):
        assert view(reset.state, None).value("credit", seat) == 0


def test_a_cap_of_rounds_truncates_and_nobody_wins() -> None:
    game = Game(setup_of(players=2), 7)
    ending = play_out(game, [Last(), Last()], most_rounds=200)
    assert ending.truncated and ending.winners == () and ending.stopped is None
    assert ending.rounds == 200 and ending.decisions == len(game.choices)
    assert game.outcome is None and game.decision is not None


def test_a_game_that_ends_before_its_cap_is_not_truncated() -> None:
    whole = play_out(Game(setup_of(PIG, 2), 7), [Last(), Last()])
    assert not whole.truncated and len(whole.winners) == 1
    capped = play_out(Game(setup_of(PIG, 2), 7), [Last(), Last()], most_rounds=whole.rounds)
    assert capped == whole
    shorter = play_out(Game(setup_of(PIG, 2), 7), [Last(), Last()], most_rounds=whole.rounds - 1)
    assert shorter.truncated and shorter.rounds == whole.rounds - 1
    few = play_out(Game(setup_of(PIG, 2), 7), [Last(), Last()], most_decisions=3)
    assert few.truncated and few.decisions == 3
    none = play_out(Game(setup_of(PIG, 2), 7), [Last(), Last()], most_decisions=0)
    assert none.truncated and none.decisions == 0


def test_a_game_that_is_stopped_is_not_truncated() -> None:
    game = Game(setup_of(), 7, max_steps=100)
    ending = play_out(game, [Last()] * 3, most_rounds=1000)
    assert ending.stopped is not None and "100 steps" in ending.stopped
    assert not ending.truncated and ending.winners == ()


def test_there_is_an_agent_for_every_seat() -> None:
    with pytest.raises(ValueError, match="there are 3 seats, but 2 agents"):
        play_out(Game(setup_of(), 7), [Last(), Last()])


def test_a_view_is_defined_wherever_a_game_stands() -> None:
    game = Game(setup_of(PIG, 2, goal=10), 7)
    while True:
        seen = [view(game.state, seat) for seat in (0, 1, None)]
        assert all(one.zones and one.memory for one in seen)
        if game.decision is None:
            return
        game.choose(len(game.decision.options) - 1)


def test_games_in_one_process_do_not_touch_each_other() -> None:
    setup, other = setup_of(), setup_of("cubosaurs")
    alone = [digests(Game(setup, 1), 1), digests(Game(setup, 2), 2), digests(Game(other, 1), 1)]
    games = [Game(setup, 1), Game(setup, 2), Game(other, 1)]
    streams = [Stream.derived(seed, 0, 101) for seed in (1, 2, 1)]
    together: list[list[str]] = [[], [], []]
    for _ in range(80):
        for number, (game, stream) in enumerate(zip(games, streams, strict=True)):
            if game.decision is not None:
                together[number].append(game.digest())
                game.choose(stream.below(len(game.decision.options)))
    assert together == alone


def digests(game: Game, seed: int) -> list[str]:
    """Return the digests of the first positions of a game that is played at random."""
    stream = Stream.derived(seed, 0, 101)
    found: list[str] = []
    while game.decision is not None and len(found) < 80:
        found.append(game.digest())
        game.choose(stream.below(len(game.decision.options)))
    return found


# ------------------------------------------------------------------ agents


def test_who_sits_there_changes_no_roll() -> None:
    """Agents that choose alike see the same dice, however much chance they need themselves."""

    @define
    class Drawing(Last):
        stream: Stream = Stream.derived(1, 0, 102)

        def choose(self, decision: Decision, state: State) -> int:
            self.stream.word()
            return super().choose(decision, state)

    plain, drawing = Game(setup_of(players=2), 7), Game(setup_of(players=2), 7)
    play_out(plain, [Last(), Last()], most_rounds=5)
    play_out(drawing, [Drawing(), Drawing()], most_rounds=5)
    assert plain.digest() == drawing.digest()


def test_each_agent_is_asked_for_its_own_seat() -> None:
    setup = setup_of(PIG, 2)
    agents = [Anything(Stream.derived(1, 0, 101 + seat), []) for seat in (0, 1)]
    game = Game(setup, 3)
    play_out(game, agents, most_decisions=30)
    for seat, agent in enumerate(agents):
        assert len(agent.asked) == sum(decision.seat == seat for decision, _ in game.asked)


@pytest.mark.parametrize("target", ["cubitos", "cubosaurs", PIG])
def test_strategies_are_agents(target: str) -> None:
    setup = setup_of(target, 2)
    bots = line_up(setup.ruleset, 2)
    agents: list[Agent] = [bot.sit(setup, seat, 5, 0) for seat, bot in enumerate(bots)]
    ending = play_out(Game(setup, 5), agents, most_rounds=300)
    assert ending.winners and not ending.truncated


def test_a_strategy_that_cannot_be_followed_stops_the_game(tmp_path: Path) -> None:
    text = Path(PIG).read_text("utf-8")
    nonsense = "1 / (pot - pot) rounded down"
    (tmp_path / "pig.cube").write_text(text.replace("pot >= 20", f"{nonsense} > 0"), "utf-8")
    setup = setup_of(str(tmp_path / "pig.cube"), 2)
    agents = [bot.sit(setup, 0, 1, 0) for bot in line_up(setup.ruleset, 2)]
    ending = play_out(Game(setup, 1), agents)
    assert ending.stopped is not None and "divided by zero, in a strategy" in ending.stopped
    assert ending.winners == () and not ending.truncated


def test_an_illegal_answer_of_an_agent_is_the_agents_fault() -> None:
    @define
    class Wrong:
        def choose(self, decision: Decision, state: State) -> int:
            return 77

    game = Game(setup_of(PIG, 2), 7)
    before = game.digest()
    with pytest.raises(IllegalChoice):
        play_out(game, [Wrong(), Wrong()])
    assert game.digest() == before


def test_bots_are_found_by_name() -> None:
    assert find(ruleset(PIG), "HOLD AT 20").title == "Hold at 20"
    with pytest.raises(api.SetupError, match="there is no strategy `hold`"):
        find(ruleset(PIG), "hold")
