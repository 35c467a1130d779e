"""The games of a simulation as rows of a table in a file: CSV, or Parquet made of it at the end.

Rows are written while games are played, so there may be as many as the disk can hold.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from attrs import define, field

from cubedsl.interpreter.bots.plan import Plan
from cubedsl.interpreter.bots.statistics import Result, Totals

PARQUET = ".parquet"
BLOCK = 1 << 18
"""Bytes of the table that are turned into Parquet at a time."""


class RowsError(Exception):
    """The rows cannot be written as is wished; the message says why."""


@define
class Rows:
    """Writes the rows of a plan's games to a file, after those of the first `before` games."""

    plan: Plan
    path: Path
    before: int
    _file: IO[bytes] = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self.path.suffix == PARQUET:
            _pyarrow()
        self._file = self._continued() if self.before else self.table.open("wb")
        if not self.before:
            self._file.write(_lines([columns(self.plan)]))

    @property
    def table(self) -> Path:
        """The file that is written while games are played."""
        return self.path.with_name(f"{self.path.name}.csv") if self._late else self.path

    @property
    def _late(self) -> bool:
        return self.path.suffix == PARQUET

    def _continued(self) -> IO[bytes]:
        """Open a file and cut it off behind the rows of the games that count."""
        if not self.table.exists():
            raise RowsError(f"{self.table} has none of the {self.before} games that were played")
        file = self.table.open("r+b")
        rows = -1
        for line in file:
            if rows < 0 and line != _lines([columns(self.plan)]):
                break
            rows += line.endswith(b"\n")
            if rows == self.before:
                break
        if rows < self.before:
            file.close()
            raise RowsError(
                f"{self.table} has {max(rows, 0)} of the {self.before} games that were played"
            )
        file.seek(_end(file, rows))
        file.truncate()
        return file

    def __call__(self, totals: Totals, results: Sequence[Result]) -> None:
        """Write the rows of the games that were added last."""
        first = totals.games - len(results)
        self._file.write(_lines(self._row(first + i, one) for i, one in enumerate(results)))

    def _row(self, number: int, one: Result) -> list[object]:
        outcome = one.outcome
        return [
            number,
            *(self.plan.bots[bot].title for bot in one.bots),
            *("true" if seat in outcome.winners else "false" for seat in range(len(one.bots))),
            outcome.rounds,
            one.decisions,
            " ".join((outcome.stopped or "").split()),
            one.digest,
        ]

    def flush(self) -> None:
        """Let all rows be in the file."""
        self._file.flush()

    def close(self, *, more: bool) -> None:
        """End the file; if there will be `more`, what it is made of stays beside a Parquet file."""
        self._file.close()
        if self._late:
            _convert(self.table, self.path, self.plan)
            if not more:
                self.table.unlink()


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


def _lines(rows: "Iterator[list[object]] | Sequence[Sequence[object]]") -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", "surrogateescape")


def _end(file: IO[bytes], rows: int) -> int:
    """Return where the row of a number (the head is row 0) ends."""
    file.seek(0)
    return sum(len(file.readline()) for _ in range(rows + 1))


# ------------------------------------------------------------------ Parquet


def _pyarrow() -> Any:
    try:
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise RowsError("Parquet needs more: pip install 'cubedsl[parquet]'") from None
    return pyarrow


def _convert(table: Path, path: Path, plan: Plan) -> None:
    """Write a table of rows as a Parquet file, a block at a time."""
    arrow = _pyarrow()
    kinds = {"game": arrow.int64(), "rounds": arrow.int64(), "decisions": arrow.int64()}
    kinds |= {name: arrow.bool_() for name in columns(plan) if name.startswith("won_")}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns(plan)])
    reader = arrow.csv.open_csv(
        table,
        read_options=arrow.csv.ReadOptions(block_size=BLOCK, use_threads=False),
        convert_options=arrow.csv.ConvertOptions(column_types=schema),
    )
    with reader, arrow.parquet.ParquetWriter(path, schema) as writer:
        for batch in reader:
            writer.write_batch(batch)
