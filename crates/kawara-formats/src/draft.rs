//! A text that is made of a source stretch by stretch: taken over, replaced, left out.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{Blocks, SourceMap};

/// A text in the making. Stretches of the source come in ascending order; what is passed over is left out with the reason that
/// holds at the time.
#[derive(Debug)]
pub(crate) struct Draft<'s> {
    source: &'s str,
    text: String,
    map: SourceMap,
    /// How far the source is dealt with.
    done: usize,
    left_out: Vec<(Range<usize>, &'static str)>,
    /// Where the source stood when text was written last: what is left out before it and after it is not one range.
    seam: usize,
    /// Why the source that is passed over is left out.
    why: &'static str,
    /// Stretches that were dealt with, where they need not ascend.
    taken: Option<Vec<Range<usize>>>,
}

impl<'s> Draft<'s> {
    /// Nothing of the source yet; what will be passed over is left out for this reason, such as `"markup"`.
    pub(crate) fn new(source: &'s str, why: &'static str) -> Self {
        Self {
            source,
            text: String::new(),
            map: SourceMap::default(),
            done: 0,
            left_out: Vec::new(),
            seam: 0,
            why,
            taken: None,
        }
    }

    /// Stretches of the source may come in any order, each once.
    pub(crate) fn scattered(mut self) -> Self {
        self.taken = Some(Vec::new());
        self
    }

    /// The text so far; its length is where the next block begins.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Takes over a range of the source as it is.
    pub(crate) fn copy(&mut self, source: Range<usize>) {
        let source = self.from(source.start)..source.end;
        let Some(said) = self.source.get(source.clone()) else { return };
        self.take(&source);
        self.text.push_str(said);
        self.map.copy(source.clone());
        self.done = source.end;
        self.seam = source.end;
    }

    /// Writes what a range of the source stands for: `&` for `&amp;`.
    pub(crate) fn replace(&mut self, source: Range<usize>, text: &str) {
        let left = self.from(source.start)..self.from(source.end);
        // What was left out before can still be written, though it leads back to nothing any more.
        if left == source && self.source.get(source) == Some(text) {
            return self.copy(left);
        }
        let source = left;
        if text.is_empty() {
            return self.skip(source, self.why);
        }
        // What has the length of the source counts as a copy of it in the map.
        if source.len() == text.len() {
            self.skip(source, self.why);
            return self.insert(text);
        }
        self.take(&source);
        self.text.push_str(text);
        self.map.replace(source.clone(), text.len());
        self.done = source.end;
        self.seam = source.end;
    }

    /// Writes what the source does not have, such as a line break between two blocks.
    pub(crate) fn insert(&mut self, text: &str) {
        self.replace(self.done..self.done, text);
    }

    /// Leaves a range of the source out.
    pub(crate) fn skip(&mut self, source: Range<usize>, why: &'static str) {
        if self.taken.is_some() {
            self.take(&source);
            return self.left_out.push((source, why));
        }
        self.pass(source.start, self.why);
        self.pass(source.end, why);
    }

    /// What is dealt with is not dealt with again.
    fn from(&self, byte: usize) -> usize {
        if self.taken.is_some() { byte } else { byte.max(self.done) }
    }

    fn take(&mut self, source: &Range<usize>) {
        match &mut self.taken {
            None => self.pass(source.start, self.why),
            Some(taken) => match taken.last_mut() {
                Some(last) if last.end == source.start => last.end = source.end,
                _ if source.is_empty() => {}
                _ => taken.push(source.clone()),
            },
        }
    }

    /// Leaves out what was not taken of a source whose stretches come in any order.
    fn leave_gaps(&mut self) {
        let Some(mut taken) = self.taken.take() else { return };
        taken.sort_unstable_by_key(|range| range.start);
        self.done = 0;
        for range in taken {
            self.pass(range.start, self.why);
            self.done = self.done.max(range.end);
        }
    }

    /// Leaves out what lies before a byte of the source and was not dealt with.
    fn pass(&mut self, to: usize, why: &'static str) {
        let range = self.done..to.min(self.source.len());
        if range.is_empty() {
            return;
        }
        self.done = range.end;
        let goes_on = self.seam != range.start;
        match self.left_out.last_mut() {
            Some((last, reason)) if goes_on && last.end == range.start && *reason == why => {
                last.end = range.end;
            }
            _ => self.left_out.push((range, why)),
        }
    }

