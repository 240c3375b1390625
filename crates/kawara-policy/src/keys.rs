//! Every key of a policy: its name, what it takes, and a sentence about it. Checks, hints and `explain` go by these tables: [`TABLES`]
//! are the tables of settings, [`TOP`] is what stands beside them.

use kawara_core::{Breaks, Newline, OnFault, Split, Stability, Strategy, TextMode, UnitKind, Value};

use crate::change::Change;
pub(crate) use crate::top::*;

/// A table of settings, such as `[budget]`.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) keys: &'static [Key],
}

/// A setting.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) doc: &'static str,
}

/// What a setting takes, and the change it makes.
#[derive(Debug)]
pub(crate) enum Takes {
    /// A string that is not empty.
    Name(fn(String) -> Change),
    /// Any string.
    Text(fn(String) -> Change),
    /// A language tag.
    Language(fn(String) -> Change),
    /// A whole number, and the least it may be.
    Count(u32, fn(u32) -> Change),
    /// One of these words.
    Word(&'static [(&'static str, Change)]),
    /// A list of parts of the context.
    Parts,
    /// An overlap, or overlaps by language.
    Overlap,
    /// An overlap of windows.
    WindowOverlap,
    /// Strings to split at.
    Separators,
    /// Sizes that fall.
    Sizes,
    /// Which distances are breaks.
    Threshold,
    /// Names of embedding models.
    Models,
    /// A table of tokenizer files by model.
    Tokenizers,
    /// A table of options.
    Options(fn(String, Value) -> Change),
}

