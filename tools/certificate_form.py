"""The form of a certificate, and what checking one rests on: how its members are, how tokens are counted, how ids are made, how documents are read.

`verify_certificate.py` checks with it.
"""
import functools, hashlib, html, json, os, re, uuid

LIMITS = """Not checked: where units end (the pack's word); borders inside of clusters that no combining mark tells; contexts, from outside too, languages, parents but for
the smallest passages, pages, metadata; the flags context_reduced, outside_reduced, forced_split and pack_fault, but where an exception rests on them; packs, vocabularies, the version of kawara, and whether the
settings are those of the policy: they agree with themselves alone. Content types are those of files' extensions, unless the settings or the document
name another. Counted in the verdict, since they rest on the reader's word: exceptions for the kind of a unit that is not carried, or for the edge
of a section or record (neither in plain text, which has shards alone, whose size is checked); bytes skipped that are no comments, tags, scripts, front
matter or blanks by their look (at most a fifth of Markdown, or 200 bytes; none of plain text); words put in by a reader (they stand in the document; at most a
quarter of its text, none in Markdown); bytes of text that no known escape tells (at most 2 %; none in Markdown and CSV); texts in an order of their own (not in Markdown)."""
CLAIM = ["every window of k + 1 consecutive units is whole in one chunk, but for the exceptions listed, each with its reason",
         "tokens are exact: the special tokens and a count of context and text as they are",
         "no chunk is over the budget, unless it is flagged over_budget: one grapheme cluster alone",
         "every byte that is not blank is in a chunk or skipped",
         "a chunk is a slice of the text, or of the projection that its map tells, and begins and ends between grapheme clusters",
         "what is carried are the last whole units of the chunk before"]
TYPES = {"txt": "text/plain", "text": "text/plain", "log": "text/x-log", "json": "application/json", "rst": "text/x-rst", "rest": "text/x-rst", "vtt": "text/vtt",
         "adoc": "text/asciidoc", "asciidoc": "text/asciidoc", "tex": "text/x-latex", "latex": "text/x-latex", "srt": "application/x-subrip",
         **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mdx"), "text/markdown"), **dict.fromkeys(("html", "htm", "xhtml"), "text/html"),
         **dict.fromkeys(("csv", "tsv"), "text/csv"), **dict.fromkeys(("jsonl", "ndjson"), "application/jsonl")}
FLAGS = ["forced_split", "over_budget", "carry_reduced", "context_reduced", "frame_split", "pack_fault", "outside_reduced"]
# What objects are made of: name:type, with ? where it may be missing.
KINDS = {"s": str, "i": int, "l": list, "o": dict, "n": (str, type(None)), "a": object}
WHOLE = "kawara_certificate:i kawara:s claim:l margin:i chunks:o settings:o documents:l failed:l seal:s"
SETTINGS = "budget:i carry:o counters:l kind:s namespace:s packs:l sha256:s told:o"
DOCUMENT = "id:s path?:s documents?:s encoding:s sha256:s bytes:i chunks:i tokens:i settings:l k:i skipped:l compromises:l exceptions:l"
ROW = """id:s doc_id:s ordinal:i start:i end:i own_start:i char_start:i char_end:i context:s text:s tokens:i language:s content_type:s units:l carried:i asked?:i
    parent:s prev:n next:n flags:l settings:s pages?:l meta?:a map?:l outside?:i"""
# What is skipped by its look: comments, scripts, tags alone, data without a blank.
EVIDENT = re.compile(rb"(?s)\s*(?:<!--(?:(?!-->).)*-->|<(script|style|svg)\b(?:(?!</\1).)*</\1\s*>|(?:</?\w[^<>]*>\s*)+|\S*)\s*")
FRONT = re.compile(rb"(?s)\s*(---|\+\+\+)[ \t]*\r?\n(?:(?!\n\1).)*\n?(?:\1|\.\.\.)\s*")
BLANK = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff\u200b" + "".join(map(chr, range(0x2000, 0x200b)))
ROOT = uuid.UUID(int=0x6B617761726150008000_7469_6C656430)
FRAME, FORM, MARGIN, PLAIN, MARKDOWN, CODECS = 1 << 20, 1, 16, "text/plain", "text/markdown", {"windows-874": "cp874", "x-mac-cyrillic": "mac_cyrillic"}

