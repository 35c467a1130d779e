"""Some games as the engine noted them: counted at once, and results if they are asked for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import overload

from attrs import frozen

from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.decision import Outcome


@frozen
class Chunk(Sequence[Result]):
    """Games from number `first` on, a column for each thing that is noted of a game.

    `winners` are bits of seats.  `turns[n % len(turns)]` is who sits where in game n.  `digests`
    are eight bytes for each game.  `reasons`
    says why games were stopped, by their place in the chunk.  A result is made when it is asked
    for: where games are only counted, nobody asks.
    """

    first: int
    turns: tuple[tuple[int, ...], ...]
    stopped: Sequence[int]
    winners: Sequence[int]
    rounds: Sequence[int]
    decisions: Sequence[int]
    digests: bytes
    reasons: Mapping[int, str]
    counted: Sequence[tuple[int, ...]]

    def __len__(self) -> int:
        return len(self.rounds)

    @overload
    def __getitem__(self, place: int) -> Result: ...
    @overload
    def __getitem__(self, place: slice) -> list[Result]: ...
    def __getitem__(self, place: int | slice) -> Result | list[Result]:
        places = range(len(self))[place]
        return self._result(places) if isinstance(places, int) else [*map(self._result, places)]

    def __iter__(self) -> Iterator[Result]:
        return map(self._result, range(len(self)))

    def _result(self, place: int) -> Result:
        bots = self._seatings[place % len(self.turns)]
        reason = self.reasons.get(place)
        winners = () if reason is not None else _seats(self.winners[place], len(bots))
        outcome = Outcome(winners, self.rounds[place], reason)
        digest, counted = self.digests[8 * place : 8 * place + 8], self.counted[place]
        return Result(bots, outcome, self.decisions[place], digest.hex(), counted=counted)

    @property
    def _seatings(self) -> tuple[tuple[int, ...], ...]:
        """The seatings, from that of the first game on."""
        turn = self.first % len(self.turns)
        return self.turns[turn:] + self.turns[:turn]

    def _finished(self, column: Sequence[int], games: slice) -> Iterable[int]:
        """Return what a column says of those of some games that were not stopped."""
        if not self.reasons:
            return column[games]
        return compress(column[games], (not one for one in self.stopped[games]))

    def add_to(self, totals: Totals) -> None:
        """Count all games."""
        totals.games += len(self)
        totals.decisions += sum(self.decisions)
        totals.chain(self.digests)
        totals.rounds.counts.update(self._finished(self.rounds, slice(None)))
        for _, reason in sorted(self.reasons.items()):
            totals.stop(reason)
        for turn, bots in enumerate(self._seatings):
            alike = slice(turn, None, len(self.turns))
            for winners, times in Counter(self._finished(self.winners, alike)).items():
                totals.win(bots, _seats(winners, len(bots)), times)


def _seats(bits: int, players: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if bits >> seat & 1)
