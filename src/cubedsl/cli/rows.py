"""Games as rows of a table in a file: CSV, or Parquet made of it at the end.

Rows are written while games are played, so there may be as many as the disk can hold.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from attrs import define, field, frozen

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.statistics import Result, Totals
from cubedsl.interpreter.records.error import RecordError
from cubedsl.interpreter.records.growing import Growing

PARQUET = ".parquet"
NUMBERS = ("focus", "game", "rounds", "decisions")
BLOCK = 1 << 18
"""Bytes of the table that are turned into Parquet at a time."""


@define
class Rows:
    """A file of rows, to be written after those of the first `before` games that it has."""

    path: Path
    columns: Sequence[str]
    before: int = 0
    _file: Growing = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self._late:
            _pyarrow()
        try:
            self._file = Growing(self.table, self._end() if self.before else 0)
        except OSError as error:
            raise RecordError(f"{self.table} cannot be written: {error.strerror}") from error
        if not self.before:
            self.write([self.columns])

    @property
    def table(self) -> Path:
        """The file that is written while games are played."""
        return self.path.with_name(f"{self.path.name}.csv") if self._late else self.path

    @property
    def _late(self) -> bool:
        return self.path.suffix == PARQUET

    def _end(self) -> int:
        """Return where the rows of the games end that count."""
        if not self.table.exists():
            raise RecordError(f"{self.table} has none of the {self.before} games that were played")
        with self.table.open("rb") as file:
            rows, end = _rows(file, _lines([self.columns]), self.before)
        if rows < self.before:
            raise RecordError(
                f"{self.table} has {rows} of the {self.before} games that were played"
            )
        return end

    def write(self, rows: Iterable[Sequence[object]]) -> None:
        """Write rows: all of them, or none if that cannot be."""
        self._file.add(_lines(rows))

    def close(self, *, more: bool = False) -> None:
        """End the file; if there will be `more`, what it is made of stays beside a Parquet file."""
        self._file.close()
        if self._late:
            _convert(self.table, self.path, self.columns)
            if not more:
                self.table.unlink()


def _rows(file: IO[bytes], head: bytes, most: int) -> tuple[int, int]:
    """Return how many whole rows there are below the head, `most` at most, and where they end."""
    rows, end = 0, len(head)
    if file.readline() != head:
        return 0, 0
    while rows < most and (line := file.readline()).endswith(b"\n"):
        rows, end = rows + 1, end + len(line)
    return rows, end


def _lines(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", "surrogateescape")


# ------------------------------------------------------------------ games


@frozen
class GameRows:
    """Writes the games of a plan as they are counted."""

    plan: Plan
    rows: Rows

    def __call__(self, totals: Totals, results: Sequence[Result]) -> None:
        """Write the rows of the games that were added last."""
        first = totals.games - len(results)
        self.rows.write(row(self.plan, first + i, one) for i, one in enumerate(results))


@frozen
class Arm:
    """A side on which games are played: its name, and which bot it is about in a game, if any."""

    name: str
    plan: Plan
    about: Callable[[int], int | None] = lambda _number: None

    def row(self, number: int, one: Result) -> list[object]:
        """Return the row of a game; the seat in focus counts from 1, too."""
        bot = self.about(number)
        focus = None if bot is None else 1 + one.bots.index(bot)
        return [self.name, focus, *row(self.plan, number, one)]


@frozen
class ArmRows:
    """Writes the games of several arms as they are counted: one after another, each as it went in
    every arm."""

    arms: Sequence[Arm]
    rows: Rows

    def __call__(
        self, numbers: range, arms: Sequence[int], columns: Sequence[Sequence[Result]]
    ) -> None:
        """Write the rows of some games, of which each of the `arms` has a column."""
        self.rows.write(
            self.arms[arm].row(number, one)
            for number, *results in zip(numbers, *columns, strict=True)
            for arm, one in zip(arms, results, strict=True)
        )


def columns_of_arms(arms: Sequence[Arm]) -> list[str]:
    """Return what stands above the columns if there are several arms."""
    return ["arm", "focus", *columns(arms[0].plan)]


def columns(plan: Plan) -> list[str]:
    """Return what stands above the columns; seats count from 1, games from 0."""
    seats = range(1, 1 + len(plan.bots))
    return [
        "game",
        *(f"seat_{seat}" for seat in seats),
        *(f"won_{seat}" for seat in seats),
        "rounds",
        "decisions",
        "stopped",
        "digest",
    ]


def row(plan: Plan, number: int, one: Result) -> list[object]:
    """Return the row of a game."""
    outcome = one.outcome
    return [
        number,
        *(plan.bots[bot].title for bot in one.bots),
        *("true" if seat in outcome.winners else "false" for seat in range(len(one.bots))),
        outcome.rounds,
        one.decisions,
        " ".join((outcome.stopped or "").split()),
        one.digest,
    ]


# ------------------------------------------------------------------ Parquet


def _pyarrow() -> Any:
    try:
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise RecordError("Parquet needs more: pip install 'cubedsl[parquet]'") from None
    return pyarrow


def _convert(table: Path, path: Path, columns: Sequence[str]) -> None:
    """Write a table of rows as a Parquet file; if that cannot be, there is only the table."""
    arrow = _pyarrow()
    kinds = {name: arrow.int64() for name in NUMBERS}
    kinds |= {name: arrow.bool_() for name in columns if name.startswith("won_")}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
    try:
        with arrow.parquet.ParquetWriter(path, schema) as writer:
            for batch in _batches(table, schema):
                writer.write_batch(batch)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        why = f"{path} cannot be written; its rows are in {table}: {error.strerror or error}"
        raise RecordError(why) from error


def _batches(table: Path, schema: Any) -> Iterator[Any]:
    """Yield a table, a block at a time."""
    arrow = _pyarrow()
    reader = arrow.csv.open_csv(
        table,
        read_options=arrow.csv.ReadOptions(block_size=BLOCK, use_threads=False),
        convert_options=arrow.csv.ConvertOptions(column_types=schema),
    )
    with reader:
        yield from reader
