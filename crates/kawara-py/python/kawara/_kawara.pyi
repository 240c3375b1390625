from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex, final, overload, type_check_only

from kawara._chunk import Chunk

__all__ = [
    "ChunkSchema",
    "ChunkStream",
    "DocumentError",
    "Engine",
    "KawaraError",
    "PackError",
    "PolicyError",
    "Unit",
    "__version__",
    "_bundle",
    "_command",
    "_count",
    "_guard",
    "_open_bundle",
    "_stitch",
]

__version__: str

class KawaraError(Exception):
    """What kawara says when it cannot go on: what is wrong, where, and what to do."""

class PolicyError(KawaraError):
    """A policy or a setting is wrong, or asks for what cannot be. All mistakes at once, each with its line."""

class DocumentError(KawaraError):
    """A document cannot be chunked; the others can."""

class PackError(KawaraError):
    """A pack, a tokenizer or a counter cannot be opened, or failed."""

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@type_check_only
class _Counter(Protocol):
    def count(self, texts: list[str], /) -> Sequence[int]: ...

@type_check_only
class _Segmenter(Protocol):
    def cuts(self, text: str, grain: str, /) -> Sequence[int]: ...

@final
class Unit:
    """A unit of a document: a sentence, a clause, a record. ``text[unit.start:unit.end]`` is what it says.

    It can be compared, hashed, pickled.
    """

    def __new__(cls, start: int, end: int, byte_start: int, byte_end: int, language: str) -> Unit: ...
    @property
    def start(self) -> int:
        """Where it begins, in characters of the document, as Python indexes."""
    @property
    def end(self) -> int:
        """Where it ends, exclusive."""
    @property
    def byte_start(self) -> int:
        """Where it begins, in bytes of the document in UTF-8."""
    @property
    def byte_end(self) -> int:
        """Where it ends, exclusive."""
    @property
    def language(self) -> str:
        """Its language, as a BCP 47 tag."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __getnewargs__(self) -> tuple[int, int, int, int, str]: ...

@final
class Engine:
    """Cuts documents into chunks, as a policy says. It may be shared by any number of threads, and lets others run while it works."""

    @staticmethod
    def from_policy(
        policy: str | PathLike[str],
        *,
        settings: Mapping[str, Any] | None = None,
        model: str | Sequence[str] | None = None,
        directory: str | PathLike[str] | None = None,
        base_policy: str | PathLike[str] | None = None,
        tokenizers: str | PathLike[str] | Iterable[str | PathLike[str]] | None = None,
        packs: str | PathLike[str] | Iterable[str | PathLike[str]] | None = None,
        counters: Mapping[str, _Counter] | None = None,
        segmenters: Mapping[str, _Segmenter] | None = None,
    ) -> Engine:
        """An engine from a policy: TOML, the name of a built-in policy such as "kawara:docs", or the path of a file."""
    def chunk(
        self,
        text: str,
        *,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
        title: str | None = None,
        meta: Any = None,
    ) -> list[Chunk]:
        """The chunks of a document."""
    @overload
    def chunk_batch(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        *,
        threads: SupportsIndex | None = None,
        errors: Literal["raise"] = "raise",
    ) -> list[list[Chunk]]:
        """The chunks of many documents, on many threads."""
    @overload
    def chunk_batch(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        *,
        threads: SupportsIndex | None = None,
        errors: Literal["return"],
    ) -> list[list[Chunk] | DocumentError]: ...
    def chunk_batches(
        self,
        reader: _ArrowStream | _ArrowArray,
        *,
        columns: Mapping[str, str] | None = None,
        threads: SupportsIndex = 1,
        max_batch_bytes: SupportsIndex = 16777216,
    ) -> ChunkStream:
        """The chunks of documents that come as Arrow data, as Arrow data."""
    def units(
        self,
        text: str,
        grain: Literal["sentence", "clause", "word"] | None = None,
        *,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
    ) -> list[Unit]:
        """The units of a document before anything is laid."""
    def measure(self, documents: Iterable[str | Mapping[str, Any]]) -> dict[str, Any]:
        """What the units of documents are like."""
    def evidence_check(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        questions: Iterable[Mapping[str, Any]],
        *,
        k: Iterable[SupportsIndex] | None = None,
    ) -> dict[str, Any]:
        """Whether the evidence of questions survives the cut."""
    def count(self, text: str) -> int:
        """The tokens of a text, by the policy's counter, without special tokens."""
    @property
    def specials(self) -> int:
        """How many special tokens the model adds to each input."""
    @property
    def max_tokens(self) -> int:
        """The most tokens of a chunk of a document of which nothing is known, context and special tokens included."""
    @property
    def reserve_tokens(self) -> int:
        """How many tokens of such a chunk are kept free for what others add."""
    @property
    def warnings(self) -> list[str]:
        """What of the policy is probably not as it is meant."""
    @property
    def packs(self) -> list[tuple[str, str]]:
        """The packs that it may use: names and versions."""
    def _files(self) -> set[Path]: ...

def _bundle(engine: Engine, file: str | PathLike[str]) -> None: ...
def _open_bundle(file: str | PathLike[str], directory: str | PathLike[str]) -> Engine: ...
def _command(words: Sequence[str]) -> int: ...
def _count(texts: Sequence[str], *, counter: str | None, model: str | None) -> list[int]: ...
def _guard(
    texts: Sequence[str], *, counter: str | None, model: str | None, limit: SupportsIndex | None
) -> list[tuple[int, int, int]]: ...
def _stitch(
    hits: str,
    chunks: str,
    *,
    back: SupportsIndex,
    forward: SupportsIndex,
    parent: bool,
    order: str,
    alike: float | None,
    separator: str,
    max_tokens: SupportsIndex | None,
    counter: str | None,
) -> str: ...

@final
class ChunkStream:
    """Chunks as Arrow record batches, made as they are read, once."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream, as a capsule."""
    def __arrow_c_schema__(self) -> object:
        """The columns, as a capsule."""
    def __iter__(self, /) -> Iterator[Any]:
        """The batches as pyarrow's, which has to be installed."""
    def _ended(self) -> BaseException | None: ...

@final
class ChunkSchema:
    """The columns of chunks, with ``__arrow_c_schema__``: what ``pyarrow.schema`` takes."""

    def __new__(cls) -> ChunkSchema: ...
    def __arrow_c_schema__(self) -> object:
        """The columns, as a capsule."""
