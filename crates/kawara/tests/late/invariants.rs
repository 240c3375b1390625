use std::ops::Range;

use kawara::late::{LateChunk, LateOptions, Window, windows};
use kawara::{Chunks, Counter, Joint, is_blank};

/// Holds every window of a document against what is promised, by looking at all its tokens; how many windows there are.
pub(crate) fn check(chunks: &Chunks, counter: &dyn Counter, options: &LateOptions, is_one: bool) -> usize {
    let windows = windows(chunks, counter, options).unwrap();
    let about = format!("{} {}: {options:?} {:?}", counter.id().name(), chunks.doc_id(), chunks.text());
    let nths: Vec<usize> = windows.iter().flat_map(|window| &window.chunks).map(|chunk| chunk.nth).collect();
    assert!(nths.iter().copied().eq(0..chunks.len()), "each chunk in one window: {nths:?} {about}");
    assert!(!is_one || windows.len() == 1, "{about}");
    for window in &windows {
        Checked::new(window, chunks, counter, options, &about).check();
    }
    windows.len()
}

struct Checked<'a> {
    window: &'a Window<'a>,
    chunks: &'a Chunks,
    options: &'a LateOptions,
    about: &'a str,
    /// Of the tokens, in bytes of the document's text; what stands in the prefix lies before the window.
    spans: Vec<Range<i64>>,
    /// The special tokens before them.
    shift: usize,
    tiles: bool,
}

impl<'a> Checked<'a> {
    fn new(
        window: &'a Window<'a>,
        chunks: &'a Chunks,
        counter: &dyn Counter,
        options: &'a LateOptions,
        about: &'a str,
    ) -> Self {
        let input = [&*window.prefix, window.text()].concat();
        let spans = counter.token_spans(&input).unwrap().unwrap();
        let specials = counter.specials() as usize;
        assert_eq!(window.tokens, specials + counter.count(&input).unwrap() as usize, "{about}");
        assert!(window.tokens <= options.limit.unwrap() as usize, "{} tokens {about}", window.tokens);
        let behind = specials - counter.specials_before() as usize;
        assert_eq!(window.specials, [counter.specials_before() as usize, behind], "{about}");
        let mut tiles = spans.iter().scan(0, |at, span| Some(std::mem::replace(at, span.end) == span.start));
        let tiles = tiles.all(|one| one) && spans.last().is_some_and(|span| span.end == input.len());
        let back = window.range.start as i64 - window.prefix.len() as i64;
        let spans = spans.into_iter().map(|span| span.start as i64 + back..span.end as i64 + back).collect();
        Self { window, chunks, options, about, spans, shift: counter.specials_before() as usize, tiles }
    }

    fn check(&self) {
        let mut own_end = self.shift;
        for chunk in &self.window.chunks {
            self.tokens(chunk);
            assert!(chunk.own.start >= own_end, "own parts are disjoint: {chunk:?} {}", self.about);
            own_end = chunk.own.end.max(own_end);
            self.own(chunk);
            self.pool(chunk);
        }
    }

    fn bytes(&self, nth: usize) -> Range<i64> {
        let range = self.chunks.get(nth).unwrap().text_range();
        range.start as i64..range.end as i64
    }

    fn own_bytes(&self, nth: usize) -> Range<i64> {
        let chunk = self.chunks.get(nth).unwrap();
        let own = chunk.text_units().nth(chunk.carried()).unwrap().start;
        own as i64..chunk.text_range().end as i64
    }

    fn span(&self, row: usize) -> &Range<i64> {
        &self.spans[row - self.shift]
    }

    /// All tokens that stand in the chunk, and no other at the ends.
    fn tokens(&self, chunk: &LateChunk) {
        let (range, about) = (self.bytes(chunk.nth), self.about);
        let at = self.window.range.start as i64..self.window.range.end as i64;
        assert!(at.start <= range.start && range.end <= at.end, "{range:?} in {at:?} {about}");
        assert_eq!(chunk.id, self.chunks.get(chunk.nth).unwrap().id());
        for (nth, span) in self.spans.iter().enumerate() {
            let is_in = chunk.tokens.contains(&(nth + self.shift));
            assert!(is_in || common(span, &range) == 0, "{chunk:?} lacks {nth} at {span:?} {about}");
        }
        if !chunk.tokens.is_empty() {
            for end in [chunk.tokens.start, chunk.tokens.end - 1] {
                assert!(common(self.span(end), &range) > 0, "{chunk:?} {end} {about}");
            }
        }
        if self.tiles {
            let covered = self.span(chunk.tokens.start).start..self.span(chunk.tokens.end - 1).end;
            assert!(
                covered.start <= range.start && range.end <= covered.end,
                "{covered:?} {range:?} {about}"
            );
        }
    }

