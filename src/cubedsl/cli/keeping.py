"""Where a game that is played in the terminal is kept, and how one goes on with it."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click
from attrs import define

from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.record_file import load, save
from cubedsl.interpreter.records.resume import setup_of
from cubedsl.interpreter.table.session import Session


@define
class Keeper:
    """Keeps games of a ruleset, which was called `target` (with files of more `strategies`).

    `place` is where a game is kept when it is left; without it, only one that is not over is kept,
    in a file with a name of its own.  `saved` is the file and how many choices it holds.
    """

    target: str
    strategies: Sequence[str] = ()
    place: Path | None = None
    saved: tuple[Path, int] | None = None

    def save(self, session: Session, path: Path) -> None:
        """Keep a game in a file; raise RecordError if that is not possible."""
        save(session.record(self.target, self.strategies), path)
        self.saved = path, len(session.made)

    def load(self, session: Session, path: Path) -> Session:
        """Return the session that goes on with a kept game of the same ruleset and options."""
        record = load(path)
        setup_of(record, session.setup.ruleset)
        resumed = Session.resumed(record, session.setup, session.bots)
        self.saved = path, len(resumed.made)
        return resumed

    def keep(self, session: Session) -> None:
        """Keep a game that is left, and say how to go on with it."""
        begun = session.answers or self.saved is not None or None not in session.bots
        if self.place is None and (session.decision is None or not begun):
            return
        if self.saved is None or self.saved[1] != len(session.made) or self.place is not None:
            path = self.place or self._free_name(session)
            try:
                self.save(session, path)
            except RecordError as error:
                click.echo(f"the game is lost: {error}", err=True)
                return
        assert self.saved is not None
        self._tell(session, self.saved[0])

    def _free_name(self, session: Session) -> Path:
        """Return a name that no file has: after the ruleset and the seed."""
        stem = f"{session.setup.ruleset.name}-{session.seed}"
        number = 1
        while (path := Path(f"{stem}.json" if number == 1 else f"{stem}-{number}.json")).exists():
            number += 1
        return path

    def _tell(self, session: Session, path: Path) -> None:
        click.echo(f"the game is kept in {path}", err=True)
        target, file = shlex.quote(self.target), shlex.quote(str(path))
        if session.decision is not None:
            click.echo(f"go on with it: cubedsl play {target} --load {file}", err=True)
        else:
            click.echo(f"look at it again: cubedsl replay {file}", err=True)
