use std::ops::Range;

/// A stretch of text that stands in the source byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte in the text.
    pub text: usize,
    /// First byte in the source.
    pub source: usize,
    /// Length in bytes of the text.
    pub text_len: usize,
    /// Length in bytes of the source: the same as in the text, unless the span stands for an escape.
    pub source_len: usize,
}

/// The map from a projected text back to its source. Empty where the text is the source.
///
/// It ascends in the source, unless a reader puts the text in an order of its own, such as the order of reading where the source has
/// tables behind paragraphs: then it is [scattered](SourceMap::is_scattered).
///
/// ```
/// use kawara_core::SourceMap;
///
/// let source = "one <b>two</b>";
/// let mut map = SourceMap::default();
/// map.copy(0..4);  // "one "
/// map.copy(7..10); // "two"
/// assert_eq!(map.source_range(4..7), 7..10);
/// assert_eq!(map.source_range(0..7), 0..10);
/// assert_eq!(&source[map.source_range(4..7)], "two");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    spans: Vec<Span>,
    scattered: bool,
}

impl SourceMap {
    /// Says that the text goes on with these bytes of the source.
    pub fn copy(&mut self, source: Range<usize>) {
        self.replace(source.clone(), source.len());
    }

    /// Says that the text goes on with `text_len` bytes that stand for this range of the source, such as `&` for `&amp;`.
    pub fn replace(&mut self, source: Range<usize>, text_len: usize) {
        let text = self.spans.last().map_or(0, |span| span.text + span.text_len);
        if let Some(last) = self.spans.last_mut() {
            self.scattered |= source.start < last.source + last.source_len;
            let verbatim = last.text_len == last.source_len && text_len == source.len();
            if verbatim && last.source + last.source_len == source.start {
                last.text_len += text_len;
                last.source_len += text_len;
                return;
            }
        }
        if text_len > 0 {
            self.spans.push(Span { text, source: source.start, text_len, source_len: source.len() });
        }
    }

    /// Whether the text is the source.
    pub fn is_identity(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether the text has another order than the source.
    pub fn is_scattered(&self) -> bool {
        self.scattered
    }

    /// The stretches, in the order of the text.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The smallest source range that covers a range of the text: without what was put in, which is nowhere in the source; if there is
    /// nothing else, the empty range of the place where it was put in.
    pub fn source_range(&self, text: Range<usize>) -> Range<usize> {
        if self.is_identity() || text.is_empty() {
            return text;
        }
        let is_there = |span: &Span| span.source_len > 0;
        let (start, end) = if self.scattered {
            let stretches = || self.clip(text.clone()).filter(is_there);
            let start = stretches().map(|span| span.source).min();
            (start, stretches().map(|span| span.source + span.source_len).max())
        } else {
            let start = self.clip(text.clone()).find(is_there).map(|span| span.source);
            let upto = self.spans.partition_point(|span| span.text < text.end);
            let within =
                self.spans[..upto].iter().rev().take_while(|span| span.text + span.text_len > text.start);
            let last = within.copied().find(is_there);
            (start, last.map(|span| span.to_source(text.end.min(span.text + span.text_len), true)))
        };
        if let (Some(start), Some(end)) = (start, end) {
            return start..end;
        }
        let place = self.span_at(text.start).map_or(text.start, |span| span.to_source(text.start, false));
        place..place
    }

    /// The stretches that make up a range of the text, clipped to it.
    pub fn clip(&self, text: Range<usize>) -> impl Iterator<Item = Span> + '_ {
        let first = self.spans.partition_point(|span| span.text + span.text_len <= text.start);
        self.spans[first..].iter().take_while(move |span| span.text < text.end).map(move |span| {
            let (start, end) = (text.start.max(span.text), text.end.min(span.text + span.text_len));
            let (from, to) = (span.to_source(start, false), span.to_source(end, true));
            Span { text: start, source: from, text_len: end - start, source_len: to - from }
        })
    }

    fn span_at(&self, text: usize) -> Option<&Span> {
        self.spans[..self.spans.partition_point(|span| span.text <= text)].last()
    }
}

impl Span {
    /// Inside an escape, a start is the escape's start and an end its end.
    fn to_source(self, text: usize, is_end: bool) -> usize {
        if self.text_len == self.source_len {
            self.source + (text - self.text)
        } else if is_end && text > self.text {
            self.source + self.source_len
        } else {
            self.source
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_at_the_edges_of_a_range_is_passed_over() {
        let mut map = SourceMap::default();
        map.copy(0..2);
        map.replace(2..2, 2);
        map.copy(9..12);
        map.replace(12..12, 1);
        map.copy(20..21);
        assert_eq!(map.source_range(2..6), 9..11);
        assert_eq!(map.source_range(2..8), 9..12);
        assert_eq!(map.source_range(0..3), 0..2);
        assert_eq!(map.source_range(3..9), 9..21);
        assert_eq!(map.source_range(2..4), 2..2);
    }

    #[test]
    fn a_scattered_range_covers_all_of_its_stretches() {
        let mut map = SourceMap::default();
        map.copy(20..25);
        assert!(!map.is_scattered());
        map.replace(25..25, 1);
        map.copy(3..6);
        map.copy(30..32);
        assert!(map.is_scattered());
        assert_eq!(map.source_range(0..2), 20..22);
        assert_eq!(map.source_range(5..8), 3..5);
        assert_eq!(map.source_range(4..11), 3..32);
        assert_eq!(map.source_range(7..10), 4..31);
        assert_eq!(map.source_range(5..6), 25..25);
    }
}
