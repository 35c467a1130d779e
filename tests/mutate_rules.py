"""Breaks the rules of a game, one thing at a time: do its scenarios notice?

`python tests/mutate_rules.py` goes through all mutants of the cards and of the flow of a ruleset,
and carries out its scenarios with each: first those that come by the broken line, last all others.
A mutant is noticed if a scenario fails, refused if the checker reports it.  Mutants that mean the
same as what they were made of stand in `rulesets/equivalent.txt`, each with the reason.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from cubedsl import pipeline, rulesets
from cubedsl.dsl import loading, tree
from cubedsl.dsl.check import check
from cubedsl.dsl.diagnostic import Diagnostics
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.source import Span
from cubedsl.interpreter.meaning.machine import ASKING, DOING
from cubedsl.interpreter.meaning.scope import MEANINGS
from cubedsl.interpreter.scenarios.scenario import run
from cubedsl.interpreter.streams import Stream
from mutants import Mutant, Vocabulary, mutants, vocabulary

BESIDE = Path(__file__).parent / "rulesets"
EQUIVALENT = BESIDE / "equivalent.txt"
RULES = (
    tree.GuideDecl,
    tree.ProcedureDecl,
    tree.PhaseDecl,
    tree.GameDecl,
    tree.StandingDecl,
    tree.RuleDecl,
    tree.TimingDecl,
    tree.RememberDecl,
    tree.MarkDecl,
    tree.TallyDecl,
    tree.ResourceDecl,
)
BATCHES = (4, 12, 40)


class Fate(Enum):
    """What became of a mutant."""

    NOTICED = "noticed"
    REFUSED = "refused by the checker"
    MISSED = "not noticed"


@frozen
class Broken:
    """A mutant with the declaration that it takes the place of."""

    whole: tree.Declaration
    mutant: Mutant
    number: int = 1

    @property
    def name(self) -> str:
        """What tells it from all others, wherever it stands in the file."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{_head(self.whole)} | {self.mutant.what}{again}"

    def __str__(self) -> str:
        line, column = self.mutant.span.position
        return f"{Path(self.mutant.span.source.name).name}:{line}:{column}: {self.name}"


def _head(declaration: tree.Declaration) -> str:
    """The first words of a declaration."""
    text = declaration.span.text.split("\n", 1)[0]
    for end in ("{", " =", " cost", ":"):
        text = text.split(end, 1)[0]
    return text.strip()


def _place(one: Any) -> tuple[object, ...]:
    """Where a declaration stands; those of one line are told apart by their names."""
    names = tuple(name.text for name in getattr(one, "names", ()))
    return type(one), one.span.source.name, one.span.start, names


@define(eq=False, slots=False)
class Suite:
    """A ruleset as a program, its scenarios, and the lines that each of them comes by."""

    program: loading.Program
    scenarios: list[tree.Scenario]
    lines: dict[str, set[tuple[str, int]]] = field(factory=dict)

    @classmethod
    def of(cls, program: loading.Program, more: Iterable[tree.Item] = ()) -> "Suite":
        """The suite of a program, with scenarios of other files."""
        everything = (*program.declarations, *more)
        rules: list[Any] = [one for one in everything if not isinstance(one, tree.Scenario)]
        scenarios = [one for one in everything if isinstance(one, tree.Scenario)]
        return cls(evolve(program, declarations=tuple(rules)), scenarios)

    def ruleset(self, broken: Broken | None, chosen: Sequence[tree.Scenario]) -> Ruleset | None:
        """The ruleset with a mutant and some of the scenarios; None if it is refused."""
        rules: list[Any] = [
            broken.mutant.node if broken and _place(one) == _place(broken.whole) else one
            for one in self.program.declarations
        ]
        out = Diagnostics()
        return check(evolve(self.program, declarations=(*rules, *chosen)), out)

    def watch(self) -> None:
        """Carry out every scenario, and note the lines it comes by."""
        ruleset = self.ruleset(None, self.scenarios)
        assert ruleset is not None
        for one in ruleset.scenarios:
            with noting(self.lines.setdefault(one.title, set())):
                assert run(ruleset, one).failure is None, one.title

    def fate(self, broken: Broken) -> Fate:
        """What becomes of a mutant: scenarios that come by it are asked first."""
        places = set(_lines(broken.mutant.span))
        whole = set(_lines(broken.whole.span))
        order = sorted(
            (one for one in self.scenarios if self._can_notice(one, broken.whole, whole)),
            key=lambda one: (not self.lines[one.title.value] & places, len(one.lines)),
        )
        for batch in _batches(order):
            ruleset = self.ruleset(broken, batch)
            if ruleset is None:
                return Fate.REFUSED
            if any(not holds(ruleset, one) for one in ruleset.scenarios):
                return Fate.NOTICED
        return Fate.MISSED

    def _can_notice(
        self, one: tree.Scenario, whole: tree.Declaration, places: set[tuple[str, int]]
    ) -> bool:
        """Whether a scenario comes by a declaration: has the card in play, carries it out."""
        match whole:
            case tree.GuideDecl(title=title):
                return title.value.casefold() in self.cards.get(_set_of(one), ())
            case tree.RememberDecl() | tree.MarkDecl() | tree.TallyDecl() | tree.ResourceDecl():
                return True
            case tree.TimingDecl():
                return True
        return bool(self.lines[one.title.value] & places)

    @cached_property
    def cards(self) -> dict[str, set[str]]:
        """The titles of the cards of each set."""
        return {
            one.title.value.casefold(): {card.value.casefold() for card in one.cards}
            for one in self.program.declarations
            if isinstance(one, tree.SetDecl)
        }


