//! A text that a library has measured.

use std::ffi::c_void;
use std::ops::Range;
use std::ptr::NonNull;

use kawara_abi::Str;
use kawara_core::{ErrorKind, RangeCount, Result, slice};

use crate::answer::Call;
use crate::counter::{Handle, HostedCounter};

/// The most tokens by which an estimate can be believed to be off.
const MOST_SLACK: u32 = 1 << 16;

/// What `index` returns; it borrows the counter and the text, and is closed before either.
pub(crate) struct Measured<'t> {
    entry: &'t HostedCounter,
    text: &'t str,
    handle: NonNull<c_void>,
    slack: u32,
    unknown: Option<u32>,
}

// SAFETY: the ABI lets what `index` returns be used by many threads at once, and closed by any.
unsafe impl Send for Measured<'_> {}
// SAFETY: as above.
unsafe impl Sync for Measured<'_> {}

impl<'t> Measured<'t> {
    pub(crate) fn new(counter: &'t Handle, text: &'t str, cuts: &[usize]) -> Result<Self> {
        let (entry, handle) = (&counter.entry, counter.handle);
        let (asked, call) = (entry.asked, Self::call("index", text.len()));
        let index = asked.function(entry.raw.index, call)?;
        let mut said = kawara_abi::Index::EMPTY;
        let answer = asked.ask(call, |message| {
            // SAFETY: a counter that is open; a text that lives as long as what is made of it; cuts that live for the call.
            unsafe { index(handle.as_ptr(), Str::new(text), cuts.as_ptr(), cuts.len(), &mut said, message) }
        });
        answer?.done(asked, call)?;
        let handle = asked.handle(said.index, call)?;
        // From here on it is closed whatever is wrong with it.
        let mut made = Self { entry, text, handle, slack: said.slack, unknown: None };
        if said.slack > MOST_SLACK {
            return Err(asked.fault(call, format!("says that estimates are off by {} tokens", said.slack)));
        }
        made.unknown = match said.has_unknown {
            0 => None,
            1 => Some(entry.believed(call, said.unknown)?),
            other => return Err(asked.fault(call, format!("has {other} as `has_unknown`, and not 0 or 1"))),
        };
        Ok(made)
    }

    fn call(function: &'static str, text_len: usize) -> Call {
        Call { text_len, ..Call::new(ErrorKind::Count, function) }
    }
}

impl RangeCount for Measured<'_> {
    fn before(&self, at: usize) -> u32 {
        let Some(before) = self.entry.raw.before else { return 0 };
        // SAFETY: what `index` returned and is not closed.
        let said = unsafe { before(self.handle.as_ptr(), at) };
        // An estimate may be anything that a count can be.
        self.entry.believed(Self::call("before", at), said).unwrap_or(0)
    }

    fn slack(&self) -> u32 {
        self.slack
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        let part = slice(self.text, range.clone())?;
        let call = Self::call("exact", before.len() + part.len());
        let exact = self.entry.asked.function(self.entry.raw.exact, call)?;
        self.entry.tokens(call, |place, message| {
            // SAFETY: what `index` returned and is not closed, a context that lives for the call, and places that are ours.
            unsafe { exact(self.handle.as_ptr(), Str::new(before), range.start, range.end, place, message) }
        })
    }

    fn unknown(&self) -> Option<u32> {
        self.unknown
    }
}

impl Drop for Measured<'_> {
    fn drop(&mut self) {
        if let Some(close) = self.entry.raw.close_index {
            // SAFETY: what `index` returned, once.
            unsafe { close(self.handle.as_ptr()) }
        }
    }
}
