//! Where records and fields of RFC 4180 end.

use std::ops::Range;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memrchr};

/// The records of a text, each with its line end.
pub(super) struct Records<'t> {
    text: &'t str,
    at: usize,
    is_first: bool,
    reader: Reader,
    // What the fields say is not needed: the buffers only have to have room.
    fields: Vec<u8>,
    ends: Vec<usize>,
}

impl<'t> Records<'t> {
    /// Those from byte `from` on, where a record begins.
    pub(super) fn new(text: &'t str, from: usize, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        Self { text, at: from, is_first: true, reader, fields: vec![0; 4096], ends: vec![0; 1024] }
    }
}

impl Iterator for Records<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            // The parser takes a byte order mark out of the first bytes it gets, unless they come one by one: here, it is a letter.
            let rest = if self.is_first { rest.get(..1).unwrap_or_default() } else { rest };
            self.is_first = false;
            let (result, read, _, _) = self.reader.read_record(rest, &mut self.fields, &mut self.ends);
            self.at += read;
            match result {
                // The end of the text is said by reading nothing once more.
                ReadRecordResult::OutputFull
                | ReadRecordResult::OutputEndsFull
                | ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record => return Some(start..self.at),
                ReadRecordResult::End => {
                    self.at = self.text.len();
                    return (start < self.at).then_some(start..self.at);
                }
            }
        }
    }
}

/// The fields of a record, each with the delimiter behind it.
pub(super) fn fields(text: &str, record: Range<usize>, delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = record.start;
    let mut is_open = at < record.end;
    std::iter::from_fn(move || {
        if !is_open {
            return None;
        }
        let start = at;
        if bytes.get(at) == Some(&b'"') {
            at = closing(bytes.get(..record.end).unwrap_or_default(), at + 1).unwrap_or(record.end);
        }
        match memchr(delimiter, bytes.get(at..record.end).unwrap_or_default()) {
            Some(len) => at += len + 1,
            None => {
                at = record.end;
                is_open = false;
            }
        }
        Some(start..at)
    })
}

/// The byte behind the quote that closes a field; none if it does not close here.
fn closing(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr(b'"', bytes.get(at..)?)? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// How far a growing text was looked through, so that no byte is looked at twice however long a quoted field is.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    /// Where the first record begins.
    from: usize,
    to: usize,
    is_quoted: bool,
    end: usize,
}

impl Scan {
    /// A scan that begins at a byte where a record does.
    pub(super) fn from(at: usize) -> Self {
        Self { from: at, to: at, ..Self::default() }
    }

    /// Where the last record ends that is sure to end in `head`, 0 if none is.
    pub(super) fn last_end(&mut self, head: &str, delimiter: u8) -> usize {
        let bytes = head.as_bytes();
        if self.to > bytes.len() {
            *self = Self::default();
        }
        loop {
            if self.is_quoted {
                let Some(len) = memchr(b'"', &bytes[self.to..]) else {
                    self.to = bytes.len();
                    break;
                };
                let quote = self.to + len;
                match bytes.get(quote + 1) {
                    // It may be the first of two.
                    None => {
                        self.to = quote;
                        break;
                    }
                    Some(b'"') => self.to = quote + 2,
                    Some(_) => {
                        self.to = quote + 1;
                        self.is_quoted = false;
                    }
                }
                continue;
            }
            let (quote, found) = match memchr(b'"', &bytes[self.to..]) {
                Some(len) => (self.to + len, true),
                None => (bytes.len(), false),
            };
            if let Some(at) = memrchr(b'\n', &bytes[self.to..quote]) {
                self.end = self.to + at + 1;
            }
            self.to = quote + usize::from(found);
            if !found {
                break;
            }
            // A quote inside a field is a letter like others.
            self.is_quoted = quote == self.from
                || bytes[..quote].last().is_some_and(|b| *b == delimiter || matches!(b, b'\n' | b'\r'));
        }
        self.end
    }

    /// The text goes on from byte `at`, where a record ended.
    pub(super) fn pass(&mut self, at: usize) {
        self.to = self.to.saturating_sub(at);
        (self.from, self.end) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_outside_of_quotes() {
        let text = "a,\"b,\"\"c\",,d\"e,\"f";
        let found: Vec<_> = fields(text, 0..text.len(), b',').map(|field| &text[field]).collect();
        assert_eq!(found, ["a,", "\"b,\"\"c\",", ",", "d\"e,", "\"f"]);
        assert_eq!(fields("a,", 0..2, b',').count(), 2);
        assert_eq!(fields("", 0..0, b',').count(), 0);
    }

    #[test]
    fn a_scan_ends_where_the_records_do_however_the_text_grows() {
        let text = "a,\"b\nc\"\n1,5\" pipe\n\"x\"\"\n\",2\n\"open\nx\"y,\"z\n";
        for step in 1..=text.len() {
            let (mut scan, mut from, mut to) = (Scan::default(), 0, 0);
            let mut found = Vec::new();
            while to < text.len() {
                to = (to + step).min(text.len());
                let end = scan.last_end(&text[from..to], b',');
                if end > 0 {
                    found.push(from + end);
                    scan.pass(end);
                    from += end;
                }
            }
            let ends: Vec<_> = Records::new(text, 0, b',').map(|record| record.end).collect();
            assert!(found.iter().all(|end| ends.contains(end)), "step {step}: {found:?} of {ends:?}");
            assert!(step > 1 || found == [8, 18, 27], "{found:?}");
        }
    }
}
