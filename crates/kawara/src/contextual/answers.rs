//! The file that answers are kept in.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use kawara_policy::printable;
use serde::Serialize;
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
    /// Opens a file, or makes it, and reads what it holds. A last line that breaks off is taken away.
    ///
    /// # Errors
    /// When it cannot be read and written, another program writes it, or something in it is [no context](Contexts::read).
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
        let mended = mend(&mut file).map_err(|error| failed(format!("cannot be read: {error}")))?;
        let known = Contexts::read(BufReader::new(&file), &name)?;
        Ok(Self { file, known, mended })
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

/// Takes away what stands behind the last line feed, unless that is a whole line but for its end. Whether something was taken away.
fn mend(file: &mut File) -> io::Result<bool> {
    const STEP: u64 = 1 << 16;
    let end = file.seek(SeekFrom::End(0))?;
    let (mut start, mut last) = (end, Vec::new());
    while start > 0 {
        let from = start.saturating_sub(STEP);
        let mut piece = vec![0; (start - from) as usize];
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(&mut piece)?;
        let feed = piece.iter().rposition(|byte| *byte == b'\n');
        start = feed.map_or(from, |at| from + at as u64 + 1);
        piece.drain(..(start - from) as usize);
        piece.extend(last);
        last = piece;
        if feed.is_some() {
            break;
        }
    }
    let is_whole = last.trim_ascii().is_empty() || serde_json::from_slice::<serde_json::Value>(&last).is_ok();
    if !is_whole {
        file.set_len(start)?;
    } else if !last.is_empty() {
        file.write_all(b"\n")?;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(!is_whole)
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
        std::fs::write(&path, format!("broken\n{line}")).unwrap();
        assert!(Answers::open(&path).unwrap_err()[0].to_string().contains("a.jsonl:1: no JSON object"));
        assert!(Answers::open(home.path()).unwrap_err()[0].to_string().contains("cannot be written"));
    }
}
