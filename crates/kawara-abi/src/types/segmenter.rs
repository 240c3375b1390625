use std::ffi::c_void;

use super::{Ends, Message, Row, Status, Str, Strs, Table, TextSink};

/// `KAWARA_WORD`
pub const WORD: u32 = 1;
/// `KAWARA_CLAUSE`
pub const CLAUSE: u32 = 2;
/// `KAWARA_SENTENCE`
pub const SENTENCE: u32 = 4;

/// `kawara_segmenter`: a language.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Segmenter {
    /// The id.
    pub id: Str,
    /// Primary language subtags.
    pub languages: Strs,
    /// What a user of this build should know.
    pub note: Str,
    /// The options it takes: [`OptionSpec`](super::OptionSpec).
    pub options: Table,
    /// The grains it knows: a sum.
    pub grains: u32,
    /// Zero: a later field must not lie where earlier versions have nothing but padding.
    pub reserved: u32,
    /// Handed to `open` and `identity`.
    pub context: *mut c_void,
    /// Opens it; required.
    pub open: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            options: *const Table,
            segmenter: *mut *mut c_void,
            message: *mut Message,
        ) -> Status,
    >,
    /// Closes it.
    pub close: Option<unsafe extern "C" fn(segmenter: *mut c_void)>,
    /// What options come to.
    pub identity: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            options: *const Table,
            identity: *const TextSink,
            message: *mut Message,
        ) -> Status,
    >,
    /// Makes a worker; required.
    pub worker: Option<
        unsafe extern "C" fn(
            segmenter: *mut c_void,
            worker: *mut *mut c_void,
            message: *mut Message,
        ) -> Status,
    >,
    /// Closes a worker.
    pub close_worker: Option<unsafe extern "C" fn(worker: *mut c_void)>,
    /// Cuts; required.
    pub cuts: Option<
        unsafe extern "C" fn(
            worker: *mut c_void,
            text: Str,
            grain: u32,
            ends: *const Ends,
            message: *mut Message,
        ) -> Status,
    >,
    /// Whether a unit leans back.
    pub leans_back: Option<
        unsafe extern "C" fn(worker: *mut c_void, unit: Str, leans: *mut u8, message: *mut Message) -> Status,
    >,
    /// Whether a sentence goes on behind a line break.
    pub goes_on: Option<
        unsafe extern "C" fn(
            worker: *mut c_void,
            line: Str,
            next: Str,
            goes_on: *mut u8,
            message: *mut Message,
        ) -> Status,
    >,
}

// SAFETY: texts, tables, numbers and functions that may be absent, each of which may be zero.
unsafe impl Row for Segmenter {
    const FIRST_SIZE: usize = size_of::<Self>();
}
