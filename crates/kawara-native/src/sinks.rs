//! What the host lets a pack call while it is asked.

use std::ffi::c_void;
use std::slice;

use kawara_abi::{Ends, OK, STOPPED, Status, Str, TextSink};
use kawara_core::{Cuts, Error, ErrorKind};

/// The longest text that is taken in pieces.
const MOST_BYTES: usize = 1 << 20;

/// Takes boundaries, each through the gate.
pub(crate) struct Boundaries<'c, 't> {
    out: &'c mut Cuts<'t>,
    text_len: usize,
    refused: Option<Error>,
}

impl<'c, 't> Boundaries<'c, 't> {
    pub(crate) fn new(out: &'c mut Cuts<'t>, text_len: usize) -> Self {
        Self { out, text_len, refused: None }
    }

    /// As a pack sees it, while nothing else touches it.
    pub(crate) fn as_ends(&mut self) -> Ends {
        Ends { host: std::ptr::from_mut(self).cast(), push }
    }

    /// Why the pack was stopped.
    pub(crate) fn refused(&mut self) -> Option<Error> {
        self.refused.take()
    }

    fn take(&mut self, ends: *const usize, count: usize) -> Result<(), Error> {
        let fault = |what: String| Error::new(ErrorKind::Gate, what);
        if count == 0 {
            return Ok(());
        }
        if ends.is_null() {
            return Err(fault(format!("{count} cuts were pushed as a null pointer")));
        }
        if !ends.is_aligned() {
            return Err(fault(format!("{count} cuts were pushed at an address that they cannot have")));
        }
        // A length that cannot be is not read.
        if count > self.text_len {
            let len = self.text_len;
            return Err(fault(format!("{count} cuts were pushed at once into a text of {len} bytes")));
        }
        // SAFETY: not null, aligned, and as many as the pack says.
        for end in unsafe { slice::from_raw_parts(ends, count) } {
            self.out.push(*end)?;
        }
        Ok(())
    }
}

unsafe extern "C" fn push(host: *mut c_void, ends: *const usize, count: usize) -> Status {
    // SAFETY: what `as_ends` gave out, for the call in which it is called.
    let boundaries = unsafe { &mut *host.cast::<Boundaries<'_, '_>>() };
    if boundaries.refused.is_none() {
        boundaries.refused = boundaries.take(ends, count).err();
    }
    if boundaries.refused.is_none() { OK } else { STOPPED }
}

/// Takes a text in pieces.
#[derive(Default)]
pub(crate) struct Written {
    text: String,
    refused: Option<String>,
}

impl Written {
    /// As a pack sees it, while nothing else touches it.
    pub(crate) fn as_sink(&mut self) -> TextSink {
        TextSink { host: std::ptr::from_mut(self).cast(), write }
    }

    /// The text.
    ///
    /// # Errors
    /// Why the pack was stopped.
    pub(crate) fn finish(self) -> Result<String, String> {
        self.refused.map_or(Ok(self.text), Err)
    }

    fn take(&mut self, piece: Str) -> Result<(), String> {
        if piece.len > MOST_BYTES - self.text.len() && !piece.ptr.is_null() {
            return Err(format!("writes more than {MOST_BYTES} bytes"));
        }
        // SAFETY: what a pack says is there has to be; null pointers are refused.
        let piece = unsafe { piece.read() }.map_err(|fault| format!("writes a text that {fault}"))?;
        self.text.push_str(piece);
        Ok(())
    }
}

unsafe extern "C" fn write(host: *mut c_void, piece: Str) -> Status {
    // SAFETY: what `as_sink` gave out, for the call in which it is called.
    let written = unsafe { &mut *host.cast::<Written>() };
    if written.refused.is_none() {
        written.refused = written.take(piece).err();
    }
    if written.refused.is_none() { OK } else { STOPPED }
}
