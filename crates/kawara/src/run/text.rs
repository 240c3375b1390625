//! Text that is read as it is needed.

use std::io::{ErrorKind, Read};

use crate::digest::{Digest, Digester};
use crate::input::{is_utf16, no_text, nul};

/// Bytes that are read at a time.
const STEP: usize = 1 << 18;

/// Text in UTF-8 from a reader, taken from its head.
pub(super) struct Text<R> {
    from: R,
    text: String,
    /// How much of the text was taken away.
    gone: usize,
    /// Bytes that were read and are not in the text: of a character that is not all there.
    rest: Vec<u8>,
    /// Bytes of the source that are text by now.
    read: u64,
    ended: bool,
    /// Over all text so far, where it is asked for.
    digester: Option<Digester>,
}

impl<R: Read> Text<R> {
    pub(super) fn new(from: R, takes_digest: bool) -> Self {
        let digester = takes_digest.then(Digester::new);
        Self { from, text: String::new(), gone: 0, rest: Vec::new(), read: 0, ended: false, digester }
    }

    /// The digest of what was read, where it is asked for, and how many bytes that is.
    pub(super) fn digest(&mut self) -> Option<(Digest, u64)> {
        self.digester.take().map(|digester| (digester.finish(), self.read))
    }

    /// What is at hand, and whether nothing comes after it.
    pub(super) fn head(&self) -> (&str, bool) {
        (&self.text[self.gone..], self.ended)
    }

    /// Takes the head away.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.gone = (self.gone + bytes).min(self.text.len());
        // The rest is moved once it is no more than what is gone: behind a long record, many frames are at hand.
        if self.gone * 2 >= self.text.len() {
            self.text.drain(..self.gone);
            self.gone = 0;
        }
    }

    /// Nothing comes any more.
    pub(super) fn end(&mut self) {
        self.text.clear();
        self.gone = 0;
        self.ended = true;
    }

    /// Reads on until at least so many bytes are at hand, or there are no more.
    ///
    /// # Errors
    /// Why it cannot be read, or at which byte it is no text.
    pub(super) fn fill(&mut self, wanted: usize) -> Result<(), String> {
        while !self.ended && self.text.len() - self.gone < wanted {
            let kept = self.rest.len();
            self.rest.resize(kept + STEP, 0);
            let read = self.from.read(&mut self.rest[kept..]);
            self.rest.truncate(kept + read.as_ref().copied().unwrap_or(0));
            match read {
                Ok(0) => self.ended = true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(format!("cannot read on: {error}")),
            }
            self.take()?;
        }
        Ok(())
    }

    /// Takes over what was read, as far as it is text.
    fn take(&mut self) -> Result<(), String> {
        if self.read == 0
            && let Some(message) = is_utf16(&self.rest)
        {
            return Err(message);
        }
        let (text, fault) = match str::from_utf8(&self.rest) {
            Ok(text) => (text, None),
            Err(error) => {
                let (text, _) = self.rest.split_at(error.valid_up_to());
                let is_fault = error.error_len().is_some() || self.ended;
                (str::from_utf8(text).unwrap_or_default(), is_fault.then_some(text.len()))
            }
        };
        if let Some(at) = text.find('\0') {
            return Err(nul(self.read + at as u64));
        }
        if let Some(at) = fault {
            return Err(no_text(self.read + at as u64, self.rest[at]));
        }
        self.text.push_str(text);
        if let Some(digester) = &mut self.digester {
            digester.update(text);
        }
        let len = text.len();
        self.read += len as u64;
        self.rest.drain(..len);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            let len = self.1.min(self.0.len()).min(to.len());
            to[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }

    fn whole(bytes: &[u8], step: usize) -> Result<String, String> {
        let mut text = Text::new(Slow(bytes, step), false);
        let mut all = String::new();
        loop {
            text.fill(4)?;
            let (head, last) = text.head();
            all.push_str(head);
            if last {
                return Ok(all);
            }
            text.consume(head.len());
        }
    }

    #[test]
    fn characters_may_come_in_pieces() {
        for step in 1..5 {
            assert_eq!(whole("\u{feff}水泵 ok é".as_bytes(), step).unwrap(), "\u{feff}水泵 ok é");
        }
    }

    #[test]
    fn the_head_may_be_taken_bit_by_bit() {
        let whole = "水泵 ok. ".repeat(20);
        let mut text = Text::new(Slow(whole.as_bytes(), 7), false);
        let (mut all, mut last) = (String::new(), false);
        while !last {
            text.fill(30).unwrap();
            last = text.head().1;
            while let Some(c) = text.head().0.chars().next().filter(|_| last || text.head().0.len() > 20) {
                all.push(c);
                text.consume(c.len_utf8());
            }
        }
        assert_eq!(all, whole);
    }

    #[test]
    fn what_is_no_text_says_where() {
        for step in 1..5 {
            assert!(whole(b"pump \xb1\xc3", step).unwrap_err().contains("byte 5 (0xb1)"));
            assert!(whole("水泵".as_bytes().split_last().unwrap().1, step).unwrap_err().contains("byte 3"));
            assert!(whole(b"abcdefgh\0b", step).unwrap_err().contains("NUL byte at 8"));
        }
        assert!(whole(b"\xff\xfea\0", 2).unwrap_err().contains("utf-16le"));
    }
}