class Rejected(Exception):
    """Something does not hold."""

def need(holds, what):
    if not holds:
        raise Rejected(what)

def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()

def hash_without(value, key):
    rest = {name: one for name, one in value.items() if name != key}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False))

def shape(what, one, spec):
    specs = {name.rstrip("?"): (KINDS[kind], name[-1] == "?") for name, kind in (part.split(":") for part in spec.split())}
    need(isinstance(one, dict) and set(one) <= set(specs), f"{what}: members that nobody knows: {sorted(set(one) - set(specs))}")
    for name, (kind, is_free) in specs.items():
        need(name in one or is_free, f"{what}: there is no `{name}`")
        fits = name not in one or isinstance(one[name], kind) and not (kind is int and (isinstance(one[name], bool) or one[name] < 0))
        need(fits, f"{what}: `{name}` is not what it should be")

def whole_numbers(rows, width):
    return all(type(row) is list and len(row) == width and all(type(at) is int and at >= 0 for at in row) for row in rows)

def tells(source, text):
    """Whether a text is what a stretch of the source stands for: an entity, an escape, white space."""
    told = [source, html.unescape(source), re.sub(r"</?\w[^<>]*>", "", source)] + ([source[1:]] if source[:1] in ('"', "\\") else [])
    try:
        told.append(json.loads(f'"{source}"'))
    except ValueError:
        pass
    return text in told[1:2] + told[3:] or not text.strip(BLANK) and any(not one.strip(BLANK) for one in told)

def counter(name, specials):
    """A function that counts the tokens of a text, special tokens included."""
    scheme, _, rest = name.partition(":")
    if scheme in ("chars", "bytes"):
        count = len if scheme == "chars" else lambda text: len(text.encode())
    elif scheme == "tiktoken":
        import tiktoken
        encoding = tiktoken.get_encoding(rest)
        count = lambda text: len(encoding.encode(text, disallowed_special=()))
    elif scheme == "hf":
        import tokenizers
        tokenizer = tokenizers.Tokenizer.from_file(rest)
        tokenizer.no_truncation(), tokenizer.no_padding()
        need(len(tokenizer.encode("")) == specials, f"{name} does not add {specials} special tokens")
        count = lambda text: len(tokenizer.encode(text, add_special_tokens=False))
    else:
        raise Rejected(f"nothing here counts as `{name}` does")
    return lambda text: specials + count(text)

class Ids:
    """Ids of the chunks of a document: equal for equal context and text, the nth such its own."""
    def __init__(self, namespace, document):
        try:
            space = uuid.UUID(namespace).bytes
        except ValueError:
            space = uuid.UUID(bytes=hashlib.sha1(ROOT.bytes + namespace.encode()).digest()[:16], version=5).bytes
        self.start, self.seen = space + self.field(document), {}
    def field(self, text):
        data = text.encode()
        return len(data).to_bytes(8, "little") + data
    def next(self, context, text):
        nth = self.seen[context, text] = self.seen.get((context, text), -1) + 1
        data = self.start + self.field(context) + self.field(text) + nth.to_bytes(8, "little")
        return str(uuid.UUID(bytes=hashlib.sha1(data).digest()[:16], version=5))

@functools.lru_cache(None)
def texts_of(path):
    with open(path, encoding="utf-8-sig") as lines:
        return {str(one.get("id")): one for one in map(json.loads, filter(str.strip, lines))}

def source_of(said, folder, documents):
    if "documents" in said:
        texts = texts_of(documents or os.path.join(folder, said["documents"]))
        need(said["id"] in texts, "it is not among the documents")
        return texts[said["id"]]["text"].encode()
    for path in (os.path.join(folder, said["path"]), said["path"], os.path.join(folder, said["id"])):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                text = file.read().decode(CODECS.get(said["encoding"].lower(), said["encoding"]))
            return (text if said["encoding"].lower() in ("utf-8", "utf8") else text.lstrip("\ufeff")).encode()
    raise Rejected(f"there is no {said['path']}; say where it lies with --sources")

def declared(said, folder, documents):
    """The content type that a document declares, and the name whose extension tells it otherwise."""
    if "documents" not in said:
        return None, said["path"]
    line = texts_of(documents or os.path.join(folder, said["documents"]))[said["id"]]
    return line.get("content_type"), str(line.get("path") or "")
