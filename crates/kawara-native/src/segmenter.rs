//! A language of a library.

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use kawara_abi::Str;
use kawara_core::{
    Cuts, ErrorKind, Grain, OpenSegmenter, OptionSpec, Options, Result, SegmentWorker, Segmenter,
};

use crate::answer::{Answer, Asked, Call};
use crate::describe::GRAINS;
use crate::options::Given;
use crate::sinks::{Boundaries, Written};

/// A segmenter as its library describes it, checked, with the functions that have to be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostedSegmenter {
    pub(crate) asked: Asked,
    pub(crate) raw: kawara_abi::Segmenter,
    pub(crate) specs: &'static [OptionSpec],
}

// SAFETY: the ABI lets `open` and `identity` be called from any thread, and nothing here is written to.
unsafe impl Send for HostedSegmenter {}
// SAFETY: as above.
unsafe impl Sync for HostedSegmenter {}

impl OpenSegmenter for HostedSegmenter {
    fn open(&self, options: &Options) -> Result<Arc<dyn Segmenter>> {
        let call = Call::new(ErrorKind::Open, "open");
        let open = self.asked.function(self.raw.open, call)?;
        let given = Given::new(options, self.specs).map_err(|error| error.in_pack(self.asked.pack))?;
        let (table, mut handle) = (given.table(), ptr::null_mut());
        let answer = self.asked.ask(call, |message| {
            // SAFETY: the context that the pack gave, options that live for the call, and places that are ours.
            unsafe { open(self.raw.context, &table, &mut handle, message) }
        });
        answer?.done(self.asked, call)?;
        Ok(Arc::new(Opened { entry: *self, handle: self.asked.handle(handle, call)? }))
    }

    fn identity(&self, options: &Options) -> Result<String> {
        // What an entry says that has no such function, so that a linked pack says the same.
        let Some(identity) = self.raw.identity else { return Ok(format!("{options:?}")) };
        let call = Call::new(ErrorKind::Open, "identity");
        let given = Given::new(options, self.specs).map_err(|error| error.in_pack(self.asked.pack))?;
        let (table, mut written) = (given.table(), Written::default());
        let sink = written.as_sink();
        let answer = self.asked.ask(call, |message| {
            // SAFETY: as for `open`; the sink lives for the call.
            unsafe { identity(self.raw.context, &table, &sink, message) }
        });
        let said = written.finish().map_err(|what| self.asked.fault(call, what))?;
        answer?.done(self.asked, call)?;
        Ok(said)
    }
}

/// An open segmenter, which is closed when it is dropped.
struct Opened {
    entry: HostedSegmenter,
    handle: NonNull<c_void>,
}

// SAFETY: the ABI lets what `open` returns be used by many threads at once, and closed by any.
unsafe impl Send for Opened {}
// SAFETY: as above.
unsafe impl Sync for Opened {}

impl Segmenter for Opened {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker { entry: &self.entry, handle: self.make_worker() })
    }
}

impl Opened {
    fn make_worker(&self) -> Result<NonNull<c_void>> {
        let HostedSegmenter { asked, raw, .. } = self.entry;
        let call = Call::new(ErrorKind::Segment, "worker");
        let worker = asked.function(raw.worker, call)?;
        let mut handle = ptr::null_mut();
        let answer = asked.ask(call, |message| {
            // SAFETY: what `open` returned and is not closed, and places that are ours.
            unsafe { worker(self.handle.as_ptr(), &mut handle, message) }
        });
        answer?.done(asked, call)?;
        asked.handle(handle, call)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some(close) = self.entry.raw.close {
            // SAFETY: what `open` returned, once; no worker outlives the borrow of it.
            unsafe { close(self.handle.as_ptr()) }
        }
    }
}

/// A worker of one thread, which borrows the segmenter and is closed before it. Neither `Send` nor `Sync`, as the ABI promises the pack.
struct Worker<'s> {
    entry: &'s HostedSegmenter,
    /// Or why there is none.
    handle: Result<NonNull<c_void>>,
}

impl Worker<'_> {
    fn handle(&self) -> Result<*mut c_void> {
        self.handle.clone().map(NonNull::as_ptr)
    }

    /// Asks a question whose answer is 0 or 1.
    fn ask(
        &self,
        call: Call,
        question: impl FnOnce(*mut u8, *mut kawara_abi::Message) -> kawara_abi::Status,
    ) -> Result<bool> {
        let asked = self.entry.asked;
        let mut said = u8::MAX;
        asked.ask(call, |message| question(&mut said, message))?.done(asked, call)?;
        match said {
            0 | 1 => Ok(said == 1),
            u8::MAX => Err(asked.fault(call, "says that it is done, and has not answered")),
            other => Err(asked.fault(call, format!("answers with {other}, and not with 0 or 1"))),
        }
    }
}

impl SegmentWorker for Worker<'_> {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        let HostedSegmenter { asked, raw, .. } = *self.entry;
        let call = Call { text_len: text.len(), ..Call::new(ErrorKind::Segment, "cuts") };
        let (worker, cuts) = (self.handle()?, asked.function(raw.cuts, call)?);
        let bit = GRAINS.iter().find(|(known, _)| *known == grain).map_or(0, |(_, bit)| *bit);
        let mut boundaries = Boundaries::new(out, text.len());
        let ends = boundaries.as_ends();
        let answer = asked.ask(call, |message| {
            // SAFETY: a worker that is open and used by this thread alone; the text and the sink live for the call.
            unsafe { cuts(worker, Str::new(text), bit, &ends, message) }
        });
        if let Some(refused) = boundaries.refused() {
            return Err(refused.in_pack(asked.pack));
        }
        match answer? {
            Answer::Unsupported(_) if !out.as_slice().is_empty() => {
                Err(asked.fault(call, "says that it does not support this after it pushed cuts"))
            }
            answer => answer.done(asked, call),
        }
    }

    fn goes_on(&mut self, line: &str, next: &str) -> Result<bool> {
        let Some(goes_on) = self.entry.raw.goes_on else { return Ok(false) };
        let worker = self.handle()?;
        let call = Call { text_len: line.len(), ..Call::new(ErrorKind::Segment, "goes_on") };
        self.ask(call, |said, message| {
            // SAFETY: as for `cuts`.
            unsafe { goes_on(worker, Str::new(line), Str::new(next), said, message) }
        })
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        let Some(leans_back) = self.entry.raw.leans_back else { return Ok(false) };
        let worker = self.handle()?;
        let call = Call { text_len: unit.len(), ..Call::new(ErrorKind::Segment, "leans_back") };
        self.ask(call, |said, message| {
            // SAFETY: as for `cuts`.
            unsafe { leans_back(worker, Str::new(unit), said, message) }
        })
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let (Some(close), Ok(handle)) = (self.entry.raw.close_worker, &self.handle) {
            // SAFETY: what `worker` returned, once.
            unsafe { close(handle.as_ptr()) }
        }
    }
}