/// The settings tables, in the order in which they are explained.
pub(crate) static TABLES: [Table; 6] = [
    Table {
        name: "read",
        doc: "How a document is read.",
        keys: &[
            Key {
                name: "content-type",
                takes: Takes::Name(Change::ContentType),
                doc: "The reader: its id, such as `markdown`, or a media type.",
            },
            Key {
                name: "text",
                takes: Takes::Word(&[
                    (TextMode::Plain.as_str(), Change::Text(TextMode::Plain)),
                    (TextMode::Source.as_str(), Change::Text(TextMode::Source)),
                ]),
                doc: "What chunks are slices of: readable text, or the source with every byte of it.",
            },
            Key {
                name: "newline",
                takes: Takes::Word(&[
                    (Newline::Auto.as_str(), Change::Newline(Newline::Auto)),
                    (Newline::Hard.as_str(), Change::Newline(Newline::Hard)),
                    (Newline::Soft.as_str(), Change::Newline(Newline::Soft)),
                ]),
                doc: "What a single line break in plain text means: judged by paragraph, always an end, or only white space.",
            },
            Key {
                name: "options",
                takes: Takes::Options(Change::ReadOption),
                doc: "Options of the reader itself; `kawara packs` lists them.",
            },
        ],
    },
    Table {
        name: "budget",
        doc: "How large a chunk may be, in what unit.",
        keys: &[
            Key {
                name: "model",
                takes: Takes::Models,
                doc: "The embedding model, or a list of several that are to embed the same chunks; `kawara models` lists those that are \
                      known. It sets the counter, the hard limit and the prefix of passages.",
            },
            Key {
                name: "counter",
                takes: Takes::Name(Change::Counter),
                doc: "What counts tokens, such as `tiktoken:cl100k_base`; it has to be the embedding model's own.",
            },
            Key {
                name: "tokenizers",
                takes: Takes::Tokenizers,
                doc: "Tokenizer files by model, relative to this policy: `{ \"bge-m3\" = \"files/bge-m3/tokenizer.json\" }`.",
            },
            Key {
                name: "max-tokens",
                takes: Takes::Count(1, Change::MaxTokens),
                doc: "The most tokens of a chunk: context, text and special tokens.",
            },
            Key {
                name: "min-tokens",
                takes: Takes::Count(0, Change::MinTokens),
                doc: "A chunk with fewer tokens than this may go on across a section; never across a record.",
            },
            Key {
                name: "reserve-tokens",
                takes: Takes::Count(0, Change::ReserveTokens),
                doc: "Tokens of `max-tokens` that stay free, for what somebody else will add to each chunk.",
            },
            Key {
                name: "hard-limit",
                takes: Takes::Count(1, Change::HardLimit),
                doc: "The most tokens that the model accepts; a larger `max-tokens` is refused. Without it, what `model` says.",
            },
        ],
    },
    Table {
        name: "units",
        doc: "What must not be cut, and what is repeated.",
        keys: &[
            Key {
                name: "kind",
                takes: Takes::Word(&[
                    (UnitKind::Sentence.as_str(), Change::Kind(UnitKind::Sentence)),
                    (UnitKind::Clause.as_str(), Change::Kind(UnitKind::Clause)),
                    (UnitKind::Record.as_str(), Change::Kind(UnitKind::Record)),
                    (UnitKind::Paragraph.as_str(), Change::Kind(UnitKind::Paragraph)),
                ]),
                doc: "What a unit is.",
            },
            Key {
                name: "overlap",
                takes: Takes::Overlap,
                doc: "What a chunk repeats of the one before, in whole units: `1`, `\"auto\"`, `{ auto = 3 }`, `{ percent = 15 }`, \
                      `{ tokens = 40 }`, or by language `{ default = 1, ja = 2 }`.",
            },
            Key {
                name: "records-per-chunk",
                takes: Takes::Count(1, Change::RecordsPerChunk),
                doc: "The most records in one chunk; without it they fill the budget. With it, one record that is inserted shifts the \
                      borders of all chunks behind it.",
            },
            Key {
                name: "split",
                takes: Takes::Word(&[
                    (Split::Allow.as_str(), Change::Split(Split::Allow)),
                    (Split::Never.as_str(), Change::Split(Split::Never)),
                ]),
                doc: "What happens to a unit, such as a record, that does not fit: it is cut inside and flagged, or the document fails.",
            },
            Key {
                name: "on-fault",
                takes: Takes::Word(&[
                    (OnFault::Fail.as_str(), Change::OnFault(OnFault::Fail)),
                    (OnFault::Fallback.as_str(), Change::OnFault(OnFault::Fallback)),
                ]),
                doc: "What happens where a language pack is at fault: the document fails, or the Unicode rules cut there and the chunk is \
                      flagged `pack_fault`.",
            },
        ],
    },
    Table {
        name: "context",
        doc: "What is put before a chunk's text for embedding.",
        keys: &[
            Key {
                name: "prefix",
                takes: Takes::Text(Change::Prefix),
                doc: "What every chunk's context begins with, such as `passage: `; without it, what `model` wants.",
            },
            Key {
                name: "prepend",
                takes: Takes::Parts,
                doc: "What is put before the text, in this order: `title`, `heading-path`, `lead`.",
            },
            Key {
                name: "separator",
                takes: Takes::Text(Change::Separator),
                doc: "What stands between the headings of a path.",
            },
            Key {
                name: "max-tokens",
                takes: Takes::Count(0, Change::ContextTokens),
                doc: "The most tokens of context; half the budget is never exceeded.",
            },
        ],
    },
    Table {
        name: "tiling",
        doc: "How chunks are laid.",
        keys: &[
            Key {
                name: "stability",
                takes: Takes::Word(&[
                    (Stability::Size.as_str(), Change::Stability(Stability::Size)),
                    (Stability::Balanced.as_str(), Change::Stability(Stability::Balanced)),
                    (Stability::Anchored.as_str(), Change::Stability(Stability::Anchored)),
                ]),
                doc: "The fewest chunks, or a few more of which an edit changes fewer.",
            },
            Key {
                name: "strategy",
                takes: Takes::Word(&[
                    (Strategy::Units.as_str(), Change::Strategy(Strategy::Units)),
                    (Strategy::TokenWindow.as_str(), Change::Strategy(Strategy::TokenWindow)),
                    (Strategy::WordWindow.as_str(), Change::Strategy(Strategy::WordWindow)),
                    (Strategy::SentenceWindow.as_str(), Change::Strategy(Strategy::SentenceWindow)),
                    (Strategy::Recursive.as_str(), Change::Strategy(Strategy::Recursive)),
                ]),
                doc: "What lays chunks: whole units, or, to compare with, windows of tokens, words or sentences, or splitting at separators.",
            },
            Key {
                name: "window",
                takes: Takes::Count(1, Change::Window),
                doc: "How long a window is, in tokens, words or sentences as `strategy` says; without it, as long as the budget lets it be.",
            },
            Key {
                name: "window-overlap",
                takes: Takes::WindowOverlap,
                doc: "How much of a window the next one repeats, in what windows are counted in: `50`, or `{ percent = 20 }` of a window.",
            },
            Key {
                name: "separators",
                takes: Takes::Separators,
                doc: "What `recursive` splits at, the coarsest first; `\"\"` stands for every character.",
            },
            Key {
                name: "parents",
                takes: Takes::Sizes,
                doc: "The sizes in tokens of passages that chunks tile, the largest first and all above `max-tokens`, such as `[2048, 512]`; of `units` alone.",
            },
        ],
    },
    Table {
        name: "semantic",
        doc: "Where the text turns to something else, as an embedding model sees it.",
        keys: &[
            Key {
                name: "embedder",
                takes: Takes::Text(Change::Embedder),
                doc: "What compares units with their neighbours, by the name that whoever runs kawara gave it; `\"\"` asks none.",
            },
            Key {
                name: "window",
                takes: Takes::Count(0, Change::Neighbours),
                doc: "How many units on either side are embedded with a unit, as far as they fit the budget together.",
            },
            Key {
                name: "threshold",
                takes: Takes::Threshold,
                doc: "Which distances between neighbours are breaks: `{ percentile = 95 }`, `{ deviations = 3 }`, \
                      `{ interquartile = 1.5 }` or `{ gradient = 95 }`.",
            },
            Key {
                name: "breaks",
                takes: Takes::Word(&[
                    (Breaks::Cut.as_str(), Change::Breaks(Breaks::Cut)),
                    (Breaks::Prefer.as_str(), Change::Breaks(Breaks::Prefer)),
                ]),
                doc: "What a break is worth: a chunk ends at each unless it would stay under `min-tokens`, or where it lies well.",
            },
        ],
    },
];

