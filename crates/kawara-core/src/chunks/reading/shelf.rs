use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;

use uuid::Uuid;

use super::segment::Segment;
use super::{Stored, StoredParent};
use crate::{Chunks, Result};

/// What is at hand when somebody reads: documents, or the records of chunks.
///
/// ```
/// use kawara_core::reading::{Shelf, Stored};
///
/// let chunk = |ordinal, text: &'static str, start: usize| {
///     let source = start..start + text.len();
///     Stored { id: uuid(ordinal), doc_id: "a".into(), ordinal, text: text.into(), units: vec![source.clone()], source, ..Stored::default() }
/// };
/// # fn uuid(n: usize) -> uuid::Uuid { uuid::Uuid::from_u128(n as u128 + 1) }
/// let shelf = Shelf::of_stored([chunk(0, "One.", 0), chunk(1, "Two.", 5)], [])?;
/// assert!(shelf.has(uuid(1)) && !shelf.has(uuid(7)));
/// # Ok::<(), kawara_core::Error>(())
/// ```
pub struct Shelf<'a> {
    pub(super) segments: Vec<Segment<'a>>,
    places: HashMap<Uuid, Place>,
    parents: HashMap<Uuid, Known>,
}

/// What a parent covers of the source, and what it is a part of.
type Known = (Range<usize>, Option<Uuid>);

/// Where a chunk stands.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) segment: usize,
    pub(super) range: Range<usize>,
    pub(super) parent: Option<Uuid>,
}

impl<'a> Shelf<'a> {
    /// Documents at hand: passages are slices of their texts.
    pub fn of_chunks(documents: impl IntoIterator<Item = &'a Chunks>) -> Self {
        let mut shelf = Self { segments: Vec::new(), places: HashMap::new(), parents: HashMap::new() };
        for chunks in documents {
            let segment = shelf.segments.len();
            for chunk in chunks.iter() {
                let (range, parent) = (chunk.text_range(), Some(chunk.parent().id()));
                shelf.places.entry(chunk.id()).or_insert(Place { segment, range, parent });
            }
            for parent in chunks.parents() {
                let above = parent.parent().map(|above| above.id());
                shelf.parents.insert(parent.id(), (parent.source_range(), above));
            }
            shelf.segments.push(Segment::of_chunks(chunks));
        }
        shelf
    }

    /// Records of chunks, in any order, each once, and of parents where those are known.
    ///
    /// Chunks of one document are laid side by side as far as they are neighbours, or share text. Where neighbours share nothing, the white space
    /// between them is not known. A record that disagrees with its neighbour on the text that they share, such as one of an earlier version of
    /// the document, stands alone.
    ///
    /// # Errors
    /// When a record contradicts itself: its text and what it covers are not of one length.
    pub fn of_stored(
        chunks: impl IntoIterator<Item = Stored<'a>>,
        parents: impl IntoIterator<Item = StoredParent>,
    ) -> Result<Self> {
        let parents = parents.into_iter().map(|parent| (parent.id, (parent.source, parent.above))).collect();
        let mut shelf = Self { segments: Vec::new(), places: HashMap::new(), parents };
        let mut documents: BTreeMap<String, Vec<Stored<'a>>> = BTreeMap::new();
        for stored in chunks {
            match documents.get_mut(&*stored.doc_id) {
                Some(known) => known.push(stored),
                None => drop(documents.insert(stored.doc_id.to_string(), vec![stored])),
            }
        }
        for mut document in documents.into_values() {
            document.sort_by_key(|stored| (stored.ordinal, stored.source.start));
            shelf.lay(document)?;
        }
        shelf.segments.iter_mut().for_each(Segment::close);
        Ok(shelf)
    }

    fn lay(&mut self, document: Vec<Stored<'a>>) -> Result<()> {
        let first = self.segments.len();
        for stored in document {
            let (id, parent) = (stored.id, stored.parent);
            if self.places.contains_key(&id) {
                continue;
            }
            let joined = match self.segments.get_mut(first..).and_then(<[_]>::last_mut) {
                Some(segment) => segment.join(stored)?,
                None => Err(stored),
            };
            let range = match joined {
                Ok(range) => range,
                Err(stored) => {
                    let (segment, range) = Segment::of_stored(stored)?;
                    self.segments.push(segment);
                    range
                }
            };
            self.places.insert(id, Place { segment: self.segments.len() - 1, range, parent });
        }
        Ok(())
    }

    /// Whether a chunk is at hand.
    pub fn has(&self, chunk: Uuid) -> bool {
        self.places.contains_key(&chunk)
    }

    pub(super) fn place(&self, chunk: Uuid) -> Option<&Place> {
        self.places.get(&chunk)
    }

    /// What a parent, or what stands so many levels up beginning with it, covers of the source; of what is known the last, and whether it
    /// is that.
    pub(super) fn above(&self, parent: Uuid, levels: usize) -> Option<(&Range<usize>, bool)> {
        let mut known = self.parents.get(&parent)?;
        // No more levels than there are parents: records that name each other in a circle have no end.
        for _ in 1..levels.min(self.parents.len() + 1) {
            let Some(above) = known.1 else { break };
            let Some(next) = self.parents.get(&above) else { return Some((&known.0, false)) };
            known = next;
        }
        Some((&known.0, true))
    }
}

impl fmt::Debug for Shelf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").field("chunks", &self.places.len()).finish_non_exhaustive()
    }
}
