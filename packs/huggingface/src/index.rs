use std::ops::Range;

use kawara_core::{RangeCount, Result, slice};

use crate::borders::Borders;
use crate::counter::HuggingFace;
use crate::tokenizer::Session;

/// Bytes between two marks where borders are frequent: of each range about this much is tokenised again.
const STRIDE: usize = 256;

/// So near to the last mark a cut gets none of its own: reading a few bytes at a time is dear.
const LEAST: usize = 16;

/// A stretch without borders that is longer than this gets estimates inside.
const LONG: usize = 512;

/// Bytes between two estimates inside a long stretch, where the model tells them along the way.
const STEP: usize = 64;

/// The most between two of them where pieces have to be counted for it.
const SAMPLE: usize = 192;

/// Byte, and tokens before it.
type Mark = (u32, u32);

/// Counts ranges of a text out of marks at its borders; only from a range's ends to the nearest marks is anything tokenised.
pub(crate) struct Index<'t> {
    counter: &'t HuggingFace,
    text: &'t str,
    /// At borders, the first at 0: exact.
    borders: Vec<Mark>,
    /// Inside long stretches: estimates.
    inside: Vec<Mark>,
    total: u32,
    unknown: u32,
}

impl<'t> Index<'t> {
    /// Measures a text of less than 4 GiB.
    ///
    /// # Errors
    /// When the tokenizer gives up.
    pub(crate) fn new(
        counter: &'t HuggingFace,
        borders: &Borders,
        text: &'t str,
        cuts: &[usize],
    ) -> Result<Self> {
        let mut index =
            Self { counter, text, borders: vec![(0, 0)], inside: Vec::new(), total: 0, unknown: 0 };
        let all = cuts;
        let mut cuts = cuts.iter().copied().filter(|at| text.is_char_boundary(*at)).peekable();
        let mut session = counter.tokenizer().session();
        let mut at = 0;
        while at < text.len() {
            // A mark just before a cut makes the estimate at the cut good.
            while cuts.next_if(|cut| *cut < at + LEAST).is_some() {}
            let mut near = None;
            while near.is_none()
                && let Some(cut) = cuts.next_if(|cut| *cut <= at + STRIDE)
            {
                near = borders.last(text, at, cut);
            }
            let end = near.or_else(|| borders.next(text, at + STRIDE)).unwrap_or(text.len());
            index.measure(&mut session, at..end, all)?;
            at = end;
        }
        index.borders.shrink_to_fit();
        index.inside.shrink_to_fit();
        Ok(index)
    }

    /// Adds a stretch between two borders; `cuts` are those of the whole text.
    fn measure(&mut self, session: &mut Session<'_>, stretch: Range<usize>, cuts: &[usize]) -> Result<()> {
        let text = &self.text[stretch.clone()];
        let tally = if text.len() <= LONG {
            session.tally(text)?
        } else {
            let mut along = Vec::new();
            let tally = session.tally_along(text, |tokens| along.push(tokens))?;
            if along.is_empty() {
                self.sample(session, stretch.clone(), cuts, tally.tokens)?;
            } else {
                self.estimate(stretch.clone(), &along);
            }
            tally
        };
        self.total = self.total.saturating_add(tally.tokens);
        self.unknown = self.unknown.saturating_add(tally.unknown);
        self.borders.push((stretch.end as u32, self.total));
        Ok(())
    }

    /// Estimates inside a long stretch. `along` has the tokens before each character as the model saw them; normalizers change few,
    /// so the nth of a hundred there is taken for the nth of a hundred here.
    fn estimate(&mut self, stretch: Range<usize>, along: &[u32]) {
        let text = &self.text[stretch.clone()];
        let chars = text.chars().count();
        let mut next = STEP;
        for (nth, (at, _)) in text.char_indices().enumerate() {
            if at < next {
                continue;
            }
            let before = along.get(nth * along.len() / chars).copied().unwrap_or(0);
            self.inside.push(((stretch.start + at) as u32, self.total.saturating_add(before)));
            next = at + STEP;
        }
    }

