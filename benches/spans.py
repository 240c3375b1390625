#!/usr/bin/env python3
"""Whether the rows that `kawara late` tells are those of the tokenizers themselves.

    pip install numpy tokenizers tiktoken
    python3 spans.py KAWARA SHARED [--max-tokens 128]

KAWARA is the command; SHARED holds data/corpora and data/tokenizers. Each document is one window. Python's tokenizers and tiktoken tell where every token
stands, and for each chunk the rows are found anew from its bytes: all tokens with a byte in it. A miss is a chunk with other rows, or a
window with another number of tokens. Without a network tiktoken wants its files in TIKTOKEN_CACHE_DIR.
"""
import argparse
import json
import subprocess
from pathlib import Path

import numpy as np
import tiktoken
from tokenizers import Tokenizer

parser = argparse.ArgumentParser()
parser.add_argument("kawara")
parser.add_argument("shared", type=Path)
parser.add_argument("--max-tokens", type=int, default=128)
arguments = parser.parse_args()

CORPORA = ["en", "zh", "ja", "th", "md", "code"]
LIMIT = 100_000_000


class OpenAi:
    """Tokens are bytes, one behind the other."""

    def __init__(self, name):
        self.name, self.counter = name, f"tiktoken:{name}"
        self.encoding = tiktoken.get_encoding(name)

    def spans(self, text):
        spans, at = [], 0
        for token in self.encoding.decode_tokens_bytes(self.encoding.encode_ordinary(text)):
            spans.append((at, at + len(token)))
            at += len(token)
        return spans


class File:
    """A tokenizer.json; special tokens that are written in a text are plain text, and nothing is cut off."""

    def __init__(self, name):
        path = arguments.shared / "data" / "tokenizers" / name / "tokenizer.json"
        self.name, self.counter = name, f"hf:{path}"
        self.tokenizer = Tokenizer.from_file(str(path))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.tokenizer.encode_special_tokens = True

    def spans(self, text):
        """With special tokens, which stand nowhere."""
        bytes_before = [0]
        for character in text:
            bytes_before.append(bytes_before[-1] + len(character.encode()))
        encoding = self.tokenizer.encode(text)
        spans = zip(encoding.offsets, encoding.special_tokens_mask)
        return [(-1, -1) if special else (bytes_before[start], bytes_before[end]) for (start, end), special in spans]


def lines(command, corpus, tokenizer, *words):
    documents = arguments.shared / "data" / "corpora" / f"{corpus}.jsonl"
    call = [arguments.kawara, command, "--documents", str(documents), "--policy", "kawara:docs", "--set", f"budget.counter={tokenizer.counter}"]
    call += ["--set", f"budget.max-tokens={arguments.max_tokens}", "--quiet", *words]
    return map(json.loads, subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout.splitlines())


def rows(spans, start, end):
    """First row and the row behind the last, of all tokens that stand in a range of bytes; those in between count too."""
    inside = np.flatnonzero((spans[:, 0] < end) & (spans[:, 1] > start))
    return [int(inside[0]), int(inside[-1]) + 1] if len(inside) else None


def compared(tokenizer, corpus):
    chunks = {chunk["id"]: chunk for chunk in lines("chunk", corpus, tokenizer)}
    tokens = windows = misses = 0
    for window in lines("late", corpus, tokenizer, "--limit", str(LIMIT)):
        spans = np.array(tokenizer.spans(window["prefix"] + window["text"])).reshape(-1, 2)
        windows += 1
        tokens += len(spans)
        misses += len(spans) != window["tokens"]
        for late in window["chunks"]:
            chunk = chunks[late["id"]]
            # The text of a reader that leaves something out is not the source: there the chunk's own text is looked for.
            text = window["text"].encode()
            start = chunk["start"] - window["start"]
            if text[start : start + len(chunk["text"].encode())] != chunk["text"].encode():
                start = text.find(chunk["text"].encode())
            wanted = rows(spans, start, start + len(chunk["text"].encode()))
            misses += wanted is not None and wanted != late["tokens"]
    return windows, len(chunks), tokens, misses


print("| tokenizer | corpus | windows | chunks | tokens | misses |\n|---|---|---|---|---|---|")
total = [0, 0, 0, 0]
for tokenizer in [OpenAi("cl100k_base"), OpenAi("o200k_base"), *map(File, ["all-MiniLM-L6-v2", "bert-chinese", "multilingual-e5-small", "qwen3"])]:
    for corpus in CORPORA:
        found = compared(tokenizer, corpus)
        total = [sum(pair) for pair in zip(total, found)]
        print(f"| {tokenizer.name} | {corpus} | " + " | ".join(f"{count:,}" for count in found) + " |", flush=True)
print("| all | all | " + " | ".join(f"{count:,}" for count in total) + " |")
