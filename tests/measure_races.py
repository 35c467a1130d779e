"""Every race of Cubitos on its suggested track: `python tests/measure_races.py`.

The strategies play against each other.  All games must come to their end with a winner, and at
every decision each piece must lie in one place.  Prints a table of rounds, and the cards that
nobody ever used.
"""

import sys
from collections.abc import Iterator, Sequence
from statistics import mean

from attrs import frozen

from cubedsl import pipeline
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter.bots.seats import find
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.log import What
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.state import State
from library import play_at_random

GAMES = 60
SEED = 12
SEATS = (2, 3, 4)


@frozen
class Race:
    """Games of a set for so many players: their rounds, and the cards that were used."""

    title: str
    track: str
    players: int
    rounds: tuple[int, ...]
    used: frozenset[str]


def race(ruleset: Ruleset, title: str, players: int, games: int) -> Race:
    """Play a race so many times; every strategy sits on every seat in turn."""
    setup = prepare(ruleset, players=players, card_set=title)
    played = [_play(setup, number) for number in range(games)]
    used = {card for game in played for card in _used(game)}
    rounds = tuple(game.outcome.rounds for game in played if game.outcome is not None)
    assert setup.board is not None
    return Race(title, setup.board.title, players, rounds, frozenset(used))


def _play(setup: Setup, number: int) -> Game:
    bots = [find(setup.ruleset, title) for title in setup.ruleset.strategies]
    seats = [
        bots[(seat + number) % len(bots)].sit(setup, seat, SEED, number)
        for seat in range(setup.players)
    ]
    game = Game(setup, SEED, number)
    while (decision := game.decision) is not None:
        check_pieces(game.state)
        game.choose(seats[decision.seat].choose(decision, game.state))
    check_pieces(game.state)
    assert game.outcome is not None and game.outcome.stopped is None, game.outcome
    assert len(game.outcome.winners) == 1, game.outcome
    return game


def _used(game: Game) -> Iterator[str]:
    for entry in game.log:
        if entry.what is What.USED:
            yield from entry.things


def used_by_chance(ruleset: Ruleset, title: str) -> set[str]:
    """Return the cards of a set that are used where all is decided at random, for a while.

    The strategies buy the dearest dice; chance buys all.
    """
    setup = prepare(ruleset, players=4, card_set=title)
    games = (play_at_random(setup, seed, most=3_000) for seed in range(4))
    return {card for game in games for card in _used(game)}


def check_pieces(state: State) -> None:
    """Every piece lies in one place."""
    everywhere = [piece for spot in state.members for piece in spot]
    assert len(everywhere) == len(set(everywhere)) == len(state.setup.pieces)


# ------------------------------------------------------------------ all of them


def races(ruleset: Ruleset, games: int) -> Iterator[Race]:
    """Play all sets, for all numbers of players."""
    for title in ruleset.sets:
        for players in SEATS:
            yield race(ruleset, title, players, games)


def unused(ruleset: Ruleset, found: Sequence[Race]) -> list[tuple[str, str]]:
    """The sets with their cards that no game of the set used."""
    used = {(one.title, card) for one in found for card in one.used}
    return [
        (title, card)
        for title, one in ruleset.sets.items()
        for card in one.cards
        if (title, card) not in used
    ]


def table(found: Sequence[Race]) -> str:
    """Return the mean rounds, with the fewest and the most, as a table of Markdown."""
    lines = ["| set | track | " + " | ".join(f"{seats} players" for seats in SEATS) + " |"]
    lines.append("|---|---|" + "---|" * len(SEATS))
    for title in dict.fromkeys(one.title for one in found):
        own = [one for one in found if one.title == title]
        cells = [f"{mean(one.rounds):.1f} ({min(one.rounds)}–{max(one.rounds)})" for one in own]
        lines.append(f"| {title} | {own[0].track} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    ruleset, _ = pipeline.load("cubitos")
    assert ruleset is not None
    found = list(races(ruleset, int(arguments[0]) if arguments else GAMES))
    print(table(found))
    rest = unused(ruleset, found)
    print("\nnever used:", ", ".join(f"{card} ({title})" for title, card in rest) or "no card")


if __name__ == "__main__":
    main(sys.argv[1:])
