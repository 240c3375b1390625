"""Values that are not Python's own."""

from __future__ import annotations

import operator
from typing import Any


def plain(value: Any) -> Any:
    """NumPy's numbers, truths and arrays as Python's own, and whatever else has ``__index__`` as the number that it is.

    Raises TypeError for anything else.
    """
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__index__"):
        return operator.index(value)
    raise TypeError(f"{type(value).__name__} is neither a string, a number, a truth, a list nor a dict")
