//! What is said of one document.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kawara::{Chunk, Chunks, is_blank};
use serde_json::{Value, json};

use super::hash::sha256;
use super::settings::{Counting, at_least};
use super::{MARGIN, Origin};
use crate::{Error, ErrorKind, Result};

/// A document of which not all chunks are known yet.
#[derive(Debug)]
pub(super) struct Open {
    id: String,
    origin: Origin,
    chunks: u64,
    tokens: u64,
    settings: BTreeSet<String>,
    k: Option<u32>,
    skipped: Vec<(Range<usize>, String)>,
    compromises: Vec<Value>,
    /// What stands at cuts, until it is known how many units the document's claim is about.
    cuts: Vec<Cut>,
    /// The starts of all units so far, in bytes of the source, and the end of each as the last chunk has it.
    units: Vec<Range<usize>>,
    /// How many units the last chunk has.
    before: usize,
}

/// A section, record or passage begins, or the unit before the cut is in a language of which fewer are carried.
const ASKED_LESS: &str = "asked_less";

/// No running text stands before what is carried.
const NOT_CARRIED: &str = "not_carried";

/// A cut between two chunks.
#[derive(Debug)]
struct Cut {
    chunk: String,
    /// The first new unit behind it, and how many are new.
    first: usize,
    new: usize,
    carried: usize,
    asked: usize,
    reason: &'static str,
    tokens: Option<u32>,
    /// What stands in the way, where something does.
    unit: Option<&'static str>,
}

impl Open {
    pub(super) fn new(chunks: &Chunks, origin: Origin) -> Self {
        Self {
            id: chunks.doc_id().to_owned(),
            origin,
            chunks: 0,
            tokens: 0,
            settings: BTreeSet::new(),
            k: None,
            skipped: Vec::new(),
            compromises: Vec::new(),
            cuts: Vec::new(),
            units: Vec::new(),
            before: 0,
        }
    }

    pub(super) fn add(&mut self, chunks: &Chunks, counting: &BTreeMap<String, Counting>) -> Result<()> {
        for (nth, chunk) in chunks.iter().enumerate() {
            self.check(&chunk)?;
            if self.chunks > 0
                && let Some(counting) = counting.get(chunk.settings())
            {
                let before = nth.checked_sub(1).and_then(|nth| chunks.get(nth));
                self.cut(chunks, before, &chunk, counting)?;
            }
            self.take(&chunk);
        }
        let skips = chunks.skipped().iter().map(|skip| (skip.range.clone(), skip.why.to_owned()));
        self.skipped.extend(skips);
        self.white(chunks);
        Ok(())
    }

    /// The document has to be the one that was chunked.
    fn check(&self, chunk: &Chunk<'_>) -> Result<()> {
        let is_same =
            chunk.map().next().is_some() || self.origin.text.get(chunk.source_range()) == Some(chunk.text());
        if is_same {
            return Ok(());
        }
        let message = format!("{}: it has changed since it was chunked; run again", self.id);
        Err(Error::new(ErrorKind::Certificate, message))
    }

    fn take(&mut self, chunk: &Chunk<'_>) {
        self.chunks += 1;
        self.tokens += u64::from(chunk.tokens());
        self.settings.insert(chunk.settings().to_owned());
        let k = at_least(chunk.in_force().settings(), chunk.language());
        self.k = Some(self.k.map_or(k, |known| known.min(k)));
        for flag in chunk.flags().iter() {
            self.compromises.push(json!({ "chunk": chunk.id(), "flag": flag.as_str() }));
        }
        let known = self.units.len();
        for (nth, unit) in chunk.units().enumerate() {
            match nth.checked_sub(chunk.carried()) {
                Some(_) => self.units.push(unit),
                // A carried unit now has the white space behind it.
                None => {
                    if let Some(carried) =
                        (known + nth).checked_sub(chunk.carried()).and_then(|at| self.units.get_mut(at))
                    {
                        *carried = unit;
                    }
                }
            }
        }
        self.before = chunk.units().len();
    }

