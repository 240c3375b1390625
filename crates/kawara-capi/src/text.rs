//! What C gives: strings, lists, structs that begin with their size. Everything is looked at before it is believed.

use std::ffi::c_char;
use std::ptr;
use std::slice;

use crate::failure::Failure;

/// `kawara_text`: UTF-8, a pointer and a length.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The first byte; any pointer where the length is 0.
    pub data: *const c_char,
    /// In bytes.
    pub len: usize,
}

/// Not given.
impl Default for Text {
    fn default() -> Self {
        Self { data: ptr::null(), len: 0 }
    }
}

impl Text {
    /// A text that is handed out: whoever does so says how long it lives.
    pub(crate) fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), len: text.len() }
    }

    /// The text. `what` it is called in the message if it is none.
    ///
    /// # Safety
    /// A pointer that is not NULL points to `len` bytes, which nobody changes while the text is used.
    pub(crate) unsafe fn read<'a>(self, what: &str) -> Result<&'a str, Failure> {
        if self.len == 0 {
            return Ok("");
        }
        // SAFETY: the caller promises it; the length is checked there.
        let bytes = unsafe { list(self.data.cast::<u8>(), self.len, what) }?;
        str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            Failure::argument(format!("{what} is not UTF-8: byte {at} is {byte:#04x}"))
        })
    }

    /// The text, if it is given.
    ///
    /// # Safety
    /// As [`Text::read`].
    pub(crate) unsafe fn optional<'a>(self, what: &str) -> Result<Option<&'a str>, Failure> {
        // SAFETY: the caller promises it.
        unsafe { self.read(what) }.map(|text| Some(text).filter(|text| !text.is_empty()))
    }
}

/// A list of `len` things.
///
/// # Safety
/// A pointer that is not NULL and is aligned points to as many, which nobody changes while the list is used.
pub(crate) unsafe fn list<'a, T>(first: *const T, len: usize, what: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    there(first, what)?;
    if len.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::argument(format!(
            "{what} cannot have a length of {len}: no memory holds as much"
        )));
    }
    // SAFETY: neither NULL nor misaligned, no longer than an allocation can be; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(first, len) })
}

/// Checks that a pointer may be followed as far as it can tell.
pub(crate) fn there<T>(pointer: *const T, what: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument(format!("{what} is NULL")));
    }
    if !pointer.is_aligned() {
        return Err(Failure::argument(format!("{what} is a pointer into the middle of something")));
    }
    Ok(())
}

/// A struct of the header that begins with its size.
///
/// # Safety
/// `#[repr(C)]`, and its first field is a `usize` with its size.
pub(crate) unsafe trait Growing {
    /// Its name in C.
    const NAME: &'static str;
}

/// Checks the size that a struct says it has.
///
/// # Safety
/// A pointer that is not NULL and is aligned points to a `T`, at least to its size.
pub(crate) unsafe fn sized<T: Growing>(pointer: *const T) -> Result<(), Failure> {
    there(pointer, T::NAME)?;
    // SAFETY: there is a size, as the trait and the caller promise.
    let size = unsafe { pointer.cast::<usize>().read() };
    let (known, name) = (size_of::<T>(), T::NAME);
    if size == known {
        return Ok(());
    }
    let hint = if size > known {
        "the header may be of a later version than the library"
    } else {
        "set it before the call"
    };
    Err(Failure::argument(format!("{name}.size is {size}, not sizeof({name}), which is {known}: {hint}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(str: Text) -> Result<String, String> {
        // SAFETY: the tests give live bytes, or lengths that are refused before they are followed.
        unsafe { str.read("the title") }.map(str::to_owned).map_err(|failure| failure.message)
    }

    #[test]
    fn strings_are_looked_at_first() {
        assert_eq!(read(Text::default()), Ok(String::new()));
        assert_eq!(read(Text { data: ptr::dangling(), len: 0 }), Ok(String::new()));
        assert_eq!(read(Text { data: ptr::null(), len: 1 }), Err("the title is NULL".into()));
        assert_eq!(read(Text::of("瓦")), Ok("瓦".into()));
        assert_eq!(
            read(Text { len: 2, ..Text::of("瓦") }),
            Err("the title is not UTF-8: byte 0 is 0xe7".into())
        );
        let far = read(Text { len: usize::MAX, ..Text::of("a") }).unwrap_err();
        assert!(far.contains("no memory holds as much"), "{far}");
    }

    #[test]
    fn lists_are_aligned_and_no_longer_than_memory() {
        let numbers = [1_u64, 2];
        let middle = numbers.as_ptr().wrapping_byte_add(1);
        // SAFETY: what is misaligned or too long is refused before it is followed.
        let refused =
            unsafe { [list(middle, 1, "numbers"), list(numbers.as_ptr(), usize::MAX / 4, "numbers")] };
        assert!(refused.iter().all(Result::is_err), "{refused:?}");
        // SAFETY: it is a list of two.
        assert_eq!(unsafe { list(numbers.as_ptr(), 2, "numbers") }.unwrap(), numbers);
    }
}
