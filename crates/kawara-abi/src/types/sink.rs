use std::ffi::c_void;
use std::slice;

use super::Str;

/// `kawara_pack_status`: how a call went.
pub type Status = i32;

/// `KAWARA_PACK_OK`
pub const OK: Status = 0;
/// `KAWARA_PACK_FAILED`
pub const FAILED: Status = 1;
/// `KAWARA_PACK_UNSUPPORTED`
pub const UNSUPPORTED: Status = 2;
/// `KAWARA_PACK_STOPPED`
pub const STOPPED: Status = 3;

/// `KAWARA_NOWHERE`: the byte of a message that is about no place.
pub const NOWHERE: usize = usize::MAX;

/// `kawara_message`: memory of the host for what went wrong.
#[repr(C)]
#[derive(Debug)]
pub struct Message {
    /// Where to write.
    pub ptr: *mut u8,
    /// How much there may be.
    pub capacity: usize,
    /// How much there is.
    pub len: usize,
    /// The byte of the text that it is about.
    pub byte: usize,
}

impl Message {
    /// An empty message that is written into `buffer`, which outlives it.
    pub fn new(buffer: &mut [u8]) -> Self {
        Self { ptr: buffer.as_mut_ptr(), capacity: buffer.len(), len: 0, byte: NOWHERE }
    }

    /// Writes it, as far as there is room for whole characters.
    ///
    /// # Safety
    /// If the pointer is not null, `capacity` bytes behind it may be written.
    pub unsafe fn write(&mut self, text: &str) {
        let len = if self.ptr.is_null() { 0 } else { text.floor_char_boundary(self.capacity) };
        if len > 0 {
            // SAFETY: no more than fits.
            unsafe { slice::from_raw_parts_mut(self.ptr, len) }.copy_from_slice(&text.as_bytes()[..len]);
        }
        self.len = len;
    }
}

/// `kawara_ends`: takes boundaries.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Handed back with each call.
    pub host: *mut c_void,
    /// Takes the next `count` boundaries.
    pub push: unsafe extern "C" fn(host: *mut c_void, ends: *const usize, count: usize) -> Status,
}

/// `kawara_text_sink`: takes a text in pieces.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TextSink {
    /// Handed back with each call.
    pub host: *mut c_void,
    /// Takes the next piece.
    pub write: unsafe extern "C" fn(host: *mut c_void, piece: Str) -> Status,
}
