//! The segmenters of an engine, opened on first use, and one thread's workers for them.

use std::sync::{Arc, OnceLock};

use super::{Cuts, Grain, SegmentWorker, Segmenter, Unicode, inline};
use crate::pack::{Pack, SegmenterEntry};
use crate::{ErrorKind, Options, Result};

/// A segmenter that may be opened: at most once, when the first paragraph is routed to it.
pub(crate) struct Slot {
    pub(crate) pack: &'static Pack,
    pub(crate) entry: &'static SegmenterEntry,
    pub(crate) options: Options,
    opened: OnceLock<Result<Arc<dyn Segmenter>>>,
    identity: OnceLock<Result<String>>,
}

impl Slot {
    pub(crate) fn new(pack: &'static Pack, entry: &'static SegmenterEntry, options: Options) -> Self {
        Self { pack, entry, options, opened: OnceLock::new(), identity: OnceLock::new() }
    }

    /// The pack, its version and what its options come to.
    ///
    /// # Errors
    /// What the pack returned when it was asked.
    pub(crate) fn identity(&self) -> Result<String> {
        let identity = self.identity.get_or_init(|| self.entry.identify(&self.options)).clone();
        let identity = identity.map_err(|error| error.in_pack(self.pack.name()))?;
        Ok(format!("{} {} {identity}", self.pack.name(), self.pack.version()))
    }

    /// Whether it was opened, and could be.
    pub(crate) fn is_open(&self) -> bool {
        self.opened.get().is_some_and(Result::is_ok)
    }

    fn get(&self) -> Result<&dyn Segmenter> {
        let opened = self.opened.get_or_init(|| self.entry.open(&self.options));
        opened.as_deref().map_err(|error| error.clone().in_pack(self.pack.name()))
    }
}

/// The workers of one thread, one per segmenter in use.
pub(crate) struct Workers<'e> {
    opened: Vec<(&'e Slot, Box<dyn SegmentWorker + 'e>)>,
    fallback: Unicode,
    scratch: Vec<usize>,
}

impl<'e> Workers<'e> {
    pub(crate) fn new() -> Self {
        Self { opened: Vec::new(), fallback: Unicode, scratch: Vec::new() }
    }

    /// The cuts of `text` at `grain`, checked; by the Unicode rules where the pack does not know the grain, or says that it does not
    /// before it pushes anything. Code between backticks is cut at words only.
    ///
    /// # Errors
    /// The pack's own failure, or the gate's, with the byte counted from the start of `text`.
    pub(crate) fn cuts(&mut self, slot: Option<&'e Slot>, text: &str, grain: Grain) -> Result<Vec<usize>> {
        // A span that does not fit a budget is cut at its words as any text.
        let code = if grain == Grain::Word { Vec::new() } else { inline::code(text) };
        let masked = inline::masked(text, &code);
        let mut cuts = Cuts::reuse(&masked, std::mem::take(&mut self.scratch));
        let mut ends = match slot.filter(|slot| slot.entry.grains.contains(&grain)) {
            Some(slot) => {
                let cut = self.ask(slot, |worker| {
                    match worker.cuts(&masked, grain, &mut cuts) {
                        Err(error) if error.kind() == ErrorKind::Unsupported && cuts.is_untouched() => {
                            Unicode.cuts(&masked, grain, &mut cuts)?;
                        }
                        done => done?,
                    }
                    cuts.finish()
                });
                cut?
            }
            None => self.fallback.cuts(&masked, grain, &mut cuts).and_then(|()| cuts.finish())?,
        };
        inline::settle(text, &code, &mut ends);
        Ok(ends)
    }

    /// Gives the memory of cuts back for the next call.
    pub(crate) fn recycle(&mut self, cuts: Vec<usize>) {
        self.scratch = cuts;
    }

    /// Whether a sentence goes on behind a line break, as far as the pack knows.
    ///
    /// # Errors
    /// The pack's own failure.
    pub(crate) fn goes_on(&mut self, slot: Option<&'e Slot>, line: &str, next: &str) -> Result<bool> {
        match slot {
            Some(slot) => self.ask(slot, |worker| worker.goes_on(line, next)),
            None => Ok(false),
        }
    }

    /// Whether a unit leans on what stands before it, as far as the pack knows.
    ///
    /// # Errors
    /// The pack's own failure.
    pub(crate) fn leans_back(&mut self, slot: Option<&'e Slot>, unit: &str) -> Result<bool> {
        match slot {
            Some(slot) => self.ask(slot, |worker| worker.leans_back(unit)),
            None => Ok(false),
        }
    }

    /// Asks the worker of a segmenter. One that failed is not asked again, since it may have stopped half-way: another takes its place.
    fn ask<R>(
        &mut self,
        slot: &'e Slot,
        question: impl FnOnce(&mut (dyn SegmentWorker + 'e)) -> Result<R>,
    ) -> Result<R> {
        let answer = question(self.worker(slot)?);
        answer.map_err(|error| {
            self.opened.retain(|(opened, _)| !std::ptr::eq(*opened, slot));
            error.in_pack(slot.pack.name())
        })
    }

    fn worker(&mut self, slot: &'e Slot) -> Result<&mut (dyn SegmentWorker + 'e)> {
        let known = self.opened.iter().position(|(opened, _)| std::ptr::eq(*opened, slot));
        let at = match known {
            Some(at) => at,
            None => {
                self.opened.push((slot, slot.get()?.worker()));
                self.opened.len() - 1
            }
        };
        Ok(&mut *self.opened[at].1)
    }
}
