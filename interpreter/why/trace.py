"""A game played again and watched: what one of its choices brought, how a figure came about."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from cubedsl.dsl.model.things import Owner
from cubedsl.dsl.suggest import fold
from cubedsl.interpreter.decision import Decision
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.records.record import Record
from cubedsl.interpreter.records.resume import begin, follow
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.why.options import Offered, options
from cubedsl.interpreter.why.watch import Change, Happening, Watched


@frozen(eq=False)
class Traced:
    """A game up to a choice: what was asked then, what could be chosen, all that happened so far.

    `step` is the number of the choice, from 1 on; behind the last one it is what is open there.
    """

    state: Watched
    step: int
    decision: Decision | None
    options: tuple[Offered, ...]

    @property
    def changes(self) -> list[Change]:
        """What the choice changed."""
        return [one for one in self.state.changed if one.step == self.step]

    @property
    def happenings(self) -> list[Happening]:
        """What happened after the choice."""
        return [one for one in self.state.happened if one.step == self.step]


def of_record(record: Record, setup: Setup, step: int) -> Traced:
    """Return a recorded game at a choice, and what came of it; raise RecordError if it differs."""
    game = begin(record, setup, Watched)
    return _traced(game, follow(record, game), step)


def of_choices(
    setup: Setup, seed: int, number: int, choices: Sequence[int], max_steps: int, step: int
) -> Traced:
    """Return a game in which these choices are made, at one of them or (behind) what is open."""
    game = Game(setup, seed, number, max_steps=max_steps, make=Watched)
    return _traced(game, _made(game, choices), step)


def _made(game: Game, choices: Iterable[int]) -> Iterator[int]:
    yield 0
    for made, index in enumerate(choices, start=1):
        game.choose(index)
        yield made


def _traced(game: Game, playing: Iterable[int], step: int) -> Traced:
    state = game.state
    assert isinstance(state, Watched)
    decision: Decision | None = None
    found: tuple[Offered, ...] = ()
    for made in playing:
        if made == step:
            break
        state.choice = made + 1
        state.closely = made == step - 1
        if made == step - 1:
            decision, found = game.decision, options(game)
    return Traced(state, step, decision, found)


# ------------------------------------------------------------------ what is asked about


def figures(setup: Setup) -> dict[str, tuple[str, int, int]]:
    """Return the figures of a game by what they are called: `coins of Ann`, `pot`."""
    found: dict[str, tuple[str, int, int]] = {}
    players = range(setup.players)
    for cell in setup.ruleset.cells:
        if cell.owner in (Owner.GAME, Owner.PLAYER):
            own = [0] if cell.owner is Owner.GAME else players
            for name in filter(None, (cell.name, cell.plural)):
                found |= {
                    _of(setup, name, cell.owner, who): ("cell", cell.index, who) for who in own
                }
    for token in setup.ruleset.tokens:
        for who in players:
            name = _of(setup, token.name, Owner.PLAYER, who)
            found[name] = ("token", token.index, who)
    for spot, zone in enumerate(setup.spots.zone):
        if zone.owner in (Owner.GAME, Owner.PLAYER):
            name = _of(setup, zone.name, zone.owner, setup.spots.owner[spot])
            found[name] = ("spot", spot, 0)
    return found


def _of(setup: Setup, name: str, owner: Owner, who: int) -> str:
    return f"{name} of {setup.names[who]}" if owner is Owner.PLAYER else name


def history(traced: Traced, figure: str) -> list[Change] | None:
    """Return how a figure came about, up to and with the choice; None if there is no such."""
    known = {fold(name): key for name, key in figures(traced.state.setup).items()}
    key = known.get(fold(figure))
    if key is None:
        return None
    return [one for one in traced.state.changed if one.key == key and one.step <= traced.step]


def last(traced: Traced, name: str) -> int | None:
    """Return the last choice after which something of that name happened, None if none did."""
    steps = [one.step for one in traced.state.happened if fold(one.name) == fold(name)]
    return steps[-1] if steps else None
