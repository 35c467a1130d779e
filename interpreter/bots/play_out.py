"""Playing a game to its end with any agents, or as far as a cap allows."""

from collections.abc import Sequence

from attrs import frozen

from cubedsl.interpreter.bots.strategy import Agent
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.stopped import Stopped


@frozen
class Ending:
    """How far a game was played.

    `truncated`: a cap was reached before the game was over, so nobody has won.  `stopped` is None,
    or why the game could not go on.
    """

    winners: tuple[int, ...]
    rounds: int
    decisions: int
    truncated: bool = False
    stopped: str | None = None


def play_out(
    game: Game,
    agents: Sequence[Agent],
    *,
    most_rounds: int | None = None,
    most_decisions: int | None = None,
) -> Ending:
    """Let the agents, one for each seat, play on until the game is over or a cap is reached.

    A cap of rounds lets so many rounds of the game be finished; a cap of decisions counts from the
    beginning of the game.
    """
    state = game.state
    if len(agents) != state.setup.players:
        raise ValueError(f"there are {state.setup.players} seats, but {len(agents)} agents")
    while (decision := game.decision) is not None:
        if most_rounds is not None and state.rounds > most_rounds:
            return Ending((), most_rounds, len(game.asked), truncated=True)
        if most_decisions is not None and len(game.asked) >= most_decisions:
            return Ending((), state.rounds, len(game.asked), truncated=True)
        try:
            game.choose(agents[decision.seat].choose(decision, state))
        except Stopped as stopped:
            reason = f"{stopped.reason}, in a strategy ({stopped.span})"
            return Ending((), state.rounds, len(game.asked), stopped=reason)
    outcome = game.outcome
    assert outcome is not None
    return Ending(outcome.winners, outcome.rounds, len(game.asked), stopped=outcome.stopped)
