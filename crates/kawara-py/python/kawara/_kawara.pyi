from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload, type_check_only

from kawara._chunk import Chunk
from kawara._late import Window

__all__ = [
    "BusyError",
    "ChunkSchema",
    "ChunkStream",
    "Contexts",
    "DocumentError",
    "Engine",
    "KawaraError",
    "ManifestError",
    "Operations",
    "OperationsIterator",
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

class ManifestError(KawaraError):
    """A manifest is damaged, was written by a later version, or cannot be read or written."""

class BusyError(ManifestError):
    """Another program writes the manifest, or wrote it meanwhile: try again when it is done."""

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

@type_check_only
class _Embedder(Protocol):
    @property
    def id(self) -> str: ...
    # A matrix of NumPy or of whatever else has `tolist` will do as well.
    def embed(self, texts: list[str], /) -> Any: ...

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
class Contexts:
    """Contexts by the chunks that they are for: what a language model says of each chunk in its document. Made once, for any number of calls."""

    def __new__(cls, given: str | PathLike[str] | Mapping[str, str] | Iterable[Mapping[str, Any]]) -> Contexts: ...
    def told(self) -> dict[str, int]:
        """What became of them so far: "given", "earlier", "without", "unmet"."""
    def __len__(self) -> int: ...

_Contexts: TypeAlias = Contexts | str | PathLike[str] | Mapping[str, str] | Iterable[Mapping[str, Any]]

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
        embedders: Mapping[str, _Embedder | str] | None = None,
        embedding_cache: str | PathLike[str] | None = None,
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
        contexts: _Contexts | None = None,
    ) -> list[Chunk]:
        """The chunks of a document."""
    def context_requests(
        self,
        text: str,
        *,
        template: str | None = None,
        document_tokens: SupportsIndex = 8192,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
        title: str | None = None,
        meta: Any = None,
    ) -> list[dict[str, Any]]:
        """A prompt for each chunk of a document, for a language model that is to say what the chunk is about."""
    @overload
    def chunk_batch(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        *,
        threads: SupportsIndex | None = None,
        errors: Literal["raise"] = "raise",
        contexts: _Contexts | None = None,
    ) -> list[list[Chunk]]:
        """The chunks of many documents, on many threads."""
    @overload
    def chunk_batch(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        *,
        threads: SupportsIndex | None = None,
        errors: Literal["return"],
        contexts: _Contexts | None = None,
    ) -> list[list[Chunk] | DocumentError]: ...
    def chunk_batches(
        self,
        reader: _ArrowStream | _ArrowArray,
        *,
        columns: Mapping[str, str] | None = None,
        threads: SupportsIndex = 1,
        max_batch_bytes: SupportsIndex = 16777216,
        contexts: _Contexts | None = None,
    ) -> ChunkStream:
        """The chunks of documents that come as Arrow data, as Arrow data."""
    def plan(
        self,
        documents: Iterable[Mapping[str, Any]],
        manifest: str | PathLike[str],
        *,
        only: bool = False,
        full: bool = False,
        globs: Sequence[str] | None = None,
        threads: SupportsIndex | None = None,
        contexts: _Contexts | None = None,
    ) -> dict[str, Any]:
        """What a change of documents, policy or model does to an index, and writes nothing."""
    def apply(
        self,
        documents: Iterable[Mapping[str, Any]],
        manifest: str | PathLike[str],
        *,
        only: bool = False,
        full: bool = False,
        globs: Sequence[str] | None = None,
        threads: SupportsIndex | None = None,
        allow_empty: bool = False,
        contexts: _Contexts | None = None,
    ) -> Operations:
        """The operations that carry an index from what a manifest remembers to what the documents are now, for a ``with`` statement."""
    def late(
        self,
        text: str,
        *,
        limit: SupportsIndex | None = None,
        overlap: SupportsIndex | None = None,
        soft_overlap: SupportsIndex = 0,
        soft_weight: float = 0.5,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
        title: str | None = None,
        meta: Any = None,
    ) -> list[Window]:
        """What to give to a model that reads a document at once, and which rows of its output each chunk is pooled from."""
    def parents(
        self,
        text: str,
        *,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
        title: str | None = None,
        meta: Any = None,
    ) -> list[dict[str, Any]]:
        """What the chunks of a document are parts of, as records."""
    def groups(
        self,
        text: str,
        *,
        max_tokens: SupportsIndex,
        max_chunks: SupportsIndex | None = None,
        id: str | None = None,
        path: str | PathLike[str] | None = None,
        content_type: str | None = None,
        language: str | None = None,
        title: str | None = None,
        meta: Any = None,
    ) -> list[list[Chunk]]:
        """The chunks of a document in groups, for models that embed all of them together."""
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
def _open_bundle(
    file: str | PathLike[str],
    directory: str | PathLike[str],
    embedders: Mapping[str, _Embedder | str] | None,
    embedding_cache: str | PathLike[str] | None,
) -> Engine: ...
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
    parent: SupportsIndex,
    order: str,
    alike: float | None,
    separator: str,
    max_tokens: SupportsIndex | None,
    counter: str | None,
) -> str: ...

@final
class Operations:
    """What brings an index from what a manifest remembers to what the documents are now: a context manager, and in its block an iterable."""

    def __enter__(self) -> Operations: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...
    def __iter__(self, /) -> OperationsIterator:
        """The operations from the first on, read as they are taken."""
    @property
    def plan(self) -> dict[str, Any]:
        """What ``Engine.plan`` returns."""
    @property
    def committed(self) -> bool:
        """Whether the block has ended, and the manifest knows of it."""

@final
class OperationsIterator:
    """Operations, one after the other."""

    def __iter__(self, /) -> OperationsIterator: ...
    def __next__(self, /) -> dict[str, Any]: ...

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
