"""Values that are asked for in the words of a ruleset: `count(dice in cup)`, `pot >= 20`.

What was asked becomes a rule of its own, so that it is read, checked and worked out like any
other; what is wrong with it is shown where it stands.
"""

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from cubedsl import pipeline
from cubedsl.dsl import loading, tree
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.loading import Program
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Source
from cubedsl.dsl.suggest import fold


@frozen
class Asked:
    """A value that is asked for: the name of its rule, where it was said, the noun of the things
    that it is of ("": of nothing), its text."""

    name: str
    place: str
    noun: str
    text: str

    @property
    def source(self) -> Source:
        """The text as a file with one rule."""
        of = f" of {self.noun}" if self.noun else ""
        return Source(self.place, f"rule {self.name}{of} = {self.text.strip()}\n")


def load(
    target: str, asked: Sequence[Asked], title: str | None, places: Sequence[Path]
) -> tuple[Ruleset | None, Diagnostics]:
    """Return a checked ruleset with the rules that are asked for, and all that is wrong.

    With the title of a scenario, it has that one: out of the given files, the ruleset itself, or
    those beside a shipped one.
    """
    out = Diagnostics()
    program = pipeline.program(target, out)
    if program is None or not program.complete:
        return None, out
    file = _file_with(title, target, program, places, out) if title is not None else None
    if file is not None:
        program = loading.with_scenes(program, file, out)
    for one in asked:
        program = loading.with_rules(program, loading.parse_once(one.source, out), out)
    return pipeline.finish(program, out), out


def _file_with(
    title: str, target: str, program: Program, places: Sequence[Path], out: Diagnostics
) -> tree.File | None:
    """Return the file in which a scenario stands, None if it is the ruleset itself."""
    if any(_has(one, title) for one in program.declarations):
        return None
    for path in places or _beside(target):
        file = loading.parse_path(path, out if places else Diagnostics())
        if file is not None and any(_has(one, title) for one in file.items):
            return file
    return None


def titles(target: str, places: Sequence[Path]) -> list[str]:
    """Return the titles of all scenarios in the given files, or beside a shipped ruleset."""
    files = [loading.parse_path(path, Diagnostics()) for path in places or _beside(target)]
    items = [item for file in files if file is not None for item in file.items]
    return [item.title.value for item in items if isinstance(item, tree.Scenario)]


def _has(item: object, title: str) -> bool:
    return isinstance(item, tree.Scenario) and fold(item.title.value) == fold(title)


def _beside(target: str) -> list[Path]:
    name = target.split(loading.PUT_TOGETHER)[0]
    if name not in pipeline.shipped():
        return []
    return sorted(pipeline.folder(name).rglob("*.cube"))
