//! What packs did wrong, and how the run goes on.

use std::ops::Range;

use crate::settings::OnFault;
use crate::{Error, ErrorKind, Result};

/// What a pack did wrong in a document while the settings let the run go on: [`OnFault::Fallback`].
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{
///     Cuts, Document, Engine, Flag, Grain, OnFault, Pack, Registry, Result, SegmentWorker, Segmenter, SegmenterEntry, Settings,
/// };
///
/// struct Torn;
/// impl Segmenter for Torn {
///     fn worker(&self) -> Box<dyn SegmentWorker + '_> {
///         Box::new(Torn)
///     }
/// }
/// impl SegmentWorker for Torn {
///     fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
///         out.push(text.len() + 1)
///     }
/// }
/// static TORN: Pack = Pack::new("torn", "0.1.0").segmenters(&[SegmenterEntry::new("torn", &["en"], |_| Ok(Arc::new(Torn)))]);
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.units.on_fault = OnFault::Fallback;
/// let engine = Engine::new(Registry::collect(&[&TORN])?, Arc::new(settings));
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped. Nobody noticed."))?;
///
/// let [fault] = chunks.pack_faults() else { panic!("there is one pack") };
/// assert_eq!((fault.pack(), fault.count()), ("torn", 1));
/// assert_eq!(
///     fault.first().to_string(),
///     "pump: byte 33: pack `torn`: cut 34 is past the end of a text of 33 bytes"
/// );
/// assert!(chunks.get(0).unwrap().flags().contains(Flag::PackFault));
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PackFault {
    pack: &'static str,
    count: usize,
    first: Error,
}

impl PackFault {
    /// The name of the pack.
    pub fn pack(&self) -> &'static str {
        self.pack
    }

    /// How often it was asked in vain.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What went wrong first: it names the document, and the byte of it.
    pub fn first(&self) -> &Error {
        &self.first
    }

    /// The same, seen from a document of which this part begins at byte `at`.
    pub(crate) fn moved(self, at: usize) -> Self {
        Self { first: self.first.moved_by(at), ..self }
    }

    pub(crate) fn in_document(self, id: &str) -> Self {
        Self { first: self.first.in_document(id), ..self }
    }

    /// Adds what went wrong in a later part.
    pub(crate) fn add(all: &mut Vec<Self>, later: Vec<Self>) {
        for fault in later {
            match all.iter_mut().find(|known| known.pack == fault.pack) {
                Some(known) => known.count += fault.count,
                None => all.push(fault),
            }
        }
    }
}

/// The faults of packs in a document, or a part of one.
#[derive(Debug)]
pub(crate) struct Faults {
    on_fault: OnFault,
    /// The stretches that packs were asked about in vain, in bytes of the text.
    stretches: Vec<Range<usize>>,
    by_pack: Vec<PackFault>,
}

impl Faults {
    pub(crate) fn new(on_fault: OnFault) -> Self {
        Self { on_fault, stretches: Vec::new(), by_pack: Vec::new() }
    }

    /// Keeps a fault, if the run is to go on.
    ///
    /// # Errors
    /// The fault itself, if not; and always if the program is to stop.
    pub(crate) fn keep(&mut self, pack: &'static str, stretch: Range<usize>, error: Error) -> Result<()> {
        if self.on_fault == OnFault::Fail || error.kind() == ErrorKind::Stopped {
            return Err(error);
        }
        match self.stretches.last_mut() {
            Some(last) if last.start <= stretch.start && stretch.start <= last.end => {
                last.end = last.end.max(stretch.end);
            }
            _ => self.stretches.push(stretch),
        }
        PackFault::add(&mut self.by_pack, vec![PackFault { pack, count: 1, first: error }]);
        Ok(())
    }

    /// What each pack did wrong.
    pub(crate) fn by_pack(&self) -> &[PackFault] {
        &self.by_pack
    }

    /// The stretches, none of which touches another, in the order of the text; and what each pack did wrong.
    pub(crate) fn finish(mut self) -> (Stretches, Vec<PackFault>) {
        self.stretches.sort_unstable_by_key(|stretch| stretch.start);
        self.stretches.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        (Stretches(self.stretches), self.by_pack)
    }
}

/// Stretches of a text, in order and apart.
pub(crate) struct Stretches(Vec<Range<usize>>);

impl Stretches {
    /// Whether any of them has a byte of the range.
    pub(crate) fn touch(&self, range: Range<usize>) -> bool {
        let first = self.0.partition_point(|stretch| stretch.end <= range.start);
        self.0.get(first).is_some_and(|stretch| stretch.start < range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steps_in_when_the_program_is_to_stop() {
        let mut faults = Faults::new(OnFault::Fallback);
        let stopped = faults.keep("xx", 0..4, Error::new(ErrorKind::Stopped, "interrupted")).unwrap_err();
        assert_eq!(stopped.kind(), ErrorKind::Stopped);
        assert!(faults.by_pack().is_empty());
    }

    #[test]
    fn stretches_touch_what_shares_a_byte_with_them() {
        let mut faults = Faults::new(OnFault::Fallback);
        for stretch in [10..20, 40..50, 20..25, 12..14, 44..60] {
            faults.keep("xx", stretch, Error::new(ErrorKind::Segment, "no")).unwrap();
        }
        let (stretches, by_pack) = faults.finish();
        assert_eq!(stretches.0, [10..25, 40..60]);
        assert_eq!((by_pack.len(), by_pack[0].count), (1, 5));
        for (range, touches) in
            [(0..10, false), (0..11, true), (24..30, true), (25..40, false), (59..90, true), (60..61, false)]
        {
            assert_eq!(stretches.touch(range.clone()), touches, "{range:?}");
        }
    }
}
