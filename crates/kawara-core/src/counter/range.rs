use std::ops::Range;

use crate::{Error, ErrorKind, Result};

/// The part of a text that a [`RangeCount`](super::RangeCount) is asked for: half-open bytes on character boundaries.
///
/// ```
/// assert_eq!(kawara_core::slice("roof", 1..3)?, "oo");
/// assert!(kawara_core::slice("é", 1..2).is_err());
/// # Ok::<(), kawara_core::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Count`] when there is no such part.
pub fn slice(text: &str, range: Range<usize>) -> Result<&str> {
    let (start, end) = (range.start, range.end);
    text.get(range).ok_or_else(|| {
        let message = format!("{start}..{end} is no range of characters of a text of {} bytes", text.len());
        Error::new(ErrorKind::Count, message)
    })
}
