"""What nodes of trees and of models have in common.

There are some hundreds of their classes, and to make methods for each takes a third of the time in
which a small program is read: they have one way to be shown, and each is equal to itself only.
"""

from typing import Any, cast

import attrs


class Node:
    """A node: data that is shown field by field."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = (one.name for one in attrs.fields(cast(Any, type(self))) if one.repr)
        own = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({own})"
