use std::ffi::c_void;
use std::sync::Arc;

use kawara_core::{CounterEntry, Result};

use super::call::{answer, quietly};
use super::{index, options, strs};
use crate::types::{Counter, CounterId, Message, OK, Status, Str, Table, UNSUPPORTED};

pub(super) fn describe(entry: &'static CounterEntry) -> Counter {
    Counter {
        scheme: Str::new(entry.scheme()),
        names: strs(entry.known_names()),
        options: options::describe(entry.option_specs()),
        context: std::ptr::from_ref(entry).cast_mut().cast(),
        open: Some(open),
        close: Some(close),
        id: Some(id),
        specials: Some(specials),
        limit: Some(limit),
        count: Some(count),
        unknown: Some(unknown),
        index: Some(index::index),
        close_index: Some(index::close_index),
        before: Some(index::before),
        exact: Some(index::exact),
    }
}

/// What `open` returns.
pub(super) type Opened = Arc<dyn kawara_core::Counter>;

/// The counter behind a handle that `open` returned.
///
/// # Safety
/// `counter` is one that is not closed for as long as `'a`.
pub(super) unsafe fn opened<'a>(counter: *mut c_void) -> &'a dyn kawara_core::Counter {
    // SAFETY: as the caller says.
    &**unsafe { &*counter.cast_const().cast::<Opened>() }
}

unsafe extern "C" fn open(
    context: *mut c_void,
    name: Str,
    options: *const Table,
    counter: *mut *mut c_void,
    message: *mut Message,
) -> Status {
    // SAFETY: the host passes what the header says: the context of this entry, its options, and places that it owns.
    unsafe {
        answer(message, || {
            let entry = &*context.cast_const().cast::<CounterEntry>();
            let opened: Opened = entry.open(name.trust(), &options::read(options)?)?;
            *counter = Box::into_raw(Box::new(opened)).cast();
            Ok(OK)
        })
    }
}

unsafe extern "C" fn close(counter: *mut c_void) {
    // SAFETY: what `open` returned, once, when its indices are closed.
    quietly((), || drop(unsafe { Box::<Opened>::from_raw(counter.cast()) }));
}

unsafe extern "C" fn id(counter: *mut c_void, id: *mut CounterId, message: *mut Message) -> Status {
    // SAFETY: what `open` returned, which the texts live as long as; the place is the host's.
    unsafe {
        answer(message, || {
            let said = opened(counter).id();
            *id = CounterId {
                name: Str::new(said.name()),
                version: Str::new(said.version()),
                vocabulary: Str::new(said.vocabulary().unwrap_or_default()),
            };
            Ok(OK)
        })
    }
}

unsafe extern "C" fn specials(counter: *mut c_void) -> u32 {
    // SAFETY: what `open` returned. A panic leaves no room beside the special tokens, so nothing is counted too low.
    quietly(u32::MAX, || unsafe { opened(counter) }.specials())
}

/// Writes what there is to tell.
///
/// # Safety
/// `place` may be written.
unsafe fn told(place: *mut u32, value: Result<Option<u32>>) -> Result<Status> {
    Ok(match value? {
        Some(value) => {
            // SAFETY: as the caller says.
            unsafe { *place = value };
            OK
        }
        None => UNSUPPORTED,
    })
}

unsafe extern "C" fn limit(counter: *mut c_void, limit: *mut u32, message: *mut Message) -> Status {
    // SAFETY: what `open` returned; the place is the host's.
    unsafe { answer(message, || told(limit, opened(counter).limit())) }
}

unsafe extern "C" fn count(
    counter: *mut c_void,
    text: Str,
    count: *mut u32,
    message: *mut Message,
) -> Status {
    // SAFETY: what `open` returned, a text that is valid for the call, and a place that is the host's.
    unsafe { answer(message, || told(count, opened(counter).count(text.trust()).map(Some))) }
}

unsafe extern "C" fn unknown(
    counter: *mut c_void,
    text: Str,
    unknown: *mut u32,
    message: *mut Message,
) -> Status {
    // SAFETY: as for `count`.
    unsafe { answer(message, || told(unknown, opened(counter).unknown(text.trust()))) }
}
