"""Nothing that a seat is shown depends on what it cannot see: over all games with hidden zones.

Two worlds are compared that differ only in what a seat cannot see: there, the pieces are others.
What the seat may look at, what it is asked, what its strategies answer and what it reads in the
log must be the same in both.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest

from cubedsl.dsl.model.statements import Choose
from cubedsl.interpreter.bots.seats import Bot
from cubedsl.interpreter.decision import Option, Way
from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.log import What
from cubedsl.interpreter.meaning import choosing
from cubedsl.interpreter.meaning.evaluate import evaluate
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.table.picture import lines
from cubedsl.interpreter.table.view import view
from library import BENCH, EXAMPLES, GAMES, SHIPPED, ruleset


def keeps_secrets(target: str) -> bool:
    """Whether not everybody sees everything in a game."""
    return any(zone.hidden or zone.private for zone in ruleset(target).zones)


SECRET = [
    target
    for target in (*SHIPPED, *map(str, EXAMPLES), *map(str, (*GAMES, *BENCH)))
    if keeps_secrets(target)
]
GAMES_EACH, POSITIONS = 2, 7


# ------------------------------------------------------------------ two worlds


def hidden_from(state: State, seats: Sequence[int], *, by_spot: bool) -> list[list[int]]:
    """Return the pieces that none of these seats sees, those of a noun (in one place) together."""
    found: dict[tuple[str, int], list[int]] = {}
    nouns = state.setup.pieces.noun
    for piece in range(len(nouns)):
        if not any(state.sees(seat, piece) for seat in seats):
            place = state.spot[piece] if by_spot else -1
            found.setdefault((nouns[piece], place), []).append(piece)
    return [group for group in found.values() if len(group) > 1]


FIXED = ("kind", "copy", "look", "owner")


def exchange(state: State, groups: list[list[int]], stream: Stream) -> set[int]:
    """Let pieces be, and show, what others of their group do; return those that differ now."""
    before = [looks(state, piece) for piece in range(len(state.spot))]
    pieces, faces = state.setup.pieces, list(state.face)
    new: dict[str, list[int]] = {name: list(getattr(pieces, name)) for name in FIXED}
    for group in groups:
        turn = 1 + stream.below(len(group) - 1)
        for piece, other in zip(group, group[turn:] + group[:turn], strict=True):
            faces[piece] = state.face[other]
            for name, values in new.items():
                values[piece] = getattr(pieces, name)[other]
    state.face = faces
    made = attrs.evolve(pieces, **{name: tuple(new[name]) for name in FIXED})  # type: ignore[arg-type]
    state.setup = attrs.evolve(state.setup, pieces=made)
    return {piece for piece, old in enumerate(before) if looks(state, piece) != old}


def looks(state: State, piece: int) -> tuple[int, int, int]:
    """Return what a piece is, and what it shows."""
    pieces = state.setup.pieces
    return pieces.kind[piece], pieces.look[piece], state.face[piece]


@contextmanager
def another_world(state: State, seat: int, stream: Stream) -> Iterator[bool]:
    """Exchange what a seat does not see, for a while; tell whether anything differs."""
    setup, faces = state.setup, state.face
    yield bool(exchange(state, hidden_from(state, [seat], by_spot=False), stream))
    state.setup, state.face = setup, faces


def positions(target: str, players: int) -> Iterator[Game]:
    """Games of a ruleset at some of their decisions, chosen at random."""
    setup = prepare(ruleset(target), players=players)
    for seed in range(GAMES_EACH):
        game, stream = Game(setup, seed), Stream.derived(seed, 5, 99)
        for number in range(POSITIONS * 4):
            if game.decision is None:
                break
            if number % 4 == seed % 4:
                yield game
            game.choose(stream.below(len(game.decision.options)))


def counts(target: str) -> list[int]:
    """The fewest and the most players, up to four."""
    low, high = ruleset(target).players
    return sorted({low, min(high, 4)})


# ------------------------------------------------------------------ what is shown at a time


def asked_again(game: Game) -> list[tuple[str, object]] | None:
    """Return the options of a choice of things, worked out anew; None: it is no such choice."""
    state, decision = game.state, game.decision
    scope = state.scopes[-1] if state.scopes else None
    if scope is None or decision is None or not isinstance(scope.at, Choose):
        return None
    node = scope.at
    things = evaluate(node.things, scope)
    noun = choosing.noun_of(node)
    how = node.likeness.how if node.likeness is not None else None
    groups = choosing._groups(node, noun, things, decision.seat, scope)
    picking = choosing.Picking(groups, how)
    options = choosing._options(picking, range(len(groups)), noun, decision.seat, scope)
    return [(option.text, what(state, option)) for option in options]


def what(state: State, option: Option) -> object:
    """Return what an option is about: of a piece, what it is."""
    if option.way is Way.THING and option.noun and option.noun.name in state.setup.pieces.of_noun:
        pieces = state.setup.pieces
        return pieces.kind[option.thing], pieces.look[option.thing]
    return option.thing


def answers(game: Game) -> list[str]:
    """What the strategies of the ruleset answer to a decision."""
    state, decision = game.state, game.decision
    assert decision is not None
    agents = [
        Bot(title).sit(state.setup, decision.seat, 1, 1) for title in state.setup.ruleset.strategies
    ]
    return [decision.options[one.choose(decision, state)].text for one in agents]


@pytest.mark.parametrize("target", SECRET, ids=lambda path: Path(path).stem)
def test_what_is_seen_asked_and_answered_tells_nothing(target: str) -> None:
    compared = 0
    stream = Stream.derived(1, 2, 3)
    for players in counts(target):
        for game in positions(target, players):
            decision = game.decision
            assert decision is not None
            for seat in range(players):
                mine = seat == decision.seat
                shown = lines(view(game.state, seat))
                asked, told = (asked_again(game), answers(game)) if mine else (None, [])
                with another_world(game.state, seat, stream) as differs:
                    compared += differs
                    assert lines(view(game.state, seat)) == shown
                    if mine:
                        assert asked_again(game) == asked
                        assert answers(game) == told
    assert compared > 10


# ------------------------------------------------------------------ what happens next


Watch = dict[int, set[int]]


@contextmanager
def watched(state: State, pieces: set[int], monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Note which of some pieces each seat gets to see meanwhile."""
    seats = range(state.setup.players)
    seen = {seat: {one for one in pieces if state.sees(seat, one)} for seat in seats}
    put, show = State.put, State.show

    def note(self: State, piece: int) -> None:
        for seat in seats if self is state and piece in pieces else ():
            if self.sees(seat, piece):
                seen[seat].add(piece)

    def putting(self: State, piece: int, spot: int, end: str = "") -> bool:
        came = put(self, piece, spot, end)
        note(self, piece)
        return came

    def showing(self: State, piece: int, seats: Sequence[int]) -> None:
        show(self, piece, seats)
        note(self, piece)

    with monkeypatch.context() as patch:
        patch.setattr(State, "put", putting)
        patch.setattr(State, "show", showing)
        yield seen


