use std::ffi::c_void;
use std::slice;

use kawara_core::{Error, ErrorKind, RangeCount};

use super::call::{answer, quietly};
use super::counter::opened;
use crate::types::{Index, Message, OK, Status, Str};

/// What `index` returns: it borrows a text and a counter, both of which the host keeps until it is closed.
struct Measured {
    index: Box<dyn RangeCount>,
    text: &'static str,
}

pub(super) unsafe extern "C" fn index(
    counter: *mut c_void,
    text: Str,
    cuts: *const usize,
    count: usize,
    index: *mut Index,
    message: *mut Message,
) -> Status {
    // SAFETY: what `open` returned and a text, which live until the index is closed: so they may be called static. The cuts and the
    // place are the host's.
    unsafe {
        answer(message, || {
            let text: &'static str = text.trust();
            let cuts = if count == 0 { &[] } else { slice::from_raw_parts(cuts, count) };
            let made: Box<dyn RangeCount> = opened(counter).index(text, cuts)?;
            let unknown = made.unknown();
            let (slack, has_unknown) = (made.slack(), unknown.is_some().into());
            let made = Box::into_raw(Box::new(Measured { index: made, text }));
            *index =
                Index { index: made.cast(), slack, unknown: unknown.unwrap_or(0), has_unknown, reserved: 0 };
            Ok(OK)
        })
    }
}

pub(super) unsafe extern "C" fn close_index(index: *mut c_void) {
    // SAFETY: what `index` returned, once.
    quietly((), || drop(unsafe { Box::<Measured>::from_raw(index.cast()) }));
}

pub(super) unsafe extern "C" fn before(index: *mut c_void, at: usize) -> u32 {
    // SAFETY: what `index` returned. An estimate may be anything.
    quietly(0, || unsafe { &*index.cast_const().cast::<Measured>() }.index.before(at))
}

pub(super) unsafe extern "C" fn exact(
    index: *mut c_void,
    context: Str,
    start: usize,
    end: usize,
    count: *mut u32,
    message: *mut Message,
) -> Status {
    // SAFETY: what `index` returned, a text that is valid for the call, and a place that is the host's.
    unsafe {
        answer(message, || {
            let measured = &*index.cast_const().cast::<Measured>();
            if measured.text.get(start..end).is_none() {
                let what = format!("bytes {start} to {end} are no range of the text");
                return Err(Error::new(ErrorKind::Count, what));
            }
            *count = measured.index.exact(context.trust(), start..end)?;
            Ok(OK)
        })
    }
}
