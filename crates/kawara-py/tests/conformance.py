"""What every adapter keeps, whatever the framework: one suite, which `test_adapters.py` runs over all of them.

An adapter is seen through a `Binding`: how to make it, and how to say its results in the words of this suite.
"""

from __future__ import annotations

import asyncio
import copy
import datetime
import math
import pickle
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import kawara
import pytest

# Counted in characters, so that Python counts too: `len`.
MAX = 48
SETTINGS = {"budget.counter": "chars", "budget.max-tokens": MAX, "budget.min-tokens": 0, "context.max-tokens": 20}


@dataclass
class Given:
    """A document."""

    id: str
    text: str
    meta: dict[Any, Any] = field(default_factory=dict)


@dataclass
class Part:
    """What an adapter made of a piece of a document."""

    id: str
    text: str
    start: int
    end: int
    meta: dict[Any, Any]
    embedded: str
    """What the framework embeds, or with what the adapter says has to stand before it."""
    raw: Any

    def plain(self) -> tuple[Any, ...]:
        return self.id, self.text, self.start, self.end, self.meta, self.embedded


@dataclass(frozen=True)
class Binding:
    name: str
    make: Callable[..., Any]
    cut: Callable[[Any, Sequence[Given]], list[list[Part]]]
    acut: Callable[[Any, Sequence[Given]], Awaitable[list[list[Part]]]]

    def with_settings(self, **options: Any) -> Any:
        return self.make(settings=SETTINGS | options.pop("settings", {}), **options)


TEXTS = {
    "prose": "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. " * 4,
    "repeats": "It rains. " * 60,
    "one line repeated": "It rains.\n" * 60,
    "japanese": "門は六時に開く。始発のバスは六時半に出る。" * 12,
    "chinese": "瓦片一片压着一片，雨水顺势而下。檐下的石阶因此总是湿的。" * 8,
    "thai": "ประตูเปิดหกโมงเช้า รถคันแรกออกหกโมงครึ่ง ตั๋วขายบนรถ " * 6,
    "emoji": "One 👩‍👩‍👧‍👦 family. Two 🏳️‍🌈 flags. 😀😀😀 " * 8,
    "combining": "e\u0301te\u0301 n\u0303 " * 30,
    "crlf": "The gate opens.\r\n\r\nIt closes.\r\nIt opens again.\r\n" * 8,
    "bom": "\ufeffThe gate opens at six. \ufeffIt closes at ten. " * 6,
    "blanks": "\u3000The gate\u00a0opens.\u200b \t\u2028It closes.\n\n\n \n" * 8,
    "markdown": "# Gates\n\nThe gate opens at six.\n\n## Times\n\n- It opens.\n- It closes.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    * 4,
    "long word": "x" * 500,
    "long word of wide letters": "門" * 500,
    "no sentence": "and " * 200,
    "spaces": "a" + " " * 5000 + "b",
    "brackets": "(" * 300 + "[{" * 100 + '"',
    "control": "a\x00b\x01c\x7f. \x0cpage two. \x1b[0m " * 8,
    "templates": "{context} {0} {metadata_str} {{}} %s $x <|endoftext|> " * 6,
    "beyond the plane": "𠮷野家で𠮷を食べる。" * 12,
}


def documents() -> list[Given]:
    """All texts, with metadata that nest."""
    return [
        Given(name, text, {"place": {"town": ["Nara", nth]}, "n": nth})
        for nth, (name, text) in enumerate(TEXTS.items())
    ]


def plain(parts: list[list[Part]]) -> list[list[tuple[Any, ...]]]:
    return [[part.plain() for part in of_document] for of_document in parts]


def is_blank(character: str) -> bool:
    return character.isspace() or character in "\ufeff\u200b"