    /// What stands at the cut before a chunk; the chunk before it is not at hand where a part of a stream begins.
    fn cut(
        &mut self,
        chunks: &Chunks,
        before: Option<Chunk<'_>>,
        chunk: &Chunk<'_>,
        counting: &Counting,
    ) -> Result<()> {
        let carried = chunk.carried();
        let (reason, tokens) = match before {
            _ if carried + 1 >= self.before => ("whole_chunk", None),
            None => ("frame", None),
            Some(before) => self.why(chunks, &before, chunk, counting)?,
        };
        self.cuts.push(Cut {
            chunk: chunk.id().to_string(),
            first: self.units.len(),
            new: chunk.units().len() - carried,
            carried,
            asked: chunk.asked(),
            reason,
            tokens,
            unit: (reason == NOT_CARRIED).then(|| chunk.before()).flatten(),
        });
        Ok(())
    }

    /// Why not one unit more is carried, where that was asked for.
    fn why(
        &self,
        chunks: &Chunks,
        before: &Chunk<'_>,
        chunk: &Chunk<'_>,
        counting: &Counting,
    ) -> Result<(&'static str, Option<u32>)> {
        if chunk.asked() <= chunk.carried() {
            return Ok((ASKED_LESS, None));
        }
        let with_one_more = chunk.expanded_text(1, 0).start..before.expanded_text(0, 1).end;
        let slice = chunks.text().get(with_one_more).unwrap_or_default();
        let tokens = counting.count(&format!("{}{slice}", chunk.own_context()))?;
        Ok(if tokens > counting.budget {
            ("does_not_fit", Some(tokens))
        } else if chunk.before().is_some_and(|unit| unit != "prose") {
            (NOT_CARRIED, None)
        } else if tokens.saturating_add(MARGIN) >= counting.budget {
            ("estimate", Some(tokens))
        } else {
            ("frame", None)
        })
    }

    /// Stretches of the source that stand for white space between chunks, such as a tag that breaks a line.
    fn white(&mut self, chunks: &Chunks) {
        let map = chunks.map();
        if map.is_identity() {
            return;
        }
        let base = chunks.get(0).map_or(0, |first| {
            first.source_range().start.saturating_sub(map.source_range(first.text_range()).start)
        });
        for span in map.spans().iter().filter(|span| span.source_len > 0) {
            let text = chunks.text().get(span.text..span.text + span.text_len).unwrap_or_default();
            if text.chars().all(is_blank) {
                let start = base + span.source;
                self.skipped.push((start..start + span.source_len, "white space".to_owned()));
            }
        }
    }

    /// All that is said of the document.
    pub(super) fn close(mut self) -> Value {
        let k = self.k.unwrap_or(0) as usize;
        let exceptions: Vec<Value> = self.cuts.iter().flat_map(|cut| self.exceptions(cut, k)).collect();
        self.skipped.sort_by_key(|(range, _)| (range.start, range.end));
        let skipped: Vec<Value> = self
            .skipped
            .iter()
            .map(|(range, why)| json!({ "start": range.start, "end": range.end, "why": why }))
            .collect();
        json!({
            "id": self.id,
            (if self.origin.is_line { "documents" } else { "path" }): self.origin.path,
            "encoding": self.origin.encoding,
            "sha256": sha256(&self.origin.text),
            "bytes": self.origin.text.len(),
            "chunks": self.chunks,
            "tokens": self.tokens,
            "settings": self.settings,
            "k": k,
            "skipped": skipped,
            "compromises": self.compromises,
            "exceptions": exceptions,
        })
    }

    /// The windows of k + 1 units that end in a chunk and begin before it: each by where its first and its last unit start.
    fn exceptions(&self, cut: &Cut, k: usize) -> Vec<Value> {
        let ends = cut.first..cut.first + cut.new.min(k);
        let exception = |last: usize| {
            let wanted = (k + cut.first).saturating_sub(last);
            let (first, last) = (self.units.get(last.checked_sub(k)?)?, self.units.get(last)?);
            if wanted <= cut.carried {
                return None;
            }
            let (reason, tokens, unit) = if wanted > cut.asked {
                (ASKED_LESS, None, None)
            } else {
                (cut.reason, cut.tokens, cut.unit)
            };
            let mut said =
                json!({ "window": [first.start, last.start], "chunk": cut.chunk, "reason": reason });
            if let (Some(said), Some(tokens)) = (said.as_object_mut(), tokens) {
                said.insert("tokens".into(), json!(tokens));
            }
            if let (Some(said), Some(unit)) = (said.as_object_mut(), unit) {
                said.insert("unit".into(), json!(unit));
            }
            Some(said)
        };
        ends.filter_map(exception).collect()
    }
}