    /// The same where the model does not tell: pieces of the stretch, between cuts where there are any, are counted alone, and what
    /// they come to is laid out over its `tokens`.
    fn sample(
        &mut self,
        session: &mut Session<'_>,
        stretch: Range<usize>,
        cuts: &[usize],
        tokens: u32,
    ) -> Result<()> {
        let mut sums = vec![(stretch.start, 0u32)];
        let mut cuts = &cuts[cuts.partition_point(|cut| *cut <= stretch.start)..];
        let (mut at, mut sum) = (stretch.start, 0u32);
        while at < stretch.end {
            let far = self.text.ceil_char_boundary((at + SAMPLE).min(stretch.end));
            let near = cuts.partition_point(|cut| *cut <= far);
            // The last cut that is near; a cut need not lie between characters.
            let cut = cuts[..near].iter().rev().copied().find(|cut| self.text.is_char_boundary(*cut));
            let end = cut.filter(|cut| *cut > at).unwrap_or(far);
            cuts = &cuts[near..];
            sum = sum.saturating_add(session.tally(&self.text[at..end])?.tokens);
            sums.push((end, sum));
            at = end;
        }
        let inside = sums.iter().map(|&(at, before)| {
            let before = u64::from(before) * u64::from(tokens) / u64::from(sum.max(1));
            (at as u32, self.total.saturating_add(before as u32))
        });
        self.inside.extend(inside);
        Ok(())
    }

    /// The tokens of `text[range]`, none of which is read again but at its ends.
    fn count_range(&self, range: Range<usize>) -> Result<u32> {
        let first = self.borders.partition_point(|&(at, _)| (at as usize) < range.start);
        let last = last_at_most(&self.borders, range.end);
        if first > last {
            return self.counter.tally(&self.text[range]).map(|tally| tally.tokens);
        }
        let ((from, before), (to, behind)) = (self.borders[first], self.borders[last]);
        let head = self.counter.tally(&self.text[range.start..from as usize])?.tokens;
        let tail = self.counter.tally(&self.text[to as usize..range.end])?.tokens;
        Ok(head + (behind - before) + tail)
    }
}

impl RangeCount for Index<'_> {
    fn before(&self, at: usize) -> u32 {
        if at >= self.text.len() {
            return self.total;
        }
        let border = last_at_most(&self.borders, at);
        let next = self.borders.get(border + 1).copied().unwrap_or((self.text.len() as u32, self.total));
        let (mut from, mut to) = (self.borders[border], next);
        if (to.0 - from.0) as usize > LONG {
            let inside = self.inside.partition_point(|&(byte, _)| byte as usize <= at);
            from = from.max(inside.checked_sub(1).map_or(from, |before| self.inside[before]));
            to = to.min(self.inside.get(inside).copied().unwrap_or(to));
        }
        from.1 + share(to.1.saturating_sub(from.1), at - from.0 as usize, (to.0 - from.0) as usize)
    }

    /// Measured at ends of sentences and lines, `examples/measure_files.rs`: of 100 estimates 70 to 100 are off by two tokens at most,
    /// the fewest in Thai. Where a word is a token, however long, they are farther off.
    fn slack(&self) -> u32 {
        if self.counter.tokenizer().family() == "WordLevel" { 4 } else { 2 }
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        slice(self.text, range.clone())?;
        if before.is_empty() {
            return self.count_range(range);
        }
        // Up to the first border inside the range the context is tokenised with it.
        let first = self.borders.partition_point(|&(at, _)| at as usize <= range.start);
        let seam = self.borders.get(first).map_or(range.end, |&(at, _)| (at as usize).min(range.end));
        let joint = [before, &self.text[range.start..seam]].concat();
        let head = self.counter.tally(&joint)?.tokens;
        Ok(head + self.count_range(seam..range.end)?)
    }

    fn unknown(&self) -> Option<u32> {
        self.counter.tokenizer().has_unknown().then_some(self.unknown)
    }
}

/// What falls on `part` of `whole` bytes if tokens are spread evenly.
fn share(tokens: u32, part: usize, whole: usize) -> u32 {
    (u64::from(tokens) * part as u64 / whole.max(1) as u64) as u32
}

/// The last mark at or before `at`; the first mark is at 0.
fn last_at_most(marks: &[Mark], at: usize) -> usize {
    marks.partition_point(|&(byte, _)| byte as usize <= at) - 1
}
