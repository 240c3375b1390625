//! Windows, one behind the other, each as long as may be.

use std::ops::Range;

use super::Windows;
use super::borders::{Borders, longest};
use crate::Result;
use crate::tiling::context::{ContextId, Contexts};
use crate::units::{Unit, is_blank, trim};

/// A window, without outer white space: bytes of the document's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) start: usize,
    /// The first byte that is in no window before.
    pub(super) own: usize,
    pub(super) end: usize,
    pub(super) context: ContextId,
    /// Tokens of context and text, without special tokens.
    pub(super) tokens: u32,
    /// Whether the budget made it shorter than a window is to be, or cut it inside a piece.
    pub(super) is_cut: bool,
    /// Whether it repeats less of the window before than it is to.
    pub(super) carries_less: bool,
}

/// What a window is measured in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Measure {
    /// Tokens of everything in it.
    Tokens,
    /// Tokens without outer white space: separators are no part of what they separate.
    Trimmed,
    /// Pieces, whatever their tokens.
    Pieces,
}

/// Lays windows and keeps them.
pub(super) struct Walk<'a, 'c> {
    it: Windows<'a, 'c>,
    units: &'a [Unit],
    /// The unit that was last asked for by place.
    at_unit: usize,
    windows: Vec<Window>,
    /// Where the windows of this text begin among all.
    first: usize,
    visible: Visible,
    behind: Visible,
}

/// A window in the making: where it begins, what stands before it, and what it may have.
#[derive(Clone, Copy)]
struct Place {
    /// Where it begins with its outer white space, and without.
    from: usize,
    start: usize,
    context: ContextId,
    /// The most tokens of its text.
    most: u32,
    measure: Measure,
    /// Where it ends at the latest.
    end: usize,
}

/// What was last found to be blank: so that windows in a million spaces look at each of them once.
struct Visible(Range<usize>);

impl Visible {
    /// Where the first cluster at or behind `from` begins that is not blank; the text's end if there is none.
    fn after(&mut self, text: &str, from: usize) -> usize {
        if !(self.0.start..=self.0.end).contains(&from) {
            let found = text[from..].char_indices().find(|(_, c)| !is_blank(*c));
            let end = found.map_or(text.len(), |(at, c)| from + at + c.len_utf8());
            let body = trim(text, from..end);
            self.0 = from..if body.is_empty() { text.len() } else { body.start };
        }
        self.0.end
    }
}

/// How far a window reaches: its end, how many pieces that are, none if it ends inside of one, and whether the budget decided it.
struct Reach {
    end: usize,
    pieces: usize,
    context: ContextId,
    is_cut: bool,
}

/// More tokens than a context and a text ever come to together beyond what they are apart.
const SLACK: u32 = 16;

impl<'a, 'c> Walk<'a, 'c> {
    pub(super) fn new(it: Windows<'a, 'c>, units: &'a [Unit]) -> Self {
        Self {
            it,
            units,
            at_unit: 0,
            windows: Vec::new(),
            first: 0,
            visible: Visible(0..0),
            behind: Visible(0..0),
        }
    }

    /// Goes on to the next text: nothing is carried into it.
    pub(super) fn begin(&mut self) {
        self.first = self.windows.len();
    }

    pub(super) fn finish(self) -> (Vec<Window>, Contexts<'c>) {
        (self.windows, self.it.contexts)
    }

    /// Lays windows over a range of the text, behind those that were laid, which they share nothing with.
    ///
    /// # Errors
    /// What a counter returns.
    pub(super) fn lay(
        &mut self,
        range: Range<usize>,
        mut borders: Borders<'_>,
        measure: Measure,
    ) -> Result<()> {
        // Where the window before ends; whether this one is to repeat some of it, and repeats less.
        let (mut reached, mut less) = (range.start, self.windows.len() > self.first);
        let mut wanted = !self.it.settings.tiling.window_overlap.is_none() && less;
        let (mut from, mut dropped) = (range.start, 1);
        loop {
            borders.begin(from);
            let place = self.place(from, range.end, measure)?;
            if place.start == range.end {
                return Ok(());
            }
            let reach = self.reach(&place, &mut borders)?;
            if reach.end <= reached && from < reached {
                // What is repeated leaves no room for anything new.
                less = true;
                let behind = borders.nth(dropped).filter(|behind| *behind < reached);
                (from, dropped) = (behind.unwrap_or(reached), dropped * 2);
                continue;
            }
            self.keep(&place, &reach, wanted, less)?;
            (reached, dropped) = (reach.end, 1);
            if reached >= range.end {
                return Ok(());
            }
            let of = match measure {
                Measure::Pieces => self.it.settings.tiling.window.unwrap_or(reach.pieces as u32),
                Measure::Tokens | Measure::Trimmed => place.most,
            };
            let overlap = self.it.settings.tiling.window_overlap.of(of);
            let carried = self.carried(&place, &reach, overlap, &mut borders)?;
            from = start_of(&place, &reach, carried, &mut borders);
            wanted = overlap > 0;
            less = measure == Measure::Pieces && carried < overlap as usize;
        }
    }

