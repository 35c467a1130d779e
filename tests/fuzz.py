"""Shipped files with something broken in them: each must end in diagnostics or in success, soon.

`python tests/fuzz.py 50000` tries so many mutants and tells what came of them.  A mutant is told by
its number alone: `python tests/fuzz.py --show 4711` writes it out.
"""

import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from attrs import define, frozen

from cubedsl import pipeline
from cubedsl.dsl import render
from cubedsl.dsl.model.ruleset import Ruleset
from cubedsl.dsl.sarif import sarif
from cubedsl.interpreter.game import Game
from cubedsl.interpreter.scenarios import scenario
from cubedsl.interpreter.setup import SetupError, prepare
from cubedsl.interpreter.streams import Stream

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rulesets", "examples", "tests/games", "tests/constructs", "dsl/codes/programs")
MOST_SECONDS = 2.0
MOST_MUTATIONS = 4
MOST_DECISIONS = 30
MOST_STEPS = 5_000
TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|[ \t]+|\n')
INSERTED = [
    *("{", "}", "(", ")", ":", ";", ",", "=", '"', '"""', "\n", "#", "/", "-", "x0", "0", "99999"),
    *(
        "if",
        "else",
        "while",
        "each",
        "player",
        "for",
        "choose",
        "as",
        "let",
        "set",
        "in",
        "of",
        "to",
    ),
    *("where", "with", "most", "some", "no", "not", "and", "or", "is", "until", "on", "instead"),
    *(
        "must",
        "may",
        "later",
        "secretly",
        "replace",
        "remove",
        "change",
        "extends",
        "use",
        "1",
        "2",
    ),
    *("you", "this", "nothing", "random", "first", "other", "up to", "any", "top", "winner", "yes"),
    *(
        "\t",
        "\u200b",
        "\ufeff",
        "\u201c",
        "\u0301",
        "\x00",
        "\r",
        "é",
        "🎲",
        "999999999999999999999",
    ),
]


# ------------------------------------------------------------------ mutants


@frozen
class Mutant:
    """A broken copy of a shipped file."""

    number: int
    file: Path
    data: bytes


