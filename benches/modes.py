#!/usr/bin/env python3
"""The table of modes in docs/embedding.md, made by `kawara sweep --modes`.

    python3 modes.py KAWARA SHARED --minilm PYTHON --e5 PYTHON [--write docs/embedding.md] [--cache DIR]

KAWARA is the command; SHARED holds data/evidence and data/tokenizers. PYTHON are the interpreters whose packages run the models: of all-MiniLM-L6-v2 as
examples/own-embedder/requirements.txt says, of multilingual-e5-small as e5.py says. Printed is Markdown; with --write it takes its place in the
page, between `<!-- modes -->` and `<!-- end modes -->`.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("kawara")
parser.add_argument("shared", type=Path)
parser.add_argument("--minilm", required=True)
parser.add_argument("--e5", required=True)
parser.add_argument("--write", type=Path)
parser.add_argument("--cache", default="none")
arguments = parser.parse_args()

HERE = Path(__file__).resolve().parent
EVIDENCE = arguments.shared / "data" / "evidence"
MINILM, E5 = (arguments.shared / "data" / "tokenizers" / name / "tokenizer.json" for name in ("all-MiniLM-L6-v2", "multilingual-e5-small"))
MODELS = {
    "minilm": (f"{arguments.minilm} {HERE.parent / 'examples/own-embedder/embedder.py'}", MINILM, []),
    "e5": (f"{arguments.e5} {HERE / 'e5.py'} {E5}", E5, ["--set", 'context.prefix="passage: "', "--query-prefix", "query: "]),
}
# The order of rows; reading wider stands beside what it widens.
ORDER = ["words", "text", "chunk", WIDER := "chunk, read one unit wider", "late", "late-soft", "contextual", "semantic", "parent"]
RUNS = [("en-xquad", "minilm"), ("en-xquad", "e5"), ("zh-xquad", "e5")]
SIZES = [128, 256]
LIMIT = 512  # what both models read at most
DEPTHS = [1, 5]


def sweep(name, model, k, words):
    folder = EVIDENCE / name
    program, tokenizer, options = MODELS[model]
    command = [arguments.kawara, "sweep", str(folder / "questions.jsonl"), "--documents", str(folder / "docs.jsonl"), "--policy", "kawara:docs"]
    command += ["--set", f"budget.counter=hf:{tokenizer}", "--embedder", f"{model}={program}", *options]
    command += ["--sizes", ",".join(map(str, SIZES)), "--late-limit", str(LIMIT), "--embedding-cache", arguments.cache, "-k", str(k), "--json", *words]
    print(name, model, k, *words, file=sys.stderr)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def rows(name, model):
    """By size and what is done: the points at each depth."""
    points = {}
    for k in DEPTHS:
        for words in (["--modes", "all"], ["--modes", "chunk", "--wider", "1"]):
            found = sweep(name, model, k, words)
            for one in found["points"]:
                point = one["point"]
                what = WIDER if point["wider"] else point["mode"]
                points.setdefault((point["size"], what), {})[k] = one
    return found, dict(sorted(points.items(), key=lambda row: (row[0][0], ORDER.index(row[0][1]))))


def percent(share):
    return "" if share is None else f"{100 * share:.1f}"


def table(about, name, points):
    torn = {size: of[DEPTHS[0]]["all"]["baseline_broken"] for (size, what), of in points.items() if what == "chunk"}
    torn = ", ".join(f"{count} of them torn at {size} tokens without overlap" for size, count in torn.items())
    lines = [f"**{name}** by {about['embedder']}: {about['documents']} documents, {about['questions']} questions, {torn}.", ""]
    served = [f"{what}@{k}" for k in DEPTHS for what in ("hit", "boundary recall")]
    heads = ["tokens", "mode", "chunks", "redundancy", "coverage", *served, f"rrr@{DEPTHS[-1]}", "characters read@1", "tokens embedded"]
    lines += ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for (size, what), of in points.items():
        one = of[DEPTHS[-1]]
        figures, cost = one["all"], one["cost"]
        found = [percent(of[k]["all"]["served"][figure]) for k in DEPTHS for figure in ("hit", "boundary_recall")]
        embedded = f"{cost['embedded']['tokens']:,}" if cost.get("embedded") else ""
        read = f"{of[DEPTHS[0]]['all']['served']['unique']:,.0f}"
        cells = [str(size), what, str(cost["chunks"]), percent(cost["redundancy"]), percent(figures["coverage"]), *found]
        lines.append("| " + " | ".join([*cells, percent(figures["served"]["rrr"]), read, embedded]) + " |")
    return "\n".join(lines)


def findings(all_points):
    """Of each mode what it does to hits, beside the same chunks embedded by themselves."""
    lines = []
    for what in ORDER:
        beside = [(points[size, "chunk"], points[size, what]) for points in all_points for size in SIZES if (size, what) in points]
        if what == "chunk" or not beside:
            continue
        parts = []
        for k in DEPTHS:
            hits = [[of[k]["all"]["served"]["hit"] * 100 for of in pair] for pair in beside]
            more = [own - plain for plain, own in hits]
            better = sum(gain > 0 for gain in more)
            parts.append(f"{better} of {len(more)} rows better at {k}, by {min(more):+.1f} to {max(more):+.1f} points")
        read = [pair[1][1]["all"]["served"]["unique"] / pair[0][1]["all"]["served"]["unique"] for pair in beside]
        embedded = [[of[1]["cost"].get("embedded") for of in pair] for pair in beside]
        told = f"reads {min(read):.1f} to {max(read):.1f} times the characters"
        if all(own for _, own in embedded):
            tokens = [own["tokens"] / plain["tokens"] for plain, own in embedded]
            told += f", embeds {min(tokens):.1f} to {max(tokens):.1f} times the tokens"
        lines.append(f"- `{what}`: {'; '.join(parts)}; {told}.")
    return "\n".join(lines)


ran = [(name, *rows(name, model)) for name, model in RUNS]
made = "\n\n".join(table(about, name, points) for name, about, points in ran)
made += f"\n\nHits beside those of `chunk`, over these {len(RUNS) * len(SIZES)} pairs of rows:\n\n{findings([points for _, _, points in ran])}\n"
print(made)
if arguments.write:
    page = arguments.write.read_text(encoding="utf-8")
    part = re.compile(r"(<!-- modes -->\n).*?(<!-- end modes -->)", re.DOTALL)
    page, count = part.subn(lambda match: f"{match[1]}\n{made}\n{match[2]}", page)
    if count != 1:
        sys.exit(f"{arguments.write} has no part between <!-- modes --> and <!-- end modes -->")
    arguments.write.write_text(page, encoding="utf-8")
