use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::{fmt, ptr, slice};

/// `kawara_str`: a text of UTF-8 that somebody else owns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Str {
    /// Where it begins; may be null if it is empty.
    pub ptr: *const u8,
    /// Its bytes.
    pub len: usize,
}

/// `kawara_strs`: texts in a row.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Strs {
    /// The first; may be null if there are none.
    pub ptr: *const Str,
    /// How many.
    pub len: usize,
}

/// `kawara_table`: structs in a row, `stride` bytes apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The first; may be null if there are none.
    pub ptr: *const c_void,
    /// How many.
    pub len: usize,
    /// The size of each as its owner knows it.
    pub stride: usize,
}

/// What is wrong with a text or table from the other side.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A null pointer with a length.
    Null,
    /// A length that no memory has.
    Length,
    /// Bytes that are not UTF-8.
    Utf8,
    /// Elements that are shorter than those of the first minor version.
    Stride,
    /// An address that the elements cannot have.
    Alignment,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "is a null pointer with a length",
            Self::Length => "is longer than memory can be",
            Self::Utf8 => "is not UTF-8",
            Self::Stride => "has elements that are too short",
            Self::Alignment => "is not aligned",
        })
    }
}

/// A slice from a pointer and a length that somebody else says.
///
/// # Safety
/// Unless it is refused, there are `len` values behind `ptr`, for `'a`.
unsafe fn slice_of<'a, T>(ptr: *const T, len: usize) -> Result<&'a [T], Fault> {
    if len == 0 {
        return Ok(&[]);
    }
    if ptr.is_null() {
        return Err(Fault::Null);
    }
    if !ptr.is_aligned() {
        return Err(Fault::Alignment);
    }
    if len.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Fault::Length);
    }
    // SAFETY: not null, aligned, of a possible size; that the values are there the caller vouches for.
    Ok(unsafe { slice::from_raw_parts(ptr, len) })
}

impl Str {
    /// A text as it crosses.
    pub const fn new(text: &str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }

    /// The text, checked.
    ///
    /// # Errors
    /// When it is none.
    ///
    /// # Safety
    /// If the pointer is not null, `len` bytes lie behind it, for `'a`.
    pub unsafe fn read<'a>(self) -> Result<&'a str, Fault> {
        // SAFETY: as the caller says.
        let bytes = unsafe { slice_of(self.ptr, self.len) }?;
        std::str::from_utf8(bytes).map_err(|_| Fault::Utf8)
    }

    /// The text, of which the host says that it is one.
    ///
    /// # Safety
    /// If the length is not 0, that many bytes of valid UTF-8 lie behind the pointer, for `'a`.
    pub unsafe fn trust<'a>(self) -> &'a str {
        // SAFETY: as the caller says; an empty slice has to have a pointer of its own.
        let bytes = if self.len == 0 { &[] } else { unsafe { slice::from_raw_parts(self.ptr, self.len) } };
        // SAFETY: as the caller says. Checking costs a quarter of what a light segmenter does.
        unsafe { std::str::from_utf8_unchecked(bytes) }
    }
}

impl Strs {
    /// Texts as they cross.
    pub const fn new(texts: &[Str]) -> Self {
        Self { ptr: texts.as_ptr(), len: texts.len() }
    }

    /// The texts, checked.
    ///
    /// # Errors
    /// When one of them is none.
    ///
    /// # Safety
    /// What is not null lies where it is said to, for `'a`.
    pub unsafe fn read<'a>(self) -> Result<Vec<&'a str>, Fault> {
        // SAFETY: as the caller says, both times.
        unsafe { slice_of(self.ptr, self.len)?.iter().map(|text| text.read()).collect() }
    }
}

/// A struct of the ABI: all of its fields may be zero, so that one that its owner does not know counts as zero.
///
/// # Safety
/// `repr(C)`, and valid when all of its bytes are zero.
pub unsafe trait Row: Copy {
    /// Its size in the first minor version of this major one. It stays where fields are added behind: then it is the `offset_of!` of the first
    /// of these, since whatever is shorter is refused.
    const FIRST_SIZE: usize;
}

// SAFETY: a pointer and a length, each of which may be zero.
unsafe impl Row for Str {
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl Table {
    /// Structs as they cross.
    pub const fn new<T: Row>(rows: &[T]) -> Self {
        Self { ptr: rows.as_ptr().cast(), len: rows.len(), stride: size_of::<T>() }
    }

    /// Copies of the structs; fields that their owner does not know are zero, those that it alone knows are passed over.
    ///
    /// # Errors
    /// When the table is none.
    ///
    /// # Safety
    /// If the pointer is not null, `len` structs of `stride` bytes, which begin as `T` does, lie behind it.
    pub unsafe fn read<T: Row>(self) -> Result<Vec<T>, Fault> {
        if self.len == 0 {
            return Ok(Vec::new());
        }
        if self.stride < T::FIRST_SIZE {
            return Err(Fault::Stride);
        }
        let bytes = self.len.checked_mul(self.stride).filter(|bytes| *bytes <= isize::MAX as usize);
        let Some(bytes) = bytes else { return Err(Fault::Length) };
        if !self.ptr.cast::<T>().is_aligned() || !self.stride.is_multiple_of(align_of::<T>()) {
            return Err(Fault::Alignment);
        }
        // SAFETY: as the caller says.
        let bytes: &[u8] = unsafe { slice_of(self.ptr.cast(), bytes) }?;
        let known = self.stride.min(size_of::<T>());
        let rows = bytes.chunks_exact(self.stride).map(|row| {
            let mut copy = MaybeUninit::<T>::zeroed();
            // SAFETY: at most as many bytes as either has; the rest is zero, which `Row` says is valid.
            unsafe {
                ptr::copy_nonoverlapping(row.as_ptr(), copy.as_mut_ptr().cast(), known);
                copy.assume_init()
            }
        });
        Ok(rows.collect())
    }
}
