//! What is known of a stretch of text besides the text itself.

use std::ops::Range;

/// Something that a reader knows of a range of the text and that comes out with the chunks it touches: in neither the embedded text
/// nor the id.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// The fields of a record that are not text: a JSON object.
    Fields(String),
    /// The page that it is printed on, and where.
    Page {
        /// The number of the page as the source counts them, usually from 1.
        number: u32,
        /// Where on the page, if that is known.
        place: Option<BoundingBox>,
    },
    /// When it is said, in milliseconds from the start.
    Time(Range<u64>),
}

/// A rectangle on a page, in the units of the source (points, pixels).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    /// The left edge.
    pub left: f64,
    /// The top edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The bottom edge.
    pub bottom: f64,
    /// Where the vertical axis begins.
    pub origin: PageOrigin,
}

/// Where the vertical axis of a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageOrigin {
    /// At the top: `top` is less than `bottom`.
    TopLeft,
    /// At the bottom, as in PDF: `bottom` is less than `top`.
    BottomLeft,
}

impl PageOrigin {
    /// The word for it in the output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TopLeft => "top-left",
            Self::BottomLeft => "bottom-left",
        }
    }
}

/// A note and the half-open bytes of the text that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    /// Half-open bytes of the text.
    pub range: Range<usize>,
    /// What is known of it.
    pub note: Note,
}

/// Notes that come in the order of the text: neither starts nor ends fall.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Vec<Noted>);

impl Notes {
    pub(crate) fn add(&mut self, range: Range<usize>, note: Note) {
        self.0.push(Noted { range, note });
    }

    /// Sorts them and says where one lies inside another, or outside of the text.
    pub(crate) fn seal(&mut self, text: &str) -> Result<(), String> {
        self.0.sort_by_key(|noted| (noted.range.start, noted.range.end));
        let mut end = 0;
        for Noted { range, .. } in &self.0 {
            if text.get(range.clone()).is_none() || range.end < end {
                return Err(format!(
                    "the reader's note on {}..{} lies outside of the text or inside of another note",
                    range.start, range.end
                ));
            }
            end = range.end;
        }
        Ok(())
    }

    /// Those that touch a range of the text.
    pub(crate) fn within(&self, text: Range<usize>) -> impl Iterator<Item = &Noted> {
        let first = self.0.partition_point(|noted| noted.range.end <= text.start);
        self.0[first..].iter().take_while(move |noted| noted.range.start < text.end)
    }

    /// Takes over the notes on a later part of the text, which starts at byte `at`.
    pub(crate) fn append(&mut self, later: Self, at: usize) {
        self.0.extend(
            later
                .0
                .into_iter()
                .map(|noted| Noted { range: noted.range.start + at..noted.range.end + at, note: noted.note }),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(ranges: &[(usize, usize)]) -> Notes {
        let mut notes = Notes::default();
        ranges.iter().for_each(|(start, end)| notes.add(*start..*end, Note::Time(0..1)));
        notes
    }

    #[test]
    fn a_range_is_told_the_notes_that_it_touches() {
        let mut notes = notes(&[(4, 8), (0, 4), (8, 8), (8, 9)]);
        notes.seal("123456789").unwrap();
        let touched = |range| notes.within(range).map(|noted| noted.range.start).collect::<Vec<_>>();
        assert_eq!(touched(0..4), [0]);
        assert_eq!(touched(3..5), [0, 4]);
        assert_eq!(touched(8..9), [8]);
    }

    #[test]
    fn notes_in_notes_are_refused() {
        assert!(notes(&[(0, 5), (1, 3)]).seal("12345").is_err());
        assert!(notes(&[(0, 6)]).seal("12345").is_err());
        assert!(notes(&[(0, 1)]).seal("é").is_err());
    }
}