class Conformance:
    """The suite: a class that gives `binding` as a fixture has it."""

    def test_texts_are_slices(self, binding: Binding) -> None:
        made = binding.with_settings()
        given = documents()
        for document, parts in zip(given, binding.cut(made, given), strict=True):
            assert parts, document.id
            for part in parts:
                assert document.text[part.start : part.end] == part.text, document.id

    def test_nothing_is_lost(self, binding: Binding) -> None:
        given = documents()
        for document, parts in zip(given, binding.cut(binding.with_settings(), given), strict=True):
            covered = {at for part in parts for at in range(part.start, part.end)}
            lost = [at for at, character in enumerate(document.text) if at not in covered and not is_blank(character)]
            assert not lost, (document.id, lost[:3])

    def test_parts_come_in_order(self, binding: Binding) -> None:
        for parts in binding.cut(binding.with_settings(), documents()):
            spans = [(part.start, part.end) for part in parts]
            assert spans == sorted(spans)
            assert len({end for _, end in spans}) == len(spans), "one holds nothing of its own"
            assert [part.meta["kawara_ordinal"] for part in parts] == list(range(len(parts)))

    def test_budget_is_kept(self, binding: Binding) -> None:
        for parts in binding.cut(binding.with_settings(), documents()):
            for part in parts:
                assert len(part.embedded) <= MAX, part.embedded

    def test_what_cannot_be_cut_is_told(self, binding: Binding) -> None:
        text = "It rains. a" + "\u0301" * 300 + " It is cold."
        [parts] = binding.cut(binding.with_settings(), [Given("cluster", text)])
        over = [part for part in parts if len(part.embedded) > MAX]
        assert len(over) == 1
        assert "over_budget" in over[0].meta["kawara_flags"].split()
        assert all(text[part.start : part.end] == part.text for part in parts)

    def test_tokens_are_told(self, binding: Binding) -> None:
        for parts in binding.cut(binding.with_settings(), documents()):
            for part in parts:
                assert part.meta["kawara_tokens"] == len(part.text)

    def test_context_is_within_the_budget(self, binding: Binding) -> None:
        made = binding.with_settings(content_type="text/markdown")
        text = "# Gates\n\n" + TEXTS["prose"] + "\n\n## Times\n\n" + TEXTS["prose"]
        [parts] = binding.cut(made, [Given("gates", text)])
        assert any("Gates" in part.embedded and "Gates" not in part.text for part in parts)
        for part in parts:
            assert text[part.start : part.end] == part.text
            assert len(part.embedded) <= MAX, part.embedded
            assert part.embedded.endswith(part.text)

    def test_overlap_is_carried(self, binding: Binding) -> None:
        [parts] = binding.cut(binding.with_settings(), [Given("a", "It rains a lot. It is cold. " * 20)])
        for before, part in pairwise(parts):
            assert part.meta["kawara_carried"] == 1
            assert part.start < before.end

    def test_it_is_deterministic(self, binding: Binding) -> None:
        given = documents()
        one = plain(binding.cut(binding.with_settings(), given))
        assert one == plain(binding.cut(binding.with_settings(), given))

    def test_neighbours_do_not_matter(self, binding: Binding) -> None:
        made, given = binding.with_settings(), documents()
        together = plain(binding.cut(made, given))
        assert together == [plain(binding.cut(made, [document]))[0] for document in given]
        assert together[::-1] == plain(binding.cut(made, given[::-1]))

    def test_no_two_have_an_id(self, binding: Binding) -> None:
        twice = [Given("same", TEXTS["repeats"]), Given("same", TEXTS["repeats"]), Given("other", TEXTS["repeats"])]
        ids = [part.id for parts in binding.cut(binding.with_settings(), twice + documents()) for part in parts]
        assert len(set(ids)) == len(ids)

    def test_an_edit_elsewhere_changes_no_id(self, binding: Binding) -> None:
        made = binding.with_settings()
        text = "\n\n".join(f"Gate {nth} opens at six. It is far away." for nth in range(20))

        def ids(text: str) -> list[str]:
            return [part.id for part in binding.cut(made, [Given("gates", text)])[0]]

        before, behind = ids(text), ids(text + "\n\nThere is one gate more.")
        assert len(set(before) & set(behind)) >= len(before) - 1

    def test_metadata_is_kept(self, binding: Binding) -> None:
        given = documents()
        for document, parts in zip(given, binding.cut(binding.with_settings(), given), strict=True):
            for part in parts:
                assert {key: part.meta[key] for key in document.meta} == document.meta

    def test_facts_are_flat(self, binding: Binding) -> None:
        for parts in binding.cut(binding.with_settings(), documents()):
            for part in parts:
                facts = {key: fact for key, fact in part.meta.items() if str(key).startswith("kawara_")}
                assert {"kawara_doc_id", "kawara_ordinal", "kawara_tokens", "kawara_settings"} <= facts.keys()
                assert all(isinstance(fact, (str, int)) for fact in facts.values()), facts

    def test_metadata_is_nobody_elses(self, binding: Binding) -> None:
        given = documents()[:3]
        untouched = copy.deepcopy(given)
        cut = binding.cut(binding.with_settings(), given)
        parts = [part for parts in cut for part in parts]
        others = copy.deepcopy([part.meta for part in parts[1:]])
        parts[0].meta["place"]["town"].append("Kyoto")
        parts[0].meta["new"] = True
        assert given == untouched
        assert [part.meta for part in parts[1:]] == others

    def test_metadata_may_be_anything(self, binding: Binding) -> None:
        loop: list[Any] = []
        loop.append(loop)
        odd = {
            "at": datetime.date(2024, 2, 29),
            "nan": math.nan,
            "bytes": b"\xff",
            "none": None,
            "title": 7,
            "set": {1},
        }
        [parts] = binding.cut(binding.with_settings(), [Given("odd", TEXTS["prose"], odd)])
        assert all(part.meta["at"] == odd["at"] and part.meta["set"] == {1} for part in parts)

    @pytest.mark.parametrize("text", ["", " ", "\n\r\n\t\u3000", "\ufeff"])
    def test_nothing_gives_nothing(self, binding: Binding, text: str) -> None:
        assert binding.cut(binding.with_settings(), [Given("empty", text)]) == [[]]

    def test_no_documents_give_nothing(self, binding: Binding) -> None:
        assert binding.cut(binding.with_settings(), []) == []

    @pytest.mark.parametrize("text", ["x", "門", "😀", "\x00", "{", "\u0301"])
    def test_one_character(self, binding: Binding, text: str) -> None:
        [[part]] = binding.cut(binding.with_settings(), [Given("one", text)])
        assert (part.text, part.start, part.end) == (text, 0, 1)

    def test_what_is_no_text_is_told(self, binding: Binding) -> None:
        made = binding.with_settings()
        with pytest.raises((ValueError, kawara.DocumentError), match="surrogate"):
            binding.cut(made, [Given("bad", "half a \ud83d pair")])
        assert binding.cut(made, [Given("good", "It rains.")])[0][0].text == "It rains."

    def test_a_wrong_policy_is_told_at_once(self, binding: Binding) -> None:
        with pytest.raises(kawara.PolicyError, match="max-tokens"):
            binding.make(settings={"budget.max-tokens": -1})

    def test_a_policy_may_ask_for_metadata(self, binding: Binding) -> None:
        policy = 'extends = ["kawara:docs"]\n[[match]]\nmeta = { tenant = "acme" }\nunits = { overlap = 0 }\n'
        made = binding.make(policy=policy, settings=SETTINGS)
        text = "It rains a lot. It is cold. " * 20
        cut = binding.cut(made, [Given("a", text, {"tenant": "acme"}), Given("b", text, {"tenant": "other"})])
        assert [any(part.meta["kawara_carried"] for part in parts) for parts in cut] == [False, True]

    @pytest.mark.parametrize("suffix", [".html", ".json", ".jsonl", ".csv", ".tex", ".adoc", ".pdf"])
    def test_what_loaders_took_out_is_plain(self, binding: Binding, suffix: str) -> None:
        text = 'A List<T> is 50 % of it. \\foo{a} % not a comment\n\n{"a": 1}\n\na,b\n1,2'
        made = binding.make(settings=SETTINGS, path_key="path")
        [parts] = binding.cut(made, [Given("a", text, {"path": "x/y" + suffix})])
        assert "".join("".join(part.text for part in parts).split()) == "".join(text.split())

    @pytest.mark.parametrize("through", [lambda made: pickle.loads(pickle.dumps(made)), copy.deepcopy, copy.copy])
    def test_it_can_be_copied(self, binding: Binding, through: Callable[[Any], Any]) -> None:
        made, given = binding.with_settings(), documents()
        assert plain(binding.cut(through(made), given)) == plain(binding.cut(made, given))

    def test_threads_share_it(self, binding: Binding) -> None:
        made, given = binding.with_settings(), documents()
        expected = plain(binding.cut(made, given))
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        try:
            with ThreadPoolExecutor(8) as pool:
                found = list(pool.map(lambda _: plain(binding.cut(made, given)), range(16)))
        finally:
            sys.setswitchinterval(interval)
        assert all(each == expected for each in found)

    def test_async_gives_the_same(self, binding: Binding) -> None:
        made, given = binding.with_settings(), documents()
        assert plain(asyncio.run(_gathered(binding, made, given))) == plain(binding.cut(made, given))


async def _gathered(binding: Binding, made: Any, given: list[Given]) -> list[list[Part]]:
    some = await asyncio.gather(*(binding.acut(made, [document]) for document in given))
    return [parts for [parts] in some]
