"""Games of several plans that are kept in a file as they are played, so that they are played once.

    kept = kept_in(path, question)
    results = kept.play(arm, numbers, play)

The first line says what was asked of which plans, every other line has some games of an arm: a
line is written when its games were played, and a half one, of a process that was killed, is cut
off.  So the file grows with the number of games, where a `run` keeps counts only: a question looks
at the games of all arms together, and its answer must be that of a run in one go.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeAlias

from attrs import define, frozen

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.decision import Outcome
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.fields import Fields
from cubedsl.interpreter.records.growing import Growing
from cubedsl.interpreter.records.resume import unlike
from cubedsl.interpreter.records.run import counts_of, data_of, run_from, run_of
from cubedsl.interpreter.records.whole_file import fields_of, write_whole

FORMAT = "cubedsl games"
VERSION = 2
LONGEST = 64 * 1024 * 1024
"""Bytes that a line has at most."""

Play: TypeAlias = Callable[[range], list[Result]]


class AnotherRunError(RecordError):
    """The file has the games of another question; the message says what differs."""


@frozen
class Question:
    """What is asked by a command of some plans, each with a name (or ""), and by what one leads."""

    command: str
    plans: Mapping[str, Plan]
    lead: str | None = None


@frozen
class Piece:
    """Where the games of some numbers stand in the file."""

    numbers: range
    offset: int
    length: int


Pieces: TypeAlias = defaultdict[int, list[Piece]]
"""Of each arm, where its games stand."""


@define
class Stretches:
    """Games of arms, in a file; of each arm those from the first on."""

    file: Growing
    pieces: Pieces

    def play(self, arm: int, numbers: range, play: Play) -> list[Result]:
        """Return some games of an arm, in order; those that are not in the file are played."""
        known = [one for piece in self.pieces[arm] for one in self._of(piece, numbers)]
        rest = numbers[len(known) :]
        played = play(rest) if rest else []
        if played:
            self._append(arm, rest, played)
        return known + played

    def _of(self, piece: Piece, numbers: range) -> list[Result]:
        """Return those games of a piece that are wanted."""
        first, stop = (max(0, end - piece.numbers.start) for end in (numbers.start, numbers.stop))
        if not stop or first >= len(piece.numbers):
            return []
        return _stretch(self.file.read(piece.offset, piece.length))[2][first:stop]

    def _append(self, arm: int, numbers: range, results: Sequence[Result]) -> None:
        row = [arm, numbers.start, [_row(one) for one in results]]
        line = json.dumps(row, separators=(",", ":")).encode("ascii") + b"\n"
        offset = self.file.end
        self.file.add(line)
        self.pieces[arm].append(Piece(numbers, offset, len(line)))

    def close(self) -> None:
        """Close the file."""
        self.file.close()


@frozen
class Further:
    """Games of more arms in the same file: the first of them has this number there."""

    kept: Stretches
    first: int

    def play(self, arm: int, numbers: range, play: Play) -> list[Result]:
        """Return some games of an arm, in order; those that are not in the file are played."""
        return self.kept.play(self.first + arm, numbers, play)


# ------------------------------------------------------------------ the file


def kept_in(path: Path, question: Question) -> Stretches:
    """Open the file of a question, or begin one; raise RecordError if that cannot be."""
    if path.exists() and not path.is_file():
        raise RecordError(f"{path} is no file in which games can be kept")
    if not path.exists():
        write_whole(path, json.dumps(_head(question), ensure_ascii=False) + "\n")
    try:
        with path.open("rb") as lines:
            end, pieces = _read(lines, question)
        file = Growing(path, end)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    except AnotherRunError:
        raise
    except RecordError as error:
        raise RecordError(f"{path} {error}") from error
    return Stretches(file, pieces)


def _read(lines: IO[bytes], question: Question) -> tuple[int, Pieces]:
    """Return where the last whole line ends, and which games there are."""
    head = lines.readline(LONGEST)
    if head and not head.endswith(b"\n"):
        raise RecordError("has no end of its first line: it is no file of games")
    _stop_if_another(fields_of(head, FORMAT, VERSION, "file of games"), question)
    end, number, pieces = len(head), 2, Pieces(list)
    while (line := lines.readline(LONGEST)).endswith(b"\n"):
        try:
            arm, first, results = _stretch(line)
        except (ValueError, TypeError) as error:
            raise RecordError(f"has no games in line {number}") from error
        if first != (pieces[arm][-1].numbers.stop if pieces[arm] else 0):
            raise RecordError(f"has games in line {number} that do not follow those before")
        pieces[arm].append(Piece(range(first, first + len(results)), end, len(line)))
        end, number = end + len(line), number + 1
    return end, pieces


# ------------------------------------------------------------------ what was asked


def _head(question: Question) -> dict[str, Any]:
    runs = [data_of(run_of(plan, Totals())) for plan in question.plans.values()]
    return {
        "format": FORMAT,
        "version": VERSION,
        "command": question.command,
        "lead": question.lead,
        "runs": runs,
    }


def _stop_if_another(head: Fields, question: Question) -> None:
    """Raise an error that names all differences, if there are any."""
    if head.text("command") != question.command:
        was, now = head.text("command"), question.command
        raise AnotherRunError(f"it is a run of `{was}`, not of `{now}`")
    reasons = [*unlike([("what leads", head.title("lead"), question.lead)])]
    runs = list(head.objects("runs"))
    if len(runs) != len(question.plans):
        raise RecordError(f"has {len(runs)} runs and not {len(question.plans)}")
    for fields, (name, plan) in zip(runs, question.plans.items(), strict=True):
        try:
            counts_of(run_from(fields), plan)
        except RecordError as error:
            lines = str(error).splitlines()
            reasons += [f"{name}: {line}" if name else line for line in lines]
    if reasons:
        raise AnotherRunError("\n".join(reasons))


# ------------------------------------------------------------------ games


def _row(result: Result) -> list[object]:
    """Return a game as a list; places of the rules are not counted here."""
    ended = result.outcome
    return [
        result.bots,
        ended.winners,
        ended.rounds,
        ended.stopped,
        result.decisions,
        result.digest,
        result.counted,
    ]


def _stretch(line: bytes) -> tuple[int, int, list[Result]]:
    """Return the arm, the first number and the games of a line."""
    arm, first, rows = json.loads(line)
    return int(arm), int(first), [_result(*row) for row in rows]


def _result(
    bots: list[int],
    winners: list[int],
    rounds: int,
    stopped: str | None,
    decisions: int,
    digest: str,
    counted: list[int],
) -> Result:
    outcome = Outcome(tuple(winners), rounds, stopped)
    return Result(tuple(bots), outcome, decisions, digest, counted=tuple(counted))
