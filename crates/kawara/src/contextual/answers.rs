//! The file that answers are kept in.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use kawara_policy::printable;
use serde::Serialize;
use serde::de::IgnoredAny;
use uuid::Uuid;

use super::contexts::Contexts;
use super::key::Key;
use super::request::Request;
use crate::input::Failure;

/// Answers in a file that grows: each is written as it comes, and is there whatever happens next. What is there already is not asked again.
#[derive(Debug)]
pub struct Answers {
    pub(super) file: File,
    pub(super) known: Contexts,
    mended: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    key: Key,
    doc_id: &'a str,
    id: Uuid,
    start: usize,
    end: usize,
    context: &'a str,
}

impl Answers {
    /// Opens a file, or makes it, and reads what it holds. The beginning of an answer that breaks off is taken away from its end.
    ///
    /// # Errors
    /// When it cannot be read and written, another program writes it, something in it is [no context](Contexts::read), or it is an array, behind
    /// which no line can be written. It is left as it was.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Vec<Failure>> {
        let path = path.as_ref();
        let name = printable(&path.display().to_string());
        let failed = |message: String| vec![Failure::new(&name, message)];
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(|error| failed(format!("cannot be written: {error}")))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(
                "another program writes answers to it; wait for that, or name another file".into(),
            ));
        }
        let unread = |error: io::Error| failed(format!("cannot be read: {error}"));
        let last = Last::of(&mut file).map_err(unread)?;
        let whole = BufReader::new((&file).take(if last.is_broken() { last.start } else { u64::MAX }));
        // Only what holds answers is mended: somebody may have named the wrong file.
        let known = Contexts::read(whole, &name)?;
        if is_array(&mut file).map_err(unread)? {
            return Err(failed(
                "an array, and answers are lines: write its elements a line each, or name another file"
                    .into(),
            ));
        }
        last.mend(&mut file).map_err(|error| failed(format!("cannot be mended: {error}")))?;
        Ok(Self { file, known, mended: last.is_broken() })
    }

    /// The answers that were there when it was opened.
    pub fn known(&self) -> &Contexts {
        &self.known
    }

    /// Whether a last line that broke off was taken away.
    pub fn is_mended(&self) -> bool {
        self.mended
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// What the file returns.
    pub fn add(&mut self, request: &Request, context: &str) -> io::Result<()> {
        add(&mut self.file, request, context)
    }

    /// Waits until all is on the disk.
    ///
    /// # Errors
    /// What the file returns.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Writes an answer.
///
/// # Errors
/// What the file returns.
pub(super) fn add(file: &mut File, request: &Request, context: &str) -> io::Result<()> {
    let Request { key, doc_id, id, start, end, .. } = request;
    let (key, id, start, end) = (*key, *id, *start, *end);
    let mut line = serde_json::to_vec(&Answer { key, doc_id, id, start, end, context })?;
    line.push(b'\n');
    // In one piece: whoever stops the program finds a whole line or none.
    file.write_all(&line)
}

/// What stands behind the last line feed, and where.
struct Last {
    start: u64,
    text: Vec<u8>,
}

impl Last {
    /// Of a file, which is then read from its beginning.
    fn of(file: &mut File) -> io::Result<Self> {
        const STEP: u64 = 1 << 16;
        let (mut start, mut text) = (file.seek(SeekFrom::End(0))?, Vec::new());
        while start > 0 {
            let from = start.saturating_sub(STEP);
            let mut piece = vec![0; (start - from) as usize];
            file.seek(SeekFrom::Start(from))?;
            file.read_exact(&mut piece)?;
            let feed = piece.iter().rposition(|byte| *byte == b'\n');
            start = feed.map_or(from, |at| from + at as u64 + 1);
            piece.drain(..(start - from) as usize);
            piece.extend(text);
            text = piece;
            if feed.is_some() {
                break;
            }
        }
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { start, text })
    }

    /// Whether it is the beginning of an answer.
    fn is_broken(&self) -> bool {
        const BEGINNING: &[u8] = b"{\"";
        let begins = self.text.starts_with(BEGINNING) || self.text == BEGINNING[..1];
        begins && serde_json::from_slice::<IgnoredAny>(&self.text).is_err()
    }

    /// Takes it away where it breaks off; what is whole but for its line feed is given one.
    fn mend(&self, file: &mut File) -> io::Result<()> {
        if self.is_broken() {
            return file.set_len(self.start);
        }
        if self.text.is_empty() { Ok(()) } else { file.write_all(b"\n") }
    }
}

fn is_array(file: &mut File) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || "\u{feff}".as_bytes().contains(byte);
    let first = BufReader::new(file).bytes().find(|byte| !byte.as_ref().is_ok_and(is_before));
    Ok(first.transpose()? == Some(b'['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_off_is_taken_away() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a.jsonl");
        let line = "{\"id\":\"0fba5a2c-7c0d-5b53-8a3f-0d2f6a1f9e11\",\"context\":\"One.\"}\n";
        let long = format!("{{\"context\":\"{}", "x".repeat(200_000));
        for (before, after, mended) in [
            (String::new(), String::new(), false),
            (line.to_owned(), line.to_owned(), false),
            (line.trim_end().to_owned(), line.to_owned(), false),
            (format!("{line}{}", &line[..30]), line.to_owned(), true),
            (line[..30].to_owned(), String::new(), true),
            (format!("{line}{long}"), line.to_owned(), true),
        ] {
            std::fs::write(&path, before).unwrap();
            let answers = Answers::open(&path).unwrap();
            assert_eq!(answers.is_mended(), mended);
            let says = Answers::open(&path).unwrap_err()[0].to_string();
            assert!(says.contains("another program"), "{says}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), after);
        }
        assert!(Answers::open(home.path()).unwrap_err()[0].to_string().contains("cannot be written"));
    }

    #[test]
    fn what_is_no_file_of_answers_is_left_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a.jsonl");
        let line = "{\"id\":\"0fba5a2c-7c0d-5b53-8a3f-0d2f6a1f9e11\",\"context\":\"One.\"}";
        for (text, said) in [
            (format!("broken\n{line}\n"), "a.jsonl:1: no JSON object"),
            (format!("broken\n{}", &line[..30]), "a.jsonl:1: no JSON object"),
            ("policy = 1\nextends = [\"kawara:docs\"]".into(), "a.jsonl:1: no JSON object"),
            ("A note".into(), "a.jsonl:1: no JSON object"),
            (format!("{line}\n{{chunk}}"), "a.jsonl:2: no JSON object"),
            (format!("[{line}]"), "an array, and answers are lines"),
            (format!("\u{feff}\n [\n{line}\n]\n"), "an array, and answers are lines"),
            (format!("[\n{line}\n]"), "an array, and answers are lines"),
            ("[]".into(), "an array, and answers are lines"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let says = Answers::open(&path).unwrap_err()[0].to_string();
            assert!(says.contains(said), "{text}: {says}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