    /// No token is missing that no neighbour has, and none stands elsewhere.
    fn own(&self, chunk: &LateChunk) {
        let (own, about) = (self.own_bytes(chunk.nth), self.about);
        assert!(chunk.own.is_empty() || chunk.own.start >= chunk.tokens.start, "{chunk:?} {about}");
        assert!(chunk.own.is_empty() || chunk.own.end <= chunk.tokens.end, "{chunk:?} {about}");
        for row in chunk.own.clone().filter(|_| self.tiles) {
            assert!(common(self.span(row), &own) > 0, "{chunk:?} {row} {about}");
        }
        for row in chunk.tokens.clone() {
            let span = self.span(row);
            let shares = |nth: Option<usize>| {
                nth.filter(|nth| *nth < self.chunks.len())
                    .is_some_and(|nth| common(span, &self.own_bytes(nth)) > 0)
            };
            let is_shared = shares(chunk.nth.checked_sub(1)) || shares(Some(chunk.nth + 1));
            let is_own = common(span, &own) > 0 && !is_shared;
            assert!(!is_own || chunk.own.contains(&row), "{chunk:?} lacks its own {row} {about}");
        }
    }

    /// Its own with weight 1, and around it what stands in the units that are wanted, in the same section and window.
    fn pool(&self, chunk: &LateChunk) {
        let about = self.about;
        let base = if chunk.own.is_empty() { &chunk.tokens } else { &chunk.own };
        let around = self.around(chunk.nth);
        let full: Vec<_> = chunk.pool.iter().filter(|part| part.weight == 1.0).collect();
        assert_eq!(full.len(), usize::from(!base.is_empty()), "{chunk:?} {about}");
        assert!(full.iter().all(|part| part.tokens == *base), "{chunk:?} {about}");
        assert!(
            chunk.pool.is_sorted_by(|one, next| one.tokens.end <= next.tokens.start),
            "{chunk:?} {about}"
        );
        for part in chunk.pool.iter().filter(|part| part.weight != 1.0) {
            assert_eq!(part.weight, self.options.soft_weight);
            assert!(self.options.soft_units > 0 && !part.tokens.is_empty(), "{chunk:?} {about}");
            for row in part.tokens.clone().filter(|_| self.tiles) {
                assert!(common(self.span(row), &around) > 0, "{chunk:?} {row} out of {around:?} {about}");
            }
        }
        for (row, span) in self.spans.iter().enumerate().map(|(row, span)| (row + self.shift, span)) {
            let is_pooled = chunk.pool.iter().any(|part| part.tokens.contains(&row));
            let inside = span.start >= around.start && span.end <= around.end && span.start < span.end;
            let is_shared = base.is_empty() || chunk.tokens.contains(&row);
            assert!(is_pooled || is_shared || !inside, "{chunk:?} lacks {row} in {around:?} {about}");
        }
    }

    /// The bytes of the units that a chunk is pooled from, white space behind the last left out.
    fn around(&self, nth: usize) -> Range<i64> {
        let records = self.chunks.in_force()[0].settings().units.kind == kawara::UnitKind::Record;
        let all = self.chunks.iter().flat_map(|chunk| {
            let own = chunk.text_units().zip(chunk.unit_joints()).skip(chunk.carried());
            own.map(move |(unit, joint)| (chunk.ordinal(), unit, joint)).collect::<Vec<_>>()
        });
        let all: Vec<(usize, Range<usize>, Joint)> = all.collect();
        let bars = |at: usize| !records && matches!(all[at].2, Joint::Section | Joint::Record);
        let end = |at: usize| {
            let unit = all[at].1.clone();
            unit.start + self.chunks.text()[unit].trim_end_matches(is_blank).len()
        };
        let mut first = all.iter().position(|(owner, ..)| *owner == nth).unwrap();
        let mut last = all.iter().rposition(|(owner, ..)| *owner == nth).unwrap();
        for _ in 0..self.options.soft_units {
            if first > 0 && !bars(first) && all[first - 1].1.start >= self.window.range.start {
                first -= 1;
            }
            if last + 1 < all.len() && !bars(last + 1) && end(last + 1) <= self.window.range.end {
                last += 1;
            }
        }
        all[first].1.start as i64..end(last) as i64
    }
}

fn common(one: &Range<i64>, two: &Range<i64>) -> i64 {
    (one.end.min(two.end) - one.start.max(two.start)).max(0)
}