def targets() -> list[Path]:
    """The files that are broken, in order, relative to the root."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.cube"))
    return sorted(path.relative_to(ROOT) for path in found if ".wrong." not in path.name)


def mutant(number: int, files: list[Path]) -> Mutant:
    """The mutant of a number."""
    stream = Stream.derived(number, 0, 77)
    file = files[stream.below(len(files))]
    data = (ROOT / file).read_bytes()
    for _ in range(1 + stream.below(MOST_MUTATIONS)):
        data = MUTATIONS[stream.below(len(MUTATIONS))](data, stream)
    return Mutant(number, file, data)


def _bytes(data: bytes, stream: Stream) -> bytes:
    place = stream.below(len(data) + 1)
    new = bytes([stream.below(256)])
    match stream.below(3):
        case 0:
            return data[:place] + new + data[place:]
        case 1:
            return data[:place] + new + data[place + 1 :]
        case _:
            return data[:place] + data[place + 1 + stream.below(8) :]


def _letters(data: bytes, stream: Stream) -> bytes:
    """A slip of the pen: two letters swapped, one doubled or left out."""
    text = data.decode("utf-8", "replace")
    if len(text) < 3:
        return data
    at = 1 + stream.below(len(text) - 2)
    swapped = text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]
    kinds = (swapped, text[:at] + text[at:][:1] + text[at:], text[:at] + text[at + 1 :])
    return kinds[stream.below(3)].encode("utf-8", "replace")


def _tokens(data: bytes, stream: Stream) -> bytes:
    words = TOKEN.findall(data.decode("utf-8", "replace"))
    if len(words) < 2:
        return data
    at, other = stream.below(len(words)), stream.below(len(words))
    match stream.below(6):
        case 0:
            del words[at]
        case 1:
            words.insert(at, words[at])
        case 2:
            words[at], words[other] = words[other], words[at]
        case 3:
            words[at] = words[other]
        case 4:
            words.insert(at, f" {INSERTED[stream.below(len(INSERTED))]} ")
        case _:
            words[at] = INSERTED[stream.below(len(INSERTED))]
    return "".join(words).encode("utf-8", "replace")


def _lines(data: bytes, stream: Stream) -> bytes:
    lines = data.split(b"\n")
    at, other = stream.below(len(lines)), stream.below(len(lines))
    match stream.below(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            del lines[at : at + 1 + stream.below(5)]
    return b"\n".join(lines)


def _cut(data: bytes, stream: Stream) -> bytes:
    """The end, or a part, is missing; rarely."""
    if stream.below(8):
        return _tokens(data, stream)
    at = stream.below(len(data) + 1)
    return data[:at] if stream.below(2) else data[:at] + data[at + stream.below(400) :]


MUTATIONS: tuple[Callable[[bytes, Stream], bytes], ...] = (
    *(_tokens, _tokens, _tokens, _lines, _lines, _letters, _letters, _bytes, _cut),
)


# ------------------------------------------------------------------ trying them


@define
class Tally:
    """What came of mutants: how many of what, and those that must not be."""

    outcomes: Counter[str]
    failures: list[str]
    slowest: float = 0.0
    slowest_number: int = -1


class Bench:
    """A copy of the shipped files in which one at a time is broken."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.files = targets()
        for path in self.files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)

    def entry(self, file: Path) -> Path:
        """The file to check when one is broken: a ruleset's own one for its parts."""
        own = self.root / file.parent / f"{file.parent.name}.cube"
        return own if own.is_file() else self.root / file

    def run(self, numbers: Iterable[int]) -> Tally:
        """Try mutants."""
        tally = Tally(Counter(), [])
        for number in numbers:
            one = mutant(number, self.files)
            path = self.root / one.file
            path.write_bytes(one.data)
            self._try(one, self.entry(one.file), tally)
            shutil.copy(ROOT / one.file, path)
        return tally

    def _try(self, one: Mutant, entry: Path, tally: Tally) -> None:
        start = time.process_time()
        taken, outcome = 0.0, "raised"
        try:
            outcome, ruleset = look(entry, one.number)
            taken = time.process_time() - start
            outcome = outcome if ruleset is None else play(ruleset, one.number)
        except Exception:
            tally.failures.append(f"mutant {one.number} of {one.file}: {traceback.format_exc()}")
        tally.outcomes[outcome] += 1
        if taken > tally.slowest:
            tally.slowest, tally.slowest_number = taken, one.number
        if taken > MOST_SECONDS:
            tally.failures.append(f"mutant {one.number} of {one.file} took {taken:.1f} s")


def look(entry: Path, number: int) -> tuple[str, Ruleset | None]:
    """Check a file, say what is wrong in all forms; what came of it, and what can be played."""
    ruleset, out = pipeline.load(str(entry))
    found = out.all
    assert render.text(found) or not found
    assert len([render.data(one) for one in found]) == len(found)
    if number % 10 == 0:
        sarif(found, "0")
    if out.has_errors:
        return "errors", None
    return "scenes", ruleset


def play(ruleset: Ruleset, seed: int) -> str:
    """Play the first decisions of a game at random, and some scenarios."""
    stream = Stream.derived(seed, 1, 78)
    low, high = ruleset.players
    try:
        setup = prepare(ruleset, players=low + stream.below(min(high, low + 3) - low + 1))
    except SetupError:
        return "not set up"
    game = Game(setup, seed, max_steps=MOST_STEPS)
    while game.decision is not None and len(game.choices) < MOST_DECISIONS:
        game.choose(stream.below(len(game.decision.options)))
    for one in ruleset.scenarios[:3]:
        scenario.run(ruleset, one)
    if game.outcome is None:
        return "played on"
    return "stopped" if game.outcome.stopped else "played to the end"


def show(number: int) -> str:
    """A mutant, with its name."""
    one = mutant(number, targets())
    return f"# mutant {number} of {one.file}\n{one.data.decode('utf-8', 'backslashreplace')}"


def main(words: list[str]) -> None:
    """Try as many mutants as are asked for, or show one."""
    if words[:1] == ["--show"]:
        print(show(int(words[1])))
        return
    count, first = int(words[0]), int(words[1]) if len(words) > 1 else 0
    with tempfile.TemporaryDirectory() as folder:
        tally = Bench(Path(folder)).run(range(first, first + count))
    for outcome, number in sorted(tally.outcomes.items()):
        print(f"{outcome:18} {number}")
    print(f"slowest: mutant {tally.slowest_number}, {tally.slowest:.2f} s")
    print(f"failures: {len(tally.failures)}", *tally.failures, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
