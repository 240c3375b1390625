use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

use crate::input::Failure;

/// One record, not yet parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line that it begins on, from 1.
    pub line: usize,
    /// Which element of an array it is, from 1; `None` where each has a line of its own.
    pub element: Option<usize>,
    /// Its bytes.
    pub json: Vec<u8>,
    name: Arc<str>,
}

impl Record {
    /// Where it stands: file and line, and which element it is of an array, since all of one may stand on one line.
    pub fn place(&self) -> String {
        let element = self.element.map_or(String::new(), |nth| format!(" (element {nth})"));
        format!("{}:{}{element}", self.name, self.line)
    }
}

/// The records of JSON lines, or the elements of one JSON array, one after the other: no more than one is in memory. A broken
/// line is for whoever parses it; the others go on.
pub struct Records<R> {
    from: R,
    name: Arc<str>,
    line: usize,
    /// Records that were read.
    count: usize,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Nothing was read yet.
    Unread,
    Lines,
    /// Inside an array, before its first element or a later one.
    Array {
        first: bool,
    },
    /// Behind the end of an array.
    Closed,
    Ended,
}

/// A byte order mark may stand before the first record.
const BOM: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Records<R> {
    /// Records from bytes, which failures call `name`.
    pub fn new(from: R, name: impl Into<String>) -> Self {
        Self { from, name: Arc::from(name.into()), line: 1, count: 0, shape: Shape::Unread }
    }

    /// Tells lines from an array by the first byte that is not blank.
    fn begin(&mut self) -> Result<(), Failure> {
        if matches!(self.peek()?, Some(0xfe | 0xff)) {
            return Err(self.fail("not UTF-8: it begins with the mark of UTF-16; write it as UTF-8"));
        }
        if self.peek()? == Some(BOM[0]) {
            for byte in BOM {
                if self.peek()? != Some(*byte) {
                    return Err(self.fail("neither JSON lines nor a JSON array"));
                }
                self.from.consume(1);
            }
        }
        self.skip_blanks()?;
        self.shape = Shape::Lines;
        if self.peek()? == Some(b'[') {
            self.from.consume(1);
            self.shape = Shape::Array { first: true };
        }
        Ok(())
    }

    fn line(&mut self) -> Result<Option<Record>, Failure> {
        loop {
            let (line, mut json) = (self.line, Vec::new());
            let read = self.from.read_until(b'\n', &mut json);
            if read.map_err(|error| self.fail_reading(&error))? == 0 {
                self.shape = Shape::Ended;
                return Ok(None);
            }
            self.line += 1;
            if json.trim_ascii().is_empty() {
                continue;
            }
            if self.count == 0
                && let Some(message) = foreign(&json)
            {
                self.line = line;
                return Err(self.fail(&message));
            }
            return Ok(Some(self.record(line, None, json)));
        }
    }

    fn element(&mut self, first: bool) -> Result<Option<Record>, Failure> {
        self.skip_blanks()?;
        let line = self.line;
        let (json, end) = self.until_end()?;
        self.shape = if end == b']' { Shape::Closed } else { Shape::Array { first: false } };
        if !json.trim_ascii().is_empty() {
            return Ok(Some(self.record(line, Some(self.count + 1), json)));
        }
        if first && end == b']' {
            self.behind()
        } else {
            Err(self.fail("an element of the array is missing"))
        }
    }

    /// An element, and the comma or bracket that ends it.
    fn until_end(&mut self) -> Result<(Vec<u8>, u8), Failure> {
        let mut json = Vec::new();
        let mut nesting = Nesting::default();
        loop {
            let buffer = match self.from.fill_buf() {
                Ok([]) => {
                    return Err(self.fail("the array does not end: a bracket or a quotation mark is missing"));
                }
                Ok(buffer) => buffer,
                Err(error) => return Err(self.fail_reading(&error)),
            };
            let end = buffer.iter().position(|byte| nesting.ends_at(*byte));
            let element = &buffer[..end.unwrap_or(buffer.len())];
            json.extend_from_slice(element);
            self.line += element.iter().filter(|byte| **byte == b'\n').count();
            let (taken, end) = (element.len(), end.map(|at| buffer[at]));
            self.from.consume(taken + usize::from(end.is_some()));
            match end {
                Some(b'\n') => {
                    return Err(self.fail("a line ends inside a string; nothing after it can be read"));
                }
                Some(end) => return Ok((json, end)),
                None => {}
            }
        }
    }

    fn behind(&mut self) -> Result<Option<Record>, Failure> {
        self.skip_blanks()?;
        match self.peek()? {
            None => {
                self.shape = Shape::Ended;
                Ok(None)
            }
            Some(_) => Err(self.fail("something follows the end of the array")),
        }
    }

    fn record(&mut self, line: usize, element: Option<usize>, json: Vec<u8>) -> Record {
        self.count += 1;
        Record { line, element, json, name: Arc::clone(&self.name) }
    }

    fn peek(&mut self) -> Result<Option<u8>, Failure> {
        match self.from.fill_buf() {
            Ok(buffer) => Ok(buffer.first().copied()),
            Err(error) => Err(self.fail_reading(&error)),
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Failure> {
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.line += usize::from(byte == b'\n');
            self.from.consume(1);
        }
        Ok(())
    }

    /// A failure that ends the records: what follows cannot be told apart.
    fn fail(&mut self, message: &str) -> Failure {
        self.shape = Shape::Ended;
        Failure::new(format!("{}:{}", self.name, self.line), message)
    }

    fn fail_reading(&mut self, error: &std::io::Error) -> Failure {
        self.fail(&format!("cannot read on: {error}"))
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.shape == Shape::Unread
            && let Err(failure) = self.begin()
        {
            return Some(Err(failure));
        }
        let next = match self.shape {
            Shape::Unread | Shape::Ended => Ok(None),
            Shape::Lines => self.line(),
            Shape::Array { first } => self.element(first),
            Shape::Closed => self.behind(),
        };
        next.transpose()
    }
}

impl<R> fmt::Debug for Records<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("name", &self.name).field("line", &self.line).finish_non_exhaustive()
    }
}