@attrs.frozen
class Shown:
    """What a seat is shown once a choice has been made, and what anybody got to see by it."""

    read: list[str]
    chosen: list[int]
    view: tuple[str, ...]
    question: object
    seen: Watch


def after(
    game: Game, index: int, seat: int, differ: set[int], monkeypatch: pytest.MonkeyPatch
) -> Shown:
    """Make a choice, and return what a seat is shown then."""
    before = len(game.log)
    with watched(game.state, differ, monkeypatch) as seen:
        game.choose(index)
    decision = game.decision
    question: object = decision and (decision.name, decision.seat)
    if decision is not None and decision.seat == seat:
        question = decision.name, [(one.text, what(game.state, one)) for one in decision.options]
    entries = game.log[before:]
    chosen = [i for i, entry in enumerate(entries) if entry.what in (What.PICKED, What.CHOSE)]
    read = [entry.text_for(seat) for entry in entries]
    return Shown(read, [*chosen, len(entries)], lines(view(game.state, seat)), question, seen)


# In these games the rules say aloud what somebody has drawn.
TELLING = ("tower", "tower_house")
SILENT = [target for target in SECRET if Path(target).stem not in TELLING]


@pytest.mark.parametrize(
    "target",
    [one for one in SECRET if Path(one).stem not in TELLING],
    ids=lambda path: Path(path).stem,
)
def test_what_happens_next_tells_nothing(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    stream = Stream.derived(4, 5, 6)
    for players in counts(target):
        setup = prepare(ruleset(target), players=players)
        for one in positions(target, players):
            decision = one.decision
            assert decision is not None
            index = stream.below(len(decision.options))
            for seat in range(players):
                compared += same_next(setup, one, index, seat, stream, monkeypatch)
    assert compared > 5


def same_next(
    setup: Setup, one: Game, index: int, seat: int, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Compare what a seat is shown next in two worlds; return whether they could be compared.

    They cannot if the seat gets to see what differs.  Where another player sees it, the two
    worlds may part with what that player chooses, or is asked.
    """
    world, another = (replay(setup, one.seed, one.number, one.choices) for _ in range(2))
    assert world.decision is not None
    groups = hidden_from(another.state, [seat, world.decision.seat], by_spot=True)
    differ = exchange(another.state, groups, stream)
    here, there = (after(game, index, seat, differ, monkeypatch) for game in (world, another))
    if not differ or here.seen[seat] or there.seen[seat]:
        return False
    both = list(zip(here.read, there.read, strict=False))
    apart = next((i for i, (mine, other) in enumerate(both) if mine != other), len(both))
    if any(here.seen.values()) and (apart in here.chosen or apart in there.chosen):
        return True
    assert here.read == there.read
    assert here.view == there.view and here.question == there.question
    return True
