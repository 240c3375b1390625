#!/usr/bin/env python3
"""The figures behind the shipped policies, as their comments quote them.

    python3 policies.py KAWARA SHARED [NAME...]

KAWARA is the command; SHARED holds data/evidence (documents, questions with evidence spans), data/files, data/corpora, and
tools/evaluate.py; NAMEs are policies or `percentages`, all if none is given. Tokens are cl100k_base.

"Whole" is the share of spans that lie in one chunk; "found" the share of questions for which the texts served, best first by BM25
until so many tokens are used up, hold all evidence between them. "Cost" is tokens over the same chunks without overlap.
"""
import ast
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

KAWARA, SHARED = sys.argv[1], Path(sys.argv[2])
sys.path.insert(0, str(SHARED / "tools"))
import evaluate  # noqa: E402

FILES, EVIDENCE, CORPORA = (SHARED / "data" / name for name in ("files", "evidence", "corpora"))
POLICIES = Path(__file__).resolve().parent.parent / "policies"
SETS = ["en-xquad", "zh-xquad", "zh-Hant-drcd", "ja-jaquad", "ja-jsquad"]
NO_LIMIT = "budget.max-tokens=1000000"
ALONE = [NO_LIMIT, "budget.min-tokens=0", "units.kind='record'", "units.records-per-chunk=1", "units.overlap=0", "context.prepend=[]"]


def chunk(policy, inputs, *sets):
    """Chunks by the policy file of this name; `inputs` are paths, or documents as dictionaries."""
    command = [KAWARA, "chunk", "--quiet", "--policy", str(POLICIES / f"{policy}.toml")]
    for value in sets:
        command += ["--set", value]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf8") as lines:
        if isinstance(inputs[0], dict):
            lines.writelines(json.dumps(document) + "\n" for document in inputs)
            lines.flush()
            command += ["--documents", lines.name]
        else:
            command += [str(path) for path in inputs]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def rows(path):
    return [json.loads(line) for line in open(path, encoding="utf8") if line.strip()]


def corpus(name, media_type=None):
    for row in rows(CORPORA / f"{name}.jsonl"):
        kind = {"content_type": media_type} if media_type else {}
        yield {"id": row["id"], "path": row["id"].replace(":", "/"), "text": row["text"]} | kind


def tokens(chunks):
    return sum(chunk["tokens"] for chunk in chunks)


def share(part, whole):
    return f"{100 * part / max(1, whole):.1f} %"


def spread(counts):
    counts = sorted(counts)
    at = lambda part: counts[min(len(counts) - 1, int(part * len(counts)))]
    return f"{len(counts)}, median {at(.5)}, p90 {at(.9)}, longest {counts[-1]}"


def whole(spans, chunks):
    """How many (document, start, end) lie in one chunk."""
    by = {}
    for one in chunks:
        by.setdefault(one["doc_id"], []).append((one["start"], one["end"]))
    return sum(any(start <= a and b <= end for start, end in by.get(doc, [])) for doc, a, b in spans)


def spans(chunks):
    return [(one["doc_id"], one["start"], one["end"]) for one in chunks]


def flags(chunks):
    return dict(Counter(flag for one in chunks for flag in one["flags"]))


def evidence(policy, sets, labels, sizes, overlaps=("1",), room=(800, 1600)):
    """Whole and found, for each set, size and overlap."""
    for name in sets:
        documents, questions = rows(EVIDENCE / name / "docs.jsonl"), rows(EVIDENCE / name / "questions.jsonl")
        texts = {document["id"]: document["text"] for document in documents}
        for size in sizes:
            bare = tokens(chunk(policy, documents, f"budget.max-tokens={size}", "budget.min-tokens=0", "units.overlap=0"))
            for overlap in overlaps:
                cut = chunk(policy, documents, f"budget.max-tokens={size}", "budget.min-tokens=0", f"units.overlap={overlap}")
                line = [f"{name} at {size}, overlap {overlap}: cost {share(tokens(cut) - bare, bare)}"]
                index = evaluate.BM25([texts[one["doc_id"]][one["char_start"]:one["char_end"]] for one in cut])
                best = {}
                for label in labels:
                    asked = [question for question in questions if question["label"] == label]
                    if not asked:
                        continue
                    ranges = {}
                    for one in cut:
                        ranges.setdefault(one["doc_id"], []).append({"start": one["char_start"], "end": one["char_end"]})
                    kept = sum(any(evaluate.covers(r, q["evidence"]) for r in ranges.get(q["doc_id"], [])) for q in asked)
                    found = [sum(is_found(q, cut, index, best, tokens_left) for q in asked) for tokens_left in room]
                    served = ", ".join(f"{share(n, len(asked))} in {r}" for n, r in zip(found, room))
                    line.append(f"{label} ({len(asked)}) whole {share(kept, len(asked))}, found {served}")
                print("  " + "; ".join(line))


