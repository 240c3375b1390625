"""A language of one's own."""

import re

import kawara
import pytest


class Korean:
    """Sentences end at a stop; commas end clauses. White space belongs to the piece before it."""

    grains = ("sentence", "clause")
    version = "2"

    def cuts(self, text: str, grain: str) -> list[int]:
        pattern = r"[.!?]\s+|\Z" if grain == "sentence" else r"[.!?,]\s+|\Z"
        return sorted({match.end() for match in re.finditer(pattern, text) if match.end() > 0})

    def leans_back(self, unit: str) -> bool:
        return unit.startswith("그")


TEXT = "지붕이 샌다. 그래서 기와를 갈았다. 비가 왔지만, 방은 말랐다."


def engine(segmenter: object, more: str = "") -> kawara.Engine:
    policy = f"budget = {{ counter = 'words', max-tokens = 7 }}\n{more}"
    return kawara.Engine.from_policy(policy, segmenters={"ko": segmenter})  # type: ignore[dict-item]


def test_it_cuts_its_language() -> None:
    korean = engine(Korean(), "units.overlap = 'auto'")
    assert [TEXT[unit.start : unit.end] for unit in korean.units(TEXT)] == [
        "지붕이 샌다.",
        "그래서 기와를 갈았다.",
        "비가 왔지만, 방은 말랐다.",
    ]
    assert [TEXT[unit.start : unit.end] for unit in korean.units(TEXT, "clause")][-1] == "방은 말랐다."
    chunks = korean.chunk(TEXT, id="a")
    assert all(chunk.language == "ko" and TEXT[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert ("ko", "2") in korean.packs
    assert korean.chunk_batch([{"id": "a", "text": TEXT}] * 9, threads=3) == [chunks] * 9


@pytest.mark.parametrize(
    ("ends", "message"),
    [([3, 3], "cuts at character 3 after 3"), ([999], "past the end"), ([2], "the cuts end at"), (["x"], "failed")],
)
def test_what_it_answers_is_checked(ends: list[int], message: str) -> None:
    class Wrong:
        def cuts(self, text: str, grain: str) -> list[int]:
            return ends

    with pytest.raises(kawara.PackError, match=message) as caught:
        engine(Wrong()).chunk(TEXT, id="a")
    assert "pack `ko`" in str(caught.value)
    chunks = engine(Wrong(), "units.on-fault = 'fallback'").chunk(TEXT, id="a")
    assert all("pack_fault" in chunk.flags for chunk in chunks)


def test_a_tag_for_private_use_cuts_what_a_pack_would() -> None:
    class Lines:
        def cuts(self, text: str, grain: str) -> list[int]:
            ends = [at + 1 for at, character in enumerate(text) if character == "/"]
            return sorted({*ends, len(text)})

    made = kawara.Engine.from_policy("kawara:docs", segmenters={"qaa": Lines()})
    text = "The gate opens / at six. The bus / leaves."
    assert [text[unit.start : unit.end] for unit in made.units(text, language="qaa")] == [
        "The gate opens /",
        "at six. The bus /",
        "leaves.",
    ]
    assert len(made.units(text)) == 2


def test_what_is_no_segmenter_is_told() -> None:
    with pytest.raises(ValueError, match="has no method `cuts"):
        engine(object())
    with pytest.raises(kawara.PackError, match=r"the pack `zh` of kawara cuts.*\"qaa\""):
        kawara.Engine.from_policy("kawara:docs", segmenters={"zh": Korean()})
    with pytest.raises(ValueError, match="is no primary language subtag"):
        kawara.Engine.from_policy("kawara:docs", segmenters={"ko-KR": Korean()})
