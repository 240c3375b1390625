//! A place in a line that moves only over what was expected.

pub(super) struct Cursor<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> Cursor<'l> {
    pub(super) fn new(line: &'l str) -> Self {
        Self { line, at: 0 }
    }

    /// The byte it stands at.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// Moves over bytes that were looked at before.
    pub(super) fn skip(&mut self, len: usize) {
        self.at += len;
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.line.as_bytes()[self.at..].starts_with(text.as_bytes());
        self.skip(if found { text.len() } else { 0 });
        found
    }

    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    pub(super) fn eat_byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.skip(usize::from(found));
        found
    }

    /// A number of so many ASCII digits, and no more.
    pub(super) fn number(&mut self, least: usize, most: usize) -> Option<u64> {
        let rest = &self.line.as_bytes()[self.at..];
        let len = rest.iter().take(most + 1).take_while(|b| b.is_ascii_digit()).count();
        if len < least || len > most {
            return None;
        }
        self.at += len;
        Some(rest[..len].iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
    }

    /// The ASCII letters it stands at, as many as a word may have.
    pub(super) fn letters(&self) -> &'l str {
        let rest = &self.line[self.at..];
        &rest[..rest.bytes().take(12).take_while(u8::is_ascii_alphabetic).count()]
    }

    /// Goes back to where it was if nothing comes of it.
    pub(super) fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let back = self.at;
        let found = parse(self);
        if found.is_none() {
            self.at = back;
        }
        found
    }
}
