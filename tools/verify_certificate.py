#!/usr/bin/env python3
"""Checks a certificate of `kawara chunk --certificate` without kawara: from the documents, the chunks and the certificate.

    verify_certificate.py CERTIFICATE CHUNKS [--sources DIR] [--documents FILE]

Checked are all hashes; ids; that every text is the slice of its document that it says, or what its map leads to; that tokens, counted anew, are what it
says and within the budget; that every byte that is not blank is in a chunk or skipped; that what is carried are the last whole units of the chunk before;
that chunks tile the smallest of the passages that the policy lays; and that every window of k + 1 units is whole in one chunk, or an exception whose reason holds. What rests on kawara's word is counted in the verdict.
Needs `certificate_form.py` beside it, and Python 3.9; `pip install tiktoken` where the counter is tiktoken:NAME, `pip install tokenizers` where it is
hf:FILE. The counters chars and bytes need nothing.
Exit code: 0 all holds, 1 something does not (it is named), 2 wrong arguments.
"""
import argparse, bisect, collections, hashlib, itertools, json, re, sys, unicodedata
from certificate_form import (BLANK, CLAIM, DOCUMENT, EVIDENT, FLAGS, FORM, FRAME, FRONT, Ids, LIMITS, MARGIN, MARKDOWN, PLAIN,
    ROW, Rejected, SETTINGS, TYPES, WHOLE, counter, declared, hash_without, need, sha256, shape, source_of, tells, whole_numbers)

class Settings:
    def __init__(self, fingerprint, said):
        shape(f"settings {fingerprint}", said, SETTINGS)
        _ = [shape("a counter", one, "name:s id:s specials:i") for one in said["counters"]]
        need(said["sha256"] == hash_without(said, "sha256"), f"settings {fingerprint}: their hash is another")
        told, self.carry, self.kind = said["told"], said["carry"], said["kind"]
        self.budget, self.namespace, self.told = said["budget"], said["namespace"], told
        self.most_tokens = int(told["budget.max-tokens"])
        names, asked = [one["name"] for one in said["counters"]], json.loads(told["budget.counter"])
        agree = names and names == (asked if isinstance(asked, list) else [asked]) and told["units.kind"] == json.dumps(self.kind)
        need(agree and told["tiling.strategy"] == '"units"', f"settings {fingerprint}: their counter, kind or strategy is not what the policy says")
        need(told.get("budget.reserve-tokens", "0").isdigit(), f"settings {fingerprint}: what is reserved is no number")
        overlaps = [value for key, value in told.items() if key.startswith("units.overlap")]
        self.most = max(self.carry.values()) if all(map(str.isdigit, overlaps)) else 64
        need(self.budget == int(told["budget.max-tokens"]) - int(told.get("budget.reserve-tokens", 0)), f"settings {fingerprint}: the budget is not what the policy says")
        for key, units in told.items():
            of = key[len("units.overlap."):] or "*"
            need(not key.startswith("units.overlap") or not units.isdigit() or self.carry.get(of) == min(int(units), 64), f"settings {fingerprint}: the carry is not what the policy says")
        counters = [counter(one["name"], one["specials"]) for one in said["counters"]]
        self.count = lambda text: max(count(text) for count in counters)
        self.alone = lambda text: max(count(text) - one["specials"] for count, one in zip(counters, said["counters"]))
        sizes = json.loads(told.get("tiling.parents", "[]"))
        need(sizes == sorted(set(sizes), reverse=True) and all(size > int(told["budget.max-tokens"]) for size in sizes), f"settings {fingerprint}: no passages have the sizes {sizes}")
        self.passage = sizes[-1] if sizes else None
    def at_least(self, language):
        return self.carry.get(language, self.carry.get(language.split("-")[0], self.carry["*"]))

def goes_on(char):
    return char != "" and (unicodedata.category(char) in ("Mn", "Me") or char in "\u200d\ufe0f\ufe0e")

