#!/usr/bin/env python3
"""The tables of docs/evidence.md, all of them made by `kawara sweep`.

    python3 evidence.py KAWARA SHARED [--write docs/evidence.md] [--keep DIR] [SET...]

KAWARA is the command; SHARED holds data/evidence: documents, and questions with evidence spans. SETs are folders of it, all if none is
given. Printed is Markdown; with --write each table takes its place in the page, between `<!-- NAME -->` and `<!-- end NAME -->`. With
--keep the sweeps remember in DIR what they have done. Tokens are cl100k_base, as in the policy kawara:docs, on which everything here is built.
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
parser.add_argument("sets", nargs="*")
parser.add_argument("--write", type=Path)
parser.add_argument("--keep", type=Path)
arguments = parser.parse_args()

EVIDENCE = arguments.shared / "data" / "evidence"
ORDER = ["en-xquad", "en-expmrc-squad", "zh-xquad", "zh-cmrc2018", "zh-expmrc-cmrc", "zh-Hant-drcd", "ja-jaquad", "ja-jsquad", "th-xquad", "th-iapp"]
SETS = arguments.sets or ORDER
SIZES = [128, 256, 512]
CARRIES = ["0", "1", "auto", "2"]
OVERLAPS = ["0", "10%", "20%", "30%"]
TARGETS = ["95%"]
UNITS = ["--strategy", "units", "--carry", ",".join(CARRIES), "--wider", "0,1,2"]
WINDOWS = ["--strategy", "token-window", "--window-overlap", ",".join(OVERLAPS)]
PARTS = ["answer", "answer+previous", "answer+support", "human-1", "human-multi"]


def sweep(name, part, words):
    """What a sweep of a set prints as JSON."""
    folder = EVIDENCE / name
    command = [arguments.kawara, "sweep", str(folder / "questions.jsonl"), "--documents", str(folder / "docs.jsonl"), "--policy", "kawara:docs"]
    command += ["--set", "context.prepend=[]", "--sizes", ",".join(map(str, SIZES)), "--json", "--quiet", *words]
    if arguments.keep:
        command += ["--resume", str(arguments.keep / f"{name}-{part}")]
    print(f"{name} {part}", file=sys.stderr)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


class Set:
    """All points of a set, by size and what is repeated."""

    def __init__(self, name):
        self.name = name
        units, windows = sweep(name, "units", UNITS), sweep(name, "windows", WINDOWS)
        self.advice = {"100%": units["advice"]}
        self.advice |= {target: sweep(name, "units", [*UNITS, "--target", target])["advice"] for target in TARGETS}
        self.documents, self.questions = units["documents"], units["questions"]
        self.points = {}
        for one in units["points"] + windows["points"]:
            point = one["point"]
            self.points[point["size"], point["carry"] or point["window_overlap"], bool(point["carry"]), point["wider"]] = one

    def unit(self, size, carry, wider=0):
        return self.points[size, carry, True, wider]

    def window(self, size, overlap):
        return self.points[size, overlap, False, 0]

    def parts(self):
        known = next(iter(self.points.values()))["classes"]
        return [part for part in PARTS if part in known]


def percent(share, digits=1):
    shown = "" if share is None else f"{100 * share:.{digits}f}"
    return shown.lstrip("-") if shown and float(shown) == 0 else shown


def cell(point, part):
    return f"{percent(point['classes'][part]['coverage'])} [{percent(point['cost']['redundancy'], 0)}]"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def coverage(sets, part):
    """Coverage in per cent, and in brackets the effective redundancy."""
    head = ["set", "n", "tokens"] + [f"{carry} u" if carry != "auto" else "auto" for carry in CARRIES]
    head += [f"window {overlap.rstrip('%')} %" for overlap in OVERLAPS]
    rows = []
    for one in sets:
        if part not in one.parts():
            continue
        for size in SIZES:
            count = one.unit(size, "0")["classes"][part]["questions"]
            cells = [cell(one.unit(size, carry), part) for carry in CARRIES] + [cell(one.window(size, overlap), part) for overlap in OVERLAPS]
            rows.append([one.name, count, size, *cells])
    return table(head, rows)


def auto(sets, part="answer+support"):
    """Whether `auto` is within a point of two units, at no more than the redundancy midway between one and two."""
    rows = []
    for one in sets:
        if part not in one.parts():
            continue
        for size in SIZES:
            points = [one.unit(size, carry) for carry in ("1", "auto", "2")]
            share = [point["classes"][part]["coverage"] for point in points]
            cost = [point["cost"]["redundancy"] for point in points]
            near, cheap = share[1] >= share[2] - .01, cost[1] <= (cost[0] + cost[2]) / 2
            rows.append([one.name, size, *map(percent, share), *map(percent, cost), percent((cost[0] + cost[2]) / 2), "yes" if near else "no", "yes" if cheap else "no"])
    return table(["set", "tokens", "1 u", "auto", "2 u", "1 u stores", "auto stores", "2 u stores", "midway", "within a point", "no dearer than midway"], rows)


def wider(sets, part="answer+support", size=256):
    """Reading wider against carrying: what one chunk has as it is read, found among five by BM25, and how much text these are."""
    rows = []
    for one in sets:
        if part not in one.parts():
            continue
        for carry, units in [("0", 0), ("1", 0), ("2", 0), ("0", 1), ("0", 2)]:
            point = one.unit(size, carry, units)
            figures = point["classes"][part]
            served = figures["served"]
            rows.append([one.name, carry, units, percent(point["cost"]["redundancy"]), percent(figures["coverage"]), percent(served["hit"]), percent(served["rrr"]), f"{served['unique']:.0f}"])
    return table(["set", "carried", "read wider by", "stored beside", "whole", "hit@5", "rrr@5", "characters served once"], rows)


def broken(sets, part="answer+previous", size=256):
    """What a setting repairs of what its own cuts without overlap break, and what it breaks anew."""
    rows = []
    for one in sets:
        if part not in one.parts():
            continue
        columns = [("1 u", one.unit(size, "1")), ("2 u", one.unit(size, "2")), ("window 10 %", one.window(size, "10%")), ("window 20 %", one.window(size, "20%")), ("window 30 %", one.window(size, "30%"))]
        for name, point in columns:
            figures = point["classes"][part]
            rows.append([one.name, name, figures["straddling"], percent(figures["straddle_coverage"]), figures["newly_broken"], percent(figures["coverage"])])
    return table(["set", "", "straddling", "of them whole", "newly broken", "coverage"], rows)


def advice(sets, target):
    """What is recommended for each set and size, and the figures that decide."""
    rows = []
    for one in sets:
        for said in one.advice[target]:
            recommendation = said["recommendation"]
            counts, verdict = recommendation["counts"], recommendation["verdict"]
            rows.append([one.name, said["group"]["language"], said["size"], counts["near"], counts["straddling"], counts["unfittable"], what(verdict), why(recommendation)])
    return table(["set", "language", "tokens", "questions a carry can help", "straddling", "unfittable", "recommended", "because"], rows)


def what(verdict):
    kind = verdict["kind"]
    if kind == "keep":
        return "keep the policy"
    if kind == "carry":
        return f"carry {verdict['carry']}"
    return f"none reaches it; nearest {verdict['nearest']}" if verdict["nearest"] else "none within the caps"


def why(recommendation):
    verdict, counts, goal = recommendation["verdict"], recommendation["counts"], recommendation["goal"]
    if verdict["kind"] == "keep":
        return f"{counts['straddling']} straddling questions about {counts['documents']} documents are too few"
    if verdict["kind"] == "carry":
        step = next(step for step in recommendation["steps"] if step["carry"] == verdict["carry"])
        return f"{percent(step['coverage'])} % whole, {percent(step['redundancy'])} % stored beside, {percent(step['rrr'])} % served twice"
    said = []
    for bite in verdict["bites"]:
        if bite["kind"] == "redundancy":
            said.append(f"{bite['carry']} would store {percent(bite['redundancy'])} % beside (cap {percent(goal['max_redundancy'], 0)} %)")
        elif bite["kind"] == "rrr":
            said.append(f"{bite['carry']} would serve {percent(bite['rrr'])} % twice (cap {percent(goal['max_rrr'], 0)} %)")
        elif bite["kind"] == "unproven":
            said.append(f"what {bite['carry']} gains may be chance ({percent(bite['gain']['low'])} to {percent(bite['gain']['high'])} points)")
        else:
            said.append(f"the most is {percent(bite['coverage'])} % with {bite['carry']}")
    for step in recommendation["steps"]:
        if step["carry"] == verdict["nearest"]:
            said.append(f"{step['carry']}: {percent(step['coverage'])} % whole, {percent(step['redundancy'])} % stored beside")
    return "; ".join(dict.fromkeys(said))


def main():
    sets = [Set(name) for name in SETS]
    tables = {f"coverage {part}": coverage(sets, part) for part in PARTS}
    tables |= {"auto": auto(sets), "wider": wider(sets), "broken": broken(sets), "advice": advice(sets, "100%"), "advice 95%": advice(sets, "95%")}
    page = arguments.write.read_text(encoding="utf8") if arguments.write else None
    for name, text in tables.items():
        print(f"\n## {name}\n\n{text}")
        if page is not None:
            page, count = re.subn(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", lambda found: f"{found[1]}\n{text}\n\n{found[2]}", page, flags=re.S)
            if count != 1:
                sys.exit(f"the page has {count} places for the table {name}")
    if page is not None:
        arguments.write.write_text(page, encoding="utf8")


main()
