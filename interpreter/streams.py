"""Random numbers: SplitMix64, in streams that are told apart by seed, game and purpose.

Everything here is pinned: another engine that follows these lines gets the same numbers.

* A stream's state is 64 bits; each number adds `STRIDE` to it and mixes the sum.
* The stream `number` of game `game` under `seed` begins at `origin(seed, game, number)`.
  Number 0 serves the rules, number 1 + s the strategy of seat s.
* A number below n is drawn from the upper 32 bits by multiplication (Lemire), without bias: a
  product whose lower half is too small is drawn again.
"""

from attrs import define

MASK = 0xFFFFFFFFFFFFFFFF
STRIDE = 0x9E3779B97F4A7C15
HALF = 0xFFFFFFFF

RULES = 0


def of_seat(seat: int) -> int:
    """Return the number of the stream that serves the strategy of a seat."""
    return 1 + seat


def mix(word: int) -> int:
    """Scatter the 64 bits of a word: the finisher of SplitMix64."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def origin(seed: int, game: int, number: int) -> int:
    """Return the state in which a stream begins; the parts count modulo 2**64."""
    state = 0
    for part in (seed, game, number):
        state = mix((state + STRIDE + part) & MASK)
    return state


@define
class Stream:
    """A source of random numbers; `drawn` counts the words that were taken from it."""

    state: int
    drawn: int = 0

    @classmethod
    def derived(cls, seed: int, game: int = 0, number: int = RULES) -> "Stream":
        """Return the stream for a purpose in a game under a seed."""
        return cls(origin(seed, game, number))

    def word(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + STRIDE) & MASK
        self.drawn += 1
        return mix(self.state)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely (bound: 1 to 2**32)."""
        product = (self.word() >> 32) * bound
        if product & HALF < bound:
            least = (HALF + 1 - bound) % bound
            while product & HALF < least:
                product = (self.word() >> 32) * bound
        return product >> 32

    def some(self, count: int, things: tuple[int, ...]) -> tuple[int, ...]:
        """Return `count` of the things, as many as there are, in the order they had.

        Each draw picks one of those that are left, by its place among them.  Nothing is drawn
        where nothing is left to chance.
        """
        if count >= len(things):
            return things
        left = list(things)
        taken = {left.pop(self.below(len(left))) for _ in range(count)}
        return tuple(thing for thing in things if thing in taken)
