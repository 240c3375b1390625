//! What a plan comes to.

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobMatcher};
use serde::Serialize;

use super::error::{Error, ErrorKind, Result};
use super::look::Reason;
use crate::packs::PackFaults;

/// What becomes of chunks.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChunkCounts {
    /// Nothing is to be done about them.
    pub kept: u64,
    /// Their record changes and what was embedded does not: offsets, ordinal, neighbours, metadata.
    pub moved: u64,
    /// They are to be embedded.
    pub added: u64,
    /// They are to be taken out.
    pub deleted: u64,
    /// The tokens of those that are to be embedded, contexts and special tokens included.
    pub tokens: u64,
}

impl ChunkCounts {
    /// Whether anything is to be done.
    pub fn is_change(&self) -> bool {
        self.moved + self.added + self.deleted > 0
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.kept += other.kept;
        self.moved += other.moved;
        self.added += other.added;
        self.deleted += other.deleted;
        self.tokens += other.tokens;
    }
}

/// What becomes of documents.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DocumentCounts {
    /// Not chunked again: all is as remembered.
    pub skipped: u64,
    /// Chunked.
    pub chunked: u64,
    /// No longer there; their chunks are to be deleted.
    pub gone: u64,
    /// Failed; what is remembered of them stays.
    pub failed: u64,
    /// Remembered and not among the inputs, and left alone: since that was asked for, or since something could not be read that may
    /// be one of them.
    pub left: u64,
}

/// The documents under a glob.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GlobCounts {
    /// The glob.
    pub glob: String,
    /// How many documents there are under it, those that are gone included.
    pub documents: u64,
    /// What becomes of their chunks.
    #[serde(flatten)]
    pub chunks: ChunkCounts,
}

/// A document that changes.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its id.
    pub doc_id: String,
    /// Why.
    pub reason: Option<Reason>,
    /// What becomes of its chunks.
    #[serde(flatten)]
    pub chunks: ChunkCounts,
}

/// What a change of documents, policies, models or packs comes to.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// By glob; a document counts under the first that it matches.
    pub globs: Vec<GlobCounts>,
    /// All chunks.
    pub total: ChunkCounts,
    /// All documents.
    pub documents: DocumentCounts,
    /// How many documents change for which reason.
    pub reasons: BTreeMap<Reason, u64>,
    /// The documents that change most: the most tokens to embed first, then the most chunks that change.
    pub most: Vec<Change>,
    /// How many inputs could not become a document of which the id is known.
    pub unreadable: u64,
    /// Which packs were at fault in documents that were chunked all the same.
    #[serde(skip_serializing_if = "PackFaults::is_empty")]
    pub pack_faults: PackFaults,
}

/// How many of the documents that change most are named.
const MOST: usize = 10;

/// What does not match any of the globs.
const OTHERS: &str = "(other documents)";

impl Plan {
    /// Whether anything is to be done.
    pub fn is_change(&self) -> bool {
        self.total.is_change()
    }

    /// Whether there is no document any more, and all that is remembered goes: more often a mistake than meant.
    pub fn is_emptied(&self) -> bool {
        let DocumentCounts { skipped, chunked, failed, gone, .. } = self.documents;
        gone > 0 && skipped + chunked + failed == 0
    }

    /// Counts a document in. Without a reason nothing about it has changed.
    pub(super) fn count(&mut self, globs: &mut Globs, path: &str, change: Change) {
        globs.count(path, &change.chunks);
        self.total.add(&change.chunks);
        if let Some(reason) = change.reason {
            *self.reasons.entry(reason).or_default() += 1;
        }
        if change.chunks.is_change() {
            let rank = |change: &Change| {
                let ChunkCounts { moved, added, deleted, tokens, .. } = change.chunks;
                std::cmp::Reverse((tokens, added + moved + deleted))
            };
            let key = (rank(&change), change.doc_id.clone());
            let at = self.most.partition_point(|known| (rank(known), known.doc_id.clone()) < key);
            if at < MOST {
                self.most.insert(at, change);
                self.most.truncate(MOST);
            }
        }
    }

