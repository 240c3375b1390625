use std::ffi::c_void;
use std::mem;
use std::sync::Arc;

use kawara_core::{Cuts, Error, ErrorKind, Grain, Result, SegmentWorker, SegmenterEntry};

use super::call::{answer, quietly};
use super::{bit, options, strs};
use crate::types::{Ends, Message, OK, Segmenter, Status, Str, Table, TextSink};

pub(super) fn describe(entry: &'static SegmenterEntry) -> Segmenter {
    Segmenter {
        id: Str::new(entry.id()),
        languages: strs(entry.languages()),
        note: Str::new(entry.known_note().unwrap_or_default()),
        options: options::describe(entry.option_specs()),
        grains: entry.known_grains().iter().fold(0, |sum, grain| sum | bit(*grain)),
        reserved: 0,
        context: std::ptr::from_ref(entry).cast_mut().cast(),
        open: Some(open),
        close: Some(close),
        // Paths have been made absolute when they arrive: what says nothing of them leaves them to the host, as they were given.
        identity: if entry.has_identity() { Some(identity) } else { None },
        worker: Some(worker),
        close_worker: Some(close_worker),
        cuts: Some(cuts),
        leans_back: Some(leans_back),
        goes_on: Some(goes_on),
    }
}

/// What `open` returns.
type Opened = Arc<dyn kawara_core::Segmenter>;

/// What `worker` returns. The worker borrows from the segmenter, and so is declared, and dropped, before it.
struct Worker {
    /// None after a panic, which may have left anything half done.
    worker: Option<Box<dyn SegmentWorker>>,
    segmenter: Opened,
}

impl Worker {
    fn get(&mut self) -> &mut dyn SegmentWorker {
        let segmenter = &self.segmenter;
        &mut **self.worker.get_or_insert_with(|| {
            // SAFETY: only the lifetime changes; what it borrows from stands behind the `Arc` that this struct owns longer.
            unsafe {
                mem::transmute::<Box<dyn SegmentWorker + '_>, Box<dyn SegmentWorker>>(segmenter.worker())
            }
        })
    }
}

/// The entry behind a context that `describe` made.
///
/// # Safety
/// `context` is one.
unsafe fn entry(context: *mut c_void) -> &'static SegmenterEntry {
    // SAFETY: as the caller says.
    unsafe { &*context.cast_const().cast() }
}

unsafe extern "C" fn open(
    context: *mut c_void,
    options: *const Table,
    segmenter: *mut *mut c_void,
    message: *mut Message,
) -> Status {
    // SAFETY: the host passes what the header says: the context of this entry, its options, and places that it owns.
    unsafe {
        answer(message, || {
            let opened: Opened = entry(context).open(&options::read(options)?)?;
            *segmenter = Box::into_raw(Box::new(opened)).cast();
            Ok(OK)
        })
    }
}

unsafe extern "C" fn close(segmenter: *mut c_void) {
    // SAFETY: what `open` returned, once, when its workers are closed.
    quietly((), || drop(unsafe { Box::<Opened>::from_raw(segmenter.cast()) }));
}

unsafe extern "C" fn identity(
    context: *mut c_void,
    options: *const Table,
    identity: *const TextSink,
    message: *mut Message,
) -> Status {
    // SAFETY: as for `open`; the sink is the host's, and takes a text.
    unsafe {
        answer(message, || {
            let said = entry(context).identify(&options::read(options)?)?;
            Ok(((*identity).write)((*identity).host, Str::new(&said)))
        })
    }
}

unsafe extern "C" fn worker(
    segmenter: *mut c_void,
    worker: *mut *mut c_void,
    message: *mut Message,
) -> Status {
    // SAFETY: what `open` returned, and a place that the host owns.
    unsafe {
        answer(message, || {
            let segmenter = Arc::clone(&*segmenter.cast_const().cast::<Opened>());
            let mut made = Worker { worker: None, segmenter };
            made.get();
            *worker = Box::into_raw(Box::new(made)).cast();
            Ok(OK)
        })
    }
}

unsafe extern "C" fn close_worker(worker: *mut c_void) {
    // SAFETY: what `worker` returned, once, on the same thread.
    quietly((), || drop(unsafe { Box::<Worker>::from_raw(worker.cast()) }));
}

/// Asks a worker; one that panics is made anew for the next question.
///
/// # Safety
/// `worker` is what [`worker`] returned, used by the thread that asked for it alone, since a `SegmentWorker` need not be `Send`; `message` as in [`answer`].
unsafe fn ask(
    worker: *mut c_void,
    message: *mut Message,
    question: impl FnOnce(&mut dyn SegmentWorker) -> Result<Status>,
) -> Status {
    // SAFETY: as the caller says; no other reference to it is about.
    let worker = unsafe { &mut *worker.cast::<Worker>() };
    let mut is_done = false;
    // SAFETY: as the caller says.
    let status = unsafe {
        answer(message, || {
            let answer = question(worker.get());
            is_done = true;
            answer
        })
    };
    if !is_done {
        let broken = worker.worker.take();
        quietly((), || drop(broken));
    }
    status
}

unsafe extern "C" fn cuts(
    worker: *mut c_void,
    text: Str,
    grain: u32,
    ends: *const Ends,
    message: *mut Message,
) -> Status {
    // SAFETY: the host passes a worker of this pack, a text that is valid for the call, and its own sink.
    unsafe {
        ask(worker, message, |worker| {
            let grains = [Grain::Word, Grain::Clause, Grain::Sentence];
            let Some(grain) = grains.into_iter().find(|known| bit(*known) == grain) else {
                return Err(Error::new(ErrorKind::Unsupported, format!("no grain has the number {grain}")));
            };
            let text = text.trust();
            let mut cuts = Cuts::new(text);
            worker.cuts(text, grain, &mut cuts)?;
            let made = cuts.finish()?;
            Ok(((*ends).push)((*ends).host, made.as_ptr(), made.len()))
        })
    }
}

unsafe extern "C" fn leans_back(
    worker: *mut c_void,
    unit: Str,
    leans: *mut u8,
    message: *mut Message,
) -> Status {
    // SAFETY: as for `cuts`; the place is the host's.
    unsafe {
        ask(worker, message, |worker| {
            *leans = worker.leans_back(unit.trust())?.into();
            Ok(OK)
        })
    }
}

unsafe extern "C" fn goes_on(
    worker: *mut c_void,
    line: Str,
    next: Str,
    goes_on: *mut u8,
    message: *mut Message,
) -> Status {
    // SAFETY: as for `leans_back`.
    unsafe {
        ask(worker, message, |worker| {
            *goes_on = worker.goes_on(line.trust(), next.trust())?.into();
            Ok(OK)
        })
    }
}