def own_context(row):
    """What kawara put before a text, which its id goes by, and what came from outside behind it."""
    context, outside = row["context"].encode(), row.get("outside", 0)
    need(outside <= len(context) and ("outside" not in row or outside) and context[len(context) - outside:][-1:] in (b"", b"\n"), "its context from outside is none")
    return context[:len(context) - outside].decode(), context[len(context) - outside:].decode()

class Document:
    """One document of the certificate, its source and its chunks."""
    def __init__(self, said, source, rows, settings, margin, declared):
        self.declared, self.said, self.source, self.rows, self.settings, self.margin = declared, said, source, rows, settings, margin
        self.counted, self.trust, self.passages = {"start": (0, 0), "end": (0, 0)}, collections.Counter(), {}
    def chars(self, row, edge):
        byte, chars = self.counted[edge] if row[edge] >= self.counted[edge][0] else (0, 0)
        self.counted[edge] = (row[edge], chars + len(self.source[byte:row[edge]].decode()))
        return self.counted[edge][1]
    def check(self):
        said, source, rows = self.said, self.source, self.rows
        need((sha256(source), len(source)) == (said["sha256"], said["bytes"]), "the document is not the one that was chunked")
        need([said["chunks"], said["tokens"]] == [len(rows), sum(row["tokens"] for row in rows)], "it has another number of chunks or tokens")
        need({row["settings"] for row in rows} == set(said["settings"]), "settings are used that are not certified, or the other way round")
        shape("it", said, DOCUMENT)
        self.type = rows[0]["content_type"] if rows else PLAIN
        self.typed()
        self.ids = Ids(self.settings[said["settings"][0]].namespace, said["id"]) if rows else None
        self.units, self.parents, self.expected, compromises = [], [], {}, []
        for nth, row in enumerate(rows):
            try:
                self.chunk(nth, row, rows[nth - 1] if nth else None)
            except Rejected as error:
                raise Rejected(f"chunk {row['ordinal']} ({row['id']}): {error}") from error
            compromises += [{"chunk": row["id"], "flag": flag} for flag in row["flags"]]
        need(compromises == said["compromises"], "the compromises listed are not the flags of the chunks")
        least = min((self.settings[row["settings"]].at_least(row["language"]) for row in rows), default=0)
        need(said["k"] == least, f"k is {said['k']}; the policy carries {least} at least")
        has_passages = any(one.passage for one in self.settings.values())
        need(self.type != PLAIN or has_passages or len(set(self.parents)) < 2, "plain text has sections")
        words, unknown, most = self.trust["bytes of words put in"], self.trust["bytes of text"], sum(len(row["text"].encode()) for row in rows)
        need(words * 4 <= most and not (words and self.type == MARKDOWN), f"{words} bytes of {most} are said to be put in by the reader")
        need(unknown * 50 <= most and not (unknown and self.type in (MARKDOWN, "text/csv")), f"{unknown} bytes of {most} are nothing that its map leads to")
        self.coverage()
        self.windows()
    def typed(self):
        """One content type, which is that of the extension, unless something else was asked for."""
        need({row["content_type"] for row in self.rows} <= {self.type}, "its chunks are of several content types")
        (declared, name), settings = self.declared, [self.settings[one] for one in self.said["settings"]]
        known = TYPES.get(name.rpartition(".")[2].lower())
        named = any("read.content-type" in one.told for one in settings)
        fits = self.type == known if known else self.type in (PLAIN, "text/x-source")
        need(named or not self.rows or (declared != PLAIN or self.type == PLAIN if declared else fits), f"its content type is not {self.type}")
        self.verbatim = self.type == PLAIN or any(one.told["read.text"] == '"source"' for one in settings)
    def chunk(self, nth, row, before):
        settings, text, units = self.settings[row["settings"]], row["text"], row["units"]
        need(whole_numbers(units, 2) and whole_numbers(row.get("map", ()), 4), "its units or its map are no whole numbers")
        need(not any(at > len(self.source) or self.source[at:at + 1] and self.source[at] & 0xC0 == 0x80 for unit in units for at in unit), "a unit is cut inside of a character")
        need(row["flags"] == [flag for flag in FLAGS if flag in row["flags"]], "its flags are none that are known, or not in their order")
        need("pack_fault" not in row["flags"] or settings.told.get("units.on-fault") == '"fallback"', "a fault of a pack, where the document fails")
        need("frame_split" not in row["flags"] or len(self.source) > FRAME, "the document has one frame")
        need(row["ordinal"] == nth, f"its place is {nth}")
        own, outside = own_context(row)
        need(row["id"] == self.ids.next(own, text), "its id is not that of its text and context")
        after = self.rows[nth + 1]["id"] if nth + 1 < len(self.rows) else None
        need([row["prev"], row["next"]] == [before and before["id"], after], "the chunks beside it are others")
        self.slice(row)
        need(text.strip(BLANK), "it is blank")
        need([row["char_start"], row["char_end"]] == [self.chars(row, "start"), self.chars(row, "end")], "its characters are not those of its bytes")
        tokens = settings.count(row["context"] + text)
        need(tokens == row["tokens"], f"it has {tokens} tokens, not {row['tokens']}")
        planned = settings.count(own + text) if outside else tokens
        need((planned > settings.budget) == ("over_budget" in row["flags"]), f"{planned} tokens, a budget of {settings.budget}, and its flags say otherwise")
        need(planned <= settings.budget or len(text) <= 32, f"{planned} tokens are over the budget of {settings.budget}, and it is not one cluster")
        need(not outside or tokens <= settings.most_tokens, f"{tokens} tokens with a context from outside, of {settings.most_tokens}")
        carried, asked = row["carried"], row.get("asked", row["carried"])
        need(asked >= carried and (asked > carried) == ("carry_reduced" in row["flags"]), "what it was to carry and its flag disagree")
        need(asked <= settings.most, f"it was to carry {asked}, and the policy carries {settings.most} at most")
        need(0 <= carried < len(units), "nothing in it is new")
        need(row["own_start"] == units[carried][0], "its first new unit is not where it says")
        self.tiles(row)
        need(before or not carried, "it carries from nothing")
        if before:
            self.carries(before, row)
        if settings.passage:
            self.passage(nth, row, before, settings)
        cut, k = len(self.units), self.said["k"]
        self.units[cut - carried:] = units
        self.parents += [row["parent"]] * (len(units) - carried)
        for last in range(max(cut, k), cut + min(len(units) - carried, k)) if nth else ():
            wanted = k - (last - cut)
            if wanted > carried:
                self.expected[self.units[last - k][0], self.units[last][0], row["id"]] = (wanted, cut, row, before, last - k)
    def passage(self, nth, row, before, settings):
        """The chunks of a passage stand side by side, nothing is carried over its edges, and its text is no longer than its size."""
        parent, after = row["parent"], self.rows[nth + 1] if nth + 1 < len(self.rows) else None
        if not before or before["parent"] != parent:
            need(parent not in self.passages, "other chunks stand between those of its passage")
            need(not row["carried"], "something is carried over the edge of a passage")
            self.passages[parent] = row["start"]
        if "map" in row or after and after["parent"] == parent:
            return
        text = self.source[self.passages[parent]:row["end"]].decode()
        need(settings.alone(text) <= settings.passage or len(text) <= 32, f"its passage has {settings.alone(text)} tokens, and its size is {settings.passage}")
    def slice(self, row):
        source, text, at = self.source, row["text"].encode(), 0
        if "map" not in row:
            need(source[row["start"]:row["end"]] == text, "its text is not the slice of the document that it says")
            behind = [source[edge:edge + 4].decode(errors="ignore")[:1] for edge in (row["start"], row["end"]) if edge]
            return need(not any(map(goes_on, behind)), "a border is inside of a character with its marks")
        need(not self.verbatim, "a text that is read as it is has no map")
        there = [span for span in row["map"] if span[3] > span[2]]
        is_in_order = all(one[3] <= two[2] for one, two in zip(there, there[1:]))
        need(self.type != MARKDOWN or is_in_order, "its map changes the order of Markdown")
        self.trust["texts in an order of their own"] += not is_in_order
        for start, end, first, last in row["map"]:
            need(start == at and end > start and first <= last <= len(source), "its map does not lead through its text")
            if first == last:
                words = re.findall(r"\w+", text[start:end].decode())
                need(all(word.encode() in source for word in words), "a reader put in words that do not stand in the document")
                self.trust["bytes of words put in"] += end - start if words else 0
            elif end - start == last - first:
                need(source[first:last] == text[start:end], "its text is not what its map says stands in the document")
            elif not tells(source[first:last].decode(), text[start:end].decode()):
                self.trust["bytes of text"] += end - start
            at = end
        need(at == len(text), "its map ends before its text")
        need(not there or [row["start"], row["end"]] == [min(s[2] for s in there), max(s[3] for s in there)], "its map and its place disagree")
    def tiles(self, row):
        units, verbatim, spans = row["units"], "map" not in row, row.get("map", ())
        if any(two[2] < one[3] for one, two in zip(spans, spans[1:])):  # The text has an order of its own.
            return need(all(row["start"] <= start <= end <= row["end"] for start, end in units), "a unit lies outside of it")
        there = [unit for unit in units if unit[0] < unit[1]] or units
        need(there[0][0] == row["start"] and there[-1][1] == row["end"], "its units do not begin and end where it does")
        for one, two in zip(units, units[1:]):
            need(one[0] <= one[1] <= two[0] and (not verbatim or one[0] < one[1] == two[0]), "its units do not follow one another")
    def carries(self, before, row):
        carried, former = row["carried"], before["units"]
        need(carried < len(former), "the whole chunk before is carried")
        need([unit[0] for unit in former[len(former) - carried:]] == [unit[0] for unit in row["units"][:carried]], "what it carries is not the last units of the chunk before")
        if "map" in row:
            ends = self.text_at(row, row["units"][carried][0])
            need(not carried or any(before["text"].encode().endswith(row["text"].encode()[:end].decode(errors="ignore").rstrip(BLANK).encode()) for end in ends), "what it carries is not the end of the chunk before")
            return
        need(before["start"] < row["start"] and before["end"] < row["end"], "it does not lie after the chunk before")
        need(carried or before["end"] <= row["start"], "it shares text with the chunk before and carries nothing")
    def text_at(self, row, source):
        """Where in a chunk's text a byte of the source begins, without and with what was put in before it."""
        spans = row["map"]
        nth = next((n for n, span in enumerate(spans) if span[3] > source), len(spans) - 1)
        at = spans[nth][0] + (max(source - spans[nth][2], 0) if spans[nth][1] - spans[nth][0] == spans[nth][3] - spans[nth][2] else 0)
        first = max((n for n in range(nth + 1) if n and spans[n - 1][2] < spans[n - 1][3]), default=0) if at == spans[nth][0] else nth
        return at, spans[first][0] if first < nth else at
    def coverage(self):
        spans = [[start, end] for row in self.rows for start, end in ([span[2:] for span in row["map"]] if "map" in row else [[row["start"], row["end"]]])]
        _ = [shape("what is skipped", skip, "start:i end:i why:s") for skip in self.said["skipped"]]
        skipped = [[skip["start"], skip["end"]] for skip in self.said["skipped"]]
        need(all(start <= end <= len(self.source) for start, end in skipped), "a skipped range is none of the document")
        need(not skipped or self.type != PLAIN, "nothing is skipped in plain text")
        starts, ends = [span[0] for span in sorted(spans)], list(itertools.accumulate((span[1] for span in sorted(spans)), max))
        for skip in self.said["skipped"]:
            part, nth = self.source[skip["start"]:skip["end"]], bisect.bisect_left(starts, skip["end"])
            need(skip["why"] == "white space" or not nth or ends[nth - 1] <= skip["start"], "what is skipped is in a chunk")
            need(skip["why"] != "white space" or tells(part.decode(), " "), "what is skipped is no white space")
            if not (EVIDENT.fullmatch(part) or skip["start"] == 0 and FRONT.fullmatch(part) or tells(part.decode(), " ")):
                self.trust["bytes skipped"] += len(part)
        need(self.type != MARKDOWN or self.trust["bytes skipped"] * 5 <= max(len(self.source), 1000), "too much of it is said to be skipped")
        at = 0
        for start, end in sorted(spans + skipped) + [[len(self.source)] * 2]:
            lost = self.source[at:start].decode(errors="replace").strip(BLANK) if start > at else ""
            need(not lost, f"bytes {at}..{start} are in no chunk and not skipped: {lost[:40]!r}")
            at = max(at, end)
    def windows(self):
        _ = [shape("an exception", one, "window:l chunk:s reason:s tokens?:i unit?:s") for one in self.said["exceptions"]]
        listed = {(*one["window"], one["chunk"]): one for one in self.said["exceptions"]}
        need(len(listed) == len(self.said["exceptions"]), "an exception is listed twice")
        for key in self.expected:
            need(key in listed, f"the window of units {key[0]} to {key[1]} is whole in no chunk, and no exception")
        for key, one in listed.items():
            need(key in self.expected, f"the exception {key} is none: its window is whole in one chunk")
            if fault := self.reason(one, *self.expected[key]):
                raise Rejected(f"the exception {key}: {one['reason']} does not hold: {fault}")
    def reason(self, one, wanted, cut, row, before, first):
        settings, carried, asked = self.settings[row["settings"]], row["carried"], row.get("asked", row["carried"])
        why, verbatim = one["reason"], "map" not in row
        if ("unit" in one) != (why == "not_carried") or "tokens" in one and why not in ("does_not_fit", "estimate"):
            return "it says what does not belong to it"
        if why == "asked_less":
            begins = settings.passage and self.parents[first] != row["parent"] and asked == self.parents[first:cut].count(row["parent"])
            known = begins or asked >= min(settings.carry.values())
            self.trust["edges of sections or records"] += not known
            return None if wanted > asked and (known or self.type != PLAIN) else f"{asked} were asked for, and no section, record, passage or language ends"
        if wanted > asked:
            return f"no more than {asked} were asked for"
        if why == "whole_chunk":
            return None if carried + 1 >= len(before["units"]) else "the chunk before has more units"
        if why == "not_carried" and one["unit"] == "shard":
            return None if "forced_split" in before["flags"] and self.is_shard(cut - carried - 1, row) else "the unit is whole"
        if why == "not_carried":
            self.trust["units for their kind"] += 1
            return None if self.type != PLAIN and one["unit"] in ("heading", "row", "code", "opaque") else f"a unit of {self.type} is no {one['unit']}"
        if why == "frame":
            return None if carried == 0 and len(self.source) > FRAME else "the document has one frame"
        if why not in ("does_not_fit", "estimate"):
            return "there is no such reason"
        tokens = settings.count(own_context(row)[0] + self.one_more(before, row, cut))
        if verbatim and tokens != one.get("tokens"):
            return f"it has {tokens} tokens"
        tokens += 0 if verbatim else 2  # White space between two chunks of a projection is not known.
        holds = tokens > settings.budget if why == "does_not_fit" else tokens + self.margin >= settings.budget
        return None if holds else f"{tokens} tokens, a budget of {settings.budget}"
    def one_more(self, before, row, cut):
        """The text of one more unit than is carried, up to the first new one."""
        first, carried, units = self.units[cut - row["carried"] - 1][0], row["carried"], row["units"]
        if "map" not in row:
            end = units[carried + 1][0] if carried + 1 < len(units) else row["end"]
            return self.source[first:end].decode().rstrip(BLANK)
        text, tail = row["text"].encode(), before["text"].encode()[self.text_at(before, first)[1]:].decode().lstrip(BLANK)
        end = self.text_at(row, units[carried + 1][0])[1] if carried + 1 < len(units) else len(text)
        shared = text[:self.text_at(row, units[carried][0])[1]].decode().rstrip(BLANK) if carried else ""
        return (tail + ("" if carried else "\n") + text[len(shared.encode()):end].decode()).rstrip(BLANK)
    def is_shard(self, unit, row):
        """Words of a unit that was cut are joined up to the budget: with those beside it they come to more, or nearly."""
        settings = self.settings[row["settings"]]
        pairs = [self.source[self.units[one][0]:self.units[one + 1][1]].decode().strip(BLANK) for one in (unit - 1, unit) if 0 <= one < len(self.units) - 1]
        return any(settings.count(own_context(row)[0] + pair) + MARGIN >= settings.budget for pair in pairs)