    /// Leaves out the rest, tells what was left out, and returns the text. A text that says nothing stays the source, all of it
    /// left out.
    pub(crate) fn finish(mut self, out: &mut Blocks) -> Cow<'s, str> {
        self.leave_gaps();
        self.pass(self.source.len(), self.why);
        if self.text == self.source {
            return Cow::Borrowed(self.source);
        }
        if self.text.is_empty() {
            out.skip(0..self.source.len(), self.why);
            return Cow::Borrowed(self.source);
        }
        for (range, why) in self.left_out {
            out.skip(range, why);
        }
        out.map = self.map;
        Cow::Owned(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_leads_back_to_the_source() {
        let source = "<p>a &amp; b</p><!-- c --><p>d</p>";
        let mut draft = Draft::new(source, "markup");
        draft.copy(3..5);
        draft.replace(5..10, "&");
        draft.copy(10..12);
        draft.insert("\n");
        draft.skip(16..26, "comment");
        draft.copy(29..30);
        assert_eq!(draft.text(), "a & b\nd");
        let mut out = Blocks::new();
        assert_eq!(draft.finish(&mut out), "a & b\nd");
        assert_eq!(out.map.source_range(2..3), 5..10);
        assert_eq!(out.map.source_range(6..7), 29..30);
        let skipped: Vec<_> = out.skipped().iter().map(|skip| (skip.range.clone(), skip.why)).collect();
        let markup = |range| (range, "markup");
        assert_eq!(
            skipped,
            [markup(0..3), markup(12..16), (16..26, "comment"), markup(26..29), markup(30..34)]
        );
    }

    #[test]
    fn what_is_left_out_around_a_word_put_in_is_two_ranges() {
        let mut draft = Draft::new("a<b><c>d", "markup");
        draft.copy(0..1);
        draft.skip(1..4, "markup");
        draft.insert(" ");
        draft.copy(7..8);
        let mut out = Blocks::new();
        assert_eq!(draft.finish(&mut out), "a d");
        assert_eq!(out.skipped().iter().map(|skip| skip.range.clone()).collect::<Vec<_>>(), [1..4, 4..7]);
    }

    #[test]
    fn a_scattered_text_leads_back_too() {
        let mut draft = Draft::new("[b] (a) c", "markup").scattered();
        draft.copy(5..6);
        draft.insert(" ");
        draft.copy(1..2);
        draft.skip(8..9, "note");
        let mut out = Blocks::new();
        assert_eq!(draft.finish(&mut out), "a b");
        assert!(out.map.is_scattered());
        assert_eq!(out.map.source_range(2..3), 1..2);
        assert_eq!(out.map.source_range(0..3), 1..6);
        let mut skipped: Vec<_> = out.skipped().iter().map(|skip| (skip.range.clone(), skip.why)).collect();
        skipped.sort_by_key(|(range, _)| range.start);
        assert_eq!(skipped, [(0..1, "markup"), (2..5, "markup"), (6..8, "markup"), (8..9, "note")]);
    }

    #[test]
    fn what_has_the_length_of_the_source_is_no_copy_of_it() {
        let mut draft = Draft::new("a\nb", "markup");
        draft.copy(0..1);
        draft.replace(1..2, " ");
        draft.copy(2..3);
        let mut out = Blocks::new();
        assert_eq!(draft.finish(&mut out), "a b");
        assert_eq!(out.map.source_range(1..2), 2..2);
        assert_eq!(out.skipped()[0].range, 1..2);
    }

    #[test]
    fn a_text_that_is_the_source_is_no_projection() {
        let mut draft = Draft::new("a b", "markup");
        draft.copy(0..1);
        draft.replace(1..3, " b");
        let mut out = Blocks::new();
        assert!(matches!(draft.finish(&mut out), Cow::Borrowed("a b")));
        assert!(out.map.is_identity() && out.skipped().is_empty());
        assert_eq!(Draft::new("<br>", "markup").finish(&mut out), "<br>");
        assert_eq!(out.skipped()[0].range, 0..4);
    }
}
