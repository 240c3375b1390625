//! Readers for the kawara chunking engine: what a document is made of, by its content type.
//!
//! | id | content | blocks |
//! |---|---|---|
//! | `markdown` | [`Markdown`] | headings and their sections, paragraphs, list items, code, rows of tables, formulas, HTML |
//! | `html` | [`Html`] | sections, paragraphs, items, definitions, rows of tables, code; no navigation, nothing hidden |
//! | `rst` | [`Rst`] | sections, paragraphs, directives with their text, code, rows of tables, fields |
//! | `asciidoc` | [`AsciiDoc`] | sections, paragraphs, list items, listings, rows of tables |
//! | `latex` | [`Latex`] | sections, paragraphs, items, formulas, rows of tables |
//! | `code` | [`Code`] | top-level items |
//! | `faq` | [`Faq`] | a record for each question with its answer |
//! | `chat` | [`Chat`] | a record for each turn |
//! | `log` | [`Log`] | a record for each entry, stack trace included |
//! | `csv` | [`Csv`] | a record for each row |
//! | `law` | [`Law`] | a record for each article, sections for parts and chapters |
//! | `json` | [`Json`] | a record for each element of the array, or one |
//! | `jsonl` | [`JsonLines`] | a record for each line |
//! | `docling` | [`Docling`] | what a converter found in a PDF: headings, paragraphs, list items, code, formulas, rows of tables |
//! | `unstructured` | [`Unstructured`] | the same in another form |
//! | `subtitle` | [`Subtitle`] | what is said, in running text with the speakers and times; or a record for each cue |
//! | `poem` | [`Poem`] | titles and their sections, stanzas, a block for each line |
//!
//! Logs, tables, JSON lines, JSON whose top is an array of records, conversations, and questions that are marked in plain text can be
//! read in pieces, however long they are; any other document is read whole.
//!
//! # Options
//!
//! All take `text` and `newline`, as every [`Reader`](kawara_core::Reader) does. A policy sets the others in `[read.options]`:
//!
//! | reader | option | what it says |
//! |---|---|---|
//! | `json`, `jsonl` | `text-fields` | the members that are a record's text, by name or dotted path; the others come out as its fields |
//! | `json`, `jsonl` | `title-field` | the member that is a record's title: its first line, and context of its parts if it is cut |
//! | `json` | `records` | the dotted path of the array whose elements are the records |
//! | `csv` | `delimiter` | the sign between fields: one ASCII character, or `tab` |
//! | `csv` | `header` | whether the first record is a header: `auto`, `yes`, `no` |
//! | `log` | `start` | a regular expression: a line that begins with it begins an entry |
//! | `html` | `main` | `auto` reads only the main content where a page marks it, `off` all but navigation |
//! | `html` | `hidden` | `skip` leaves out what a page does not show, `keep` reads it, `auto` where it is more than what is shown |
//!
//! # Example
//!
//! ```
//! use kawara_core::{BlockKind, Blocks, Options, Reader};
//! use kawara_formats::Markdown;
//!
//! let source = "# Tanks\n\nTank four is full. <!-- really? -->\n\n| tank | level |\n|---|---|\n| 4 | 100 % |\n";
//! let mut blocks = Blocks::new();
//! let text = Markdown.open(&Options::new())?.read(source, &mut blocks)?;
//! let kinds: Vec<_> = blocks.kept().iter().map(|block| block.kind()).collect();
//! assert_eq!(kinds, [BlockKind::Heading, BlockKind::Prose, BlockKind::Row, BlockKind::Row]);
//! assert!(!text.contains("really"), "comments are left out unless `text` is `source`");
//! assert_eq!(blocks.skipped()[0].why, "comment");
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod code;
mod draft;
mod entity;
mod html;
mod json;
mod law;
mod lines;
mod markdown;
mod markup;
mod mode;
mod outline;
mod poem;
mod projection;
mod records;
mod subtitle;

use std::sync::Arc;

use kawara_core::{Pack, ReaderEntry};

pub use code::Code;
pub use html::Html;
pub use json::{Docling, Json, JsonLines, Unstructured};
pub use law::Law;
pub use markdown::Markdown;
pub use markup::{AsciiDoc, Latex, Rst};
pub use poem::Poem;
pub use records::{Chat, Csv, Faq, Log};
pub use subtitle::Subtitle;

/// All readers of this crate as a pack.
pub static PACK: Pack = Pack::new("formats", env!("CARGO_PKG_VERSION")).readers(&[
    ReaderEntry::new("markdown", &["text/markdown", "text/x-markdown"], |_| Ok(Arc::new(Markdown)))
        .extensions(&["md", "markdown", "mdown", "mkd", "mdx"]),
    ReaderEntry::new("html", &["text/html", "application/xhtml+xml"], |_| Ok(Arc::new(Html)))
        .extensions(&["html", "htm", "xhtml"])
        .options(html::OPTIONS),
    ReaderEntry::new("faq", &["text/x-faq"], |_| Ok(Arc::new(Faq))),
    ReaderEntry::new("log", &["text/x-log"], |options| Ok(Arc::new(Log::new(options)?)))
        .extensions(&["log"])
        .options(records::LOG_OPTIONS),
    ReaderEntry::new(
        "jsonl",
        &["application/jsonl", "application/x-ndjson", "application/x-jsonlines"],
        |_| Ok(Arc::new(JsonLines)),
    )
    .extensions(&["jsonl", "ndjson"])
    .options(json::LINES_OPTIONS),
    ReaderEntry::new("json", &["application/json"], |_| Ok(Arc::new(Json)))
        .extensions(&["json"])
        .options(json::OPTIONS),
    ReaderEntry::new("docling", &["application/vnd.docling+json"], |_| Ok(Arc::new(Docling))),
    ReaderEntry::new("unstructured", &["application/vnd.unstructured+json"], |_| Ok(Arc::new(Unstructured))),
    ReaderEntry::new("law", &["text/x-law"], |_| Ok(Arc::new(Law))),
    ReaderEntry::new("chat", &["text/x-chat"], |_| Ok(Arc::new(Chat))),
    ReaderEntry::new("csv", &["text/csv", "text/tab-separated-values"], |_| Ok(Arc::new(Csv)))
        .extensions(&["csv", "tsv"])
        .options(records::CSV_OPTIONS),
    ReaderEntry::new("subtitle", &["text/vtt", "application/x-subrip", "text/srt"], |_| {
        Ok(Arc::new(Subtitle))
    })
    .extensions(&["vtt", "srt"]),
    ReaderEntry::new("poem", &["text/x-poem"], |_| Ok(Arc::new(Poem))),
    ReaderEntry::new("code", code::MEDIA_TYPES, |_| Ok(Arc::new(Code))).extensions(code::EXTENSIONS),
    ReaderEntry::new("rst", &["text/x-rst"], |_| Ok(Arc::new(Rst))).extensions(&["rst", "rest"]),
    ReaderEntry::new("asciidoc", &["text/asciidoc"], |_| Ok(Arc::new(AsciiDoc)))
        .extensions(&["adoc", "asciidoc"]),
    ReaderEntry::new("latex", &["text/x-latex", "application/x-tex"], |_| Ok(Arc::new(Latex)))
        .extensions(&["tex", "latex"]),
]);

kawara_core::inventory::submit! { kawara_core::Submitted(&PACK) }
