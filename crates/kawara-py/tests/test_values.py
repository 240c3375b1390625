"""What comes out: values that can be compared, hashed, printed and sent elsewhere."""

import copy
import pickle

import kawara
import pytest

TEXT = "The gate opens at six. 門は六時に開く。 Tickets are sold on board."


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'words', max-tokens = 12 }")


def test_units_are_values(engine: kawara.Engine) -> None:
    units = engine.units(TEXT)
    assert len(units) == 3
    for through in (lambda unit: pickle.loads(pickle.dumps(unit)), copy.copy, copy.deepcopy):
        assert [through(unit) for unit in units] == units
    assert all(pickle.loads(pickle.dumps(units[1], protocol)) == units[1] for protocol in range(2, 6))
    assert set(engine.units(TEXT)) == set(units) and len(set(units)) == 3
    assert units[0] != units[1] and units[0] != (0, 23)
    assert repr(units[1]) == 'Unit(start=23, end=31, byte_start=23, byte_end=47, language="ja")'
    assert eval(repr(units[1]), {"Unit": kawara.Unit}) == units[1]


def test_chunks_can_be_hashed_whatever_their_metadata(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT * 4, id="a", meta={"tags": ["x"]})
    again = engine.chunk(TEXT * 4, id="a", meta={"tags": ["x"]})
    assert len(chunks) > 1 and len(set(chunks)) == len(chunks)
    assert set(chunks) == set(again)
    other = engine.chunk(TEXT * 4, id="a", meta={"tags": ["y"]})
    assert hash(other[0]) == hash(chunks[0]) and other[0] != chunks[0]


def test_an_engine_says_what_it_is(tmp_path: object) -> None:
    named = kawara.Engine.from_policy("kawara:docs", settings={"budget.counter": "words", "budget.max-tokens": 40})
    packs = ",".join(name for name, _ in named.packs)
    assert repr(named) == f'<kawara.Engine policy="kawara:docs" counter="words" max_tokens=40 packs={packs}>'
    assert repr(kawara.Engine.from_policy("policy = 1")).startswith("<kawara.Engine policy=TOML counter=")


def test_an_engine_tells_its_budget() -> None:
    settings = {"budget.counter": "words", "budget.max-tokens": 40, "budget.reserve-tokens": 8}
    engine = kawara.Engine.from_policy("kawara:docs", settings=settings)
    assert (engine.max_tokens, engine.reserve_tokens) == (32, 8)
    assert engine.chunk(TEXT)[0].max_tokens == 32
