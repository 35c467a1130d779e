"""The state of a game: where everything lies, what is remembered, what waits.

Only the methods change it, and they keep what always holds:

* every piece lies in one spot, and the members of a spot are in ascending order;
* a piece in a shared zone has no face, mark or memory unless it got it there, one in a faceless
  zone no face;
* a piece that has just come into its spot is not used.
"""

from bisect import insort
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from attrs import Factory, define, field, frozen

from cubedsl.dsl.model.statements import Ability, If, Later
from cubedsl.dsl.model.things import Cell, Mark, Owner, Token
from cubedsl.dsl.model.types import Noun
from cubedsl.dsl.source import Span
from cubedsl.interpreter.decision import Option
from cubedsl.interpreter.ground import NOWHERE
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.log import Entry, Heard, What
from cubedsl.interpreter.setup import Setup
from cubedsl.interpreter.stopped import Stopped
from cubedsl.interpreter.streams import Stream
from cubedsl.interpreter.watch import ROUNDS, About, Counted

if TYPE_CHECKING:
    from cubedsl.interpreter.meaning.scope import Scope

Value: TypeAlias = int | bool | str | Fraction | tuple[int, ...]

MOST_STEPS = 1_000_000
MOST_STEPS_IN_SILENCE = 100_000
MOST_EFFECTS = 64
"""How many effects may wait for events at once."""
MOST_BATCHES = 48
"""How many batches of pieces may wait at once until their abilities are offered."""
NO_FACE = -1
KEPT_BY = (Owner.GAME, Owner.SPACE, Owner.KIND)
"""Owners whose memory ends with an event whoever signals it."""


@frozen(eq=False)
class Waiting:
    """A `later` that waits for an event of `seat`, with the frame as it was."""

    node: Later
    seat: int
    frame: tuple[Any, ...]
    card: str | None


@frozen(eq=False)
class Batch:
    """Pieces whose abilities of a timing wait to be offered to `seat`, and what was used."""

    seat: int
    pieces: frozenset[int]
    spent: set[tuple[int, Ability]] = Factory(set)


@frozen(eq=False)
class Picked:
    """What a player chose in one go, decisions or not: some of it may have been settled."""

    decision: str
    seat: int
    noun: Noun
    things: tuple[int, ...]


@frozen(eq=False)
class Unasked:
    """A question that a player would have been asked; `option` is all there was, if anything."""

    decision: str
    seat: int
    option: Option | None


@define(eq=False)
class Attempted:
    """An event that is being attempted, and whether a replacement gave it back."""

    event: str
    resumed: bool = False


