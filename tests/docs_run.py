"""Checking and playing the texts of the documentation."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import define

from cubedsl import pipeline
from cubedsl.dsl import render
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter import describe
from cubedsl.interpreter.bots import seats
from cubedsl.interpreter.game import Game, replay
from cubedsl.interpreter.scenarios import scenario
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.streams import Stream, origin
from docs_blocks import Block, beside, whole_text

MOST_STEPS = 200_000
NAMES = ("Ann", "Ben", "Cid", "Dot")


def write(block: Block, folder: Path) -> Path:
    """Write the text of a block into a folder, and the files of its page beside it."""
    for one in beside(block.page):
        (folder / one.options["file"]).write_text(one.text, "utf-8")
    path = folder / "text.cube"
    path.write_text(whole_text(block)[0], "utf-8")
    return path


def read(path: Path) -> tuple[Ruleset | None, Diagnostics]:
    """Return the ruleset of a file, and what is wrong with it."""
    return pipeline.load(str(path))


def checked(path: Path) -> Ruleset:
    """Return the ruleset of a file in which nothing is wrong."""
    ruleset, out = read(path)
    assert not out.errors, render.text(out.errors)
    assert ruleset is not None
    return ruleset


def play(setup: Setup, seed: int, *, max_steps: int = MOST_STEPS) -> Game:
    """Return a whole game, played by the strategies of the ruleset, else at random."""
    game = Game(setup, seed, max_steps=max_steps)
    bots = seats.line_up(setup.ruleset, setup.players)
    players = [bot.sit(setup, seat, seed, 0) for seat, bot in enumerate(bots)]
    while (decision := game.decision) is not None:
        game.choose(players[decision.seat].choose(decision, game.state))
    return game


def failures(ruleset: Ruleset) -> list[str]:
    """Return why scenarios do not hold."""
    verdicts = (scenario.run(ruleset, one) for one in ruleset.scenarios)
    failed = (one.failure for one in verdicts if one.failure is not None)
    return [f"{one.span}: {one.reason}" for one in failed]


# ------------------------------------------------------------------ for blocks of Python


@define
class Table:
    """What a block of Python may call: see the head of `docs/semantics.md`.

    `ruleset` is what the last block of `cube` before it declares.
    """

    ruleset: Ruleset
    _game: Game | None = None
    _seen: int = 0

    def names(self) -> dict[str, object]:
        """Return the names that a block sees."""
        own = "begin play options choose log ended of zone digest whole_digest choices replay"
        streams = {"Stream": Stream, "origin": origin, "Fraction": Fraction}
        return {**{name: getattr(self, name) for name in own.split()}, **streams}

    @property
    def game(self) -> Game:
        """The game that is played."""
        assert self._game is not None, "begin a game first"
        return self._game

    def begin(self, players: int = 2, seed: int = 1, **options: int | bool | str) -> None:
        """Begin a game: it runs to its first decision."""
        self._game = Game(self._setup(players, options), seed, max_steps=MOST_STEPS)
        self._seen = 0

    def play(self, players: int = 2, seed: int = 1, **options: int | bool | str) -> None:
        """Play a whole game."""
        self._game = play(self._setup(players, options), seed)
        self._seen = 0

    def replay(self, choices: Sequence[int], players: int = 2, seed: int = 1) -> None:
        """Play a game again, by the numbers of the options that were chosen."""
        self._game = replay(self._setup(players, {}), seed, 0, choices)
        self._seen = 0

    def _setup(self, players: int, options: dict[str, int | bool | str]) -> Setup:
        return prepare(self.ruleset, players=players, options=options, names=NAMES[:players])

    def options(self) -> list[str]:
        """Return the name of the decision, who is asked, and the options; nothing at the end."""
        decision = self.game.decision
        if decision is None:
            return []
        return [decision.name, NAMES[decision.seat], *(one.text for one in decision.options)]

    def choose(self, *texts: str) -> None:
        """Choose options by their texts, one after the other."""
        for text in texts:
            _, _, *known = self.options()
            assert text in known, f"`{text}` is not one of {known}"
            self.game.choose(known.index(text))

    def choices(self) -> tuple[int, ...]:
        """Return the numbers of the options that were chosen."""
        return self.game.choices

    def log(self) -> list[str]:
        """Return what happened since the last call."""
        entries = [entry.text for entry in self.game.log]
        new, self._seen = entries[self._seen :], len(entries)
        return new

    def ended(self) -> str:
        """Return how the game ended."""
        outcome = self.game.outcome
        if outcome is None:
            return "it goes on"
        if outcome.stopped is not None:
            return f"stopped: {outcome.stopped}"
        return ", ".join(NAMES[seat] for seat in outcome.winners) or "nobody wins"

    def of(self, name: str, player: str = "") -> object:
        """Return what is remembered under a name: of a player, or of the game."""
        state = self.game.state
        cell = next(one for one in self.ruleset.cells if one.name == name)
        return state.cells[cell.index][NAMES.index(player) if player else 0]

    def zone(self, name: str, player: str = "") -> list[str]:
        """Return the pieces that lie in a zone, with their faces."""
        state = self.game.state
        zone = next(one for one in self.ruleset.zones if one.name == name)
        spot = state.setup.spots.of(zone, NAMES.index(player) if player else 0)
        return [describe.shown(state, piece) for piece in state.members[spot]]

    def digest(self) -> str:
        """Return the digest of the position."""
        return self.game.digest()

    def whole_digest(self) -> str:
        """Return the digest of the game so far."""
        return self.game.whole_digest()
