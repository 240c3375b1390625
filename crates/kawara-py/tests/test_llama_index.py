"""What the node parser of LlamaIndex promises beside what all adapters do."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import kawara
import pytest
from conformance import MAX, SETTINGS, TEXTS

pytest.importorskip("llama_index.core")

from kawara.llama_index import KawaraNodeParser
from llama_index.core import Document
from llama_index.core.ingestion import IngestionCache, IngestionPipeline
from llama_index.core.node_parser import NodeParser, SentenceWindowNodeParser, get_leaf_nodes, get_root_nodes
from llama_index.core.postprocessor import MetadataReplacementPostProcessor
from llama_index.core.schema import MetadataMode, NodeRelationship, NodeWithScore, TextNode

GUIDE = "# Gates\n\n" + TEXTS["prose"] + "\n\n## Times\n\n" + TEXTS["japanese"]


def parser(**fields: object) -> KawaraNodeParser:
    fields["settings"] = SETTINGS | fields.pop("settings", {})
    return KawaraNodeParser.from_policy(fields.pop("policy", "kawara:docs"), **fields)


def nodes(made: KawaraNodeParser, text: str, **about: object) -> list[TextNode]:
    return made.get_nodes_from_documents([Document(id_="doc", text=text, **about)])


def test_offsets_are_right_where_the_search_of_llama_index_is_not() -> None:
    text = "It rains. It rains. " * 20
    made = parser()
    exact = nodes(made, text)
    searched = [node.model_copy(deep=True) for node in exact]
    NodeParser._postprocess_parsed_nodes(made, searched, {"doc": Document(id_="doc", text=text)})
    assert [node.start_char_idx for node in searched] != [node.start_char_idx for node in exact]
    assert all(text[node.start_char_idx : node.end_char_idx] == node.text for node in exact)
    assert exact[-1].end_char_idx == len(text.rstrip())


def test_relationships() -> None:
    document = Document(id_="doc", text=GUIDE, metadata={"file_path": "guide.md"})
    made = parser().get_nodes_from_documents([document, Document(id_="other", text=GUIDE)])
    first = [node for node in made if node.source_node.node_id == "doc"]
    assert {node.source_node.node_id for node in made} == {"doc", "other"}
    assert first[0].prev_node is None and first[-1].next_node is None
    for before, node in pairwise(first):
        assert before.next_node.node_id == node.node_id and node.prev_node.node_id == before.node_id
        assert before.next_node.hash == node.hash
    assert all(node.source_node.hash == document.hash for node in first)
    assert all(node.parent_node.node_id == node.metadata["kawara_parent"] for node in made)
    apart = parser(include_prev_next_rel=False).get_nodes_from_documents([document])
    assert all(node.prev_node is None and node.next_node is None for node in apart)


def test_parents_are_nodes_if_wanted() -> None:
    document = Document(id_="doc", text=GUIDE, metadata={"file_path": "guide.md"})
    plain = parser().get_nodes_from_documents([document])
    family = parser(parents=True).get_nodes_from_documents([document])
    leaves, roots = get_leaf_nodes(family), get_root_nodes(family)
    assert [node.node_id for node in leaves] == [node.node_id for node in plain]
    assert len(roots) == len({node.parent_node.node_id for node in leaves}) > 1
    by_id = {node.node_id: node for node in family}
    for leaf in leaves:
        parent = by_id[leaf.parent_node.node_id]
        assert leaf.node_id in [child.node_id for child in parent.child_nodes]
        # What a leaf carries may be of the section before.
        assert parent.start_char_idx <= leaf.end_char_idx <= parent.end_char_idx
    for root in roots:
        assert GUIDE[root.start_char_idx : root.end_char_idx] == root.text
        assert root.source_node.node_id == "doc"


@pytest.mark.parametrize("width", [1, 9, 16])
def test_metadata_counts(width: int) -> None:
    document = Document(id_="doc", text=GUIDE, metadata={"file_path": "guide.md", "k": "v" * width})
    document.excluded_embed_metadata_keys = ["file_path"]
    made = parser().get_nodes_from_documents([document])
    shown = [node.get_content(MetadataMode.EMBED) for node in made]
    assert all(f"k: {'v' * width}" in text for text in shown)
    assert any("context: Gates" in text for text in shown)
    assert max(map(len, shown)) <= MAX
    assert all(
        "kawara_" not in node.get_content(mode) for node in made for mode in (MetadataMode.EMBED, MetadataMode.LLM)
    )


def test_metadata_need_not_count() -> None:
    about = {"metadata": {"k": "v" * 30}}
    made = nodes(parser(metadata_aware=False), TEXTS["prose"], **about)
    assert max(len(node.text) for node in made) <= MAX < max(len(node.get_content(MetadataMode.EMBED)) for node in made)


def test_metadata_that_leaves_no_room_is_told() -> None:
    with pytest.raises(kawara.PolicyError, match="document 'doc': its metadata takes"):
        nodes(parser(), TEXTS["prose"], metadata={"k": "v" * 200})
    excluded = nodes(parser(), TEXTS["prose"], metadata={"k": "v" * 200}, excluded_embed_metadata_keys=["k"])
    assert excluded[0].metadata["k"] == "v" * 200


def test_what_the_policy_reserves_stays_free() -> None:
    policy = 'extends = ["kawara:docs"]\n[budget]\nreserve-tokens = 8\n'
    made = nodes(parser(policy=policy), TEXTS["prose"] * 3, metadata={"k": "v"})
    assert max(len(node.get_content(MetadataMode.EMBED)) for node in made) <= MAX - 8


def test_metadata_may_stay_away() -> None:
    made = nodes(parser(include_metadata=False), TEXTS["prose"], metadata={"k": "v" * 200})
    assert all("k" not in node.metadata for node in made)


def test_the_window_is_that_of_the_sentence_window_parser() -> None:
    sentences = [f"Gate {nth} opens at six or seven or eight." for nth in range(9)]
    text = " ".join(sentences)
    settings = {"units.overlap": 0}
    ours = nodes(parser(window_size=2, settings=settings), text)
    theirs = SentenceWindowNodeParser.from_defaults(
        sentence_splitter=lambda text: sentences, window_size=2
    ).get_nodes_from_documents([Document(text=text)])
    assert [node.text for node in ours] == sentences
    for one, other in zip(ours, theirs, strict=True):
        assert {key: one.metadata[key] for key in other.metadata} == other.metadata
        assert set(other.excluded_embed_metadata_keys) <= set(one.excluded_embed_metadata_keys)
        assert set(other.excluded_llm_metadata_keys) <= set(one.excluded_llm_metadata_keys)
    [replaced] = MetadataReplacementPostProcessor("window").postprocess_nodes([NodeWithScore(node=ours[4])])
    assert replaced.node.text == " ".join(sentences[2:7])


@pytest.mark.parametrize("size", [1, 2, 100])
def test_windows_are_slices_around_the_node(size: int) -> None:
    for text in TEXTS.values():
        for node in nodes(parser(window_size=size), text):
            assert node.metadata["original_text"] == node.text
            assert node.text.strip() in node.metadata["window"]
            assert node.metadata["window"] in text
    made = nodes(parser(window_size=100), TEXTS["japanese"])
    assert {node.metadata["window"] for node in made} == {TEXTS["japanese"]}


def test_ids_are_kept_or_ones_own() -> None:
    one, other = nodes(parser(), GUIDE), nodes(parser(), GUIDE)
    assert [node.node_id for node in one] == [node.node_id for node in other]
    own = nodes(parser(id_func=lambda nth, document: f"{document.node_id}/{nth}"), GUIDE)
    assert [node.node_id for node in own] == [f"doc/{nth}" for nth in range(len(own))]
    assert own[1].prev_node.node_id == "doc/0"
    # The id of a document that is not given is random: metadata may stand for it.
    named = [
        parser(id_keys=["file_path"]).get_nodes_from_documents(
            [Document(text=GUIDE, metadata={"file_path": "guide.md"})]
        )
        for _ in range(2)
    ]
    assert [node.node_id for node in named[0]] == [node.node_id for node in named[1]]


def test_nodes_may_be_parsed_again() -> None:
    section = TextNode(id_="section", text=TEXTS["prose"])
    section.relationships[NodeRelationship.SOURCE] = Document(id_="doc", text="…").as_related_node_info()
    for node in parser()([section]):
        assert node.source_node.node_id == "doc"
        assert section.text[node.start_char_idx : node.end_char_idx] == node.text


def test_it_can_be_written_down() -> None:
    made = parser(window_size=2, parents=True, id_keys=["file_path"])
    described = made.to_dict()
    described.pop("id_func")
    again = KawaraNodeParser.from_dict(described)
    assert nodes(again, GUIDE) == nodes(made, GUIDE)


def test_fields_are_what_they_are_now() -> None:
    made = parser()
    made.settings = SETTINGS | {"budget.max-tokens": 2 * MAX}
    assert nodes(made, TEXTS["prose"]) == nodes(parser(settings=made.settings), TEXTS["prose"])
    copied = made.model_copy(update={"settings": SETTINGS})
    assert nodes(copied, TEXTS["prose"]) == nodes(parser(), TEXTS["prose"]) != nodes(made, TEXTS["prose"])


def test_fields_that_there_are_not_are_told() -> None:
    with pytest.raises(TypeError, match="no field setings"):
        KawaraNodeParser.from_policy("kawara:docs", setings=SETTINGS)


def test_paths_and_nothing(tmp_path: Path) -> None:
    made = parser(policy="kawara:docs", directory=tmp_path, tokenizers=[tmp_path], model=None, base_policy=None)
    assert (made.directory, made.tokenizers) == (str(tmp_path), [str(tmp_path)])
    assert KawaraNodeParser(policy="kawara:docs", settings=None, packs=None).settings == {}


def test_a_cache_is_not_taken_in_by_a_file_of_the_same_name(tmp_path: Path) -> None:
    policy, cache, made = tmp_path / "kawara.toml", IngestionCache(), []
    for size in (MAX, 2 * MAX, MAX):
        policy.write_text(
            f'policy = 1\nextends = "kawara:docs"\nbudget = {{ counter = "chars", max-tokens = {size} }}\n'
        )
        pipeline = IngestionPipeline(transformations=[KawaraNodeParser.from_policy(policy)], cache=cache)
        made.append(pipeline.run(documents=[Document(id_="doc", text=TEXTS["prose"])]))
    assert len(made[1]) < len(made[0]) and made[2] == made[0]


def test_a_pipeline_runs_it() -> None:
    document = Document(id_="doc", text=GUIDE, metadata={"file_path": "guide.md"})
    made = IngestionPipeline(transformations=[parser()]).run(documents=[document])
    assert made == parser().get_nodes_from_documents([document])
