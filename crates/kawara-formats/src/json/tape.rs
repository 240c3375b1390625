//! JSON as a flat list of values with their places in the source: no recursion, whatever the nesting.

use std::ops::Range;

use kawara_core::{Error, ErrorKind};
use memchr::memchr2;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    /// A number, `true` or `false`.
    Plain,
    Null,
}

/// A value and the bytes of the source that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// What is between the quotes of its name; [`NONE`] where it has none.
    key: u32,
    key_end: u32,
    start: u32,
    end: u32,
    /// The first value that is not inside of this one.
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Node {
    /// The value, quotes and brackets included.
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What is between the quotes of a string.
    pub(super) fn inner(&self) -> Range<usize> {
        self.start as usize + 1..(self.end as usize).saturating_sub(1)
    }

    /// What is between the quotes of its name.
    pub(super) fn key(&self) -> Option<Range<usize>> {
        (self.key != NONE).then_some(self.key as usize..self.key_end as usize)
    }

    /// The index behind all that it holds.
    pub(super) fn next(&self) -> usize {
        self.next as usize
    }

    /// Whether it holds other values.
    pub(super) fn is_container(&self) -> bool {
        matches!(self.kind, Kind::Object | Kind::Array)
    }
}

/// Where the source is not JSON, and what would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) expected: &'static str,
}

/// A place in a document, counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// The place behind some text that begins here.
    pub(super) fn after(self, text: &str) -> Self {
        match memchr::memrchr(b'\n', text.as_bytes()) {
            None => Self { column: self.column + text.chars().count(), ..self },
            Some(at) => Self {
                line: self.line + memchr::memchr_iter(b'\n', text.as_bytes()).count(),
                column: text[at + 1..].chars().count() + 1,
            },
        }
    }
}

impl Fault {
    /// The error; the piece that the fault is in begins at `place`.
    pub(super) fn error(self, source: &str, place: Place) -> Error {
        let (before, rest) = source.split_at(source.floor_char_boundary(self.at));
        let Place { line, column } = place.after(before);
        let found = match rest.chars().next() {
            Some(c) => format!("{c:?}"),
            None => "the end".to_owned(),
        };
        let message = format!(
            "not JSON at line {line}, column {column}: expected {}, found {found}; JSON line by line is read as `jsonl`",
            self.expected
        );
        Error::new(ErrorKind::Read, message).at_byte(self.at)
    }
}

/// The values of a JSON text, each before what it holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    nodes: Vec<Node>,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    KeyOrEnd,
    Key,
    CommaOrEnd,
}

/// Which part of a document a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The text begins inside of the array at the top, at an element.
    pub(super) inside: bool,
    /// Nothing follows; otherwise the text ends behind the comma of an element.
    pub(super) last: bool,
}

impl Part {
    pub(super) const WHOLE: Self = Self { inside: false, last: true };
}

impl Tape {
    /// Reads one value with white space around it. Of a part that begins inside of the array at the top, that array is the value.
    pub(super) fn read(&mut self, text: &str, range: Range<usize>, part: Part) -> Result<(), Fault> {
        self.nodes.clear();
        let mut reader = Reader {
            bytes: &text.as_bytes()[..range.end],
            at: range.start,
            nodes: &mut self.nodes,
            open: Vec::new(),
        };
        reader.value(part)
    }

    pub(super) fn node(&self, at: usize) -> Node {
        self.nodes[at]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What a value holds, not what that holds.
    pub(super) fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes.get(of).map_or(of, Node::next);
        let mut at = of + 1;
        std::iter::from_fn(move || {
            let child = (at < end).then_some(at)?;
            at = self.nodes[child].next();
            Some(child)
        })
    }

