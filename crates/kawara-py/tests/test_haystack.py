"""What the component of Haystack promises beside what all adapters do."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import SETTINGS, TEXTS

pytest.importorskip("haystack")

from haystack import Document, Pipeline
from haystack.components.preprocessors import DocumentSplitter
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy
from haystack_integrations.components.preprocessors.kawara import KawaraDocumentSplitter


def splits(text: str, **options: object) -> list[Document]:
    settings = SETTINGS | options.pop("settings", {})
    return KawaraDocumentSplitter(settings=settings, **options).run([Document(id="doc", content=text)])["documents"]


def test_what_the_own_splitter_writes_is_written() -> None:
    theirs = DocumentSplitter(split_by="word", split_length=8, split_overlap=2).run([Document(content=TEXTS["prose"])])
    for nth, split in enumerate(splits(TEXTS["prose"])):
        assert theirs["documents"][0].meta.keys() <= split.meta.keys()
        assert (split.meta["source_id"], split.meta["split_id"]) == ("doc", nth)
        assert TEXTS["prose"].startswith(split.content, split.meta["split_idx_start"])


@pytest.mark.parametrize("name", TEXTS)
def test_overlaps_are_told_by_both(name: str) -> None:
    made = splits(TEXTS[name])
    by_id = {split.id: split for split in made}
    for split in made:
        for overlap in split.meta["_split_overlap"]:
            other = by_id[overlap["doc_id"]]
            assert abs(other.meta["split_id"] - split.meta["split_id"]) == 1
            start, end = overlap["range"]
            shared = other.content[start:end]
            assert shared
            if other.meta["split_id"] < split.meta["split_id"]:
                assert split.content.startswith(shared) and end == len(other.content)
            else:
                assert split.content.endswith(shared) and start == 0
            assert split.id in [back["doc_id"] for back in other.meta["_split_overlap"]]
    overlapping = sum(len(split.meta["_split_overlap"]) for split in made)
    assert overlapping == 2 * sum(split.meta["kawara_carried"] > 0 for split in made)


def test_pages_are_counted_as_haystack_does() -> None:
    text = "\fPage two is here. \f\fPage four is here. It goes on and on and on. It ends.\f" + "Page five. " * 20
    for split in splits(text):
        start = split.meta["split_idx_start"]
        opening = len(split.content) - len(split.content.lstrip("\f"))
        assert split.meta["page_number"] == 1 + text.count("\f", 0, start) + opening
    assert splits("\f\f") == []
    assert [
        split.meta["page_number"]
        for split in splits("One.\fTwo.", settings={"budget.max-tokens": 5, "context.max-tokens": 2})
    ] == [1, 2]


def test_a_pipeline_is_written_and_read() -> None:
    pipeline = Pipeline()
    settings = SETTINGS | {"units.overlap": {"default": 0, "ja": 2}}
    pipeline.add_component("splitter", KawaraDocumentSplitter("kawara:docs", settings=settings, id_keys=["file_path"]))
    again = Pipeline.loads(pipeline.dumps())
    given = {"splitter": {"documents": [Document(id="doc", content=TEXTS["japanese"], meta={"file_path": "a.md"})]}}
    made = pipeline.run(given)["splitter"]["documents"]
    assert made == again.run(given)["splitter"]["documents"]
    assert again.dumps() == pipeline.dumps()
    assert made[0].meta["kawara_doc_id"] == "a.md"


def test_paths_are_written_down(tmp_path: Path) -> None:
    policy = tmp_path / "kawara.toml"
    policy.write_text('policy = 1\nextends = "kawara:docs"\n')
    pipeline = Pipeline()
    pipeline.add_component("splitter", KawaraDocumentSplitter(policy, directory=tmp_path, tokenizers=[tmp_path]))
    assert Pipeline.loads(pipeline.dumps()).dumps() == pipeline.dumps()


def test_stores_replace_what_they_have() -> None:
    store = InMemoryDocumentStore()
    pipeline = Pipeline()
    pipeline.add_component("splitter", KawaraDocumentSplitter(settings=SETTINGS))
    pipeline.add_component("writer", DocumentWriter(store, policy=DuplicatePolicy.OVERWRITE))
    pipeline.connect("splitter", "writer")
    for _ in range(2):
        pipeline.run({"splitter": {"documents": [Document(id="doc", content=TEXTS["prose"])]}})
    assert store.count_documents() == len(splits(TEXTS["prose"]))


def test_what_is_not_a_text_is_told() -> None:
    splitter = KawaraDocumentSplitter(settings=SETTINGS)
    with pytest.raises(ValueError, match="document image has no text"):
        splitter.run([Document(id="image", content=None)])
    with pytest.raises(TypeError, match="list of Documents"):
        splitter.run(["a text"])