/// What files of tables begin with.
const TABLES: [(&[u8], &str); 2] = [(b"PAR1", "Parquet"), (b"ARROW1", "Arrow")];

/// What is wrong with a file whose first line cannot be one of JSON lines, and none that follows either: one message says it, not one
/// for each line.
fn foreign(first: &[u8]) -> Option<String> {
    if let Some((_, format)) = TABLES.iter().find(|(mark, _)| first.starts_with(mark)) {
        return Some(format!("{format} is not read here; write JSON lines: kawara chunk … -o x.jsonl"));
    }
    let first = first.trim_ascii();
    let goes_on = first.starts_with(b"{") && matches!(first.last(), Some(b'{' | b'[' | b',' | b':'));
    (goes_on && Nesting::of(first).is_open()).then(|| {
        "a record goes on over several lines; JSON lines have one record a line; or make it an array: [ … ]"
            .to_owned()
    })
}

/// Where in an element of an array a byte stands.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    fn of(json: &[u8]) -> Self {
        let mut nesting = Self::default();
        for byte in json {
            nesting.ends_at(*byte);
        }
        nesting
    }

    /// Whether an object or a list goes on, and no text.
    fn is_open(&self) -> bool {
        self.depth > 0 && !self.in_string
    }

    /// Whether the element ends before this byte: a comma or bracket of the array, or a line break where none can be.
    fn ends_at(&mut self, byte: u8) -> bool {
        if self.in_string {
            match byte {
                b'\n' => return true,
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b',' | b']' if self.depth == 0 => return true,
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records as `line json`, failures as `place: message`; read in small pieces, so that every border is met.
    fn read(bytes: &[u8]) -> Vec<String> {
        let whole = read_by(bytes, bytes.len().max(1));
        assert_eq!(read_by(bytes, 1), whole);
        whole
    }

    fn read_by(bytes: &[u8], capacity: usize) -> Vec<String> {
        let records = Records::new(std::io::BufReader::with_capacity(capacity, bytes), "f");
        let show = |record: Result<Record, Failure>| match record {
            Ok(record) => format!("{} {}", record.line, String::from_utf8_lossy(record.json.trim_ascii())),
            Err(failure) => failure.to_string(),
        };
        records.map(show).collect()
    }

    #[test]
    fn lines_with_marks_blanks_and_returns() {
        assert_eq!(read(b"\xef\xbb\xbf\r\n{\"a\":1}\r\n\r\nbroken\n2"), ["2 {\"a\":1}", "4 broken", "5 2"]);
        assert!(read(b"").is_empty() && read(b" \n\xef").len() == 1 && read(b"\xef\xbb\xbf").is_empty());
        assert!(read(b"\xff\xfe{\0")[0].contains("UTF-16"));
        assert!(read(b"\xef\xbb{")[0].contains("neither"));
    }

    #[test]
    fn an_array_on_one_line_or_many() {
        let text = br#"
[ {"text": "a, ] \" } ["},
  ["b", [1]], "c\\" ,
  4 ]
"#;
        assert_eq!(read(text), [r#"2 {"text": "a, ] \" } ["}"#, r#"3 ["b", [1]]"#, r#"3 "c\\""#, "4 4"]);
        assert!(read(b"[]").is_empty() && read(b"[ \n ] \n").is_empty());
    }

    #[test]
    fn one_message_for_what_is_no_json_lines() {
        let rest = "\n\"text\": \"a\"\n}\n".repeat(9);
        for (begin, says) in [
            ("{", "f:2: a record goes on over several lines"),
            ("{\"text\": \"a\",", "f:2: a record goes on"),
            ("{\"meta\": {", "f:2: a record goes on"),
            ("PAR1\u{15}", "f:2: Parquet is not read here; write JSON lines"),
            ("ARROW1\0\0", "f:2: Arrow is not read here"),
        ] {
            let read = read(format!("\n{begin}{rest}").as_bytes());
            assert!(read.len() == 1 && read[0].starts_with(says), "{read:?}");
        }
        // One that is cut off is broken alone.
        for begin in ["{\"text\": \"a,", "{\"text\": \"a\"", "}", "{\"text\": \"a\"},"] {
            assert_eq!(read(format!("{begin}\n{{}}\n").as_bytes()).len(), 2, "{begin}");
        }
        assert_eq!(read(b"{}\n{\n{}\n").len(), 3);
    }

    #[test]
    fn elements_are_numbered() {
        let places = |text: &'static str| {
            Records::new(text.as_bytes(), "f").map(|record| record.unwrap().place()).collect::<Vec<_>>()
        };
        assert_eq!(places("[1, 2,\n3]"), ["f:1 (element 1)", "f:1 (element 2)", "f:2 (element 3)"]);
        assert_eq!(places("1\n2\n"), ["f:1", "f:2"]);
    }

    #[test]
    fn a_broken_array_says_where() {
        for (text, says) in [
            (&b"[1, 2"[..], "f:1: the array does not end"),
            (b"[1,\n{\"a\": [2}", "f:2: the array does not end"),
            (b"[1,\n\"two\nthree\", 4]", "f:2: a line ends inside a string"),
            (b"[1,\n,2]", "f:2: an element of the array is missing"),
            (b"[1,]", "f:1: an element of the array is missing"),
            (b"[1]\n[2]", "f:2: something follows"),
        ] {
            let read = read(text);
            assert!(read.last().unwrap().starts_with(says), "{read:?}");
            assert_eq!(read[0], "1 1");
        }
    }
}
