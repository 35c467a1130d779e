"""Checking and playing the texts of the documentation."""

from collections.abc import Sequence
from pathlib import Path

from attrs import Factory, define

import cubedsl.rulesets as library
from cubedsl.dsl import render
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import load_path
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.interpreter import scenario, seats
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.setup import Setup, prepare
from cubedsl.interpreter.state import State
from cubedsl.interpreter.streams import Stream
from docs_blocks import Block, beside, whole_text

MOST_STEPS = 200_000


def write(block: Block, folder: Path) -> Path:
    """Write the text of a block into a folder, and the files of its page beside it."""
    for one in beside(block.page):
        (folder / one.options["file"]).write_text(one.text, "utf-8")
    path = folder / "text.cube"
    path.write_text(whole_text(block)[0], "utf-8")
    return path


def read(path: Path) -> tuple[Ruleset | None, Diagnostics]:
    """Return the ruleset of a file, and what is wrong with it."""
    out = Diagnostics()
    program = load_path(path, library, out)
    return (check(program, out) if program is not None else None), out


def checked(path: Path) -> Ruleset:
    """Return the ruleset of a file in which nothing is wrong."""
    ruleset, out = read(path)
    assert not out.all, render.text(out.all)
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
    """Return why scenarios do not hold, with the log since the last line that held."""
    verdicts = [scenario.run(ruleset, one) for one in ruleset.scenarios]
    return [
        "\n".join([f"{one.failure.span}: {one.failure.reason}", one.failure.asked, *one.failure.log])
        for one in verdicts
        if one.failure is not None
    ]


# ------------------------------------------------------------------ for blocks of Python


@define
class Player:
    """What a block of Python may call: `begin`, `options`, `choose`, `log`, `ended`, …

    `ruleset` is what the last block of `cube` before it declares.
    """

    ruleset: Ruleset
    game: Game | None = None
    _seen: int = Factory(int)

    def names(self) -> dict[str, object]:
        """Return the names that a block sees."""
        own = ("begin", "play", "options", "choose", "log", "ended", "of", "digest")
        return {**{name: getattr(self, name) for name in own}, "Stream": Stream}

    def begin(self, players: int = 2, seed: int = 1, **options: int | bool | str) -> Game:
        """Begin a game: it runs to its first decision."""
        self.game = Game(self._setup(players, options), seed, max_steps=MOST_STEPS)
        return self.game

    def play(self, players: int = 2, seed: int = 1, **options: int | bool | str) -> Game:
        """Play a whole game."""
        self.game = play(self._setup(players, options), seed)
        return self.game

    def _setup(self, players: int, options: dict[str, int | bool | str]) -> Setup:
        return prepare(self.ruleset, players=players, options=options, names=NAMES[:players])

    def _running(self) -> Game:
        assert self.game is not None, "begin a game first"
        return self.game

    def options(self) -> list[str]:
        """Return the name of the decision, who is asked, and the options."""
        decision = self._running().decision
        if decision is None:
            return []
        texts = (option.text for option in decision.options)
        return [decision.name, NAMES[decision.seat], *texts]

    def choose(self, *texts: str) -> list[str]:
        """Choose options by their texts, one after the other; return what is asked then."""
        for text in texts:
            decision = self._running().decision
            assert decision is not None, f"nobody is asked, so that `{text}` cannot be chosen"
            known = [option.text for option in decision.options]
            assert text in known, f"`{text}` is not one of {known}"
            self._running().choose(known.index(text))
        return self.options()

    def log(self) -> list[str]:
        """Return what happened since the last call."""
        entries: Sequence[str] = [entry.text for entry in self._running().log]
        new, self._seen = entries[self._seen :], len(entries)
        return list(new)

    def ended(self) -> str:
        """Return how the game ended."""
        outcome = self._running().outcome
        if outcome is None:
            return "it goes on"
        if outcome.stopped is not None:
            return f"stopped: {outcome.stopped}"
        return ", ".join(NAMES[seat] for seat in outcome.winners) or "nobody wins"

    def of(self, name: str, player: str = "") -> object:
        """Return what is remembered under a name: by a player, or by the game."""
        state: State = self._running().state
        for cell in state.setup.ruleset.cells:
            if cell.name == name:
                return state.cells[cell.index][NAMES.index(player) if player else 0]
        raise LookupError(name)

    def digest(self) -> str:
        """Return the digest of the position."""
        return self._running().digest()


NAMES = ("Ann", "Ben", "Cid", "Dot")
