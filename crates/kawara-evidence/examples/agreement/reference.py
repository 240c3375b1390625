"""Runs the reference evaluator, which it imports unchanged, and prints its figures with every digit.

Two things that Python leaves open are settled first: the order in which a set is walked (BM25 adds a question's terms in that order, and
strings are hashed anew in each run), and how floats are added (from 3.12 on with compensation).
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import evaluate as reference


def plain_sum(values):
    total = 0
    for value in values:
        total += value
    return total


if "--as-it-is" not in sys.argv:
    reference.sum = plain_sum
    reference.set = lambda *given: sorted(set(*given)) if given else set()

for line in sys.stdin:
    job = json.loads(line)
    docs, questions, chunks, baseline = (reference.load(job[name]) for name in ("docs", "questions", "chunks", "baseline"))
    # With ranks at hand it does not retrieve itself.
    ranks = job["ranks"]
    retriever = None if ranks is None else object()
    figures = reference.evaluate(docs, questions, chunks, baseline, tuple(job["ks"]), retriever, ranks)
    print(json.dumps({name: repr(value) for name, value in figures.items()}), flush=True)
