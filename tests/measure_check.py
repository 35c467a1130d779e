"""How long a check takes after a keystroke, inside one process: `python tests/measure_check.py`.

Each file of a shipped ruleset gets one letter more in a comment, and everything is checked again.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from attrs import frozen

from cubedsl import pipeline, rulesets

WARM_UP = 3


@frozen
class Measured:
    """How long one file's re-check takes: the median, in milliseconds of the processor."""

    file: str
    milliseconds: float


def measure(name: str, folder: Path, times: int = 20) -> list[Measured]:
    """Measure every file of a shipped ruleset; the longest time comes first."""
    place = rulesets.path(name)
    copy = folder / name
    shutil.copytree(place.parent, copy)
    found = [_measure(copy / place.name, file, times) for file in sorted(copy.glob("*.cube"))]
    return sorted(found, key=lambda one: -one.milliseconds)


def _measure(entry: Path, file: Path, times: int) -> Measured:
    text = file.read_text("utf-8")
    taken = []
    for turn in range(WARM_UP + times):
        file.write_text(f"{text}# {'x' * turn}\n", "utf-8")
        start = time.process_time()
        ruleset, out = pipeline.load(str(entry))
        taken.append(time.process_time() - start)
        assert ruleset is not None and not out.all
    file.write_text(text, "utf-8")
    return Measured(file.name, 1000 * median(taken[WARM_UP:]))


if __name__ == "__main__":
    for name in sys.argv[1:] or rulesets.names():
        with tempfile.TemporaryDirectory() as folder:
            for one in measure(name, Path(folder)):
                print(f"{name:12} {one.file:20} {one.milliseconds:6.1f} ms")
