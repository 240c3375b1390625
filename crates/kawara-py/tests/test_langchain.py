"""What the text splitter of LangChain promises beside what all adapters do."""

from __future__ import annotations

import pickle
from types import MappingProxyType

import pytest
from conformance import MAX, SETTINGS, TEXTS

pytest.importorskip("langchain_text_splitters")

from kawara.langchain import KawaraTextSplitter
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import TextSplitter


def splitter(**options: object) -> KawaraTextSplitter:
    return KawaraTextSplitter.from_policy("kawara:docs", settings=SETTINGS, **options)


def test_offsets_are_right_where_the_search_of_langchain_is_not() -> None:
    text = "It rains. It rains. It pours. " * 30
    made = splitter()
    searched = TextSplitter.create_documents(made, [text])
    exact = made.create_documents([text])
    assert [each.page_content for each in searched] == [each.page_content for each in exact]
    told = [each.metadata["start_index"] for each in exact]
    assert [each.metadata["start_index"] for each in searched] != told
    assert told == sorted(set(told))
    assert exact[-1].metadata["start_index"] + len(exact[-1].page_content) == len(text.rstrip())


def test_it_is_a_text_splitter() -> None:
    made = splitter()
    assert isinstance(made, TextSplitter)
    assert made._chunk_size == MAX
    assert made._length_function("four") == 4


def test_texts_alone() -> None:
    made = splitter()
    assert made.split_text(TEXTS["prose"]) == [each.page_content for each in made.create_documents([TEXTS["prose"]])]
    assert made.split_text("") == []


def test_each_text_has_its_metadata() -> None:
    parts = splitter().create_documents([TEXTS["prose"], TEXTS["japanese"]], [{"n": 1}, {"n": 2}])
    assert [part.metadata["n"] for part in parts] == sorted(part.metadata["n"] for part in parts)
    assert {part.metadata["n"] for part in parts} == {1, 2}
    with pytest.raises(ValueError, match="1 metadatas for 2 texts"):
        splitter().create_documents(["a", "b"], [{}])


def test_documents_may_come_one_by_one() -> None:
    made, pages = splitter(), [Document(TEXTS["prose"], metadata={"source": "a"})]
    assert made.split_documents(iter(pages)) == made.split_documents(pages) == made.transform_documents(pages)


class Letters:
    """A counter of one's own."""

    def count(self, texts: list[str]) -> list[int]:
        return [len(text) for text in texts]


def test_what_the_engine_takes_is_taken() -> None:
    made = KawaraTextSplitter(
        "kawara:docs", settings=SETTINGS | {"budget.counter": "mine"}, counters={"mine": Letters()}
    )
    again = pickle.loads(pickle.dumps(made))
    assert again.split_text(TEXTS["prose"]) == made.split_text(TEXTS["prose"]) == splitter().split_text(TEXTS["prose"])
    with pytest.raises(TypeError, match="no_such_thing"):
        splitter(no_such_thing=1)


def test_start_index_may_be_left_out() -> None:
    parts = splitter(add_start_index=False).create_documents([TEXTS["prose"]])
    assert all("start_index" not in part.metadata for part in parts)


def test_the_context_may_be_part_of_the_content() -> None:
    page = Document("# Gates\n\n" + TEXTS["prose"], metadata={"source": "gates.md", "title": "Guide"})
    texts = splitter().split_documents([page])
    embedded = splitter(content="embedded").split_documents([page])
    assert [part.page_content for part in embedded] == [
        "\n".join([part.metadata["kawara_context"], part.page_content]) for part in texts
    ]
    assert [part.metadata for part in embedded] == [part.metadata for part in texts]
    assert [part.id for part in embedded] == [part.id for part in texts]
    assert all(len(part.page_content) <= MAX for part in embedded)
    with pytest.raises(ValueError, match="neither"):
        splitter(content="both")


def test_a_document_is_known_by_what_loaders_say_of_it() -> None:
    def page(source: str, nth: int) -> Document:
        return Document(TEXTS["prose"], metadata={"source": source, "page": nth})

    def ids(pages: list[Document]) -> set[str]:
        return {part.metadata["kawara_doc_id"] for part in splitter().split_documents(pages)}

    assert ids([page("a.pdf", 1), page("a.pdf", 2), page("b.pdf", 1)]) == {"a.pdf#1", "a.pdf#2", "b.pdf#1"}
    # Twice the same, and without any name.
    assert ids([page("a.pdf", 1), page("a.pdf", 1)]) == {"a.pdf#1", "a.pdf#1#2"}
    [unnamed] = ids([Document(TEXTS["prose"])])
    assert unnamed.startswith("sha256:")
    assert ids([Document(TEXTS["prose"], id="mine")]) == {"mine"}
    assert ids([Document(TEXTS["prose"], id="mine", metadata={"source": "a.pdf"})]) == {"mine"}


def test_no_two_documents_are_known_alike() -> None:
    pages = [Document(TEXTS["prose"], id=name) for name in ("a", "a", "a#2", "a", "a#2")]
    parts = splitter().split_documents(pages)
    assert {part.metadata["kawara_doc_id"] for part in parts} == {"a", "a#2", "a#2#2", "a#3", "a#2#3"}
    assert len({part.id for part in parts}) == len(parts)


def test_what_is_no_text_is_told() -> None:
    for text in (None, b"bytes", 7):
        with pytest.raises(TypeError, match="document 0: its text has to be a string"):
            splitter().split_text(text)


def test_any_mapping_has_settings() -> None:
    made = KawaraTextSplitter("kawara:docs", settings=MappingProxyType(SETTINGS))
    assert made.split_text(TEXTS["prose"]) == splitter().split_text(TEXTS["prose"])


def test_stores_replace_what_they_have() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    page = Document(TEXTS["prose"], metadata={"source": "gates.txt"})
    parts = splitter().split_documents([page])
    for _ in range(2):
        store.add_documents(parts)
    assert store.store.keys() == {part.id for part in parts}
    assert all(isinstance(part.id, str) and len(part.id) == 36 for part in parts)