@define(eq=False)
class State:
    """A position of a game.  Lists are by piece, spot, cell and owner, token and seat, in order.

    `rank` orders the pieces of an ordered zone: above 0 from the bottom up to the top, below 0
    under everything; 0 is unknown.  `known` has a bit for every seat that was shown the piece.
    `scopes` are the bodies that are being carried out, `snapshots` the pieces that loops still
    have to come to, `spent` the abilities used by what is running.  `changes` counts what changed
    the position.  `picked` is every choice of things so far, `unasked` every question with one
    answer or none.  `secret`: there are zones in which not everybody sees everything.  `covered` is
    what was remembered before others set it in secret, by cell and owner.  `counts` are those of
    `setup.watch`, empty if nothing is counted.
    """

    is_watched: ClassVar[bool] = False
    setup: Setup
    stream: Stream
    max_steps: int = MOST_STEPS
    spot: list[int] = field(init=False)
    members: list[list[int]] = field(init=False)
    face: list[int] = field(init=False)
    used: list[bool] = field(init=False)
    marks: list[int] = field(init=False)
    rank: list[int] = field(init=False)
    known: list[int] = field(init=False)
    defaults: list[Value] = Factory(list)
    cells: list[list[Value]] = Factory(list)
    tokens: list[list[int]] = Factory(list)
    direction: int = 1
    winners: tuple[int, ...] = ()
    laters: list[Waiting] = Factory(list)
    batches: dict[str, list[Batch]] = Factory(dict)
    offering: set[str] = Factory(set)
    copying: bool = False
    attempts: list[Attempted] = Factory(list)
    scopes: list["Scope"] = Factory(list)
    snapshots: list[tuple[int, ...]] = Factory(list)
    spent: list[set[tuple[int, Ability]]] = Factory(list)
    changes: int = 0
    steps: int = 0
    silent: int = 0
    rounds: int = 0
    picked: list[Picked] = Factory(list)
    unasked: list[Unasked] = Factory(list)
    log: list[Entry] = Factory(list)
    secret: bool = field(init=False)
    covered: dict[tuple[int, int], Value] = Factory(dict)
    counts: list[int] = Factory(list)
    _held: list[list[Entry]] = Factory(list)

    def __attrs_post_init__(self) -> None:
        pieces, spots = self.setup.pieces, self.setup.spots
        kinds = self.setup.ruleset.kinds
        self.spot = [
            spots.of(kinds[kind].home, owner)
            for kind, owner in zip(pieces.kind, pieces.owner, strict=True)
        ]
        self.members = [[] for _ in spots.zone]
        for piece, spot in enumerate(self.spot):
            self.members[spot].append(piece)
        self.face = [NO_FACE] * len(pieces)
        self.used = [False] * len(pieces)
        self.marks = [0] * len(pieces)
        self.rank = [0] * len(pieces)
        self.known = [0] * len(pieces)
        self.tokens = [self._begin(token) for token in self.setup.ruleset.tokens]
        if self.setup.watch is not None:
            self.counts = [0] * self.setup.watch.size(self.setup.players)
        self.secret = any(zone.hidden or zone.private for zone in self.setup.ruleset.zones)

    def _begin(self, token: Token) -> list[int]:
        ground, noun = self.setup.ground, self.setup.ruleset.board_noun
        if token.board in self.setup.ruleset.paths:
            stops = [number for (path, _), number in ground.stops.items() if path == token.board]
        else:
            stops = list(ground.of_terrain.get(noun.start, ())) if noun else []
        return [stops[0] if stops else NOWHERE] * self.setup.players

    # -------------------------------------------------------------- pieces

    def put(self, piece: int, spot: int, end: str = "") -> bool:
        """Lay a piece into a spot; return whether it came from another one."""
        came = self.spot[piece] != spot
        if came:
            self._enter(piece, spot)
        if came or end:
            self.rank[piece] = self._rank_at(spot, end)
            self.changes += 1
        return came

    def _enter(self, piece: int, spot: int) -> None:
        spots = self.setup.spots
        if self.counts and spots.shared[self.spot[piece]] and self.rounds:
            self._count_taken(self.setup.pieces.kind[piece], spot)
        self.members[self.spot[piece]].remove(piece)
        insort(self.members[spot], piece)
        self.spot[piece] = spot
        self.used[piece] = False
        if spots.shared[spot]:
            self._forget(piece)
        if spots.shared[spot] or spots.faceless[spot]:
            self.face[piece] = NO_FACE

    def _count_taken(self, kind: int, spot: int) -> None:
        """Count a piece that comes from a shared zone into a spot, if that is a player's."""
        spots = self.setup.spots
        if spots.zone[spot].owner is Owner.PLAYER:
            self.count(Counted.TAKEN, kind, spots.owner[spot])
            self.count(Counted.WHEN, kind, spots.owner[spot], self.rounds)
            self._count_round(kind)

    def _count_round(self, kind: int) -> None:
        """Count a piece as taken in this round, if its kind is counted."""
        watch = self.setup.watch
        if watch is not None and kind in watch.kinds:
            place = watch.row(self.setup.players, kind)
            self.counts[place + min(self.rounds, ROUNDS) - 1] += 1

    def count(self, what: Counted, which: About, seat: int, amount: int = 1) -> None:
        """Count something of a player, if it is counted."""
        watch = self.setup.watch
        place = watch.places.get((what, which)) if watch is not None else None
        if watch is not None and place is not None and seat >= 0:
            self.counts[seat * watch.width + place] += amount

    def _forget(self, piece: int) -> None:
        self.marks[piece] = 0
        self.known[piece] = 0
        for cell in self.setup.of_pieces:
            self.cells[cell.index][piece] = self.defaults[cell.index]

    def _rank_at(self, spot: int, end: str) -> int:
        if not end or not self.setup.spots.zone[spot].ordered:
            return 0
        ranks = [self.rank[piece] for piece in self.members[spot]]
        return max(0, *ranks) + 1 if end == "top" else min(0, *ranks) - 1

    def shuffle(self, spot: int) -> None:
        """Make the order of a spot unknown, and what was shown of its pieces."""
        for piece in self.members[spot]:
            self.rank[piece] = 0
            self.known[piece] = 0
        self.changes += 1

    def turn(self, piece: int, face: int) -> None:
        """Let a piece show a face (none in a faceless zone); it is no longer used."""
        if not self.setup.spots.faceless[self.spot[piece]]:
            self.face[piece] = face
        self.used[piece] = False
        self.changes += 1

    def imagine(self, piece: int, face: int) -> None:
        """Let a piece show a face while something is worked out; nothing else changes."""
        self.face[piece] = face

    def use(self, piece: int) -> None:
        """Note that a piece has been used."""
        self.changes += not self.used[piece]
        self.used[piece] = True

    def mark(self, piece: int, mark: Mark) -> None:
        """Give a piece a mark."""
        self.changes += not self.marks[piece] >> mark.index & 1
        self.marks[piece] |= 1 << mark.index

    def show(self, piece: int, seats: Iterable[int]) -> None:
        """Let some players know what a piece is."""
        for seat in seats:
            self.known[piece] |= 1 << seat
        self.changes += 1

    def sees(self, seat: int, piece: int) -> bool:
        """Return whether a player can see what a piece is."""
        spot = self.spot[piece]
        zone = self.setup.spots.zone[spot]
        open = not zone.hidden and (not zone.private or self.setup.spots.owner[spot] == seat)
        return open or bool(self.known[piece] >> max(seat, 0) & 1)

    # -------------------------------------------------------------- memory

    def remember(self, cell: Cell, owner: int, value: Value) -> None:
        """Give the cell of an owner (0 for the game's) a value."""
        if self._held:
            self.covered.setdefault((cell.index, owner), self.cells[cell.index][owner])
        self.changes += self.cells[cell.index][owner] != value
        self.cells[cell.index][owner] = value

    def fill_cells(self, defaults: Iterable[Value]) -> None:
        """Give every cell its first value."""
        setup = self.setup
        owners = {
            Owner.GAME: 1,
            Owner.PLAYER: setup.players,
            Owner.SPACE: len(setup.ground.spaces),
            Owner.PIECE: len(setup.pieces),
            Owner.KIND: len(setup.ruleset.kinds),
        }
        self.defaults = list(defaults)
        self.cells = [
            [value] * owners[cell.owner]
            for cell, value in zip(setup.ruleset.cells, self.defaults, strict=True)
        ]

    def supply(self, cell: Cell) -> int | None:
        """Return what is left of a resource's shared pool, None if it has no limit."""
        if cell.supply is None:
            return None
        held: list[Any] = self.cells[cell.index]
        return cell.supply - int(sum(held))

    def end_lifetimes(self, event: str, seat: int) -> None:
        """End what lives until an event: of the one who acts, or of everybody if nobody does."""
        self._end_cells(event, seat)
        ending = sum(1 << one.index for one in self.setup.ruleset.marks if one.until == event)
        if ending:
            for piece in self._held_by(seat):
                self.changes += bool(self.marks[piece] & ending)
                self.marks[piece] &= ~ending
        for one in [*self.laters]:
            if one.node.until == event and seat in (NOBODY, one.seat):
                self.wake(one)

    def _end_cells(self, event: str, seat: int) -> None:
        for cell in self.setup.ruleset.cells:
            if cell.until == event:
                values, default = self.cells[cell.index], self.defaults[cell.index]
                for owner in self._owners(cell, len(values), seat):
                    self.changes += values[owner] != default
                    values[owner] = default

    def _owners(self, cell: Cell, count: int, seat: int) -> Iterable[int]:
        if seat == NOBODY or cell.owner in KEPT_BY:
            return range(count)
        return (seat,) if cell.owner is Owner.PLAYER else self._held_by(seat)

    def _held_by(self, seat: int) -> Iterable[int]:
        """Return the pieces in the zones of a player; all if it is nobody."""
        if seat == NOBODY:
            return range(len(self.spot))
        spots = self.setup.spots
        own = [
            spot
            for spot, zone in enumerate(spots.zone)
            if zone.owner is Owner.PLAYER and spots.owner[spot] == seat
        ]
        return [piece for spot in own for piece in self.members[spot]]

    # -------------------------------------------------------------- what waits

    def wait(self, effect: Waiting) -> None:
        """Let an effect wait for its event."""
        if len(self.laters) == MOST_EFFECTS:
            raise Stopped("too many effects wait", effect.node.span)
        self.laters.append(effect)
        self.changes += 1

    def wake(self, effect: Waiting) -> None:
        """Let an effect wait no longer."""
        self.laters.remove(effect)
        self.changes += 1

    def push(self, timing: str, batch: Batch, span: Span) -> None:
        """Let pieces wait until their abilities are offered."""
        batches = self.batches.setdefault(timing, [])
        if len(batches) == MOST_BATCHES:
            raise Stopped("too many pieces wait for their abilities", span)
        batches.append(batch)
        self.changes += 1

    def drop(self, timing: str, batch: Batch) -> None:
        """Let pieces wait no longer."""
        self.batches[timing].remove(batch)
        self.changes += 1

    # -------------------------------------------------------------- the rest

    def step_token(self, token: Token, seat: int, space: int) -> None:
        """Put a player's token on a space."""
        self.tokens[token.index][seat] = space
        self.changes += 1

    def reverse(self) -> None:
        """Turn the playing order round."""
        self.direction = -self.direction
        self.changes += 1

    def step(self, span: Span) -> None:
        """Count a step; stop a game that goes on without end."""
        self.steps += 1
        self.silent += 1
        if self.silent > MOST_STEPS_IN_SILENCE:
            raise Stopped(
                f"nobody decided or rolled anything in {MOST_STEPS_IN_SILENCE} steps", span
            )
        if self.steps > self.max_steps:
            raise Stopped(f"the game is not over after {self.max_steps} steps", span)

    def end_silence(self) -> None:
        """Note that somebody decided or rolled."""
        self.silent = 0

    def pick(self, picked: Picked, texts: tuple[str, ...], heard: Heard = ()) -> None:
        """Note what a player chose in one go."""
        self.picked.append(picked)
        self.record(What.PICKED, picked.seat, texts, picked.decision, heard=heard)

    # -------------------------------------------------------------- log

    def branched(self, node: If, scope: "Scope", *, holds: bool) -> None:
        """Note which way a condition led: only a state that is watched does."""

    def record(
        self,
        what: What,
        seat: int,
        things: tuple[str, ...] = (),
        detail: str = "",
        amount: int = 0,
        heard: Heard = (),
    ) -> None:
        """Add an entry to the log."""
        who = self.setup.names[seat] if seat >= 0 else ""
        entry = Entry(what, seat, who, things, detail, amount, heard)
        (self._held[-1] if self._held else self.log).append(entry)

    def hold(self) -> None:
        """Keep entries back from now on."""
        self._held.append([])

    def release(self) -> None:
        """Add to the log what was kept back."""
        entries = self._held.pop()
        (self._held[-1] if self._held else self.log).extend(entries)
        if not self._held:
            self.covered.clear()

    def release_all(self) -> None:
        """Add to the log whatever was kept back."""
        while self._held:
            self.release()