    /// The first member of an object with this name. A name with escapes in it is no such name.
    pub(super) fn member(&self, text: &str, of: usize, name: &str) -> Option<usize> {
        self.nodes.get(of).filter(|node| node.kind == Kind::Object)?;
        self.children(of).find(|child| self.nodes[*child].key().is_some_and(|key| text[key] == *name))
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    nodes: &'t mut Vec<Node>,
    open: Vec<u32>,
}

impl Reader<'_> {
    fn value(&mut self, part: Part) -> Result<(), Fault> {
        let mut expect = Expect::Value;
        if part.inside {
            self.push(Kind::Array, NONE..NONE, self.at);
            self.open.push(0);
            expect = Expect::ValueOrEnd;
        }
        loop {
            self.blanks();
            let Some(byte) = self.bytes.get(self.at).copied() else {
                let between = self.open.len() == 1 && self.nodes[0].kind == Kind::Array;
                if !part.last && between && matches!(expect, Expect::Value | Expect::ValueOrEnd) {
                    self.close();
                    return Ok(());
                }
                return Err(self.expected(expect));
            };
            let mut key = NONE..NONE;
            match (expect, byte) {
                (Expect::ValueOrEnd, b']') | (Expect::KeyOrEnd, b'}') => {
                    self.at += 1;
                    self.close();
                    expect = Expect::CommaOrEnd;
                }
                (Expect::CommaOrEnd, b']' | b'}') => {
                    let kind = self.top();
                    if (kind == Some(Kind::Array)) != (byte == b']') {
                        return Err(self.expected(expect));
                    }
                    self.at += 1;
                    self.close();
                }
                (Expect::CommaOrEnd, b',') => {
                    self.at += 1;
                    expect = if self.top() == Some(Kind::Array) { Expect::Value } else { Expect::Key };
                    continue;
                }
                (Expect::KeyOrEnd | Expect::Key, b'"') => {
                    let start = self.at as u32 + 1;
                    self.string()?;
                    key = start..self.at as u32 - 1;
                    self.blanks();
                    if self.bytes.get(self.at) != Some(&b':') {
                        return Err(Fault { at: self.at, expected: "`:`" });
                    }
                    self.at += 1;
                    self.blanks();
                    expect = self.one(key)?;
                }
                (Expect::Value | Expect::ValueOrEnd, _) => expect = self.one(key)?,
                _ => return Err(self.expected(expect)),
            }
            if self.open.is_empty() {
                self.blanks();
                return match self.at < self.bytes.len() {
                    true => Err(Fault { at: self.at, expected: "the end" }),
                    false => Ok(()),
                };
            }
        }
    }

    /// Reads a scalar or the opening of a container, and says what may follow.
    fn one(&mut self, key: Range<u32>) -> Result<Expect, Fault> {
        let start = self.at;
        let kind = match self.bytes.get(start) {
            Some(b'{' | b'[') => {
                self.at += 1;
                self.open.push(self.nodes.len() as u32);
                let is_array = self.bytes[start] == b'[';
                self.push(if is_array { Kind::Array } else { Kind::Object }, key, start);
                return Ok(if is_array { Expect::ValueOrEnd } else { Expect::KeyOrEnd });
            }
            Some(b'"') => {
                self.string()?;
                Kind::String
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                Kind::Plain
            }
            Some(b't') => self.word("true", Kind::Plain)?,
            Some(b'f') => self.word("false", Kind::Plain)?,
            Some(b'n') => self.word("null", Kind::Null)?,
            _ => return Err(Fault { at: start, expected: "a value" }),
        };
        self.push(kind, key, start);
        Ok(Expect::CommaOrEnd)
    }

