"""Values that are not Python's own."""

from __future__ import annotations

import operator
from typing import Any
from uuid import UUID


def plain(value: Any) -> Any:
    """NumPy's numbers, truths and arrays as Python's own, and whatever else has ``__index__`` as the number that it is.

    Raises TypeError for anything else.
    """
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__index__"):
        return operator.index(value)
    raise TypeError(f"{type(value).__name__} is neither a string, a number, a truth, a list nor a dict")


def identified(value: Any) -> Any:
    """The same, and ids, which stores give as :class:`uuid.UUID`, as strings.

    Raises TypeError for anything else.
    """
    return str(value) if isinstance(value, UUID) else plain(value)
