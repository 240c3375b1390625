//! What a file says of where its chunks stand, held against the sources.

use super::super::given::{Given, Offsets};
use super::{Placed, stands_at};
use crate::{Corpus, Source};

/// What offsets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Characters: Unicode scalar values.
    Characters,
    /// Bytes in UTF-8.
    Bytes,
}

impl Unit {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Characters => "characters",
            Self::Bytes => "bytes",
        }
    }

    /// The byte that an offset stands for.
    fn byte(self, source: &Source, at: i64) -> Option<usize> {
        let at = usize::try_from(at).ok()?;
        match self {
            Self::Characters => source.chars().byte_at(source.text(), at),
            Self::Bytes => (at <= source.text().len()).then_some(at),
        }
    }

    /// The offset of a byte.
    fn at(self, source: &Source, byte: usize) -> i64 {
        let at = match self {
            Self::Characters => source.chars().char_at(source.text(), byte),
            Self::Bytes => byte,
        };
        i64::try_from(at).unwrap_or(i64::MAX)
    }

    fn len(self, text: &str) -> i64 {
        let len = match self {
            Self::Characters => text.chars().count(),
            Self::Bytes => text.len(),
        };
        i64::try_from(len).unwrap_or(i64::MAX)
    }
}

/// What became of the offsets of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The text stands there.
    Right,
    /// The text stands elsewhere: what is said less what is true, of the start, and of the end where that is said.
    Off {
        /// Of the start.
        start: i64,
        /// Of the end.
        end: Option<i64>,
    },
    /// The text does not stand there, and where it stands was not found.
    Wrong,
}

impl Told {
    pub(super) fn of(corpus: &Corpus, offsets: &Offsets, given: &Given, placed: &Placed, unit: Unit) -> Self {
        let Placed::At(place) = placed else { return Self::Wrong };
        let Some(source) = corpus.get(place.document) else { return Self::Wrong };
        // A map says which parts of the text stand where; the offsets are those of all of them.
        let holds = if given.map.is_empty() {
            let end = offsets.end.is_none_or(|end| end - offsets.start == unit.len(&given.text));
            at(source, offsets, &given.text, unit).is_some() && end
        } else {
            unit.byte(source, offsets.start) == Some(place.bytes.start)
        };
        if holds {
            return Self::Right;
        }
        // A header is no part of what offsets are of.
        let start = offsets.start - unit.at(source, place.bytes.start);
        let end = offsets.end.map(|end| end - unit.at(source, place.bytes.end));
        if start == 0 && end.is_none_or(|end| end == 0) { Self::Right } else { Self::Off { start, end } }
    }
}

/// The byte that a text stands at by its offsets, if it does.
pub(super) fn at(source: &Source, offsets: &Offsets, text: &str, unit: Unit) -> Option<usize> {
    unit.byte(source, offsets.start).filter(|at| stands_at(source, *at, text))
}

/// What the offsets of a file count: whichever more of them hold for.
pub(super) fn unit(corpus: &Corpus, given: &[Given], documents: &[Option<usize>]) -> Unit {
    let holding = |unit: Unit| {
        let holds = |(given, document): &(&Given, &Option<usize>)| {
            let source = document.and_then(|document| corpus.get(document));
            source.zip(given.offsets.as_ref()).is_some_and(|(source, offsets)| {
                !given.text.is_empty() && at(source, offsets, &given.text, unit).is_some()
            })
        };
        given.iter().zip(documents).filter(holds).count()
    };
    if holding(Unit::Bytes) > holding(Unit::Characters) { Unit::Bytes } else { Unit::Characters }
}
