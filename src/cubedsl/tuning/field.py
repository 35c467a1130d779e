"""Games of all strategies against one another, as they are played for every choice of numbers.

The same seed is used for all choices: they have the same dice as far as the rules let them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import frozen

from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots import slowly
from cubedsl.interpreter.bots.interruption import Interruption
from cubedsl.interpreter.bots.plan import Engine, Plan, Tally
from cubedsl.interpreter.bots.seats import Bot, find, line_up
from cubedsl.interpreter.bots.simulate import Chosen, choose
from cubedsl.interpreter.bots.statistics import Histogram, Share, Totals
from cubedsl.interpreter.setup import Setup


@frozen
class Measured:
    """What came out: by strategy (out of the games it sat in), by seat, the lengths."""

    strategies: dict[str, Share]
    seats: tuple[Share, ...]
    rounds: Histogram
    games: int
    stopped: int


@frozen
class Wanted:
    """Games to play: at least so many, between these strategies (or those of the ruleset)."""

    games: int
    seed: int
    seats: tuple[str, ...] = ()
    max_steps: int = 1_000_000
    jobs: int = 1


def plans(setup: Setup, wanted: Wanted) -> tuple[Plan, ...]:
    """Return the games to play; raise SetupError for an unknown strategy.

    More strategies than seats meet in every combination, equally often and in every seat.
    """
    found = tuple(_tables(setup.ruleset, setup.players, wanted.seats))
    each = -(-wanted.games // (len(found) * setup.players)) * setup.players
    return tuple(
        Plan(setup, bots, each, wanted.seed + number, True, wanted.max_steps)
        for number, bots in enumerate(found)
    )


def _tables(ruleset: Ruleset, players: int, words: Sequence[str]) -> Iterator[tuple[Bot, ...]]:
    known = words or tuple(ruleset.strategies)
    bots = tuple(dict.fromkeys(find(ruleset, word) for word in known))
    if len(bots) > players:
        yield from combinations(bots, players)
    else:
        yield line_up(ruleset, players, words)


def play(plans: Sequence[Plan], jobs: int, interruption: Interruption) -> Measured:
    """Play all games; raise KeyboardInterrupt if that is interrupted."""
    results: list[tuple[Plan, Totals]] = []
    strategies = frozenset().union(*(plan.strategies for plan in plans))
    chosen = choose(plans[0], Engine.AUTO, strategies)  # compiled once for all
    for plan in plans:
        tally = Tally(interruption)
        _play_one(plan, chosen, jobs, tally)
        if tally.totals.games < plan.games:
            raise KeyboardInterrupt
        results.append((plan, tally.totals))
    return _added(results)


def _play_one(plan: Plan, chosen: Chosen, jobs: int, tally: Tally) -> None:
    if chosen.compiled is not None:
        from cubedsl.interpreter.bots import fast

        fast.play_all(plan, chosen.compiled, jobs, tally)
    else:
        slowly.play_all(plan, jobs, tally)


def _added(results: Sequence[tuple[Plan, Totals]]) -> Measured:
    won: Counter[str] = Counter()
    played: dict[str, int] = {}
    rounds: Counter[int] = Counter()
    for plan, totals in results:
        rounds += totals.rounds.counts
        for number, bot in enumerate(plan.bots):
            won[bot.title] += totals.wins_of(bots=[number]).count
            played[bot.title] = played.get(bot.title, 0) + totals.finished
    seats = range(results[0][0].setup.players)
    finished = sum(totals.finished for _, totals in results)
    return Measured(
        strategies={title: Share(won[title], of) for title, of in played.items()},
        seats=tuple(
            Share(sum(totals.wins_of(seat=seat).count for _, totals in results), finished)
            for seat in seats
        ),
        rounds=Histogram(rounds),
        games=sum(totals.games for _, totals in results),
        stopped=sum(totals.stopped for _, totals in results),
    )
