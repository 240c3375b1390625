#!/usr/bin/env python3
"""The tables and figures of docs/evidence.md, all of them made by `kawara sweep`, and why `auto` misses what it misses by `kawara evidence check`.

    python3 evidence.py KAWARA SHARED [--write docs/evidence.md] [--keep DIR] [SET...]

KAWARA is the command; SHARED holds data/evidence: documents, and questions with evidence spans. SETs are folders of it, all if none is
given. Printed is Markdown; with --write each part takes its place in the page, between `<!-- NAME -->` and `<!-- end NAME -->`. With
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
TARGETS = ["100%", "95%"]
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
        self.advice = {}
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
            rows.append([one.name, name, figures["baseline_broken"], percent(figures["straddle_coverage"]), figures["newly_broken"], percent(figures["coverage"])])
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
    return f"none reaches it; the best within the caps is {verdict['nearest']}" if verdict["nearest"] else "none within the caps"


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


def rows(sets, part, sizes=SIZES):
    """The rows of a table."""
    return [(one, size) for one in sets if part in one.parts() for size in sizes]


def whole(point, part, digits=1):
    return percent(point["classes"][part]["coverage"], digits)


def stored(point):
    return percent(point["cost"]["redundancy"], 0)


def gain(one, size, part, more, less):
    """What one carry keeps whole over another, in points."""
    return 100 * (one.unit(size, more)["classes"][part]["coverage"] - one.unit(size, less)["classes"][part]["coverage"])


def places(those):
    """Rows by name: `zh-xquad at 128 and 256`."""
    named = {}
    for one, size in those:
        named.setdefault(one if isinstance(one, str) else one.name, []).append(str(size))
    return "; ".join(f"{name} at {listed(sizes)}" for name, sizes in named.items()) or "none"


def listed(words):
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words) or "none"


def span(values, digits=1):
    """From the least to the most of some figures."""
    shown = list(dict.fromkeys([percent(min(values) / 100, digits), percent(max(values) / 100, digits)]))
    return " to ".join(shown)


def bullets(*lines):
    return "\n".join(f"- {line}" for line in lines)


def findings(sets):
    """What the tables of coverage say in plain words, counted."""
    east = [one for one in sets if one.name.startswith(("zh", "ja")) and "answer+support" in one.parts()]
    thai = [one for one in sets if one.name.startswith("th")]
    made = [(one, size, part) for part in PARTS[:3] for one, size in rows(sets, part)]

    def wins(overlap, repeats="0"):
        return sum(whole_of(one.unit(size, repeats), part) > whole_of(one.window(size, overlap), part) for one, size, part in made)

    def whole_of(point, part):
        return point["classes"][part]["coverage"]

    def kept(part, more, less):
        """Of the questions that two units keep whole beyond none, how many fewer do."""
        return sum(round((whole_of(one.unit(size, more), part) - whole_of(one.unit(size, less), part)) * one.unit(size, "0")["classes"][part]["questions"]) for one, size in rows(sets, part))

    previous, support = "answer+previous", "answer+support"
    against = "; ".join(f"{one.name} {whole(one.unit(256, '0'), previous)} against {whole(one.window(256, '20%'), previous)} % [{stored(one.window(256, '20%'))}]" for one, _ in rows(sets, previous, [256]))

    def beaten(part):
        return places((one, size) for one, size in rows(sets, part) if whole_of(one.unit(size, "0"), part) < whole_of(one.window(size, "20%"), part))

    wide = [one.name for one, _ in rows(sets, support, [512]) if whole_of(one.window(512, "30%"), support) > whole_of(one.unit(512, "2"), support)]
    first = "; ".join(f"{one.name} from {whole(one.unit(256, '0'), previous)} to {whole(one.unit(256, '1'), previous)} % for {stored(one.unit(256, '1'))} %" for one, _ in rows(sets, previous, [256]))
    larger = "; ".join(f"{one.name} {whole(one.unit(512, '1'), previous)} % for {stored(one.unit(512, '1'))} %" for one, _ in rows(sets, previous, [512]))
    second = {part: [gain(one, 256, part, "2", "1") for one in east] for part in (previous, support)}
    dear = [[100 * one.unit(256, carry)["cost"]["redundancy"] for one in east] for carry in ("1", "2")]
    small = "; ".join(f"{one.name} {percent(max(whole_of(point, previous) for (size, _, _, wider), point in one.points.items() if size == 128 and wider == 0))} %" for one in east + thai)
    losing = [(one, size, part) for part in PARTS for one, size in rows(sets, part) if gain(one, size, part, "2", "1") < 0]
    worst = min(losing, key=lambda row: gain(*row, "2", "1"), default=None)
    windows = "; ".join(f"{one.name} {whole(one.window(512, '30%'), support)} % for {stored(one.window(512, '30%'))} %, two units {whole(one.unit(512, '2'), support)} % for {stored(one.unit(512, '2'))} %, one {whole(one.unit(512, '1'), support)} % for {stored(one.unit(512, '1'))} %" for one in thai)
    said = [
        f"**Where a chunk is cut matters more than how much is repeated.** In {wins('20%')} of the {len(made)} rows of `answer`, `{previous}` and `{support}`, sentences that repeat nothing keep more whole than windows that repeat 20 %; in {wins('30%')} more "
        f"than windows that repeat 30 %. `{previous}` at 256 tokens, in brackets what these windows store beside: {against}. Where they keep more of `{previous}`: {beaten(previous)}; of `{support}`: {beaten(support)}.",
        f"**One sentence then does most of what overlap can do.** Of {kept(previous, '2', '0')} questions of `{previous}` that two sentences keep whole beyond none, over all sets and sizes, one keeps {kept(previous, '1', '0')}; of {kept(support, '2', '0')} of `{support}`, {kept(support, '1', '0')}. "
        f"It is not cheap at 256 tokens: {first}. At 512 tokens it costs less: {larger}.",
        f"**“Two sentences for Chinese and Japanese” is not what they show.** At 256 tokens the second adds {span(second[previous])} points where the evidence is the sentence before ({listed(one.name for one in east)}), and {span(second[support])} where it reaches further (`{support}`), "
        f"for {span(dear[1], 0)} % stored beside instead of {span(dear[0], 0)} %. A loss is no mistake: cuts move.",
        f"**128 tokens are too few for two sentences of Chinese, Japanese or Thai** in this vocabulary. The most `{previous}` that any carry or window that was tried keeps whole there: {small}. A larger size is the remedy, not more overlap.",
    ]
    if worst:
        one, size, part = worst
        said.append(f"**More overlap can lose.** In {len(losing)} of {sum(len(rows(sets, part)) for part in PARTS)} rows two units keep less whole than one, most on {one.name} at {size} tokens: `{part}` falls from {whole(one.unit(size, '1'), part)} to {whole(one.unit(size, '2'), part)} %. Cuts move, and break what was whole.")
    if thai:
        said.append(f"**Units are worth least in Thai.** What is cut there are fragments at spaces, and a unit carried may be a phrase. `{support}` at 512 tokens, windows of 30 %: {windows}. Windows of 30 % keep more of it than two units do on {listed(wide)}.")
    said += [f"**Passages that people marked across sentences, {one.name}** ({one.unit(size, '0')['classes']['human-multi']['questions']} questions, {size} tokens): whole in {whole(one.unit(size, '0'), 'human-multi')} % without overlap, {whole(one.unit(size, '1'), 'human-multi')} % with one sentence ({stored(one.unit(size, '1'))} % stored beside), {whole(one.unit(size, '2'), 'human-multi')} % with two ({stored(one.unit(size, '2'))} %), "
        f"{whole(one.window(size, '10%'), 'human-multi')} % with windows of 10 % ({stored(one.window(size, '10%'))} %), {whole(one.window(size, '20%'), 'human-multi')} % of 20 % ({stored(one.window(size, '20%'))} %)." for one, size in rows(sets, "human-multi", [256, 512]) if one.unit(size, "0")["classes"]["human-multi"]["questions"] >= 30]
    few = [one for one, _ in rows(sets, "human-multi", [256]) if one.unit(256, "0")["classes"]["human-multi"]["questions"] < 30]
    said += [f"{one.name} has {one.unit(256, '0')['classes']['human-multi']['questions']} such questions, which say nothing." for one in few]
    return bullets(*said)


def repaired(sets, part="answer+previous", size=256):
    """What the table of repairs says, counted."""
    those = [one for one, _ in rows(sets, part, [size])]
    under = [sum(one.window(size, overlap)["classes"][part]["straddle_coverage"] < .5 for one in those) for overlap in OVERLAPS[1:]]
    most = max((one for one in those), key=lambda one: one.window(size, "10%")["classes"][part]["newly_broken"])
    figures = most.window(size, "10%")["classes"][part]
    broken = {carry: ", ".join(f"{one.name} {one.unit(size, carry)['classes'][part]['newly_broken']}" for one in those) for carry in ("1", "2")}
    return bullets(
        f"Windows of 10, 20 and 30 % make less than half whole of what their cuts tear in {under[0]}, {under[1]} and {under[2]} of {len(those)} sets, and tear something else: on {most.name} an overlap of 10 % makes {percent(figures['straddle_coverage'])} % of {figures['baseline_broken']} straddling "
        f"questions whole, and breaks {figures['newly_broken']} that were whole without. Whoever only asks whether the straddling ones fit now sees the gain and not the loss.",
        f"Carried sentences move cuts too. Questions that one breaks anew: {broken['1']}; two: {broken['2']}.",
    )


def checked(one, size, carry, part=None):
    """What `kawara evidence check` says of each question, or of each of a label."""
    folder = EVIDENCE / one.name
    command = [arguments.kawara, "evidence", "check", str(folder / "questions.jsonl"), "--documents", str(folder / "docs.jsonl"), "--policy", "kawara:docs"]
    command += ["--set", "context.prepend=[]", "--set", f"budget.max-tokens={size}", "--set", f"units.overlap={carry}", "--json", "--quiet"]
    said = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return {question["id"]: question for question in said["questions"] if part in (None, question["class"])}


def fares(sets, part="answer+support"):
    """How `auto` fares against its target, and why it misses it."""
    all_rows = rows(sets, part)
    near = [row for row in all_rows if gain(*row, part, "auto", "2") >= -1]
    cost = {carry: lambda row, carry=carry: row[0].unit(row[1], carry)["cost"]["redundancy"] for carry in CARRIES}
    cheap = [row for row in all_rows if cost["auto"](row) <= (cost["1"](row) + cost["2"](row)) / 2]
    both = [row for row in near if row in cheap]
    not_near, dear = [row for row in all_rows if row not in near], [row for row in all_rows if row not in cheap]
    over = max([100 * (cost["auto"](row) - (cost["1"](row) + cost["2"](row)) / 2) for row in dear], default=0)
    point = span([row[0].unit(row[1], "0")["classes"][part]["questions"] / 100 for row in all_rows])
    by_size = ", ".join(f"{sum(row[1] == size for row in both)} of {sum(row[1] == size for row in all_rows)} at {size} tokens" for size in SIZES)
    said = [
        f"**It reaches its target in {len(both)} of {len(all_rows)} rows**: {by_size}. A point is {point} questions.",
        f"Within a point of two units in {len(near)}. Not: {places(not_near)}.",
        f"No dearer than midway in {len(cheap)}. Not: {places(dear)}, by {percent(over / 100)} points at most.",
    ]
    lost = gained = one_more = unasked = reduced = 0
    for one, size in not_near:
        by_auto, by_two = checked(one, size, '"auto"', part), checked(one, size, "2", part)
        for id, question in by_auto.items():
            is_whole, is_whole_by_two = question["verdict"] == "covered", by_two[id]["verdict"] == "covered"
            gained += is_whole and not is_whole_by_two
            if is_whole or not is_whole_by_two:
                continue
            lost += 1
            if question["overlap"] == 2:
                one_more += 1
                unasked += any(cut["asked"] == 1 for cut in question["cuts"])
                reduced += any((cut["carried"] or 0) < (cut["asked"] or 0) for cut in question["cuts"])
    if lost:
        said.append(f"Where it is not within a point, two units keep {lost} questions whole that `auto` does not, and `auto` {gained} that two do not. Of these {lost}, {one_more} are cut so that a second unit over that very cut keeps them whole; at {unasked} of them `auto` saw no reason for one, at {reduced} it did not fit. The other {lost - one_more} are torn at a cut that lies elsewhere with two.")
    return bullets(*said)


def read_on(sets, part="answer+support", size=256):
    """What the table of reading wider says, counted."""
    those = [one for one, _ in rows(sets, part, [size])]

    def more(carry, wider, figure):
        return [one for one in those if figure(one.unit(size, "0", wider)) > figure(one.unit(size, carry))]

    def coverage(point):
        return point["classes"][part]["coverage"]

    def hit(point):
        return point["classes"][part]["served"]["hit"]

    def text(point):
        return point["classes"][part]["served"]["unique"]

    times = [100 * text(one.unit(size, "0", 1)) / text(one.unit(size, "1")) for one in those]
    return bullets(
        f"Reading one unit wider on either side keeps more whole than one carried unit in {len(more('1', 1, coverage))} of {len(those)} sets, and more than two in {len(more('2', 1, coverage))}; of what is found among five chunks the same in {len(more('1', 1, hit))} and {len(more('2', 1, hit))}. It stores nothing.",
        f"What it costs is served text: {span(times, 0)} % of the characters that chunks with one carried unit serve. It cannot help where the chunk that holds the matching words is not found.",
    )


def recommended(sets, target):
    """What is recommended, by verdict."""
    said = {}
    for one in sets:
        for advice in one.advice[target]:
            verdict = advice["recommendation"]["verdict"]
            kind = verdict["kind"]
            if kind == "infeasible":
                kind = "caps" if any(bite["kind"] in ("redundancy", "rrr") for bite in verdict["bites"]) else "unproven" if any(bite["kind"] == "unproven" for bite in verdict["bites"]) else "target"
            elif kind == "carry":
                kind = f"carry {verdict['carry']}"
            said.setdefault(kind, []).append((one, advice))
    words = {"keep": "**It declines**, for want of evidence", "caps": "A carry would reach it, and a cap is in the way", "unproven": "A carry would reach it, but its gain may be chance", "target": "No carry that was tried reaches it"}
    total = sum(map(len, said.values()))
    lines = []
    for kind in sorted(said, key=lambda kind: (not kind.startswith("carry"), kind)):
        those = said[kind]
        languages = [advice["group"]["language"] for _, advice in those]
        where = places((one.name if one.name.startswith(language) else f"{one.name} ({language})", advice["size"]) for (one, advice), language in zip(those, languages))
        lines.append(f"{words.get(kind, f'It recommends to **{kind}**')}, in {len(those)} of {total} rows: {where}.")
    return bullets(*lines)


def torn(sets):
    """Why two units do not keep whole what they do not."""
    kinds = {"three": 0, "edge": 0, "room": 0, "within": 0, "far": 0, "unfittable": 0, "other": 0}
    for one in sets:
        for size in SIZES:
            for question in checked(one, size, "2").values():
                verdict, remedy = question["verdict"], question["remedy"]
                if verdict in ("far", "unfittable"):
                    kinds[verdict] += 1
                elif verdict != "covered":
                    kinds[{"overlap": "three", "read-wider": "edge", "larger-size": "room", "units": "within"}.get(remedy, "other")] += 1
    near = sum(kinds[kind] for kind in ("three", "edge", "room", "within", "other"))
    return bullets(
        f"Over all labels, sets and sizes two units leave {near} questions torn whose evidence is near and fits: {kinds['three']} would need more units, {kinds['edge']} lie over the edge of a section, {kinds['within']} are cut within a unit, of {kinds['room']} the whole units do not fit together, and {kinds['other']} have another cause.",
        f"No carry helps {kinds['unfittable']} whose evidence does not fit in a chunk, nor {kinds['far']} whose passages are far apart. They are counted apart.",
    )


def main():
    sets = [Set(name) for name in SETS]
    tables = {f"coverage {part}": coverage(sets, part) for part in PARTS}
    tables |= {"auto": auto(sets), "wider": wider(sets), "broken": broken(sets), "advice": advice(sets, "100%"), "advice 95%": advice(sets, "95%")}
    tables |= {"findings": findings(sets), "repaired": repaired(sets), "fares": fares(sets), "read on": read_on(sets), "torn": torn(sets)}
    tables |= {"recommended": recommended(sets, "100%"), "recommended 95%": recommended(sets, "95%")}
    page = arguments.write.read_text(encoding="utf8") if arguments.write else None
    for name, text in tables.items():
        print(f"\n## {name}\n\n{text}")
        if page is not None:
            page, count = re.subn(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", lambda found: f"{found[1]}\n{text}\n\n{found[2]}", page, flags=re.S)
            if count != 1:
                sys.exit(f"the page has {count} places for {name}")
    if page is not None:
        arguments.write.write_text(page, encoding="utf8")


main()
