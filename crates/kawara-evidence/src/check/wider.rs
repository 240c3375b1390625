//! Hits read wider than they are stored.

use std::ops::Range;

use serde::Serialize;

use crate::{Corpus, Laid, LaidDocument, Piece, Source};

/// How much more is read of a document than the chunk that was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wider {
    /// How many units before it.
    pub back: usize,
    /// How many units behind it.
    pub ahead: usize,
}

impl Wider {
    /// What is compared with carrying units.
    pub const TRIED: [Self; 5] = [
        Self { back: 0, ahead: 0 },
        Self { back: 1, ahead: 0 },
        Self { back: 2, ahead: 0 },
        Self { back: 1, ahead: 1 },
        Self { back: 2, ahead: 2 },
    ];
}

/// The same chunks, each as wide as it is read: with the units before and behind it, or as many as there are. Their tokens stay those that
/// are stored.
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Laid, check::{Wider, widened}};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n[units]\noverlap = 0\n", "kawara.toml", ".")?;
/// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
/// let wide = widened(&laid, &corpus, Wider { back: 1, ahead: 0 });
/// assert_eq!((laid.pieces[1].chars.clone(), wide.pieces[1].chars.clone()), (85..117, 58..117));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn widened(laid: &Laid, corpus: &Corpus, wider: Wider) -> Laid {
    let read = |piece: &Piece| {
        let place = laid.documents.get(piece.document).zip(corpus.get(piece.document));
        let chars = place.map(|(document, source)| reach(document, source, piece, wider));
        Piece { chars: chars.unwrap_or_else(|| piece.chars.clone()), ..piece.clone() }
    };
    Laid { documents: laid.documents.clone(), pieces: laid.pieces.iter().map(read).collect() }
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
