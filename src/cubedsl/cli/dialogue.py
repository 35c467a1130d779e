"""A game in the terminal: what is shown, what can be said, what becomes of it."""

from collections.abc import Callable
from pathlib import Path

from attrs import Factory, define

from cubedsl.cli import presenting
from cubedsl.cli.keeping import Keeper
from cubedsl.cli.lines import Lines
from cubedsl.cli.matching import find, is_name
from cubedsl.cli.presenting import Shown, tell
from cubedsl.cli.reasons import asked
from cubedsl.cli.shared import Exit, write
from cubedsl.cli.texts import about
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.table import picture
from cubedsl.interpreter.table.session import Session

HELP = """\
Answer with the number of an option, with its name, or with how its name begins.

  show          the whole position
  log [N]       what has happened so far (or the last N entries of it)
  help NAME     the text of a card, a kind, a verb, a rule, an option, …
  why NAME      how a figure came about (`coins of Ann`), why an option is or is not
                offered (`not push`), why something happened
  undo [N]      take back your last choice (or the last N)
  save FILE     keep the game in a file
  load FILE     go on with a game that was kept
  quit          stop; a game that is not over is kept

With / before it, a word is always one of these: /undo."""
CLOSING = "The game is over: `undo`, `save FILE`, `log`, `show` or `quit`."


@define
class Dialogue:
    """Plays a session with whoever types."""

    session: Session
    keeper: Keeper
    lines: Lines = Factory(Lines)
    shown: Shown = Factory(Shown)
    _asked: bool = False

    def run(self) -> Exit:
        """Play until the game is over or is left; return how the command ends."""
        self.lines.begin()
        if None in self.session.bots:
            write("`help` tells what can be said.")
        try:
            return self._play()
        except KeyboardInterrupt:
            write("")
            self.session.mend()
            self.keeper.keep(self.session)
            return Exit.INTERRUPTED
        except Exception:
            self.session.mend()
            self.keeper.keep(self.session)
            raise

    def _play(self) -> Exit:
        while True:
            for _ in self.session.run():
                pass
            if not self._asked:
                self._ask()
            line = self.lines.next() if None in self.session.bots else None
            end = Exit.FINE if line is None else self.answer(line)
            if end is not None:
                self.keeper.keep(self.session)
                outcome = self.session.outcome
                return Exit.LIMIT if outcome and outcome.stopped else end

    # -------------------------------------------------------------- showing

    def _ask(self) -> None:
        self._asked = True
        session, decision = self.session, self.session.decision
        names, state = session.setup.names, session.game.state
        seat = decision.seat if decision else None
        self._hand_over(seat)
        self.shown.news(state, seat)
        if decision is None:
            self.shown.position(state, None, {})
            outcome = session.outcome
            assert outcome is not None
            tell(presenting.ending(outcome, names))
            if None in session.bots:
                write(CLOSING)
            return
        self.shown.position(state, seat, presenting.labels(decision.options, session.setup))
        presenting.question(decision, names)

    def _hand_over(self, seat: int | None) -> None:
        """Let nobody see what the player before could see."""
        setup = self.session.setup
        private = any(zone.private for zone in setup.ruleset.zones)
        several = self.session.bots.count(None) > 1
        if private and several and seat is not None and seat != self.shown.seat:
            self.lines.wait(f"It is the turn of {setup.names[seat]}: press Enter. ")
            self.shown.forget()

    # -------------------------------------------------------------- answering

    def answer(self, line: str) -> Exit | None:
        """Do what a line says; return how the command ends if that is its end."""
        if not line or line.startswith("#"):
            self._asked = bool(line)
            return None
        decision, slash = self.session.decision, line.startswith("/")
        word, _, rest = line.removeprefix("/").partition(" ")
        command = COMMANDS.get(word.casefold())
        if command and (slash or decision is None or not is_name(decision.options, line)):
            return command(self, rest.strip())
        if slash:
            tell(f"there is no command `{word}`: there are {', '.join(sorted(COMMANDS))}")
        elif decision is None:
            write(CLOSING)
        else:
            self._choose(line)
        return None

    def _choose(self, said: str) -> None:
        decision = self.session.decision
        assert decision is not None
        found = find(decision.options, said)
        if isinstance(found, str):
            tell(f"{found} (`help` tells what can be said)")
            return
        self.session.choose(found)
        self._asked = False

    # -------------------------------------------------------------- commands

    def help(self, name: str) -> None:
        """Say what can be said, or what something is."""
        setup = self.session.setup
        if name:
            write(about(setup, name))
            return
        write(HELP)
        if setup.board is not None and setup.board.rows:
            write("\nOn the map:")
            for line in picture.legend(setup.board):
                tell(line, "  ")

    def show(self, rest: str) -> None:
        """Show the whole position."""
        self.shown.forget()
        self._asked = False

    def log(self, count: str) -> None:
        """Tell what has happened, as the player may read it."""
        decision, entries = self.session.decision, self.session.game.log
        last = _number(count, len(entries))
        if last is None:
            write(f"`log` or `log 20`, not `log {count}`")
            return
        for entry in entries[max(len(entries) - last, 0) :]:
            tell(presenting.read(entry, decision.seat if decision else None), "  ")

    def why(self, name: str) -> None:
        """Say how something came about, as whoever is asked may know it."""
        if name:
            write("\n".join(asked(self.session, name)))
        else:
            write("say what: `why coins of Ann`, `why not push`")

    def undo(self, count: str) -> None:
        """Take back choices."""
        times = _number(count, 1)
        if times is None:
            write(f"`undo` or `undo 2`, not `undo {count}`")
            return
        undone = self.session.undo(times)
        if not undone:
            write("there is nothing to take back")
            return
        write(f"{undone} {'choice' if undone == 1 else 'choices'} taken back")
        self._begin_again()

    def save(self, name: str) -> None:
        """Keep the game in a file."""
        if not name:
            write("say where: `save FILE`")
            return
        try:
            self.keeper.save(self.session, Path(name))
        except RecordError as error:
            write(str(error))
        else:
            write(f"saved in {name}")

    def load(self, name: str) -> None:
        """Go on with a game that was kept."""
        if not name:
            write("say which: `load FILE`")
            return
        try:
            self.session = self.keeper.load(self.session, Path(name))
        except RecordError as error:
            write(f"{name} cannot be loaded:")
            write("\n".join(f"  {reason}" for reason in str(error).splitlines()))
        else:
            write(f"loaded from {name}: {len(self.session.made)} choices")
            self._begin_again()

    def _begin_again(self) -> None:
        self.shown = Shown(len(self.session.game.log))
        self._asked = False

    def quit(self, rest: str) -> Exit:
        """Stop."""
        return Exit.FINE


def _number(text: str, default: int) -> int | None:
    """Return a number that was said, or None if it is none."""
    if not text:
        return default
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


COMMANDS: dict[str, Callable[[Dialogue, str], Exit | None]] = {
    "help": Dialogue.help,
    "?": Dialogue.help,
    "show": Dialogue.show,
    "log": Dialogue.log,
    "why": Dialogue.why,
    "undo": Dialogue.undo,
    "save": Dialogue.save,
    "load": Dialogue.load,
    "quit": Dialogue.quit,
    "exit": Dialogue.quit,
}