def is_found(question, chunks, index, best, left):
    text = question["question"]
    if text not in best:
        best[text] = index.top(text, 60)
    ranges = []
    for at in best[text]:
        left -= chunks[at]["tokens"]
        if left < 0:
            break
        if chunks[at]["doc_id"] == question["doc_id"]:
            ranges.append((chunks[at]["char_start"], chunks[at]["char_end"]))
    wanted = evaluate.union([(part["start"], part["end"]) for part in question["evidence"]])
    return evaluate.length(evaluate.inter(evaluate.union(ranges), wanted)) == evaluate.length(wanted)


def technical_reference():
    name = "technical-reference"
    evidence(name, SETS + ["en-expmrc-squad"], ["answer", "answer+previous", "human-1"], [150, 200, 256, 400, 512], room=(800,))
    evidence(name, ["th-xquad", "th-iapp"], ["answer"], [256, 400, 512], room=(1600,))
    pages = [page for page in corpus("md", "text/markdown") if "/api/" in page["path"] and page["path"].startswith("vue")]
    sections = chunk(name, pages, *ALONE)
    print(f"  {len(pages)} API pages of Vue: sections {spread([one['tokens'] for one in sections])}")
    for size in 150, 200, 256:
        cut = chunk(name, pages, f"budget.max-tokens={size}")
        bare = tokens(chunk(name, pages, f"budget.max-tokens={size}", "units.overlap=0"))
        kept = share(whole(spans(sections), cut), len(sections))
        print(f"  at {size}: {len(cut)} chunks, sections whole {kept}, cost {share(tokens(cut) - bare, bare)}")
    for most in 64, 48, 32:
        reduced = flags(chunk(name, pages, f"context.max-tokens={most}")).get("context_reduced", 0)
        print(f"  context.max-tokens={most}: {reduced} shortened")
    entries = []
    for path in sorted((FILES / "rst").iterdir()):
        text = path.read_text(encoding="utf8")
        for entry in re.finditer(r"^\.\. auto.*\n(?:(?![.A-Za-z]).*\n)*", text, re.M):
            entries.append({"id": str(len(entries)), "text": entry.group().rstrip()})
    print(f"  entries in reStructuredText: {spread([one['tokens'] for one in chunk(name, entries, NO_LIMIT)])}")


def legal():
    paths = sorted((FILES / "law").iterdir())
    articles = chunk("legal", paths, *ALONE)
    print(f"  articles: {spread([one['tokens'] for one in articles])}")
    for path in paths:
        texts = [one["text"] for one in articles if one["doc_id"] == path.name or one["doc_id"].endswith("/" + path.name)]
        texts = [text for text in texts if re.search("第[零一二三四五六七八九十百千]+条", text)]
        before = sum(bool(re.search("前[一二三四五六七八九]?条", text)) for text in texts)
        within = sum(bool(re.search("前[一二三四五六七八九]?[款項项]|前各[款项]|本条", text)) for text in texts)
        refer = f"refer to the article before {share(before, len(texts))}, to a paragraph of their own {share(within, len(texts))}"
        cut = chunk("legal", [path])
        mine = [span for span in spans(articles) if span[0].endswith(path.name)]
        mine = [(cut[0]["doc_id"], start, end) for _, start, end in mine]
        print(f"  {path.name}: {len(texts)} articles, {refer}, whole {share(whole(mine, cut), len(mine))}")
    for size in 150, 200, 256, 300, 400:
        for each in [], ["units.records-per-chunk=1"]:
            cut = chunk("legal", paths, f"budget.max-tokens={size}", *each)
            kept = share(whole(spans(articles), cut), len(articles))
            print(f"  at {size} {each}: {len(cut)} chunks, {tokens(cut)} tokens, whole {kept}, {len(articles) / len(cut):.2f} a chunk")