def _set_of(scenario: tree.Scenario) -> str:
    for line in scenario.lines:
        for setting in line.settings if isinstance(line, tree.With) else ():
            if setting.name.text == "set" and isinstance(setting.value, tree.Text):
                return setting.value.value.casefold()
    return ""


def _batches(order: list[tree.Scenario]) -> Iterator[list[tree.Scenario]]:
    """The scenarios in batches that grow; if there are none, an empty one."""
    first = 0
    for size in (*BATCHES[:-1], *[BATCHES[-1]] * (len(order) // BATCHES[-1] + 1)):
        if order[first : first + size] or not first:
            yield order[first : first + size]
        first += size


def _lines(span: Span) -> Iterator[tuple[str, int]]:
    first, last = span.position[0], span.source.position(max(span.end - 1, span.start))[0]
    return ((span.source.name, line) for line in range(first, last + 1))


def holds(ruleset: Ruleset, scenario: Any) -> bool:
    """Whether a scenario comes out; what breaks the interpreter is noticed, too."""
    try:
        return run(ruleset, scenario).failure is None
    except Exception:
        return False


@contextmanager
def noting(lines: set[tuple[str, int]]) -> Iterator[None]:
    """Note the first line of everything that is carried out or evaluated."""
    tables: tuple[dict[type, Any], ...] = (DOING, ASKING, MEANINGS)
    before = [dict(table) for table in tables]
    for table in tables:
        for kind, act in list(table.items()):
            table[kind] = _noted(act, lines)
    try:
        yield
    finally:
        for table, old in zip(tables, before, strict=True):
            table.update(old)


def _noted(act: Any, lines: set[tuple[str, int]]) -> Any:
    def noted(node: Any, scope: Any) -> Any:
        lines.add((node.span.source.name, node.span.position[0]))
        return act(node, scope)

    return noted


# ------------------------------------------------------------------ all of them


def broken_rules(declarations: Iterable[tree.Declaration], words: Vocabulary) -> list[Broken]:
    """All mutants of the rules among some declarations; those named alike are numbered."""
    found: list[Broken] = []
    seen: dict[str, int] = {}
    for whole in declarations:
        if not isinstance(whole, RULES):
            continue
        for mutant in mutants(whole, words):
            one = Broken(whole, mutant)
            seen[one.name] = seen.get(one.name, 0) + 1
            found.append(evolve(one, number=seen[one.name]))
    return found


def suites(name: str, others: Sequence[Path] = ()) -> list[Suite]:
    """The suite of a shipped ruleset with its scenarios, and those of rulesets that extend it."""
    found = []
    out = Diagnostics()
    program = loading.load(name, rulesets, out)
    assert program is not None
    files = sorted((pipeline.folder(name) / "scenarios").glob("*.cube"))
    parsed = [loading.parse_path(file, out) for file in files]
    found.append(Suite.of(program, (item for file in parsed if file for item in file.items)))
    for path in others:
        extending = loading.load_path(path, rulesets, out)
        assert extending is not None
        found.append(Suite.of(extending))
    assert not out.has_errors
    for one in found:
        one.watch()
    return found


def fate(all_suites: Sequence[Suite], broken: Broken) -> Fate:
    """What becomes of a mutant in all suites together."""
    for suite in all_suites:
        found = suite.fate(broken)
        if found is not Fate.MISSED:
            return found
    return Fate.MISSED


def equivalent() -> dict[str, str]:
    """The mutants that mean the same as what they were made of, with the reasons."""
    found: dict[str, str] = {}
    if EQUIVALENT.is_file():
        for line in EQUIVALENT.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                name, _, reason = line.partition(" => ")
                found[name.strip()] = reason.strip()
    return found


def sample(everything: list[Broken], size: int | None) -> list[Broken]:
    """Some of the mutants, always the same; None: all."""
    if size is None or size >= len(everything):
        return everything
    chosen = set(Stream.derived(7).some(size, tuple(range(len(everything)))))
    return [one for number, one in enumerate(everything) if number in chosen]


def main(arguments: Sequence[str]) -> None:
    """Try all mutants of a ruleset (or a sample of so many), and tell which are not noticed."""
    name = arguments[0] if arguments else "cubitos"
    size = int(arguments[1]) if len(arguments) > 1 else None
    only = arguments[2] if len(arguments) > 2 else ""
    others = [BESIDE / "test_tracks.cube", BESIDE / "hobby.cube"] if name == "cubitos" else []
    running = suites(name, others)
    program = running[0].program
    known = equivalent()
    everything = broken_rules(program.declarations, vocabulary(program.declarations))
    tried = [one for one in sample(everything, size) if only in str(one)]
    fates = {fate_: 0 for fate_ in Fate}
    for one in tried:
        if one.name in known:
            continue
        found = fate(running, one)
        fates[found] += 1
        if found is Fate.MISSED:
            print(one, flush=True)
    judged = fates[Fate.NOTICED] + fates[Fate.MISSED]
    print(f"{len(tried)} mutants, {sum(one.name in known for one in tried)} equivalent,")
    print(f"{fates[Fate.REFUSED]} refused by the checker,")
    share = 100 * fates[Fate.NOTICED] / max(judged, 1)
    print(f"{fates[Fate.NOTICED]} of {judged} noticed ({share:.1f} %)")


if __name__ == "__main__":
    main(sys.argv[1:])
