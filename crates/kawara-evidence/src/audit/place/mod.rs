//! Where chunks stand in their sources: never guessed.

mod extend;
mod fold;
mod names;
mod offsets;
mod search;
mod shingles;

use std::ops::Range;

use super::Given;
use crate::{Corpus, Source};
use names::Names;
pub use offsets::{Told, Unit};
use search::Search;

/// What became of the search for a chunk's place.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// It stands there.
    At(Place),
    /// It stands nowhere; where it comes nearest, if it has something in common with a document at all.
    Nowhere(Option<Near>),
    /// There is nothing in it that could stand anywhere: it is blank.
    Blank,
}

impl Placed {
    fn document(&self) -> Option<usize> {
        match self {
            Self::At(place) => Some(place.document),
            _ => None,
        }
    }
}

/// Where a chunk stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The document, by its place in the corpus.
    pub document: usize,
    /// Half-open bytes of the source, from the first to the last of what was found.
    pub bytes: Range<usize>,
    /// The stretches of it that the chunk has, in half-open bytes of the source: one, unless something between them is not in it.
    pub stretches: Vec<Range<usize>>,
    /// How it was found.
    pub way: Way,
    /// Bytes of the text that stand before what was found: a header that was put there.
    pub header: usize,
    /// Whether the same text stands elsewhere too, and the order of the chunks had to decide.
    pub is_ambiguous: bool,
}

/// How a chunk was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Its offsets hold.
    Offsets,
    /// Its text stands there byte for byte.
    Exact,
    /// Its text stands there but for white space, case, normal form or what stands for torn characters.
    Alike,
    /// Something was put before it, the rest stands there.
    Headed,
    /// Most of it stands there, in order; something between is only in one of the two.
    Parts,
}

impl Way {
    /// All of them, the surest first.
    pub const ALL: [Self; 5] = [Self::Offsets, Self::Exact, Self::Alike, Self::Headed, Self::Parts];

    /// The word for it in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Offsets => "offsets",
            Self::Exact => "exact",
            Self::Alike => "alike",
            Self::Headed => "headed",
            Self::Parts => "parts",
        }
    }

    /// Whether the text is the source's, byte for byte.
    pub fn is_exact(self) -> bool {
        self <= Self::Exact
    }
}

/// Where a chunk that stands nowhere comes nearest.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// The document, by its place in the corpus.
    pub document: usize,
    /// Half-open bytes of the source.
    pub bytes: Range<usize>,
    /// Which part of the chunk's characters stands there in order, over 0 and under 1.
    pub share: f64,
}

/// The chunks of a file, in its order, each held against its source.
#[derive(Clone, Debug)]
pub struct Alignment {
    /// The chunks.
    pub chunks: Vec<Aligned>,
    /// What their offsets count.
    pub unit: Unit,
}

/// A chunk and what is known of where it stands.
#[derive(Clone, Debug)]
pub struct Aligned {
    /// What the file says.
    pub given: Given,
    /// Where it stands.
    pub placed: Placed,
    /// What became of its offsets, where it has any.
    pub told: Option<Told>,
    /// Whether it names a document and none of the corpus is called so.
    pub is_document_unknown: bool,
}

impl Aligned {
    /// Where it stands, if that was found.
    pub fn place(&self) -> Option<&Place> {
        match &self.placed {
            Placed::At(place) => Some(place),
            _ => None,
        }
    }

    /// The document that it comes nearest to, if it stands nowhere.
    pub(super) fn near(&self) -> Option<usize> {
        match &self.placed {
            Placed::Nowhere(near) => near.as_ref().map(|near| near.document),
            _ => None,
        }
    }
}

/// Finds the place of every chunk: by its offsets if they hold, in characters or in bytes; else by its text, going forward from the
/// chunk before it in the same document; else by what is left of its text without white space, marks, case and normal form, gaps and a
/// header allowed. Of chunks that name no document the place is looked for in all of them. The time is linear in the documents
/// and the chunks, but for sorting.
///
/// ```
/// use kawara::{Document, guard::Records, input::{Encoding, Input}};
/// use kawara_evidence::{Corpus, audit::{Fields, Given, Way, align}};
///
/// let text = "The pump stopped. Nobody noticed it. The pump stopped. The tank ran dry.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let file = "[\"The pump stopped.\", \"Nobody noticed it.\", \"The pump\\n stopped.\", \"The tank ran dry.\"]";
/// let records = Records::new(file.as_bytes(), "chunks.json");
/// let given = records.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap()).collect();
/// let aligned = align(&corpus, given);
/// let places: Vec<_> = aligned.chunks.iter().map(|chunk| chunk.place().unwrap()).collect();
/// assert_eq!(places.iter().map(|place| place.bytes.start).collect::<Vec<_>>(), [0, 18, 37, 55]);
/// assert_eq!((places[1].way, places[2].way), (Way::Exact, Way::Alike));
/// ```
pub fn align(corpus: &Corpus, given: Vec<Given>) -> Alignment {
    let names = Names::of(corpus);
    let named: Vec<Option<usize>> =
        given.iter().map(|given| given.documents.iter().find_map(|name| names.find(name))).collect();
    let only = (corpus.sources().len() == 1).then_some(0);
    let documents: Vec<Option<usize>> = named.iter().map(|named| named.or(only)).collect();
    let unit = offsets::unit(corpus, &given, &documents);
    let mut search = Search::new(corpus);
    let placed: Vec<Placed> =
        given.iter().zip(&documents).map(|(given, document)| search.place(given, *document, unit)).collect();
    // Of chunks that name no document the offsets can be held against what was found alone.
    let documents: Vec<Option<usize>> = placed.iter().map(Placed::document).collect();
    let unit = offsets::unit(corpus, &given, &documents);
    let aligned = given.into_iter().zip(placed).zip(named).map(|((given, placed), named)| {
        let told = given.offsets.as_ref().map(|offsets| Told::of(corpus, offsets, &given, &placed, unit));
        let is_document_unknown = named.is_none() && !given.documents.is_empty();
        Aligned { given, placed, told, is_document_unknown }
    });
    Alignment { chunks: aligned.collect(), unit }
}

/// Whether a text stands at a byte of a source.
fn stands_at(source: &Source, at: usize, text: &str) -> bool {
    source.text().as_bytes().get(at..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
}