def knowledge_base():
    evidence("knowledge-base", SETS, ["answer+previous"], [256, 400, 512, 800], ["0", "1"], room=(800,))
    pages = list(corpus("md", "text/markdown"))
    for least in 64, 128, 200, 256:
        counts = sorted(one["tokens"] for one in chunk("knowledge-base", pages, f"budget.min-tokens={least}"))
        small = share(sum(count < 128 for count in counts), len(counts))
        print(f"  min-tokens {least}: {len(counts)} chunks, {sum(counts)} tokens, median {counts[len(counts) // 2]}, under 128 {small}")


def narrative():
    evidence("narrative", SETS, ["answer", "answer+support"], [256, 400, 512, 800])
    evidence("narrative", SETS, ["answer+support"], [512], ["1", '"auto"', "2"])
    book = next(document for document in corpus("en") if document["id"] == "alice")
    parts = [{"id": str(at), "text": part} for at, part in enumerate(re.split(r"\n\s*\n", book["text"])) if part.strip()]
    print(f"  paragraphs: {spread([one['tokens'] for one in chunk('narrative', parts, NO_LIMIT, 'units.overlap=0')])}")
    source = book["text"].encode()
    for size in 256, 512, 800:
        for overlap in "1", '"auto"', "2":
            cut = chunk("narrative", [book], f"budget.max-tokens={size}", f"units.overlap={overlap}")
            ends = [re.search(rb"\n\s*\n\s*$", source[:one["own_start"]][-40:]) is not None for one in cut[1:]]
            carried = sorted(Counter(one["carried"] for one in cut[1:]).items())
            print(f"  at {size}, overlap {overlap}: {len(cut)} chunks, {tokens(cut)} tokens, "
                  f"cuts at a paragraph {share(sum(ends), len(ends))}, carried {carried}")


def transcript():
    every = []
    for path in sorted((FILES / "chat").iterdir()):
        turns = chunk("transcript", [path], *ALONE)
        every += [one["tokens"] for one in turns]
        doc = turns[0]["doc_id"]
        three = [(doc, first["start"], third["end"]) for first, third in zip(turns, turns[2:])]
        for size in 256, 400:
            bare = tokens(chunk("transcript", [path], f"budget.max-tokens={size}", "units.overlap=0"))
            for overlap in 0, 1, 2:
                cut = chunk("transcript", [path], f"budget.max-tokens={size}", f"units.overlap={overlap}")
                held = sum(len(one["units"]) for one in cut) / len(cut)
                print(f"  {path.name} at {size}, overlap {overlap}: turns whole {share(whole(spans(turns), cut), len(turns))}, three "
                      f"in a row {share(whole(three, cut), len(three))}, {held:.0f} in a chunk, cost {share(tokens(cut) - bare, bare)}")
    print(f"  turns: {spread(every)}")
    for path in sorted((FILES / "subtitle").iterdir()):
        cut = chunk("transcript", [path])
        print(f"  {path.name}: seconds {[round(one['meta']['end_seconds'] - one['meta']['start_seconds']) for one in cut]}")


