"""What has been tried, kept in a file, so that a search can go on where it was broken off."""

import json
from pathlib import Path

from attrs import Factory, define

from cubedsl.interpreter.records.whole_file import write_whole


class JournalError(Exception):
    """A journal cannot be read, or is of another search; the message says so."""


@define
class Journal:
    """The points of all choices that were tried, by what was changed.

    `about` is what the search is about: the points of another one tell nothing. Without a path
    nothing is kept.
    """

    about: dict[str, object]
    path: Path | None = None
    points: dict[str, float] = Factory(dict)

    def known(self, key: str) -> float | None:
        """Return the points of a choice, if it was tried."""
        return self.points.get(key)

    def keep(self, key: str, points: float) -> None:
        """Note the points of a choice; the file is written whole or not at all."""
        if key in self.points:
            return
        self.points[key] = points
        if self.path is not None:
            text = json.dumps({"about": self.about, "points": self.points}, ensure_ascii=False)
            write_whole(self.path, text + "\n")


def journal(path: Path | None, about: dict[str, object]) -> Journal:
    """Return the journal in a file, or a new one; raise JournalError if it is of another search."""
    if path is None or not path.exists():
        return Journal(about, path)
    try:
        found = json.loads(path.read_text("utf-8"))
        kept, points = found["about"], found["points"]
        numbers = {str(key): float(value) for key, value in points.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalError(f"{path} is no journal of a search") from error
    other = [name for name in about if kept.get(name) != about[name]]
    if other:
        raise JournalError(f"{path} is of another search: {', '.join(other)} differ")
    return Journal(about, path, numbers)
