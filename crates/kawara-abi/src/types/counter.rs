use std::ffi::c_void;
use std::ptr;

use super::{Message, Row, Status, Str, Strs, Table};

/// `kawara_counter_id`: who counts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CounterId {
    /// The name that opens it.
    pub name: Str,
    /// The version of its code.
    pub version: Str,
    /// The hash of the vocabulary, or nothing.
    pub vocabulary: Str,
}

impl CounterId {
    /// Nothing, to be filled in.
    pub const EMPTY: Self = Self { name: Str::new(""), version: Str::new(""), vocabulary: Str::new("") };
}

/// `kawara_index`: a text that was measured.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// Handed back with each call.
    pub index: *mut c_void,
    /// By how much an estimate usually differs.
    pub slack: u32,
    /// Unknown tokens of the text.
    pub unknown: u32,
    /// Whether these were counted.
    pub has_unknown: u32,
    /// Zero: a later field must not lie where earlier versions have nothing but padding.
    pub reserved: u32,
}

impl Index {
    /// Nothing, to be filled in.
    pub const EMPTY: Self =
        Self { index: ptr::null_mut(), slack: 0, unknown: 0, has_unknown: 0, reserved: 0 };
}

/// `kawara_counter`: a tokenizer, or a family of them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// The scheme.
    pub scheme: Str,
    /// The names known beforehand.
    pub names: Strs,
    /// The options it takes: [`OptionSpec`](super::OptionSpec).
    pub options: Table,
    /// Handed to `open`.
    pub context: *mut c_void,
    /// Opens it; required.
    pub open: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            name: Str,
            options: *const Table,
            counter: *mut *mut c_void,
            message: *mut Message,
        ) -> Status,
    >,
    /// Closes it.
    pub close: Option<unsafe extern "C" fn(counter: *mut c_void)>,
    /// Says who counts; required.
    pub id: Option<
        unsafe extern "C" fn(counter: *mut c_void, id: *mut CounterId, message: *mut Message) -> Status,
    >,
    /// The tokens that the model adds once per input.
    pub specials: Option<unsafe extern "C" fn(counter: *mut c_void) -> u32>,
    /// The most tokens that the model takes.
    pub limit:
        Option<unsafe extern "C" fn(counter: *mut c_void, limit: *mut u32, message: *mut Message) -> Status>,
    /// Counts; required.
    pub count: Option<
        unsafe extern "C" fn(
            counter: *mut c_void,
            text: Str,
            count: *mut u32,
            message: *mut Message,
        ) -> Status,
    >,
    /// Counts unknown tokens.
    pub unknown: Option<
        unsafe extern "C" fn(
            counter: *mut c_void,
            text: Str,
            unknown: *mut u32,
            message: *mut Message,
        ) -> Status,
    >,
    /// Measures a text.
    pub index: Option<
        unsafe extern "C" fn(
            counter: *mut c_void,
            text: Str,
            cuts: *const usize,
            count: usize,
            index: *mut Index,
            message: *mut Message,
        ) -> Status,
    >,
    /// Closes an index.
    pub close_index: Option<unsafe extern "C" fn(index: *mut c_void)>,
    /// Estimates.
    pub before: Option<unsafe extern "C" fn(index: *mut c_void, at: usize) -> u32>,
    /// Counts a range.
    pub exact: Option<
        unsafe extern "C" fn(
            index: *mut c_void,
            context: Str,
            start: usize,
            end: usize,
            count: *mut u32,
            message: *mut Message,
        ) -> Status,
    >,
}

// SAFETY: texts, tables and functions that may be absent, each of which may be zero.
unsafe impl Row for Counter {
    const FIRST_SIZE: usize = size_of::<Self>();
}