def catalogue():
    tables = {"unsd-en.csv": "Country or Area", "unsd-cn.csv": "Country or Area", "country-codes.csv": "official_name_en",
              "ja-catalogue.csv": "品番"}
    for name, column in tables.items():
        path = FILES / "csv" / name
        records = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
        names = [record[records[0].index(column)].strip() for record in records[1:]]
        alone = chunk("catalogue", [path], *ALONE)
        print(f"  {name}: rows {spread([one['tokens'] for one in alone])}")
        for size in 256, 400:
            for each in [], ["units.records-per-chunk=1"]:
                cut = chunk("catalogue", [path], f"budget.max-tokens={size}", *each)
                index = evaluate.BM25([one["text"] for one in cut])
                hits = Counter()
                for word, row in zip(names, alone):
                    held = [cut[at]["start"] <= row["start"] and row["end"] <= cut[at]["end"] for at in index.top(word, 3)] if word else []
                    hits[1] += any(held[:1])
                    hits[3] += any(held)
                asked = sum(1 for word in names if word)
                print(f"    at {size} {each}: {len(cut)} chunks, cost {share(tokens(cut) - tokens(alone), tokens(alone))}, "
                      f"rows whole {share(whole(spans(alone), cut), len(alone))}, {len(alone) / len(cut):.1f} a chunk, "
                      f"hit@1 {share(hits[1], asked)}, hit@3 {share(hits[3], asked)}")
    path = FILES / "jsonl" / "gsm8k-test.jsonl"
    alone = chunk("catalogue", [path], *ALONE)
    for size in 256, 400:
        kept = share(whole(spans(alone), chunk("catalogue", [path], f"budget.max-tokens={size}")), len(alone))
        print(f"  {path.name} at {size}: {len(alone)} records, whole {kept}")


RUST_FN = re.compile(r"^( *)(pub(\([a-z]+\))? )?(const )?(unsafe )?(async )?(extern \"C\" )?fn ")


def functions(path, text):
    """Byte ranges of functions: by Python's own parser; for Rust from the line with `fn` to the brace at the same indentation."""
    lines = text.encode().splitlines(keepends=True)
    at = [0]
    for line in lines:
        at.append(at[-1] + len(line))
    if path.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
                yield at[first - 1], at[node.end_lineno]
        return
    for number, line in enumerate(lines):
        head = RUST_FN.match(line.decode())
        if not head:
            continue
        if line.rstrip().endswith((b"}", b";")):
            yield at[number], at[number + 1]
            continue
        for last in range(number + 1, len(lines)):
            tail = lines[last].decode()
            if tail.startswith(head.group(1) + "}"):
                yield at[number], at[last + 1]
                break
            if tail.rstrip().endswith(";") and len(tail) - len(tail.lstrip()) == len(head.group(1)):
                break


def code():
    documents = list(corpus("code"))
    found, texts = {"py": [], "rs": []}, []
    for document in documents:
        source = document["text"].encode()
        for start, end in functions(document["path"], document["text"]):
            body = source[start:end]
            start, end = start + len(body) - len(body.lstrip()), end - len(body) + len(body.rstrip())
            found[document["path"][-2:]].append((document["id"], start, end))
            texts.append({"id": f"{document['path'][-2:]} {len(texts)}", "text": body.decode()})
    sizes = Counter()
    for one in chunk("docs", texts, NO_LIMIT, "units.overlap=0"):
        sizes[one["doc_id"]] += one["tokens"]
    for kind in "rs", "py":
        print(f"  functions .{kind}: {spread([count for doc, count in sizes.items() if doc.startswith(kind)])}")
    for size in 256, 400, 512, 800:
        cut = chunk("code", documents, f"budget.max-tokens={size}")
        kept = ", ".join(f".{kind} {share(whole(found[kind], cut), len(found[kind]))}" for kind in found)
        print(f"  at {size}: {len(cut)} chunks, functions whole {kept}, {flags(cut)}")
    asked = chunk("docs", documents, "budget.max-tokens=256")
    print(f"  one unit asked for at 256, by kawara:docs: {len(asked)} chunks, {flags(asked)}")


def percentages():
    """What overlaps in per cent become: units carried over cuts."""
    for name in SETS:
        documents = rows(EVIDENCE / name / "docs.jsonl")
        for size in 256, 400:
            for percent in 10, 15, 20, 25:
                cut = chunk("docs", documents, f"budget.max-tokens={size}", f"units.overlap={{ percent = {percent} }}")
                carried = Counter(one["carried"] for one in cut if one["ordinal"] > 0)
                parts = ", ".join(f"{units}: {share(count, carried.total())}" for units, count in sorted(carried.items()))
                print(f"  {name} at {size}, {percent} %: {parts}")


if __name__ == "__main__":
    measures = [percentages, technical_reference, legal, knowledge_base, narrative, transcript, catalogue, code]
    known = {measure.__name__.replace("_", "-"): measure for measure in measures}
    for name in sys.argv[3:] or known:
        print(name)
        known[name]()
