"""Whether texts fit a model, whoever cut them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kawara._kawara import _count, _guard


@dataclass(frozen=True, slots=True)
class Fit:
    """How a text fits a model."""

    tokens: int
    """What the model is given: its special tokens, its prefix and the text."""
    limit: int
    """The most tokens that it takes."""
    kept: int
    """How many characters of the text it sees: all where it fits."""

    @property
    def is_over(self) -> bool:
        """Whether the model would not see all of the text, or refuse it."""
        return self.tokens > self.limit


def guard(
    texts: Iterable[str], *, model: str | None = None, counter: str | None = None, limit: int | None = None
) -> list[Fit]:
    """Holds texts against the limit of an embedding ``model``, as ``kawara models`` lists them, or of a ``counter`` with a ``limit``."""
    return [Fit(*fit) for fit in _guard(_list(texts), counter=counter, model=model, limit=limit)]


def count(text: str, *, model: str | None = None, counter: str | None = None) -> int:
    """The tokens of a text, by a ``counter`` such as "tiktoken:cl100k_base" or that of an embedding ``model``; without the special
    tokens that a model adds to each input."""
    return count_batch([text], model=model, counter=counter)[0]


def count_batch(texts: Iterable[str], *, model: str | None = None, counter: str | None = None) -> list[int]:
    """The same of many texts, which is sooner done than one by one."""
    return _count(_list(texts), counter=counter, model=model)


def _list(texts: Iterable[str]) -> list[str]:
    # Its letters would be texts, too.
    if isinstance(texts, str):
        raise TypeError("`texts` is a list of texts, and not one: put it in a list")
    return list(texts)