    fn push(&mut self, kind: Kind, key: Range<u32>, start: usize) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node {
            kind,
            key: key.start,
            key_end: key.end,
            start: start as u32,
            end: self.at as u32,
            next,
        });
    }

    fn close(&mut self) {
        let next = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|open| self.nodes.get_mut(open as usize)) {
            (node.end, node.next) = (self.at as u32, next);
        }
    }

    fn top(&self) -> Option<Kind> {
        self.open.last().map(|open| self.nodes[*open as usize].kind)
    }

    fn expected(&self, expect: Expect) -> Fault {
        let expected = match expect {
            Expect::Value => "a value",
            Expect::ValueOrEnd => "a value or `]`",
            Expect::Key => "a name in quotes",
            Expect::KeyOrEnd => "a name in quotes or `}`",
            Expect::CommaOrEnd if self.top() == Some(Kind::Array) => "`,` or `]`",
            Expect::CommaOrEnd => "`,` or `}`",
        };
        Fault { at: self.at, expected }
    }

    fn blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn word(&mut self, word: &'static str, kind: Kind) -> Result<Kind, Fault> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(Fault { at: self.at, expected: "a value" });
        }
        self.at += word.len();
        Ok(kind)
    }

    fn number(&mut self) -> Result<(), Fault> {
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        if self.bytes.get(self.at) == Some(&b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at == start { Err(Fault { at: start, expected: "a digit" }) } else { Ok(()) }
    }

    /// Passes a string, which has to be one in the letter of the standard: its text may come out in other JSON.
    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(len) = memchr2(b'"', b'\\', rest) else {
                return Err(Fault { at: start, expected: "a string with a `\"` at its end" });
            };
            if let Some(control) = rest[..len].iter().position(|byte| *byte < 0x20) {
                return Err(Fault { at: self.at + control, expected: "no control character in a string" });
            }
            self.at += len;
            if self.bytes[self.at] == b'"' {
                self.at += 1;
                return Ok(());
            }
            let hex = |bytes: &[u8]| bytes.len() == 4 && bytes.iter().all(u8::is_ascii_hexdigit);
            self.at += match self.bytes.get(self.at + 1) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
                Some(b'u') if self.bytes.get(self.at + 2..self.at + 6).is_some_and(hex) => 6,
                _ => return Err(Fault { at: self.at, expected: "an escape such as `\\n` or `\\u00e9`" }),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tape, Fault> {
        let mut tape = Tape::default();
        tape.read(text, 0..text.len(), Part::WHOLE)?;
        Ok(tape)
    }

    #[test]
    fn values_know_their_places() {
        let text = r#" {"a" : [1, -2.5e+3, "x\"y"], "b": {}, "": null} "#;
        let tape = read(text).unwrap();
        let said: Vec<_> = (0..tape.len()).map(|at| &text[tape.node(at).range()]).collect();
        assert_eq!(said[1..], [r#"[1, -2.5e+3, "x\"y"]"#, "1", "-2.5e+3", r#""x\"y""#, "{}", "null"]);
        assert_eq!(said[0], text.trim());
        assert_eq!(tape.children(0).collect::<Vec<_>>(), [1, 5, 6]);
        assert_eq!(tape.member(text, 0, "b"), Some(5));
        assert_eq!(tape.node(6).key(), Some(40..40));
        assert!(tape.node(2).key().is_none());
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_place() {
        for (text, at, expected) in [
            ("", 0, "a value"),
            ("[1,]", 3, "a value"),
            ("[1 2]", 3, "`,` or `]`"),
            ("{\"a\" 1}", 5, "`:`"),
            ("{\"a\":1,}", 7, "a name"),
            ("{a:1}", 1, "a name in quotes or `}`"),
            ("[1}", 2, "`,` or `]`"),
            ("01", 1, "the end"),
            ("-", 1, "a digit"),
            ("1.", 2, "a digit"),
            ("tru", 0, "a value"),
            ("\"a", 0, "a string with"),
            ("\"\\x\"", 1, "an escape"),
            ("\"\\ud83\"", 1, "an escape"),
            ("\"a\0\"", 2, "no control"),
            ("[[", 2, "a value or `]`"),
            ("NaN", 0, "a value"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.at == at && fault.expected.starts_with(expected), "{text}: {fault:?}");
        }
        let text = "{\n \"é\": x}";
        let error = read(text).unwrap_err().error(text, Place { line: 3, column: 9 });
        assert_eq!(error.byte(), Some(9));
        assert!(error.to_string().contains("line 4, column 7: expected a value, found 'x'"), "{error}");
    }

    #[test]
    fn pieces_of_an_array_are_arrays() {
        let mut tape = Tape::default();
        let mut count = |text: &str, inside, last| {
            tape.read(text, 0..text.len(), Part { inside, last }).map(|()| tape.children(0).count())
        };
        assert_eq!(count("[1, 2,", false, false), Ok(2));
        assert_eq!(count(" 3,\n", true, false), Ok(1));
        assert_eq!(count("4, [5]]\n", true, true), Ok(2));
        assert_eq!(count("]", true, true), Ok(0));
        assert!(count("[1, 2,", false, true).is_err());
        assert!(count("1, {\"a\":", true, false).is_err());
        assert!(count("1, 2", true, false).is_err());
        assert!(count("1]]", true, true).is_err());
    }
}