    /// Takes over what was counted by glob: in the order in which globs were given, or in theirs.
    pub(super) fn by_glob(&mut self, globs: Globs) {
        self.globs =
            globs.counts.into_iter().map(|((_, glob), counts)| GlobCounts { glob, ..counts }).collect();
    }
}

/// How documents are told apart, and what was counted of them.
pub(super) struct Globs {
    given: Vec<(String, GlobMatcher)>,
    /// By the place among those given, and the glob.
    counts: BTreeMap<(usize, String), GlobCounts>,
}

impl Globs {
    /// # Errors
    /// When a glob is none.
    pub(super) fn new(globs: &[String]) -> Result<Self> {
        let given = globs.iter().map(|glob| {
            let built = GlobBuilder::new(glob).literal_separator(true).backslash_escape(true).build();
            let built = built.map_err(|error| {
                Error::new(ErrorKind::Option, format!("`{glob}` is no glob: {}", error.kind()))
            })?;
            Ok((glob.clone(), built.compile_matcher()))
        });
        Ok(Self { given: given.collect::<Result<_>>()?, counts: BTreeMap::new() })
    }

    fn count(&mut self, path: &str, chunks: &ChunkCounts) {
        let counts = self.counts.entry(self.of(path)).or_default();
        counts.documents += 1;
        counts.chunks.add(chunks);
    }

    /// The first that matches, and its place; where none are given, all that is below the top folder.
    fn of(&self, path: &str) -> (usize, String) {
        if self.given.is_empty() {
            let glob = match path.trim_start_matches('/').split_once('/') {
                Some((top, _)) => format!("{}{top}/**", if path.starts_with('/') { "/" } else { "" }),
                None => "*".into(),
            };
            return (0, glob);
        }
        match self.given.iter().position(|(_, matcher)| matcher.is_match(path)) {
            Some(nth) => (nth, self.given[nth].0.clone()),
            None => (self.given.len(), OTHERS.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(id: &str, tokens: u64) -> Change {
        let chunks = ChunkCounts { added: 1, tokens, ..ChunkCounts::default() };
        Change { doc_id: id.into(), reason: Some(Reason::Source), chunks }
    }

    #[test]
    fn documents_count_under_their_top_folder() {
        let globs = Globs::new(&[]).unwrap();
        for (path, glob) in
            [("a.md", "*"), ("faq/a/b.md", "faq/**"), ("/srv/a.md", "/srv/**"), ("", "*"), ("/", "*")]
        {
            assert_eq!(globs.of(path).1, glob);
        }
    }

    #[test]
    fn the_first_glob_given_counts() {
        let mut globs = Globs::new(&["**/*.md".into(), "faq/*".into()]).unwrap();
        let mut plan = Plan::default();
        for (path, tokens) in [("faq/a.txt", 1), ("b.txt", 2), ("faq/c.md", 4)] {
            plan.count(&mut globs, path, change(path, tokens));
        }
        plan.by_glob(globs);
        let told: Vec<_> =
            plan.globs.iter().map(|counts| (counts.glob.as_str(), counts.chunks.tokens)).collect();
        assert_eq!(told, [("**/*.md", 4), ("faq/*", 1), (OTHERS, 2)]);
        assert!(Globs::new(&["a[".into()]).is_err());
    }

    #[test]
    fn the_documents_that_change_most_are_named() {
        let mut globs = Globs::new(&[]).unwrap();
        let mut plan = Plan::default();
        for nth in (0..40).rev() {
            plan.count(&mut globs, "a", change(&format!("d{nth:02}"), nth / 2));
        }
        let named: Vec<_> = plan.most.iter().map(|change| change.doc_id.as_str()).collect();
        assert_eq!(named, ["d38", "d39", "d36", "d37", "d34", "d35", "d32", "d33", "d30", "d31"]);
        assert_eq!(plan.reasons[&Reason::Source], 40);
    }
}
