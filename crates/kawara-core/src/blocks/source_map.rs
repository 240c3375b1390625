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

/// The monotone map from a projected text back to its source. Empty where the text is the source.
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

    /// The stretches, in order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The smallest source range that covers a range of the text.
    pub fn source_range(&self, text: Range<usize>) -> Range<usize> {
        if self.is_identity() || text.is_empty() {
            return text;
        }
        let start = self.span_at(text.start).map_or(text.start, |span| span.to_source(text.start, false));
        let end = self.span_at(text.end - 1).map_or(text.end, |span| span.to_source(text.end, true));
        start..end
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