    pub(super) fn document(&self) -> &'a str {
        self.it.text
    }

    /// Whether a range of the text is no longer than a window may be, by itself.
    ///
    /// # Errors
    /// What a counter returns.
    pub(super) fn is_short(&mut self, range: Range<usize>) -> Result<bool> {
        let place = self.place(range.start, range.end, Measure::Trimmed)?;
        let index = self.it.index;
        // So far off no estimate is.
        let limit = place.most.saturating_mul(4).saturating_add(64);
        if index.before(range.end).saturating_sub(index.before(range.start)) > limit {
            return Ok(false);
        }
        self.fits(&place, place.context, range.end)
    }

    /// What is known of a window before its end is.
    fn place(&mut self, from: usize, end: usize, measure: Measure) -> Result<Place> {
        let start = self.visible.after(self.it.text, from).min(end);
        let unit = self.own_unit(start);
        let context = self.it.contexts.of(&unit)?;
        let room = self.it.room.saturating_sub(self.it.contexts.get(context).tokens);
        let most = match (measure, self.it.settings.tiling.window) {
            (Measure::Tokens | Measure::Trimmed, Some(window)) => window,
            _ => room,
        };
        Ok(Place { from, start, context, most, measure, end })
    }

    /// The windows of this text that a window that begins at `start` leaves in place: not one that begins there too.
    fn before(&self, start: usize) -> &[Window] {
        let windows = &self.windows[self.first..];
        match windows.split_last() {
            Some((last, before)) if last.start == start => before,
            _ => windows,
        }
    }

    /// The first byte that is new in a window that begins at `start`.
    fn own(&mut self, start: usize) -> usize {
        match self.before(start).last().map(|last| last.end) {
            Some(end) if end > start => self.behind.after(self.it.text, end),
            _ => start,
        }
    }

    /// The unit that is new in a window that begins at `start`, from the first new byte on.
    fn own_unit(&mut self, start: usize) -> Unit {
        let own = self.own(start) as u32;
        let units = self.units;
        while self.at_unit > 0 && units[self.at_unit].start > own {
            self.at_unit -= 1;
        }
        while units.get(self.at_unit + 1).is_some_and(|next| next.start <= own) {
            self.at_unit += 1;
        }
        Unit { start: own, ..units[self.at_unit] }
    }

    /// How far a window may reach.
    fn reach(&mut self, place: &Place, borders: &mut Borders<'_>) -> Result<Reach> {
        let tiling = &self.it.settings.tiling;
        let least = self.it.contexts.get(place.context).tokens;
        let room = self.it.room.saturating_sub(least).min(place.most);
        let limit = self.it.index.before(place.from).saturating_add(room);
        let near = borders.count_near(|end| self.it.index.before(end) <= limit);
        let wanted = tiling.window.filter(|_| place.measure == Measure::Pieces);
        let most = wanted.map_or(usize::MAX, |wanted| wanted as usize);
        let pieces = longest(near, most, |nth| match borders.nth(nth) {
            Some(end) => self.fits(place, place.context, end),
            None => Ok(false),
        })?;
        let Some(end) = pieces.checked_sub(1).and_then(|_| borders.nth(pieces)) else {
            return self.within_one(place, borders.nth(1).unwrap_or(place.end));
        };
        // Where the context leaves room for a whole window, the window's length decided.
        let is_tight = place.most.saturating_add(least + SLACK) >= self.it.room;
        let is_cut = match (borders.nth(pieces + 1), place.measure) {
            (Some(_), Measure::Pieces) => wanted.is_some() && pieces < most,
            (Some(next), _) if is_tight && tiling.window.is_some() => {
                self.is_short_enough(place, next, None)?
            }
            _ => false,
        };
        Ok(Reach { end, pieces, context: place.context, is_cut })
    }

    /// Whether a window that ends at `end` is within the budget and no longer than a window may be.
    fn fits(&self, place: &Place, context: ContextId, end: usize) -> Result<bool> {
        let text = self.body(place, end);
        if text.is_empty() {
            return self.is_short_enough(place, end, Some(0));
        }
        let tokens = self.tokens(context, text)?;
        let alone = self.it.contexts.get(context).text.is_empty().then_some(tokens);
        Ok(tokens <= self.it.room && self.is_short_enough(place, end, alone)?)
    }

    /// Whether a window that ends at `end` is no longer than a window may be, whatever the budget is. The tokens of its text, if they
    /// are known already, are not counted again.
    fn is_short_enough(&self, place: &Place, end: usize, known: Option<u32>) -> Result<bool> {
        let (text, whole, index) = (self.body(place, end), place.from..end, self.it.index);
        if place.measure == Measure::Pieces {
            return Ok(true);
        }
        let tokens = match known {
            Some(tokens) => tokens,
            None => index.exact("", text.clone())?,
        };
        let is_grid = place.measure == Measure::Tokens && whole != text;
        Ok(tokens <= place.most && !(is_grid && index.exact("", whole)? > place.most))
    }

    /// The text of a window that ends at `end`, without outer white space.
    fn body(&self, place: &Place, end: usize) -> Range<usize> {
        trim(self.it.text, place.start.min(end)..end)
    }

    /// A window in which not even the first piece fits, which ends at `end`: the piece beside less context, or a part of it.
    fn within_one(&mut self, place: &Place, end: usize) -> Result<Reach> {
        let unit = self.own_unit(place.start);
        let text = self.body(place, end);
        let least = self.it.contexts.least().clone();
        let alone = self.it.index.exact(&least.text, text.clone())?;
        if alone <= self.it.room && self.is_short_enough(place, end, None)? {
            let spare = self.it.room - alone;
            for spare in [spare, spare.saturating_sub(2), 0] {
                let context = self.it.contexts.within(&unit, spare + least.tokens)?;
                if self.fits(place, context, end)? {
                    return Ok(Reach { end, pieces: 1, context, is_cut: false });
                }
            }
        }
        let mut inside = Borders::clusters(self.it.text, place.from..end);
        let limit = self.it.index.before(place.from).saturating_add(place.most);
        let near = inside.count_near(|end| self.it.index.before(end) <= limit);
        let clusters = longest(near, usize::MAX, |nth| match inside.nth(nth) {
            Some(end) => self.fits(place, place.context, end),
            None => Ok(false),
        })?;
        if let Some(cut) = clusters.checked_sub(1).and_then(|_| inside.nth(clusters)) {
            let cut = self.at_space(place.start, cut).unwrap_or(cut);
            return Ok(Reach { end: cut, pieces: 0, context: place.context, is_cut: true });
        }
        // One cluster alone is taken all the same, with no more context than must be: nothing is lost.
        let cut = inside.nth(1).unwrap_or(end);
        let text = self.body(place, cut);
        let fits = self.tokens(place.context, text)? <= self.it.room;
        let context = if fits { place.context } else { self.it.contexts.within(&unit, 0)? };
        Ok(Reach { end: cut, pieces: usize::from(cut == end), context, is_cut: cut < end })
    }

    /// The end of the last white space in the second half of a part, if there is any.
    fn at_space(&self, start: usize, end: usize) -> Option<usize> {
        let half = self.it.text.ceil_char_boundary(start + end.saturating_sub(start) / 2);
        let at = self.it.text.get(half..end)?.rfind(char::is_whitespace)?;
        let space = self.it.text[half + at..].chars().next().map_or(0, char::len_utf8);
        let cut = crate::units::Clusters::new(self.it.text, start).align(half + at + space);
        (cut < end).then_some(cut)
    }

    /// Keeps a window, unless all of it that is not blank is in the one before.
    fn keep(&mut self, place: &Place, reach: &Reach, wanted: bool, less: bool) -> Result<()> {
        let text = self.body(place, reach.end);
        let is_known = self.windows[self.first..].last().is_some_and(|last| last.end >= text.end);
        if text.is_empty() || is_known {
            return Ok(());
        }
        let own = self.own(place.start);
        let left = self.first + self.before(place.start).len();
        self.windows.truncate(left);
        let tokens = self.tokens(reach.context, text.clone())?;
        self.windows.push(Window {
            start: text.start,
            own,
            end: text.end,
            context: reach.context,
            tokens,
            is_cut: reach.is_cut,
            carries_less: wanted && (less || own == text.start),
        });
        Ok(())
    }

    /// How many whole pieces of a window the next one repeats, where it is to repeat so much.
    fn carried(
        &self,
        place: &Place,
        reach: &Reach,
        overlap: u32,
        borders: &mut Borders<'_>,
    ) -> Result<usize> {
        let most = reach.pieces.saturating_sub(1);
        if overlap == 0 || most == 0 {
            return Ok(0);
        }
        if place.measure == Measure::Pieces {
            return Ok(most.min(overlap as usize));
        }
        let index = self.it.index;
        let least = index.before(reach.end).saturating_sub(overlap);
        let kept = borders.count_near(|end| index.before(end) < least);
        longest(reach.pieces.saturating_sub(kept + 1), most, |carried| {
            let shared = start_of(place, reach, carried, borders)..reach.end;
            Ok(index.exact("", shared)? <= overlap)
        })
    }

    fn tokens(&self, context: ContextId, range: Range<usize>) -> Result<u32> {
        self.it.index.exact(&self.it.contexts.get(context).text, range)
    }
}

/// Where a window begins that repeats so many pieces of the one before.
fn start_of(place: &Place, reach: &Reach, carried: usize, borders: &mut Borders<'_>) -> usize {
    match reach.pieces.checked_sub(carried) {
        _ if carried == 0 => reach.end,
        Some(0) | None => place.from,
        Some(nth) => borders.nth(nth).unwrap_or(reach.end),
    }
}
