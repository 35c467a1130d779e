"""Files that grow at their end: what is added stands there whole or not at all."""

from contextlib import suppress
from pathlib import Path
from typing import IO

from attrs import define, field

from cubedsl.interpreter.records.error import RecordError


@define
class Growing:
    """A file of which the first `end` bytes count, open to read and to add to."""

    path: Path
    end: int
    _file: IO[bytes] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._file = self.path.open("r+b" if self.end else "w+b", buffering=0)
        if self.end:
            self._cut()

    def add(self, data: bytes) -> None:
        """Write something behind the end; raise RecordError if that cannot be."""
        try:
            self._write(data)
        except OSError as error:
            with suppress(OSError):
                self._cut()
            raise RecordError(f"{self.path} cannot be written: {error.strerror}") from error
        self.end += len(data)

    def _write(self, data: bytes) -> None:
        """Write all of it: a disk that is nearly full takes a part first."""
        if self._file.seekable():
            self._file.seek(self.end)
        while data:
            data = data[self._file.write(data) :]

    def _cut(self) -> None:
        self._file.truncate(self.end)

    def read(self, offset: int, length: int) -> bytes:
        """Return what stands somewhere in it."""
        self._file.seek(offset)
        return self._file.read(length)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
