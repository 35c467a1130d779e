"""Fields of JSON that was read from a file: each is of the kind that is asked for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cubedsl.interpreter.records.error import RecordError


class Fields:
    """What stands in an object, each field of a kind that is asked for."""

    def __init__(self, data: Mapping[str, Any], where: str = "") -> None:
        self.data, self.where = data, where

    def get(self, key: str, what: str, fits: Callable[[object], bool]) -> Any:
        """Return a field."""
        if key not in self.data:
            raise RecordError(f"has no `{key}`{self.where}")
        value = self.data[key]
        if not fits(value):
            raise RecordError(f"has no {what} in `{key}`{self.where}")
        return value

    def text(self, key: str) -> str:
        """Return a text."""
        return str(self.get(key, "text", is_text))

    def title(self, key: str) -> str | None:
        """Return a text, or nothing."""
        found: str | None = self.get(key, "text", lambda one: one is None or is_text(one))
        return found

    def number(self, key: str, low: int | None = None) -> int:
        """Return a number, of at least `low`."""
        what = "whole number" if low is None else f"whole number from {low} on"
        return int(self.get(key, what, lambda one: is_number(one, low)))

    def flag(self, key: str) -> bool:
        """Return yes or no."""
        return bool(self.get(key, "yes or no", lambda one: isinstance(one, bool)))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(self.get(key, "list of texts", list_of(is_text)))

    def objects(self, key: str) -> Iterator["Fields"]:
        """Yield the objects of a list."""
        found = self.get(key, "list of objects", list_of(is_object))
        for number, one in enumerate(found, start=1):
            yield Fields(one, f" ({key}, number {number})")

    def values(self, key: str, fits: Callable[[object], bool]) -> dict[str, Any]:
        """Return an object whose values are of one kind."""
        found = self.get(key, "object", is_object)
        return {name: Fields(found, f" ({key})").get(name, "value", fits) for name in found}


def is_text(value: object) -> bool:
    """Whether it is a text."""
    return isinstance(value, str)


def is_number(value: object, low: int | None = None) -> bool:
    """Whether it is a whole number, of at least `low`."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole and (low is None or (isinstance(value, int) and value >= low))


def is_object(value: object) -> bool:
    """Whether it is an object."""
    return isinstance(value, dict)


def list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    """Return the test for lists of what fits."""
    return lambda value: isinstance(value, list) and all(map(fits, value))
