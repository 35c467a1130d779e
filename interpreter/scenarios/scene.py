"""A position that is made by hand, and what happens from there: for scenarios and their like.

    scene = Scene.empty(setup, seed=1)
    scene.place(3, frozenset({white}), None, roll, seat=0)
    scene.start("a_phase", None)
    while scene.throw: scene.roll(...)

Unlike a game, a scene stops before every throw, so that what must be true by then can be looked
at; `roll` says what the dice show, or leaves it to chance.
"""

from collections.abc import Callable, Sequence

from attrs import Factory, define

from cubedsl.dsl.model.things import Cell, Token, Zone
from cubedsl.interpreter.game import IllegalChoice, Play, fresh, throw
from cubedsl.interpreter.layout import NOBODY
from cubedsl.interpreter.meaning.execute import call
from cubedsl.interpreter.meaning.scope import Scope
from cubedsl.interpreter.setup import Setup, SetupError
from cubedsl.interpreter.state import Value
from cubedsl.interpreter.streams import Stream


@define(eq=False)
class Scene(Play):
    """A game that has not begun: fill it, then begin one of its phases or procedures.

    `placed` are the pieces that were placed so far; all others lie in their homes.
    """

    placed: set[int] = Factory(set)

    @classmethod
    def empty(cls, setup: Setup, seed: int = 0) -> "Scene":
        """Return a scene in which everything lies where it begins."""
        return cls(fresh(setup, Stream.derived(seed)))

    # -------------------------------------------------------------- filling

    def place(
        self,
        count: int | None,
        kinds: frozenset[int],
        face: int | None,
        zone: Zone,
        seat: int | None = None,
        *,
        of: int | None = None,
        fits: Callable[[int], bool] = lambda piece: True,
    ) -> Sequence[int]:
        """Lay pieces of some kinds from their homes into a zone (None: all that are left).

        `seat`: not other players' pieces; the zone is that player's, or that of the thing `of`.
        Returns the pieces.
        """
        state = self.state
        owner = NOBODY if seat is None else seat
        free = [piece for piece in self._free(kinds, owner) if fits(piece)]
        if count is not None and len(free) < count:
            raise SetupError(f"{count} are to be placed in {zone.name}, but {len(free)} are left")
        spot = state.setup.spots.of(zone, owner if of is None else of)
        for piece in free[:count]:
            state.put(piece, spot)
            if face is not None:
                state.turn(piece, face)
            self.placed.add(piece)
        return free[:count]

    def _free(self, kinds: frozenset[int], seat: int) -> list[int]:
        """Return the pieces that may still be placed: nobody else's."""
        pieces = self.state.setup.pieces
        return [
            piece
            for piece, kind in enumerate(pieces.kind)
            if kind in kinds
            and piece not in self.placed
            and (seat == NOBODY or pieces.owner[piece] in (NOBODY, seat))
        ]

    def give(self, cell: Cell, owner: int | None, value: Value) -> None:
        """Give a cell a value: the cell of an owner, or (None) of the game."""
        self.state.remember(cell, owner or 0, value)

    def stand(self, token: Token, seat: int, space: int) -> None:
        """Put a token on a space."""
        self.state.step_token(token, seat, space)

    # -------------------------------------------------------------- running

    @property
    def running(self) -> bool:
        """Whether something has begun and not ended."""
        return self._run is not None

    def start(self, name: str, seat: int | None = None) -> None:
        """Carry out a phase, or a procedure as a player; stop at the first question."""
        if self.running:
            raise IllegalChoice("what was begun before has not come to its end")
        ruleset = self.state.setup.ruleset
        body = ruleset.phases.get(name) or ruleset.procedures.get(name)
        if body is None:
            raise SetupError(f"there is no phase or procedure `{name}`")
        if body.parameters:
            raise SetupError(f"`{name}` cannot begin a scene: it is about something")
        frame = [None] * body.frame_size
        self._start(call(body.body, Scope(self.state, frame, NOBODY if seat is None else seat)))

    def roll(self, faces: Sequence[int | None] = ()) -> None:
        """Say what the dice show that are to be thrown; None or nothing: it is left to chance."""
        if self.throw is None:
            raise IllegalChoice("there is nothing to roll")
        drawn = throw(self.state, self.throw)
        said = [*faces, *[None] * (len(drawn) - len(faces))]
        shown = tuple(
            chance if face is None else face for face, chance in zip(said, drawn, strict=True)
        )
        self._advance(shown)

    def faces(self, die: int) -> tuple[int, ...]:
        """Return the sides of a die."""
        setup = self.state.setup
        return setup.ruleset.kinds[setup.pieces.kind[die]].faces
