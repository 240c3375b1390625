//! Hits read wider than they are stored.

use std::ops::Range;

use kawara::Parent;
use serde::Serialize;

use crate::{Corpus, Laid, LaidDocument, Piece, Source};

/// How much more is read of a document than the chunk that was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wider {
    /// How many units before it.
    pub back: usize,
    /// How many units behind it.
    pub ahead: usize,
    /// The passage that is read, by its [level](kawara::Parent::level): 1 is the smallest that has the chunk. 0 is none.
    #[serde(skip_serializing_if = "is_none")]
    pub passage: u32,
}

fn is_none(level: &u32) -> bool {
    *level == 0
}

impl Wider {
    /// What is compared with carrying units.
    pub const TRIED: [Self; 5] =
        [Self::units(0, 0), Self::units(1, 0), Self::units(2, 0), Self::units(1, 1), Self::units(2, 2)];

    /// So many units before and behind it.
    pub const fn units(back: usize, ahead: usize) -> Self {
        Self { back, ahead, passage: 0 }
    }

    /// The passages that chunks stand in, one reading for each size.
    pub(super) fn passages(laid: &Laid) -> impl Iterator<Item = Self> + use<> {
        let chunks = laid.documents.iter().filter_map(|document| document.chunks.as_ref());
        let levels = chunks.flat_map(|chunks| chunks.parents().filter_map(|parent| parent.level()));
        (1..=levels.max().unwrap_or(0)).map(|passage| Self { passage, ..Self::units(0, 0) })
    }
}

/// The same chunks, each as wide as it is read: with the units before and behind it, or as many as there are, or as its passage. Their
/// tokens stay those that are stored.
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Laid, check::{Wider, widened}};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n[units]\noverlap = 0\n", "kawara.toml", ".")?;
/// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
/// let wide = widened(&laid, &corpus, Wider::units(1, 0));
/// assert_eq!((laid.pieces[1].chars.clone(), wide.pieces[1].chars.clone()), (85..117, 58..117));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn widened(laid: &Laid, corpus: &Corpus, wider: Wider) -> Laid {
    let read = |(nth, piece): (usize, &Piece)| {
        let place = laid.documents.get(piece.document).zip(corpus.get(piece.document));
        let chars = place.map(|(document, source)| match wider.passage {
            0 => reach(document, source, piece, wider),
            level => passage(document, nth, level).unwrap_or_else(|| piece.chars.clone()),
        });
        Piece { chars: chars.unwrap_or_else(|| piece.chars.clone()), ..piece.clone() }
    };
    Laid { documents: laid.documents.clone(), pieces: laid.pieces.iter().enumerate().map(read).collect() }
}

/// The characters of the passage that a piece stands in.
fn passage(document: &LaidDocument, nth: usize, level: u32) -> Option<Range<usize>> {
    let chunk = document.chunks.as_ref()?.get(nth.checked_sub(document.pieces.start)?)?;
    let mut above = std::iter::successors(Some(chunk.parent()), Parent::parent);
    above.find(|parent| parent.level() == Some(level)).map(|passage| passage.char_range())
}

/// From the first unit to the last, without the white space behind that one.
fn reach(document: &LaidDocument, source: &Source, piece: &Piece, wider: Wider) -> Range<usize> {
    let mut chars = piece.chars.clone();
    let back = piece.units.start.saturating_sub(wider.back)..piece.units.start;
    if let Some(first) = document.units.get(back).and_then(<[_]>::first) {
        chars.start = first.start.min(chars.start);
    }
    let behind = piece.units.end..piece.units.end.saturating_add(wider.ahead).min(document.units.len());
    if let Some(last) = document.units.get(behind).and_then(<[_]>::last) {
        let blank = source.slice(last.clone()).chars().rev().take_while(|c| kawara::is_blank(*c)).count();
        chars.end = (last.end - blank).max(chars.end);
    }
    chars
}
