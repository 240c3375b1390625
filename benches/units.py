#!/usr/bin/env python3
"""Boundary F1 of kawara's sentences and of peers, on files of {"id", "text", "units"[, "newline", "level"]}.

    python3 units.py KAWARA FILE...

KAWARA is the command; the language of a file is the first two letters of its name, or what follows its first dot
(gold.ja.jsonl). Peers are measured where they are installed: bunkai for Japanese, pythainlp with python-crfsuite (crfcut) for
Thai; a plain regex for Chinese and Japanese; white space for Thai. Peers get hard-broken text line by line, and a line break in
soft text as a space, which is how a careful user would call them.

A boundary inside white space counts at its end, so that it does not matter who owns the white space. "inner" leaves out
boundaries at line breaks, which any rule finds.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

BLANK = re.compile(r"[\s\u200b\ufeff]*")
STOP = re.compile(r"[。！？!?]+[」』）】〕〉》”’)\]｣]*")


def rows(path):
    return [json.loads(line) for line in open(path, encoding="utf8") if line.strip()]


def normal(text, ends):
    """Boundaries inside the text, each behind the white space that follows it."""
    moved = (BLANK.match(text, end).end() for end in ends)
    return {end for end in moved if end < len(text) and BLANK.match(text).end() < end}


def gold(row):
    ends, at = [], 0
    for unit in row["units"]:
        at += len(unit)
        ends.append(at)
    return normal(row["text"], ends)


def kawara(command, table):
    """Each row with its own reading of line breaks and at its own grain."""
    found = {}
    how = lambda row: (row.get("newline", "hard"), {"bunsetsu": "word"}.get(row.get("level"), row.get("level", "sentence")))
    for newline, grain in sorted({how(row) for row in table}):
        documents = [row for row in table if how(row) == (newline, grain)]
        lines = "".join(json.dumps({"id": r["id"], "text": r["text"], "content_type": "text/plain"}) + "\n" for r in documents)
        arguments = ["units", "--documents", "/dev/stdin", "--boundaries", "--policy", "kawara:docs", "--grain", grain]
        done = subprocess.run([command, *arguments, "--set", f'read.newline="{newline}"'],
                              input=lines.encode(), capture_output=True, check=True)
        for line in done.stdout.decode().splitlines():
            result = json.loads(line)
            found[result["id"]] = result["boundaries"]
    return found


def by_line(cut):
    """A peer that takes text, on rows: lines apart unless line breaks are soft."""
    def ends(row):
        text, soft = row["text"], row.get("newline") == "soft"
        pieces = re.split(r"(?<=\n\n)", text) if soft else text.splitlines(keepends=True)
        at, all_ends = 0, []
        for piece in pieces:
            all_ends += [at + end for end in cut(piece.replace("\n", " "))] + [at + len(piece)]
            at += len(piece)
        return all_ends
    return ends


def lengths(parts):
    at, ends = 0, []
    for part in parts:
        at += len(part)
        ends.append(at)
    return ends


def peers(language):
    if language in ("ja", "zh"):
        yield "plain regex", by_line(lambda text: [m.end() for m in STOP.finditer(text)])
    if language == "ja":
        try:
            from bunkai import Bunkai
            bunkai = Bunkai()
            yield "bunkai", by_line(lambda text: lengths(bunkai(text)))
        except ImportError:
            print("bunkai is not installed", file=sys.stderr)
    if language == "th":
        yield "white space", by_line(lambda text: [m.end() for m in re.finditer(r"\s+", text)])
        try:
            from pythainlp.tokenize.crfcut import segment
            yield "crfcut", by_line(lambda text: lengths(segment(text)))
        except ImportError:
            print("pythainlp with python-crfsuite is not installed", file=sys.stderr)


def f1(right, found, expected):
    return 2 * right / (found + expected) if found + expected else 1.0


def score(table, found):
    counts = [0] * 6
    for row in table:
        text, want = row["text"], gold(row)
        have = normal(text, found[row["id"]])
        inner = lambda ends: {e for e in ends if not re.search(r"[\n\r\u2028\u2029\u0085]\s*$", text[:e])}
        for nth, (a, b) in enumerate([(want, have), (inner(want), inner(have))]):
            for k, value in enumerate([len(a & b), len(b), len(a)]):
                counts[3 * nth + k] += value
    return f1(*counts[:3]), f1(*counts[3:]), counts[2]


def main(command, *files):
    print("| set | boundaries | who | F1 | inner |\n|---|---|---|---|---|")
    for file in files:
        name = Path(file).name.removesuffix(".jsonl")
        language = name.split(".")[1] if "." in name else name[:2]
        table = rows(file)
        judged = [("kawara", kawara(command, table))]
        judged += [(who, {row["id"]: cut(row) for row in table}) for who, cut in peers(language)]
        for who, found in judged:
            all_f1, inner, boundaries = score(table, found)
            print(f"| {name} | {boundaries} | {who} | {all_f1:.4f} | {inner:.4f} |")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
