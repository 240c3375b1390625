use std::fmt;
use std::time::Instant;

use kawara::{Chunks, Flag};

/// What a run did, in one line.
pub(crate) struct Summary {
    started: Instant,
    documents: usize,
    failures: usize,
    chunks: usize,
    bytes: u64,
    /// Tokens of all chunks, contexts included.
    tokens: u64,
    /// Tokens of all documents.
    document_tokens: u64,
    flags: [usize; Flag::ALL.len()],
    moved_cuts: usize,
}

impl Summary {
    pub(crate) fn start() -> Self {
        Self {
            started: Instant::now(),
            documents: 0,
            failures: 0,
            chunks: 0,
            bytes: 0,
            tokens: 0,
            document_tokens: 0,
            flags: [0; Flag::ALL.len()],
            moved_cuts: 0,
        }
    }

    pub(crate) fn add(&mut self, chunks: &Chunks, bytes: u64) {
        self.documents += 1;
        self.bytes += bytes;
        self.chunks += chunks.len();
        self.document_tokens += u64::from(chunks.document_tokens());
        self.moved_cuts += chunks.moved_cuts();
        for chunk in chunks.iter() {
            self.tokens += u64::from(chunk.tokens());
            for (count, flag) in self.flags.iter_mut().zip(Flag::ALL) {
                *count += usize::from(chunk.flags().contains(flag));
            }
        }
    }

    pub(crate) fn failed(&mut self) {
        self.failures += 1;
    }

    pub(crate) fn has_documents(&self) -> bool {
        self.documents > 0
    }

    pub(crate) fn has_failures(&self) -> bool {
        self.failures > 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        write!(
            f,
            "{}, {}, {} tokens",
            plural(self.documents, "document"),
            plural(self.chunks, "chunk"),
            self.tokens
        )?;
        if self.document_tokens > 0 && self.chunks > 0 {
            // Σ tokens of chunks / Σ tokens of documents − 1: what carry and context add to the bill.
            let redundancy = self.tokens as f64 / self.document_tokens as f64 - 1.0;
            write!(f, ", redundancy {:+.1} %", redundancy * 100.0)?;
        }
        for (count, flag) in self.flags.iter().zip(Flag::ALL).filter(|(count, _)| **count > 0) {
            write!(f, ", {} {count}", flag.as_str())?;
        }
        if self.moved_cuts > 0 {
            write!(f, ", {} cuts moved to the end of a grapheme cluster", self.moved_cuts)?;
        }
        if self.failures > 0 {
            write!(f, ", {} failed", self.failures)?;
        }
        let seconds = self.started.elapsed().as_secs_f64();
        write!(f, ", {:.1} MB/s", self.bytes as f64 / 1e6 / seconds.max(1e-9))
    }
}
