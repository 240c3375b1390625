//! What a run promises of its chunks, with every exception and its reason, so that somebody without kawara can check it:
//! `tools/verify_certificate.py` needs the documents, the chunks and the certificate.
//!
//! The claim: every window of k + 1 consecutive units is whole in one chunk, but for the exceptions listed, k being the fewest units that
//! the policy carries in a language of the document's chunks. Windows that do not fit the budget are among the exceptions, and each says why:
//!
//! | reason | what holds |
//! |---|---|
//! | `asked_less` | a section, record or passage begins inside the window, and nothing is carried over its edge; or the last unit before the cut is in a language of which fewer are carried |
//! | `does_not_fit` | one more carried unit beside the first new one is over the budget; `tokens` says what that comes to |
//! | `whole_chunk` | all units of the chunk before but its first are carried, and no chunk is carried whole |
//! | `not_carried` | what stands in the way is no running text; `unit` says what it is: a `heading`, a `row`, `code`, `opaque` such as a formula or a directive, a `shard` of a unit that was cut |
//! | `frame` | the chunk begins a frame of a long document |
//! | `estimate` | the carry was turned down by an estimate; it is at most [`MARGIN`] tokens under the budget |

mod document;
mod hash;
mod settings;

use std::collections::BTreeMap;

use kawara::output::write_record;
use kawara::{Chunks, Registry, Strategy};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Error, ErrorKind, Result};
use document::Open;
use hash::{canonical, hexadecimal, sha256};
use settings::{Counting, settings_json};

/// An estimate that turns a carry down is off by no more than this.
pub const MARGIN: u32 = 16;

/// The version of the form.
const FORM: u32 = 1;

/// A document as it was read, for whoever checks the certificate to read it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, or the file of documents that it is a line of.
    pub path: String,
    /// Whether it is a line of that file.
    pub is_line: bool,
    /// The encoding of the file, as the WHATWG calls it.
    pub encoding: String,
    /// The text as it was decoded: what offsets count in.
    pub text: String,
}

/// A certificate in the making: it is shown every chunk that is written, in order.
///
/// ```
/// use kawara::{Document, policy::Policy};
/// use kawara_evidence::certificate::{Certificate, Origin};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"chars\"\nmax-tokens = 90\n", "kawara.toml", ".")?;
/// let engine = kawara::engine(policy)?;
/// let chunks = engine.chunk(&Document::new("gate.txt", text))?;
///
/// let mut certificate = Certificate::new();
/// let origin = || Ok(Origin { path: "gate.txt".into(), is_line: false, encoding: "utf-8".into(), text: text.into() });
/// certificate.add(engine.registry(), &chunks, origin)?;
/// let json: serde_json::Value = serde_json::from_str(&certificate.finish())?;
/// assert_eq!(json["documents"][0]["k"], 1);
/// assert_eq!(json["documents"][0]["exceptions"].as_array().map(Vec::len), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Certificate {
    documents: Vec<Value>,
    failed: Vec<String>,
    settings: BTreeMap<String, Value>,
    counting: BTreeMap<String, Counting>,
    open: Option<Open>,
    chunks: u64,
    tokens: u64,
    lines: Sha256,
}

impl Certificate {
    /// Before the first chunk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the chunks of a document, or of a part of one. `origin` is asked once a document.
    ///
    /// # Errors
    /// When the document is no longer what was chunked; when it was cut by another strategy than whole units, of which there is no such
    /// claim; when a counter fails.
    pub fn add(
        &mut self,
        registry: &Registry,
        chunks: &Chunks,
        origin: impl FnOnce() -> Result<Origin>,
    ) -> Result<()> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => Open::new(chunks, origin()?),
        };
        for in_force in chunks.in_force() {
            let strategy = in_force.settings().tiling.strategy;
            if strategy != Strategy::Units {
                let (id, strategy) = (chunks.doc_id(), strategy.as_str());
                let message = format!(
                    "{id}: no certificate is written of tiling.strategy = \"{strategy}\"; it tells what chunks of whole units hold"
                );
                return Err(Error::new(ErrorKind::Certificate, message));
            }
            let fingerprint = in_force.fingerprint();
            if !self.counting.contains_key(fingerprint) {
                let counting = Counting::open(registry, in_force.settings())?;
                self.settings.insert(fingerprint.to_owned(), settings_json(in_force, &counting));
                self.counting.insert(fingerprint.to_owned(), counting);
            }
        }
        for chunk in chunks.iter() {
            let mut line = Vec::new();
            write_record(chunk, &mut line).map_err(|error| {
                Error::new(ErrorKind::Certificate, format!("{}: {error}", chunks.doc_id()))
            })?;
            self.lines.update(&line);
            self.chunks += 1;
            self.tokens += u64::from(chunk.tokens());
        }
        open.add(chunks, &self.counting)?;
        if chunks.is_last() {
            self.documents.push(open.close());
        } else {
            self.open = Some(open);
        }
        Ok(())
    }

    /// A document failed: nothing is said of its chunks, if any were written.
    pub fn failed(&mut self, document: &str) {
        self.open = None;
        self.failed.push(document.to_owned());
    }

    /// The certificate: one JSON object, whose `seal` is the SHA-256 of all else in it.
    pub fn finish(self) -> String {
        let lines: [u8; 32] = self.lines.finalize().into();
        let mut whole = Whole {
            kawara_certificate: FORM,
            kawara: env!("CARGO_PKG_VERSION"),
            claim: CLAIM,
            margin: MARGIN,
            chunks: json!({ "sha256": hexadecimal(&lines), "chunks": self.chunks, "tokens": self.tokens }),
            settings: self.settings,
            documents: self.documents,
            failed: self.failed,
            seal: None,
        };
        // Nothing in it can fail: keys are texts, numbers are whole.
        whole.seal = Some(sha256(&canonical(&serde_json::to_value(&whole).unwrap_or_default())));
        serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
    }
}

#[derive(Serialize)]
struct Whole {
    kawara_certificate: u32,
    kawara: &'static str,
    claim: [&'static str; 6],
    margin: u32,
    chunks: Value,
    settings: BTreeMap<String, Value>,
    documents: Vec<Value>,
    failed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

/// What is claimed, in words.
const CLAIM: [&str; 6] = [
    "every window of k + 1 consecutive units is whole in one chunk, but for the exceptions listed, each with its reason",
    "tokens are exact: the special tokens and a count of context and text as they are",
    "no chunk is over the budget, unless it is flagged over_budget: one grapheme cluster alone",
    "every byte that is not blank is in a chunk or skipped",
    "a chunk is a slice of the text, or of the projection that its map tells, and begins and ends between grapheme clusters",
    "what is carried are the last whole units of the chunk before",
];
