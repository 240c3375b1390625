use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use kawara::packs::PackFaults;
use kawara::unknown::Unknown;
use kawara::{Chunk, Chunks, Flag, Pack};

use crate::figures::counted;

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
    pack_faults: PackFaults,
    /// Chunks, by the language that they begin in.
    languages: BTreeMap<String, usize>,
    /// Where the counter tells what it does not know.
    unknown: Option<Unknown>,
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
            pack_faults: PackFaults::default(),
            languages: BTreeMap::new(),
            unknown: None,
        }
    }

    pub(crate) fn add(&mut self, chunks: &Chunks, bytes: u64) {
        self.documents += usize::from(chunks.is_last());
        self.bytes += bytes;
        self.chunks += chunks.len();
        self.document_tokens += u64::from(chunks.document_tokens());
        self.moved_cuts += chunks.moved_cuts();
        self.pack_faults.add(chunks.pack_faults());
        if let Some(unknown) = chunks.unknown_tokens() {
            let sum = self.unknown.get_or_insert_default();
            sum.add(chunks.doc_id(), unknown.into(), chunks.document_tokens().into());
        }
        for chunk in chunks.iter() {
            self.tokens += u64::from(chunk.tokens());
            match self.languages.get_mut(chunk.language()) {
                Some(count) => *count += 1,
                None => _ = self.languages.insert(chunk.language().to_owned(), 1),
            }
            for (count, flag) in self.flags.iter_mut().zip(Flag::ALL) {
                *count += usize::from(chunk.flags().contains(flag));
            }
        }
    }

    pub(crate) fn failed(&mut self) {
        self.failures += 1;
    }

    /// What makes the counts of the run mean nothing, and which packs were at fault.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        let unknown = self.unknown.as_ref().and_then(|unknown| unknown.warning(COUNTER));
        unknown.into_iter().chain(self.pack_faults.warnings())
    }

    /// What makes the counts of some documents mean little.
    pub(crate) fn note(&self) -> Option<String> {
        self.unknown.as_ref()?.note(COUNTER)
    }

    /// Which languages chunks are in.
    pub(crate) fn languages(&self) -> impl Iterator<Item = String> {
        self.languages
            .iter()
            .map(|(language, count)| format!("language {language}: {}", counted(*count as u64, "chunk")))
    }

    /// That a pack was loaded for its languages, and nothing was in one of them.
    pub(crate) fn unmet(&self, pack: &Pack) -> Option<String> {
        let mut of_pack = pack.segmenter_entries().iter().flat_map(|entry| entry.languages());
        let is_met =
            |language: &&&str| self.languages.keys().any(|met| met.split('-').next() == Some(**language));
        let first = of_pack.clone().next()?;
        if self.chunks == 0 || !pack.counter_entries().is_empty() || of_pack.any(|language| is_met(&language))
        {
            return None;
        }
        Some(format!(
            "no chunk is in `{first}`, which the pack `{}` is for: if the text is, say so, by --set language={first} or in each document",
            pack.name()
        ))
    }

    pub(crate) fn has_documents(&self) -> bool {
        self.documents > 0
    }

    pub(crate) fn has_failures(&self) -> bool {
        self.failures > 0
    }
}

/// Documents may have different counters, each by its policy.
const COUNTER: &str = "the policy's counter";

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {}, {} tokens",
            counted(self.documents as u64, "document"),
            counted(self.chunks as u64, "chunk"),
            self.tokens
        )?;
        if self.document_tokens > 0 && self.chunks > 0 {
            // Σ tokens of chunks / Σ tokens of documents − 1: what carry and context add to the bill.
            let redundancy = self.tokens as f64 / self.document_tokens as f64 - 1.0;
            write!(f, ", redundancy {:+.1} %", redundancy * 100.0)?;
        }
        let unknown = self.unknown.as_ref().map_or(0.0, Unknown::share);
        if unknown > 0.0 {
            write!(f, ", {:.1} % [UNK]", unknown * 100.0)?;
        }
        let flags = listed(&self.flags);
        if !flags.is_empty() {
            write!(f, ", {flags}")?;
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

/// The flags of chunks, with how often each is there; empty where none is.
pub(crate) fn flags<'c>(chunks: impl Iterator<Item = Chunk<'c>>) -> String {
    let mut counts = [0; Flag::ALL.len()];
    for chunk in chunks {
        for (count, flag) in counts.iter_mut().zip(Flag::ALL) {
            *count += usize::from(chunk.flags().contains(flag));
        }
    }
    listed(&counts)
}

fn listed(counts: &[usize; Flag::ALL.len()]) -> String {
    let there = counts.iter().zip(Flag::ALL).filter(|(count, _)| **count > 0);
    there.map(|(count, flag)| format!("{} {count}", flag.as_str())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use kawara::{
        Counter, CounterEntry, CounterId, Document, Engine, Pack, RangeCount, Registry, Result, Settings,
    };

    use super::*;

    static ASCII: Pack = Pack::new("ascii", "0.0.0").counters(&[CounterEntry::new("ascii", |_, _| {
        Ok(Arc::new(Ascii(CounterId::new("ascii", "0.0.0"))))
    })]);

    /// Knows ASCII alone: every other character is a token that is unknown.
    struct Ascii(CounterId);

    impl Counter for Ascii {
        fn id(&self) -> &CounterId {
            &self.0
        }

        fn count(&self, text: &str) -> Result<u32> {
            Ok(text.chars().count() as u32)
        }

        fn index<'t>(&'t self, text: &'t str, _: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
            Ok(Box::new(Index(text)))
        }
    }

    struct Index<'t>(&'t str);

    impl RangeCount for Index<'_> {
        fn before(&self, at: usize) -> u32 {
            self.0[..at].chars().count() as u32
        }

        fn slack(&self) -> u32 {
            0
        }

        fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
            Ok((before.chars().count() + self.0[range].chars().count()) as u32)
        }

        fn unknown(&self) -> Option<u32> {
            Some(self.0.chars().filter(|c| !c.is_ascii()).count() as u32)
        }
    }

    fn summary(texts: &[&str]) -> Summary {
        let mut settings = Settings::default();
        settings.budget.counter = "ascii".into();
        let engine = Engine::new(Registry::collect(&[&ASCII]).unwrap(), Arc::new(settings));
        let mut summary = Summary::start();
        for (nth, text) in texts.iter().enumerate() {
            summary.add(&engine.chunk(&Document::new(format!("d{nth}"), *text)).unwrap(), text.len() as u64);
        }
        summary
    }

    #[test]
    fn text_that_the_counter_does_not_know_is_warned_of() {
        let read = summary(&["The pump stopped.", ""]);
        assert_eq!((read.warnings().next(), read.note()), (None, None));
        assert!(!read.to_string().contains("UNK"), "{read}");

        let half = summary(&["12345678", "水泵水泵停停了。"]);
        assert!(half.to_string().contains(", 50.0 % [UNK]"), "{half}");
        assert!(half.warnings().next().unwrap().contains("1 of 2 texts over 5 %, most in d1: 100.0 %"));

        let hidden = summary(&["1234567890".repeat(10).as_str(), "水"]);
        assert_eq!(hidden.warnings().next(), None);
        assert!(hidden.note().unwrap().contains("most in d1"));
    }
}
