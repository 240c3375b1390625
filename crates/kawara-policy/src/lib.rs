//! Policies of the kawara chunking engine: TOML files that say which documents are cut how.
//!
//! - [`Policy`] is a loaded policy; it gives the engine the settings of each document, and explains where they come from.
//! - [`Loader`] loads policies from somewhere other than the file system.
//! - [`Mistakes`] are all that is wrong with a policy, as plain data: code, place, message, help.
//!
//! A policy never runs code; a program that counts has a name there and is defined elsewhere. It is read completely before anything is refused, so that every mistake comes
//! out at once:
//!
//! ```
//! use kawara_policy::Policy;
//!
//! let text = "policy = 1\n\n[budget]\nmax-tokens = 9000\nhard-limit = 8191\n\n[units]\noverlap = { default = 1, jp = 2 }\n";
//! let mistakes = Policy::from_str(text, "kawara.toml", "").unwrap_err();
//! assert_eq!(
//!     mistakes.to_string(),
//!     "\
//! kawara.toml:4:14: `max-tokens` (9000) is over the model's `hard-limit` (8191) [policy::over_hard_limit]
//!   a chunk may grow to this
//!   kawara.toml:5:14: the model cuts here, without a word
//!   help: lower `max-tokens` to 8191 or less, or take a model that accepts more
//!
//! kawara.toml:8:26: `jp` is not a language [policy::unknown_language]
//!   help: language codes are BCP 47: Japanese is `ja`"
//! );
//! ```
//!
//! # Every key
//!
//! ```
//! # let text = r#"
//! policy    = 1                                # first: the version of this language
//! required-version = ">=0.1, <2"               # of kawara, as Cargo writes it
//! extends   = ["kawara:docs"]                  # built in, or a file relative to this one; each policy counts once
//! lock      = ["budget.counter", "packs"]      # keys or tables that nothing laid over this policy may change
//! required-packs = ["ja", { name = "ko", sha256 = "ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12", version = ">=0.3" }]
//! edition   = "2026"                           # what cuts are made by, in every later release; without it the newest
//! language  = "zh-Hant"                        # of all text; without it the script decides
//! namespace = "tenant 7"                       # of the ids; without it the counter's vocabulary
//!
//! [read]
//! content-type = "faq"                         # the reader, by id or media type; without it the file extension
//! text         = "plain"                       # plain | source
//! newline      = "auto"                        # auto | hard | soft
//! options      = { delimiter = ";" }           # of the reader
//!
//! [budget]
//! model      = "text-embedding-3-small"        # or a list; sets the counter, the hard limit and the prefix of passages
//! tokenizers = { "bge-m3" = "files/bge-m3" }   # tokenizer files of models, relative to this file
//! max-tokens = 400                             # context and special tokens included
//! min-tokens = 64                              # below it a chunk goes on into the next section
//! reserve-tokens = 0                           # of max-tokens, for what somebody else adds
//! hard-limit = 8191                            # the model's, where it is not the table's; only checked
//!
//! [units]
//! kind    = "sentence"                         # sentence | clause | record | paragraph
//! overlap = { default = 1, ja = 2, zh = "auto", th = { percent = 15 }, ko = { tokens = 40 }, en = { auto = 3 } }
//! records-per-chunk = 10                       # without it records fill the budget
//! split    = "allow"                           # allow | never: a unit that does not fit is cut, or the document fails
//! on-fault = "fail"                            # fail | fallback: a pack is at fault, and the Unicode rules cut there
//!
//! [context]
//! prefix     = ""                              # what every chunk's context begins with; without it, what the model wants
//! prepend    = ["title", "heading-path", "lead"]
//! separator  = " > "
//! max-tokens = 64
//!
//! [tiling]
//! stability = "balanced"                       # size | balanced | anchored
//! strategy  = "units"                          # units | token-window | word-window | sentence-window | recursive
//! parents   = [2048, 512]                      # passages that chunks tile, by their most tokens; of `units` alone
//!
//! [packs.ja]                                   # options of a pack
//! dictionary = "words/ja.dic"
//!
//! [[match]]                                    # all conditions have to hold; later entries win
//! glob         = ["faq/**", "**/*.qa"]         # relative to this file; `*` stops at a slash, `**/` does not
//! content-type = "text/*"
//! meta         = { tenant = "acme" }           # given with the document, as JSON
//! language     = "ja"                          # also ja-JP; what it changes cannot be [read]
//! fields       = { status = "draft", tags = ["a", "b"] } # found by reading, such as front matter; nor can what this changes
//! units        = { kind = "record", overlap = 0 }
//! # "#;
//! # let policy = kawara_policy::Policy::from_str(text, "kawara.toml", "").unwrap();
//! # assert!(policy.warnings().is_empty());
//! ```
//!
//! The other strategies lay windows, for which `[tiling]` has three keys more; beside them `units.overlap`, `records-per-chunk`, `split`,
//! `min-tokens` and `stability` mean nothing:
//!
//! ```
//! # let text = r#"
//! policy = 1
//! [tiling]
//! strategy       = "recursive"
//! window         = 200                         # in tokens, words or sentences; without it, what the budget holds
//! window-overlap = { percent = 20 }            # or a number, in what windows are counted in; less than a window
//! separators     = ["\n\n", "\n", "。", " ", ""] # of `recursive`, the coarsest first
//! # "#;
//! # let policy = kawara_policy::Policy::from_str(text, "kawara.toml", "").unwrap();
//! # assert!(policy.warnings().is_empty());
//! ```
//!
//! Chunks of units can end where the text turns to something else, as an embedding model sees it. Which program or service that is,
//! whoever runs kawara says, never a policy:
//!
//! ```
//! # let text = r#"
//! policy = 1
//! [semantic]
//! embedder  = "minilm"                         # by the name that was given to it; "" asks none
//! window    = 1                                # units on either side that are embedded with a unit
//! threshold = { percentile = 95 }              # or deviations = 3, interquartile = 1.5, gradient = 95
//! breaks    = "cut"                            # cut | prefer
//! # "#;
//! # let policy = kawara_policy::Policy::from_str(text, "kawara.toml", "").unwrap();
//! # assert!(policy.warnings().is_empty());
//! ```
//!
//! Instead of `model`, a policy may name the `counter` itself: `counter = "tiktoken:cl100k_base"`. In one table that is a mistake;
//! of two layers, the later one holds. [`models`] says what a model comes to.
//!
//! # Locks
//!
//! `lock` names keys (`budget.counter`, `units.overlap.ja`, `packs.ja.dictionary`) or whole tables (`units`, `packs`, `packs.ja`). Whatever
//! is laid over the policy may not change them: a policy that extends it, that one's `[[match]]` entries, a value that is set. The
//! policy's own `[[match]]` entries may, and those of what it extends. Saying again what is locked is no mistake. A key without a
//! value is locked as it is: at what the policy extends, or at the default. Who locks `model` locks `counter`, and the other way round; a
//! model's tokenizer file is `budget.tokenizers`. Built-in policies that are laid over a lock give way without a word.
//!
//! [`Loader::with_base`] lays a policy beneath every other, so that a platform has its locks kept by every corpus.
//!
//! # Two phases
//!
//! `glob`, `content-type` and `meta` are known before a document is read, so they may change how it is `[read]`; `content-type` is then
//! what is declared, or what the extension says. `language` and `fields` are found by reading, and decide everything else.
//!
//! Fields are what a document says of itself: front matter (YAML, TOML or JSON) and attributes of markup, `<meta>` and `lang` of a page, what
//! stands beside the records of a JSON document. Their values are text as it stands there; a list has several, of which one has to match;
//! a field in a table has a dotted name (`author.name`). So values are compared as text, `7` like `"7"`; `true` and `false` in either case. What
//! front matter says over several lines, or with anchors and escapes, is not a field.
//!
//! `meta` follows names into objects, and into every object of a list. Metadata that is not JSON is an error where a rule asks for it.
//!
//! # Editions
//!
//! An edition never cuts otherwise in a later release: the same text with the same settings, packs and counter gives the same chunks. A rule
//! that cuts better comes with a new edition, named by its year, and a policy that names none uses the newest: see
//! [`Edition`](kawara_core::Edition). There is one so far, `2026`.
//!
//! # Layers
//!
//! `overlap` with a `default`, or as a single value, replaces what was said of languages before; without, it changes only the
//! languages that it names. Other tables are joined key by key, lists are replaced.

mod change;
mod check;
mod explain;
mod file;
mod keys;
mod known;
mod language;
mod layer;
mod load;
mod lock;
mod merge;
mod mistake;
mod model;
pub mod models;
mod overlap;
mod parents;
pub mod paths;
mod policy;
mod render;
mod required;
mod rule;
mod schema;
mod semantic;
mod set;
mod sizes;
mod source;
mod suggest;
mod told;
mod top;
mod values;
mod walk;
mod wanted;
mod windows;

pub use change::string as toml_string;
pub use explain::{Explained, Over};
pub use known::{Known, KnownCounter, KnownPack, KnownReader};
pub use load::Loader;
pub use mistake::{Label, Mistake, Mistakes, Severity};
pub use models::Tokenizers;
pub use policy::Policy;
pub use render::printable;
pub use schema::schema;
pub use source::Place;
pub use suggest::nearest;
pub use told::told;
