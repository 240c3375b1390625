"""mutations.py TOOLS CERTIFICATE CHUNKS FOLDER: changes a certificate, its chunks or its documents in one way after the other, as somebody would who
wants to get away with it (hashes, sums, ids and the seal made anew, unless it is about these), and prints what the verifier says to each.

Exit code 0 if the honest one is accepted and every change is rejected.
"""
import copy, json, os, sys

tools, certificate, chunks, folder = sys.argv[1:]
sys.path.insert(0, tools)
sys.dont_write_bytecode = True
import verify_certificate as tool

with open(certificate, encoding="utf-8") as file:
    HONEST = json.load(file)
with open(chunks, encoding="utf-8") as file:
    ROWS = [json.loads(line) for line in file]
SOURCES = {one["id"]: tool.source_of(one, folder, None) for one in HONEST["documents"]}

class Case:
    def __init__(self):
        self.said, self.rows = copy.deepcopy(HONEST), copy.deepcopy(ROWS)
        self.keep = set()
        self.folder = folder

    def document(self, name):
        return next(one for one in self.said["documents"] if one["id"] == name)

    def of(self, name):
        return [row for row in self.rows if row["doc_id"] == name]

    def settings(self, row):
        return self.said["settings"][row["settings"]]

    def recount(self, row):
        specials = self.settings(row)["counters"]
        row["tokens"] = max(tool.counter(c["name"], c["specials"])(row["context"] + row["text"]) for c in specials)

    def link(self, name):
        """Places, ids and neighbours as if the rows were whole."""
        rows = self.of(name)
        ids = tool.Ids(self.settings(rows[0])["namespace"], name)
        for nth, row in enumerate(rows):
            row["ordinal"], row["id"] = nth, ids.next(tool.own_context(row)[0], row["text"])
        for nth, row in enumerate(rows):
            row["prev"] = rows[nth - 1]["id"] if nth else None
            row["next"] = rows[nth + 1]["id"] if nth + 1 < len(rows) else None
        # What is said of chunks goes with them.
        before = [row for row in ROWS if row["doc_id"] == name]
        renamed = {old["id"]: new["id"] for old, new in zip(before, rows)} if len(before) == len(rows) else {}
        said = self.document(name)
        said["compromises"] = [{"chunk": row["id"], "flag": flag} for row in rows for flag in row["flags"]]
        for one in said["exceptions"]:
            one["chunk"] = renamed.get(one["chunk"], one["chunk"])

    def write(self, where):
        lines = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in self.rows)
        said = self.said
        if "sums" not in self.keep:
            for one in said["documents"]:
                rows = self.of(one["id"])
                one["chunks"], one["tokens"] = len(rows), sum(row["tokens"] for row in rows)
            said["chunks"].update(chunks=len(self.rows), tokens=sum(row["tokens"] for row in self.rows))
        if "hash" not in self.keep:
            said["chunks"]["sha256"] = tool.sha256(lines)
        if "settings" not in self.keep:
            for one in said["settings"].values():
                one["sha256"] = tool.hash_without(one, "sha256")
        if "seal" not in self.keep:
            said["seal"] = tool.hash_without(said, "seal")
        paths = os.path.join(where, "certificate.json"), os.path.join(where, "chunks.jsonl")
        for path, text in zip(paths, (json.dumps(said, ensure_ascii=False), lines)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return paths

CASES = []

def case(change):
    CASES.append((change.__name__.replace("_", " "), change))
    return change

EN, ZH, JA, TH, MD, HTML = "en.txt", "zh.txt", "ja.txt", "th.txt", "guide.md", "page.html"
PASSAGES = "passages.txt"

def carrying(c, name):
    return next(row for row in c.of(name)[1:] if row["carried"] > 0)

# Chunks: what they say of themselves.
for name in (EN, ZH, JA, TH):
    def off_by_one(c, name=name):
        c.of(name)[1]["tokens"] += 1
    CASES.append((f"a token too many in {name}", off_by_one))

    def altered(c, name=name):
        row = c.of(name)[1]
        row["text"] = row["text"][:-1] + ("!" if len(row["text"][-1].encode()) == 1 else "々")
        c.link(name)
    CASES.append((f"the last character of a text in {name} is another, its id fitting", altered))

    def dropped(c, name=name):
        c.rows.remove(c.of(name)[2])
        c.link(name)
    CASES.append((f"a chunk of {name} dropped, the rest linked anew", dropped))

for name in (EN, ZH, JA):
    CASES.append((f"the overlap removed from a chunk of {name}", lambda c, name=name: without_overlap(c, name)))

@case
def a_token_too_few(c):
    c.of(EN)[0]["tokens"] -= 1

@case
def a_letter_changed(c):
    row = c.of(EN)[0]
    row["text"] = "X" + row["text"][1:]

@case
def white_space_changed(c):
    row = c.of(EN)[0]
    row["text"] = row["text"].replace(" ", "\t", 1)
    c.link(EN)

@case
def the_first_chunk_dropped(c):
    c.rows.remove(c.of(EN)[0])
    c.link(EN)

@case
def the_last_chunk_dropped(c):
    c.rows.remove(c.of(TH)[-1])
    c.link(TH)

@case
def a_document_without_its_chunks(c):
    c.rows = [row for row in c.rows if row["doc_id"] != ZH]

@case
def a_unit_ends_a_byte_later(c):
    row = next(row for row in c.of(EN) if len(row["units"]) - row["carried"] > 1)
    row["units"][-2][1] += 1

@case
def a_unit_begins_a_byte_later(c):
    c.of(EN)[0]["units"][0][0] += 1

@case
def a_carried_unit_is_two(c):
    row = carrying(c, EN)
    start, end = row["units"][0]
    row["units"][0:1] = [[start, start + 2], [start + 2, end]]
    row["carried"] += 1

@case
def it_carries_one_less_than_it_says(c):
    carrying(c, EN)["carried"] -= 1

@case
def it_carries_one_more_than_it_says(c):
    carrying(c, EN)["carried"] += 1

@case
def nothing_in_it_is_new(c):
    row = carrying(c, EN)
    row["carried"] = len(row["units"])

@case
def its_first_new_unit_is_elsewhere(c):
    carrying(c, EN)["own_start"] += 1

@case
def two_chunks_swapped(c):
    at = [n for n, row in enumerate(c.rows) if row["doc_id"] == EN]
    c.rows[at[1]], c.rows[at[2]] = c.rows[at[2]], c.rows[at[1]]
    c.link(EN)

@case
def two_places_swapped(c):
    one, two = c.of(EN)[1:3]
    one["ordinal"], two["ordinal"] = two["ordinal"], one["ordinal"]

@case
def another_chunk_before(c):
    c.of(EN)[2]["prev"] = c.of(EN)[0]["id"]

@case
def another_chunk_next(c):
    c.of(EN)[0]["next"] = c.of(EN)[2]["id"]

@case
def something_behind_the_last(c):
    c.of(EN)[-1]["next"] = c.of(EN)[0]["id"]

@case
def it_starts_a_byte_later(c):
    c.of(EN)[1]["start"] += 1

@case
def it_ends_a_byte_earlier(c):
    c.of(EN)[1]["end"] -= 1

@case
def it_starts_a_character_later(c):
    c.of(JA)[1]["char_start"] += 1

@case
def characters_are_bytes(c):
    row = c.of(ZH)[1]
    row["char_start"], row["char_end"] = row["start"], row["end"]

@case
def another_context(c):
    row = c.of(MD)[1]
    row["context"] = "Other\n"
    c.recount(row)

@case
def another_id(c):
    c.of(EN)[1]["id"] = c.of(EN)[0]["id"][:-1] + "0"
    c.of(EN)[0]["next"] = c.of(EN)[2]["prev"] = c.of(EN)[1]["id"]

@case
def a_flag_removed(c):
    row = next(row for row in c.rows if "forced_split" in row["flags"])
    row["flags"].remove("forced_split")

@case
def a_reduced_carry_hidden(c):
    row = next(row for row in c.rows if "carry_reduced" in row["flags"])
    row["flags"].remove("carry_reduced")
    said = c.document(row["doc_id"])["compromises"]
    said.remove({"chunk": row["id"], "flag": "carry_reduced"})

@case
def over_budget_where_it_is_not(c):
    row = c.of(EN)[0]
    row["flags"].append("over_budget")
    c.document(EN)["compromises"] = [{"chunk": r["id"], "flag": flag} for r in c.of(EN) for flag in r["flags"]]

@case
def a_chunk_twice(c):
    c.rows.append(copy.deepcopy(c.of(EN)[-1]))

@case
def a_chunk_of_a_stranger(c):
    row = copy.deepcopy(c.of(EN)[0])
    row["doc_id"] = "stranger.txt"
    c.rows.append(row)

@case
def a_chunk_of_another_document(c):
    c.of(EN)[-1]["doc_id"] = ZH

@case
def settings_that_are_not_certified(c):
    c.of(EN)[0]["settings"] = "0" * 16

@case
def another_language(c):
    for row in c.of(JA):
        row["language"] = "th"

@case
def a_map_that_leads_elsewhere(c):
    for span in c.of(HTML)[0]["map"]:
        span[2] += 1
        span[3] += 1

@case
def a_map_without_its_last_stretch(c):
    c.of(HTML)[0]["map"].pop()

@case
def a_text_that_its_map_does_not_know(c):
    row = c.of(HTML)[0]
    row["text"] = row["text"].replace("gate", "door", 1)
    c.link(HTML)

# The overlap removed, and told as what it is not.
def without_overlap(c, name, reason=None, **more):
    row = carrying(c, name)
    cut = row["own_start"] - row["start"]
    before = SOURCES[name][row["start"]:row["own_start"]].decode()
    row["text"] = row["text"].encode()[cut:].decode()
    row["start"], row["char_start"] = row["own_start"], row["char_start"] + len(before)
    carried, row["units"] = row["carried"], row["units"][row["carried"]:]
    row["carried"], row["asked"] = 0, more.pop("asked", carried)
    row["flags"] = [flag for flag in tool_flags(row) if flag != "carry_reduced" or row["asked"]]
    if not row["asked"]:
        row.pop("asked")
    c.recount(row)
    c.link(name)
    said = c.document(name)
    said["compromises"] = [{"chunk": r["id"], "flag": flag} for r in c.of(name) for flag in r["flags"]]
    if reason:
        k, starts = said["k"], []
        for one in c.of(name):
            if one is row:
                break
            starts += [unit[0] for unit in one["units"][one["carried"]:]]
        cut, starts = len(starts), starts + [unit[0] for unit in row["units"]]
        for last in range(max(cut, k), cut + min(len(row["units"]), k)):
            said["exceptions"].append({"window": [starts[last - k], starts[last]], "chunk": row["id"], "reason": reason, **more})

def tool_flags(row):
    order = ["forced_split", "over_budget", "carry_reduced", "context_reduced", "frame_split", "pack_fault", "outside_reduced"]
    return [flag for flag in order if flag in row["flags"] or flag == "carry_reduced"]

for reason, more in (("asked_less", {"asked": 0}), ("whole_chunk", {}), ("does_not_fit", {"tokens": 161}), ("estimate", {"tokens": 150}), ("frame", {}), ("not_carried", {}), ("because", {})):
    CASES.append((f"the overlap removed and called {reason}", lambda c, reason=reason, more=more: without_overlap(c, EN, reason, **more)))

# Contexts from outside.
def given(c):
    return next(row for row in c.of(EN) if row.get("outside"))

if any(row.get("outside") for row in ROWS):
    @case
    def a_byte_too_many_from_outside(c):
        given(c)["outside"] += 1

    @case
    def nothing_from_outside(c):
        del given(c)["outside"]

    @case
    def nothing_said_to_be_something(c):
        row = given(c)
        row["context"], row["outside"] = tool.own_context(row)[0], 0
        c.recount(row)

    @case
    def an_own_context_called_one_from_outside(c):
        row = next(row for row in c.of("guide.md") if row.get("outside") and tool.own_context(row)[0])
        row["outside"] = len(row["context"].encode())

    @case
    def a_context_from_outside_not_counted(c):
        row = given(c)
        row["context"] += "More.\n"
        row["outside"] += len("More.\n")

    @case
    def a_context_from_outside_over_the_budget(c):
        row = given(c)
        row["context"] += "More. " * 60 + "\n"
        row["outside"] += len("More. " * 60 + "\n")
        c.recount(row)

# The certificate.
def with_exceptions(c):
    return next(one for one in c.said["documents"] if one["exceptions"])

@case
def an_exception_removed(c):
    with_exceptions(c)["exceptions"].pop()

@case
def all_exceptions_removed(c):
    for one in c.said["documents"]:
        one["exceptions"] = []

@case
def an_exception_too_many(c):
    row = carrying(c, EN)
    c.document(EN)["exceptions"].append({"window": [row["units"][0][0], row["own_start"]], "chunk": row["id"], "reason": "does_not_fit", "tokens": 200})

@case
def an_exception_twice(c):
    said = with_exceptions(c)["exceptions"]
    said.append(copy.deepcopy(said[0]))

@case
def an_exception_of_another_chunk(c):
    said = with_exceptions(c)
    said["exceptions"][0]["chunk"] = next(row["id"] for row in c.of(said["id"]) if row["id"] != said["exceptions"][0]["chunk"])

def fitting(c, reason):
    return next(one for said in c.said["documents"] for one in said["exceptions"] if one["reason"] == reason)

@case
def a_reason_that_counts_otherwise(c):
    fitting(c, "does_not_fit")["tokens"] += 1

@case
def what_does_not_fit_called_a_frame(c):
    fitting(c, "does_not_fit")["reason"] = "frame"

@case
def what_does_not_fit_called_an_edge(c):
    fitting(c, "does_not_fit")["reason"] = "asked_less"

@case
def an_edge_called_what_does_not_fit(c):
    fitting(c, "asked_less").update(reason="does_not_fit", tokens=500)

@case
def more_is_claimed_to_be_carried(c):
    c.document(EN)["k"] += 1

@case
def less_is_claimed_to_be_carried(c):
    c.document(EN).update(k=0, exceptions=[])

@case
def a_larger_budget(c):
    for one in c.said["settings"].values():
        one["budget"] += 40

@case
def a_smaller_budget_said_throughout(c):
    for one in c.said["settings"].values():
        one["budget"] -= 40
        one["told"]["budget.max-tokens"] = str(one["budget"])

@case
def a_larger_budget_said_throughout(c):
    for one in c.said["settings"].values():
        one["budget"] += 400
        one["told"]["budget.max-tokens"] = str(one["budget"])

@case
def another_hash_of_settings(c):
    c.keep.add("settings")
    next(iter(c.said["settings"].values()))["sha256"] = "0" * 64

@case
def a_setting_changed_under_its_hash(c):
    c.keep.add("settings")
    next(iter(c.said["settings"].values()))["told"]["units.kind"] = '"paragraph"'

@case
def another_hash_of_a_document(c):
    c.document(EN)["sha256"] = "0" * 64

@case
def another_length_of_a_document(c):
    c.document(EN)["bytes"] += 1

@case
def another_hash_of_the_chunks(c):
    c.keep.add("hash")
    c.said["chunks"]["sha256"] = "0" * 64

@case
def a_chunk_more_in_the_sum(c):
    c.keep.add("sums")
    c.said["chunks"]["chunks"] += 1

@case
def a_token_less_in_the_sum(c):
    c.keep.add("sums")
    c.said["chunks"]["tokens"] -= 1

@case
def a_token_less_in_the_sum_of_a_document(c):
    c.keep.add("sums")
    c.document(ZH)["tokens"] -= 1

@case
def what_was_skipped_is_not_told(c):
    c.document(MD)["skipped"] = []

@case
def more_was_skipped_than_there_is(c):
    c.document(EN)["skipped"].append({"start": 0, "end": 10 ** 6, "why": "it is dull"})

@case
def a_document_not_certified(c):
    c.said["documents"] = [one for one in c.said["documents"] if one["id"] != TH]

@case
def a_document_certified_twice(c):
    c.said["documents"].append(copy.deepcopy(c.document(EN)))

@case
def a_broken_seal(c):
    c.keep.add("seal")
    c.said["seal"] = "0" * 64

@case
def other_packs_under_the_seal(c):
    c.keep |= {"seal", "settings"}
    next(iter(c.said["settings"].values()))["packs"] = ["en 9.9.9"]

@case
def a_special_token_more(c):
    for one in c.said["settings"].values():
        one["counters"][0]["specials"] += 1

@case
def another_counter(c):
    for one in c.said["settings"].values():
        one["counters"][0]["name"] = "bytes"

@case
def a_counter_that_nobody_knows(c):
    for one in c.said["settings"].values():
        one["counters"][0]["name"] = "abacus"

@case
def another_namespace(c):
    for one in c.said["settings"].values():
        one["namespace"] = "elsewhere"

@case
def a_compromise_not_told(c):
    next(one for one in c.said["documents"] if one["compromises"])["compromises"].pop()

@case
def a_compromise_too_many(c):
    c.document(EN)["compromises"].append({"chunk": c.of(EN)[0]["id"], "flag": "forced_split"})

@case
def another_form(c):
    c.said["kawara_certificate"] = 2

# Texts that are not the document's, by way of a map.
def lie(c, name, spans, text="Lies, all lies."):
    row = c.of(name)[0]
    row["text"], row["map"] = text, spans(row, len(text.encode()))
    c.recount(row)
    c.link(name)

for name in (EN, MD, HTML, "faq.csv"):
    CASES += [(f"another text in {name}, by one stretch of another length", lambda c, name=name: lie(c, name, lambda row, size: [[0, size, row["start"], row["end"]]])),
              (f"another text in {name}, by short stretches", lambda c, name=name: lie(c, name, lambda row, size: [[at, at + 1, row["start"] + at, row["start"] + at + 1] for at in range(size - 1)] + [[size - 1, size, row["end"] - 1, row["end"]]])),
              (f"another text in {name}, put in by the reader", lambda c, name=name: lie(c, name, lambda row, size: [[0, size, row["start"], row["start"]]]))]

@case
def a_map_in_plain_text(c):
    row = c.of(EN)[0]
    row["map"] = [[0, row["end"] - row["start"], row["start"], row["end"]]]

# The overlap removed, and more invented to excuse it.
def excused(c, unit, flag=None, **changed):
    without_overlap(c, EN, "not_carried", unit=unit)
    row = next(row for row in c.of(EN) if row["id"] == c.document(EN)["exceptions"][-1]["chunk"])
    for one in c.of(EN) if flag else ():
        one["flags"] = [name for name in tool.FLAGS if name in one["flags"] or name == flag]
    for one in c.of(EN):
        one.update(changed)
    c.link(EN)

for unit in ("heading", "row", "code", "opaque", "shard", "prose"):
    CASES.append((f"the overlap removed before a unit said to be {unit}", lambda c, unit=unit: excused(c, unit, "forced_split")))
CASES.append(("the overlap removed in plain text that is said to be CSV", lambda c: excused(c, "row", content_type="text/csv")))

@case
def the_overlap_removed_and_a_section_invented(c):
    without_overlap(c, EN, "asked_less", asked=0)
    for row in c.of(EN)[2:]:
        row["parent"] = "12345678-1234-1234-1234-123456789012"

@case
def the_overlap_removed_and_records_invented(c):
    without_overlap(c, EN, "asked_less", asked=0)
    for one in c.said["settings"].values():
        one["kind"] = "record"

# What is said without need.
@case
def most_of_a_guide_skipped(c):
    keep = c.of(MD)[:2]
    c.rows = [row for row in c.rows if row["doc_id"] != MD or row in keep]
    said = c.document(MD)
    said["skipped"] = [{"start": 0, "end": said["bytes"], "why": "front matter"}]
    said["exceptions"] = [one for one in said["exceptions"] if one["chunk"] in [row["id"] for row in keep]]
    c.link(MD)

@case
def the_rest_of_a_guide_skipped(c):
    keep = c.of(MD)[:2]
    c.rows = [row for row in c.rows if row["doc_id"] != MD or row in keep]
    said = c.document(MD)
    said["skipped"] = [one for one in said["skipped"] if one["end"] <= keep[-1]["end"]] + [{"start": keep[-1]["end"], "end": said["bytes"], "why": "markup"}]
    said["exceptions"] = [one for one in said["exceptions"] if one["chunk"] in [row["id"] for row in keep]]
    c.link(MD)

@case
def a_document_moved_to_those_that_failed(c):
    c.said["documents"].remove(c.document(EN))
    c.said["failed"].append(EN)

@case
def another_claim(c):
    c.said["claim"][0] = "no chunk was ever torn"

@case
def no_claim(c):
    c.said["claim"] = []

@case
def a_wider_margin(c):
    c.said["margin"] = 1000

for key, value in (("tiling.strategy", '"windows"'), ("budget.counter", '"bytes"'), ("units.kind", '"record"'), ("budget.reserve-tokens", "-200")):
    CASES.append((f"the policy told otherwise: {key}", lambda c, key=key, value=value: [one["told"].update({key: value}) for one in c.said["settings"].values()]))

@case
def a_unit_cut_inside_of_a_character(c):
    row = c.of(ZH)[0]
    start, end = row["units"][0]
    row["units"][0:1] = [[start, start + 1], [start + 1, end]]

for flag in ("all_is_well", "frame_split", "pack_fault"):
    def flagged(c, flag=flag):
        c.of(EN)[0]["flags"].append(flag)
        c.link(EN)
    CASES.append((f"a flag that cannot be: {flag}", flagged))

@case
def tokens_with_a_point(c):
    c.of(EN)[0]["tokens"] += 0.0

@case
def special_tokens_below_nothing(c):
    for one in c.said["settings"].values():
        one["counters"][0]["specials"] = -50

for name, where in (("a chunk", lambda c: c.rows[0]), ("the certificate", lambda c: c.said), ("a document", lambda c: c.document(EN)), ("an exception", lambda c: with_exceptions(c)["exceptions"][0]), ("settings", lambda c: next(iter(c.said["settings"].values())))):
    CASES.append((f"a member that nobody knows in {name}", lambda c, where=where: where(c).update(extra="x")))

# The documents.
def elsewhere(c, change):
    c.folder = os.path.join(scratch, "sources")
    os.makedirs(c.folder, exist_ok=True)
    for one in HONEST["documents"]:
        path = os.path.join(c.folder, one["path"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        data = SOURCES[one["id"]]
        with open(path, "wb") as file:
            file.write(change(data) if one["id"] == EN else data)

@case
def a_byte_of_a_document_changed(c):
    elsewhere(c, lambda data: data.replace(b"e", b"a", 1))

@case
def a_document_cut_off(c):
    elsewhere(c, lambda data: data[:-40])

@case
def a_document_that_goes_on_and_its_hash_fits(c):
    more = SOURCES[EN] + b"\n\nOne sentence more.\n"
    elsewhere(c, lambda data: more)
    c.document(EN).update(sha256=tool.sha256(more), bytes=len(more))

def passages(c):
    rows = c.of(PASSAGES)
    parents = list(dict.fromkeys(row["parent"] for row in rows))
    assert len(parents) > 2, "there are too few passages to change"
    return rows, parents

@case
def chunks_of_a_passage_far_from_the_others(c):
    rows, parents = passages(c)
    rows[-1]["parent"] = parents[0]

@case
def passages_over_their_size(c):
    rows, parents = passages(c)
    for row in rows:
        row["parent"] = parents[0]

@case
def a_carry_over_the_edge_of_a_passage(c):
    rows, _ = passages(c)
    nth = next(nth for nth, row in enumerate(rows) if row["carried"])
    for row in rows[nth:]:
        row["parent"] = rows[-1]["parent"]

@case
def sizes_of_passages_that_chunks_do_not_fit(c):
    for one in c.said["settings"].values():
        if "tiling.parents" in one["told"]:
            one["told"]["tiling.parents"] = "[1000, 100]"

scratch = os.path.join(os.path.dirname(os.path.abspath(chunks)), "mutated")
os.makedirs(scratch, exist_ok=True)
honest = tool.verify(certificate, chunks, folder)
print(f"accepted: {honest}")
rewritten = Case()
print(f"accepted, written anew: {tool.verify(*rewritten.write(scratch), folder)}")
accepted = 0
for name, change in CASES:
    c = Case()
    change(c)
    try:
        what = tool.verify(*c.write(scratch), c.folder)
        accepted += 1
        print(f"ACCEPTED  {name}: {what}")
    except (tool.Rejected, KeyError, ValueError) as error:
        print(f"rejected  {name}: {error}")
print(f"{len(CASES)} changes, {accepted} accepted")
sys.exit(1 if accepted else 0)