/// The table called `name`.
pub(crate) fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// What other chunkers call a setting, with hyphens, and what it is called here.
const ELSEWHERE: [(&str, &str); 15] = [
    ("breakpoint-percentile-threshold", "semantic.threshold"),
    ("breakpoint-threshold-amount", "semantic.threshold"),
    ("breakpoint-threshold-type", "semantic.threshold"),
    ("buffer-size", "semantic.window"),
    ("chunk-overlap", "units.overlap"),
    ("chunk-size", "budget.max-tokens"),
    ("embed-model", "semantic.embedder"),
    ("embedding-model", "budget.model"),
    ("embeddings", "semantic.embedder"),
    ("encoding-name", "budget.counter"),
    ("max-chunk-size", "budget.max-tokens"),
    ("max-seq-length", "budget.hard-limit"),
    ("model-name", "budget.model"),
    ("similarity-threshold", "semantic.threshold"),
    ("tokenizer", "budget.counter"),
];

/// The dotted key of a setting that other chunkers call `name`.
pub(crate) fn called_elsewhere(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase().replace('_', "-");
    ELSEWHERE.iter().find(|(known, _)| *known == name).map(|(_, here)| *here)
}

/// The tables that know a key called `name`.
pub(crate) fn homes(name: &str) -> impl Iterator<Item = &'static str> {
    TABLES.iter().filter(move |table| table.keys.iter().any(|key| key.name == name)).map(|table| table.name)
}