def verify(certificate, chunks, folder, documents=None):
    """Raises Rejected where something does not hold; else says what does."""
    with open(certificate, encoding="utf-8") as file:
        said = json.load(file)
    need(said.get("kawara_certificate") == FORM, "this is no certificate of a form that is known here")
    shape("the certificate", said, WHOLE)
    shape("the chunks", said["chunks"], "sha256:s chunks:i tokens:i")
    need(said["claim"] == CLAIM and said["margin"] == MARGIN, "it claims something else")
    need(said["seal"] == hash_without(said, "seal"), "its seal is broken: something in it was changed")
    with open(chunks, "rb") as file:
        data = file.read()
    need(said["chunks"]["sha256"] == sha256(data), "the chunks are not those that are certified: their hash is another")
    rows = {}
    for line in filter(None, data.decode().split("\n")):
        row = json.loads(line)
        shape(f"a chunk of {row.get('doc_id')}", row, ROW)
        rows.setdefault(row["doc_id"], []).append(row)
    sums = [sum(map(len, rows.values())), sum(row["tokens"] for of in rows.values() for row in of)]
    need([said["chunks"]["chunks"], said["chunks"]["tokens"]] == sums, f"there are {sums[0]} chunks of {sums[1]} tokens, and others are certified")
    settings = {fingerprint: Settings(fingerprint, one) for fingerprint, one in said["settings"].items()}
    known = [one["id"] for one in said["documents"]]
    need(len(set(known)) == len(known), "a document is certified twice")
    need(set(rows) <= set(known), "there are chunks of documents that are not certified")
    trust, size = collections.Counter(), sum(len(row["text"].encode()) for of in rows.values() for row in of)
    for one in said["documents"]:
        try:
            source = source_of(one, folder, documents)
            document = Document(one, source, rows.get(one["id"], []), settings, MARGIN, declared(one, folder, documents))
            document.check()
            trust += document.trust
        except Rejected as error:
            raise Rejected(f"{one['id']}: {error}") from error
    exceptions, carries = sum(len(one["exceptions"]) for one in said["documents"]), sorted({one["k"] for one in said["documents"]})
    budgets = sorted({f"{one['budget']} of {', '.join(c['name'] for c in one['counters'])}" for one in said["settings"].values()})
    return f"it holds: {len(known)} documents, {sums[0]} chunks, budget {'; '.join(budgets)}, k {carries}, {exceptions} exceptions, each with a reason that holds; of {size} bytes of text, on trust: {', '.join(f'{trust[one]} {one}' for one in sorted(trust) if trust[one]) or 'nothing'}; {len(said['failed'])} documents failed"

def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=LIMITS, formatter_class=argparse.RawDescriptionHelpFormatter)
    _ = [parser.add_argument(name) for name in ("certificate", "chunks")]
    parser.add_argument("--sources", default=".", help="the folder that the run was started in, or that holds the documents by their ids")
    parser.add_argument("--documents", help="the documents as JSON lines, where they are no longer where they were")
    asked = parser.parse_args()
    try:
        print(verify(asked.certificate, asked.chunks, asked.sources, asked.documents))
    except (Rejected, KeyError, TypeError, ValueError, IndexError, OSError, ImportError) as error:
        what = error if isinstance(error, (Rejected, ImportError, OSError)) else f"malformed: {type(error).__name__}: {error}"
        sys.exit(f"rejected: {what}")

if __name__ == "__main__":
    main()
